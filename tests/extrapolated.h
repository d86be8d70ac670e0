/* SPDX-License-Identifier: MIT
 *
 * The text of a tableau of order 10: W. B. Gragg's midpoint steps, n of them
 * for n = 2, 4, ..., 10, extrapolated in h^2 (R. Bulirsch, J. Stoer, Numer.
 * Math. 8 (1966) 1-13).  Its 26 stages are those of an explicit tableau.
 */
#ifndef POL_EXTRAPOLATED_H
#define POL_EXTRAPOLATED_H

#include <stdio.h>
#include <string.h>

enum { EXTRAPOLATED_LEVELS = 5, EXTRAPOLATED_STAGES = 26 };

static inline void extrapolated_add(char *out, size_t room, const char *piece)
{
    strncat(out, piece, room - strlen(out) - 1);
}

/* The stage `m` steps of 1/n after the start: every other stage of its level
 * before it, by 2/n, and the start by 1/n if m is odd. */
static inline void extrapolated_stage(char *out, size_t room, int n, int m,
                                      int first)
{
    char piece[40];
    snprintf(piece, sizeof piece, " %d/%d : %s", m, n, m % 2 ? "" : "0");
    extrapolated_add(out, room, piece);
    if (m % 2) {
        snprintf(piece, sizeof piece, "1/%d", n);
        extrapolated_add(out, room, piece);
    }
    for (int j = 1; j < first; j++)
        extrapolated_add(out, room, ", 0");
    for (int k = 1; k < m; k++) {
        snprintf(piece, sizeof piece, (m - k) % 2 ? ", 2/%d" : ", 0", n);
        extrapolated_add(out, room, piece);
    }
    extrapolated_add(out, room, "\n");
}

/* 2/n of the level's odd stages, times prod n^2 / (n^2 - k^2). */
static inline void extrapolated_weights(char *out, size_t room, int n)
{
    long over = 2, under = n;
    char piece[60];
    for (int k = 2; k <= 2 * EXTRAPOLATED_LEVELS; k += 2)
        if (k != n) {
            over *= n * n;
            under *= n * n - k * k;
        }
    for (int m = 1; m < n; m++) {
        snprintf(piece, sizeof piece, m % 2 ? ", %ld/(%ld)" : ", 0", over,
                 under);
        extrapolated_add(out, room, piece);
    }
}

static inline void extrapolated_write(char *out, size_t room)
{
    int stage = 1;
    snprintf(out, room, "tableau extrapolated10 order 10 {\n 0 :\n");
    for (int n = 2; n <= 2 * EXTRAPOLATED_LEVELS; n += 2)
        for (int m = 1, first = stage; m < n; m++, stage++)
            extrapolated_stage(out, room, n, m, first);
    extrapolated_add(out, room, " b : 0");
    for (int n = 2; n <= 2 * EXTRAPOLATED_LEVELS; n += 2)
        extrapolated_weights(out, room, n);
    extrapolated_add(out, room, "\n}\n");
}

#endif
