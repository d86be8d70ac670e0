/* SPDX-License-Identifier: MIT
 *
 * The body m as a method sees it, with its map, attitude and principal axes.
 */
#include "step/derive.h"

#include <string.h>

#include "base/text.h"

/* ---- maps ----
 * A map is a rotation that the algebra knows: element, matrix, and the tangent
 * from which derivatives are computed. */

/* Returns the matrix of `push` at v; its columns are push of unit vectors. */
static struct mat push_matrix(struct derive *d, const struct called *map,
                              struct vec v)
{
    struct mat m;
    for (int j = 0; j < 3; j++) {
        algebra_push_vec(d->lua, v);
        algebra_push_vec(d->lua, vec_unit(d->pool, j));
        called_run(d->kit, map, "push", 2);
        if (!algebra_is_vec(d->lua, -1))
            called_blame(d->kit, map, "'push' must return a vector");
        algebra_take(d->lua, -1, &m.x[3 * j]);
        lua_pop(d->lua, 1);
    }
    m = mat_transpose(m);
    record_soft_matrix(d, "dexp", 0, 9, m.x);
    return m;
}

/* Returns the map's element at v, created once; its rotation vector is 2 v. */
static const struct element *
find_element(struct derive *d, const struct called *map, struct vec v)
{
    for (int i = 0; i < d->elements; i++)
        if (d->element[i]->map == map->file &&
            !memcmp(d->element[i]->v.x, v.x, sizeof v.x))
            return d->element[i];
    struct element *e = arena_alloc(d->arena, sizeof *e);
    algebra_push_vec(d->lua, v);
    called_run(d->kit, map, "element", 1);
    if (!luaL_testudata(d->lua, -1, "element"))
        called_blame(d->kit, map, "'element' must return element { q0, vec }");
    *e = *(const struct element *)algebra_unbox(d->lua, -1, "element");
    lua_pop(d->lua, 1);
    struct rotation *by = &e->rotation;
    e->map = map->file;
    e->v = v;
    e->has_push = true;
    by->u = vec_scale(d->pool, expr_int(d->pool, 2), v);
    by->matrix = quat_matrix(d->pool, by->q);
    by->push = push_matrix(d, map, v);
    record_soft_matrix(d, "g", 0, 9, by->matrix.x);
    if (by->scale) { /* firm names keep the 2 in the factors of quat_turn, not
                        in each vector that is rotated */
        expr twice = expr_mul(d->pool, expr_int(d->pool, 2), by->scale);
        expr sine = expr_mul(d->pool, twice, by->q.x[0]);
        expr versine = expr_mul(d->pool, twice, by->scale);
        record_name(d, FIRM, "sine", 1, &sine);
        record_name(d, FIRM, "versine", 1, &versine);
    }
    arena_push(d->arena, d->element, d->elements, d->element_room, e);
    return e;
}

/* element(v) of the map in the upvalue */
static int map_element(lua_State *L)
{
    const struct called *map = lua_touserdata(L, lua_upvalueindex(1));
    return algebra_box(L, "element",
                       find_element(derive_of(L), map, algebra_vec(L, 1)));
}

static void push_map(struct derive *d, const struct called *map)
{
    static const char *const same[] = {"pull", "push", "quarter", "truncated"};
    called_push(d->kit, map);
    lua_newtable(d->lua);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        lua_getfield(d->lua, -2, same[i]);
        lua_setfield(d->lua, -2, same[i]);
    }
    lua_remove(d->lua, -2);
    lua_pushlightuserdata(d->lua, (void *)map);
    lua_pushcclosure(d->lua, map_element, 1);
    lua_setfield(d->lua, -2, "element");
    host_set(d->lua, "name:s", map->file->name);
}

/* load_map(name): a map of the shelf, for files that need a particular map */
static int load_map(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = luaL_checkstring(L, 1);
    struct called *map = arena_alloc(d->arena, sizeof *map);
    *map = (struct called){.file = shelf_find(d->kit->shelf, SHELF_MAP, name)};
    if (!map->file || !called_open(d->kit, map))
        return luaL_error(L, "the shelf has no map '%s'", name);
    push_map(d, map);
    return 1;
}

