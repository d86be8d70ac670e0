/* SPDX-License-Identifier: MIT
 *
 * The map of the shelf as a rotation that the algebra knows: element,
 * matrix, and the tangent by which derivatives are taken.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

/* Its columns are what push gives for unit vectors. */
static struct mat push_matrix(struct derive *d, const struct called *map,
                              struct vec v)
{
    lua_State *L = host_lua(d->host);
    struct mat m;
    for (int j = 0; j < 3; j++) {
        algebra_push_vec(L, v);
        algebra_push_vec(L, vec_unit(d->pool, j));
        called_run(d->kit, map, "push", 2);
        derive_expect(d, map, "push", "vector", "a vector");
        algebra_take(L, -1, &m.x[3 * j]);
        lua_pop(L, 1);
    }
    return mat_transpose(m);
}

/* The rotation whose vector is u = 2 v. */
static const struct rotation *rotation_of(struct derive *d,
                                          const struct called *map,
                                          struct vec v, const struct element *e)
{
    struct rotation *r = arena_alloc(d->arena, sizeof *r);
    *r = (struct rotation){.u = vec_scale(d->pool, expr_int(d->pool, 2), v),
                           .q = e->q,
                           .scale = e->scale,
                           .axis = e->axis,
                           .matrix = quat_matrix(d->pool, e->q),
                           .push = push_matrix(d, map, v)};
    return r;
}

/* The factors of quat_turn keep their scale, so that the 2 stands in them and
 * not in each vector that is turned. */
static void name_factors(struct derive *d, const struct element *e)
{
    const struct expr *twice =
        expr_mul(d->pool, expr_int(d->pool, 2), e->scale);
    const struct expr *sine = expr_mul(d->pool, twice, e->q.x[0]);
    const struct expr *versine = expr_mul(d->pool, twice, e->scale);
    record_label(d, "sine", 1, &sine);
    record_label(d, "versine", 1, &versine);
}

static const struct element *
make_element(struct derive *d, const struct called *map, struct vec v)
{
    lua_State *L = host_lua(d->host);
    struct element *e = arena_alloc(d->arena, sizeof *e);
    algebra_push_vec(L, v);
    called_run(d->kit, map, "element", 1);
    derive_expect(d, map, "element", "element", "element { q0, vec }");
    *e = *element_at(L, lua_gettop(L));
    lua_pop(L, 1);
    e->map = map->file;
    e->v = v;
    e->rotation = rotation_of(d, map, v, e);
    if (e->scale)
        name_factors(d, e);
    arena_push(d->arena, d->made, d->mades, d->made_room);
    d->made[d->mades++] = e;
    return e;
}

static const struct element *
find_element(struct derive *d, const struct called *map, struct vec v)
{
    for (int i = 0; i < d->mades; i++)
        if (d->made[i]->map == map->file &&
            !memcmp(d->made[i]->v.x, v.x, sizeof v.x))
            return d->made[i];
    return make_element(d, map, v);
}

/* ---- as Lua sees it ---- */

/* element(v) of the map in the upvalue */
static int map_element(lua_State *L)
{
    const struct called *map = lua_touserdata(L, lua_upvalueindex(1));
    return element_push(L, find_element(derive_of(L), map, algebra_vec(L, 1)));
}

void map_push(struct derive *d, const struct called *map)
{
    lua_State *L = host_lua(d->host);
    static const char *const same[] = {"pull", "push", "quarter", "truncated"};
    called_push(d->kit, map);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        lua_getfield(L, -2, same[i]);
        lua_setfield(L, -2, same[i]);
    }
    lua_remove(L, -2);
    lua_pushlightuserdata(L, (void *)map);
    lua_pushcclosure(L, map_element, 1);
    lua_setfield(L, -2, "element");
}

/* load_map(name): a map for a method that is made of this one. */
static int load_map(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = luaL_checkstring(L, 1);
    struct called *map = arena_alloc(d->arena, sizeof *map);
    *map = (struct called){.file = shelf_find(d->kit->shelf, SHELF_MAP, name)};
    if (!map->file || !called_open(d->kit, map))
        return luaL_error(L, "the shelf has no map '%s'", name);
    map_push(d, map);
    return 1;
}

void map_open(struct derive *d)
{
    lua_register(host_lua(d->host), "load_map", load_map);
}
