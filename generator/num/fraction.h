/* SPDX-License-Identifier: MIT
 *
 * Fractions that reals stand for.
 */
#ifndef POL_FRACTION_H
#define POL_FRACTION_H

#include "num/number.h"

/* The fraction with the least denominator within `error` of v; NULL if 0 is,
 * or if there is none of a moderate one. */
num fraction_simplest(struct arena *, num v, double error);
/* The same if that cannot be by chance: if fractions with such denominators are
 * 2^40 times as far apart as the error; else NULL. */
num fraction_meant(struct arena *, num v, double error);

/* A fraction with few digits near v, to 2^-FRACTION_BITS of the number 1 or of
 * v, whichever is less; or surely below (side -1) or above (side 1) what v
 * stands for, by the bound on its error as well. */
enum { FRACTION_BITS = 280 };
num fraction_near(struct arena *, num v, int side);

#endif
