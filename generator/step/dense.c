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

static void note_action(struct derive *d, int index)
{
    struct dense *all = &d->step->dense;
    struct dense_action *a = &all->action[all->actions++];
    a->index = index;
    for (int end = 0; end < 2; end++) {
        const char *name = text_format(d->arena, "act%d_%d", end, index);
        a->symbol[end] =
            expr_symbol(d->pool, name_of_text(d->names, name), SYMBOL_ACTION);
    }
}

/* Torque and acceleration at both ends: symbols, unless they are constant. */
static void make_actions(struct derive *d, struct vec torque[2],
                         struct vec acceleration[2])
{
    const struct expr *value[MOST_ACTIONS], *asked[MOST_ACTIONS];
    struct dense *all = &d->step->dense;
    struct at at = observe_state(d);
    struct vec a = derive_acceleration(d);
    derive_place(d, &at, VECTOR, d->model->torque.x, value);
    derive_place(d, &at, VECTOR, a.x, value + VECTOR);
    for (int i = 0; i < MOST_ACTIONS; i++) {
        bool fixed = expr_is_const(value[i]);
        if (!fixed)
            note_action(d, i);
        for (int end = 0; end < 2; end++) {
            struct vec *to = i < VECTOR ? torque : acceleration;
            to[end].x[i % VECTOR] =
                fixed ? value[i] : all->action[all->actions - 1].symbol[end];
        }
    }
    for (int k = 0; k < all->actions; k++)
        asked[k] = value[all->action[k].index];
    if (all->actions)
        observe_routine(d, &all->act, "act", "act", all->actions, asked);
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

static void push_state(struct derive *d, const struct store *store,
                       struct vec torque, struct vec acceleration)
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
    push_vector(d, "T", torque);
    push_vector(d, "a", acceleration);
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
    struct vec torque[2], acceleration[2];
    make_actions(d, torque, acceleration);
    if (d->choice->apart)
        return;
    all->end = end_stores(d);
    all->share =
        expr_symbol(d->pool, name_of_text(d->names, "theta"), SYMBOL_SHARE);
    lua_getglobal(L, "dense");
    scene_push_body(d);
    push_state(d, d->step->store, torque[0], acceleration[0]);
    push_state(d, all->end, torque[1], acceleration[1]);
    algebra_push(L, d->step->h);
    algebra_push(L, all->share);
    lua_call(L, 5, 1);
    read_state(d);
    lua_pop(L, 1);
}