/* ---- the body ---- */

/* Lua function of a vector x: M x, with the matrix M in the upvalue */
static int applied(lua_State *L)
{
    const struct mat *m = lua_touserdata(L, lua_upvalueindex(1));
    struct vec x = algebra_vec(L, 1);
    return algebra_push_vec(L, mat_apply(kit_of(L)->pool, *m, x));
}

static void set_applied(lua_State *L, const char *name, const struct mat *m)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)m);
    lua_pushcclosure(L, applied, 1);
    lua_setfield(L, -2, name);
}

/* m.torque(s): body frame */
static int torque(lua_State *L)
{
    struct state at = state_of(L);
    return algebra_push_vec(L, load_at(derive_of(L), &at, 0));
}

/* m.force(s): space frame */
static int force(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec F = d->model->force;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->model->moves) { /* else create no node, not even for w */
        struct state at = state_of(L);
        load_substitute(d, &at, VECTOR, F.x, F.x);
    }
    return algebra_push_vec(L, F);
}

/* m.acceleration(s) = force / mass; may be carried over from step to step */
static int acceleration(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec a = d->model->force;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->model->moves) {
        struct state at = state_of(L);
        a = load_at(d, &at, VECTOR);
    }
    return algebra_push_vec(L, a);
}

/* x' - v at a state */
static struct vec slip_at(struct derive *d, const struct state *at)
{
    struct vec u = model_slip(d->model);
    if (model_slips(d->model)) { /* else create no node */
        load_substitute(d, at, VECTOR, u.x, u.x);
        record_name(d, SOFT, "slip", VECTOR, u.x);
    }
    return u;
}

/* m.slip(s) */
static int slip(lua_State *L)
{
    struct state at = state_of(L);
    return algebra_push_vec(L, slip_at(derive_of(L), &at));
}

/* m.f(s) = L x w + torque */
static int rate(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct state at = state_of(L);
    struct vec free = vec_cross(d->pool, at.L, at.w);
    struct vec all = vec_add(d->pool, free, load_at(d, &at, 0));
    record_name(d, SOFT, "Ldot", VECTOR, all.x);
    return algebra_push_vec(L, all);
}

/* m.energy(s): kinetic and potential */
static int energy(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct state at = state_of(L);
    expr value;
    load_substitute(d, &at, 1, &d->model->energy, &value);
    return algebra_push(L, value);
}

/* m.guards(s): the list of the events' guards, and the list of their rates */
static int guards(lua_State *L)
{
    struct derive *d = derive_of(L);
    const int n = d->model->events;
    struct state at = state_of(L);
    expr *value = load_guards(d);
    load_substitute(d, &at, 2 * n, value, value);
    algebra_push_array(L, n, value);
    algebra_push_array(L, n, value + n);
    return 2;
}

/* ---- rates of the body ---- */

/* Reads from { t, z } the values on which internal momentum depends. */
static struct state inner_state(lua_State *L, int argument)
{
    struct derive *d = derive_of(L);
    const struct model *m = d->model;
    struct state at = {.t = m->t, .L = m->L, .w = m->w};
    if (!model_turns_inside(m))
        return at;
    luaL_checktype(L, argument, LUA_TTABLE);
    at.z = inside_symbols(d, d->step->store);
    lua_getfield(L, argument, "t");
    at.t = algebra_scalar(L, lua_gettop(L));
    lua_getfield(L, argument, "z");
    inside_take(d, "the state's z", at.z);
    lua_pop(L, 1);
    return at;
}

/* m.omega(L, s): J^-1 (L - h) */
static int omega(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct state at = inner_state(L, 2);
    struct vec w = inside_omega(d, &at, algebra_vec(L, 1));
    record_name(d, SOFT, "w", VECTOR, w.x);
    return algebra_push_vec(L, w);
}

