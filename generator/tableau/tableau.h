/* SPDX-License-Identifier: MIT
 *
 * Butcher tableaus with exact coefficients, their order conditions and
 * properties.
 */
#ifndef POL_TABLEAU_H
#define POL_TABLEAU_H

#include "lang/ast.h"
#include "sym/expr.h"

enum {
    TABLEAU_STAGES = 64,         /* at most */
    TABLEAU_TOLERANCE_BITS = 200 /* surds are equal to within 2^-200 */
};

struct tableau {
    const char *name;
    const char *source; /* the comment that says where it is from, or NULL */
    struct place place;
    int stages;
    int claim;                     /* the claimed order; 0: none */
    const struct number *const *a; /* stages * stages, row by row */
    const struct number *const *b;
    int embedded;                     /* rows of embedded weights */
    const struct number *const *bhat; /* embedded * stages, or NULL */
    const struct number *const *c;
    bool is_explicit;
    bool rounded; /* its decimals */
    bool exact;   /* all entries are fractions */
    /* The entries as they were written: a, b, bhat and c, in this order. */
    const char *const *written;
};

/* From the syntax tree; NULL with messages if it is not a tableau.  A c that
 * is not its row's sum is a warning. */
const struct tableau *tableau_build(struct arena *, struct diags *,
                                    struct pool *, const struct ast *);

/* The highest order, at most `limit`, whose conditions all hold for the
 * weights: exactly for fractions, to 2^-200 otherwise. */
int tableau_order(struct arena *, const struct tableau *,
                  const struct number *const *weights, int limit);

/* The first rooted tree, in order, whose condition fails, as a bracket text
 * such as "[t,[t]]", and its residual; false if all hold to `limit`. */
bool tableau_failure(struct arena *, const struct tableau *,
                     const struct number *const *weights, int limit,
                     const char **tree, const struct number **residual);

#include <math.h>
static inline double number_error(const struct number *v) /* TODO */
{
    return number_is_exact(v)
               ? 0
               : fabs(number_double(v)) * ldexp(1, -248) + ldexp(1, -248);
}
static inline bool number_may_be_zero(const struct number *v)
{
    return fabs(number_double(v)) <= number_error(v);
}

#endif
