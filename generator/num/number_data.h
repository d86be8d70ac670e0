/* SPDX-License-Identifier: MIT
 *
 * What a number is made of; only for the files number*.c.
 */
#ifndef POL_NUMBER_DATA_H
#define POL_NUMBER_DATA_H

#include "num/number.h"

struct number {
    bool exact;    /* a fraction */
    double approx; /* rounded to nearest; +-infinity beyond the doubles */
    double error;  /* the true value is no further off; also of a fraction,
                      if it came out of reals: 0 where a sum cancelled */
    union {
        __mpq_struct q;  /* exact: in lowest terms, read-only limbs */
        __mpfr_struct r; /* else: NUMBER_BITS, finite, not zero */
    } as;
};

/* Enough bits that rounding to odd first and then to a double or a float is
 * the same as rounding once. */
enum { ODD_BITS = 128 };

/* Makes the last bit of t odd if the value it was cut from (towards zero) did
 * not fit: `inexact` is what the cutting function returned. */
void number_make_odd(mpfr_ptr t, int inexact);

#endif
