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

/* Does it change from step to step? */
static bool changes(struct derive *d, expr e)
{
    const struct model *m = d->model;
    const unsigned char *mark = derive_reach(d, 1, &e);
    return mark[m->t->id] || marked_any(mark, 9, m->R.x) ||
           (m->moves && marked_any(mark, VECTOR, m->x.x));
}

void relay_prepare(struct derive *d)
{
    struct relay *c = &d->step->relay;
    expr action[MOST_ACTIONS];
    derive_actions(d, action);
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
    struct vec x = state_vector(d, d->step->store, STORED_X);
    return d->run == RUN_CARRYING && at->t == d->model->t && !at->R->depth &&
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

void relay_close(struct derive *d, expr *vectors)
{
    const struct relay *c = &d->step->relay;
    expr action[MOST_ACTIONS];
    if (!c->kick)
        return;
    derive_actions(d, action);
    for (int i = 0; i < c->n; i++)
        action[c->part[i].index] = expr_int(d->pool, 0);
    for (int i = 0; i < (d->model->moves ? MOST_ACTIONS : VECTOR); i++) {
        expr *x = &vectors[i < VECTOR ? i : i + VECTOR];
        *x = expr_add(d->pool, *x, expr_mul(d->pool, c->kick, action[i]));
    }
}

void relay_make(struct derive *d, const struct at *start)
{
    struct relay *c = &d->step->relay;
    expr action[MOST_ACTIONS];
    for (int i = 0; i < c->n; i++)
        action[i] = c->part[i].action;
    if (!c->n)
        return;
    derive_place(d, start, c->n, action, action);
    record_routine(d, &c->push, "push", "push", c->n, action);
}
