/* SPDX-License-Identifier: MIT
 *
 * Numbers as integers over a denominator that all of them share: fractions, or
 * else fixed-point numbers with rigorous bounds on their errors.  What is said
 * to be `exact` is of fractions alone.
 */
#ifndef POL_SCALED_H
#define POL_SCALED_H

#include <gmp.h>

#include "num/number.h"

enum { SCALED_POINT = 320 }; /* bits behind the point of fixed-point numbers */

/* A number times the denominator that all of its kind have. */
struct scaled {
    __mpz_struct integer; /* read-only limbs in the arena */
    double error;         /* of the number itself; 0: none */
};

/* Numbers of the denominator `unit`; fixed-point ones do not look at it. */
struct scaled *scaled_row(struct arena *, bool exact, int n,
                          const struct number *const *, mpz_srcptr unit);

/* x * y; of fractions over the product of their denominators. */
struct scaled scaled_product(struct arena *, bool exact, const struct scaled *x,
                             const struct scaled *y);
/* The sum of x[i] * y[i], the same way. */
struct scaled scaled_dot(struct arena *, bool exact, int n,
                         const struct scaled *x, const struct scaled *y);
/* That sum in integers, added to `sum`, which fixed-point numbers give twice
 * SCALED_POINT bits behind the point; returns a bound on its error. */
double scaled_sum(mpz_ptr sum, bool exact, int n, const struct scaled *x,
                  const struct scaled *y);

/* Denominators: 1, the product of two, and the least common one of `unit` and
 * of n fractions, put into `unit`. */
__mpz_struct scaled_one(struct arena *);
__mpz_struct scaled_multiply(struct arena *, mpz_srcptr x, mpz_srcptr y);
void scaled_join(struct arena *, mpz_ptr unit, int n,
                 const struct number *const *);

#endif
