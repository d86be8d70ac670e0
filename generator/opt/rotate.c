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
    const struct rotated *vector; /* NULL: none */
    int index;
};

struct turning {
    const struct graph *graph;
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
    return t->nodes.live[e->id] && e->arity > 0;
}

/* How many vectors the element of the rotation turns. */
static int count_turned(const struct turning *t, const struct rotation *r)
{
    const struct rotated *other;
    int n = 0;
    for (int i = 0; (other = rotation_at(t->graph->pool, i)); i++) {
        const expr *y = other->y.x;
        n += other->rotation == r &&
             (is_live(t, y[0]) || is_live(t, y[1]) || is_live(t, y[2]));
    }
    return n;
}

/* c * node */
struct part {
    num c;
    expr node;
};

/* The expression in new nodes, where it has any. */
static struct part mapped(const struct turning *t, expr e)
{
    expr x = strip(e), now = t->map[x->id];
    return (struct part){e == x ? number_int(t->graph->arena, 1) : e->number,
                         now ? now : x};
}

/* x y with both left whole: the constructors would make c1^2 (v0 v1) of
 * (c1 v0) (c1 v1), and the factors are there. */
static struct part product(const struct turning *t, struct part x,
                           struct part y)
{
    const struct graph *g = t->graph;
    struct part p = {number_mul(g->arena, x.c, y.c), NULL};
    if (x.node->op == OP_CONST || y.node->op == OP_CONST)
        p.node = expr_mul(g->pool, x.node, y.node);
    else
        p.node = x.node == y.node ? raw_power(g, x.node, 2)
                                  : raw_mul(g, x.node, y.node);
    if (p.node->op == OP_CONST) {
        p.c = number_mul(g->arena, p.c, p.node->number);
        p.node = expr_int(g->pool, 1);
    }
    return p;
}

/* Entry row, column of the matrix of a unit quaternion, 2 (x +- y) or on the
 * diagonal 1 - 2 (x + y); or of what it differs by from 1. */
static struct part entry(const struct turning *t, const struct part *q, int row,
                         int column, bool less_one)
{
    const struct graph *g = t->graph;
    struct terms sum = terms_new(g, 3);
    struct part x, y;
    bool diagonal = row == column;
    if (diagonal) {
        const struct part *u = &q[1 + (row + 1) % 3],
                          *v = &q[1 + (row + 2) % 3];
        x = product(t, *u, *u);
        y = product(t, *v, *v);
    } else { /* y of the third axis */
        y = product(t, q[0], q[1 + 3 - row - column]);
        x = product(t, q[1 + row], q[1 + column]);
        if ((row + 1) % 3 == column)
            y.c = number_neg(g->arena, y.c);
    }
    terms_add(&sum, x.c, x.node);
    terms_add(&sum, y.c, y.node);
    if (diagonal && !less_one)
        terms_add(&sum, number_fraction(g->arena, -1, 2), expr_int(g->pool, 1));
    return (struct part){number_int(g->arena, diagonal ? -2 : 2),
                         terms_sum(&sum)};
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
    const struct graph *g = t->graph;
    const struct rotation *by = r->rotation;
    struct part one = {number_int(g->arena, 1), expr_int(g->pool, 1)};
    struct part q[4] = {mapped(t, by->q.x[0])};
    struct terms sum = terms_new(g, 4);
    expr y = r->y.x[index];
    num scale = y->op == OP_SCALE ? y->number : one.c;
    bool adds = t->way[strip(y)->id];
    for (int i = 0; i < 3; i++) /* of (w, s v) only w, s and v need be there */
        q[i + 1] = by->scale ? product(t, mapped(t, by->scale),
                                       mapped(t, by->axis.x[i]))
                             : mapped(t, by->q.x[i + 1]);
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
static expr replace(const struct graph *g, expr e, const expr *arg)
{
    struct turning *t = g->context;
    struct component c = t->of[e->id];
    t->map[e->id] =
        c.vector ? turned(t, c.vector, c.index) : node_raw(g, e, arg);
    return t->map[e->id];
}

/* Elements that turn at least so many vectors take their matrix; NULL: there
 * are none.  How many components change. */
static struct graph *turn_by_matrix(const struct graph *g, int least,
                                    int *changed)
{
    struct turning t = {.graph = g,
                        .nodes = graph_nodes(g),
                        .map = graph_table(g, sizeof *t.map),
                        .of = graph_table(g, sizeof *t.of)};
    const struct rotated *r;
    t.way = graph_ways(g, &t.nodes, &g->step->store[STORED_L]);
    *changed = 0;
    for (int i = 0; (r = rotation_at(g->pool, i)); i++) {
        bool enough = count_turned(&t, r->rotation) >= least;
        for (int k = 0; enough && k < 3; k++)
            if (is_live(&t, r->y.x[k])) {
                t.of[strip(r->y.x[k])->id] = (struct component){r, k};
                ++*changed;
            }
    }
    return *changed ? graph_rebuild(g, replace, &t) : NULL;
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
