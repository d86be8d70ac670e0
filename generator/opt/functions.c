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

/* Arguments of live Stumpff functions, by id. */
struct angles {
    int size;
    unsigned char *wanted;
};

static expr halve(const struct graph *g, expr e, const expr *arg)
{
    const struct angles *a = g->context;
    size_t size = (size_t)e->arity * sizeof *arg;
    if (size && memcmp(arg, e->arg, size) != 0)
        return pool_make(g->pool, *e, arg);
    if (e->op != OP_STUMPFF || e->index > 5)
        return e;
    expr y = expr_scale(g->pool, number_fraction(g->arena, 1, 4), e->arg[0]);
    bool is_wanted = y->id < a->size && a->wanted[y->id];
    return is_wanted ? doubled(g->pool, e->index, y) : e;
}

struct graph *pass_stumpff(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    struct angles a = {pool_size(g->pool), graph_table(g, 1)};
    for (int i = 0; i < nodes.n; i++)
        if (nodes.node[i]->op == OP_STUMPFF)
            a.wanted[nodes.node[i]->arg[0]->id] = 1;
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
    const bool *wanted; /* by power */
    int largest, tries;
    int n, link[LONGEST + 1], left[LONGEST + 1], right[LONGEST + 1];
};

/* Can all wanted ones be met with `steps` more links?  Depth at most LONGEST.
 */
static bool extend(struct search *s, int steps)
{
    int last = s->link[s->n - 1], goal = last + 1;
    while (goal <= s->largest && !s->wanted[goal])
        goal++;
    if (goal > s->largest)
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

/* The powers of a base, or of its reciprocal. */
struct powers {
    bool wanted[LARGEST + 1], done;
    expr node[LARGEST + 1]; /* once made */
};

/* Those that an expression belongs to, by base and sign; its own size. */
static struct powers **powers_of(struct powers **all, expr e, int *size)
{
    *size = e->index < 0 ? -e->index : e->index;
    if (e->op != OP_POW || *size > LARGEST)
        return NULL;
    return all + 2 * e->arg[0]->id + (e->index < 0);
}

/* By the shortest chain, if one is found. */
static void make_powers(const struct graph *g, struct powers *p, expr base,
                        int exponent)
{
    struct search s = {.wanted = p->wanted, .n = 1, .link = {1}};
    bool found = false;
    for (int e = 1; e <= LARGEST; e++)
        if (p->wanted[e])
            s.largest = e;
    p->done = true;
    for (int steps = 0; steps <= LONGEST && !found; steps++) {
        s.tries = TRIES;
        found = extend(&s, steps);
    }
    if (!found)
        return;
    p->node[1] = raw_power(g, base, exponent);
    for (int i = 1; i < s.n; i++) {
        expr a = p->node[s.link[s.left[i]]];
        expr b = p->node[s.link[s.right[i]]];
        p->node[s.link[i]] = a == b ? raw_power(g, a, 2) : raw_mul(g, a, b);
    }
}

static expr share_powers(const struct graph *g, expr e, const expr *arg)
{
    int size;
    struct powers **at = powers_of(g->context, e, &size), *p = at ? *at : NULL;
    if (p && !p->done)
        make_powers(g, p, arg[0], e->index < 0 ? -1 : 1);
    return p && p->node[size] ? p->node[size] : node_raw(g, e, arg);
}

struct graph *pass_power(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    struct powers **all = graph_table(g, 2 * sizeof *all);
    int size;
    for (int i = 0; i < nodes.n; i++) {
        struct powers **p = powers_of(all, nodes.node[i], &size);
        if (p && !*p)
            *p = arena_alloc(g->scratch, sizeof **p);
        if (p)
            (*p)->wanted[size] = true;
    }
    return graph_rebuild(g, share_powers, all);
}
