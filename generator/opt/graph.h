/* SPDX-License-Identifier: MIT
 *
 * A routine on its way through the passes: the roots that must be computed,
 * the names that were given, and the stage at which each node was made.
 */
#ifndef POL_GRAPH_H
#define POL_GRAPH_H

#include "step/step.h"

/* The stage of each node, noted once, for all graphs of one routine. */
struct stages {
    int count, room;
    int *of; /* -1: before the first */
    int seen, fixed_room;
    unsigned char *fixed; /* 1: of constants and params alone */
};

struct graph {
    struct arena *arena;   /* for what stays: numbers, the program */
    struct arena *scratch; /* for what one pass needs */
    struct pool *pool;
    const struct step *step;
    const struct routine *routine;
    enum real real;
    /* The outputs' values in order; then of each solve start, change, done
     * and (or the constant 1) accept. */
    int roots;
    const struct expr **root;
    int labels; /* a label's node is NULL once it is gone */
    struct label *label;
    struct stages *stages;
};

struct graph *graph_new(struct arena *, struct arena *scratch,
                        const struct step *, const struct routine *, enum real);

/* 1 for each live node; pool_size bytes. */
unsigned char *graph_live(const struct graph *);
/* The live nodes in order. */
struct nodes {
    int n;
    const struct expr **node;
};
struct nodes graph_nodes(const struct graph *, const unsigned char *live);
/* How often each live node is an argument or a root. */
int *graph_uses(const struct graph *, const unsigned char *live);
/* 1 for each node that has a name. */
unsigned char *graph_named(const struct graph *);
/* The same, and for each node x where c x has a name: to be kept whole. */
unsigned char *graph_whole(const struct graph *);
/* By node, the way from the stored numbers (of `only` one field, or NULL) to
 * what a step makes of them: a sum's term that comes from the stored one and is
 * not multiplied by anything, or NULL. */
const struct expr **graph_ways(const struct graph *, const struct nodes *,
                               const struct store *only);
/* The node is known once a call: a product of constants, h, and what is made
 * of constants and parameters alone. */
bool graph_is_once(const struct graph *, const struct expr *);
/* Where solve `index` has its roots: start at +0, change at +n, done +2n,
 * accept +2n+1. */
int graph_solve_root(const struct graph *, int index);

/* The node that stands for `node`, whose arguments are now `arg`. */
typedef const struct expr *graph_rewrite(void *context, const struct expr *node,
                                         const struct expr *const *arg);
/* Notes `stage` for the nodes made since the last call. */
void graph_note(const struct graph *, int stage);
/* A new graph from an old one, node by node from the leaves on; nodes made for
 * a node inherit its stage. */
struct graph *graph_rebuild(const struct graph *, graph_rewrite *,
                            void *context);
/* The node with other arguments: as built by the constructors, or raw. */
const struct expr *node_built(struct pool *, const struct expr *node,
                              const struct expr *const *arg);
const struct expr *node_raw(struct pool *, const struct expr *node,
                            const struct expr *const *arg);

/* Raw nodes. */
const struct expr *raw_mul(struct pool *, const struct expr *,
                           const struct expr *);
const struct expr *raw_scale(struct pool *, const struct number *,
                             const struct expr *);
const struct expr *raw_sum(struct pool *, int n,
                           const struct number *const *coef,
                           const struct expr *const *arg);
const struct expr *raw_power(struct pool *, const struct expr *, int exponent);

/* Equal; reals that went different ways are if they agree to 2^-200. */
bool number_near(const struct number *, const struct number *);
/* The number, or exactly 1 or -1 where it is near that. */
const struct number *number_tidy(struct arena *, const struct number *);
/* The binary exponent: 0.5 <= |x| 2^-e < 1. */
long number_exponent(const struct number *);
bool number_is_minus_one(const struct number *);
/* 1 or -1: no multiplication is needed. */
bool number_is_unit(const struct number *);

#endif
