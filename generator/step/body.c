/* SPDX-License-Identifier: MIT
 *
 * What acts at a state of the step: the model's torque and acceleration, with
 * the state in the place of the model's symbols.  The body m as a method sees
 * it, with its map, attitude and principal axes, and what a method says on its
 * way.
 */
#include "step/derive.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"

/* ---- a state in the place of symbols ---- */

struct places {
    int n;
    expr *from, *to;
};

static void add_places(struct places *p, int n, const expr *from,
                       const expr *to)
{
    memcpy(&p->from[p->n], from, (size_t)n * sizeof *from);
    memcpy(&p->to[p->n], to, (size_t)n * sizeof *to);
    p->n += n;
}

/* A held signal may leap where a step of one size begins or ends: it is seen a
 * little after the one and a little before the other, at
 *     t + c h + (1 - 2 c) h/1024   for t + c h. */
static void add_held(const struct derive *d, const struct at *at,
                     struct places *p)
{
    const struct model *m = d->model;
    struct pool *pool = d->pool;
    const expr past = expr_sub(pool, at->t, m->t);
    const expr left = expr_sub(pool, d->step->h, expr_add(pool, past, past));
    const expr inside =
        expr_add(pool, at->t,
                 expr_scale(pool, number_fraction(d->arena, 1, 1024), left));
    for (int i = SERIES_FIRST; i < m->series.n; i++) {
        const expr then[] = {expr_int(pool, i), m->t};
        const expr late[] = {then[0], inside};
        const expr from = expr_apply(pool, OP_SIGNAL, 2, then);
        const expr to = expr_apply(pool, OP_SIGNAL, 2, late);
        if (m->series.table[i].holds)
            add_places(p, 1, &from, &to);
    }
}

/* Only the rows of R that are looked at are made; lets all at once: they stand
 * in one another. */
void acts_place(struct derive *d, const struct at *at, int n, const expr *value,
                expr *out)
{
    const struct model *m = d->model;
    const unsigned char *mark = derive_reach(d, n, value);
    const size_t places =
        1 + 9 + 4 * VECTOR + (size_t)(m->extra_values + m->series.n);
    struct places p = {0};
    p.from = arena_array(d->arena, 2 * places, sizeof *p.from);
    p.to = p.from + places;
    add_places(&p, 1, &m->t, &at->t);
    add_places(&p, VECTOR, m->L.x, at->L.x);
    add_places(&p, VECTOR, m->w.x, at->w.x);
    if (m->moves) {
        add_places(&p, VECTOR, m->x.x, at->z);
        add_places(&p, VECTOR, m->v.x, at->z + VECTOR);
    }
    for (int i = 0, k = m->moves ? 2 * VECTOR : 0; i < m->extras;
         k += m->extra[i++].field.n)
        add_places(&p, m->extra[i].field.n, m->extra[i].field.symbol,
                   at->z + k);
    for (int i = 0; i < 9; i += 3)
        if (marked_any(mark, 3, &m->R.x[i]))
            add_places(&p, 3, &m->R.x[i], attitude_row(d, at->R, i / 3).x);
    if (d->is_inset)
        add_held(d, at, &p);
    size_t most = (size_t)m->lets + 1;
    const struct named **let = arena_array(d->arena, most, sizeof *let);
    expr *all = arena_array(d->arena, VECTOR * most, sizeof *all);
    int lets = 0, size = 0;
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    for (int i = 0; i < m->lets; i++) {
        const struct value *v = &m->let[i].value;
        if (v->n > VECTOR || !marked_any(mark, v->n, v->x))
            continue;
        let[lets++] = &m->let[i];
        memcpy(&all[size], v->x, (size_t)v->n * sizeof *all);
        size += v->n;
    }
    expr_subst(d->pool, size, all, p.n, p.from, p.to, all);
    for (int i = 0; i < lets; all += let[i++]->value.n)
        record_name(
            d, FIRM,
            text_format(d->arena, "%s%s", let[i]->name, d->record.suffix),
            let[i]->value.n, all);
}

