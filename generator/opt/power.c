/* SPDX-License-Identifier: MIT
 *
 * Pass: all powers of one value by one addition chain, negative ones from one
 * reciprocal.
 */
#include "base/arena.h"
#include "opt/pass.h"

enum {
    LARGEST = 64,  /* exponents above are spelled one by one */
    LONGEST = 10,  /* steps in a chain */
    TRIES = 200000 /* chains looked at */
};

/* link[i] = link[left[i]] + link[right[i]]; link[0] = 1. */
struct chain {
    int n, link[LONGEST + 1], left[LONGEST + 1], right[LONGEST + 1];
};

struct search {
    unsigned long long targets; /* bit e: the power e is wanted */
    int largest, tries;
    struct chain chain;
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
    struct chain *c = &s->chain;
    int last = c->link[c->n - 1], goal = next_target(s, last);
    if (goal == 0)
        return true;
    if (steps == 0 || (long)last << steps < s->largest || s->tries-- <= 0)
        return false;
    for (int i = c->n - 1; i >= 0; i--)
        for (int k = i; k >= 0; k--) {
            int link = c->link[i] + c->link[k];
            if (link <= last || link > goal)
                continue;
            c->link[c->n] = link;
            c->left[c->n] = i;
            c->right[c->n] = k;
            c->n++;
            if (extend(s, steps - 1))
                return true;
            c->n--;
        }
    return false;
}

static bool find_chain(struct search *s)
{
    s->chain.n = 1;
    s->chain.link[0] = 1;
    for (int steps = 0; steps <= LONGEST; steps++) {
        s->tries = TRIES;
        if (extend(s, steps))
            return true;
    }
    return false;
}

/* --- the pass ------------------------------------------------------------ */

/* The exponents that a base occurs with, by sign. */
struct powers {
    unsigned long long targets[2]; /* positive, negative */
    bool done[2];
    const struct expr *node[2][LARGEST + 1]; /* the powers, once made */
};

struct context {
    const struct graph *graph;
    struct powers **of; /* by base id */
};

static void note_powers(struct context *c)
{
    struct nodes nodes = graph_nodes(c->graph, graph_live(c->graph));
    int size = pool_size(c->graph->pool);
    c->of =
        arena_array(c->graph->scratch, (size_t)size, sizeof(struct powers *));
    for (int i = 0; i < nodes.n; i++) {
        const struct expr *e = nodes.node[i];
        if (e->op != OP_POW || e->index > LARGEST || e->index < -LARGEST)
            continue;
        struct powers **p = &c->of[e->arg[0]->id];
        if (!*p)
            *p = arena_alloc(c->graph->scratch, sizeof **p);
        int sign = e->index < 0, size_of = sign ? -e->index : e->index;
        (*p)->targets[sign] |= 1ull << (size_of - 1);
    }
}

static void make_powers(const struct context *c, struct powers *p, int sign,
                        const struct expr *base)
{
    struct search s = {.targets = p->targets[sign]};
    for (int e = 1; e <= LARGEST; e++)
        if ((s.targets >> (e - 1)) & 1)
            s.largest = e;
    p->done[sign] = true;
    if (!find_chain(&s))
        return;
    struct pool *pool = c->graph->pool;
    const struct expr *link[LONGEST + 1];
    link[0] = sign ? raw_power(pool, base, -1) : base;
    for (int i = 1; i < s.chain.n; i++) {
        const struct expr *a = link[s.chain.left[i]];
        const struct expr *b = link[s.chain.right[i]];
        link[i] = a == b ? raw_power(pool, a, 2) : raw_mul(pool, a, b);
    }
    for (int i = 0; i < s.chain.n; i++)
        p->node[sign][s.chain.link[i]] = link[i];
}

static const struct expr *share_powers(void *context, const struct expr *e,
                                       const struct expr *const *arg)
{
    const struct context *c = context;
    struct powers *p = e->op == OP_POW ? c->of[e->arg[0]->id] : NULL;
    int sign = e->index < 0, size = sign ? -e->index : e->index;
    if (!p || size > LARGEST)
        return node_raw(c->graph->pool, e, arg);
    if (!p->done[sign])
        make_powers(c, p, sign, arg[0]);
    const struct expr *made = p->node[sign][size];
    return made ? made : node_raw(c->graph->pool, e, arg);
}

struct graph *pass_power(const struct graph *g)
{
    struct context c = {.graph = g};
    note_powers(&c);
    return graph_rebuild(g, share_powers, &c);
}
