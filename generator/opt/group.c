/* SPDX-License-Identifier: MIT
 *
 * Pass: terms with the same coefficient share one multiplication,
 * c x + c y = c (x + y).
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "opt/terms.h"

/* The terms from `first` on that have its magnitude, as +- x +- y ... */
static struct terms take_class(const struct graph *g, struct terms *t,
                               int first)
{
    struct terms same = terms_new(g, t->n), rest = terms_new(g, t->n);
    bool minus = number_sign(t->coef[first]) < 0;
    for (int i = 0; i < t->n; i++) {
        bool like = i >= first && t->node[i]->op != OP_CONST &&
                    same_magnitude(g->arena, t->coef[i], t->coef[first]);
        if (!like) {
            terms_add(&rest, t->coef[i], t->node[i]);
            continue;
        }
        bool opposite = (number_sign(t->coef[i]) < 0) != minus;
        terms_add(&same, number_int(g->arena, opposite ? -1 : 1), t->node[i]);
    }
    if (same.n >= 2)
        *t = rest;
    return same;
}

static const struct expr *group(void *context, const struct expr *node,
                                const struct expr *const *arg)
{
    const struct graph *g = context;
    if (node->op != OP_SUM || node->arity > 64)
        return node_raw(g->pool, node, arg);
    struct terms t = terms_new(g, node->arity);
    for (int i = 0; i < node->arity; i++)
        terms_add(&t, node->coef[i], arg[i]);
    struct terms groups = terms_new(g, node->arity);
    for (int i = 0; i < t.n;) {
        const struct number *c = t.coef[i];
        bool alone = number_is_unit(c) || t.node[i]->op == OP_CONST;
        if (!alone) {
            struct terms same = take_class(g, &t, i);
            if (same.n >= 2) {
                terms_add(&groups, c, terms_sum(&same));
                continue; /* another term stands at i now */
            }
        }
        i++;
    }
    for (int i = 0; i < groups.n; i++)
        terms_add(&t, groups.coef[i], groups.node[i]);
    return terms_sum(&t);
}

struct graph *pass_group(const struct graph *g)
{
    return graph_rebuild(g, group, (void *)(size_t)g);
}
