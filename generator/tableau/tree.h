/* SPDX-License-Identifier: MIT
 *
 * Rooted trees, generated order by order.  A tree is the Butcher product of
 * two smaller ones: `right`, its last branch, is grafted on the root of `left`,
 * the same tree without that branch.  Branches stand in ascending order, so
 * every tree is made exactly once.
 */
#ifndef POL_TREE_H
#define POL_TREE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct text;

struct tree {
    int order;        /* vertices */
    int left, right;  /* trees of the forest; -1 for the single vertex */
    int64_t density;  /* gamma: the product of the orders of all subtrees */
    int64_t symmetry; /* sigma: the number of the tree's automorphisms */
    int alike;        /* branches that are the same as the last, with it */
};

struct forest {
    struct arena *arena;
    struct tree *tree;
    int count, room;
    int order;  /* all trees up to this order are there */
    bool timed; /* with TREE_TIME */
    int *first; /* trees of order n: first[n] <= i < first[n + 1] */
};

/* The densities of higher trees overflow: 20! < 2^63 < 21!. */
enum { TREE_ORDER = 20 };

/* A forest with the single vertex. */
struct forest forest_new(struct arena *);
/* The same for equations with t on their right side: beside the single vertex
 * stands TREE_TIME, the derivative of t, which has no branches. */
enum { TREE_TIME = 1 };
struct forest forest_timed(struct arena *);
/* Adds the trees of the next order, which is at most TREE_ORDER. */
void forest_grow(struct forest *);

/* "t" for the single vertex ("1" for TREE_TIME of a forest with it), else the
 * branches in brackets: "[t,[t]]". */
void forest_print(const struct forest *, int tree, struct text *);

#endif
