/* SPDX-License-Identifier: MIT
 *
 * The parts of a number, for the files that compute with it.
 */
#pragma once

#include "num/number.h"

struct number {
    bool exact;    /* a fraction */
    double approx; /* rounded to nearest; +-infinity beyond the doubles */
    num origin;    /* see number_origin; NULL: the value itself, or not known */
    bool mixed;    /* not known: it has several */
    double error;  /* the true value is no further off; also of a fraction,
                      if it came out of reals: 0 where a sum cancelled */
    union {
        __mpq_struct q;  /* exact: in lowest terms, read-only limbs */
        __mpfr_struct r; /* else: NUMBER_BITS, finite, not zero */
    } as;
};
