/* SPDX-License-Identifier: MIT
 *
 * What the numbers of a sweep are like, of those cases that came to their end:
 * moments, extremes, quantiles.  NaN and infinite values are counted and left
 * out.  Memory does not grow with the cases, and all digits are the same
 * however and wherever the file was made.
 */
#pragma once

#include "sweep/record.h"

enum { STATISTICS_QUANTILES = 5 };

/* Of one number of a record; without values all reals are NaN. */
struct statistics_number {
    uint64_t count, infinite, nan;
    double mean, deviation; /* by count - 1, as numpy.std(ddof = 1); NaN of one
                               value */
    double least, largest;
    uint64_t least_case, largest_case;     /* the lowest, of equal values */
    double quantile[STATISTICS_QUANTILES]; /* 0.05 0.25 0.5 0.75 0.95, linear
                                              between ranks: numpy.quantile */
};

struct statistics {
    uint64_t status[256];             /* cases of each */
    int passes;                       /* through the file */
    struct statistics_number *number; /* of each in a record */
};

/* 0, or an errno: ECANCELED where progress, called with the done part in 0..1
 * or NULL, returned nonzero; EBUSY where cases were done meanwhile. */
int statistics_take(struct arena *, const struct record_file *,
                    int (*progress)(void *context, double done), void *context,
                    struct statistics *);
