/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of this stage only: the inside of the pool and helpers
 * that make nodes.
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

/* The component of a declared rotation that a node is, up to a factor. */
struct rule {
    int rotated; /* index in pool->rotated */
    int component;
};

struct pool {
    struct arena *arena;
    expr *node; /* by id */
    int count, room;
    int widest; /* the most arguments of a node, at least OP_ARGUMENTS */
    struct table table; /* hash table of the nodes */
    long fresh;         /* serial number of the last fresh symbol */
    int fractions;      /* number of reals replaced by fractions */
    bool is_apart;      /* each real has its own node: pool_apart */

    expr zero, one, minus_one, undefined;

    struct rotated *rotated;
    int rotations, rotations_room;
    struct table rules; /* struct rule by node */

    /* Work space for one walk at a time.  Per node: derivative or substitute,
     * and mark.  `argument`: for the arguments of one node. */
    expr *map, *argument;
    struct vec *turned; /* derivatives of declared rotations, once known */
    unsigned char *marks;
    int room_to_walk, room_for_arguments;
};

/* Finds or makes the node `pattern` (its arrays are copied if it is new). */
expr pool_intern(struct pool *, expr pattern);

/* A mark to release the arena to: frees a constructor's work memory if the node
 * that it returns existed already. */
struct attempt {
    struct arena_mark mark;
    int count, fractions;
};
struct attempt pool_try(const struct pool *);
expr pool_done(struct pool *, struct attempt, expr);

/* x as coefficient * node; a constant is its value * 1. */
struct term pool_split(struct pool *, expr x);

/* Returns y's operation on these arguments, simplified. */
expr pool_make(struct pool *, struct expr y, const expr *arg);

/* True if any of the n arguments is undefined. */
bool pool_any_undefined(int n, const expr *arg);

/* Sets r to the OP_SUM or OP_SCALE y of reals. */
int sum_real(mpfr_ptr r, expr y, const mpfr_ptr *x);

/* The result of OP_FIND, and the clamped index of OP_ENTRY. */
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

/* Sets r to c_k(z), to within a few half units of the last bit. */
int stumpff_real(mpfr_ptr r, int k, mpfr_srcptr z);

/* Sets r to result y->index of OP_JACOBI or OP_JACOBI_PI. */
int jacobi_real(mpfr_ptr r, expr y, const mpfr_ptr *x);
