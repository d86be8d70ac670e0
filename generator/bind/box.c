/* SPDX-License-Identifier: MIT
 *
 * Boxes: how Lua holds expressions, vectors and elements, and how it hands
 * them back.  A box is userdata with one pointer; what it points to lives in
 * the arena.
 */
#include "bind/bind.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* No step has so many; a loop that never ends soon does. */
enum { MOST_NODES = 1000000 };

struct kit *kit_of(lua_State *L)
{
    return host_bound(L);
}

int algebra_box(lua_State *L, const char *kind, const void *p)
{
    if (pool_size(kit_of(L)->pool) > MOST_NODES)
        host_exhaust(L);
    void **box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (void *)(uintptr_t)p;
    luaL_setmetatable(L, kind);
    return 1;
}

void *algebra_unbox(lua_State *L, int argument, const char *kind)
{
    void **box = luaL_checkudata(L, argument, kind);
    return *box;
}

bool algebra_is_vec(lua_State *L, int argument)
{
    return luaL_testudata(L, argument, "vector");
}

bool algebra_is_scalar(lua_State *L, int argument)
{
    return lua_type(L, argument) == LUA_TNUMBER ||
           luaL_testudata(L, argument, "expression");
}

/* 3/8 and 0.5 are what they seem; 1/6 and 0.1 are already rounded. */
static const struct expr *of_double(lua_State *L, double value)
{
    struct kit *kit = kit_of(L);
    double scaled = value * 1024;
    if (!isfinite(value))
        luaL_error(L, "a number that is not finite");
    if (!(fabs(value) < 1048576) || floor(scaled) != scaled)
        luaL_error(L,
                   "%f is rounded already: numbers in a method are exact; "
                   "write h/6, not h*(1/6)",
                   value);
    return expr_number(kit->pool, number_of_double(kit->arena, value));
}

const struct expr *algebra_scalar(lua_State *L, int argument)
{
    struct kit *kit = kit_of(L);
    const struct expr **box = luaL_testudata(L, argument, "expression");
    if (box)
        return *box;
    if (lua_isinteger(L, argument))
        return expr_int(kit->pool, (long)lua_tointeger(L, argument));
    if (lua_type(L, argument) == LUA_TNUMBER)
        return of_double(L, lua_tonumber(L, argument));
    luaL_typeerror(L, argument, "number or expression");
    return NULL;
}

struct vec algebra_vec(lua_State *L, int argument)
{
    return *(const struct vec *)algebra_unbox(L, argument, "vector");
}

/* No expression goes on from there. */
static void refuse_undefined(lua_State *L, int n, const struct expr *const *e)
{
    for (int i = 0; i < n; i++)
        if (expr_is_undefined(e[i]))
            luaL_error(L, "the result is no finite number");
}

int algebra_push(lua_State *L, const struct expr *e)
{
    refuse_undefined(L, 1, &e);
    return algebra_box(L, "expression", e);
}

int algebra_push_vec(lua_State *L, struct vec v)
{
    struct vec *copy = arena_alloc(kit_of(L)->arena, sizeof *copy);
    refuse_undefined(L, VECTOR, v.x);
    *copy = v;
    return algebra_box(L, "vector", copy);
}

void algebra_array(lua_State *L, int table, int n, const struct expr **out)
{
    table = lua_absindex(L, table);
    luaL_checktype(L, table, LUA_TTABLE);
    for (int i = 0; i < n; i++) {
        lua_geti(L, table, i + 1);
        if (!algebra_is_scalar(L, -1))
            luaL_error(L,
                       "an array of %d numbers was expected; number %d is "
                       "a %s",
                       n, i + 1, luaL_typename(L, -1));
        out[i] = algebra_scalar(L, lua_gettop(L));
        lua_pop(L, 1);
    }
}

void algebra_push_array(lua_State *L, int n, const struct expr *const *e)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        algebra_push(L, e[i]);
        lua_seti(L, -2, i + 1);
    }
}
