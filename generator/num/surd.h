/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d), exact as long as they contain at most one root; a
 * result that is a fraction becomes one.  And simple fractions near reals.
 */
#pragma once

#include "num/number.h"

struct surd {
    num p, q; /* exact; q is not zero */
    long d;   /* no square divides it */
};

/* The exact form of a surd; NULL: a fraction, or not known exactly. */
const struct surd *number_surd(num);
/* The same value as a plain real: long sums of products with it are fast. */
num surd_as_real(struct arena *, num);
/* "1/2 - sqrt(15)/10"; for a real the first digits, "0.0694318442029737..." */
const char *surd_text(struct arena *, num);

/* ---- fractions near reals ---- */

/* The fraction with the least denominator within `error` of v; NULL if 0 is
 * within it, or if the denominator is too long. */
num fraction_simplest(struct arena *, num v, double error);
/* The same if it cannot be by chance: fractions with such denominators must be
 * 2^40 times as far apart as the error; else NULL. */
num fraction_meant(struct arena *, num v, double error);

/* A fraction with few digits near v, to 2^-FRACTION_BITS absolute or relative,
 * whichever is less (side 0); or surely below (side -1) or above (side 1) the
 * true value of v, including its error bound. */
enum { FRACTION_BITS = 280 };
num fraction_near(struct arena *, num v, int side);