/* ---- what acts ----
 * What acts at the end of a step acts at the start of the next one.  A method
 * whose step ends with a kick leaves it to the host (last_kick): then torque
 * and acceleration are computed once a step, at its end, and carried over. */

static struct vec acceleration_of_model(struct derive *d)
{
    expr part = expr_div(d->pool, expr_int(d->pool, 1), d->model->mass);
    return vec_scale(d->pool, part, d->model->force);
}

void acts_of_model(struct derive *d, expr *out)
{
    struct vec a = acceleration_of_model(d);
    memcpy(out, d->model->torque.x, sizeof a.x);
    memcpy(out + VECTOR, a.x, sizeof a.x);
    out += MOST_ACTIONS;
    for (int i = 0; i < d->model->extras; out += d->model->extra[i++].field.n)
        memcpy(out, d->model->extra[i].rate,
               (size_t)d->model->extra[i].field.n * sizeof *out);
}

/* Notes a torque that is neither constant nor carried over from the step
 * before. */
static void note_torque(struct derive *d, struct vec T)
{
    bool known = true;
    for (int i = 0; i < VECTOR; i++)
        known &= expr_is_const(T.x[i]) ||
                 (T.x[i]->op == OP_SYMBOL && T.x[i]->index == SYMBOL_PUSH);
    for (int i = 0; i < d->torques; i++)
        known |= !memcmp(&d->torque[i], &T, sizeof T);
    if (known)
        return;
    arena_push(d->arena, d->torque, d->torques, d->torque_room, T);
}

struct vec acts_at(struct derive *d, const struct at *at, int first)
{
    const struct relay *c = &d->step->relay;
    struct vec v = first ? acceleration_of_model(d) : d->model->torque;
    const struct field *x = &d->step->store[STORED_X];
    bool carried =
        d->run == RUN_CARRYING && at->t == d->model->t && !at->R->depth &&
        at->R->stored == d->step->store->symbol &&
        (!d->model->moves || !memcmp(x->symbol, at->z, sizeof at->L));
    acts_place(d, at, VECTOR, v.x, v.x);
    for (int i = 0; carried && i < c->n; i++) {
        int k = c->part[i].index - first;
        if (k >= 0 && k < VECTOR)
            v.x[k] = c->part[i].symbol;
    }
    if (first == 0)
        note_torque(d, v);
    record_name(d, SOFT, first ? "a" : "T", VECTOR, v.x);
    return v;
}

void torques_follow(struct derive *d, int n, const expr *unknown,
                    const expr *value)
{
    int before = d->torques;
    for (int i = 0; i < before; i++) {
        struct vec T = d->torque[i];
        expr_subst(d->pool, VECTOR, T.x, n, unknown, value, T.x);
        note_torque(d, T);
    }
}

/* ---- maps ----
 * The map is a rotation that the algebra knows: element, matrix, and the
 * tangent by which derivatives are taken. */

/* Its columns are what push gives for unit vectors. */
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

