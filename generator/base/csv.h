/* SPDX-License-Identifier: MIT
 *
 * Files of comma-separated values, names in the first row: signals and cases.
 * Empty lines and lines that begin with # are skipped.  A head may have a unit,
 * "u (mN m)", "u [mN m]", "t_ms"; its numbers are then converted to SI units.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/text.h"

struct csv_column {
    const char *head, *name, *unit; /* head: as written; unit: or NULL */
    double scale; /* factor to SI; 0: unknown unit, -1: ambiguous */
    bool is_time; /* the unit is a time */
    bool is_tail; /* the unit has no brackets */
};

struct csv {
    struct arena *arena;
    struct diags *diags;
    const char *path;
    FILE *file;           /* NULL: the text: */
    const char *at, *end; /* the unread part of the text */
    bool is_float;        /* numbers must fit a float, else a double */

    int line; /* number of the current row */
    struct text row;
    bool failed; /* a message was reported */
    struct csv_column *column;
    int columns, room;
};

/* Reports a fault in the current line; false.  The hint may be NULL. */
#define csv_wrong(c, hint, ...)                                                \
    ((c)->failed = true,                                                       \
     diag_error_line((c)->diags, (c)->path, (c)->line, __VA_ARGS__),           \
     diag_near((c)->diags, NULL, hint))

/* Reads the first row; false with a message.  A head for which `is_name` holds
 * has no unit; `example` is an example row for the hint. */
typedef bool csv_is_name(void *to, const char *head);
bool csv_begin(struct csv *, csv_is_name *is_name, void *to,
               const char *example);
/* Reads the first row of a file without names: an empty cell, then numbers,
 * which csv_numbers returns.  False with a message. */
bool csv_begin_grid(struct csv *);
/* True if the column's unit, if any, is known, and a time if `is_time` (first
 * column of a signal); else a message.  Warns if numbers are converted. */
bool csv_take(struct csv *, int column, bool is_time);
/* Reads the next row; false at the end, or with a message. */
bool csv_next(struct csv *);
/* Reads the row's numbers in n columns, in SI units; others may be words. */
bool csv_numbers(struct csv *, int n, const int *column, double *out);
/* Reads the first row of a file again. */
void csv_rewind(struct csv *);