/* Returns m v: m is J or J^-1 at the state { t, z }, v is argument 1. */
static struct vec by_inertia(lua_State *L, const struct mat *m)
{
    struct derive *d = derive_of(L);
    const struct vec v = algebra_vec(L, 1);
    struct state at = {.t = d->model->t};
    if (d->model->facts.changes)
        at = inner_state(L, 2);
    return mat_apply(d->pool, inside_matrix(d, &at, m), v);
}

/* m.inertia(v, s) = J v */
static int inertia(lua_State *L)
{
    return algebra_push_vec(L, by_inertia(L, &derive_of(L)->model->inertia));
}

/* m.inverse(v, s) = J^-1 v */
static int inverse(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec w = by_inertia(L, &d->model->inverse);
    record_name(d, SOFT, "w", VECTOR, w.x);
    return algebra_push_vec(L, w);
}

/* m.gyro(s): internal momentum h, body frame */
static int gyro(lua_State *L)
{
    struct state at = inner_state(L, 1);
    return algebra_push_vec(L, inside_gyro(derive_of(L), &at));
}

/* m.momentum(w, s): J w + h */
static int momentum(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct state at = inner_state(L, 2);
    struct mat J = inside_matrix(d, &at, &d->model->inertia);
    struct vec p = mat_apply(d->pool, J, algebra_vec(L, 1));
    if (d->model->has_gyro)
        p = vec_add(d->pool, p, inside_gyro(d, &at));
    return algebra_push_vec(L, p);
}

/* m.rates(s): the list of the rates of z */
static int rates(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct model *m = d->model;
    const size_t most = MOST_LOADS + (size_t)m->extra_values;
    struct vec velocity;
    expr *load = arena_array(d->arena, most, sizeof *load);
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->step->stores > STORED_X) { /* else create no node */
        struct state at = state_of(L);
        memcpy(load, model_loads(m), most * sizeof *load);
        if (m->moves) {
            struct vec a = load_at(d, &at, VECTOR);
            memcpy(velocity.x, at.z + VECTOR, sizeof a.x);
            velocity = vec_add(d->pool, velocity, slip_at(d, &at));
            memcpy(load, velocity.x, sizeof a.x);
            memcpy(load + VECTOR, a.x, sizeof a.x);
        }
        if (m->extras)
            load_substitute(d, &at, m->extra_values, load + MOST_LOADS,
                            load + MOST_LOADS);
    }
    const expr *rate = load + MOST_LOADS;
    for (int i = 0; i < m->extras; rate += m->extra[i++].field.n)
        if (!m->extra[i].is_held)
            record_name(
                d, SOFT,
                text_format(d->arena, "%s_rate", m->extra[i].field.name),
                m->extra[i].field.n, rate);
    inside_give(d, STORED_X, load + (m->moves ? 0 : MOST_LOADS));
    return 1;
}

/* ---- principal axes ----
 * J = V diag(moments) V'.  For a diagonal inertia V = 1, in the user's order,
 * and the moments consist of constants and params. */

enum { SWEEPS = 40 };

static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};

/* (x, y) -> (c x - s y, s x + c y) */
static void turn_pair(struct arena *a, num c, num s, num *x, num *y)
{
    num turned = number_sub(a, number_mul(a, c, *x), number_mul(a, s, *y));
    *y = number_add(a, number_mul(a, s, *x), number_mul(a, c, *y));
    *x = turned;
}

/* sqrt(1 + x^2) */
static num secant(struct arena *a, num x)
{
    num square = number_mul(a, x, x);
    return number_sqrt(a, number_add(a, number_int(a, 1), square));
}

/* True if x is only rounding error of numbers of this size. */
static bool is_rounding(struct arena *a, num x, num size)
{
    num least = number_power(a, number_int(a, 2), 20 - NUMBER_BITS);
    return number_compare(number_abs(a, x), number_mul(a, size, least)) < 0;
}

/* Jacobi rotations, whose product is V: each makes J[p][q] zero, by the smaller
 * angle with cot(2 angle) = (J[q][q] - J[p][p]) / (2 J[p][q]). */
