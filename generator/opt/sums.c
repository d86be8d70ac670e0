/* SPDX-License-Identifier: MIT
 *
 * Passes on sums and what multiplies them: sums of sums, common factors, equal
 * coefficients, constants beside what is known once a call.
 */
#include <math.h>

#include "base/arena.h"
#include "opt/pass.h"

/* Of sums with more terms no pass here makes another one. */
enum { MOST_TERMS = 64 };

struct context {
    const struct graph *graph;
    const unsigned char *own; /* by old node: nobody else uses it */
};

static bool same_magnitude(struct arena *arena, num a, num b)
{
    double x = fabs(number_double(a)), y = fabs(number_double(b));
    if (fabs(x - y) > 1e-14 * x)
        return false;
    return number_near(magnitude_of(arena, a), magnitude_of(arena, b));
}

/* How many coefficients before `end` have the magnitude of coefficient i. */
static int count_like(const struct terms *t, int i, int end)
{
    int n = 0;
    for (int k = 0; k < end; k++)
        n += same_magnitude(t->arena, t->coef[i], t->coef[k]);
    return n;
}

/* --- a sum that is used once, by another sum, becomes part of it, unless its
 * own bracket saves a multiplication; constants then find new places --------
 */

/* How many different magnitudes the coefficients have: less 1, multiplications
 * that the combination needs when equal ones are grouped and its scale may be
 * chosen. */
static int classes(const struct terms *t)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        n += count_like(t, i, i) == 0;
    return n;
}

/* Adds c times a sum's terms. */
static void add_terms(struct terms *t, num c, expr sum)
{
    for (int i = 0; i < sum->arity; i++)
        terms_add(t, number_mul(t->arena, c, sum->coef[i]), sum->arg[i]);
}

static bool may_merge(const struct context *m, expr old, expr now)
{
    return now->op == OP_SUM && m->own[old->id] && now->arity <= MOST_TERMS;
}

/* `out` with c * sum in it, as terms or as one. */
static void add_sum(const struct context *m, struct terms *out, num c, expr sum)
{
    struct terms inner = terms_new(m->graph, sum->arity);
    struct terms apart = terms_new(m->graph, out->n + 1);
    struct terms merged = terms_new(m->graph, out->n + sum->arity);
    add_terms(&inner, number_int(out->arena, 1), sum);
    for (int i = 0; i < out->n; i++) {
        terms_add(&apart, out->coef[i], out->node[i]);
        terms_add(&merged, out->coef[i], out->node[i]);
    }
    terms_add(&apart, c, sum);
    add_terms(&merged, c, sum);
    *out =
        classes(&merged) < classes(&apart) + classes(&inner) ? merged : apart;
}

