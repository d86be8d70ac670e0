/* SPDX-License-Identifier: MIT
 *
 * Sessions, limits and errors of the Lua host; see host.h.
 */
#define _GNU_SOURCE /* memmem */

#ifdef POL_HOSTILE
#include "hostile.h"
#else
#define hostile_realloc realloc
#endif

#include "shelf/host.h"

#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/text.h"
#include "shelf/shelf.h"

enum {
    STRIDE = 1000,   /* instructions between budget checks */
    CPU_SECONDS = 20 /* C functions cost more than counted */
};

/* CPU time of this thread only: others may be busy. */
#define OWN_TIME CLOCK_THREAD_CPUTIME_ID

struct host_limits host_limits(void)
{
    return (struct host_limits){(size_t)48 << 20, 100000000};
}

struct host *host_of(lua_State *L)
{
    struct host *h;
    memcpy(&h, lua_getextraspace(L), sizeof h);
    return h;
}

/* Small blocks, which Lua allocates often, come from an arena; freed ones go to
 * a list per size.  Other blocks come from realloc. */
enum { GRAIN = 16 };

static void *resize(struct host *h, void *old, size_t had, size_t size)
{
    const size_t from = (had + GRAIN - 1) / GRAIN;
    const size_t to = (size + GRAIN - 1) / GRAIN;
    const bool was_small = old && from < HOST_SIZES, is_small = to < HOST_SIZES;
    if (was_small && from == to)
        return old;
    if (!was_small && !is_small)
        return hostile_realloc(old, size);
    void *p = is_small ? h->freed[to] : hostile_realloc(NULL, size);
    if (p && is_small)
        memcpy(&h->freed[to], p, sizeof p);
    else if (!p && is_small && size)
        p = arena_try(h->blocks, to * GRAIN);
    if (!old || (size && !p))
        return p;
    if (size)
        memcpy(p, old, had < size ? had : size);
    if (!was_small) {
        free(old);
        return p;
    }
    memcpy(old, &h->freed[from], sizeof old);
    h->freed[from] = old;
    return p;
}

/* Lua's allocator. */
static void *allocate(void *context, void *old, size_t had, size_t size)
{
    struct host *h = context;
    if (!old)
        had = 0; /* Lua passes the kind of the object in it */
    const bool fits = size <= had || h->held - had + size <= h->limit;
    void *p = fits ? resize(h, old, had, size) : NULL;
    if (p || size == 0)
        h->held += size - had;
    else
        h->machine_refused = fits;
    return p;
}

/* Once over the budget, the hook runs at every instruction: else a loop around
 * pcall could catch the error and continue. */
static void count_steps(lua_State *L, lua_Debug *at)
{
    struct host *h = host_of(L);
    (void)at;
    h->instructions -= STRIDE;
    if (h->instructions > 0 && !h->no_memory &&
        process_seconds(OWN_TIME) < h->end)
        return;
    host_exhaust(L);
    lua_pushliteral(L, "this file runs too long; does a loop never end?");
    lua_error(L);
}

void host_exhaust(lua_State *L)
{
    host_of(L)->instructions = 0;
    lua_sethook(L, count_steps, LUA_MASKCOUNT, 1);
}

/* The arena's failure handler inside a session. */
static void fail_in_lua(void *context)
{
    struct host *h = context;
    h->diags->busy = h->running;
    h->no_memory = true;
    lua_sethook(h->lua, count_steps, LUA_MASKCOUNT, 1);
    lua_settop(h->lua, 0);
    lua_pushnil(h->lua);
    lua_error(h->lua);
}

/* The length of "file:line: " at the start of a message (0 if missing), and its
 * line. */
static size_t prefix_of(const char *message, const char *file, int *line)
{
    size_t n = strlen(file);
    char *end;
    if (strncmp(message, file, n) || message[n] != ':')
        return 0;
    long value = strtol(message + n + 1, &end, 10);
    if (value <= 0 || strncmp(end, ": ", 2))
        return 0;
    *line = (int)value;
    return (size_t)(end + 2 - message);
}

/* True for library files: a wrong argument is their caller's error. */
static bool is_library(const char *path)
{
    return strncmp(path, "generator/", 10) == 0 ||
           (strncmp(path, "lib/", 4) == 0 && !strchr(path + 4, '/'));
}

/* Message handler of all calls: runs where the error happened.  Reports the
 * message at the frame that it names, else at the innermost Lua frame; for a
 * library file, at its caller. */
