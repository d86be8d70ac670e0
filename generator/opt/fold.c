/* SPDX-License-Identifier: MIT
 *
 * Passes on sums and their factors: nested sums, common factors, equal
 * coefficients, constants next to values known once a call, minus signs.
 */
#include "opt/pass.h"

#include <math.h>

#include "base/arena.h"

/* Passes here do not rewrite sums with more terms. */
enum { MOST_TERMS = 64 };

static bool is_taken_apart(expr e)
{
    return e->op == OP_SUM && e->arity <= MOST_TERMS;
}

/* Adds `factor` times each of n terms; NULL: the terms unchanged. */
static void add_all(struct terms *t, num factor, int n, const num *coef,
                    const expr *x)
{
    for (int i = 0; i < n; i++)
        terms_add(
            t, factor ? number_mul(t->graph->arena, factor, coef[i]) : coef[i],
            x[i]);
}

static bool same_magnitude(struct arena *arena, num a, num b)
{
    double x = fabs(number_double(a)), y = fabs(number_double(b));
    if (fabs(x - y) > 1e-14 * x)
        return false;
    return number_near(number_abs(arena, a), number_abs(arena, b));
}

/* Counts the coefficients before `end` with the magnitude of coefficient i. */
static int count_like(const struct terms *t, int i, int end)
{
    int n = 0;
    for (int k = 0; k < end; k++)
        n += same_magnitude(t->graph->arena, t->coef[i], t->coef[k]);
    return n;
}

/* --- a sum that is used once, by another sum, becomes part of it, unless its
 * own bracket saves a multiplication; constants are then placed anew --- */

/* Counts the different magnitudes of the coefficients. This number less 1 is
 * the number of multiplications if equal coefficients are grouped and the scale
 * of the combination is free. */
static int classes(const struct terms *t)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        n += count_like(t, i, i) == 0;
    return n;
}

/* Returns out + c sum, the sum merged if that saves a multiplication. */
static struct terms add_sum(const struct terms *out, num c, expr sum)
{
    struct terms inner = {.graph = out->graph};
    struct terms apart = {.graph = out->graph};
    struct terms merged = {.graph = out->graph};
    add_all(&inner, NULL, sum->arity, sum->coef, sum->arg);
    add_all(&apart, NULL, out->n, out->coef, out->node);
    add_all(&merged, NULL, out->n, out->coef, out->node);
    terms_add(&apart, c, sum);
    add_all(&merged, c, sum->arity, sum->coef, sum->arg);
    return classes(&merged) < classes(&apart) + classes(&inner) ? merged
                                                                : apart;
}

expr pass_merge(const struct graph *g, expr node, const expr *arg)
{
    const unsigned char *own = graph_single(g);
    if (!is_taken_apart(node))
        return node_raw(g, node, arg);
    struct terms out = {.graph = g};
    for (int brackets = 0; brackets < 2; brackets++)
        for (int i = 0; i < node->arity; i++) {
            if ((is_taken_apart(arg[i]) && own[node->arg[i]->id]) != brackets)
                continue;
            if (brackets)
                out = add_sum(&out, node->coef[i], arg[i]);
            else
                terms_add(&out, node->coef[i], arg[i]);
        }
    return terms_sum(&out);
}

/* --- common factors, a x + a y = a (x + y).  A factor that is known once a
 * call, such as h, is taken out even of products that are also used elsewhere
 * --- */

/* The factors of a term c * a * b of a sum; NULL: do not take it apart. */
struct product {
    expr factor[2];
};

static struct product split(const struct graph *g, bool own, expr e)
{
    struct product p = {{NULL, NULL}};
    if (e->op == OP_MUL || (e->op == OP_POW && e->index == 2))
        p = (struct product){{e->arg[0], e->arg[e->arity - 1]}};
    if (own || !p.factor[0] || graph_is_once(g, p.factor[0]) ||
        graph_is_once(g, p.factor[1]))
        return p;
    return (struct product){{NULL, NULL}};
}

static int find_factor(const struct product *p, expr a)
{
    return p->factor[0] == a ? 0 : p->factor[1] == a ? 1 : -1;
}

/* Divides by the most frequent magnitude (the first of these), so that most
 * coefficients are +-1. Returns this scale. */
static num normalise(struct terms *t)
{
    struct arena *arena = t->graph->arena;
    int best = 0, most = 0;
    for (int i = 0; i < t->n; i++) {
        int like = count_like(t, i, t->n);
        if (like > most) {
            most = like;
            best = i;
        }
    }
    num scale = number_abs(arena, t->coef[best]);
    for (int i = 0; i < t->n; i++)
        t->coef[i] = number_tidy(arena, number_div(arena, t->coef[i], scale));
    return scale;
}

