/* SPDX-License-Identifier: MIT
 *
 * Reading what a Lua file of the shelf says of itself; see claim.h.
 */
#include "script/claim.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

const char *claim_kind(enum shelf_kind kind)
{
    static const char *const name[SHELF_KINDS] = {
        [SHELF_TABLEAU] = "tableau",   [SHELF_COMPOSITION] = "composition",
        [SHELF_METHOD] = "method",     [SHELF_MAP] = "map",
        [SHELF_ATTITUDE] = "attitude", [SHELF_TARGET] = "target",
    };
    return name[kind];
}

/* What a file of the kind returns. */
static const char *constructor_of(enum shelf_kind kind)
{
    return kind == SHELF_TABLEAU ? "family" : claim_kind(kind);
}

/* method{...} and the like: marks the table with its kind. */
static int construct(lua_State *L)
{
    const char *kind = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushstring(L, kind);
    lua_setfield(L, 1, "kind");
    return 1;
}

static void define_constructors(struct host *h)
{
    for (int k = 0; k < SHELF_KINDS; k++) {
        if (k == SHELF_COMPOSITION)
            continue; /* a text */
        const char *kind = constructor_of((enum shelf_kind)k);
        host_define(h, kind, construct, (void *)(uintptr_t)kind);
    }
}

static bool has_kind(lua_State *L, const char *kind)
{
    if (!lua_istable(L, -1))
        return false;
    lua_getfield(L, -1, "kind");
    const char *text = lua_tostring(L, -1);
    bool same = text && !strcmp(text, kind);
    lua_pop(L, 1);
    return same;
}

bool claim_load(struct host *h, const struct shelf_file *file)
{
    lua_State *L = host_lua(h);
    luaL_checkstack(L, 4, NULL);
    define_constructors(h);
    if (!host_run(h, file->text))
        return false;
    const char *kind = constructor_of(file->kind);
    if (has_kind(L, kind))
        return true;
    lua_pop(L, 1);
    diag_error_line(host_diags(h), file->text->path, 0,
                    "this file must return %s { ... }", kind);
    return false;
}

/* The string on top of the stack, popped. */
static const char *take_string(struct host *h)
{
    lua_State *L = host_lua(h);
    const char *text = NULL;
    size_t length;
    if (lua_type(L, -1) == LUA_TSTRING) {
        text = lua_tolstring(L, -1, &length);
        text = arena_text(host_arena(h), text, length);
    }
    lua_pop(L, 1);
    return text;
}

const char *claim_string(struct host *h, int table, const char *field)
{
    lua_getfield(host_lua(h), table, field);
    return take_string(h);
}

const char *const *claim_strings(struct host *h, int table, const char *field,
                                 int *count)
{
    lua_State *L = host_lua(h);
    int n = 0;
    lua_getfield(L, table, field);
    int size = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    const char **text =
        arena_array(host_arena(h), (size_t)size + 1, sizeof *text);
    for (int i = 1; i <= size; i++) {
        lua_rawgeti(L, -1, i);
        if ((text[n] = take_string(h)))
            n++;
    }
    lua_pop(L, 1);
    *count = n;
    return text;
}

static bool is_true(lua_State *L, int table, const char *field)
{
    lua_getfield(L, table, field);
    bool value = lua_toboolean(L, -1) && !lua_isfunction(L, -1);
    lua_pop(L, 1);
    return value;
}

static int whole(lua_State *L, int table, const char *field)
{
    lua_getfield(L, table, field);
    int value = lua_isinteger(L, -1) ? (int)lua_tointeger(L, -1) : 0;
    lua_pop(L, 1);
    return value;
}

/* One of those that an option can be: " = " before the first, else "|". */
static void print_kind(struct text *out, bool *is_first, const char *what)
{
    text_print(out, "%s%s", *is_first ? " = " : "|", what);
    *is_first = false;
}

/* integers = { count, least, most }: the default, else so many N. */
static const char *print_list(struct host *h, int table)
{
    lua_State *L = host_lua(h);
    struct text out = text_new(host_arena(h));
    bool preset = lua_getfield(L, table, "default") == LUA_TTABLE;
    lua_getfield(L, table, "integers");
    lua_rawgeti(L, -1, 1);
    int n = (int)lua_tointeger(L, -1);
    lua_pop(L, 2);
    for (int i = 1; i <= n; i++) {
        text_put(&out, i > 1 ? " " : "");
        if (preset) {
            lua_rawgeti(L, -1, i);
            text_print(&out, "%ld", (long)lua_tointeger(L, -1));
            lua_pop(L, 1);
        } else {
            text_char(&out, 'N');
        }
    }
    lua_pop(L, 1);
    return text_chars(&out);
}