static int report(lua_State *L)
{
    struct host *h = host_of(L);
    lua_Debug at;
    const char *path = h->running;
    int line = 0, named = 0;
    size_t skip = 0;
    if (h->no_memory || h->reported)
        return 1;
    h->reported = true;
    const char *message =
        lua_isstring(L, 1)
            ? lua_tostring(L, 1)
            : text_format(h->arena, "error with a %s for a message",
                          luaL_typename(L, 1));
    for (int level = 0;
         (!skip || is_library(path)) && lua_getstack(L, level, &at); level++) {
        if (!lua_getinfo(L, "Sl", &at) || at.currentline <= 0)
            continue;
        size_t here = skip ? 0 : prefix_of(message, at.short_src, &named);
        if (!line || here || is_library(path)) {
            path = at.source + (*at.source == '@');
            path = arena_text(h->arena, path, strlen(path));
            line = here ? named : at.currentline;
        }
        skip += here;
    }
    diag_error_line(h->diags, path, line, "%s", message + skip);
    return 1;
}

/* Reports a failed call, unless its error is already reported. */
static void report_status(struct host *h, int status)
{
    if (status == LUA_ERRMEM && h->machine_refused)
        h->no_memory = true;
    if (h->no_memory)
        fail_in_lua(h);
    if (h->reported) {
        h->reported = false;
        return;
    }
    if (status == LUA_ERRMEM)
        diag_error_line(h->diags, h->running, 0,
                        "this file needs more than %zu MB of memory",
                        h->allowed >> 20);
    else
        diag_error_line(h->diags, h->running, 0, "an error within an error");
}

int host_load(lua_State *L, const struct source *text)
{
    struct host *h = host_of(L);
    const char *name = text_format(h->arena, "@%s", text->path);
    /* Use the code compiled at build time for a built-in file, if the Lua
     * version is the same. */
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct shelf_entry *own = &shelf_builtin[i];
        if (own->text.chars != text->chars || !own->codes ||
            strcmp(shelf_lua, lua_ident) != 0)
            continue;
        int status = luaL_loadbufferx(L, own->code, own->codes, name, "b");
        if (status != LUA_ERRSYNTAX)
            return status;
        lua_pop(L, 1); /* compiled for another machine */
    }
    lua_sethook(L, count_steps, LUA_MASKCOUNT, STRIDE); /* user code */
    text = template_script(h->arena, h->diags, text);
    return text ? luaL_loadbufferx(L, text->chars, text->length, name, "t")
                : HOST_NO_PAGE;
}

bool host_run(struct host *h, const struct source *text)
{
    lua_State *L = h->lua;
    h->running = text->path;
    luaL_checkstack(L, 4, NULL);
    lua_pushcfunction(L, report);
    const int base = lua_gettop(L);
    int status = host_load(L, text);
    if (status == LUA_OK) {
        status = lua_pcall(L, 0, 1, base);
        if (status == LUA_OK && !h->no_memory) {
            lua_remove(L, base);
            return true;
        }
    } else if (status == LUA_ERRSYNTAX) {
        /* No frame: "file:line: message", with the file shortened by Lua. */
        size_t length = strlen(text->path), most = LUA_IDSIZE - 1;
        bool is_long = length > most;
        const char *id =
            text_format(h->arena, "%s%s", is_long ? "..." : "",
                        text->path + (is_long ? length - most + 3 : 0));
        const char *message = lua_tostring(L, -1);
        int line = 0;
        size_t skip = prefix_of(message, id, &line);
        diag_error_line(h->diags, text->path, line, "%s", message + skip);
        h->reported = true;
    }
    lua_settop(L, base - 1);
    if (status != HOST_NO_PAGE)
        report_status(h, status);
    return false;
}

/* put(...): strings and integers; anything else is an error in the page. */
static int put(lua_State *L)
{
    struct text *out = lua_touserdata(L, lua_upvalueindex(1));
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t length;
        if (lua_type(L, i) == LUA_TSTRING) {
            const char *chars = lua_tolstring(L, i, &length);
            text_add(out, chars, length);
        } else if (lua_isinteger(L, i)) {
            text_print(out, "%lld", (long long)lua_tointeger(L, i));
        } else {
            return luaL_error(L, "{{ }} needs a text or an integer, not %s",
                              luaL_typename(L, i));
        }
    }
    return 0;
}

bool host_print(struct host *h, const struct source *page, struct text *out)
{
    host_define(h, "put", put, out);
    if (!host_run(h, page))
        return false;
    lua_pop(h->lua, 1);
    return true;
}

