/* SPDX-License-Identifier: MIT
 *
 * Pass: Stumpff functions of 4 y from those of y, where both are wanted:
 *     c0(4y) = 2 c0^2 - 1,        c1(4y) = c0 c1,
 *     c2(4y) = c1^2 / 2,          c3(4y) = (c3 + c1 c2) / 4,
 *     c4(4y) = c3 (1 + c1) / 8,   c5(4y) = (c5 + c4 + c2 c3) / 16.
 */
#include "base/arena.h"
#include "opt/pass.h"

struct angles {
    const struct graph *graph;
    int size;
    const unsigned char *wanted; /* arguments of live Stumpff functions */
};

/* y as a live argument where the function has 4 y, else NULL. */
static const struct expr *quarter(const struct angles *a, const struct expr *z)
{
    struct pool *pool = a->graph->pool;
    const struct expr *y =
        expr_scale(pool, number_fraction(a->graph->arena, 1, 4), z);
    return y->id < a->size && a->wanted[y->id] ? y : NULL;
}

static const struct expr *product(struct pool *p, const struct expr *y, int i,
                                  int k)
{
    const struct expr *right = expr_stumpff(p, k, y);
    return expr_mul(p, expr_stumpff(p, i, y), right);
}

static const struct expr *part(struct pool *p, const struct expr *x, long q)
{
    return expr_mul(p, expr_fraction(p, 1, q), x);
}

/* c_k(4y) */
static const struct expr *doubled(struct pool *p, int k, const struct expr *y)
{
    const struct expr *one = expr_int(p, 1);
    const struct expr *c1 = expr_stumpff(p, 1, y), *c3 = expr_stumpff(p, 3, y);
    const struct expr *x, *c4;
    switch (k) {
    case 0:
        x = product(p, y, 0, 0);
        return expr_sub(p, expr_mul(p, expr_int(p, 2), x), one);
    case 1:
        return product(p, y, 0, 1);
    case 2:
        return part(p, expr_power(p, c1, 2), 2);
    case 3:
        return part(p, expr_add(p, c3, product(p, y, 1, 2)), 4);
    case 4:
        return part(p, expr_mul(p, c3, expr_add(p, one, c1)), 8);
    default:
        x = product(p, y, 2, 3);
        c4 = expr_stumpff(p, 4, y);
        c4 = expr_add(p, expr_stumpff(p, 5, y), c4);
        return part(p, expr_add(p, c4, x), 16);
    }
}

static const struct expr *halve(void *context, const struct expr *e,
                                const struct expr *const *arg)
{
    const struct angles *a = context;
    struct pool *pool = a->graph->pool;
    const struct expr *y =
        e->op == OP_STUMPFF && e->index <= 5 && arg[0] == e->arg[0]
            ? quarter(a, e->arg[0])
            : NULL;
    return y ? doubled(pool, e->index, y) : node_built(pool, e, arg);
}

struct graph *pass_stumpff(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g, graph_live(g));
    int size = pool_size(g->pool);
    unsigned char *wanted = arena_alloc(g->scratch, (size_t)size);
    for (int i = 0; i < nodes.n; i++)
        if (nodes.node[i]->op == OP_STUMPFF)
            wanted[nodes.node[i]->arg[0]->id] = 1;
    struct angles a = {g, size, wanted};
    return graph_rebuild(g, halve, &a);
}
