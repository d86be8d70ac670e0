/* SPDX-License-Identifier: MIT
 *
 * Files of comma-separated values, names in the first row: signals and cases.
 * Empty lines and those that begin with # are passed over.  A head may say a
 * unit, "u (mN m)", "u [mN m]", "t_ms"; numbers are then taken in SI units.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/text.h"

struct csv_column {
    const char *head, *name, *unit; /* as it stands; in parts; NULL: no unit */
    double scale; /* the unit's dimension; 0: not known, -1: unsure */
    bool is_time; /* the unit is one */
    bool is_tail; /* it stands without brackets */
};

struct csv {
    struct arena *arena;
    struct diags *diags;
    const char *path;
    FILE *file;           /* or the text: */
    const char *at, *end; /* what is left of it */
    bool is_float;        /* numbers must fit a float, else a double */

    int line; /* number of the current row */
    struct text row;
    bool failed; /* there was a message */
    struct csv_column *column;
    int columns, room;
};

/* A fault in the line at hand; false.  The hint may be NULL. */
#define csv_wrong(c, hint, ...)                                                \
    ((c)->failed = true,                                                       \
     diag_error_line((c)->diags, (c)->path, (c)->line, __VA_ARGS__),           \
     diag_near((c)->diags, NULL, hint))

/* Reads the first row; false with a message.  A head for which `is_name` holds
 * has no unit; `such` is a row for a hint. */
typedef bool csv_is_name(void *to, const char *head);
bool csv_begin(struct csv *, csv_is_name *is_name, void *to, const char *such);
/* The first row of a file without names has an empty cell and numbers, which
 * csv_numbers gives; false with a message. */
bool csv_begin_grid(struct csv *);
/* Is the column's unit one, of time for the first column of a signal?  Else a
 * message; a note where numbers are converted. */
bool csv_take(struct csv *, int column, bool is_time);
/* The next row; false at the end, or with a message. */
bool csv_next(struct csv *);
/* Its numbers in n columns, in SI units; others may be words. */
bool csv_numbers(struct csv *, int n, const int *column, double *out);
/* To the first row again, of a file. */
void csv_rewind(struct csv *);
