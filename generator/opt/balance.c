/* SPDX-License-Identifier: MIT
 *
 * Pass: the order of additions.  What is known early is added up first, and
 * what is waited for comes last, so that the chain of operations that wait for
 * each other is short; compilers may not do this, since it changes rounding.
 */
#include <string.h>

#include "base/arena.h"
#include "opt/pass.h"

enum { MOST_TERMS = 64 };

/* A term c x; `ready` is when it, or the factors of a product that is fused
 * into its sum, can be there. */
struct item {
    const struct number *c;
    const struct expr *x;
    int ready;
    bool product;
};

struct balance {
    const struct graph *graph;
    struct arena *scratch;
    const unsigned char *named;
    const int *uses;
    const struct expr **map; /* old node to new */
    int *ready;              /* by old node, in additions */
};

/* --- when ---------------------------------------------------------------- */

static int latest(const struct balance *b, const struct expr *e)
{
    int ready = 0;
    for (int i = 0; i < e->arity; i++)
        if (b->ready[e->arg[i]->id] > ready)
            ready = b->ready[e->arg[i]->id];
    return ready;
}

/* Rough latencies, an addition being 1; sums are timed as they are made. */
static int own_time(const struct balance *b, const struct expr *e)
{
    switch (e->op) {
    case OP_CONST:
    case OP_SYMBOL:
        return 0;
    case OP_MUL:
        return 1;
    case OP_SCALE:
        return number_is_unit(e->number) ? 0 : 1;
    case OP_POW:
        return e->index < 0 ? 4 : 1;
    case OP_STUMPFF:
        return 6;
    case OP_JACOBI:
        return 40;
    case OP_JACOBI_PI:
        return 80;
    default:
        return graph_is_once(b->graph, e) ? 0 : 5;
    }
}

static int value_time(const struct item *t)
{
    return t->ready + t->product;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* When c x + d y is there, with at most one product fused. */
static int sum_time(const struct item *a, const struct item *b)
{
    int fused_a = most(a->ready, value_time(b));
    int fused_b = most(b->ready, value_time(a));
    return 1 + (fused_a < fused_b ? fused_a : fused_b);
}

/* --- which --------------------------------------------------------------- */

static bool is_inline(const struct balance *b, const struct expr *e)
{
    return b->uses[e->id] == 1 && !b->named[e->id];
}

static struct item make_item(const struct balance *b, const struct number *c,
                             const struct expr *e)
{
    bool product =
        e->op == OP_MUL && is_inline(b, e) && !graph_is_once(b->graph, e);
    struct item t = {c, b->map[e->id], b->ready[e->id], product};
    if (product)
        t.ready = latest(b, e);
    else if (e->op != OP_CONST)
        t.product = !number_is_unit(c);
    return t;
}

/* The terms of a sum and of the brackets in it. */
static int collect(const struct balance *b, const struct expr *e, bool minus,
                   struct item *item, int n)
{
    struct arena *arena = b->graph->arena;
    for (int i = 0; i < e->arity; i++) {
        const struct expr *a = e->arg[i];
        const struct number *c =
            minus ? number_neg(arena, e->coef[i]) : e->coef[i];
        bool open = a->op == OP_SUM && is_inline(b, a) && number_is_unit(c);
        if (open && n + e->arity - i + a->arity <= MOST_TERMS)
            n = collect(b, a, number_sign(c) < 0, item, n);
        else
            item[n++] = make_item(b, c, a);
    }
    return n;
}

/* --- adding up ----------------------------------------------------------- */

/* Is a there before b?  Of equals what needs no product, to begin with. */
static bool is_before(const struct item *a, const struct item *b)
{
    int difference = value_time(a) - value_time(b);
    return difference < 0 || (difference == 0 && !a->product && b->product);
}

/* Takes the item that is there first; of equals, the first one. */
static struct item take_first(struct item *item, int n)
{
    int first = 0;
    for (int i = 1; i < n; i++)
        if (is_before(&item[i], &item[first]))
            first = i;
    struct item taken = item[first];
    for (int i = first; i + 1 < n; i++)
        item[i] = item[i + 1];
    return taken;
}

/* A bracket must not begin with a minus: the sign goes outside. */
static struct item add(const struct balance *b, struct item x, struct item y)
{
    struct arena *arena = b->graph->arena;
    bool minus = number_sign(x.c) < 0 && number_sign(y.c) < 0;
    const struct number *c[2] = {x.c, y.c};
    const struct expr *node[2] = {x.x, y.x};
    for (int i = 0; minus && i < 2; i++)
        c[i] = number_neg(arena, c[i]);
    return (struct item){number_int(arena, minus ? -1 : 1),
                         raw_sum(b->graph->pool, 2, c, node), sum_time(&x, &y),
                         false};
}

/* One after the other: each product is fused into the sum so far. */
static struct item add_chain(const struct balance *b, const struct item *given,
                             int n)
{
    struct item item[MOST_TERMS];
    memcpy(item, given, (size_t)n * sizeof *item);
    struct item sum = take_first(item, n--);
    while (n > 0)
        sum = add(b, sum, take_first(item, n--));
    return sum;
}

/* Always the two that are there first, brackets among them. */
static struct item add_pairs(const struct balance *b, const struct item *given,
                             int n)
{
    struct item item[MOST_TERMS];
    memcpy(item, given, (size_t)n * sizeof *item);
    while (n > 1) {
        struct item x = take_first(item, n--);
        struct item y = take_first(item, n--);
        item[n++] = add(b, x, y);
    }
    return item[0];
}

static const struct expr *order_sum(struct balance *b, const struct expr *e)
{
    struct item item[MOST_TERMS];
    int n = collect(b, e, false, item, 0);
    struct item chain = add_chain(b, item, n), pairs = add_pairs(b, item, n);
    struct item sum = value_time(&pairs) < value_time(&chain) ? pairs : chain;
    b->ready[e->id] = value_time(&sum);
    return raw_scale(b->graph->pool, sum.c, sum.x);
}

static const struct expr *order(void *context, const struct expr *e,
                                const struct expr *const *arg)
{
    struct balance *b = context;
    const struct expr *now;
    if (e->op == OP_SUM && e->arity <= MOST_TERMS) {
        now = order_sum(b, e);
    } else {
        now = node_raw(b->graph->pool, e, arg);
        b->ready[e->id] = latest(b, e) + own_time(b, e);
    }
    b->map[e->id] = now;
    return now;
}

struct graph *pass_balance(const struct graph *g)
{
    size_t size = (size_t)pool_size(g->pool);
    struct balance b = {.graph = g, .scratch = g->scratch};
    b.named = graph_whole(g);
    b.uses = graph_uses(g, graph_live(g));
    b.map = arena_array(g->scratch, size, sizeof *b.map);
    b.ready = arena_array(g->scratch, size, sizeof *b.ready);
    return graph_rebuild(g, order, &b);
}
