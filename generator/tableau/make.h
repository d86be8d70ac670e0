/* SPDX-License-Identifier: MIT
 *
 * A tableau from its numbers, for those that no text holds.
 */
#ifndef POL_TABLEAU_MAKE_H
#define POL_TABLEAU_MAKE_H

#include "num/surd.h"
#include "tableau/tableau.h"

/* Coefficients as they are computed; a is row by row. */
struct coefficients {
    const char *name, *source;
    struct place place; /* of what asked for them */
    int stages, claim;
    const struct surd *a, *b, *c;
    int embedded;            /* rows of embedded weights */
    const struct surd *bhat; /* row by row; NULL if there are none */
};

const struct tableau *tableau_make(struct arena *, const struct coefficients *);

#endif
