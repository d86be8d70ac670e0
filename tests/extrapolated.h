/* SPDX-License-Identifier: MIT
 *
 * The text of a tableau of order 10: W. B. Gragg's midpoint steps, n of them
 * for n = 2, 4, ..., 10, extrapolated in h^2 (R. Bulirsch, J. Stoer, Numer.
 * Math. 8 (1966) 1-13).  Its 26 stages are those of an explicit tableau.
 */
#ifndef POL_EXTRAPOLATED_H
#define POL_EXTRAPOLATED_H

#include <stdio.h>

enum { EXTRAPOLATED_LEVELS = 5, EXTRAPOLATED_STAGES = 26 };

static inline void extrapolated_write(FILE *out)
{
    int stage = 1;
    fputs("tableau extrapolated10 order 10 {\n 0 :\n", out);
    /* the stage m steps of 1/n after the start: every other stage of its level
     * before it, by 2/n, and the start by 1/n if m is odd */
    for (int n = 2; n <= 2 * EXTRAPOLATED_LEVELS; n += 2)
        for (int m = 1, first = stage; m < n; m++, stage++) {
            fprintf(out, m % 2 ? " %d/%d : 1/%d" : " %d/%d : 0", m, n, n);
            for (int j = 1; j < first; j++)
                fputs(", 0", out);
            for (int k = 1; k < m; k++)
                fprintf(out, (m - k) % 2 ? ", 2/%d" : ", 0", n);
            fputs("\n", out);
        }
    fputs(" b : 0", out);
    /* 2/n of a level's odd stages, times prod n^2 / (n^2 - k^2) */
    for (int n = 2; n <= 2 * EXTRAPOLATED_LEVELS; n += 2) {
        long over = 2, under = n;
        for (int k = 2; k <= 2 * EXTRAPOLATED_LEVELS; k += 2)
            if (k != n) {
                over *= n * n;
                under *= n * n - k * k;
            }
        for (int m = 1; m < n; m++)
            fprintf(out, m % 2 ? ", %ld/(%ld)" : ", 0", over, under);
    }
    fputs("\n}\n", out);
}

#endif
