/* SPDX-License-Identifier: MIT
 *
 * The parts of a number, for the files that compute with it.
 */
#pragma once

#include "num/surd.h"

struct number {
    bool exact;    /* a fraction */
    double approx; /* rounded to nearest; +-infinity beyond the doubles */
    num origin;    /* see number_origin; NULL: the value itself, or not known */
    bool mixed;    /* the origin is not known: there are several */
    const struct surd *surd; /* see number_surd */
    double error; /* bound on the error; also for a fraction that came from
                     reals, as 0 where a sum cancelled */
    union {
        __mpq_struct q;  /* exact: in lowest terms, read-only limbs */
        __mpfr_struct r; /* else: NUMBER_BITS, finite, not zero */
    } as;
};

const struct surd *surd_new(struct arena *, num p, num q, long d);

/* The operations without origins and surds. */
num number_operate(struct arena *, char op, num, num);
num number_raise(struct arena *, num, long exponent);
num number_root(struct arena *, num);
