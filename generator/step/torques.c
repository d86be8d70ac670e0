/* SPDX-License-Identifier: MIT
 *
 * How often a step evaluates the torque: at how many different states, of
 * those whose torque the result needs.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

/* Constant, or carried over from the step before. */
static bool is_ready(struct vec T)
{
    for (int i = 0; i < VECTOR; i++) {
        expr e = T.x[i];
        bool carried = e->op == OP_SYMBOL && e->index == SYMBOL_PUSH;
        if (!expr_is_const(e) && !carried)
            return false;
    }
    return true;
}

void torques_note(struct derive *d, struct vec T)
{
    for (int i = 0; i < d->torques; i++)
        if (!memcmp(&d->torque[i], &T, sizeof T))
            return;
    if (is_ready(T))
        return;
    arena_push(d->arena, d->torque, d->torques, d->torque_room);
    d->torque[d->torques++] = T;
}

void torques_follow(struct derive *d, int n, const expr *unknown,
                    const expr *value)
{
    int before = d->torques;
    for (int i = 0; i < before; i++) {
        struct vec T = d->torque[i];
        expr_subst(d->pool, VECTOR, T.x, n, unknown, value, T.x);
        torques_note(d, T);
    }
}

/* ---- counting ---- */

/* Adds what n roots reach. */
static void reach(struct derive *d, int n, const expr *root,
                  unsigned char *marks)
{
    const unsigned char *more = derive_reach(d, n, root);
    for (int id = 0; id < pool_size(d->pool); id++)
        marks[id] |= more[id];
}

/* What is reached once a step, and in a sweep. */
static void reach_routine(struct derive *d, const struct routine *r,
                          unsigned char *fixed, unsigned char *sweep)
{
    for (int i = 0; i < r->outputs; i++)
        reach(d, r->output[i].n, r->output[i].value, fixed);
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        reach(d, s->n, s->start, fixed);
        reach(d, s->n, s->change, sweep);
        reach(d, 1, &s->done, sweep);
        reach(d, s->accept != NULL, &s->accept, fixed);
    }
}

/* What changes with an unknown. */
static void mark_varying(const struct pool *p, unsigned char *varies)
{
    for (int id = 0; id < pool_size(p); id++) {
        expr e = pool_node(p, id);
        varies[id] = (e->op == OP_SYMBOL && e->index == SYMBOL_UNKNOWN) ||
                     marked_any(varies, e->arity, e->arg);
    }
}

/* A coefficient stands on its own, and a sum may have been taken apart. */
static bool is_needed(expr e, const unsigned char *reached)
{
    if (e->op == OP_SCALE)
        e = e->arg[0];
    if (reached[e->id] || e->op != OP_SUM)
        return reached[e->id];
    for (int i = 0; i < e->arity; i++)
        if (!reached[e->arg[i]->id])
            return false;
    return true;
}

static bool any_needed(struct vec T, const unsigned char *reached)
{
    for (int i = 0; i < VECTOR; i++)
        if (!expr_is_const(T.x[i]) && is_needed(T.x[i], reached))
            return true;
    return false;
}

/* The torque at the end is computed, too, where it is carried over. */
struct evaluations torques_count(struct derive *d, const struct routine *r)
{
    const struct relay *c = &d->step->relay;
    struct evaluations n = {c->n > 0 && c->part[0].index < VECTOR, 0};
    size_t size = (size_t)pool_size(d->pool);
    unsigned char *fixed = arena_alloc(d->arena, size);
    unsigned char *sweep = arena_alloc(d->arena, size);
    unsigned char *varies = arena_alloc(d->arena, size);
    reach_routine(d, r, fixed, sweep);
    mark_varying(d->pool, varies);
    for (int i = 0; i < d->torques; i++) {
        struct vec T = d->torque[i];
        if (marked_any(varies, VECTOR, T.x))
            n.sweep += any_needed(T, sweep);
        else
            n.step += any_needed(T, fixed) || any_needed(T, sweep);
    }
    return n;
}
