/* SPDX-License-Identifier: MIT
 *
 * Pass: an element that turns several vectors turns them by its matrix; one
 * or two by its quaternion, as the steps are made.
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "sym/vec.h"

/* A live component of a vector that will be turned by the matrix. */
struct component {
    int rotated; /* index + 1 among the declared ones; 0: none */
    int index;
};

struct turning {
    const struct graph *graph;
    struct pool *pool;
    int size;
    struct nodes nodes;
    expr *map;            /* old node to new */
    struct component *of; /* by id */
    expr *way;            /* of L, by id: what a new value is made of */
};

static expr strip(expr e)
{
    return e->op == OP_SCALE ? e->arg[0] : e;
}

static bool is_live(const struct turning *t, expr e)
{
    e = strip(e);
    return e->id < t->size && t->nodes.live[e->id] && e->arity > 0;
}

/* How many vectors the element of rotation i turns. */
static int count_turned(const struct turning *t, const struct rotation *r)
{
    const struct rotated *other;
    int n = 0;
    for (int i = 0; (other = rotation_at(t->pool, i)); i++) {
        const expr *y = other->y.x;
        n += other->rotation == r &&
             (is_live(t, y[0]) || is_live(t, y[1]) || is_live(t, y[2]));
    }
    return n;
}

/* Marks the components to be replaced; their number. */
static int choose_matrices(struct turning *t, int least)
{
    const struct rotated *r;
    int chosen = 0;
    for (int i = 0; (r = rotation_at(t->pool, i)); i++) {
        if (count_turned(t, r->rotation) < least)
            continue;
        for (int k = 0; k < 3; k++)
            if (is_live(t, r->y.x[k])) {
                t->of[strip(r->y.x[k])->id] = (struct component){i + 1, k};
                chosen++;
            }
    }
    return chosen;
}

/* c * node */
struct part {
    num c;
    expr node;
};

/* The expression in new nodes, where it has any. */
static struct part mapped(const struct turning *t, expr e)
{
    struct part p = {number_int(t->graph->arena, 1), strip(e)};
    if (e->op == OP_SCALE)
        p.c = e->number;
    if (p.node->id < t->size && t->map[p.node->id])
        p.node = t->map[p.node->id];
    return p;
}

static num times(const struct turning *t, num a, num b)
{
    return number_mul(t->graph->arena, a, b);
}

/* x y with both left whole: the constructors would make c1^2 (v0 v1) of
 * (c1 v0) (c1 v1), and the factors are there. */
static struct part product(const struct turning *t, struct part x,
                           struct part y)
{
    struct part p = {times(t, x.c, y.c), NULL};
    if (x.node->op == OP_CONST || y.node->op == OP_CONST)
        p.node = expr_mul(t->pool, x.node, y.node);
    else
        p.node = x.node == y.node ? raw_power(t->pool, x.node, 2)
                                  : raw_mul(t->pool, x.node, y.node);
    if (p.node->op == OP_CONST) {
        p.c = times(t, p.c, p.node->number);
        p.node = expr_int(t->pool, 1);
    }
    return p;
}

/* 2 (x + sign y), or where it is a diagonal entry 1 - 2 (x + y) */
static struct part pair(const struct turning *t, bool one, struct part x,
                        long sign, struct part y)
{
    struct arena *arena = t->graph->arena;
    struct terms sum = terms_new(t->graph, 3);
    terms_add(&sum, x.c, x.node);
    terms_add(&sum, times(t, number_int(arena, sign), y.c), y.node);
    if (one)
        terms_add(&sum, number_fraction(arena, -1, 2), expr_int(t->pool, 1));
    return (struct part){number_int(arena, one ? -2 : 2), terms_sum(&sum)};
}

/* Entry row, column of the matrix of a unit quaternion, or of what it differs
 * by from 1. */