/* Made once; its rotation vector is u = 2 v. */
static const struct element *
find_element(struct derive *d, const struct called *map, struct vec v)
{
    for (int i = 0; i < d->mades; i++)
        if (d->made[i]->map == map->file &&
            !memcmp(d->made[i]->v.x, v.x, sizeof v.x))
            return d->made[i];
    struct element *e = arena_alloc(d->arena, sizeof *e);
    algebra_push_vec(d->lua, v);
    called_run(d->kit, map, "element", 1);
    if (!luaL_testudata(d->lua, -1, "element"))
        called_blame(d->kit, map, "'element' must return element { q0, vec }");
    *e = *(const struct element *)algebra_unbox(d->lua, -1, "element");
    lua_pop(d->lua, 1);
    struct rotation *by = &e->by;
    e->map = map->file;
    e->v = v;
    e->has_push = true;
    by->u = vec_scale(d->pool, expr_int(d->pool, 2), v);
    by->matrix = quat_matrix(d->pool, by->q);
    by->push = push_matrix(d, map, v);
    record_soft_matrix(d, "g", 0, 9, by->matrix.x);
    if (by->scale) { /* of quat_turn the factors keep their scale: the 2 stands
                       in them and not in each vector that is turned */
        expr twice = expr_mul(d->pool, expr_int(d->pool, 2), by->scale);
        expr sine = expr_mul(d->pool, twice, by->q.x[0]);
        expr versine = expr_mul(d->pool, twice, by->scale);
        record_name(d, FIRM, "sine", 1, &sine);
        record_name(d, FIRM, "versine", 1, &versine);
    }
    arena_push(d->arena, d->made, d->mades, d->made_room, e);
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

bool body_restores(struct derive *d)
{
    lua_getglobal(d->lua, "attitude_restores");
    called_push(d->kit, &d->recipe->attitude);
    lua_call(d->lua, 1, 1);
    const bool it_does = lua_toboolean(d->lua, -1);
    lua_pop(d->lua, 1);
    return it_does;
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
    push_map(d, map);
    return 1;
}

/* ---- the body ---- */

/* A function of a vector: the matrix of the upvalue by it. */
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

/* The state { t, R, L [, z, w] }, a table; z may be missing where nothing is
 * stored besides. */
struct at state_of(lua_State *L)
{
    static const char *const name[] = {"t", "R", "L"};
    static const char *const kind[] = {"a scalar", "an attitude", "a vector"};
    struct derive *d = derive_of(L);
    struct at at = {.z = inside_symbols(d, d->step->store)};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    for (int i = 0; i < 3; i++) {
        if (lua_getfield(L, 1, name[i]) == LUA_TNIL)
            luaL_error(L, "the state has no %s", name[i]);
        if (!(i == 0   ? algebra_is_scalar(L, -1)
              : i == 1 ? luaL_testudata(L, -1, "attitude") != NULL
                       : algebra_is_vec(L, -1)))
            luaL_error(L, "the state's %s is not %s", name[i], kind[i]);
    }
    at.t = algebra_scalar(L, 2);
    at.R = algebra_unbox(L, 3, "attitude");
    at.L = algebra_vec(L, 4);
    lua_getfield(L, 1, "z");
    inside_take(d, "the state's z", at.z);
    bool has_rate = lua_getfield(L, 1, "w") != LUA_TNIL;
    lua_replace(L, 2);
    at.w = has_rate ? algebra_vec(L, 2) : inside_omega(d, &at, at.L);
    return at;
}

/* m.torque(s): body frame */
static int torque(lua_State *L)
{
    struct at at = state_of(L);
    return algebra_push_vec(L, acts_at(derive_of(L), &at, 0));
}

/* m.force(s): space frame */
static int force(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec F = d->model->force;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->model->moves) { /* else no node may be made, not even of the rate */
        struct at at = state_of(L);
        acts_place(d, &at, VECTOR, F.x, F.x);
    }
    return algebra_push_vec(L, F);
}

/* m.acceleration(s) = force / mass; it may be carried from step to step */
static int acceleration(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec a = d->model->force;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->model->moves) {
        struct at at = state_of(L);
        a = acts_at(d, &at, VECTOR);
    }
    return algebra_push_vec(L, a);
}

/* m.f(s) = L x w + torque */
static int rate(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = state_of(L);
    struct vec free = vec_cross(d->pool, at.L, at.w);
    struct vec all = vec_add(d->pool, free, acts_at(d, &at, 0));
    record_name(d, SOFT, "Ldot", VECTOR, all.x);
    return algebra_push_vec(L, all);
}

/* m.energy(s): kinetic and potential */
static int energy(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = state_of(L);
    expr value;
    acts_place(d, &at, 1, &d->model->energy, &value);
    return algebra_push(L, value);
}

/* ---- principal axes ----
 * J = V diag(moments) V'.  A diagonal inertia has V = 1, in the user's order,
 * and moments of constants and params. */

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

/* Is x, of numbers of this size, what rounding leaves? */
static bool is_rounding(struct arena *a, num x, num size)
{
    num least = number_power(a, number_int(a, 2), 20 - NUMBER_BITS);
    return number_compare(number_abs(a, x), number_mul(a, size, least)) < 0;
}

