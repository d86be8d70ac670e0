/* SPDX-License-Identifier: MIT
 *
 * Pass: an element that turns three or more vectors turns them by its matrix;
 * one or two by its quaternion, as the steps are made.
 */
#include "base/arena.h"
#include "opt/pass.h"

/* A live component of a vector that will be turned by the matrix. */
struct component {
    int rotated; /* index + 1 among the declared ones; 0: none */
    int index;
};

struct turning {
    const struct graph *graph;
    struct pool *pool;
    int size;
    const unsigned char *live;
    const struct expr **map; /* old node to new */
    struct component *of;    /* by id */
};

static const struct expr *strip(const struct expr *e)
{
    return e->op == OP_SCALE ? e->arg[0] : e;
}

static bool is_live(const struct turning *t, const struct expr *e)
{
    e = strip(e);
    return e->id < t->size && t->live[e->id] && e->arity > 0;
}

static int live_components(const struct turning *t, const struct rotated *r)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += is_live(t, r->y.x[i]);
    return n;
}

/* How many vectors the element of rotation i turns. */
static int count_turned(const struct turning *t, const struct rotation *r)
{
    int n = 0;
    for (int i = 0; i < rotation_count(t->pool); i++) {
        const struct rotated *other = rotation_at(t->pool, i);
        n += other->rotation == r && live_components(t, other) > 0;
    }
    return n;
}

/* Marks the components to be replaced; their number. */
static int choose_matrices(struct turning *t, int least)
{
    int chosen = 0;
    for (int i = 0; i < rotation_count(t->pool); i++) {
        const struct rotated *r = rotation_at(t->pool, i);
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

/* The expression in new nodes, where it has any. */
static const struct expr *mapped(const struct turning *t, const struct expr *e)
{
    const struct expr *base = strip(e);
    const struct expr *now =
        base->id < t->size && t->map[base->id] ? t->map[base->id] : base;
    return e->op == OP_SCALE ? expr_scale(t->pool, e->number, now) : now;
}

/* x y with both left whole: the constructors would make c1^2 (v0 v1) of
 * (c1 v0) (c1 v1), and the factors are there. */
static const struct expr *whole_product(const struct turning *t,
                                        const struct expr *x,
                                        const struct expr *y)
{
    struct arena *arena = t->graph->arena;
    const struct expr *a = strip(x), *b = strip(y);
    const struct number *c = number_int(arena, 1);
    if (a->op == OP_CONST || b->op == OP_CONST)
        return expr_mul(t->pool, x, y);
    if (x->op == OP_SCALE)
        c = number_mul(arena, c, x->number);
    if (y->op == OP_SCALE)
        c = number_mul(arena, c, y->number);
    return expr_scale(
        t->pool, c, a == b ? raw_power(t->pool, a, 2) : raw_mul(t->pool, a, b));
}

/* c (a + sign b) */
static const struct expr *pair(const struct turning *t, long c,
                               const struct expr *a, long sign,
                               const struct expr *b)
{
    struct pool *p = t->pool;
    return expr_mul(p, expr_int(p, c),
                    expr_add(p, a, expr_mul(p, expr_int(p, sign), b)));
}

/* The matrix of a unit quaternion, by rows. */
static struct mat matrix_of(const struct turning *t, struct quat q)
{
    const struct expr *square[3];
    struct mat m;
    for (int i = 0; i < 3; i++)
        square[i] = whole_product(t, q.x[i + 1], q.x[i + 1]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const struct expr *both = whole_product(t, q.x[j + 1], q.x[k + 1]);
        const struct expr *turn = whole_product(t, q.x[0], q.x[i + 1]);
        m.x[4 * i] = expr_add(t->pool, expr_int(t->pool, 1),
                              pair(t, -2, square[j], 1, square[k]));
        m.x[3 * j + k] = pair(t, 2, both, -1, turn);
        m.x[3 * k + j] = pair(t, 2, both, 1, turn);
    }
    return m;
}

static const struct expr *turned(const struct turning *t,
                                 const struct rotated *r, int index)
{
    struct quat q;
    struct vec x;
    for (int i = 0; i < 4; i++)
        q.x[i] = mapped(t, r->rotation->q.x[i]);
    for (int i = 0; i < 3; i++)
        x.x[i] = mapped(t, r->x.x[i]);
    struct mat m = matrix_of(t, q);
    return vec_dot(t->pool,
                   r->inverse ? mat_column(m, index) : mat_row(m, index), x);
}

static const struct expr *replace(void *context, const struct expr *e,
                                  const struct expr *const *arg)
{
    struct turning *t = context;
    struct component c = t->of[e->id];
    const struct expr *now = NULL;
    if (c.rotated) {
        const struct rotated *r = rotation_at(t->pool, c.rotated - 1);
        const struct expr *y = r->y.x[c.index];
        now = turned(t, r, c.index);
        if (y->op == OP_SCALE)
            now = expr_scale(t->pool,
                             number_power(t->graph->arena, y->number, -1), now);
    }
    t->map[e->id] = now ? now : node_built(t->pool, e, arg);
    return t->map[e->id];
}

struct graph *pass_rotation(const struct graph *g)
{
    struct turning t = {.graph = g, .pool = g->pool};
    t.size = pool_size(g->pool);
    t.live = graph_live(g);
    t.of = arena_array(g->arena, (size_t)t.size, sizeof *t.of);
    t.map = arena_array(g->arena, (size_t)t.size, sizeof *t.map);
    if (choose_matrices(&t, 3) == 0)
        return NULL;
    return graph_rebuild(g, replace, &t);
}
