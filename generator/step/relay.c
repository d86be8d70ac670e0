/* SPDX-License-Identifier: MIT
 *
 * What acts at the end of a step acts at the start of the next one.  A method
 * whose step ends with a kick leaves it to the host (last_kick): then torque
 * and acceleration are computed once a step, at its end, and carried over.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* Torque and acceleration in the model's placeholders. */
static void actions(struct derive *d, const struct expr **out)
{
    const struct model *m = d->model;
    struct vec acceleration = derive_acceleration(d);
    memcpy(out, m->torque.x, sizeof m->torque.x);
    memcpy(out + VECTOR, acceleration.x, sizeof acceleration.x);
}

/* Does it change from step to step? */
static bool changes(struct derive *d, const struct expr *e)
{
    const struct model *m = d->model;
    if (expr_depends(d->pool, 1, &e, m->t))
        return true;
    for (int i = 0; i < 9; i++)
        if (expr_depends(d->pool, 1, &e, m->R.x[i]))
            return true;
    for (int i = 0; m->moves && i < VECTOR; i++)
        if (expr_depends(d->pool, 1, &e, m->x.x[i]))
            return true;
    return false;
}

void relay_prepare(struct derive *d)
{
    struct relay *c = &d->step->relay;
    const struct expr *action[MOST_ACTIONS];
    actions(d, action);
    for (int i = 0; i < MOST_ACTIONS; i++) {
        if (!changes(d, action[i]))
            continue;
        const char *name = text_format(d->arena, "push%d", c->n);
        c->part[c->n++] = (struct relay_part){
            .action = action[i],
            .index = i,
            .symbol =
                expr_fresh(d->pool, name_of_text(d->names, name), SYMBOL_PUSH)};
    }
}

static bool is_start(struct derive *d, const struct at *at)
{
    struct vec x = scene_stored(d, STORED_X);
    return d->carries && at->t == d->model->t && !at->R->depth &&
           at->R->stored == d->step->store->symbol &&
           !memcmp(x.x, at->x.x, sizeof x.x);
}

void relay_replace(struct derive *d, const struct at *at, int first,
                   struct vec *v)
{
    const struct relay *c = &d->step->relay;
    for (int i = 0; is_start(d, at) && i < c->n; i++) {
        int k = c->part[i].index - first;
        if (k >= 0 && k < VECTOR)
            v->x[k] = c->part[i].symbol;
    }
}

/* The part of the last kick that does not change from step to step. */
void relay_close(struct derive *d, struct vec *L, struct vec *v)
{
    const struct relay *c = &d->step->relay;
    const struct expr *action[MOST_ACTIONS];
    actions(d, action);
    for (int i = 0; i < c->n; i++)
        action[c->part[i].index] = expr_int(d->pool, 0);
    for (int i = 0; i < MOST_ACTIONS; i++) {
        struct vec *to = i < VECTOR ? L : v;
        const struct expr **x = &to->x[i % VECTOR];
        const struct expr *more = expr_mul(d->pool, c->kick, action[i]);
        *x = expr_add(d->pool, *x, more);
    }
}

void relay_make(struct derive *d, const struct at *start)
{
    struct relay *c = &d->step->relay;
    const struct expr *action[MOST_ACTIONS];
    const struct expr **value =
        arena_array(d->arena, MOST_ACTIONS, sizeof *value);
    if (!c->n)
        return;
    for (int i = 0; i < c->n; i++)
        action[i] = c->part[i].action;
    derive_place(d, start, c->n, action, value);
    struct output *out = arena_alloc(d->arena, sizeof *out);
    *out = (struct output){"push", c->n, value};
    c->push = (struct routine){.name = "push", .outputs = 1, .output = out};
    record_take(d, &c->push);
}
