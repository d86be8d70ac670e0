/* SPDX-License-Identifier: MIT
 *
 * What a stepper offers besides the step: rotation, rates, momentum, energy,
 * the watched values, the attitude in other numbers than those that are stored,
 * the state it starts from, and the state between two states (dense output),
 * for which it needs what acts at both.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* Of one output, what was recorded. */
static struct routine make_routine(struct derive *d, const char *name,
                                   const char *output, int n, const expr *value)
{
    const struct output one = {
        output, n, arena_copy(d->arena, value, (size_t)n * sizeof *value)};
    return record_take(d, name, 1, arena_copy(d->arena, &one, sizeof one));
}

static void make_keeps(struct derive *d, const struct at *at)
{
    const struct model *m = d->model;
    size_t most = MOST_VALUES * (size_t)m->keeps + 1;
    struct output *all =
        arena_array(d->arena, (size_t)m->keeps + 1, sizeof *all);
    expr *value = arena_array(d->arena, most, sizeof *value);
    int n = 0;
    for (int i = 0; i < m->keeps; i++) {
        const struct value *v = &m->keep[i].value;
        all[i] = (struct output){m->keep[i].name, v->n, value + n};
        memcpy(value + n, v->x, (size_t)v->n * sizeof *value);
        n += v->n;
    }
    acts_place(d, at, n, value, value);
    d->step->keep_values = record_take(d, "keep", m->keeps, all);
}

static void make_start(struct derive *d)
{
    const struct model *m = d->model;
    const num *const start[] = {m->start_L, m->start_x, m->start_v};
    struct field *store = d->step->store;
    expr stored[MOST_VALUES];
    struct mat R;
    for (int i = 0; i < 9; i++)
        R.x[i] = expr_number(d->pool, m->start_R[i]);
    attitude_set(d, R, stored);
    attitude_check_start(d, stored);
    for (int i = 0; i < store[STORED_R].n; i++)
        store[STORED_R].value[i] = stored[i]->number;
    for (int i = STORED_L; i < d->step->stores; i++)
        memcpy(store[i].value, start[i - STORED_L], sizeof m->start_L);
}

/* What is divided by when the symmetric matrix share tr(m) 1 + factor m is
 * eliminated: all above zero if it is positive definite. */
static struct vec pivots(struct pool *p, expr share, long factor, struct mat m)
{
    expr trace = expr_add(p, m.x[0], expr_add(p, m.x[4], m.x[8]));
    struct mat unit = mat_scale(p, expr_mul(p, share, trace), mat_identity(p));
    m = mat_add(p, unit, mat_scale(p, expr_int(p, factor), m));
    const expr *x = m.x;
    expr by = expr_div(p, x[1], x[0]);
    expr a = expr_sub(p, x[4], expr_mul(p, by, x[1]));
    expr b = expr_sub(p, x[5], expr_mul(p, by, x[2]));
    expr c = expr_sub(p, x[8], expr_div(p, expr_mul(p, x[2], x[2]), x[0]));
    c = expr_sub(p, c, expr_div(p, expr_mul(p, b, b), a));
    return (struct vec){{x[0], a, c}};
}

static expr sum_of(struct pool *p, struct mat m)
{
    expr sum = m.x[0];
    for (int i = 1; i < 9; i++)
        sum = expr_add(p, sum, m.x[i]);
    return sum;
}

/* Is J that of a body?  It is positive definite, and so is tr(J)/2 1 - J, the
 * second moments of its mass, where round-off has some room. */
static void make_check(struct derive *d)
{
    const struct model *m = d->model;
    if (!m->facts.varies)
        return;
    struct pool *p = d->pool;
    expr tiny = expr_power(p, expr_int(p, 10), -15);
    expr room = expr_power(p, expr_int(p, 10),
                           d->recipe->choice.real == REAL_FLOAT ? -5 : -9);
    expr sum = expr_add(p, sum_of(p, m->inertia), m->mass);
    expr inverse = sum_of(p, m->inverse);
    struct vec own = pivots(p, expr_neg(p, tiny), 1, m->inertia);
    room = expr_add(p, expr_int(p, 1), room);
    struct vec second = pivots(p, room, -2, m->inertia);
    const expr all[] = {sum,         inverse,     m->mass,
                        own.x[0],    own.x[1],    own.x[2],
                        second.x[0], second.x[1], second.x[2]};
    d->step->check =
        make_routine(d, "check", "value", sizeof all / sizeof *all, all);
}