static void diagonalise(struct arena *a, num J[9], num V[9])
{
    num one = number_int(a, 1);
    num trace = number_add(a, number_add(a, J[0], J[4]), J[8]);
    for (int turn = 0; turn < 3 * SWEEPS; turn++) {
        const int p = pair[turn % 3][0], q = pair[turn % 3][1];
        num beside = J[3 * p + q];
        if (is_rounding(a, beside, trace))
            continue;
        num cot = number_div(a, number_sub(a, J[4 * q], J[4 * p]),
                             number_add(a, beside, beside));
        num root = secant(a, cot);
        if (number_sign(cot) < 0)
            root = number_neg(a, root);
        num tangent = number_div(a, one, number_add(a, cot, root));
        num c = number_div(a, one, secant(a, tangent));
        num s = number_mul(a, tangent, c);
        for (int i = 0; i < 3; i++) {
            turn_pair(a, c, s, &J[3 * i + p], &J[3 * i + q]);
            turn_pair(a, c, s, &V[3 * i + p], &V[3 * i + q]);
        }
        for (int i = 0; i < 3; i++)
            turn_pair(a, c, s, &J[3 * p + i], &J[3 * q + i]);
    }
}

/* Returns the real x as an exact constant, or 0 if x is only rounding error. */
static expr constant(struct derive *d, num x, num size)
{
    MPFR_DECL_INIT(real, NUMBER_BITS);
    number_mpfr(x, real);
    if (is_rounding(d->arena, x, size))
        x = number_int(d->arena, 0);
    return expr_number(d->pool,
                       number_is_exact(x) ? x : number_of_mpfr(d->arena, real));
}

/* J = axes diag(moment) axes'; axes are constant, 1 for a diagonal inertia. */
static void find_axes(struct derive *d, expr moment[3])
{
    num J[9], V[9]; /* V' (the body's J) V = J */
    d->axes = mat_identity(d->pool);
    for (int i = 0; i < 3; i++)
        moment[i] = d->model->inertia.x[4 * i];
    if (d->model->facts.diagonal)
        return;
    for (int i = 0; i < 9; i++) {
        J[i] = d->model->inertia.x[i]->number;
        V[i] = d->axes.x[i]->number;
    }
    diagonalise(d->arena, J, V);
    for (int k = 0; k < 3; k++) { /* equal moments */
        num *p = &J[4 * pair[k][0]], *q = &J[4 * pair[k][1]];
        if (is_rounding(d->arena, number_sub(d->arena, *p, *q), *p))
            *q = *p;
    }
    for (int i = 0; i < 9; i++)
        d->axes.x[i] = constant(d, V[i], number_int(d->arena, 1));
    for (int i = 0; i < 3; i++)
        moment[i] = constant(d, J[4 * i], J[4 * i]);
}

/* Error: no closed form of axes that depend on params, t or states. */
static int refuse(lua_State *L)
{
    const struct derive *d = derive_of(L);
    const struct model *m = d->model;
    const bool has_wheels = m->facts.turning != NULL;
    return host_refuse(
        L, m->inertia_place,
        has_wheels
            ? "wheels along principal axes, or `const` for `param`, or another "
              "method, such as `rkmk(kutta4)`"
            : "write it in principal axes, as `diag(...)`, with `const` for "
              "`param`, or take another method, such as `rkmk(kutta4)`",
        "method '%s' works in principal axes, and %s is not diagonal and "
        "%s",
        d->kit->speaker->claim.name,
        has_wheels ? "the inertia without its wheels" : "this inertia",
        m->facts.changes ? "changes" : "depends on params");
}

/* m.principal.element(g): converts g from principal axes to body axes */
static int turn_into_body(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct element *g = algebra_unbox(L, 1, "element");
    if (d->model->facts.diagonal)
        return algebra_box(L, "element", g);
    struct vec axis = mat_apply(d->pool, d->axes, g->rotation.axis);
    return algebra_box(
        L, "element",
        element_new(d, g->rotation.q.x[0], g->rotation.scale, axis));
}

