/* SPDX-License-Identifier: MIT
 *
 * What the files of `polhode sweep` share: what varies, as options and the rows
 * of a file say it, and the sweep that is made of it.
 */
#pragma once

#include <stdio.h>

#include "base/csv.h"
#include "command/command.h"
#include "sweep/record.h"
#include "sweep/work.h"

/* Something that varies: a source of the recipe. */
struct varied {
    const char *name;   /* NULL: the step */
    const char *option; /* "--vary mgl", for messages */
    enum case_kind kind;
    syntax said;      /* the value; of rows NULL */
    long count;       /* of values, one after the other */
    int first, wants; /* its values among those that the job wants */
    unsigned columns; /* of rows: bit i: component i has one */
    bool is_start;    /* not a param of the spec */
};

/* A file of cases: a heading, then a row of numbers for each. */
struct rows {
    struct csv csv; /* path NULL: there is none */
    int columns;
    int to[CASES_VALUES]; /* of a column: its place among the case's values */
    uint64_t count, next; /* rows; the one that is read next */
    uint64_t mark;        /* of all their numbers */
};

enum { SWEEP_COLUMNS = 1024 };
struct columns {
    struct record_layout layout;
    struct record_column column[SWEEP_COLUMNS];
    int ends, rows; /* the first column of the end state, and how many it has */
    int numbers;
    const char **heading, **unit; /* of each, in CSV */
    struct text taken;            /* names and headings, by commas */
};

struct sweep {
    struct pol_job *job;
    struct request *request;
    const char *code, *body, *flags; /* C, its name, those of the compiler */
    int threads;                     /* of all ranks */
    int varieds;
    struct varied varied[CASES_SOURCES];
    const char *freed[CASES_SOURCES];    /* start values that do */
    const char *freed_by[CASES_SOURCES]; /* the options that say so */
    struct rows rows;
    struct work work;
    struct columns columns;
    int across, up; /* numbers that are drawn; up may be -1: how often */
    struct record_file file, trajectories;
};

/* Processes that share a sweep; rank 0 has planned it. */
struct sweep_ranks {
    int rank, count;
    int threads; /* of this one, where none are asked for */
    /* Gets the others ready; false where any of them is at fault, and told. */
    bool (*begin)(struct sweep_ranks *, struct sweep *);
    /* Waits for all; the worst exit status of theirs and this one. */
    int (*end)(struct sweep_ranks *, struct sweep *, int exit);
    /* So many blocks have been taken before, by whichever rank. */
    uint64_t (*take)(struct sweep_ranks *);
    void (*poll)(struct sweep_ranks *); /* now and then, by any thread */
};

/* Computes what is not done yet, alone or as one rank, and rank 0 tells of all;
 * false with a message, or where a rank has told one. */
bool sweep_cases(struct sweep *);

/* Reads what the options and the heading of the file of cases say, before the
 * spec is checked, whose text this is; false with messages. */
bool vary_read(struct sweep *, const struct source *spec);
/* Makes the recipe of it, once the spec is checked, and counts the rows; false
 * with messages. */
bool vary_cases(struct sweep *);
/* The next row, from the first one after the last one; false with a message, or
 * if what is read has no rows. */
bool rows_next(struct sweep *, double *values);
void rows_rewind(struct sweep *);

/* The columns of a case; false with a message. */
bool sweep_columns(struct sweep *);
/* A text that is another one where any number may be another one. */
const char *sweep_identity(struct sweep *);
/* Prints what it would be, and that it takes so long; false with a message. */
bool sweep_plan(struct sweep *, double seconds);
/* The message for errno, of a file that could not be "read"; false. */
bool sweep_cannot(struct sweep *, const char *verb, const struct record_file *);
/* Is what --plot shall draw there?  Else a message. */
bool sweep_may_draw(struct sweep *);
/* Prints what has become of it, or writes it as CSV; false with a message. */
bool sweep_told(struct sweep *, struct progress *);
