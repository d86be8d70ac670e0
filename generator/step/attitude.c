/* SPDX-License-Identifier: MIT
 *
 * Group elements, by which a step rotates vectors and attitudes; and attitudes:
 * the stored one, or one obtained from it by rotations.
 *
 * Each vector that a map's element rotates is declared to the algebra:
 * derivatives then use the closed form, and a later pass may choose between
 * quaternion and matrix.  The rows of an attitude are created on first use, its
 * stored numbers only for the state at the end of the step.  The functions of
 * the attitude's file define what these numbers mean.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- elements ---- */

/* After more products than this the result gets a firm name.  Otherwise each
 * product would inherit the constant factors of its operands, without limit. */
enum { MOST_PRODUCTS = 2 };

enum { DEEPEST = 500 }; /* rotations in a chain of attitudes */

struct element *element_new(struct derive *d, expr q0, expr scale,
                            struct vec axis)
{
    struct element *e = arena_alloc(d->arena, sizeof *e);
    e->rotation.q.x[0] = q0;
    e->rotation.scale = scale;
    e->rotation.axis = axis;
    if (scale)
        axis = vec_scale(d->pool, scale, axis);
    memcpy(&e->rotation.q.x[1], axis.x, sizeof axis.x);
    return e;
}

static bool is_identity(struct quat q)
{
    return expr_is_one(q.x[0]) && expr_is_zero(q.x[1]) &&
           expr_is_zero(q.x[2]) && expr_is_zero(q.x[3]);
}

/* Returns the vector x, whose name is given, rotated by g or by its inverse. */
static struct vec rotate(struct derive *d, const struct element *g,
                         struct vec x, const char *name, bool inverse)
{
    struct pool *p = d->pool;
    const struct rotation *by = &g->rotation;
    if (g->linear)
        return mat_apply(p, inverse ? mat_transpose(*g->linear) : *g->linear,
                         x);
    if (is_identity(by->q) || vec_is_zero(x))
        return x;
    bool scaled_back = by->scale && inverse;
    struct vec y =
        by->scale ? quat_turn(p, by->q.x[0], by->scale, by->axis, x, inverse)
                  : quat_rotate(p, by->q, x, inverse);
    if (g->has_push)
        rotation_declare(p, by, inverse, x, y);
    struct vec turn =
        scaled_back ? vec_cross(p, x, by->axis) : vec_cross(p, by->axis, x);
    name = text_format(d->arena, scaled_back ? "%s_x_axis" : "axis_x_%s", name);
    record_name(d, SOFT, name, VECTOR, turn.x);
    return y;
}

/* ---- products ---- */

/* a (w, s v) = w a + s a (0, v); a (0, v) can be computed before w and s. */
static struct quat compose_scaled(struct pool *p, struct quat a,
                                  const struct rotation *b)
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
    const struct rotation *r = &b->rotation;
    const bool doubles = a == b && a->has_push;
    struct quat q = r->scale && !doubles ? compose_scaled(p, a->rotation.q, r)
                                         : quat_mul(p, a->rotation.q, r->q);
    struct element *e = element_new(d, q.x[0], NULL, quat_vector(q));
    if (doubles) { /* E E: its omega is (E' + 1) times that of E */
        struct mat both = mat_add(p, mat_transpose(r->matrix), mat_identity(p));
        e->rotation.u = r->u;
        e->rotation.matrix = quat_matrix(p, q);
        e->rotation.push = mat_mul(p, both, r->push);
        e->has_push = true;
    }
    if (!is_identity(a->rotation.q) && !is_identity(r->q))
        e->products = a->products + b->products + 1;
    if (e->products > MOST_PRODUCTS) {
        record_name(d, FIRM, "turn", 4, q.x);
        e->products = 0;
    }
    record_name(d, SOFT, "turn", 4, q.x);
    return e;
}

/* element { q0, vec }, or { q0, scale, vec } for { q0, scale vec } */
static int make_element(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    bool scaled = lua_geti(L, 1, 3) != LUA_TNIL;
    lua_geti(L, 1, 2);
    lua_geti(L, 1, 1);
    expr q0 = algebra_scalar(L, 4);
    struct vec axis = algebra_vec(L, scaled ? 2 : 3);
    expr scale = scaled ? algebra_scalar(L, 3) : NULL;
    return algebra_box(L, "element",
                       element_new(derive_of(L), q0, scale, axis));
}