/* By rotations, which are collected in V: each makes J[p][q] zero, by the
 * smaller angle with cot(2 angle) = (J[q][q] - J[p][p]) / (2 J[p][q]). */
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

/* A real as if it were exact; 0 if it is what rounding leaves. */
static expr constant(struct derive *d, num x, num size)
{
    MPFR_DECL_INIT(real, NUMBER_BITS);
    number_mpfr(x, real);
    if (is_rounding(d->arena, x, size))
        x = number_int(d->arena, 0);
    return expr_number(d->pool,
                       number_is_exact(x) ? x : number_of_mpfr(d->arena, real));
}

/* J = axes diag(moment) axes'; axes of constants, 1 for a diagonal inertia. */
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
    for (int k = 0; k < 3; k++) { /* a symmetric body */
        num *p = &J[4 * pair[k][0]], *q = &J[4 * pair[k][1]];
        if (is_rounding(d->arena, number_sub(d->arena, *p, *q), *p))
            *q = *p;
    }
    for (int i = 0; i < 9; i++)
        d->axes.x[i] = constant(d, V[i], number_int(d->arena, 1));
    for (int i = 0; i < 3; i++)
        moment[i] = constant(d, J[4 * i], J[4 * i]);
}

/* Principal axes of params are not found by closed form. */
static int refuse(lua_State *L)
{
    const struct derive *d = derive_of(L);
    const struct model *m = d->model;
    bool has_wheels = false;
    for (int i = 0; i < m->extras; i++)
        has_wheels = has_wheels || m->extra[i].wheel;
    return host_refuse(
        L, m->inertia_place,
        has_wheels
            ? "wheels along principal axes, or `const` for `param`, or another "
              "method, such as `rkmk(kutta4)`"
            : "write it in principal axes, as `diag(...)`, with `const` for "
              "`param`, or take another method, such as `rkmk(kutta4)`",
        "method '%s' works in principal axes, and %s is not diagonal and "
        "depends on params",
        d->kit->speaker->claim.name,
        has_wheels ? "the inertia without its wheels" : "this inertia");
}

/* m.principal.element(g): the rotation that is g in principal axes */
static int turn_into_body(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct element *g = algebra_unbox(L, 1, "element");
    if (d->model->facts.diagonal)
        return algebra_box(L, "element", g);
    struct vec axis = mat_apply(d->pool, d->axes, g->by.axis);
    return algebra_box(L, "element",
                       element_new(d, g->by.q.x[0], g->by.scale, axis));
}