static expr merge(void *context, expr node, const expr *arg)
{
    const struct context *m = context;
    if (node->op != OP_SUM || node->arity > MOST_TERMS)
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

static struct graph *rebuild(const struct graph *g, graph_rewrite *rewrite)
{
    struct nodes nodes = graph_nodes(g);
    struct context c = {g, graph_own(g, &nodes)};
    return graph_rebuild(g, rewrite, &c);
}

struct graph *pass_single_use(const struct graph *g)
{
    return pass_scale(rebuild(g, merge));
}

/* --- common factors, a x + a y = a (x + y).  A factor that is known once a
 * call, such as h, is taken out even of products that others use too --------
 */

/* A term c * a * b of a sum, with the factors it offers. */
struct product {
    expr factor[2];
    bool is_open; /* may be taken apart */
};

static struct product split(const struct context *f, expr old, expr now)
{
    struct product p = {{NULL, NULL}, false};
    if (now->op == OP_MUL) {
        p.factor[0] = now->arg[0];
        p.factor[1] = now->arg[1];
    } else if (now->op == OP_POW && now->index == 2) {
        p.factor[0] = p.factor[1] = now->arg[0];
    }
    p.is_open = p.factor[0] &&
                (f->own[old->id] || graph_is_once(f->graph, p.factor[0]) ||
                 graph_is_once(f->graph, p.factor[1]));
    return p;
}

static int find_factor(const struct product *p, expr a)
{
    if (!p->is_open)
        return -1;
    return p->factor[0] == a ? 0 : p->factor[1] == a ? 1 : -1;
}

/* The factor that most products have, with their number. */
static expr most_common(const struct product *p, int n, int *count)
{
    expr best = NULL;
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

/* Scaled so that most coefficients are +-1; the scale, the first magnitude of
 * those that most have, is returned. */
static num normalise(struct terms *t)
{
    int best = 0, most = 0;
    for (int i = 0; i < t->n; i++) {
        int like = count_like(t, i, t->n);
        if (like > most) {
            most = like;
            best = i;
        }
    }
    num scale = magnitude_of(t->arena, t->coef[best]);
    for (int i = 0; i < t->n; i++)
        t->coef[i] =
            number_tidy(t->arena, number_div(t->arena, t->coef[i], scale));
    return scale;
}

static bool take_factor(const struct graph *g, struct terms *out,
                        struct product *p)
{
    int count;
    expr a = most_common(p, out->n, &count);
    if (!a)
        return false;
    struct terms inner = terms_new(g, count), rest = terms_new(g, out->n);
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
    terms_add(out, scale, raw_mul(g->pool, a, terms_sum(&inner)));
    p[out->n - 1] = (struct product){{NULL, NULL}, false};
    return true;
}

static expr factor(void *context, expr node, const expr *arg)
{
    const struct context *f = context;
    const struct graph *g = f->graph;
    if (node->op != OP_SUM || node->arity > MOST_TERMS)
        return node_raw(g->pool, node, arg);
    struct terms out = terms_new(g, node->arity);
    struct product *p =
        arena_array(g->scratch, (size_t)node->arity + 1, sizeof *p);
    for (int i = 0; i < node->arity; i++) {
        int before = out.n;
        terms_add(&out, node->coef[i], arg[i]);
        if (out.n > before)
            p[before] = split(f, node->arg[i], arg[i]);
        else if (out.n < before || before == 0)
            return node_raw(g->pool, node, arg);
    }
    while (take_factor(g, &out, p))
        continue;
    return terms_sum(&out);
}

struct graph *pass_factor(const struct graph *g)
{
    return rebuild(g, factor);
}

/* --- terms with the same coefficient share one multiplication,
 * c x + c y = c (x + y) -----------------------------------------------------
 */

/* The terms from `first` on that have its magnitude, as +- x +- y ... */
static struct terms take_class(const struct graph *g, struct terms *t,
                               int first)
{
    struct terms same = terms_new(g, t->n), rest = terms_new(g, t->n);
    int sign = number_sign(t->coef[first]);
    for (int i = 0; i < t->n; i++)
        if (i >= first && t->node[i]->op != OP_CONST &&
            same_magnitude(g->arena, t->coef[i], t->coef[first]))
            terms_add(&same,
                      number_int(g->arena, sign * number_sign(t->coef[i])),
                      t->node[i]);
        else
            terms_add(&rest, t->coef[i], t->node[i]);
    if (same.n >= 2)
        *t = rest;
    return same;
}

static expr group(void *context, expr node, const expr *arg)
{
    const struct graph *g = context;
    if (node->op != OP_SUM || node->arity > MOST_TERMS)
        return node_raw(g->pool, node, arg);
    struct terms t = terms_new(g, node->arity);
    struct terms groups = terms_new(g, node->arity);
    for (int i = 0; i < node->arity; i++)
        terms_add(&t, node->coef[i], arg[i]);
    for (int i = 0; i < t.n;) {
        num c = t.coef[i];
        bool alone = number_is_unit(c) || t.node[i]->op == OP_CONST;
        struct terms same = {0};
        if (!alone)
            same = take_class(g, &t, i);
        if (same.n >= 2) /* another term stands at i now */
            terms_add(&groups, c, terms_sum(&same));
        else
            i++;
    }
    struct terms all = terms_new(g, node->arity);
    for (int i = 0; i < t.n; i++)
        terms_add(&all, t.coef[i], t.node[i]);
    for (int i = 0; i < groups.n; i++)
        terms_add(&all, groups.coef[i], groups.node[i]);
    return terms_sum(&all);
}

struct graph *pass_group(const struct graph *g)
{
    return graph_rebuild(g, group, (void *)(size_t)g);
}

/* --- constants go to the factor that is known once a call, c (h x) = (c h) x,
 * m (g x) = (m g) x, so that c h costs nothing in the step ------------------
 */

/* f * x for a factor known once; constants and factors in x move to f. */
static expr once_mul(const struct graph *g, expr f, expr x)
{
    for (int depth = 0; depth < 8; depth++) {
        if (x->op == OP_SCALE) {
            f = raw_scale(g->pool, x->number, f);
            x = x->arg[0];
            continue;
        }
        int side = 0;
        while (side < 2 && x->op == OP_MUL && !graph_is_once(g, x->arg[side]))
            side++;
        if (x->op != OP_MUL || side == 2)
            break;
        f = raw_mul(g->pool, f, x->arg[side]);
        x = x->arg[1 - side];
    }
    return raw_mul(g->pool, f, x);
}

/* |c| * x if x is a product with a factor known once, else NULL. */
static expr absorb(const struct graph *g, num c, expr x)
{
    if (x->op != OP_MUL || graph_is_once(g, x))
        return NULL;
    c = magnitude_of(g->arena, c);
    for (int side = 0; side < 2; side++)
        if (graph_is_once(g, x->arg[side]))
            return raw_mul(g->pool, raw_scale(g->pool, c, x->arg[side]),
                           x->arg[1 - side]);
    return NULL;
}

static expr absorb_terms(const struct graph *g, expr node, const expr *arg)
{
    struct terms t = terms_new(g, node->arity);
    for (int i = 0; i < node->arity; i++) {
        num c = node->coef[i];
        expr x = number_is_unit(c) ? NULL : absorb(g, c, arg[i]);
        if (x)
            terms_add(&t, number_int(g->arena, number_sign(c)), x);
        else
            terms_add(&t, c, arg[i]);
    }
    return terms_sum(&t);
}

static expr move_step(void *context, expr node, const expr *arg)
{
    const struct graph *g = context;
    expr x = NULL;
    if (node->op == OP_SUM)
        return absorb_terms(g, node, arg);
    if (node->op == OP_MUL) {
        bool second = graph_is_once(g, arg[1]);
        return second == graph_is_once(g, arg[0])
                   ? raw_mul(g->pool, arg[0], arg[1])
                   : once_mul(g, arg[second], arg[!second]);
    }
    if (node->op == OP_SCALE)
        x = absorb(g, node->number, arg[0]);
    if (!x)
        return node_raw(g->pool, node, arg);
    return number_sign(node->number) < 0
               ? raw_scale(g->pool, number_int(g->arena, -1), x)
               : x;
}

struct graph *pass_step(const struct graph *g)
{
    return graph_rebuild(g, move_step, (void *)(size_t)g);
}