static struct part entry(const struct turning *t, const struct part *q, int row,
                         int column, bool less_one)
{
    int k = 3 - row - column; /* the third axis */
    if (row == column) {
        int i = (row + 1) % 3, j = (row + 2) % 3;
        struct part x = product(t, q[i + 1], q[i + 1]);
        struct part y = product(t, q[j + 1], q[j + 1]);
        struct part m = pair(t, !less_one, x, 1, y);
        if (less_one)
            m.c = number_neg(t->graph->arena, m.c);
        return m;
    }
    long sign = (row + 1) % 3 == column ? -1 : 1;
    int low = row < column ? row : column, high = row + column - low;
    struct part y = product(t, q[0], q[k + 1]);
    return pair(t, false, product(t, q[low + 1], q[high + 1]), sign, y);
}

/* The quaternion in new nodes; of (w, s v) only w, s and v need be there. */
static void quaternion(const struct turning *t, const struct rotation *r,
                       struct part q[4])
{
    q[0] = mapped(t, r->q.x[0]);
    for (int i = 1; i < 4; i++)
        q[i] = r->scale ? product(t, mapped(t, r->scale),
                                  mapped(t, r->axis.x[i - 1]))
                        : mapped(t, r->q.x[i]);
}

/* Adds c m x, divided by `scale`. */
static void add_turned(const struct turning *t, struct terms *sum,
                       struct part m, struct part x, num scale)
{
    struct part y = product(t, m, x);
    y.c = number_div(t->graph->arena, y.c, scale);
    if (!number_is_zero(y.c) && !expr_is_zero(y.node))
        terms_add(sum, y.c, y.node);
}

/* Component `index` of the turned vector without its scale.  To a momentum is
 * added what it changes by: in a diagonal entry near 1 the rounding of what
 * it differs by from 1 is lost, the same in each step of a steady motion. */
static expr turned(const struct turning *t, const struct rotated *r, int index)
{
    struct part q[4];
    struct part one = {number_int(t->graph->arena, 1), expr_int(t->pool, 1)};
    struct terms sum = terms_new(t->graph, 4);
    expr y = r->y.x[index];
    num scale = y->op == OP_SCALE ? y->number : one.c;
    bool adds = t->way[strip(y)->id];
    quaternion(t, r->rotation, q);
    for (int i = 0; i < 3; i++) {
        struct part m =
            entry(t, q, r->inverse ? i : index, r->inverse ? index : i, adds);
        add_turned(t, &sum, m, mapped(t, r->x.x[i]), scale);
    }
    if (adds)
        add_turned(t, &sum, one, mapped(t, r->x.x[index]), scale);
    return terms_sum(&sum);
}

/* All else has the same value as before and is not looked at again: made by
 * the constructors, the coefficients of everything below would change. */
static expr replace(void *context, expr e, const expr *arg)
{
    struct turning *t = context;
    struct component c = t->of[e->id];
    t->map[e->id] =
        c.rotated ? turned(t, rotation_at(t->pool, c.rotated - 1), c.index)
                  : node_raw(t->pool, e, arg);
    return t->map[e->id];
}

/* Elements that turn at least so many vectors take their matrix. */
static struct graph *turn_by_matrix(const struct graph *g, int least,
                                    int *chosen)
{
    struct turning t = {.graph = g, .pool = g->pool};
    t.size = pool_size(g->pool);
    t.nodes = graph_nodes(g);
    t.of = arena_array(g->scratch, (size_t)t.size, sizeof *t.of);
    t.map = arena_array(g->scratch, (size_t)t.size, sizeof *t.map);
    t.way = graph_ways(g, &t.nodes, &g->step->store[STORED_L]);
    *chosen = choose_matrices(&t, least);
    return *chosen ? graph_rebuild(g, replace, &t) : NULL;
}

/* Three vectors pay for a matrix, two where derivatives use it too: that must
 * save a sixteenth, since the entries wait for more than two turns do. */
struct graph *pass_rotation(const struct graph *g)
{
    int some, most;
    struct graph *two = turn_by_matrix(g, 2, &most);
    struct graph *three = two ? turn_by_matrix(g, 3, &some) : NULL;
    struct graph *best = NULL;
    long now = two ? pass_promise(g) : 0;
    long with_two = two ? pass_promise(two) : 0;
    if (two && with_two < now - now / 16) {
        best = two;
        now = with_two;
    }
    if (three && some != most && pass_promise(three) < now)
        best = three;
    return best;
}
