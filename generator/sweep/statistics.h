/* SPDX-License-Identifier: MIT
 *
 * Statistics of the numbers of a sweep, over the completed cases: moments,
 * extremes, quantiles.  NaN and infinite values are counted and left out.
 * Memory does not grow with the cases, and all digits are the same however and
 * wherever the file was made.
 */
#pragma once

#include "sweep/record.h"

enum { STATISTICS_QUANTILES = 5 };
extern const double statistics_share[STATISTICS_QUANTILES];

/* Statistics of one column of a record, as numpy has it.  Without values all
 * reals are NaN; mean and deviation are not finite if squares of values are
 * not. */
struct statistics_number {
    uint64_t count, infinite, nan;
    double mean, deviation; /* by count - 1: numpy.std(ddof = 1) */
    double least, largest;
    uint64_t least_case, largest_case;     /* the lowest, if values are equal */
    double quantile[STATISTICS_QUANTILES]; /* exact */
};

struct statistics {
    uint64_t status[256];             /* number of cases by status */
    struct statistics_number *number; /* one for each column of a record */
};

/* Returns 0 or an errno: ECANCELED if progress (NULL or called with the part
 * done, 0..1) returned nonzero.  If a case is not done, sets only `status`. */
int statistics_take(struct arena *, const struct record_file *,
                    int (*progress)(void *context, double done), void *context,
                    struct statistics *);