int host_raise(lua_State *L)
{
    host_of(L)->reported = true;
    return luaL_error(L, "it has been reported");
}

void host_define(struct host *h, const char *name, lua_CFunction function,
                 void *data)
{
    lua_pushlightuserdata(h->lua, data);
    lua_pushcclosure(h->lua, function, 1);
    lua_setglobal(h->lua, name);
}

void host_set(lua_State *L, const char *fields, ...)
{
    va_list list;
    va_start(list, fields);
    if (*fields == '{')
        lua_createtable(L, 0, 8);
    fields += *fields == '{';
    for (size_t n; *fields; fields += n + 2 + (fields[n + 2] == ' ')) {
        n = strcspn(fields, ":");
        lua_pushlstring(L, fields, n);
        if (fields[n + 1] == 'i')
            lua_pushinteger(L, va_arg(list, int));
        else if (fields[n + 1] == 'b')
            lua_pushboolean(L, va_arg(list, int));
        else
            lua_pushstring(L, va_arg(list, const char *));
        lua_rawset(L, -3);
    }
    va_end(list);
}

/* ---- the library ----
 *
 * A session has the standard functions of base, table, string, math and utf8.
 * string.find takes plain text; string.replace and string.split are added.
 * Removed are functions that load code, that differ from run to run (random
 * numbers, hash order, addresses), that run unbounded in C outside the
 * instruction budget (patterns, lengths from a metatable, finalizers), that
 * bypass metatables, and that print. */

/* A sought text, limited so that a search is linear in the text's length. */
static const char *check_sought(lua_State *L, int argument, size_t *n)
{
    const char *t = luaL_checklstring(L, argument, n);
    luaL_argcheck(L, *n >= 1 && *n <= 100, argument,
                  "1 to 100 characters expected");
    return t;
}

/* string.find(s, t [, init]): first and last place of the text t, or nil. */
static int string_find(lua_State *L)
{
    size_t length, n;
    const char *s = luaL_checklstring(L, 1, &length);
    const char *t = check_sought(L, 2, &n);
    lua_Integer init = luaL_optinteger(L, 3, 1);
    luaL_argcheck(L, init >= 1, 3, "counted from 1");
    const char *hit = NULL;
    if ((lua_Unsigned)init <= length)
        hit = memmem(s + init - 1, length - (size_t)init + 1, t, n);
    if (!hit) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, hit - s + 1);
    lua_pushinteger(L, hit - s + (lua_Integer)n);
    return 2;
}

/* string.split(s, separator): array of the parts; n separators, n + 1 parts. */
static int string_split(lua_State *L)
{
    size_t length, n;
    const char *s = luaL_checklstring(L, 1, &length), *hit;
    const char *end = s + length, *t = check_sought(L, 2, &n);
    lua_newtable(L);
    for (lua_Integer count = 1;; count++, s = hit + n) {
        hit = memmem(s, (size_t)(end - s), t, n);
        lua_pushlstring(L, s, (size_t)((hit ? hit : end) - s));
        lua_rawseti(L, -2, count);
        if (!hit)
            return 1;
    }
}

/* string.replace(s, old, new): every `old` replaced. */
static int string_replace(lua_State *L)
{
    size_t length, n;
    const char *s = luaL_checklstring(L, 1, &length), *hit;
    const char *end = s + length, *t = check_sought(L, 2, &n);
    luaL_checkstring(L, 3);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (; (hit = memmem(s, (size_t)(end - s), t, n)); s = hit + n) {
        luaL_addlstring(&out, s, (size_t)(hit - s));
        lua_pushvalue(L, 3);
        luaL_addvalue(&out);
    }
    luaL_addlstring(&out, s, (size_t)(end - s));
    luaL_pushresult(&out);
    return 1;
}

static bool has_text(lua_State *L, int at)
{
    int type = lua_type(L, at);
    return type <= LUA_TSTRING && type != LUA_TLIGHTUSERDATA;
}

/* Pushes the text of a value; values without a text give their type, since
 * Lua's address differs from run to run. */
static int push_text(lua_State *L, int at)
{
    if (has_text(L, at) || luaL_getmetafield(L, at, "__tostring") != LUA_TNIL)
        luaL_tolstring(L, at, NULL);
    else
        lua_pushstring(L, luaL_typename(L, at));
    return 1;
}

static int plain_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    return push_text(L, 1);
}