/* Takes out the most frequent factor; false if no factor is in two products. */
static bool take_factor(struct terms *out, struct product *p)
{
    const struct graph *g = out->graph;
    expr a = NULL;
    for (int i = 0, most = 1; i < out->n; i++)
        for (int side = 0; p[i].factor[0] && side < 2; side++) {
            int with = 0;
            for (int k = 0; k < out->n; k++)
                with += find_factor(&p[k], p[i].factor[side]) >= 0;
            if (with > most) {
                most = with;
                a = p[i].factor[side];
            }
        }
    if (!a)
        return false;
    struct terms inner = {.graph = g}, rest = {.graph = g};
    for (int i = 0; i < out->n; i++) {
        int side = find_factor(&p[i], a);
        if (side >= 0) {
            terms_add(&inner, out->coef[i], p[i].factor[1 - side]);
            continue;
        }
        p[rest.n] = p[i];
        terms_add(&rest, out->coef[i], out->node[i]);
    }
    *out = rest;
    if (inner.n == 0) /* they cancel */
        return true;
    num scale = normalise(&inner);
    terms_add(out, scale, raw_mul(g, a, terms_sum(&inner)));
    p[out->n - 1] = (struct product){{NULL, NULL}};
    return true;
}

expr pass_factor(const struct graph *g, expr node, const expr *arg)
{
    const unsigned char *own = graph_single(g);
    if (!is_taken_apart(node))
        return node_raw(g, node, arg);
    struct terms out = {.graph = g};
    struct product *p =
        arena_array(g->scratch, (size_t)node->arity + 1, sizeof *p);
    for (int i = 0; i < node->arity; i++) {
        int before = out.n;
        terms_add(&out, node->coef[i], arg[i]);
        if (out.n > before)
            p[before] = split(g, own[node->arg[i]->id], arg[i]);
        else if (out.n < before || before == 0)
            return node_raw(g, node, arg);
    }
    while (take_factor(&out, p))
        continue;
    return terms_sum(&out);
}

/* --- terms with the same coefficient share one multiplication,
 * c x + c y = c (x + y) --- */

/* Takes the terms of `t`, from i on, that are not taken yet and have the
 * magnitude of term i; returns them as +- x +- y ... */
static struct terms take_class(const struct terms *t, int i, bool *taken)
{
    const struct graph *g = t->graph;
    struct terms same = {.graph = g};
    for (int k = i; k < t->n; k++)
        if (!taken[k] && t->node[k]->op != OP_CONST &&
            same_magnitude(g->arena, t->coef[k], t->coef[i])) {
            int sign = number_sign(t->coef[i]) * number_sign(t->coef[k]);
            terms_add(&same, number_int(g->arena, sign), t->node[k]);
            taken[k] = true;
        }
    return same;
}

expr pass_group(const struct graph *g, expr node, const expr *arg)
{
    if (!is_taken_apart(node))
        return node_raw(g, node, arg);
    struct terms t = {.graph = g}, all = t, groups = t;
    add_all(&t, NULL, node->arity, node->coef, arg);
    bool *taken = arena_array(g->scratch, (size_t)t.n, sizeof *taken);
    for (int i = 0; i < t.n; i++) {
        num c = t.coef[i];
        struct terms same = {0};
        if (taken[i])
            continue;
        if (!number_is_unit(c) && t.node[i]->op != OP_CONST)
            same = take_class(&t, i, taken);
        if (same.n >= 2)
            terms_add(&groups, c, terms_sum(&same));
        else
            terms_add(&all, c, t.node[i]);
    }
    add_all(&all, NULL, groups.n, groups.coef, groups.node);
    return terms_sum(&all);
}

/* --- constants go to the factor that is known once a call, c (h x) = (c h) x,
 * m (g x) = (m g) x, so that c h costs nothing in the step --- */

/* The side of a product that is known once a call, or -1. */
static int once_side(const struct graph *g, expr x)
{
    for (int side = 0; x->op == OP_MUL && side < 2; side++)
        if (graph_is_once(g, x->arg[side]))
            return side;
    return -1;
}

/* f * x for a factor known once; constants and factors in x move to f. */
static expr once_mul(const struct graph *g, expr f, expr x)
{
    for (int depth = 0; depth < 8; depth++) {
        int side = once_side(g, x);
        if (x->op != OP_SCALE && side < 0)
            break;
        f = side < 0 ? raw_scale(g, x->number, f) : raw_mul(g, f, x->arg[side]);
        x = x->arg[side == 0];
    }
    return raw_mul(g, f, x);
}

