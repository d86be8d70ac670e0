/* SPDX-License-Identifier: MIT
 *
 * Signals from files: rows of a time and values, as tables of functions of
 * time.
 */
#ifndef POL_SERIES_H
#define POL_SERIES_H

#include "base/diag.h"
#include "num/number.h"
#include "runtime/pol_signal.h"

/* Where they are not smooth stands in the first two tables: times that are
 * landed on, value 1 where a signal leaps and 0 where it bends; and those of
 * slight bends, which are landed on where a step was rejected. */
enum { SERIES_HARD, SERIES_SOFT, SERIES_FIRST };

struct series {
    int n; /* tables, 0: there is no file */
    struct pol_table *table;
    int room;
    int files, file_room;
    struct series_file {
        const struct source *source;
        const char *input;
        bool holds;
        double first, last; /* times */
    } * file;
};

struct ast;

/* The columns of a file for this input, which has `*n` values, or as many as
 * there are columns for (0); the first one's table, or -1 with a message.  The
 * call is `file("name.csv")` or `file("name.csv", hold)`. */
int series_read(struct series *, struct diags *, const struct ast *call,
                const char *input, int *n);
/* `file("name.csv")`, where the input's signal is one; else NULL. */
const char *series_call(const struct series *, const char *input,
                        struct arena *);
/* Makes the first two tables, of what was read, for times of this type. */
void series_finish(struct series *, struct arena *, enum real);
/* The tables with all their rows as one piece of memory, of the size that is
 * returned; `to` may be NULL. */
size_t series_copy(const struct series *, void *to);

#endif
