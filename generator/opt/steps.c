/* SPDX-License-Identifier: MIT
 *
 * Pass: constants go to the factor that is known once a call,
 * c (h x) = (c h) x, m (g x) = (m g) x, so that c h costs nothing in the step.
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "opt/terms.h"

/* c * f for a factor f = c' h. */
static const struct expr *
once_scale(const struct graph *g, const struct number *c, const struct expr *f)
{
    if (f->op == OP_SCALE) {
        c = number_mul(g->arena, c, f->number);
        f = f->arg[0];
    }
    return number_is_one(c) ? f : raw_scale(g->pool, c, f);
}

/* f * x for a factor known once; constants and factors in x move to f. */
static const struct expr *once_mul(const struct graph *g, const struct expr *f,
                                   const struct expr *x)
{
    for (int depth = 0; depth < 8; depth++) {
        if (x->op == OP_SCALE) {
            f = once_scale(g, x->number, f);
            x = x->arg[0];
        } else if (x->op == OP_MUL && graph_is_once(g, x->arg[0])) {
            f = raw_mul(g->pool, f, x->arg[0]);
            x = x->arg[1];
        } else if (x->op == OP_MUL && graph_is_once(g, x->arg[1])) {
            f = raw_mul(g->pool, f, x->arg[1]);
            x = x->arg[0];
        } else {
            break;
        }
    }
    return raw_mul(g->pool, f, x);
}

static const struct expr *
rebuild_mul(const struct graph *g, const struct expr *a, const struct expr *b)
{
    bool once_a = graph_is_once(g, a), once_b = graph_is_once(g, b);
    if (once_a && !once_b)
        return once_mul(g, a, b);
    if (once_b && !once_a)
        return once_mul(g, b, a);
    return raw_mul(g->pool, a, b);
}

/* |c| * x if x is a product with a factor known once, else NULL. */
static const struct expr *absorb(const struct graph *g, const struct number *c,
                                 const struct expr *x)
{
    if (x->op != OP_MUL || graph_is_once(g, x))
        return NULL;
    c = magnitude_of(g->arena, c);
    for (int side = 0; side < 2; side++)
        if (graph_is_once(g, x->arg[side]))
            return raw_mul(g->pool, once_scale(g, c, x->arg[side]),
                           x->arg[1 - side]);
    return NULL;
}

static const struct expr *absorb_terms(const struct graph *g,
                                       const struct expr *node,
                                       const struct expr *const *arg)
{
    struct terms t = terms_new(g, node->arity);
    for (int i = 0; i < node->arity; i++) {
        const struct number *c = node->coef[i];
        const struct expr *x = number_is_unit(c) ? NULL : absorb(g, c, arg[i]);
        if (x)
            terms_add(&t, number_int(g->arena, number_sign(c)), x);
        else
            terms_add(&t, c, arg[i]);
    }
    return terms_sum(&t);
}

static const struct expr *move_step(void *context, const struct expr *node,
                                    const struct expr *const *arg)
{
    const struct graph *g = context;
    const struct expr *x;
    switch (node->op) {
    case OP_MUL:
        return rebuild_mul(g, arg[0], arg[1]);
    case OP_SUM:
        return absorb_terms(g, node, arg);
    case OP_SCALE:
        x = absorb(g, node->number, arg[0]);
        if (x)
            return number_sign(node->number) < 0
                       ? raw_scale(g->pool, number_int(g->arena, -1), x)
                       : x;
        return node_raw(g->pool, node, arg);
    default:
        return node_raw(g->pool, node, arg);
    }
}

struct graph *pass_step(const struct graph *g)
{
    return graph_rebuild(g, move_step, (void *)(size_t)g);
}