/* m.principal.into(v): a vector of the body in principal axes; out(v): back */
static void push_principal(struct derive *d)
{
    expr moment[3];
    lua_newtable(d->lua);
    if (d->model->facts.varies && !d->model->facts.diagonal) {
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

/* ---- what it says ---- */

static void begin_stage(struct derive *d, const char *title, const char *suffix)
{
    struct routine *r = &d->record.made;
    arena_room(d->arena, r->stage, r->stages, d->record.stage_room);
    r->stage[r->stages] = (struct stage){title, pool_size(d->pool), r->stages};
    r->stages++;
    d->record.suffix = suffix;
}

/* moment(c): "t + h/2", the time c h after the start of the step. */
static int moment(lua_State *L)
{
    struct derive *d = derive_of(L);
    expr e = algebra_scalar(L, 1);
    const char *after = "";
    luaL_argcheck(L, expr_is_const(e), 1, "not a number");
    if (number_sign(e->number) != 0) {
        const char *sign = number_sign(e->number) < 0 ? "-" : "+";
        num c = number_abs(d->arena, e->number);
        const char *text = number_show(d->arena, c);
        if (strlen(text) > 9)
            text = number_brief(d->arena, c);
        const char *over = text + strcspn(text, "/");
        int above = number_is_one(c) || !strncmp(text, "1/", 2)
                        ? 0
                        : (int)(over - text);
        after = text_format(d->arena, " %s %.*sh%s", sign, above, text, over);
    }
    lua_pushfstring(L, "t%s", after);
    return 1;
}

/* stage(title), or stage(number [, note]): a new paragraph. */
static int stage(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *within = d->record.within;
    bool counted = lua_isinteger(L, 1);
    if (counted) /* names end in it */
        field_argument(L, 1, 0, INT_MAX);
    const char *text = luaL_checkstring(L, 1);
    const char *note = luaL_optstring(L, 2, "");
    begin_stage(d,
                text_format(d->arena, "%s%s%s%s%s%s", within ? within : "",
                            within ? ": " : "", counted ? "stage " : "", text,
                            *note ? ": " : "", note),
                counted ? text_format(d->arena, "%s", text) : "");
    return 0;
}

/* within(k): stages are those of substep k from now on; gives back what they
 * were before, which within takes as well. */
static int within(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *before = d->record.within;
    bool counted = lua_isinteger(L, 1);
    size_t n;
    const char *text = luaL_optlstring(L, 1, NULL, &n);
    if (counted)
        d->record.within =
            text_format(d->arena, before ? "%s.%s" : "%ssubstep %s",
                        before ? before : "", text);
    else
        d->record.within = text ? arena_text(d->arena, text, n) : NULL;
    if (d->record.within)
        begin_stage(d, d->record.within, "");
    lua_pushstring(L, before);
    return 1;
}

/* name(text, suffix, value): the value, which is called so from now on.  As
 * `label` it is if it has a line of its own; upvalue 1 says which. */
static int name(lua_State *L)
{
    struct derive *d = derive_of(L);
    expr x[VECTOR];
    const char *text = text_format(d->arena, "%s%s", luaL_checkstring(L, 1),
                                   luaL_checkstring(L, 2));
    field_argument_name(L, 1, text);
    int n = algebra_take(L, 3, x);
    bool soft = lua_toboolean(L, lua_upvalueindex(1));
    record_name(d, soft ? SOFT : FIRM, text, n, x);
    lua_settop(L, 3);
    return 1;
}

/* ---- the tables ---- */

void body_push(struct derive *d)
{
    static const luaL_Reg functions[] = {
        {"torque", torque}, {"force", force},   {"acceleration", acceleration},
        {"f", rate},        {"energy", energy}, {"directions", direction_list},
        {NULL, NULL}};
    lua_State *L = d->lua;
    luaL_newlib(L, functions);
    set_applied(L, "inertia", &d->model->inertia);
    host_set(L, "moves:b conservative:b adaptive:b", d->model->moves,
             d->model->facts.conservative,
             d->run == RUN_TRIAL); /* is its error asked for? */
    inside_push(d);
    push_map(d, &d->recipe->map);
    lua_setfield(L, -2, "map");
    push_principal(d);
    lua_setfield(L, -2, "principal");
    lua_createtable(L, 0, CAUSES); /* what torque and force may change with */
    for (int i = 0; i < CAUSES; i++) {
        lua_pushboolean(L, (d->model->uses & promise_uses[i]) != 0);
        lua_setfield(L, -2, promise_cause[i]);
    }
    lua_setfield(L, -2, "depends");
    algebra_push(L, d->model->mass);
    lua_setfield(L, -2, "mass");
    algebra_push(L, d->step->span);
    lua_setfield(L, -2, "span"); /* how far torque sees time go */
    called_push(d->kit, &d->recipe->attitude);
    lua_getfield(L, -1, "constraint");
    lua_setfield(L, -3, "constraint"); /* of the attitude's numbers */
    lua_getfield(L, -1, "linear");
    lua_setfield(L, -3, "linear"); /* may they be those of any matrix? */
    lua_setfield(L, -2, "attitude");
}

/* use(name): the table of the file of another method of the shelf, from which
 * this one borrows.  Its step is called with the options that the borrower
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
        {"stage", stage}, {"moment", moment}, {"within", within},
        {"name", name},   {"use", use},       {"load_map", load_map},
        {NULL, NULL}};
    algebra_define(d->lua, functions);
    lua_pushboolean(d->lua, true);
    lua_pushcclosure(d->lua, name, 1);
    lua_setglobal(d->lua, "label");
}