/* m.principal.into(v): v from body axes to principal axes; out(v): back */
static void push_principal(struct derive *d)
{
    expr moment[3];
    lua_newtable(d->lua);
    if ((d->model->facts.varies || d->model->facts.changes) &&
        !d->model->facts.diagonal) {
        lua_newtable(d->lua);
        lua_pushcfunction(d->lua, refuse);
        lua_setfield(d->lua, -2, "__index");
        lua_setmetatable(d->lua, -2);
        return;
    }
    find_axes(d, moment);
    d->into_axes = mat_transpose(d->axes);
    set_applied(d->lua, "into", &d->into_axes);
    set_applied(d->lua, "out", &d->axes);
    lua_pushcfunction(d->lua, turn_into_body);
    lua_setfield(d->lua, -2, "element");
    algebra_push_array(d->lua, 3, moment);
    lua_setfield(d->lua, -2, "moments");
}

/* ---- the tables ---- */

/* Sets the fields of m that describe the body. */
static void push_facts(struct derive *d)
{
    lua_State *L = d->lua;
    host_set(L,
             "moves:b slips:b conservative:b turns_inside:b changes:b "
             "is_line:b adaptive:b",
             d->model->moves, model_slips(d->model),
             d->model->facts.conservative, model_turns_inside(d->model),
             d->model->facts.changes, d->model->facts.line[0] != NULL,
             d->run == RUN_TRIAL); /* error estimate wanted */
    lua_createtable(L, 0, CAUSES); /* what torque and force depend on */
    for (int i = 0; i < CAUSES; i++) {
        lua_pushboolean(L, (d->model->uses & promise_uses[i]) != 0);
        lua_setfield(L, -2, promise_cause[i]);
    }
    lua_setfield(L, -2, "depends");
    if (d->model->facts.burns) /* the mass depends on t or states */
        return;
    algebra_push(L, d->model->mass);
    lua_setfield(L, -2, "mass");
}

void body_push(struct derive *d)
{
    static const luaL_Reg functions[] = {{"torque", torque},
                                         {"force", force},
                                         {"acceleration", acceleration},
                                         {"f", rate},
                                         {"energy", energy},
                                         {"omega", omega},
                                         {"momentum", momentum},
                                         {"inertia", inertia},
                                         {"inverse", inverse},
                                         {"gyro", gyro},
                                         {"rates", rates},
                                         {"slip", slip},
                                         {NULL, NULL}};
    lua_State *L = d->lua;
    luaL_newlib(L, functions);
    directions_push(L);
    if (d->run == RUN_CURVES) {
        lua_pushcfunction(L, guards);
        lua_setfield(L, -2, "guards");
    }
    push_facts(d);
    inside_push(d);
    push_map(d, &d->recipe->map);
    lua_setfield(L, -2, "map");
    push_principal(d);
    lua_setfield(L, -2, "principal");
    algebra_push(L, d->step->span);
    lua_setfield(L, -2, "span"); /* time span of a step for torque */
    called_push(d->kit, &d->recipe->attitude);
    lua_getfield(L, -1, "constraint");
    lua_setfield(L, -3, "constraint"); /* on the attitude's numbers */
    lua_getfield(L, -1, "linear");
    lua_setfield(L, -3, "linear"); /* true: any matrix is allowed */
    lua_setfield(L, -2, "attitude");
}

/* use(name): the table that the file of another shelf method returns; this
 * method borrows from it.  Its step is called with options that the borrower
 * chooses. */
static int use(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = luaL_checkstring(L, 1);
    const struct shelf_file *file =
        shelf_find(d->kit->shelf, SHELF_METHOD, name);
    if (!file)
        return luaL_error(L, "use: the shelf has no method '%s'", name);
    if (!claim_load(d->kit->host, file))
        called_blame(d->kit, &d->recipe->method, "use: '%s' cannot be read",
                     name);
    return 1;
}

void body_open(struct derive *d)
{
    static const luaL_Reg functions[] = {
        {"use", use}, {"load_map", load_map}, {NULL, NULL}};
    algebra_define(d->lua, functions);
}
