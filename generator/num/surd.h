/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d), which are known exactly as long as one root at most is
 * in them; what becomes a fraction again is one.  And simple fractions near
 * reals.
 */
#pragma once

#include "num/number.h"

struct surd {
    num p, q; /* exact; q is not zero */
    long d;   /* no square divides it */
};

/* What a number is exactly; NULL: a fraction, or not known. */
const struct surd *number_surd(num);
/* The same real, not known exactly: long sums of products of it are fast. */
num surd_as_real(struct arena *, num);
/* "1/2 - sqrt(15)/10"; for a real the first digits, "0.0694318442029737..." */
const char *surd_text(struct arena *, num);

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
