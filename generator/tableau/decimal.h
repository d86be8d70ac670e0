/* SPDX-License-Identifier: MIT
 *
 * Numbers as people write them when they have rounded.
 */
#ifndef POL_DECIMAL_H
#define POL_DECIMAL_H

#include "lang/ast.h"

/* So many significant digits are written by nobody who knows the fraction. */
enum { DECIMAL_LONG = 7 };

/* How far off a decimal of DECIMAL_LONG digits or more may be, rounded up: a
 * unit of its last digit, since many are cut off, and where it has the digits
 * of a double, or as many as are printed of one, what a double is off by; 0 for
 * shorter ones and all other texts. */
double decimal_slack(const char *text);

/* How a tableau's numbers are written. */
struct decimals {
    int digits;  /* of the shortest long decimal that may be rounded; 0: there
                  * is none */
    int most;    /* of the longest one */
    bool single; /* they are numbers of single precision */
    bool fractions; /* some have long denominators, as if they were rounded */
};
struct decimals decimals_of(const struct ast *tableau);
/* How far off a decimal or a fraction may be, given all others; 0 for what is
 * short or exact, and for all other expressions. */
double decimals_slack(const struct decimals *, const struct ast *);

#endif
