/* SPDX-License-Identifier: MIT
 *
 * Dense output: dense.lua computes the state between two states, from torque,
 * acceleration and rates at both.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- torque, acceleration and rates at both states ---- */

/* Returns how many time derivatives of torque and acceleration are used:
 * adaptive steps of accurate methods are large.  A case has the slope of its
 * branch; the slope of a signal from a file is unknown. */
static int rates_used(const struct derive *d)
{
    const struct model *m = d->model;
    const int order = recipe_order(d->recipe);
    if (m->has_signals)
        return 0;
    if (d->recipe->adaptive)
        return order > 8 ? 4 : order > 6 ? 3 : 2;
    return order > 6 ? 2 : order > 4;
}

/* The known values at both ends: first `loads` values of torque, acceleration,
 * rates of wheels and states, and x' if it is not v; then internal momentum, or
 * w if the inertia changes; then `rates` time derivatives of `all` of these. */
struct end_values {
    int loads, all, rates;
    expr *at[2];
};

/* Creates symbols at both ends for those of the values [first, end) that are
 * not constant, and the routine that computes these values. */
static void note_loads(struct derive *d, const char *name, int first, int end,
                       const expr *value, struct dense_loads *all,
                       struct end_values *ends)
{
    const size_t most = (size_t)(end - first) + 1;
    expr *requested = arena_array(d->arena, most, sizeof *requested);
    all->at = arena_array(d->arena, most, sizeof *all->at);
    for (int i = first; i < end; i++) {
        ends->at[0][i] = ends->at[1][i] = value[i];
        if (expr_is_const(value[i]))
            continue;
        for (int k = 0; k < 2; k++) {
            const char *symbol_name =
                text_format(d->arena, "%s%d_%d", name, k, i);
            ends->at[k][i] = all->at[all->n].symbol[k] = expr_symbol(
                d->pool, name_of_text(d->names, symbol_name), SYMBOL_LOAD);
        }
        all->at[all->n].index = i;
        requested[all->n++] = value[i];
    }
    if (all->n)
        all->routine = record_routine(d, name, name, all->n, requested);
}

static struct end_values make_loads(struct derive *d, int rates)
{
    const struct model *m = d->model;
    const int loads = model_load_count(m);
    const int all = loads + (model_turns_inside(m) ? VECTOR : 0);
    const struct vec inner = m->facts.changes ? model_omega(m) : m->gyro;
    const size_t room = (size_t)((1 + rates) * all + VECTOR);
    struct end_values ends = {.loads = loads, .all = all, .rates = rates};
    struct dense *dense = &d->step->dense;
    expr *of_model = arena_array(d->arena, 4 * room, sizeof *of_model);
    expr *value = of_model + room;
    ends.at[0] = value + room;
    ends.at[1] = ends.at[0] + room;
    memcpy(of_model, model_loads(m), (size_t)loads * sizeof *of_model);
    memcpy(of_model + loads, inner.x, sizeof inner.x);
    struct state start = state_start(d);
    for (int k = 0; k < rates; k++)
        model_rate(m, all, of_model + k * all, of_model + (k + 1) * all);
    for (int i = 0, n; i < (1 + rates) * all; i += n) {
        const int rest = all - i % all;
        n = rest < VECTOR ? rest : VECTOR;
        load_substitute(d, &start, n, of_model + i, value + i);
    }
    note_loads(d, "loads", 0, loads, value, &dense->load, &ends);
    note_loads(d, "load_rates", loads, (1 + rates) * all, value,
               &dense->internal, &ends);
    return ends;
}

/* ---- the state between two states, by dense.lua ---- */

/* Sets field `name` of the state: the value at `place` and its rates. */
static void push_end_value(struct derive *d, const struct end_values *ends,
                           int end, int place, const char *name)
{
    const expr *value = ends->at[end] + place;
    lua_createtable(d->lua, ends->rates + 1, 0);
    for (int k = 0; k <= ends->rates; k++, value += ends->all) {
        if (*name == 'Z')
            inside_give(d, d->step->stores - d->step->extras, value);
        else
            algebra_give(d->lua, VECTOR, value);
        lua_rawseti(d->lua, -2, k + 1);
    }
    lua_setfield(d->lua, -2, name);
}

/* Pushes the state with lists { value, rate, second rate, .. }: T of torque, a
 * of acceleration, Z of the rates of wheels and states, V of x' if it is not v,
 * and H of internal momentum, or W of w. */
static void push_end(struct derive *d, const struct field *store,
                     const struct end_values *ends, int end)
{
    state_push(d, store);
    push_end_value(d, ends, end, 0, "T");
    push_end_value(d, ends, end, VECTOR, "a");
    if (d->model->extras)
        push_end_value(d, ends, end, MOST_LOADS, "Z");
    if (model_slips(d->model))
        push_end_value(d, ends, end, ends->loads - VECTOR, "V");
    if (model_turns_inside(d->model))
        push_end_value(d, ends, end, ends->loads,
                       d->model->facts.changes ? "W" : "H");
}

/* Returns the stores of the second state, with their own symbols. */
static struct field *end_fields(struct derive *d)
{
    const struct step *s = d->step;
    struct field *end = arena_array(d->arena, (size_t)s->stores, sizeof *end);
    for (int i = 0; i < s->stores; i++) {
        end[i] = s->store[i];
        if (d->model->part[i].is_held) /* same symbols at both ends */
            continue;
        end[i].name = text_format(d->arena, "end_%s", s->store[i].name);
        record_symbols(d, &end[i], SYMBOL_END);
        end[i].name = s->store[i].name;
    }
    return end;
}

/* Dense output by the method: the emitted function takes a step of theta h. */
static void make_of_step(struct derive *d)
{
    struct dense *all = &d->step->dense;
    const expr zero = expr_int(d->pool, 0);
    all->is_step = true;
    all->order = d->step->order + 1;
    all->has_cases = d->model->breaks && !d->recipe->adaptive;
    if (!d->recipe->choice.no_dense)
        all->interp = record_routine(d, "interp", "turn", 1, &zero);
}

void dense_make(struct derive *d)
{
    struct step *s = d->step;
    struct dense *all = &s->dense;
    if (d->recipe->promise.dense) {
        make_of_step(d);
        return;
    }
    const size_t stores = (size_t)s->stores;
    struct output *out = arena_array(d->arena, stores + 1, sizeof *out);
    const int rates = d->recipe->choice.no_dense ? 0 : rates_used(d);
    const struct end_values ends = make_loads(d, rates);
    if (d->recipe->choice.no_dense)
        return;
    all->order = 4 + 2 * rates;
    all->has_cases =
        d->model->has_cases || (d->model->breaks && !d->recipe->adaptive);
    const struct field *end = all->end = end_fields(d);
    all->share =
        expr_symbol(d->pool, name_of_text(d->names, "theta"), SYMBOL_SHARE);
    lua_getglobal(d->lua, "dense");
    body_push(d);
    push_end(d, s->store, &ends, 0);
    push_end(d, end, &ends, 1);
    algebra_push(d->lua, s->h);
    algebra_push(d->lua, all->share);
    lua_call(d->lua, 5, 1);
    state_read(d, out);
    lua_getfield(d->lua, -1, "turn");
    expr turn = algebra_scalar(d->lua, lua_gettop(d->lua));
    lua_pop(d->lua, 2);
    out[stores] =
        (struct output){"turn", 1, arena_copy(d->arena, &turn, sizeof turn)};
    all->interp = record_take(d, "interp", s->stores + 1, out);
}
