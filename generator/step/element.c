/* SPDX-License-Identifier: MIT
 *
 * Group elements: rotations by which a step turns vectors and attitudes.
 *
 * What a map's element rotates is declared to the algebra, so that derivatives
 * take the closed form and a later pass may choose between quaternion and
 * matrix.
 *
 * The attitude inside a step is the stored one, or one that was turned from it
 * by elements.  Its rows are made when they are first looked at, its stored
 * numbers only for the state in which the step ends.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* After so many products a name keeps the scale: each product takes it from
 * its factors, and the constants would multiply without end. */
enum { MOST_PRODUCTS = 2 };

enum { DEEPEST = 500 }; /* attitudes turned by one another */

int element_push(lua_State *L, const struct element *e)
{
    return algebra_box(L, "element", e);
}

static const struct element *copy(struct arena *arena, struct element e)
{
    struct element *own = arena_alloc(arena, sizeof *own);
    *own = e;
    return own;
}

static int push_new(lua_State *L, struct element e)
{
    return element_push(L, copy(kit_of(L)->arena, e));
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

/* The vector x, which has this name, turned by g. */
static struct vec rotate(struct derive *d, const struct element *g,
                         struct vec x, const char *name, bool inverse)
{
    struct pool *p = d->pool;
    if (g->linear)
        return inverse ? mat_apply(p, mat_transpose(*g->linear), x)
                       : mat_apply(p, *g->linear, x);
    if (is_identity(g->q) || vec_is_zero(x))
        return x;
    bool scaled_back = g->scale && inverse;
    struct vec axis = {{g->q.x[1], g->q.x[2], g->q.x[3]}}, y;
    if (g->scale) {
        axis = g->axis;
        y = quat_turn(p, g->q.x[0], g->scale, axis, x, inverse);
    } else {
        y = quat_rotate(p, g->q, x, inverse);
    }
    if (g->rotation)
        rotation_declare(p, g->rotation, inverse, x, y);
    axis = scaled_back ? vec_cross(p, x, axis) : vec_cross(p, axis, x);
    name = text_format(d->arena, scaled_back ? "%s_x_axis" : "axis_x_%s", name);
    record_name(d, SOFT, name, VECTOR, axis.x);
    return y;
}

/* ---- products ---- */

/* a (w, s v) = w a + s a (0, v), where a (0, v) does not wait for w and s. */
static struct quat compose_scaled(struct pool *p, struct quat a,
                                  const struct element *b)
{
    struct quat v = {
        {expr_int(p, 0), b->axis.x[0], b->axis.x[1], b->axis.x[2]}};
    struct quat q = quat_mul(p, a, v);
    for (int i = 0; i < 4; i++) {
        expr turned = expr_mul(p, b->scale, q.x[i]);
        q.x[i] = expr_add(p, expr_mul(p, b->q.x[0], a.x[i]), turned);
    }
    return q;
}

static const struct element *compose(struct derive *d, const struct element *a,
                                     const struct element *b)
{
    struct pool *p = d->pool;
    const struct rotation *r = a == b ? a->rotation : NULL;
    struct element e = {.q = b->scale && !r ? compose_scaled(p, a->q, b)
                                            : quat_mul(p, a->q, b->q)};
    if (r) { /* of twice the same omega is (E' + 1) times that of E */
        struct rotation *twice = arena_alloc(d->arena, sizeof *twice);
        struct mat both = mat_add(p, mat_transpose(r->matrix), mat_identity(p));
        twice->u = r->u;
        twice->q = e.q;
        twice->matrix = quat_matrix(p, e.q);
        twice->push = mat_mul(p, both, r->push);
        e.rotation = twice;
    }
    if (!is_identity(a->q) && !is_identity(b->q))
        e.products = a->products + b->products + 1;
    if (e.products > MOST_PRODUCTS) {
        record_name(d, FIRM, "turn", 4, e.q.x);
        e.products = 0;
    }
    record_name(d, SOFT, "turn", 4, e.q.x);
    return copy(d->arena, e);
}

/* ---- as Lua sees them ---- */

/* element { q0, vec }, or { q0, scale, vec } for { q0, scale vec } */
static int make_element(lua_State *L)
{
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
        v = vec_scale(kit_of(L)->pool, e.scale, v);
    }
    memcpy(&e.q.x[1], v.x, sizeof v.x);
    return push_new(L, e);
}

/* linear(a, b, c): the matrix with these columns.  It turns attitudes that are
 * stored as matrices, and vectors: unrotate is the transpose. */
static int make_linear(lua_State *L)
{
    struct mat *m = arena_alloc(kit_of(L)->arena, sizeof *m);
    for (int j = 0; j < 3; j++) {
        struct vec column = algebra_vec(L, j + 1);
        memcpy(&m->x[3 * j], column.x, sizeof column.x);
    }
    *m = mat_transpose(*m);
    return push_new(L, (struct element){.linear = m});
}