/* Lua's string.format (the upvalue), without %p and addresses for %s. */
static int string_format(lua_State *L)
{
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    while ((at = memchr(at, '%', (size_t)(end - at)))) {
        at += 1 + strspn(at + 1, "-+ #0123456789.");
        luaL_argcheck(L, at == end || *at != 'p', 1, "an address is no text");
        at += at < end;
    }
    for (int i = 2, n = lua_gettop(L); i <= n; i++)
        if (!has_text(L, i)) {
            push_text(L, i);
            lua_replace(L, i);
            lua_settop(L, n);
        }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static void open_library(lua_State *L)
{
    static const char removed[] =
        "dofile, loadfile, load, collectgarbage, print, warn, next, pairs,"
        "require, getmetatable, setmetatable, rawget, rawset, rawequal,"
        "rawlen, select, _G, string.dump, string.match, string.gmatch,"
        "string.gsub, math.random, math.randomseed, table.move = nil";
    static const luaL_Reg library[] = {{LUA_GNAME, luaopen_base},
                                       {LUA_TABLIBNAME, luaopen_table},
                                       {LUA_STRLIBNAME, luaopen_string},
                                       {LUA_MATHLIBNAME, luaopen_math},
                                       {LUA_UTF8LIBNAME, luaopen_utf8}};
    static const luaL_Reg added[] = {{"find", string_find},
                                     {"replace", string_replace},
                                     {"split", string_split},
                                     {NULL, NULL}};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
        luaL_requiref(L, library[i].name, library[i].func, 1);
        lua_pop(L, 1);
    }
    if (luaL_dostring(L, removed))
        lua_error(L);
    lua_getglobal(L, LUA_STRLIBNAME);
    luaL_setfuncs(L, added, 0);
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, string_format, 1);
    lua_setfield(L, -2, "format");
    lua_pop(L, 1);
    lua_register(L, "tostring", plain_tostring);
}

/* ---- sessions ---- */

static int run_work(lua_State *L)
{
    struct host *h = host_of(L);
    if (!h->is_open)
        open_library(L);
    h->is_open = true;
    h->done = h->body(h, lua_touserdata(L, 1));
    return 0;
}

/* Reports what the body did not catch: its errors, or the state's memory. */
static int report_session(lua_State *L)
{
    struct host *h = lua_touserdata(L, 1);
    h->limit = (size_t)-1; /* room for the message */
    report_status(h, (int)lua_tointeger(L, 2));
    return 0;
}

/* Ends a body's run; a lack of memory ends the session. */
static void end_work(struct host *h, int status)
{
    lua_settop(h->lua, 0);
    if (status != LUA_OK && !h->no_memory) {
        lua_pushcfunction(h->lua, report_session);
        lua_pushlightuserdata(h->lua, h);
        lua_pushinteger(h->lua, status);
        if (lua_pcall(h->lua, 2, 0, 0) != LUA_OK)
            h->no_memory = true;
    }
    arena_swap_fail(h->arena, &h->fail, &h->context);
    if (h->no_memory) {
        host_close(h);
        arena_refuse(h->arena);
    }
}

struct host *host_open(struct diags *diags, struct host_limits limits)
{
    struct host *h = arena_alloc(diags->arena, sizeof *h);
    *h = (struct host){.arena = diags->arena,
                       .diags = diags,
                       .limit = limits.memory,
                       .allowed = limits.memory,
                       .instructions = limits.instructions,
                       .end = process_seconds(OWN_TIME) + CPU_SECONDS,
                       .fail = fail_in_lua};
    h->context = h;
    h->blocks = arena_child(h->arena);
    h->lua = lua_newstate(allocate, h);
    if (!h->lua)
        arena_refuse(h->arena);
    memcpy(lua_getextraspace(h->lua), &h, sizeof h);
    return h;
}

bool host_work(struct host *h, host_body *body, void *data)
{
    h->body = body;
    h->done = false;
    arena_swap_fail(h->arena, &h->fail, &h->context);
    lua_pushcfunction(h->lua, report);
    lua_pushcfunction(h->lua, run_work);
    lua_pushlightuserdata(h->lua, data);
    end_work(h, lua_pcall(h->lua, 1, 0, 1));
    return h->done;
}

void host_close(struct host *h)
{
    if (h->lua)
        lua_close(h->lua);
    arena_free(h->blocks);
    h->blocks = NULL;
    h->lua = NULL;
}

bool host_session(struct diags *diags, struct host_limits limits,
                  host_body *body, void *data)
{
    struct host *h = host_open(diags, limits);
    bool done = host_work(h, body, data);
    host_close(h);
    return done;
}