/* linear(a, b, c): the element of the matrix with columns a, b, c.  It acts on
 * vectors and on attitudes stored as matrices; unrotate uses the transpose. */
static int make_linear(lua_State *L)
{
    struct element *e = arena_alloc(kit_of(L)->arena, sizeof *e);
    struct mat *m = arena_alloc(kit_of(L)->arena, sizeof *m);
    for (int j = 0; j < 3; j++)
        memcpy(&m->x[3 * j], algebra_vec(L, j + 1).x, sizeof(struct vec));
    *m = mat_transpose(*m);
    e->linear = m;
    return algebra_box(L, "element", e);
}

/* Returns the element at this argument; an error if it is not a rotation. */
static const struct element *proper_at(lua_State *L, int argument)
{
    const struct element *e = algebra_unbox(L, argument, "element");
    luaL_argcheck(L, !e->linear, argument, "a matrix that is no rotation");
    return e;
}

static int product(lua_State *L)
{
    const struct element *a = proper_at(L, 1), *b = proper_at(L, 2);
    return algebra_box(L, "element", compose(derive_of(L), a, b));
}

static int rotated(lua_State *L, bool inverse)
{
    struct vec x = algebra_vec(L, 2);
    const struct element *g = algebra_unbox(L, 1, "element");
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

/* g:quaternion(): four components; also the axis scale if it is separate. */
static int quaternion(lua_State *L)
{
    const struct rotation *r = &proper_at(L, 1)->rotation;
    algebra_push_array(L, 4, r->q.x);
    if (r->scale)
        algebra_push(L, r->scale);
    return r->scale ? 2 : 1;
}

static int push_rows(lua_State *L, struct mat m)
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
    return push_rows(L,
                     quat_matrix(kit_of(L)->pool, proper_at(L, 1)->rotation.q));
}

static int inverse(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct quat q = proper_at(L, 1)->rotation.q;
    struct vec v = vec_scale(d->pool, expr_int(d->pool, -1), quat_vector(q));
    return algebra_box(L, "element", element_new(d, q.x[0], NULL, v));
}

/* ---- attitudes ---- */

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
    for (int i = 0; i < 3; i++)
        memcpy(&m.x[3 * i], attitude_row(d, at, i).x, sizeof(struct vec));
    return m;
}

/* Returns the product of the attitude's rotations, or NULL without any. */
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

/* Pushes the stored numbers, and their rotation if any; returns 1 or 2. */
static int push_parts(struct derive *d, const struct attitude *at)
{
    const struct element *g = whole_turn(d, at);
    algebra_push_array(d->lua, d->step->store->n, at->stored);
    return g ? 1 + algebra_box(d->lua, "element", g) : 1;
}

static void push_stored(struct derive *d, const struct attitude *at)
{
    if (!at->stored)
        luaL_error(d->lua, "an attitude of rows alone has no numbers");
    if (push_parts(d, at) > 1)
        called_run(d->kit, &d->recipe->attitude, "move", 2);
}

/* R:turned(g) */
static int turned(lua_State *L)
{
    struct attitude *t = arena_alloc(kit_of(L)->arena, sizeof *t);
    t->from = algebra_unbox(L, 1, "attitude");
    t->g = algebra_unbox(L, 2, "element");
    t->stored = t->from->stored;
    t->depth = t->from->depth + 1;
    luaL_argcheck(L, t->depth <= DEEPEST, 1, "turned too often");
    return algebra_box(L, "attitude", t);
}

/* R:rows() */
static int rows(lua_State *L)
{
    return push_rows(
        L, attitude_matrix(derive_of(L), algebra_unbox(L, 1, "attitude")));
}

/* R:stored(): the numbers in which the attitude is stored */
static int stored(lua_State *L)
{
    push_stored(derive_of(L), algebra_unbox(L, 1, "attitude"));
    return 1;
}

/* R:parts() */
static int parts(lua_State *L)
{
    return push_parts(derive_of(L), algebra_unbox(L, 1, "attitude"));
}

/* ---- numbers of an attitude ---- */

