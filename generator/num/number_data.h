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

/* Memory for a fraction of `limbs` limbs in all. */
struct number_room {
    struct number *number;
    mp_limb_t *limbs;
};
struct number_room number_reserve(struct arena *, size_t limbs);
/* The fraction q, in lowest terms, put there. */
const struct number *number_keep(struct number_room, mpq_srcptr q);

/* A result of x and y (NULL: of nothing that could be handed back as it is),
 * with this bound for what their errors make of it added to that of its own
 * rounding. */
const struct number *number_carry(struct arena *, const struct number *result,
                                  const struct number *x,
                                  const struct number *y, double error);
/* What the errors of operands make of a result. */
double number_sum_error(const struct number *, const struct number *);
double number_product_error(const struct number *, const struct number *);
double number_quotient_error(const struct number *, const struct number *,
                             const struct number *quotient);
double number_power_error(const struct number *, long exponent);
double number_root_error(const struct number *, const struct number *root);
/* |x|, rounded up. */
double number_size(const struct number *);

/* The limbs of a fraction. */
size_t number_limbs(const struct number *);

#endif
