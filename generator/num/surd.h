/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d): exact fractions as long as one root at most is in
 * them, reals beyond that.  What becomes a fraction again is one.
 */
#pragma once

#include "num/number.h"

struct surd {
    num p;  /* a real, if d is 0 and it is not exact */
    num q;  /* exact; NULL if d is 0 */
    long d; /* no square divides it; 0: there is no root */
};

struct surd surd_of(num);
struct surd surd_neg(struct arena *, struct surd);
struct surd surd_add(struct arena *, struct surd, struct surd);
struct surd surd_sub(struct arena *, struct surd, struct surd);
struct surd surd_mul(struct arena *, struct surd, struct surd);
/* p is NULL if the divisor is zero, or the radicand negative. */
struct surd surd_div(struct arena *, struct surd, struct surd);
/* By an exponent from 0 to 64; p is NULL for others. */
struct surd surd_power(struct arena *, struct surd, long exponent);
struct surd surd_sqrt(struct arena *, struct surd);

/* Zero, exactly; -1, 0 or 1 as a is below, equal to or above b. */
bool surd_is_zero(struct surd);
int surd_compare(struct arena *, struct surd a, struct surd b);

num surd_value(struct arena *, struct surd);
/* "1/2 - sqrt(15)/10"; for a real the first digits, "0.0694318442029737..." */
const char *surd_text(struct arena *, struct surd);

/* ---- fractions near reals ---- */

/* The fraction with the least denominator within `error` of v; NULL if 0 is,
 * or if there is none of a moderate one. */
num fraction_simplest(struct arena *, num v, double error);
/* The same if that cannot be by chance: if fractions with such denominators are
 * 2^40 times as far apart as the error; else NULL. */
num fraction_meant(struct arena *, num v, double error);

/* A fraction with few digits near v, to 2^-FRACTION_BITS of the number 1 or of
 * v, whichever is less; or surely below (side -1) or above (side 1) the true
 * value of v, by the bound on its error as well. */
enum { FRACTION_BITS = 280 };
num fraction_near(struct arena *, num v, int side);
