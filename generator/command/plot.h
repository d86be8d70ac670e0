/* SPDX-License-Identifier: MIT
 *
 * A picture of where a tableau is stable.
 */
#ifndef POL_PLOT_H
#define POL_PLOT_H

#include "tableau/analysis.h"

/* Draws the region |R(z)| <= 1 and the order star |R(z)| > |exp(z)| side by
 * side, as SVG by gnuplot; false, with a message and an older file as it was,
 * if that fails. */
bool plot_stability(struct arena *, struct diags *, const char *file,
                    const char *name, const struct analysis *);

#endif
