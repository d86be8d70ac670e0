/* SPDX-License-Identifier: MIT
 *
 * What a number is made of; only for the files number*.c.
 */
#ifndef POL_NUMBER_DATA_H
#define POL_NUMBER_DATA_H

#include "base/number.h"

struct number {
    bool exact;
    double approx; /* rounded to nearest; +-infinity beyond the doubles */
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

/* Memory for a fraction of `limbs` limbs in all. */
struct number_room {
    struct number *number;
    mp_limb_t *limbs;
};
struct number_room number_reserve(struct arena *, size_t limbs);
/* The fraction q, in lowest terms, put there. */
const struct number *number_keep(struct number_room, mpq_srcptr q);

/* The limbs of a fraction. */
size_t number_limbs(const struct number *);

#endif
