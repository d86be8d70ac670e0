/* SPDX-License-Identifier: MIT
 *
 * Passes on functions of related arguments. An element that turns several
 * vectors turns them by its matrix; one or two, by its quaternion, as in the
 * given step. Stumpff functions of 4 y come from those of y, if both are
 * needed:
 *     c0(4y) = 2 c0^2 - 1,        c1(4y) = c0 c1,
 *     c2(4y) = c1^2 / 2,          c3(4y) = (c3 + c1 c2) / 4,
 *     c4(4y) = c3 (1 + c1) / 8,   c5(4y) = (c5 + c4 + c2 c3) / 16.
 * All powers of one value come from one addition chain, negative ones from one
 * reciprocal.
 */
#include <string.h>

#include "base/arena.h"
#include "opt/pass.h"
#include "sym/pool.h"

/* --- elements ------------------------------------------------------------- */

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
    expr *path;           /* graph_paths of L, by id */
};

static expr strip(expr e)
{
    return e->op == OP_SCALE ? e->arg[0] : e;
}

/* True if the step's node is live here and not a leaf. */
static bool is_live(const struct turning *t, expr e)
{
    e = t->graph->node_of[strip(e)->id];
    return t->nodes.live[e->id] && e->arity > 0;
}

/* c * node */
struct part {
    num c;
    expr node;
};

/* Returns the step's expression in new nodes, in old ones if not mapped yet. */
static struct part mapped(const struct turning *t, expr e)
{
    expr x = t->graph->node_of[strip(e)->id], now = t->map[x->id];
    return (struct part){e->op == OP_SCALE ? e->number
                                           : number_int(t->graph->arena, 1),
                         now ? now : x};
}

/* Returns x y, both left whole: the constructors would turn (c1 v0) (c1 v1)
 * into c1^2 (v0 v1), but the factors are already computed. */
static struct part times(const struct turning *t, struct part x, struct part y)
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

/* Entry (row, column) of the matrix of a unit quaternion: 2 (x +- y), or on the
 * diagonal 1 - 2 (x + y). less_one: that matrix minus the identity. */
