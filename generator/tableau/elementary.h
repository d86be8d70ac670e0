/* SPDX-License-Identifier: MIT
 *
 * Elementary weights of rooted trees: for every tree t the stage values
 *     phi_i(t) = phi_i(left) * sum_j a_ij phi_j(right)
 * of its Butcher product, and what weights miss its order condition by,
 *     sum_i b_i phi_i(t) - 1 / gamma(t).
 * J. C. Butcher, Numerical Methods for Ordinary Differential Equations,
 * Wiley 2016, section 31.  Fractions stay exact: phi(t) of a tree of order n is
 * a vector of integers over the (n-1)-th power of one denominator.  Surds and
 * rounded decimals are fixed-point numbers with rigorous bounds.
 */
#ifndef POL_ELEMENTARY_H
#define POL_ELEMENTARY_H

#include "num/scaled.h"
#include "tableau/tableau.h"
#include "tableau/tree.h"

struct elementary {
    struct arena *arena;
    const struct tableau *tableau;
    __mpz_struct unit[TREE_ORDER + 1]; /* powers of the denominator of a, */
    int units;                         /* which are those of phi; how many */
    const struct scaled *a;
    const struct scaled *c; /* of a forest with TREE_TIME, else NULL */
    const struct scaled *b; /* and each row of bhat */
    __mpz_struct b_unit;    /* their denominator */
    struct forest forest;
    struct scaled **phi;   /* for each tree, one value for each stage */
    struct scaled **image; /* a * phi, made when first needed */
};

/* With the trees of order 1.  `timed`: for equations with t on their right
 * side, whose stages stand at c. */
struct elementary *elementary_new(struct arena *, const struct tableau *,
                                  bool timed);
/* Adds trees, so that all up to `order` (at most TREE_ORDER) are there. */
void elementary_grow(struct elementary *, int order);

/* The first tree of order at most `limit` whose condition is not known to hold
 * for this row of weights, and the first one whose condition surely fails; -1:
 * there is none. */
int elementary_failure(struct elementary *, int row, int limit);
int elementary_refuted(struct elementary *, int row, int limit);

/* What a tree's condition is missed by, with its bound: exact for fractions, or
 * always real; 0 where that is meant, within bounds that are far below all that
 * conditions are about. */
const struct number *elementary_miss(const struct elementary *, int row,
                                     int tree);
const struct number *elementary_miss_real(const struct elementary *, int row,
                                          int tree);

#endif
