/* SPDX-License-Identifier: MIT
 *
 * Pass: common factors, a x + a y = a (x + y).  A factor that is known once a
 * call, such as h, is taken out even of products that others use too.
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "opt/terms.h"

struct factoring {
    const struct graph *graph;
    const int *uses;
    const unsigned char *named;
};

/* A term c * a * b of a sum, with the factors it offers. */
struct product {
    const struct expr *factor[2];
    bool is_open; /* may be taken apart */
};

static struct product split(const struct factoring *f, const struct expr *old,
                            const struct expr *now)
{
    struct product p = {{NULL, NULL}, false};
    bool own = f->uses[old->id] == 1 && !f->named[old->id];
    if (now->op == OP_MUL) {
        p.factor[0] = now->arg[0];
        p.factor[1] = now->arg[1];
    } else if (now->op == OP_POW && now->index == 2) {
        p.factor[0] = p.factor[1] = now->arg[0];
    }
    bool once = p.factor[0] && (graph_is_once(f->graph, p.factor[0]) ||
                                graph_is_once(f->graph, p.factor[1]));
    p.is_open = p.factor[0] && (own || once);
    return p;
}

static int find_factor(const struct product *p, const struct expr *a)
{
    if (!p->is_open)
        return -1;
    return p->factor[0] == a ? 0 : p->factor[1] == a ? 1 : -1;
}

/* The factor that most products have, with their number. */
static const struct expr *most_common(const struct product *p, int n,
                                      int *count)
{
    const struct expr *best = NULL;
    *count = 1;
    for (int i = 0; i < n; i++)
        for (int side = 0; p[i].is_open && side < 2; side++) {
            int with = 0;
            for (int k = 0; k < n; k++)
                with += find_factor(&p[k], p[i].factor[side]) >= 0;
            if (with > *count) {
                *count = with;
                best = p[i].factor[side];
            }
        }
    return best;
}

/* Scaled so that most coefficients are +-1; the scale is returned. */
static const struct number *normalise(struct terms *t)
{
    const struct number *scale = terms_common(t);
    for (int i = 0; i < t->n; i++)
        t->coef[i] =
            number_tidy(t->arena, number_div(t->arena, t->coef[i], scale));
    return scale;
}

static bool take_factor(const struct factoring *f, struct terms *out,
                        struct product *p)
{
    int count;
    const struct expr *a = most_common(p, out->n, &count);
    if (!a)
        return false;
    struct terms inner = terms_new(f->graph, count);
    struct terms rest = terms_new(f->graph, out->n);
    int kept = 0;
    for (int i = 0; i < out->n; i++) {
        int side = find_factor(&p[i], a);
        if (side >= 0) {
            terms_add(&inner, out->coef[i], p[i].factor[1 - side]);
            continue;
        }
        terms_add(&rest, out->coef[i], out->node[i]);
        p[kept++] = p[i];
    }
    if (inner.n == 0) { /* they cancel */
        *out = rest;
        return true;
    }
    const struct number *scale = normalise(&inner);
    terms_add(&rest, scale, raw_mul(f->graph->pool, a, terms_sum(&inner)));
    p[rest.n - 1] = (struct product){{NULL, NULL}, false};
    *out = rest;
    return true;
}

static const struct expr *factor(void *context, const struct expr *node,
                                 const struct expr *const *arg)
{
    const struct factoring *f = context;
    if (node->op != OP_SUM || node->arity > 64)
        return node_raw(f->graph->pool, node, arg);
    struct terms out = terms_new(f->graph, node->arity);
    struct product *p =
        arena_array(f->graph->scratch, (size_t)node->arity + 1, sizeof *p);
    for (int i = 0; i < node->arity; i++) {
        int before = out.n;
        terms_add(&out, node->coef[i], arg[i]);
        if (out.n > before)
            p[before] = split(f, node->arg[i], arg[i]);
        else if (out.n < before || before == 0)
            return node_raw(f->graph->pool, node, arg);
    }
    while (take_factor(f, &out, p))
        continue;
    return terms_sum(&out);
}

struct graph *pass_factor(const struct graph *g)
{
    struct factoring f = {.graph = g, .named = graph_whole(g)};
    f.uses = graph_uses(g, graph_live(g));
    return graph_rebuild(g, factor, &f);
}
