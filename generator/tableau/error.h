/* SPDX-License-Identifier: MIT
 *
 * Sizes of the error's terms, over elementary weights that are shared.
 */
#ifndef POL_ERROR_H
#define POL_ERROR_H

#include "tableau/analysis.h"
#include "tableau/elementary.h"

/* Of a row of weights, and the trees of this order. */
struct analysis_error error_of(struct elementary *, int row, int order);
/* Of b with a row of bhat of order q. */
struct analysis_pair error_pair(struct elementary *, int row, int q);

/* e(t) of each tree of the order, as reals; 0 where it is meant to be. */
const struct number *const *error_terms(struct elementary *, int row,
                                        int order);

/* A term, times the factor, is part of a monomial's coefficient; the sizes of
 * these add up to Lotkin's bound. */
struct error_share {
    int monomial, term;
    double factor;
};
/* Of all trees of the order; the number of monomials. */
int error_shares(struct arena *, const struct forest *, int order,
                 struct error_share **share, int *shares);
/* The coefficients of all monomials. */
const struct number *const *error_monomials(struct arena *, int monomials,
                                            int shares,
                                            const struct error_share *,
                                            const struct number *const *term);

#endif
