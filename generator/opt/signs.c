/* SPDX-License-Identifier: MIT
 *
 * Pass: minus signs move up to sums, where they make subtractions of
 * additions.  Named values and results keep their sign.
 */
#include "base/arena.h"
#include "opt/pass.h"

struct signs {
    const struct graph *graph;
    struct pool *pool;
    struct arena *arena, *scratch;
    bool *minus;                /* by old node: the new one is its negative */
    const unsigned char *fixed; /* named, or a result */
};

static expr negative(const struct signs *s, expr x)
{
    return raw_scale(s->pool, number_int(s->arena, -1), x);
}

/* Sums of which most terms are negative turn around. */
static expr turn_sum(const struct signs *s, expr e, const expr *arg,
                     bool *minus)
{
    size_t n = (size_t)e->arity;
    num *coef = arena_array(s->scratch, n, sizeof *coef);
    int balance = 0;
    for (int i = 0; i < e->arity; i++) {
        coef[i] = s->minus[e->arg[i]->id] ? number_neg(s->arena, e->coef[i])
                                          : e->coef[i];
        balance +=
            number_sign(coef[i]) *
            (expr_is_const(arg[i]) && number_sign(arg[i]->number) < 0 ? -1 : 1);
    }
    *minus = balance < 0 || (balance == 0 && number_sign(coef[0]) < 0);
    if (s->fixed[e->id])
        *minus = false;
    for (int i = 0; *minus && i < e->arity; i++)
        coef[i] = number_neg(s->arena, coef[i]);
    return raw_sum(s->pool, e->arity, coef, arg);
}

static expr turn_node(const struct signs *s, expr e, const expr *arg,
                      bool *minus)
{
    expr *plain = arena_array(s->scratch, (size_t)e->arity + 1, sizeof *plain);
    switch (e->op) {
    case OP_SUM:
        return turn_sum(s, e, arg, minus);
    case OP_MUL:
        *minus = s->minus[e->arg[0]->id] != s->minus[e->arg[1]->id];
        return node_raw(s->pool, e, arg);
    case OP_POW:
        *minus = s->minus[e->arg[0]->id] && e->index % 2 != 0;
        return node_raw(s->pool, e, arg);
    case OP_SCALE:
        *minus = s->minus[e->arg[0]->id];
        if (number_sign(e->number) > 0)
            return node_raw(s->pool, e, arg);
        *minus = !*minus;
        return raw_scale(s->pool, number_neg(s->arena, e->number), arg[0]);
    default:
        *minus = false;
        for (int i = 0; i < e->arity; i++)
            plain[i] = s->minus[e->arg[i]->id] ? negative(s, arg[i]) : arg[i];
        return node_raw(s->pool, e, plain);
    }
}

static expr turn(void *context, expr e, const expr *arg)
{
    struct signs *s = context;
    bool minus = false;
    expr x = turn_node(s, e, arg, &minus);
    s->minus[e->id] = minus && !s->fixed[e->id];
    return minus && s->fixed[e->id] ? negative(s, x) : x;
}

struct graph *pass_signs(const struct graph *g)
{
    size_t size = (size_t)pool_size(g->pool) + 1;
    struct signs s = {
        .graph = g, .pool = g->pool, .arena = g->arena, .scratch = g->scratch};
    s.minus = arena_array(g->scratch, size, sizeof *s.minus);
    unsigned char *fixed = graph_named(g, false);
    for (int i = 0; i < g->roots; i++)
        fixed[g->root[i]->id] = 1;
    s.fixed = fixed;
    return graph_rebuild(g, turn, &s);
}