struct field attitude_store(struct derive *d, const struct called *attitude,
                            bool is_shown)
{
    struct field s = {0};
    called_push(d->kit, attitude);
    if (lua_getfield(d->lua, -1, "store") != LUA_TTABLE)
        called_blame(d->kit, attitude,
                     "an attitude needs store = { name = .., size = .. }");
    struct fields f = {d->lua, attitude->file->text->path, lua_gettop(d->lua)};
    s.name = field_text(&f, "name", A_NAME);
    s.note = is_shown ? field_text(&f, "shown", A_LINE) : NULL;
    if (!s.note)
        s.note = field_text(&f, "note", A_LINE);
    s.kind = PART_ATTITUDE;
    s.unit = s.note && strstr(s.note, ", rad") ? "rad" : "1";
    s.frame = "body to space";
    if (d->step->drifts)
        s.note = text_format(d->arena, "%s; but for the method's error",
                             s.note ? s.note : "attitude");
    s.n = (int)field_int(&f, "size", 1, MOST_STORED, 0);
    if (!s.name || !s.n)
        called_blame(d->kit, attitude,
                     "store needs a name, and a size from 1 to 9");
    s.name = name_of_text(d->names, s.name);
    lua_settop(d->lua, f.table - 2);
    record_symbols(d, &s, is_shown ? SYMBOL_SHOWN : SYMBOL_STATE);
    return s;
}

/* expect_element(g, path): returns g, or an error in the file at `path` if g is
 * not an element.  The path is copied because messages outlive Lua's string. */
static int expect_element(lua_State *L)
{
    size_t n;
    const char *path = luaL_checklstring(L, 2, &n);
    if (!luaL_testudata(L, 1, "element"))
        host_blame(L, arena_text(derive_of(L)->arena, path, n),
                   "'element' must return element { q0, vec }");
    lua_settop(L, 1);
    return 1;
}

/* Pops the table that function `field` of the attitude's file returned, and
 * stores its numbers in `out`. */
static void take_numbers(struct derive *d, const char *field, expr *out)
{
    lua_State *L = d->lua;
    int n = d->step->store[STORED_R].n, at = lua_gettop(L);
    bool good = lua_istable(L, at) && luaL_len(L, at) == n;
    for (int i = 1; good && i <= n; i++) {
        lua_geti(L, at, i);
        good = algebra_is_scalar(L, at + 1);
        lua_pop(L, 1);
    }
    called_push(d->kit, &d->recipe->attitude);
    lua_getfield(L, -1, "own");
    while (lua_getfield(L, -1, field), !lua_toboolean(L, -1)) {
        field = strcmp(field, "from") == 0 ? "set" : "from";
        lua_pop(L, 1); /* derived from another function */
    }
    if (!good)
        called_blame(d->kit, &d->recipe->attitude,
                     "'%s' must return a table of %d %s", field, n,
                     n == 1 ? "number" : "numbers");
    algebra_array(L, at, n, out);
    lua_settop(L, at - 1);
}

struct attitude *attitude_of_numbers(struct derive *d, const expr *stored)
{
    struct attitude *at = arena_alloc(d->arena, sizeof *at);
    at->stored = stored;
    algebra_push_array(d->lua, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "rows", 1);
    for (int i = 0; i < 3; i++) {
        if (!lua_istable(d->lua, -1) || !lua_geti(d->lua, -1, i + 1) ||
            !algebra_is_vec(d->lua, -1))
            called_blame(d->kit, &d->recipe->attitude,
                         "'rows' must return a table of three vectors");
        at->row[i] = algebra_vec(d->lua, -1);
        at->have[i] = true;
        record_soft_matrix(d, "R", 3 * i, 3, at->row[i].x);
        lua_pop(d->lua, 1);
    }
    lua_pop(d->lua, 1);
    return at;
}

void attitude_numbers(struct derive *d, const struct attitude *at, expr *out)
{
    push_stored(d, at);
    take_numbers(d, "move", out);
}

void attitude_set(struct derive *d, struct mat R, expr *out)
{
    push_rows(d->lua, R);
    called_run(d->kit, &d->recipe->attitude, "set", 1);
    take_numbers(d, "set", out);
}

/* m.attitude.at(numbers) */
static int at_numbers(lua_State *L)
{
    struct derive *d = derive_of(L);
    size_t n = (size_t)d->step->store[STORED_R].n;
    expr *stored = arena_array(d->arena, n, sizeof *stored);
    luaL_checktype(L, 1, LUA_TTABLE);
    algebra_array(L, 1, (int)n, stored);
    return algebra_box(L, "attitude", attitude_of_numbers(d, stored));
}

/* seen(a, b, c): the attitude with these matrix rows, for torque and force */
static int attitude_of_rows(lua_State *L)
{
    struct attitude *at = arena_alloc(kit_of(L)->arena, sizeof *at);
    for (int i = 0; i < 3; i++) {
        at->row[i] = algebra_vec(L, i + 1);
        at->have[i] = true;
    }
    return algebra_box(L, "attitude", at);
}

