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

/* What is known at both ends: torque and acceleration, then their rates. */
typedef expr known[2][ALL_ACTIONS];

/* Symbols at both ends for the values from index `first` to before `end`,
 * unless they are constant, and the routine that gives these; their number. */
static int note_actions(struct derive *d, const char *name, int first, int end,
                        const expr *value, struct dense_action *list, known at,
                        struct routine *r)
{
    expr asked[ALL_ACTIONS];
    int n = 0;
    for (int i = first; i < end; i++) {
        at[0][i] = at[1][i] = value[i];
        if (expr_is_const(value[i]))
            continue;
        for (int k = 0; k < 2; k++) {
            const char *own = text_format(d->arena, "%s%d_%d", name, k, i);
            at[k][i] = list[n].symbol[k] = expr_symbol(
                d->pool, name_of_text(d->names, own), SYMBOL_ACTION);
        }
        list[n].index = i;
        asked[n++] = value[i];
    }
    if (n)
        *r = record_routine(d, name, name, n, asked);
    return n;
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
    all->actions = note_actions(d, "act", 0, MOST_ACTIONS, value, all->action,
                                at, &all->act);
    all->rates = note_actions(d, "sway", MOST_ACTIONS, end, value, all->rate,
                              at, &all->sway);
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
static void push_rates(struct derive *d, const char *name, const expr *value,
                       int rates)
{
    lua_createtable(d->lua, rates + 1, 0);
    for (int k = 0; k <= rates; k++) {
        algebra_give(d->lua, VECTOR, value + k * MOST_ACTIONS);
        lua_rawseti(d->lua, -2, k + 1);
    }
    lua_setfield(d->lua, -2, name);
}

static void push_end(struct derive *d, const struct store *store,
                     const expr *value, int rates)
{
    state_push(d, store);
    push_rates(d, "T", value, rates);
    push_rates(d, "a", value + VECTOR, rates);
}

void dense_make(struct derive *d)
{
    struct step *s = d->step;
    struct dense *all = &s->dense;
    known at;
    const int rates = d->recipe->choice.apart ? 0 : rates_used(d);
    make_actions(d, at, rates);
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
    push_end(d, s->store, at[0], rates);
    push_end(d, all->end, at[1], rates);
    algebra_push(d->lua, s->h);
    algebra_push(d->lua, all->share);
    lua_call(d->lua, 5, 1);
    struct output *out = arena_array(d->arena, (size_t)s->stores, sizeof *out);
    state_read(d, out);
    lua_pop(d->lua, 1);
    all->interp = record_take(d, "interp", s->stores, out);
}