/* One option, the table on top: "form = momentum|rate", "tableau". */
static void print_option(struct host *h, struct text *out)
{
    lua_State *L = host_lua(h);
    int table = lua_gettop(L), n;
    const char *name = claim_string(h, table, "name");
    const char *const *word = claim_strings(h, table, "words", &n);
    bool is_first = true;
    text_put(out, name ? name : "?");
    for (int i = 0; i < n; i++)
        print_kind(out, &is_first, word[i]);
    if (is_true(L, table, "integer"))
        print_kind(out, &is_first, "N");
    if (is_true(L, table, "integers"))
        print_kind(out, &is_first, print_list(h, table));
    if (is_true(L, table, "method"))
        print_kind(out, &is_first, "METHOD");
    if (is_true(L, table, "number"))
        print_kind(out, &is_first, "X");
    if (is_true(L, table, "expression"))
        print_kind(out, &is_first, "EXPR");
}

static const char *print_options(struct host *h, int table)
{
    lua_State *L = host_lua(h);
    struct text out = text_new(host_arena(h));
    lua_getfield(L, table, "options");
    int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    for (int i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        text_put(&out, i > 1 ? ", " : "");
        if (lua_istable(L, -1))
            print_option(h, &out);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return n ? text_chars(&out) : NULL;
}

static bool varies(lua_State *L, int table, const char *field)
{
    bool is = lua_getfield(L, table, field) == LUA_TFUNCTION;
    lua_pop(L, 1);
    return is;
}

/* The range of the only option, if that is a whole number. */
static void take_range(struct host *h, int table, struct shelf_claim *out)
{
    lua_State *L = host_lua(h);
    bool single = lua_getfield(L, table, "options") == LUA_TTABLE &&
                  lua_rawlen(L, -1) == 1;
    if (single && lua_rawgeti(L, -1, 1) == LUA_TTABLE &&
        lua_getfield(L, -1, "integer") == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        out->least = (long)lua_tointeger(L, -2);
        out->most = (long)lua_tointeger(L, -1);
        out->whole = claim_string(h, lua_gettop(L) - 3, "name");
    }
    lua_settop(L, table);
}

void claim_fields(struct host *h, struct shelf_claim *out)
{
    lua_State *L = host_lua(h);
    int table = lua_gettop(L), n;
    luaL_checkstack(L, 8, NULL);
    *out = (struct shelf_claim){
        .title = claim_string(h, table, "title"),
        .source = claim_string(h, table, "source"),
        .singular = claim_string(h, table, "singular"),
        .range = claim_string(h, table, "range"),
        .options = print_options(h, table),
        .order = whole(L, table, "order"),
        .order_free = whole(L, table, "order_free"),
        .symmetric = is_true(L, table, "symmetric"),
        .is_implicit = is_true(L, table, "implicit"),
        .symmetric_varies = varies(L, table, "symmetric"),
        .implicit_varies = varies(L, table, "implicit"),
        .keeps_vary = varies(L, table, "keeps"),
        .admits_vary = varies(L, table, "admits"),
    };
    out->keep = claim_strings(h, table, "keeps", &out->keeps);
    out->alias = claim_strings(h, table, "alias", &out->aliases);
    out->elsewhere = claim_strings(h, table, "elsewhere", &n);
    out->example = claim_strings(h, table, "examples", &out->examples);
    out->instance = claim_strings(h, table, "instances", &out->instances);
    take_range(h, table, out);
    if (lua_getfield(L, table, "admits") == LUA_TTABLE)
        out->admit = claim_strings(h, table, "admits", &out->admits);
    lua_pop(L, 1);
}

struct reading {
    const struct shelf_file *file;
    struct shelf_claim *out;
};

static bool read_body(struct host *h, void *data)
{
    struct reading *r = data;
    if (!claim_load(h, r->file))
        return false;
    claim_fields(h, r->out);
    return true;
}

bool claim_read(struct arena *arena, struct diags *diags,
                const struct shelf_file *file, struct shelf_claim *out)
{
    struct reading r = {file, out};
    return host_session(arena, diags, host_limits(), read_body, &r);
}