/* ---- the attitude in other numbers ----
 * For each attitude that is shown there is a routine that gives its numbers and
 * one that takes them. */

/* The numbers x of one attitude as those of another. */
static void convert(struct derive *d, const struct called *from,
                    const struct called *to, int n, const expr *x, int size,
                    expr *out)
{
    lua_getglobal(d->lua, "attitude_convert");
    called_push(d->kit, from);
    called_push(d->kit, to);
    algebra_push_array(d->lua, n, x);
    lua_call(d->lua, 3, 1);
    algebra_array(d->lua, -1, size, out);
    lua_pop(d->lua, 1);
}

static void make_shown(struct derive *d)
{
    const struct called *own = &d->recipe->attitude;
    const struct field *stored = &d->step->store[STORED_R];
    const size_t shows = (size_t)d->recipe->shows;
    struct shown *all = arena_array(d->arena, shows + 1, sizeof *all);
    for (struct shown *s = all; s < all + shows; s++) {
        expr given[MOST_VALUES], out[MOST_VALUES];
        s->as = &d->recipe->show[s - all];
        s->numbers = state_store(d, &s->as->called, true);
        const int n = s->numbers.n;
        convert(d, own, &s->as->called, stored->n, stored->symbol, n, out);
        s->get = make_routine(d, s->as->name, s->numbers.name, n, out);
        algebra_push_array(d->lua, n, s->numbers.symbol);
        called_run(d->kit, &s->as->called, "restore", 1);
        algebra_array(d->lua, -1, n, given);
        lua_pop(d->lua, 1);
        s->restores =
            memcmp(given, s->numbers.symbol, (size_t)n * sizeof *given) != 0;
        convert(d, &s->as->called, own, n, given, stored->n, out);
        s->set = make_routine(d, text_format(d->arena, "set_%s", s->as->name),
                              stored->name, stored->n, out);
    }
    d->step->shown = all;
}

/* ---- between two states: what acts at both ---- */

/* How many rates of torque and acceleration along the motion are used. Adaptive
 * steps are large where the method is good, and end where torque is not smooth
 * in time. */
static int rates_used(const struct derive *d)
{
    const struct model *m = d->model;
    const int order = recipe_order(d->recipe);
    if (m->has_cases || (m->breaks && !d->recipe->adaptive))
        return 0;
    if (d->recipe->adaptive)
        return order > 8 ? 4 : order > 6 ? 3 : 2;
    return order > 6 ? 2 : order > 4;
}

enum { ALL_ACTIONS = (1 + MOST_RATES) * MOST_ACTIONS };

/* What is known at both ends: torque and acceleration, then their rates. */
typedef expr known[2][ALL_ACTIONS];

/* Symbols at both ends for the values from index `first` to before `end`,
 * unless they are constant, and the routine that gives these. */
static void note_actions(struct derive *d, const char *name, int first, int end,
                         const expr *value, struct dense_actions *all, known at)
{
    expr asked[ALL_ACTIONS];
    for (int i = first; i < end; i++) {
        at[0][i] = at[1][i] = value[i];
        if (expr_is_const(value[i]))
            continue;
        for (int k = 0; k < 2; k++) {
            const char *own = text_format(d->arena, "%s%d_%d", name, k, i);
            at[k][i] = all->at[all->n].symbol[k] = expr_symbol(
                d->pool, name_of_text(d->names, own), SYMBOL_ACTION);
        }
        all->at[all->n].index = i;
        asked[all->n++] = value[i];
    }
    if (all->n)
        all->routine = make_routine(d, name, name, all->n, asked);
}

static void make_actions(struct derive *d, known at, int rates)
{
    expr of_model[ALL_ACTIONS], value[ALL_ACTIONS];
    const int end = (1 + rates) * MOST_ACTIONS;
    struct dense *all = &d->step->dense;
    acts_of_model(d, of_model);
    struct at start = state_at(d);
    for (int i = 0; i < end - MOST_ACTIONS; i += MOST_ACTIONS)
        model_rate(d->model, MOST_ACTIONS, of_model + i,
                   of_model + i + MOST_ACTIONS);
    for (int i = 0; i < end; i += VECTOR)
        acts_place(d, &start, VECTOR, of_model + i, value + i);
    note_actions(d, "act", 0, MOST_ACTIONS, value, &all->act, at);
    note_actions(d, "sway", MOST_ACTIONS, end, value, &all->sway, at);
}

