/* SPDX-License-Identifier: MIT
 *
 * The normal form from which lines are made: powers are squares, products and
 * reciprocals, sums are short, multiples of h in sums stand alone.
 */
#include "base/arena.h"
#include "opt/plan.h"

/* x^n by squaring, from the highest bit of n on. */
static const struct expr *spell_power(struct pool *pool, const struct expr *x,
                                      int exponent)
{
    unsigned n = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;
    int bit = 0;
    while (n >> (bit + 1))
        bit++;
    const struct expr *result = x;
    while (bit-- > 0) {
        result = raw_power(pool, result, 2);
        if ((n >> bit) & 1)
            result = raw_mul(pool, result, x);
    }
    return exponent < 0 ? raw_power(pool, result, -1) : result;
}

/* The terms of a sum, c h becoming a value of its own. */
static void own_steps(const struct graph *g, int n, const struct number **coef,
                      const struct expr **arg)
{
    for (int i = 0; i < n; i++) {
        bool alone = number_is_unit(coef[i]) || arg[i]->op == OP_CONST ||
                     !graph_is_once(g, arg[i]);
        if (alone)
            continue;
        bool minus = number_sign(coef[i]) < 0;
        const struct number *size =
            minus ? number_neg(g->arena, coef[i]) : coef[i];
        arg[i] = raw_scale(g->pool, size, arg[i]);
        coef[i] = number_int(g->arena, minus ? -1 : 1);
    }
}

static const struct expr *short_sums(const struct graph *g,
                                     const struct expr *node,
                                     const struct expr *const *given)
{
    int n = node->arity;
    const struct number **coef =
        arena_array(g->scratch, (size_t)n, sizeof *coef);
    const struct expr **arg = arena_array(g->scratch, (size_t)n, sizeof *arg);
    for (int i = 0; i < n; i++) {
        coef[i] = node->coef[i];
        arg[i] = given[i];
    }
    own_steps(g, n, coef, arg);
    int from = 0;
    while (n - from > PLAN_TERMS) {
        const struct expr *part =
            raw_sum(g->pool, PLAN_TERMS, coef + from, arg + from);
        from += PLAN_TERMS - 1;
        arg[from] = part;
        coef[from] = number_int(g->arena, 1);
    }
    return raw_sum(g->pool, n - from, coef + from, arg + from);
}

static const struct expr *make_normal(void *context, const struct expr *node,
                                      const struct expr *const *arg)
{
    const struct graph *g = context;
    if (node->op == OP_POW && node->index != 2 && node->index != -1)
        return spell_power(g->pool, arg[0], node->index);
    if (node->op == OP_SUM)
        return short_sums(g, node, arg);
    return node_raw(g->pool, node, arg);
}

struct graph *graph_normal(const struct graph *g)
{
    return graph_rebuild(g, make_normal, (void *)(size_t)g);
}