bool attitude_restores(struct derive *d)
{
    lua_getglobal(d->lua, "attitude_restores");
    called_push(d->kit, &d->recipe->attitude);
    lua_call(d->lua, 1, 1);
    const bool it_does = lua_toboolean(d->lua, -1);
    lua_pop(d->lua, 1);
    return it_does;
}

/* ---- where an attitude's numbers do not exist ---- */

/* Makes the step fail unless the condition holds; records nothing if it is
 * always true.  Returns false if the condition holds for NaN. */
static bool record_demand(struct derive *d, expr condition, enum failure fails)
{
    struct solve s = {
        .done = expr_int(d->pool, 1), .accept = condition, .fails = fails};
    if (expr_is_one(condition))
        return true;
    if (holds_for_nan(d, condition))
        return false;
    record_solve(d, &s);
    return true;
}

/* demand(condition [, "too large" or "not finite"]): unless the condition
 * holds, the step fails with this status, by default "singular". */
static int demand(lua_State *L)
{
    static const char *const status[] = {"too large", "singular", "not finite",
                                         NULL};
    static const enum failure fails[] = {FAILS_TOO_LARGE, FAILS_SINGULAR,
                                         FAILS_FINITE};
    expr condition = algebra_scalar(L, 1);
    const int i = luaL_checkoption(L, 2, "singular", status);
    luaL_argcheck(L, record_demand(derive_of(L), condition, fails[i]), 1,
                  "it is true for a NaN");
    return 0;
}

/* Returns the condition under which these stored numbers exist. */
static expr existence(struct derive *d, const expr *stored)
{
    algebra_push_array(d->lua, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "fits", 1);
    if (!algebra_is_scalar(d->lua, -1))
        called_blame(d->kit, &d->recipe->attitude,
                     "'fits' must return a condition, as lt(a, b)");
    expr condition = algebra_scalar(d->lua, -1);
    lua_pop(d->lua, 1);
    return condition;
}

void attitude_check(struct derive *d, const expr *stored)
{
    if (!record_demand(d, existence(d, stored), FAILS_SINGULAR))
        called_blame(d->kit, &d->recipe->attitude, "'fits' is true for a NaN");
}

void attitude_check_start(struct derive *d, const expr *stored)
{
    if (expr_is_zero(existence(d, stored)))
        host_refuse(d->lua, d->model->start_place, "take another attitude",
                    "%s has no numbers for this attitude",
                    d->recipe->attitude.claim.name);
}

/* ---- definitions for Lua ---- */

/* Error for a == b; upvalue 1 names such values in the message. */
static int compare(lua_State *L)
{
    return luaL_error(L, "a step may not compare %s",
                      lua_tostring(L, lua_upvalueindex(1)));
}

/* Defines a kind of box with these functions; messages name it `called`. */
static void define(lua_State *L, const char *kind, const char *called,
                   const luaL_Reg *functions)
{
    luaL_newmetatable(L, kind);
    luaL_setfuncs(L, functions, 0);
    lua_pushstring(L, called);
    lua_pushcclosure(L, compare, 1);
    lua_setfield(L, -2, "__eq");
    lua_newtable(L); /* no file can reach the metatable itself */
    luaL_setfuncs(L, functions, 0);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

void attitude_open(struct derive *d)
{
    static const luaL_Reg of_element[] = {
        {"__mul", product}, {"rotate", forth},          {"unrotate", back},
        {"rows", rows_of},  {"quaternion", quaternion}, {"inverse", inverse},
        {NULL, NULL}};
    static const luaL_Reg of_attitude[] = {{"turned", turned},
                                           {"rows", rows},
                                           {"stored", stored},
                                           {"parts", parts},
                                           {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"element", make_element},          {"linear", make_linear},
        {"expect_element", expect_element}, {"demand", demand},
        {"seen", attitude_of_rows},         {NULL, NULL}};
    define(d->lua, "element", "group elements", of_element);
    define(d->lua, "attitude", "attitudes", of_attitude);
    algebra_define(d->lua, functions);
    called_push(d->kit, &d->recipe->attitude);
    lua_pushcfunction(d->lua, at_numbers);
    lua_setfield(d->lua, -2, "at");
    lua_pop(d->lua, 1);
}
