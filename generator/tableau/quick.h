/* SPDX-License-Identifier: MIT
 *
 * Order conditions, sizes of the error and the stability function in double:
 * what is asked for again and again where coefficients are searched for.
 */
#ifndef POL_QUICK_H
#define POL_QUICK_H

#include "tableau/elementary.h"

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
    double *phi, *image; /* of each tree: stages */
    double *miss;        /* of each tree: sum_i b_i phi_i(t) - 1/gamma(t) */
    struct parts parts;  /* of the highest order */
};

/* With parts of Lotkin's bound, or else of the 2-norm. */
struct quick *quick_new(struct arena *, int stages, int order, bool lotkin);
/* Computes all misses; a is row by row. */
void quick_misses(struct quick *, const double *a, const double *b);
/* All parts, after quick_misses. */
void quick_parts(const struct quick *, double *part);

/* The same to 256 bits, where the entries have them: all misses and, if the
 * list is not NULL, parts. */
void quick_numbers(struct arena *, const struct quick *, const struct tableau *,
                   num *miss, num *part);

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
