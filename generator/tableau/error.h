/* SPDX-License-Identifier: MIT
 *
 * Sizes of the error's terms, over elementary weights that are shared.
 */
#ifndef POL_ERROR_H
#define POL_ERROR_H

#include "tableau/analysis.h"
#include "tableau/elementary.h"

/* Of the trees of this order. */
struct analysis_error error_of(struct elementary *, const struct weights *,
                               int order);
/* The 2-norm of e(t) of `w` over these trees, or of that less the one of
 * `other`. */
double error_norm(struct elementary *, const struct weights *w,
                  const struct weights *other, int order);

/* A tree's error coefficient, times the factor, is part of a monomial's, the
 * sizes of which add up to Lotkin's bound. */
struct error_share {
    int monomial, tree;
    double factor;
};
/* Of all trees of the order; the number of monomials. */
int error_shares(struct arena *, const struct forest *, int order,
                 struct error_share **share, int *shares);

#endif
