/* SPDX-License-Identifier: MIT
 *
 * Pass: the order of additions. Terms that are known early are added first,
 * terms that are known late last. This shortens the chain of dependent
 * operations. Compilers may not do this, since it changes rounding.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "opt/pass.h"

/* A term c x. `ready` is the time when x is known or, for a product that is
 * fused into its sum, when its factors are known. */
struct item {
    num c;
    expr x;
    int ready;
    bool product;
    int place; /* position in the sum */
};

/* Tables by old node. */
struct balance {
    const struct graph *graph;
    const unsigned char *single; /* used once only */
    unsigned char *opened; /* a sum inside another sum: its terms become terms
                              of the outer sum */
    expr *path;            /* the term that is added last, or NULL */
    expr *map;             /* the new node */
    int *ready;            /* time, in additions */
};

/* --- when ---------------------------------------------------------------- */

static int most(int a, int b)
{
    return a > b ? a : b;
}

static int latest(const struct balance *b, expr e)
{
    int ready = 0;
    for (int i = 0; i < e->arity; i++)
        ready = most(ready, b->ready[e->arg[i]->id]);
    return ready;
}

/* Rough latencies, an addition being 1; sums are timed when they are made. */
static int own_time(const struct balance *b, expr e)
{
    static const int time[OP_COUNT] = {
        [OP_MUL] = 1, [OP_STUMPFF] = 6, [OP_JACOBI] = 40, [OP_JACOBI_PI] = 80};
    if (e->op == OP_SCALE)
        return number_is_unit(e->number) ? 0 : 1;
    if (e->op == OP_POW)
        return e->index < 0 ? 4 : 1;
    if (time[e->op])
        return time[e->op];
    return e->op == OP_SYMBOL || graph_is_once(b->graph, e) ? 0 : 5;
}

static int value_time(const struct item *t)
{
    return t->ready + t->product;
}

/* --- the terms of a sum -------------------------------------------------- */

struct items {
    struct item *item;
    int n, room;
};

/* Collects the terms of a sum and of the brackets in it at any depth. */
static struct items collect(const struct balance *b, expr sum)
{
    struct arena *arena = b->graph->arena, *scratch = b->graph->scratch;
    struct items all = {0}, waiting = {0}; /* waiting: a stack */
    struct item t = {.c = number_int(arena, 1), .x = sum};
    arena_push(scratch, waiting.item, waiting.n, waiting.room, t);
    while (waiting.n > 0) {
        t = waiting.item[--waiting.n];
        expr e = t.x;
        bool opens = e == sum || b->opened[e->id], minus = number_sign(t.c) < 0;
        for (int k = e->arity - 1; opens && k >= 0; k--) {
            t = (struct item){.c = e->coef[k], .x = e->arg[k]};
            if (minus)
                t.c = number_neg(arena, t.c);
            arena_push(scratch, waiting.item, waiting.n, waiting.room, t);
        }
        if (opens)
            continue;
        bool whole =
            e->op != OP_MUL || !b->single[e->id] || graph_is_once(b->graph, e);
        t.x = b->map[e->id];
        t.ready = whole ? b->ready[e->id] : latest(b, e);
        t.product = !whole || (e->op != OP_CONST && !number_is_unit(t.c));
        arena_push(scratch, all.item, all.n, all.room, t);
    }
    return all;
}

/* --- adding up ----------------------------------------------------------- */

/* Orders by the time when values are ready, then those without a product first,
 * then by place. */
static int compare(const void *one, const void *other)
{
    const struct item *a = one, *b = other;
    int difference = value_time(a) - value_time(b);
    if (difference == 0)
        difference = a->product - b->product;
    return difference ? difference : a->place - b->place;
}

/* Adds two items. A bracket must not begin with a minus: the sign goes outside.
 * The sum is ready when both are; at most one product is fused. */
static struct item add(const struct balance *b, struct item x, struct item y,
                       int place)
{
    struct arena *arena = b->graph->arena;
    if (x.product && y.product && y.ready > x.ready)
        return add(b, y, x, place); /* compilers fuse the first product */
    bool minus = number_sign(x.c) < 0 && number_sign(y.c) < 0;
    num c[2] = {x.c, y.c};
    expr node[2] = {x.x, y.x};
    int fused_x = most(x.ready, value_time(&y));
    int fused_y = most(y.ready, value_time(&x));
    for (int i = 0; minus && i < 2; i++)
        c[i] = number_neg(arena, c[i]);
    return (struct item){
        number_int(arena, minus ? -1 : 1), raw_sum(b->graph, 2, c, node),
        1 + (fused_x < fused_y ? fused_x : fused_y), false, place};
}