static struct part entry(const struct turning *t, const struct part *q, int row,
                         int column, bool less_one)
{
    const struct graph *g = t->graph;
    struct terms sum = {.graph = g};
    struct part x, y;
    bool diagonal = row == column;
    if (diagonal) {
        const struct part *u = &q[1 + (row + 1) % 3],
                          *v = &q[1 + (row + 2) % 3];
        x = times(t, *u, *u);
        y = times(t, *v, *v);
    } else { /* y has the third axis */
        y = times(t, q[0], q[1 + 3 - row - column]);
        x = times(t, q[1 + row], q[1 + column]);
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
    struct part y = times(t, m, x);
    y.c = number_div(t->graph->arena, y.c, scale);
    if (!number_is_zero(y.c) && !expr_is_zero(y.node))
        terms_add(sum, y.c, y.node);
}

/* Returns component `index` of the turned vector without its scale. A momentum
 * gets its change added: a diagonal entry near 1 would lose digits of its
 * difference from 1, the same ones in each step of a steady motion. */
static expr turned(const struct turning *t, const struct rotated *r, int index)
{
    const struct graph *g = t->graph;
    const struct rotation *by = r->rotation;
    struct part one = {number_int(g->arena, 1), expr_int(g->pool, 1)};
    struct part q[4] = {mapped(t, by->q.x[0])};
    struct terms sum = {.graph = g};
    expr y = r->y.x[index];
    num scale = y->op == OP_SCALE ? y->number : one.c;
    bool adds = t->path[g->node_of[strip(y)->id]->id];
    for (int i = 0; i < 3; i++) /* (w, s v) only needs w, s and v */
        q[i + 1] =
            by->scale ? times(t, mapped(t, by->scale), mapped(t, by->axis.x[i]))
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

/* Replaces turned components and copies all other nodes, whose values are the
 * same: the constructors would change the coefficients in them. */
static expr replace(const struct graph *g, expr e, const expr *arg)
{
    struct turning *t = g->context;
    struct component c = t->of[e->id];
    t->map[e->id] =
        c.vector ? turned(t, c.vector, c.index) : node_raw(g, e, arg);
    return t->map[e->id];
}

/* Elements that turn at least `least` vectors use their matrix. *changed
 * becomes the number of changed components. NULL if it is 0 or the same as
 * before. */
static struct graph *turn_by_matrix(const struct graph *g, int least,
                                    int *changed)
{
    struct turning t = {.graph = g,
                        .nodes = graph_nodes(g),
                        .map = graph_table(g, sizeof *t.map),
                        .of = graph_table(g, sizeof *t.of),
                        .path = graph_paths(g, &g->step->store[STORED_L])};
    const struct rotated *r, *other;
    const int before = *changed;
    *changed = 0;
    for (int i = 0; (r = rotation_at(g->step->pool, i)); i++) {
        int turns = 0; /* turns by the same element */
        for (int k = 0; (other = rotation_at(g->step->pool, k)); k++)
            turns += other->rotation == r->rotation &&
                     (is_live(&t, other->y.x[0]) ||
                      is_live(&t, other->y.x[1]) || is_live(&t, other->y.x[2]));
        for (int k = 0; turns >= least && k < 3; k++)
            if (is_live(&t, r->y.x[k])) {
                t.of[g->node_of[strip(r->y.x[k])->id]->id] =
                    (struct component){r, k};
                ++*changed;
            }
    }
    return *changed && *changed != before ? graph_rebuild(g, replace, &t)
                                          : NULL;
}

/* A matrix pays for three vectors, or for two if derivatives use it too. Two
 * must save 1/16 of the cost, since the entries take longer than two turns. */
struct graph *pass_rotation(const struct graph *g)
{
    int changed = 0;
    struct graph *two = turn_by_matrix(g, 2, &changed), *best = NULL;
    if (!two)
        return NULL;
    struct graph *three = turn_by_matrix(g, 3, &changed);
    long now = scale_grouped(pass_scale(g));
    const long with_two = scale_grouped(pass_scale(two));
    if (with_two < now - now / 16) {
        best = two;
        now = with_two;
    }
    if (three && scale_grouped(pass_scale(three)) < now)
        best = three;
    return best;
}

/* --- Stumpff functions ---------------------------------------------------- */

static expr product(struct pool *p, expr y, int i, int k)
{
    expr right = expr_stumpff(p, k, y);
    return expr_mul(p, expr_stumpff(p, i, y), right);
}

static expr share(struct pool *p, expr x, long q)
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
        return share(p, expr_power(p, c1, 2), 2);
    case 3:
        return share(p, expr_add(p, c3, product(p, y, 1, 2)), 4);
    case 4:
        return share(p, expr_mul(p, c3, expr_add(p, one, c1)), 8);
    default:
        x = product(p, y, 2, 3);
        c4 = expr_stumpff(p, 4, y);
        c4 = expr_add(p, expr_stumpff(p, 5, y), c4);
        return share(p, expr_add(p, c4, x), 16);
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
    LARGEST = 64,  /* larger exponents get no chain */
    LONGEST = 10,  /* links in a chain */
    TRIES = 200000 /* most chains to try */
};

/* A chain of powers: link[i] = link[left[i]] + link[right[i]]; link[0] = 1. */
struct search {
    const bool *wanted; /* by power */
    int largest, tries;
    int n, link[LONGEST + 1], left[LONGEST + 1], right[LONGEST + 1];
};

/* True if `steps` more links reach the wanted powers. Depth at most LONGEST. */
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

/* Returns the entry for a power's base and sign; *size is its |exponent|. */
static struct powers **powers_of(struct powers **all, expr e, int *size)
{
    *size = e->index < 0 ? -e->index : e->index;
    if (e->op != OP_POW || *size > LARGEST)
        return NULL;
    return all + 2 * e->arg[0]->id + (e->index < 0);
}

/* Makes the wanted powers by the shortest chain, if one is found. */
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
