/* SPDX-License-Identifier: MIT
 *
 * What the files of this stage share: the pool's inside and helpers that make
 * nodes.  Not for other stages.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/table.h"
#include "sym/expr.h"
#include "sym/vec.h"

/* coefficient * node; node is never a constant other than 1, nor a scale. */
struct term {
    num coef;
    expr node;
};

/* Which component of which declared rotation a node is, but for a factor. */
struct rule {
    int rotated; /* index in pool->rotated */
    int component;
};

struct pool {
    struct arena *arena;
    expr *node; /* by id */
    int count, room;
    int widest; /* the most arguments that a node has; OP_ARGUMENTS at least */
    struct table table; /* hash table of the nodes */
    long fresh;         /* serial number of the last fresh symbol */
    int fractions;      /* that took the place of reals */
    bool is_apart;      /* no real is the node of another one: pool_apart */

    expr zero, one, minus_one, undefined;

    struct rotated *rotated;
    int rotations, rotations_room;
    struct table rules; /* struct rule by node */

    /* Work space of one walk at a time, one item for each node: derivatives or
     * substitutes, and marks; and another for one node's arguments. */
    expr *map, *argument;
    struct vec *turned; /* derivatives of declared rotations, once known */
    unsigned char *marks;
    int room_to_walk, room_for_arguments;
};

/* The one node like `pattern` (whose arrays are copied if it is new). */
expr pool_intern(struct pool *, expr pattern);

/* Memory to come back to: what a constructor used on the way to a node that
 * was there already is given back. */
struct attempt {
    struct arena_mark mark;
    int count, fractions;
};
struct attempt pool_try(const struct pool *);
expr pool_done(struct pool *, struct attempt, expr);

/* x as coefficient * node; a constant is its value * 1. */
struct term pool_split(struct pool *, expr x);

/* What y's operation gives on these arguments, simplified. */
expr pool_make(struct pool *, struct expr y, const expr *arg);

/* Is any of the n arguments undefined? */
bool pool_any_undefined(int n, const expr *arg);

/* A sum, or a scale, of reals. */
int sum_real(mpfr_ptr r, expr y, const mpfr_ptr *x);

/* What OP_FIND and OP_ENTRY take. */
static inline int grid_find(const struct grid *g, double x)
{
    int low = 0, high = g->n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (x >= g->value[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static inline int grid_index(const struct grid *g, double i)
{
    return !(i > 0) ? 0 : i < g->n ? (int)i : g->n - 1;
}

/* c_k(z) in r's precision, to within some of its last bit's halves. */
int stumpff_real(mpfr_ptr r, int k, mpfr_srcptr z);

/* A result of OP_JACOBI or OP_JACOBI_PI in r's precision. */
int jacobi_real(mpfr_ptr r, expr y, const mpfr_ptr *x);
