/* SPDX-License-Identifier: MIT
 *
 * Dense output: the state between two states, from dense.lua, and what acts at
 * a state, which it needs at both.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

static const char *const field[STORES] = {"R", "L", "x", "v"};

/* ---- what acts ---- */

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
        return order > 6 ? 3 : 2;
    return order > 6 ? 2 : order > 4;
}

static const struct expr *const *note_action(struct derive *d, const char *name,
                                             int index, struct dense_action *a)
{
    a->index = index;
    for (int end = 0; end < 2; end++) {
        const char *own = text_format(d->arena, "%s%d_%d", name, end, index);
        a->symbol[end] =
            expr_symbol(d->pool, name_of_text(d->names, own), SYMBOL_ACTION);
    }
    return a->symbol;
}

/* What is known at an end: torque and acceleration, then their rates. */
struct known {
    const struct expr *at[2][(1 + MOST_RATES) * MOST_ACTIONS];
};

/* MOST_ACTIONS values from index `first` on: symbols, unless they are constant;
 * returns how many are symbols. */
static int note_actions(struct derive *d, const char *name, int first,
                        const struct expr *const *value,
                        struct dense_action *list, struct known *known)
{
    int n = 0;
    for (int i = 0; i < MOST_ACTIONS; i++) {
        const bool fixed = expr_is_const(value[i]);
        const struct expr *const *symbol =
            fixed ? NULL : note_action(d, name, first + i, &list[n]);
        n += !fixed;
        for (int end = 0; end < 2; end++)
            known->at[end][first + i] = fixed ? value[i] : symbol[end];
    }
    return n;
}

static void make_routine(struct derive *d, struct routine *r, const char *name,
                         int n, const struct dense_action *list,
                         const struct expr *const *value)
{
    const struct expr *asked[MOST_RATES * MOST_ACTIONS];
    for (int k = 0; k < n; k++)
        asked[k] = value[list[k].index];
    if (n)
        observe_routine(d, r, name, name, n, asked);
}

static void make_actions(struct derive *d, struct known *known, int rates)
{
    enum { ALL = (1 + MOST_RATES) * MOST_ACTIONS };
    const struct model *m = d->model;
    const struct expr *of_model[ALL], *value[ALL];
    const struct vec a =
        vec_scale(d->pool, expr_power(d->pool, m->mass, -1), m->force);
    const struct vec own = derive_acceleration(d);
    struct dense *all = &d->step->dense;
    struct at at = observe_state(d);
    memcpy(of_model, m->torque.x, sizeof m->torque.x);
    memcpy(of_model + VECTOR, a.x, sizeof a.x);
    for (int k = 0; k < rates; k++)
        model_rate(m, MOST_ACTIONS, of_model + k * MOST_ACTIONS,
                   of_model + (k + 1) * MOST_ACTIONS);
    memcpy(of_model + VECTOR, own.x, sizeof own.x);
    for (int k = 0; k <= rates; k++)
        for (int i = k * MOST_ACTIONS; i < (k + 1) * MOST_ACTIONS; i += VECTOR)
            derive_place(d, &at, VECTOR, of_model + i, value + i);
    all->actions = note_actions(d, "act", 0, value, all->action, known);
    for (int k = 1; k <= rates; k++)
        all->rates +=
            note_actions(d, "sway", k * MOST_ACTIONS, value + k * MOST_ACTIONS,
                         all->rate + all->rates, known);
    make_routine(d, &all->act, "act", all->actions, all->action, value);
    make_routine(d, &all->sway, "sway", all->rates, all->rate, value);
}

/* ---- the two states ---- */

/* The state at the end of the interval: the stores with symbols of its own. */
static struct store *end_stores(struct derive *d)
{
    const struct step *s = d->step;
    struct store *all = arena_array(d->arena, (size_t)s->stores, sizeof *all);
    for (int i = 0; i < s->stores; i++) {
        const char *name = s->store[i].name;
        all[i] = s->store[i];
        all[i].name =
            name_of_text(d->names, text_format(d->arena, "end_%s", name));
        derive_symbols(d, &all[i], SYMBOL_END);
        all[i].name = name;
    }
    return all;
}

static void push_vector(struct derive *d, const char *name, struct vec v)
{
    lua_State *L = host_lua(d->host);
    algebra_push_vec(L, v);
    lua_setfield(L, -2, name);
}

/* { T, T', T'' }, or of acceleration. */
static void push_rates(struct derive *d, const char *name,
                       const struct expr *const *known, int rates)
{
    lua_State *L = host_lua(d->host);
    lua_createtable(L, rates + 1, 0);
    for (int k = 0; k <= rates; k++) {
        struct vec v;
        memcpy(v.x, known + k * MOST_ACTIONS, sizeof v.x);
        algebra_push_vec(L, v);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, name);
}

static void push_state(struct derive *d, const struct store *store,
                       const struct expr *const *known, int rates)
{
    lua_State *L = host_lua(d->host);
    lua_newtable(L);
    turned_push(L, attitude_of_numbers(d, store[STORED_R].symbol));
    lua_setfield(L, -2, field[STORED_R]);
    for (int i = STORED_L; i < d->step->stores; i++) {
        struct vec v;
        memcpy(v.x, store[i].symbol, sizeof v.x);
        push_vector(d, field[i], v);
    }
    push_rates(d, "T", known, rates);
    push_rates(d, "a", known + VECTOR, rates);
}

/* ---- the one between ---- */

/* R of the table on top of the stack, as stored numbers. */
static void read_attitude(struct derive *d, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getfield(L, -1, field[STORED_R]);
    turned_push_stored(d, turned_at(L, lua_gettop(L)));
    attitude_numbers(d, "move", out);
    lua_pop(L, 1);
}

static void read_vector(struct derive *d, const char *name,
                        const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getfield(L, -1, name);
    struct vec v = algebra_vec(L, lua_gettop(L));
    memcpy(out, v.x, sizeof v.x);
    lua_pop(L, 1);
}

static void read_state(struct derive *d)
{
    const struct step *s = d->step;
    struct output *out = arena_array(d->arena, (size_t)s->stores, sizeof *out);
    for (int i = 0; i < s->stores; i++) {
        const struct expr **value =
            arena_array(d->arena, MOST_VALUES, sizeof *value);
        if (i == STORED_R)
            read_attitude(d, value);
        else
            read_vector(d, field[i], value);
        out[i] = (struct output){s->store[i].name, s->store[i].n, value};
    }
    d->step->dense.interp =
        (struct routine){.name = "interp", .outputs = s->stores, .output = out};
    record_take(d, &d->step->dense.interp);
}

void dense_make(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    struct dense *all = &d->step->dense;
    struct known known;
    const int rates = d->recipe->choice.apart ? 0 : rates_used(d);
    make_actions(d, &known, rates);
    if (d->recipe->choice.apart)
        return;
    all->order = 4 + 2 * rates;
    all->is_cut =
        !rates && (d->recipe->adaptive || recipe_order(d->recipe) > 4);
    all->end = end_stores(d);
    all->share =
        expr_symbol(d->pool, name_of_text(d->names, "theta"), SYMBOL_SHARE);
    lua_getglobal(L, "dense");
    scene_push_body(d);
    push_state(d, d->step->store, known.at[0], rates);
    push_state(d, all->end, known.at[1], rates);
    algebra_push(L, d->step->h);
    algebra_push(L, all->share);
    lua_call(L, 5, 1);
    read_state(d);
    lua_pop(L, 1);
}
