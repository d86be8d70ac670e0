/* SPDX-License-Identifier: MIT
 *
 * Order conditions, sizes of the error and the stability function in double:
 * what is asked for again and again where coefficients are searched for.
 */
#ifndef POL_QUICK_H
#define POL_QUICK_H

#include "tableau/tableau.h"

struct forest;

/* Lotkin's bound adds up the sizes of monomials: each term of the error, times
 * factors, is part of the coefficients of some. */
struct lotkin_share {
    int monomial, term;
    double factor;
};
struct lotkin {
    int monomials, shares;
    struct lotkin_share *share;
};

struct quick {
    int stages;
    struct forest *forest;
    int order, trees;     /* the highest one, and how many up to it */
    const int *first;     /* tree of each order, which end at the next one's */
    double *phi, *image;  /* of each tree: stages */
    double *miss;         /* of each tree: sum_i b_i phi_i(t) - 1/gamma(t) */
    struct lotkin lotkin; /* of the highest order */
};

/* For trees of all orders up to this one. */
struct quick *quick_new(struct arena *, int stages, int order);
/* Computes all misses; a is row by row. */
void quick_misses(struct quick *, const double *a, const double *b);
/* e(t) of the trees of the highest order, and of the monomials of Lotkin's
 * bound made of them, after quick_misses; their numbers. */
int quick_errors(const struct quick *, double *error);
int quick_monomials(const struct quick *, double *monomial);

/* The same to 256 bits, where the entries have them: all misses, errors and
 * monomials; each list may be NULL. */
void quick_numbers(struct arena *, const struct quick *, const struct tableau *,
                   const struct number **miss, const struct number **error,
                   const struct number **monomial);

/* R(z) = over(z) / under(z); coefficients, lowest power first. */
enum { QUICK_STAGES = 32 };
struct quick_function {
    int degree; /* of both, at most */
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

#endif
