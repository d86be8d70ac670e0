/* SPDX-License-Identifier: MIT
 *
 * Passes on functions of related arguments: Stumpff functions of 4 y from
 * those of y, where both are wanted,
 *     c0(4y) = 2 c0^2 - 1,        c1(4y) = c0 c1,
 *     c2(4y) = c1^2 / 2,          c3(4y) = (c3 + c1 c2) / 4,
 *     c4(4y) = c3 (1 + c1) / 8,   c5(4y) = (c5 + c4 + c2 c3) / 16,
 * and all powers of one value by one addition chain, negative ones from one
 * reciprocal.
 */
#include <string.h>

#include "base/arena.h"
#include "opt/pass.h"
#include "sym/pool.h"

/* --- Stumpff functions ---------------------------------------------------- */

struct angles {
    const struct graph *graph;
    int size;
    const unsigned char *wanted; /* arguments of live Stumpff functions */
};

/* y as a live argument where the function has 4 y, else NULL. */
static expr quarter(const struct angles *a, expr z)
{
    struct pool *pool = a->graph->pool;
    expr y = expr_scale(pool, number_fraction(a->graph->arena, 1, 4), z);
    return y->id < a->size && a->wanted[y->id] ? y : NULL;
}

static expr product(struct pool *p, expr y, int i, int k)
{
    expr right = expr_stumpff(p, k, y);
    return expr_mul(p, expr_stumpff(p, i, y), right);
}

static expr part(struct pool *p, expr x, long q)
{
    return expr_mul(p, expr_fraction(p, 1, q), x);
}

/* c_k(4y) */
static expr doubled(struct pool *p, int k, expr y)
{
    expr one = expr_int(p, 1);
    expr c1 = expr_stumpff(p, 1, y), c3 = expr_stumpff(p, 3, y);
    expr x, c4;
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

static expr halve(void *context, expr e, const expr *arg)
{
    const struct angles *a = context;
    size_t size = (size_t)e->arity * sizeof *arg;
    if (size && memcmp(arg, e->arg, size) != 0)
        return pool_rebuild(a->graph->pool, e, arg);
    expr y =
        e->op == OP_STUMPFF && e->index <= 5 ? quarter(a, e->arg[0]) : NULL;
    return y ? doubled(a->graph->pool, e->index, y) : e;
}

struct graph *pass_stumpff(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    int size = pool_size(g->pool);
    unsigned char *wanted = arena_alloc(g->scratch, (size_t)size);
    for (int i = 0; i < nodes.n; i++)
        if (nodes.node[i]->op == OP_STUMPFF)
            wanted[nodes.node[i]->arg[0]->id] = 1;
    struct angles a = {g, size, wanted};
    return graph_rebuild(g, halve, &a);
}

/* --- powers --------------------------------------------------------------- */

enum {
    LARGEST = 64,  /* exponents above are spelled one by one */
    LONGEST = 10,  /* steps in a chain */
    TRIES = 200000 /* chains looked at */
};

/* A chain of powers: link[i] = link[left[i]] + link[right[i]]; link[0] = 1. */
struct search {
    unsigned long long targets; /* bit e - 1: the power e is wanted */
    int largest, tries;
    int n, link[LONGEST + 1], left[LONGEST + 1], right[LONGEST + 1];
};

/* The least target above `link`, or 0. */
static int next_target(const struct search *s, int link)
{
    for (int e = link + 1; e <= s->largest; e++)
        if ((s->targets >> (e - 1)) & 1)
            return e;
    return 0;
}

/* Can all targets be met with `steps` more links?  Depth at most LONGEST. */
static bool extend(struct search *s, int steps)
{
    int last = s->link[s->n - 1], goal = next_target(s, last);
    if (goal == 0)
        return true;
    if (steps == 0 || (long)last << steps < s->largest || s->tries-- <= 0)
        return false;
    for (int i = s->n - 1; i >= 0; i--)
        for (int k = i; k >= 0; k--) {
            int link = s->link[i] + s->link[k];
            if (link <= last || link > goal)
                continue;
            s->link[s->n] = link;
            s->left[s->n] = i;
            s->right[s->n] = k;
            s->n++;
            if (extend(s, steps - 1))
                return true;
            s->n--;
        }
    return false;
}

static bool find_chain(struct search *s)
{
    s->n = 1;
    s->link[0] = 1;
    for (int steps = 0; steps <= LONGEST; steps++) {
        s->tries = TRIES;
        if (extend(s, steps))
            return true;
    }
    return false;
}

/* The exponents that a base occurs with, by sign. */
struct powers {
    unsigned long long targets[2]; /* positive, negative */
    bool done[2];
    expr node[2][LARGEST + 1]; /* the powers, once made */
};

struct context {
    const struct graph *graph;
    struct powers **of; /* by base id */
};

static void make_powers(const struct context *c, struct powers *p, int sign,
                        expr base)
{
    struct search s = {.targets = p->targets[sign]};
    for (int e = 1; e <= LARGEST; e++)
        if ((s.targets >> (e - 1)) & 1)
            s.largest = e;
    p->done[sign] = true;
    if (!find_chain(&s))
        return;
    struct pool *pool = c->graph->pool;
    expr link[LONGEST + 1];
    link[0] = sign ? raw_power(pool, base, -1) : base;
    for (int i = 1; i < s.n; i++) {
        expr a = link[s.left[i]];
        expr b = link[s.right[i]];
        link[i] = a == b ? raw_power(pool, a, 2) : raw_mul(pool, a, b);
    }
    for (int i = 0; i < s.n; i++)
        p->node[sign][s.link[i]] = link[i];
}

static expr share_powers(void *context, expr e, const expr *arg)
{
    const struct context *c = context;
    struct powers *p = e->op == OP_POW ? c->of[e->arg[0]->id] : NULL;
    int sign = e->index < 0, size = sign ? -e->index : e->index;
    if (!p || size > LARGEST)
        return node_raw(c->graph->pool, e, arg);
    if (!p->done[sign])
        make_powers(c, p, sign, arg[0]);
    expr made = p->node[sign][size];
    return made ? made : node_raw(c->graph->pool, e, arg);
}

struct graph *pass_power(const struct graph *g)
{
    struct context c = {.graph = g};
    struct nodes nodes = graph_nodes(g);
    size_t size = (size_t)pool_size(g->pool);
    c.of = arena_array(g->scratch, size, sizeof(struct powers *));
    for (int i = 0; i < nodes.n; i++) {
        expr e = nodes.node[i];
        if (e->op != OP_POW || e->index > LARGEST || e->index < -LARGEST)
            continue;
        struct powers **p = &c.of[e->arg[0]->id];
        if (!*p)
            *p = arena_alloc(g->scratch, sizeof **p);
        int sign = e->index < 0, size_of = sign ? -e->index : e->index;
        (*p)->targets[sign] |= 1ull << (size_of - 1);
    }
    return graph_rebuild(g, share_powers, &c);
}