/* Repeatedly adds the two items that are ready first, brackets included.
 * Brackets are made in the order of readiness, so both lists stay sorted. */
static struct item add_pairs(const struct balance *b,
                             const struct items *sorted)
{
    struct items made = {0};
    int next[2] = {0, 0}; /* index into sorted, into made */
    for (;;) {
        struct item pair[2] = {{0}};
        for (int i = 0; i < 2; i++) {
            bool late =
                next[0] == sorted->n ||
                (next[1] < made.n &&
                 compare(&made.item[next[1]], &sorted->item[next[0]]) < 0);
            const struct items *from = late ? &made : sorted;
            if (next[late] == from->n)
                return pair[0];
            pair[i] = from->item[next[late]++];
        }
        struct item sum = add(b, pair[0], pair[1], sorted->n + made.n);
        arena_push(b->graph->scratch, made.item, made.n, made.room, sum);
    }
}

/* Takes out the term that must be added last, if there are two others; its node
 * is NULL if there is none. The increments of a stored number are added up
 * first: then only one rounding has the size of that number, and the errors are
 * random instead of a drift. */
static struct item take_last(const struct balance *b, struct items *all,
                             expr sum)
{
    struct item out = {0};
    expr last = b->path[sum->id];
    while (last && b->opened[last->id])
        last = b->path[last->id];
    for (int i = 0; last && !out.x && all->n > 2 && i < all->n; i++)
        if (all->item[i].x == b->map[last->id]) {
            out = all->item[i];
            all->item[i] = all->item[--all->n];
        }
    return out;
}

/* A minus goes into the last sum if a constant there can carry it. */
static expr order_sum(struct balance *b, expr e)
{
    struct items all = collect(b, e);
    struct item last = take_last(b, &all, e);
    for (int i = 0; i < all.n; i++)
        all.item[i].place = i;
    qsort(all.item, (size_t)all.n, sizeof *all.item, compare);
    struct item chain = all.item[0], pairs = add_pairs(b, &all);
    for (int i = 1; i < all.n; i++) /* each product is fused */
        chain = add(b, chain, all.item[i], 0);
    struct item sum = value_time(&pairs) < value_time(&chain) ? pairs : chain;
    if (last.x)
        sum = add(b, last, sum, 0);
    b->ready[e->id] = value_time(&sum);
    expr x = sum.x;
    bool carries = number_is_minus_one(sum.c) && x->op == OP_SUM &&
                   !(number_is_unit(x->coef[0]) && number_is_unit(x->coef[1]));
    if (!carries)
        return raw_scale(b->graph, sum.c, x);
    num c[2] = {number_neg(b->graph->arena, x->coef[0]),
                number_neg(b->graph->arena, x->coef[1])};
    return raw_sum(b->graph, 2, c, x->arg);
}

static expr order(const struct graph *g, expr e, const expr *arg)
{
    struct balance *b = g->context;
    if (e->op == OP_SUM && !b->opened[e->id]) {
        b->map[e->id] = order_sum(b, e);
    } else {
        b->map[e->id] = node_raw(g, e, arg);
        b->ready[e->id] = latest(b, e) + own_time(b, e);
    }
    return b->map[e->id];
}

struct graph *pass_balance(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    struct balance b = {.graph = g,
                        .single = graph_single(g),
                        .opened = graph_table(g, 1),
                        .path = graph_paths(g, NULL),
                        .map = graph_table(g, sizeof *b.map),
                        .ready = graph_table(g, sizeof *b.ready)};
    for (int i = 0; i < nodes.n; i++) {
        expr e = nodes.node[i];
        for (int k = 0; e->op == OP_SUM && k < e->arity; k++)
            b.opened[e->arg[k]->id] |= e->arg[k]->op == OP_SUM &&
                                       b.single[e->arg[k]->id] &&
                                       number_is_unit(e->coef[k]);
    }
    return graph_rebuild(g, order, &b);
}