/* The argument, which must be a rotation. */
static const struct element *proper_at(lua_State *L, int argument)
{
    const struct element *e = element_at(L, argument);
    luaL_argcheck(L, !e->linear, argument, "a matrix that is no rotation");
    return e;
}

static int product(lua_State *L)
{
    const struct element *a = proper_at(L, 1), *b = proper_at(L, 2);
    return element_push(L, compose(derive_of(L), a, b));
}

static int rotated(lua_State *L, bool inverse)
{
    struct vec x = algebra_vec(L, 2);
    const struct element *g = element_at(L, 1);
    return algebra_push_vec(L, rotate(derive_of(L), g, x, "vec", inverse));
}

static int forth(lua_State *L)
{
    return rotated(L, false);
}

static int back(lua_State *L)
{
    return rotated(L, true);
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

static int rows_of(lua_State *L)
{
    return element_push_rows(L,
                             quat_matrix(kit_of(L)->pool, proper_at(L, 1)->q));
}

static int inverse(lua_State *L)
{
    struct quat q = quat_conjugate(kit_of(L)->pool, proper_at(L, 1)->q);
    return push_new(L, (struct element){.q = q});
}

/* Upvalue 1 is what they are called. */
static int compare(lua_State *L)
{
    return luaL_error(L, "a step may not compare %s",
                      lua_tostring(L, lua_upvalueindex(1)));
}

/* ---- attitudes ---- */

struct attitude *attitude_at(lua_State *L, int argument)
{
    return algebra_unbox(L, argument, "attitude");
}

int attitude_push(lua_State *L, struct attitude *at)
{
    return algebra_box(L, "attitude", at);
}

struct vec attitude_row(struct derive *d, struct attitude *at, int row)
{
    if (!at->have[row])
        at->row[row] = rotate(d, at->g, attitude_row(d, at->from, row),
                              text_format(d->arena, "R%d", row), true);
    if (!at->have[row])
        record_soft_matrix(d, "R", 3 * row, 3, at->row[row].x);
    at->have[row] = true;
    return at->row[row];
}

struct mat attitude_matrix(struct derive *d, struct attitude *at)
{
    struct mat m;
    for (int i = 0; i < 3; i++) {
        struct vec row = attitude_row(d, at, i);
        memcpy(&m.x[3 * i], row.x, sizeof row.x);
    }
    return m;
}

/* The product of the elements by which it was turned; NULL: by none. */
static const struct element *whole_turn(struct derive *d,
                                        const struct attitude *at)
{
    const struct element *g = at->from ? whole_turn(d, at->from) : NULL;
    if (!g)
        return at->g;
    if (g->linear || at->g->linear)
        luaL_error(d->lua, "after a turn by a matrix that is no "
                           "rotation there may be no other");
    return compose(d, g, at->g);
}

void attitude_push_stored(struct derive *d, const struct attitude *at)
{
    const struct element *g = whole_turn(d, at);
    algebra_push_array(d->lua, d->step->store->n, at->stored);
    if (!g)
        return;
    element_push(d->lua, g);
    called_run(d->kit, &d->recipe->attitude, "move", 2);
}

/* R:turned(g) */
static int turned(lua_State *L)
{
    struct attitude *t = arena_alloc(kit_of(L)->arena, sizeof *t);
    t->from = attitude_at(L, 1);
    t->g = element_at(L, 2);
    t->stored = t->from->stored;
    t->depth = t->from->depth + 1;
    luaL_argcheck(L, t->depth <= DEEPEST, 1, "turned too often");
    return attitude_push(L, t);
}

/* R:rows() */
static int rows(lua_State *L)
{
    return element_push_rows(L,
                             attitude_matrix(derive_of(L), attitude_at(L, 1)));
}

/* R:stored(), the numbers by which the attitude is stored */
static int stored(lua_State *L)
{
    attitude_push_stored(derive_of(L), attitude_at(L, 1));
    return 1;
}

/* ---- both ---- */

/* A kind of boxes with these functions; `called` in messages. */
static void define(lua_State *L, const char *kind, const char *called,
                   const luaL_Reg *functions)
{
    luaL_newmetatable(L, kind);
    luaL_setfuncs(L, functions, 0);
    lua_pushstring(L, called);
    lua_pushcclosure(L, compare, 1);
    lua_setfield(L, -2, "__eq");
    lua_newtable(L); /* no file gets at the metatable itself */
    luaL_setfuncs(L, functions, 0);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

void element_open(struct derive *d)
{
    static const luaL_Reg of_element[] = {
        {"__mul", product}, {"rotate", forth},          {"unrotate", back},
        {"rows", rows_of},  {"quaternion", quaternion}, {"inverse", inverse},
        {NULL, NULL}};
    static const luaL_Reg of_attitude[] = {
        {"turned", turned}, {"rows", rows}, {"stored", stored}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"element", make_element}, {"linear", make_linear}, {NULL, NULL}};
    define(d->lua, "element", "group elements", of_element);
    define(d->lua, "attitude", "attitudes", of_attitude);
    algebra_define(d->lua, functions);
}