/* In a product with one factor known once a call, |c| moves to that factor. */
expr pass_constant(const struct graph *g, expr e, const expr *arg)
{
    if (e->op == OP_MUL) {
        bool second = graph_is_once(g, arg[1]);
        return second == graph_is_once(g, arg[0])
                   ? raw_mul(g, arg[0], arg[1])
                   : once_mul(g, arg[second], arg[!second]);
    }
    if (e->op != OP_SUM && e->op != OP_SCALE)
        return node_raw(g, e, arg);
    struct terms t = {.graph = g};
    bool moved = e->op == OP_SUM;
    for (int i = 0; i < e->arity; i++) {
        num c = e->op == OP_SUM ? e->coef[i] : e->number;
        bool stays = e->op == OP_SUM && number_is_unit(c);
        int side =
            stays || graph_is_once(g, arg[i]) ? -1 : once_side(g, arg[i]);
        if (side < 0) {
            terms_add(&t, c, arg[i]);
            continue;
        }
        expr f = raw_scale(g, number_abs(g->arena, c), arg[i]->arg[side]);
        terms_add(&t, number_int(g->arena, number_sign(c)),
                  raw_mul(g, f, arg[i]->arg[!side]));
        moved = true;
    }
    return moved ? terms_sum(&t) : node_raw(g, e, arg);
}

/* --- minus signs move up to sums, where they turn additions into subtractions;
 * named values and results keep their sign --- */

struct signs {
    unsigned char *minus; /* by old node: 1 if the new node is its negative */
    unsigned char *fixed; /* named, or a result */
};

/* Negates a sum if most of its terms are negative. */
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

/* Returns the node or, if *minus is set, its negative. */
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
            plain[i] = s->minus[e->arg[i]->id]
                           ? raw_scale(g, number_int(g->arena, -1), arg[i])
                           : arg[i];
        return node_raw(g, e, plain);
    }
}

static expr turn(const struct graph *g, expr e, const expr *arg)
{
    struct signs *s = g->context;
    bool minus = false;
    expr x = turn_node(g, s, e, arg, &minus);
    s->minus[e->id] = minus && !s->fixed[e->id];
    return minus && s->fixed[e->id] ? raw_scale(g, number_int(g->arena, -1), x)
                                    : x;
}

struct graph *pass_signs(const struct graph *g)
{
    struct signs s = {graph_table(g, 1), graph_named(g, false)};
    for (int i = 0; i < g->roots; i++)
        s.fixed[g->root[i]->id] = 1;
    struct graph *turned = graph_rebuild(g, turn, &s);
    for (int i = 0; i < g->labels; i++) {
        struct label *label = &turned->label[i];
        expr e = label->soft && label->node ? g->label[i].node : NULL;
        while (e && !graph_nodes(g).live[e->id])
            e = e->arg[0];
        if (e && s.minus[e->id])
            label->factor = number_neg(g->arena, label->factor);
    }
    return turned;
}

/* --- textbook forms such as 1 - 2 (y^2 + z^2), for routines off the step's
 * path: a factor is multiplied into its sum, and signs with it --- */

/* Adds c x. A sum is split into its terms; c a (x - 1/2) becomes a (c x - c/2),
 * in which the constant needs no product of its own. */
static void spread(struct terms *t, num c, expr x)
{
    const struct graph *g = t->graph;
    for (int i = 0; x->op == OP_SUM && i < x->arity; i++)
        spread(t, number_mul(g->arena, c, x->coef[i]), x->arg[i]);
    if (x->op == OP_SUM)
        return;
    for (int k = 0; x->op == OP_MUL && !number_is_unit(c) && k < 2; k++) {
        expr sum = x->arg[k];
        bool found = false;
        for (int i = 0; sum->op == OP_SUM && i < sum->arity; i++)
            found = found || sum->arg[i]->op == OP_CONST;
        if (found) {
            struct terms inner = {.graph = g};
            add_all(&inner, c, sum->arity, sum->coef, sum->arg);
            c = number_int(g->arena, 1);
            x = raw_mul(g, x->arg[!k], terms_sum(&inner));
        }
    }
    terms_add(t, c, x);
}

/* A sum that is also used elsewhere stays whole. */
expr pass_distribute(const struct graph *g, expr node, const expr *arg)
{
    const int *uses = g->context;
    if (node->op != OP_SUM && node->op != OP_SCALE)
        return node_raw(g, node, arg);
    struct terms t = {.graph = g};
    for (int i = 0; i < node->arity; i++) {
        num c = node->op == OP_SUM ? node->coef[i] : node->number;
        if (node->op == OP_SUM && uses[node->arg[i]->id] > 1)
            terms_add(&t, c, arg[i]);
        else
            spread(&t, c, arg[i]);
    }
    return terms_sum(&t);
}

/* -2 (x - y) is 2 (y - x). */
expr pass_positive(const struct graph *g, expr node, const expr *arg)
{
    expr x = node->op == OP_SCALE ? arg[0] : NULL;
    bool minus = false;
    for (int i = 0; x && x->op == OP_SUM && i < x->arity; i++)
        minus = minus || number_sign(x->coef[i]) < 0;
    if (!minus || number_sign(node->number) > 0)
        return node_raw(g, node, arg);
    struct terms t = {.graph = g};
    add_all(&t, number_int(g->arena, -1), x->arity, x->coef, x->arg);
    return raw_scale(g, number_neg(g->arena, node->number), terms_sum(&t));
}
