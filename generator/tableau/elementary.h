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
    int alike;        /* branches that are the same as the last, with it */
};

struct forest {
    struct arena *arena;
    struct rooted_tree *tree;
    int count, room;
    int order;  /* all trees up to this order are there */
    bool timed; /* with TREE_TIME */
    int *first; /* trees of order n: first[n] <= i < first[n + 1] */
};

/* The densities of higher trees overflow: 20! < 2^63 < 21!. */
enum { TREE_ORDER = 20 };

/* A forest with the single vertex.  `timed`: for equations with t on their
 * right side; beside it stands TREE_TIME, the derivative of t, which has no
 * branches. */
enum { TREE_TIME = 1 };
struct forest forest_new(struct arena *, bool timed);
/* Adds the trees of the next order, which is at most TREE_ORDER. */
void forest_grow(struct forest *);

/* "t" for the single vertex ("1" for TREE_TIME of a forest with it), else the
 * branches in brackets: "[t,[t]]". */
void forest_print(const struct forest *, int tree, struct text *);

/* ---- their weights ---- */

struct elementary {
    struct arena *arena;
    const struct tableau *tableau;
    /* The denominator of a, whose powers phi has, and those of b phi by the
     * order of the tree; that of b is the first. */
    __mpz_struct unit, under[TREE_ORDER + 1];
    const struct scaled *a;
    const struct scaled *b; /* and each row of bhat */
    struct forest forest;
    /* For each tree, made when first needed, one value for each stage. */
    struct scaled **phi, **image; /* image = a * phi */
};

/* With the trees of order 1.  `timed`: for equations with t on their right
 * side, whose stages stand at c. */
struct elementary *elementary_new(struct arena *, const struct tableau *,
                                  bool timed);
/* Adds trees, so that all up to `order` (at most TREE_ORDER) are there. */
void elementary_grow(struct elementary *, int order);

/* The first tree of order at most `limit` whose condition is not known to hold
 * for this row of weights, or surely fails; -1: there is none. */
int elementary_failure(struct elementary *, int row, int limit, bool surely);

/* What a tree's condition is missed by, with its bound: exact for fractions,
 * else 0 where that is meant, within bounds that are far below all that
 * conditions are about. */
num elementary_miss(struct elementary *, int row, int tree);
/* The same as a real, also for fractions. */
num elementary_miss_real(struct elementary *, int row, int tree);

/* The first term of the error of b or bhat, whichever is of the higher order,
 * over that of the other, after Prince and Dormand; 0 if their order is one. */
double error_ratio(struct arena *, const struct tableau *, int order,
                   int order_hat);

/* ---- in double ----
 *
 * Order conditions, sizes of the error and the stability function, for searches
 * of coefficients, which compute them again and again. */

/* What the size of an error adds up: e(t) of each tree of an order, or, for
 * Lotkin's bound, the coefficients of monomials, each a sum of such terms times
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
/* With parts of Lotkin's bound, or else of the 2-norm. */
struct quick *quick_new(struct arena *, int stages, int order, bool lotkin);
/* Computes all misses; a is row by row. */
void quick_misses(struct quick *, const double *a, const double *b);
/* All parts, after quick_misses. */
void quick_parts(const struct quick *, double *part);

/* The same of a row of weights to 256 bits, where the entries have them: all
 * misses and, if the list is not NULL, parts. */
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
/* |over|^2 and |under|^2 at x, or at i x. */
struct quick_sizes {
    double over, under;
};
struct quick_sizes quick_sizes(const struct quick_function *, double x,
                               bool imaginary);
/* The largest r <= most with |R|^2 <= 1 + tolerance on the axis from 0 down to
 * -r, or up to i r. */
double quick_interval(const struct quick_function *, bool imaginary,
                      double tolerance, double most);
