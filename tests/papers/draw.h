/* SPDX-License-Identifier: MIT
 *
 * A figure as numbers, as a script for gnuplot, and as a picture.
 */
#ifndef POL_PAPERS_DRAW_H
#define POL_PAPERS_DRAW_H

#include "papers/sheet.h"

/* Writes NAME_1.csv (a file for each panel), NAME.gp and NAME.svg; false, with
 * a message, if that cannot be. */
bool draw_sheet(const struct sheet *, const struct figure *,
                const char *folder);

#endif
