/* SPDX-License-Identifier: MIT
 *
 * A table of the spec, as it was read.
 */
#pragma once

#include "model/check.h"

enum { TABLE_MOST = 100000 }; /* entries */

enum way { HOLD, LINEAR, CUBIC };
enum outside { OUTSIDE_HOLD, OUTSIDE_EXTEND, OUTSIDE_REFUSE };

/* With one variable a knot has the coefficients of the piece behind it, with
 * two its value and, if cubic, its slopes along both and the mixed derivative.
 */
enum { COEFFICIENTS = 4 };

struct lookup {
    const char *name;
    int variables, values;
    enum way way;
    enum outside outside;
    int n[2];                    /* knots of each variable, */
    double *knot[2];             /* and the entries for them, [i*n[1] + j] */
    double *entry[9];            /* each value's */
    const struct grid *at[2];    /* the knots that are searched */
    const struct grid *width[2]; /* 1/width of the pieces, of two variables */
    const struct grid *coefficient[9][COEFFICIENTS];
};

/* Makes the numbers that its values look up. */
void lookup_make(struct check *, struct lookup *);
