/* SPDX-License-Identifier: MIT
 *
 * The standard functions a session has.  Taken out is what loads code, what
 * differs from run to run (random numbers, order of hashing, addresses), what
 * runs unbounded in C where the instruction budget does not reach (patterns,
 * lengths that a metatable invents, finalizers), what goes around metatables,
 * and what prints.
 */
#include "shelf/host.h"

#include <lualib.h>
#include <stdbool.h>
#include <string.h>

static void remove_names(lua_State *L, const char *library,
                         const char *const *name)
{
    lua_getglobal(L, library);
    for (; *name; name++) {
        lua_pushnil(L);
        lua_setfield(L, -2, *name);
    }
    lua_pop(L, 1);
}

/* The first `t` in `s` from byte `from`, or NULL. */
static const char *find_plain(const char *s, size_t length, const char *t,
                              size_t n)
{
    while (n <= length) {
        const char *hit = memchr(s, *t, length - n + 1);
        if (!hit || !memcmp(hit, t, n))
            return hit;
        length -= (size_t)(hit + 1 - s);
        s = hit + 1;
    }
    return NULL;
}

/* Short enough that a search takes time in proportion to the text. */
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
        hit = find_plain(s + init - 1, length - (size_t)init + 1, t, n);
    if (!hit) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, hit - s + 1);
    lua_pushinteger(L, hit - s + (lua_Integer)n);
    return 2;
}

/* string.replace(s, old, new): every `old` replaced. */
static int string_replace(lua_State *L)
{
    size_t length, n;
    const char *s = luaL_checklstring(L, 1, &length);
    const char *end = s + length, *t = check_sought(L, 2, &n), *hit;
    luaL_checkstring(L, 3);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    while ((hit = find_plain(s, (size_t)(end - s), t, n))) {
        luaL_addlstring(&out, s, (size_t)(hit - s));
        lua_pushvalue(L, 3);
        luaL_addvalue(&out);
        s = hit + n;
    }
    luaL_addlstring(&out, s, (size_t)(end - s));
    luaL_pushresult(&out);
    return 1;
}

/* string.split(s, separator): array of the parts; n separators, n + 1 parts. */
static int string_split(lua_State *L)
{
    size_t length, n;
    const char *s = luaL_checklstring(L, 1, &length);
    const char *end = s + length, *t = check_sought(L, 2, &n), *hit;
    lua_Integer count = 0;
    lua_newtable(L);
    while ((hit = find_plain(s, (size_t)(end - s), t, n))) {
        lua_pushlstring(L, s, (size_t)(hit - s));
        lua_rawseti(L, -2, ++count);
        s = hit + n;
    }
    lua_pushlstring(L, s, (size_t)(end - s));
    lua_rawseti(L, -2, ++count);
    return 1;
}

/* What has no text of its own is called by its type: Lua would give its
 * address, which differs from run to run. */
static void push_text(lua_State *L, int at)
{
    int type = lua_type(L, at);
    bool has_text = type == LUA_TNIL || type == LUA_TBOOLEAN ||
                    type == LUA_TNUMBER || type == LUA_TSTRING;
    if (!has_text && luaL_getmetafield(L, at, "__tostring") != LUA_TNIL) {
        lua_pop(L, 1);
        has_text = true;
    }
    if (has_text)
        luaL_tolstring(L, at, NULL);
    else
        lua_pushstring(L, lua_typename(L, type));
}

static int plain_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    push_text(L, 1);
    return 1;
}

/* Lua's own, the upvalue, but for %p, and for what %s makes of a table. */
static int string_format(lua_State *L)
{
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    while ((at = memchr(at, '%', (size_t)(end - at)))) {
        at += 1 + strspn(at + 1, "-+ #0123456789.");
        luaL_argcheck(L, at == end || *at != 'p', 1, "an address is no text");
        at += at < end;
    }
    for (int i = 2; i <= lua_gettop(L); i++)
        if (lua_type(L, i) > LUA_TSTRING ||
            lua_type(L, i) == LUA_TLIGHTUSERDATA) {
            push_text(L, i);
            lua_replace(L, i);
        }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static void open_one(lua_State *L, const char *name, lua_CFunction open)
{
    luaL_requiref(L, name, open, 1);
    lua_pop(L, 1);
}

void host_open_library(lua_State *L)
{
    static const char *const base[] = {
        "dofile",       "loadfile", "load",   "collectgarbage", "print",
        "warn",         "next",     "pairs",  "require",        "getmetatable",
        "setmetatable", "rawget",   "rawset", "rawequal",       "rawlen",
        "select",       "_G",       NULL};
    static const char *const string[] = {"dump", "match", "gmatch", "gsub",
                                         NULL};
    static const char *const math[] = {"random", "randomseed", NULL};
    static const char *const table[] = {"move", NULL};
    static const luaL_Reg added[] = {{"find", string_find},
                                     {"replace", string_replace},
                                     {"split", string_split},
                                     {NULL, NULL}};
    open_one(L, LUA_GNAME, luaopen_base);
    open_one(L, LUA_TABLIBNAME, luaopen_table);
    open_one(L, LUA_STRLIBNAME, luaopen_string);
    open_one(L, LUA_MATHLIBNAME, luaopen_math);
    open_one(L, LUA_UTF8LIBNAME, luaopen_utf8);
    remove_names(L, LUA_GNAME, base);
    remove_names(L, LUA_STRLIBNAME, string);
    remove_names(L, LUA_MATHLIBNAME, math);
    remove_names(L, LUA_TABLIBNAME, table);
    lua_getglobal(L, LUA_STRLIBNAME);
    luaL_setfuncs(L, added, 0);
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, string_format, 1);
    lua_setfield(L, -2, "format");
    lua_pop(L, 1);
    lua_pushcfunction(L, plain_tostring);
    lua_setglobal(L, "tostring");
}
