/* SPDX-License-Identifier: MIT
 *
 * Formulas as textbooks have them, for what stands off the step's path: a
 * factor goes into the sum that it multiplies, 1 - 2 (y^2 + z^2), and signs
 * with it.
 */
#include "opt/pass.h"

#include "base/arena.h"

struct plain {
    const struct graph *graph;
    const int *uses;
};

static bool has_constant(expr e)
{
    for (int i = 0; e->op == OP_SUM && i < e->arity; i++)
        if (e->arg[i]->op == OP_CONST)
            return true;
    return false;
}

/* Adds c x.  A sum gives its terms; c a (x - 1/2) is a (c x - c/2), where the
 * constant has no product of its own. */
static void add(const struct graph *g, struct terms *t, num c, expr x)
{
    for (int i = 0; x->op == OP_SUM && i < x->arity; i++)
        add(g, t, number_mul(g->arena, c, x->coef[i]), x->arg[i]);
    if (x->op == OP_SUM)
        return;
    for (int k = 0; x->op == OP_MUL && !number_is_unit(c) && k < 2; k++)
        if (has_constant(x->arg[k])) {
            struct terms inner = terms_new(g, x->arg[k]->arity);
            for (int i = 0; i < x->arg[k]->arity; i++)
                terms_add(&inner, number_mul(g->arena, c, x->arg[k]->coef[i]),
                          x->arg[k]->arg[i]);
            c = number_int(g->arena, 1);
            x = raw_mul(g->pool, x->arg[!k], terms_sum(&inner));
        }
    terms_add(t, c, x);
}

static int terms_of(expr e)
{
    int n = e->op != OP_SUM;
    for (int i = 0; e->op == OP_SUM && i < e->arity; i++)
        n += terms_of(e->arg[i]);
    return n;
}

/* A sum that others use as well stays whole. */
static expr distribute(void *context, expr node, const expr *arg)
{
    const struct plain *p = context;
    const struct graph *g = p->graph;
    int room = 0;
    if (node->op != OP_SUM && node->op != OP_SCALE)
        return node_raw(g->pool, node, arg);
    for (int i = 0; i < node->arity; i++)
        room += terms_of(arg[i]);
    struct terms t = terms_new(g, room);
    for (int i = 0; i < node->arity; i++) {
        num c = node->op == OP_SUM ? node->coef[i] : node->number;
        if (node->op == OP_SUM && p->uses[node->arg[i]->id] > 1)
            terms_add(&t, c, arg[i]);
        else
            add(g, &t, c, arg[i]);
    }
    return terms_sum(&t);
}

struct graph *pass_plain(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    struct plain p = {g, graph_uses(g, &nodes)};
    return graph_rebuild(g, distribute, &p);
}

/* -2 (x - y) is 2 (y - x). */
static expr turn(void *context, expr node, const expr *arg)
{
    const struct graph *g = context;
    expr x = node->op == OP_SCALE ? arg[0] : NULL;
    bool minus = false;
    for (int i = 0; x && x->op == OP_SUM && i < x->arity; i++)
        minus = minus || number_sign(x->coef[i]) < 0;
    if (!minus || number_sign(node->number) > 0)
        return node_raw(g->pool, node, arg);
    struct terms t = terms_new(g, x->arity);
    for (int i = 0; i < x->arity; i++)
        terms_add(&t, number_neg(g->arena, x->coef[i]), x->arg[i]);
    return raw_scale(g->pool, number_neg(g->arena, node->number),
                     terms_sum(&t));
}

struct graph *pass_positive(const struct graph *g)
{
    return graph_rebuild(g, turn, (void *)(size_t)g);
}
