/* SPDX-License-Identifier: MIT
 *
 * Group elements: rotations by which a step turns vectors and attitudes.
 *
 * What a map's element rotates is declared to the algebra, so that derivatives
 * take the closed form and a later pass may choose between quaternion and
 * matrix.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

/* After so many products a name keeps the scale: each product takes it from
 * its factors, and the constants would multiply without end. */
enum { MOST_PRODUCTS = 2 };

static struct element *new_element(struct derive *d, struct quat q,
                                   const struct rotation *rotation)
{
    struct element *e = arena_alloc(d->arena, sizeof *e);
    e->q = q;
    e->rotation = rotation;
    return e;
}

int element_push(lua_State *L, const struct element *e)
{
    return algebra_box(L, "element", e);
}

const struct element *element_at(lua_State *L, int argument)
{
    return algebra_unbox(L, argument, "element");
}

static bool is_identity(struct quat q)
{
    return expr_is_one(q.x[0]) && expr_is_zero(q.x[1]) &&
           expr_is_zero(q.x[2]) && expr_is_zero(q.x[3]);
}

struct vec element_turn(struct derive *d, const struct element *g, struct vec x,
                        bool inverse)
{
    if (g->linear)
        return inverse ? mat_apply_t(d->pool, *g->linear, x)
                       : mat_apply(d->pool, *g->linear, x);
    if (is_identity(g->q) || vec_is_zero(x))
        return x;
    struct vec y;
    if (g->scale)
        y = quat_turn(d->pool, g->q.x[0], g->scale, g->axis, x, inverse);
    else
        y = inverse ? quat_unrotate(d->pool, g->q, x)
                    : quat_rotate(d->pool, g->q, x);
    if (g->rotation)
        rotation_declare(d->pool, g->rotation, inverse, x, y);
    return y;
}

/* ---- as Lua sees them ---- */

/* element { q0, vec }, or { q0, scale, vec } for { q0, scale vec } */
static int make_element(lua_State *L)
{
    struct derive *d = derive_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    bool scaled = lua_geti(L, 1, 3) != LUA_TNIL;
    lua_geti(L, 1, 2);
    lua_geti(L, 1, 1);
    struct element e = {.q.x[0] = algebra_scalar(L, 4)};
    e.axis = algebra_vec(L, scaled ? 2 : 3);
    struct vec v = e.axis;
    if (scaled) {
        e.scale = algebra_scalar(L, 3);
        v = vec_scale(d->pool, e.scale, v);
    }
    memcpy(&e.q.x[1], v.x, sizeof v.x);
    struct element *own = arena_alloc(d->arena, sizeof *own);
    *own = e;
    return element_push(L, own);
}

/* linear(a, b, c): the matrix with these columns.  It turns attitudes that are
 * stored as matrices, and vectors: unrotate is the transpose. */
static int make_linear(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct mat *m = arena_alloc(d->arena, sizeof *m);
    for (int j = 0; j < 3; j++) {
        struct vec column = algebra_vec(L, j + 1);
        for (int i = 0; i < 3; i++)
            m->x[3 * i + j] = column.x[i];
    }
    struct quat none = {{NULL}};
    struct element *e = arena_alloc(d->arena, sizeof *e);
    *e = (struct element){.q = none, .linear = m};
    return element_push(L, e);
}

/* The argument, which must be a rotation. */
static const struct element *proper_at(lua_State *L, int argument)
{
    const struct element *e = element_at(L, argument);
    luaL_argcheck(L, !e->linear, argument, "a matrix that is no rotation");
    return e;
}

/* Twice the same rotation: omega of E E is (E' + 1) times that of E. */
static const struct rotation *twice(struct derive *d, const struct rotation *r,
                                    struct quat q)
{
    struct rotation *t = arena_alloc(d->arena, sizeof *t);
    struct mat both =
        mat_add(d->pool, mat_transpose(r->matrix), mat_identity(d->pool));
    *t = (struct rotation){.u = r->u,
                           .q = q,
                           .matrix = quat_matrix(d->pool, q),
                           .push = mat_mul(d->pool, both, r->push)};
    return t;
}

/* a (w, s v) = w a + s a (0, v), where a (0, v) does not wait for w and s. */
static struct quat compose_scaled(struct pool *p, struct quat a,
                                  const struct element *b)
{
    struct quat v = {
        {expr_int(p, 0), b->axis.x[0], b->axis.x[1], b->axis.x[2]}};
    struct quat q = quat_mul(p, a, v);
    for (int i = 0; i < 4; i++) {
        const struct expr *turned = expr_mul(p, b->scale, q.x[i]);
        q.x[i] = expr_add(p, expr_mul(p, b->q.x[0], a.x[i]), turned);
    }
    return q;
}

const struct element *element_compose(struct derive *d, const struct element *a,
                                      const struct element *b)
{
    bool same = a == b && a->rotation;
    struct quat q = b->scale && !same ? compose_scaled(d->pool, a->q, b)
                                      : quat_mul(d->pool, a->q, b->q);
    struct element *e =
        new_element(d, q, same ? twice(d, a->rotation, q) : NULL);
    if (!is_identity(a->q) && !is_identity(b->q))
        e->products = a->products + b->products + 1;
    if (e->products > MOST_PRODUCTS) {
        record_label(d, "turn", 4, q.x);
        e->products = 0;
    }
    return e;
}

static int compose(lua_State *L)
{
    const struct element *a = proper_at(L, 1), *b = proper_at(L, 2);
    return element_push(L, element_compose(derive_of(L), a, b));
}

static int rotate(lua_State *L)
{
    struct vec x = algebra_vec(L, 2);
    return algebra_push_vec(
        L, element_turn(derive_of(L), element_at(L, 1), x, false));
}

static int unrotate(lua_State *L)
{
    struct vec x = algebra_vec(L, 2);
    return algebra_push_vec(
        L, element_turn(derive_of(L), element_at(L, 1), x, true));
}

static int quaternion(lua_State *L)
{
    algebra_push_array(L, 4, proper_at(L, 1)->q.x);
    return 1;
}

int element_push_rows(lua_State *L, struct mat m)
{
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        algebra_push_vec(L, mat_row(m, i));
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

static int element_rows(lua_State *L)
{
    struct pool *p = derive_of(L)->pool;
    return element_push_rows(L, quat_matrix(p, proper_at(L, 1)->q));
}

static int inverse(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct quat q = quat_conjugate(d->pool, proper_at(L, 1)->q);
    return element_push(L, new_element(d, q, NULL));
}

static int compare(lua_State *L)
{
    return luaL_error(L, "a step may not compare group elements");
}

void element_define(lua_State *L, const char *kind, const luaL_Reg *functions)
{
    luaL_newmetatable(L, kind);
    luaL_setfuncs(L, functions, 0);
    lua_newtable(L); /* no file gets at the metatable itself */
    luaL_setfuncs(L, functions, 0);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

void element_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const luaL_Reg of_element[] = {
        {"__mul", compose},         {"__eq", compare},
        {"rotate", rotate},         {"unrotate", unrotate},
        {"quaternion", quaternion}, {"rows", element_rows},
        {"inverse", inverse},       {NULL, NULL}};
    element_define(L, "element", of_element);
    lua_register(L, "element", make_element);
    lua_register(L, "linear", make_linear);
}
