/* SPDX-License-Identifier: MIT
 *
 * Elementary weights of rooted trees: for every tree t the stage values
 *     phi_i(t) = phi_i(left) * sum_j a_ij phi_j(right)
 * of its Butcher product, and the residual of its order condition,
 *     sum_i b_i phi_i(t) - 1 / gamma(t).
 * J. C. Butcher, Numerical Methods for Ordinary Differential Equations,
 * Wiley 2016, section 31.  Fractions stay exact: phi(t) of a tree of order n is
 * a vector of integers over the (n-1)-th power of one denominator.  Surds and
 * rounded decimals are fixed-point numbers with rigorous bounds.
 */
#pragma once

#include "tableau/tableau.h"

struct scaled;
struct text;

/* ---- trees ----
 *
 * Generated order by order.  A tree is the Butcher product of two smaller ones:
 * `right`, its last branch, is grafted on the root of `left`, the same tree
 * without that branch.  Branches are in ascending order, so every tree is
 * made exactly once. */

struct rooted_tree {
    int order;        /* vertices */
    int left, right;  /* trees of the forest; -1 for the single vertex */
    int64_t density;  /* gamma: the product of the orders of all subtrees */
    int64_t symmetry; /* sigma: the number of the tree's automorphisms */
    int alike;        /* branches equal to the last one, itself included */
};

struct forest {
    struct arena *arena;
    struct rooted_tree *tree;
    int count, room;
    int order;  /* all trees up to this order exist */
    bool timed; /* with TREE_TIME */
    int *first; /* trees of order n: first[n] <= i < first[n + 1] */
};

/* The densities of higher trees overflow: 20! < 2^63 < 21!. */
enum { TREE_ORDER = 20 };

/* A forest with the single vertex.  `timed`: for equations with t on the right
 * side; adds TREE_TIME, the derivative of t, which has no branches. */
enum { TREE_TIME = 1 };
struct forest forest_new(struct arena *, bool timed);
/* Adds the trees of the next order, which is at most TREE_ORDER. */
void forest_grow(struct forest *);

/* "t" for the single vertex ("1" for TREE_TIME in a timed forest), else the
 * branches in brackets: "[t,[t]]". */
void forest_print(const struct forest *, int tree, struct text *);

/* ---- their weights ---- */

struct elementary {
    struct arena *arena;
    const struct tableau *tableau;
    /* The denominator of a (phi has its powers), and those of b phi by the
     * order of the tree; under[1] is that of b. */
    __mpz_struct unit, under[TREE_ORDER + 1];
    const struct scaled *a;
    const struct scaled *b; /* followed by each row of bhat */
    struct forest forest;
    /* For each tree, computed on demand: one value per stage. */
    struct scaled **phi, **image; /* image = a * phi */
};

/* With the trees of order 1.  `timed`: for equations with t on the right side,
 * evaluated at c. */
struct elementary *elementary_new(struct arena *, const struct tableau *,
                                  bool timed);
/* Adds all trees up to `order` (at most TREE_ORDER). */
void elementary_grow(struct elementary *, int order);

/* The first tree up to order `limit` whose condition is not proven for this row
 * of weights, or, if `surely`, certainly fails; -1 if there is no such tree. */
int elementary_failure(struct elementary *, int row, int limit, bool surely);

/* The residual of a tree's condition, with its bound: exact for fractions; else
 * 0 if 0 is within bounds far below the condition's own size. */
num elementary_miss(struct elementary *, int row, int tree);
/* The same as a real, also for fractions. */
num elementary_miss_real(struct elementary *, int row, int tree);

/* The norm of the first error term of b or bhat, whichever has the higher
 * order, over that of the other, after Prince and Dormand; 0 if the orders are
 * equal. */
double error_ratio(struct arena *, const struct tableau *, int order,
                   int order_hat);

/* ---- in double ----
 *
 * Order conditions, sizes of the error and the stability function, for
 * searches, which evaluate them many times. */

/* The parts of an error norm: e(t) of each tree of an order, or, for Lotkin's
 * bound, the coefficients of monomials, each a sum of terms e(t) times
 * factors. */
struct parts {
    int count, shares;
    struct share {
        int part, term;
        double factor;
    } * share; /* NULL: parts are the terms themselves */
};

/* For trees of all orders up to the forest's. */
struct quick {
    int stages;
    struct forest forest;
    double *phi, *image; /* for each tree: stages */
    double *miss;        /* for each tree: sum_i b_i phi_i(t) - 1/gamma(t) */
    struct parts parts;  /* trees of the highest order */
};

/* The sum of x[i] * y[i]. */
double quick_dot(int n, const double *x, const double *y);
/* `lotkin`: parts of Lotkin's bound, else of the 2-norm. */
struct quick *quick_new(struct arena *, int stages, int order, bool lotkin);
/* Computes all misses; a is row by row. */
void quick_misses(struct quick *, const double *a, const double *b);
/* All parts, after quick_misses. */
void quick_parts(const struct quick *, double *part);

/* The same for a row of weights to 256 bits (if the entries are that accurate):
 * all residuals and, if `part` is not NULL, all parts. */
void quick_numbers(struct arena *, const struct quick *, const struct tableau *,
                   int row, num *miss, num *part);

/* R(z) = over(z) / under(z); coefficients, lowest power first. */
enum { QUICK_STAGES = 32 };
struct quick_function {
    int degree; /* largest degree of both */
    double over[QUICK_STAGES + 1], under[QUICK_STAGES + 1];
};
struct quick_function quick_function(int stages, const double *a,
                                     const double *b);
/* |over|^2 and |under|^2 at x, or at i x if `imaginary`. */
struct quick_sizes {
    double over, under;
};
struct quick_sizes quick_sizes(const struct quick_function *, double x,
                               bool imaginary);
/* The largest r <= most with |R|^2 <= 1 + tolerance on the axis from 0 down to
 * -r, or up to i r. */
double quick_interval(const struct quick_function *, bool imaginary,
                      double tolerance, double most);
