/* SPDX-License-Identifier: MIT
 *
 * The standard functions a session has.  Taken out is what loads code, what
 * differs from run to run (random numbers, order of hashing, addresses), what
 * runs unbounded in C where the instruction budget does not reach (patterns,
 * lengths that a metatable invents, finalizers), what goes around metatables,
 * and what prints.
 */
#define _GNU_SOURCE /* memmem */

#include "shelf/host.h"

#include <lualib.h>
#include <string.h>

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

/* What has no text of its own is called by its type: Lua would give its
 * address, which differs from run to run. */
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

void host_open_library(lua_State *L)
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
