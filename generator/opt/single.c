/* SPDX-License-Identifier: MIT
 *
 * Pass: a sum that is used once, by another sum, becomes part of it, unless
 * its own bracket saves a multiplication; constants then find new places.
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "opt/terms.h"

struct merging {
    const struct graph *graph;
    const int *uses;
    const unsigned char *named;
};

/* Multiplications that a combination needs when equal coefficients are
 * grouped and its scale may be chosen. */
static int factors(const struct terms *t)
{
    return terms_classes(t) - 1;
}

static bool may_merge(const struct merging *m, const struct expr *old,
                      const struct expr *now)
{
    return now->op == OP_SUM && m->uses[old->id] == 1 && !m->named[old->id] &&
           now->arity <= 64;
}

/* `out` with c * sum in it, as terms or as one. */
static void add_sum(const struct merging *m, struct terms *out,
                    const struct number *c, const struct expr *sum)
{
    struct terms inner = terms_new(m->graph, sum->arity);
    struct terms apart = terms_new(m->graph, out->n + 1);
    struct terms merged = terms_new(m->graph, out->n + sum->arity);
    terms_add_all(&inner, number_int(out->arena, 1), sum);
    for (int i = 0; i < out->n; i++) {
        terms_add(&apart, out->coef[i], out->node[i]);
        terms_add(&merged, out->coef[i], out->node[i]);
    }
    terms_add(&apart, c, sum);
    terms_add_all(&merged, c, sum);
    bool better = factors(&merged) <= factors(&apart) + factors(&inner);
    *out = better ? merged : apart;
}

static const struct expr *merge(void *context, const struct expr *node,
                                const struct expr *const *arg)
{
    const struct merging *m = context;
    if (node->op != OP_SUM || node->arity > 64)
        return node_raw(m->graph->pool, node, arg);
    struct terms out = terms_new(m->graph, node->arity);
    for (int i = 0; i < node->arity; i++)
        if (!may_merge(m, node->arg[i], arg[i]))
            terms_add(&out, node->coef[i], arg[i]);
    for (int i = 0; i < node->arity; i++)
        if (may_merge(m, node->arg[i], arg[i]))
            add_sum(m, &out, node->coef[i], arg[i]);
    return terms_sum(&out);
}

struct graph *pass_single_use(const struct graph *g)
{
    struct merging m = {.graph = g, .named = graph_whole(g)};
    m.uses = graph_uses(g, graph_live(g));
    return pass_scale(graph_rebuild(g, merge, &m));
}
