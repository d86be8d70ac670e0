/* SPDX-License-Identifier: MIT
 *
 * Pass: minus signs move up to sums, where they make subtractions of
 * additions.  Named values and results keep their sign.
 */
#include "base/arena.h"
#include "opt/pass.h"

struct signs {
    unsigned char *minus; /* by old node: the new one is its negative */
    unsigned char *fixed; /* named, or a result */
};

static expr negative(const struct graph *g, expr x)
{
    return raw_scale(g, number_int(g->arena, -1), x);
}

/* Sums of which most terms are negative turn around. */
static expr turn_sum(const struct graph *g, const struct signs *s, expr e,
                     const expr *arg, bool *minus)
{
    num *coef = arena_array(g->scratch, (size_t)e->arity, sizeof *coef);
    int balance = 0;
    for (int i = 0; i < e->arity; i++) {
        bool turned = arg[i]->op == OP_CONST && number_sign(arg[i]->number) < 0;
        coef[i] = s->minus[e->arg[i]->id] ? number_neg(g->arena, e->coef[i])
                                          : e->coef[i];
        balance += number_sign(coef[i]) * (turned ? -1 : 1);
    }
    *minus = !s->fixed[e->id] &&
             (balance < 0 || (balance == 0 && number_sign(coef[0]) < 0));
    for (int i = 0; *minus && i < e->arity; i++)
        coef[i] = number_neg(g->arena, coef[i]);
    return raw_sum(g, e->arity, coef, arg);
}

/* The node, or if `minus` its negative. */
static expr turn_node(const struct graph *g, const struct signs *s, expr e,
                      const expr *arg, bool *minus)
{
    bool first = e->arity > 0 && s->minus[e->arg[0]->id];
    expr *plain = arena_array(g->scratch, (size_t)e->arity, sizeof *plain);
    switch (e->op) {
    case OP_SUM:
        return turn_sum(g, s, e, arg, minus);
    case OP_MUL:
        *minus = first != s->minus[e->arg[1]->id];
        return node_raw(g, e, arg);
    case OP_POW:
        *minus = first && e->index % 2 != 0;
        return node_raw(g, e, arg);
    case OP_SCALE:
        *minus = first != (number_sign(e->number) < 0);
        if (number_sign(e->number) > 0)
            return node_raw(g, e, arg);
        return raw_scale(g, number_neg(g->arena, e->number), arg[0]);
    default:
        for (int i = 0; i < e->arity; i++)
            plain[i] = s->minus[e->arg[i]->id] ? negative(g, arg[i]) : arg[i];
        return node_raw(g, e, plain);
    }
}

static expr turn(const struct graph *g, expr e, const expr *arg)
{
    struct signs *s = g->context;
    bool minus = false;
    expr x = turn_node(g, s, e, arg, &minus);
    s->minus[e->id] = minus && !s->fixed[e->id];
    return minus && s->fixed[e->id] ? negative(g, x) : x;
}

struct graph *pass_signs(const struct graph *g)
{
    struct signs s = {graph_table(g, 1), graph_named(g, false)};
    for (int i = 0; i < g->roots; i++)
        s.fixed[g->root[i]->id] = 1;
    return graph_rebuild(g, turn, &s);
}

/* -2 (x - y) is 2 (y - x). */
static expr make_positive(const struct graph *g, expr node, const expr *arg)
{
    expr x = node->op == OP_SCALE ? arg[0] : NULL;
    bool minus = false;
    for (int i = 0; x && x->op == OP_SUM && i < x->arity; i++)
        minus = minus || number_sign(x->coef[i]) < 0;
    if (!minus || number_sign(node->number) > 0)
        return node_raw(g, node, arg);
    struct terms t = terms_new(g, x->arity);
    terms_add_all(&t, number_int(g->arena, -1), x->arity, x->coef, x->arg);
    return raw_scale(g, number_neg(g->arena, node->number), terms_sum(&t));
}

struct graph *pass_positive(const struct graph *g)
{
    return graph_rebuild(g, make_positive, NULL);
}
