/* SPDX-License-Identifier: MIT
 *
 * Rooted trees, generated order by order.  A tree is the Butcher product of
 * two smaller ones: `right`, its last branch, is grafted on the root of `left`,
 * the same tree without that branch.  Branches stand in ascending order, so
 * every tree is made exactly once.
 */
#ifndef POL_TREE_H
#define POL_TREE_H

#include <stdint.h>

struct arena;
struct text;

struct tree {
    int order;       /* vertices */
    int left, right; /* trees of the forest; -1 for the single vertex */
    int64_t density; /* gamma: the product of the orders of all subtrees */
};

struct forest {
    struct arena *arena;
    struct tree *tree;
    int count, room;
    int order;  /* all trees up to this order are there */
    int *first; /* trees of order n: first[n] <= i < first[n + 1] */
};

/* The densities of higher trees overflow: 20! < 2^63 < 21!. */
enum { TREE_ORDER = 20 };

/* A forest with the single vertex. */
struct forest forest_new(struct arena *);
/* Adds the trees of the next order, which is at most TREE_ORDER. */
void forest_grow(struct forest *);

/* "t" for the single vertex, else the branches in brackets: "[t,[t]]". */
void forest_print(const struct forest *, int tree, struct text *);

#endif
