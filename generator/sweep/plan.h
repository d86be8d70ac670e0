/* SPDX-License-Identifier: MIT
 *
 * The plan of a sweep: what varies and what is observed, as options and the
 * rows of a file say it, and the columns that each case has.
 */
#pragma once

#include "base/arena.h"
#include "base/csv.h"
#include "include/polhode.h"
#include "model/model.h"
#include "sweep/statistics.h"
#include "sweep/work.h"

/* Options of a sweep. */
struct plan_options {
    const pol_setting *vary, *random, *observe; /* NAME = ... */
    int varies, randoms, observes;
    long number;   /* cases; 0: not given */
    bool has_step; /* a step, or a tolerance, is given */
};

/* Something that varies: a source of the cases. */
struct varied {
    const char *name;   /* NULL: the step */
    const char *option; /* "--vary mgl", for messages */
    enum case_kind kind;
    syntax said;      /* the value; NULL for rows */
    long count;       /* number of values, one after the other */
    int first, wants; /* its values among those that are wanted */
    uint64_t columns; /* for rows: bit i: there is one with the figures i */
    bool is_start;    /* not a param of the spec */
};

/* A file of cases: a heading, then a row of numbers for each. */
struct rows {
    struct csv csv; /* path NULL: there is none */
    int columns;
    int to[CASES_VALUES]; /* by column: its place among the case's values */
    uint64_t count, next; /* rows; the one that is read next */
    uint64_t mark;        /* a hash of all their numbers */
};

enum { PLAN_COLUMNS = 2048 };
struct columns {
    struct record_layout layout;
    struct record_column column[PLAN_COLUMNS];
    int ends, rows; /* the first column of the end state, and how many it has */
    int numbers;
    const char *attitude;         /* as it is stored */
    const char **heading, **unit; /* by number, in CSV */
    struct text taken;            /* names and headings, by commas */
};

/* The share of its file that this process has: blocks congruent `shard` modulo
 * `shards`.
 */
struct plan_share {
    long shard, shards;
    bool resume;
};

struct plan {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct plan_options options;
    struct given *given; /* the spec is checked with this */
    int varieds;
    struct varied varied[CASES_SOURCES];
    const char *freed[CASES_SOURCES];    /* start values that vary */
    const char *freed_by[CASES_SOURCES]; /* the options that say so */
    struct rows rows;
    struct work work;
    struct columns columns;
    struct plan_share share;
    struct record_file file, trajectories;
};

/* The figures behind a name for component i: "2" of a vector, "13" of a matrix.
 */
static inline int plan_figures(int shape, int i)
{
    return shape == 1              ? 0
           : shape == SHAPE_MATRIX ? 10 * (i / 3) + i % 3 + 11
                                   : i + 1;
}

/* Reads what the options and the heading of the file of cases say, before the
 * spec is checked, whose text this is; false with messages. */
bool vary_read(struct plan *, const struct source *spec);
/* Makes the cases of it, once the spec is checked, and counts the rows; false
 * with messages. */
bool vary_cases(struct plan *, const struct model *);
/* The next row, from the first one after the last one; false with a message, or
 * if the file has no rows. */
bool rows_next(struct plan *, double *values);
void rows_rewind(struct plan *);

/* Reads the observers; false with messages. */
bool plan_observes(struct plan *);

/* The columns of a case; false with a message. */
bool plan_columns(struct plan *);
/* The index of the number with that heading; -1 with a message: none. */
int plan_find(const struct plan *, const char *heading);

/* ---- records ---- */

/* A text that is another one where any number may be another one: a line for
 * each thing that can differ; the mark is of all that a file depends on. */
const char *plan_identity(const struct plan *, const char *version,
                          const char *command, const char *spec,
                          const char *mark);
/* Members: the first cases; false with a message. */
bool plan_put(struct text *, struct plan *);
/* All cases, as statistics. */
void plan_put_statistics(struct text *, const struct plan *,
                         const struct statistics *);
/* A histogram of a number, or points of two (`up` >= 0), of the cases that came
 * to their end; false with errno set. */
bool plan_put_picture(struct text *, const struct plan *,
                      const struct statistics *, int across, int up);

/* The step of the cases of a pace, as it was asked for. */
double plan_step(const struct plan *, int pace, double otherwise);
/* Finds the steps of all cases (step 0: adaptive) and when they are looked at;
 * NULL, or why not. */
const char *plan_paces(struct plan *, double until, double step, double sample,
                       bool trajectories);
/* Seconds that all cases take one thread here, by more and more of the steps of
 * some. */
double plan_seconds(struct plan *, work_stopped *);

/* ---- files ---- */

/* Opens the file of the cases, and that of trajectories (path NULL: it has no
 * name); false with a message. */
bool plan_open(struct plan *, const char *path, const char *identity,
               bool trajectories);
/* The number of this process's cases. */
uint64_t plan_share(const struct plan *, const struct loop *);
/* Writes what rows give for cases that are not done; damaged cases become
 * undone.  False with a message. */
bool plan_fill(struct plan *, const struct loop *);
/* The message for errno, of a file that could not be "read"; false. */
bool plan_cannot(const struct plan *, const char *verb,
                 const struct record_file *);

/* All cases as rows; false with errno set. */
bool plan_write(const struct plan *, FILE *);
/* The same to a file, the whole or nothing, in place of their records; false
 * with a message. */
bool plan_write_file(const struct plan *, const char *path);