/* ---- between two states: the state, by dense.lua ---- */

/* The state, with T = { T, T', T'' } and a of acceleration. */
static void push_end(struct derive *d, const struct field *store,
                     const expr *value, int rates)
{
    static const char *const name[] = {"T", "a"};
    state_push(d, store);
    for (int i = 0; i < 2; i++, value += VECTOR) {
        lua_createtable(d->lua, rates + 1, 0);
        for (int k = 0; k <= rates; k++) {
            algebra_give(d->lua, VECTOR, value + k * MOST_ACTIONS);
            lua_rawseti(d->lua, -2, k + 1);
        }
        lua_setfield(d->lua, -2, name[i]);
    }
}

static void make_dense(struct derive *d)
{
    struct step *s = d->step;
    struct dense *all = &s->dense;
    const size_t stores = (size_t)s->stores;
    struct field *end = arena_array(d->arena, stores, sizeof *end);
    struct output *out = arena_array(d->arena, stores, sizeof *out);
    known at;
    const int rates = d->recipe->choice.apart ? 0 : rates_used(d);
    make_actions(d, at, rates);
    if (d->recipe->choice.apart)
        return;
    all->order = 4 + 2 * rates;
    all->is_cut =
        !rates && (d->recipe->adaptive || recipe_order(d->recipe) > 4);
    for (size_t i = 0; i < stores; i++) { /* with symbols of its own */
        end[i] = s->store[i];
        end[i].name = text_format(d->arena, "end_%s", s->store[i].name);
        state_symbols(d, &end[i], SYMBOL_END);
        end[i].name = s->store[i].name;
    }
    all->end = end;
    all->share =
        expr_symbol(d->pool, name_of_text(d->names, "theta"), SYMBOL_SHARE);
    lua_getglobal(d->lua, "dense");
    body_push(d);
    push_end(d, s->store, at[0], rates);
    push_end(d, end, at[1], rates);
    algebra_push(d->lua, s->h);
    algebra_push(d->lua, all->share);
    lua_call(d->lua, 5, 1);
    state_read(d, out);
    lua_pop(d->lua, 1);
    all->interp = record_take(d, "interp", s->stores, out);
}

/* ---- all of them ---- */

void observe_make(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    struct at at = state_at(d);
    expr value[MOST_VALUES];

    struct mat R = attitude_matrix(d, at.R);
    s->rotation = make_routine(d, "rotation", "R", 9, R.x);
    attitude_set(d, m->R, value);
    s->set_rotation =
        make_routine(d, "set_rotation", s->store[0].name, s->store[0].n, value);
    s->omega = make_routine(d, "omega", "w", 3, at.w.x);
    s->set_omega = make_routine(d, "set_omega", "L", 3,
                                mat_apply(d->pool, m->inertia, m->w).x);
    lua_getglobal(d->lua, "attitude_turn"); /* L in space */
    called_push(d->kit, &d->recipe->attitude);
    algebra_push_array(d->lua, s->store[STORED_R].n, s->store[STORED_R].symbol);
    algebra_push_vec(d->lua, at.L);
    lua_call(d->lua, 3, 1);
    algebra_take(d->lua, -1, value);
    lua_pop(d->lua, 1);
    s->momentum = make_routine(d, "momentum", "pi", 3, value);
    acts_place(d, &at, 1, &m->energy, value);
    s->energy = make_routine(d, "energy", "energy", 1, value);
    if (s->recipe->control.moving)
        s->breaks = make_routine(d, "breaks", "when", s->recipe->control.moving,
                                 s->recipe->control.moving_time);
    make_check(d);
    make_keeps(d, &at);
    struct relay *c = &s->relay;
    for (int i = 0; i < c->n; i++)
        value[i] = c->part[i].action;
    acts_place(d, &at, c->n, value, value);
    if (c->n) /* what is carried from step to step */
        c->push = make_routine(d, "push", "push", c->n, value);
    make_start(d);
    make_shown(d);
    make_dense(d);
}
