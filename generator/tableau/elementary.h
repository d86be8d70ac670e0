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

/* Where c begins in tableau.written. */
int tableau_written_c(const struct tableau *);

struct elementary {
    struct arena *arena;
    const struct tableau *tableau;
    bool exact;
    const __mpz_struct *unit; /* its powers from 0: denominators of phi */
    int units;                /* how many */
    const struct scaled *a;
    const struct scaled *c; /* of a forest with TREE_TIME, else NULL */
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

/* A row of weights, ready for use with those of a tableau. */
struct weights {
    const struct scaled *value;
    __mpz_struct unit; /* their denominator */
};
struct weights elementary_weights(const struct elementary *,
                                  const struct number *const *);

/* What a tree's condition is missed by. */
struct residual {
    double value; /* to double precision */
    double error; /* |true - value| is at most this, round-off apart */
    bool zero;    /* it is meant to be zero: it is, or it is within bounds that
                   * are far below all that conditions are about */
    bool apart;   /* it is surely not zero; within wide bounds it is neither */
};
struct residual elementary_residual(const struct elementary *,
                                    const struct weights *, int tree);
/* The same as a number with its bound: exact for fractions, or always real; 0
 * where that is meant. */
const struct number *elementary_miss(const struct elementary *,
                                     const struct weights *, int tree);
const struct number *elementary_miss_real(const struct elementary *,
                                          const struct weights *, int tree);

#endif
