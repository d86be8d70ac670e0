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

enum { ALL_ACTIONS = (1 + MOST_RATES) * MOST_ACTIONS };

/* What is known at an end: torque and acceleration, then their rates. */
struct known {
    expr at[2][ALL_ACTIONS];
};

/* Symbols at both ends for the values from index `first` to before `end`,
 * unless they are constant, and the routine that gives these; their number. */
static int note_actions(struct derive *d, const char *name, int first, int end,
                        const expr *value, struct dense_action *list,
                        struct known *known, struct routine *r)
{
    expr asked[ALL_ACTIONS];
    int n = 0;
    for (int i = first; i < end; i++) {
        known->at[0][i] = known->at[1][i] = value[i];
        if (expr_is_const(value[i]))
            continue;
        for (int k = 0; k < 2; k++) {
            const char *own = text_format(d->arena, "%s%d_%d", name, k, i);
            known->at[k][i] = list[n].symbol[k] = expr_symbol(
                d->pool, name_of_text(d->names, own), SYMBOL_ACTION);
        }
        list[n].index = i;
        asked[n++] = value[i];
    }
    if (n)
        record_routine(d, r, name, name, n, asked);
    return n;
}

static void make_actions(struct derive *d, struct known *known, int rates)
{
    const struct model *m = d->model;
    expr of_model[ALL_ACTIONS], value[ALL_ACTIONS];
    const int end = (1 + rates) * MOST_ACTIONS;
    const struct vec a =
        vec_scale(d->pool, expr_power(d->pool, m->mass, -1), m->force);
    expr own[MOST_ACTIONS];
    struct dense *all = &d->step->dense;
    derive_actions(d, own);
    struct at at = state_at(d);
    memcpy(of_model, m->torque.x, sizeof m->torque.x);
    memcpy(of_model + VECTOR, a.x, sizeof a.x);
    for (int i = 0; i < end - MOST_ACTIONS; i += MOST_ACTIONS)
        model_rate(m, MOST_ACTIONS, of_model + i, of_model + i + MOST_ACTIONS);
    memcpy(of_model, own, sizeof own);
    for (int i = 0; i < end; i += VECTOR)
        derive_place(d, &at, VECTOR, of_model + i, value + i);
    all->actions = note_actions(d, "act", 0, MOST_ACTIONS, value, all->action,
                                known, &all->act);
    all->rates = note_actions(d, "sway", MOST_ACTIONS, end, value, all->rate,
                              known, &all->sway);
}

/* ---- the two states ---- */

/* The state at the end of the interval: the stores with symbols of its own. */
static struct store *end_stores(struct derive *d)
{
    const struct step *s = d->step;
    struct store *all = arena_array(d->arena, (size_t)s->stores, sizeof *all);
    for (int i = 0; i < s->stores; i++) {
        all[i] = s->store[i];
        all[i].name = text_format(d->arena, "end_%s", s->store[i].name);
        state_symbols(d, &all[i], SYMBOL_END);
        all[i].name = s->store[i].name;
    }
    return all;
}

/* Field `name` is { T, T', T'' }, or of acceleration. */
static void push_rates(struct derive *d, const char *name, const expr *known,
                       int rates)
{
    lua_createtable(d->lua, rates + 1, 0);
    for (int k = 0; k <= rates; k++) {
        algebra_give(d->lua, VECTOR, known + k * MOST_ACTIONS);
        lua_rawseti(d->lua, -2, k + 1);
    }
    lua_setfield(d->lua, -2, name);
}

static void push_end(struct derive *d, const struct store *store,
                     const expr *known, int rates)
{
    state_push(d, store);
    push_rates(d, "T", known, rates);
    push_rates(d, "a", known + VECTOR, rates);
}

void dense_make(struct derive *d)
{
    struct step *s = d->step;
    struct dense *all = &s->dense;
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
    lua_getglobal(d->lua, "dense");
    body_push(d);
    push_end(d, s->store, known.at[0], rates);
    push_end(d, all->end, known.at[1], rates);
    algebra_push(d->lua, s->h);
    algebra_push(d->lua, all->share);
    lua_call(d->lua, 5, 1);
    struct output *out = arena_array(d->arena, (size_t)s->stores, sizeof *out);
    state_read(d, out);
    lua_pop(d->lua, 1);
    all->interp =
        (struct routine){.name = "interp", .outputs = s->stores, .output = out};
    record_take(d, &all->interp);
}
