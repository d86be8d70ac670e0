/* SPDX-License-Identifier: MIT
 *
 * The plan of a sweep: what varies and what is observed, from the options and
 * the rows of a file, and the columns of each case.
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
    long number;   /* number of cases; 0: not given */
    bool has_step; /* a step or a tolerance is given */
};

/* Something that varies: a source of the cases. */
struct varied {
    const char *name;   /* NULL: the step */
    const char *option; /* "--vary mgl", for messages */
    enum case_kind kind;
    syntax written;       /* the value; NULL for rows */
    long count;           /* number of values of a list or a range */
    int first, overrides; /* its part of given->want */
    uint64_t columns;     /* for rows: bit i: a column has the figures i */
    bool is_start;        /* a start value, not a param */
};

/* A file of cases: a heading, then one row of numbers per case. */
struct rows {
    struct csv csv; /* path NULL: no file */
    int columns;
    int to[CASES_VALUES]; /* by column: index in the case's values */
    uint64_t count, next; /* rows; index of the next row to read */
    uint64_t mark;        /* hash of all numbers */
};

enum { PLAN_COLUMNS = 2048 };
struct columns {
    struct record_layout layout;
    struct record_column column[PLAN_COLUMNS];
    int ends, rows; /* first column of the end state, and its columns */
    int numbers;
    const char *attitude;         /* name of the stored attitude */
    const char **heading, **unit; /* indexed by number, for CSV */
    struct text taken;            /* used names and headings, comma-separated */
};

/* The share of this process: blocks congruent `shard` modulo `shards`. */
struct plan_share {
    long shard, shards;
    bool resume;
};

struct plan {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct plan_options options;
    struct additions *additions; /* used when the spec is checked */
    int varieds;
    struct varied varied[CASES_SOURCES];
    const char *free_start[CASES_SOURCES];        /* start values that vary */
    const char *free_start_option[CASES_SOURCES]; /* their options */
    struct rows rows;
    struct work work;
    struct columns columns;
    struct plan_share share;
    struct record_file file, trajectories;
};

/* The figures after the name of component i: "2" of a vector, "13" of a
 * matrix. */
static inline int plan_figures(int shape, int i)
{
    return shape == 1              ? 0
           : shape == SHAPE_MATRIX ? 10 * (i / 3) + i % 3 + 11
                                   : i + 1;
}

/* Reads the options and the heading of the file of cases, before the spec is
 * checked; `spec` is its text.  False with messages. */
bool vary_read(struct plan *, const struct source *spec);
/* Makes the cases and counts the rows, after the spec was checked; false with
 * messages. */
bool vary_cases(struct plan *, const struct model *);
/* Reads the next row, after the last one the first again; false with a message,
 * or if the file has no rows. */
bool rows_next(struct plan *, double *values);
void rows_rewind(struct plan *);

/* Reads the --observe options; false with messages. */
bool plan_observes(struct plan *);

/* Lists the columns of a case; false with a message. */
bool plan_columns(struct plan *);
/* The index of the number with this heading, or -1 with a message. */
int plan_find(const struct plan *, const char *heading);

/* ---- records ---- */

/* A text that differs if any number of the sweep may differ, with a line for
 * each thing that can; `mark` is a hash of all that a file depends on. */
const char *plan_identity(const struct plan *, const char *version,
                          const char *command, const char *spec,
                          const char *mark);
/* Puts members of the plan's record, with the first cases; false with a
 * message. */
bool plan_put(struct text *, struct plan *);
/* Puts the statistics of all cases. */
void plan_put_statistics(struct text *, const struct plan *,
                         const struct statistics *);
/* Puts a histogram of one number, or points of two (`up` >= 0), of the cases
 * that completed; false with errno set. */
bool plan_put_picture(struct text *, const struct plan *,
                      const struct statistics *, int across, int up);

/* The requested step of the cases of a pace. */
double plan_step(const struct plan *, int pace, double otherwise);
/* Finds the steps of all cases (step 0: adaptive) and the times of looks; NULL,
 * or an error text. */
const char *plan_paces(struct plan *, double until, double step, double sample,
                       bool trajectories);
/* Estimates the seconds that all cases take one thread here: times a few cases
 * over more and more of their steps. */
double plan_seconds(struct plan *, work_stopped *);

/* ---- files ---- */

/* Opens the file of the cases and the file of trajectories (path NULL: without
 * a name); false with a message. */
bool plan_open(struct plan *, const char *path, const char *identity,
               bool trajectories);
/* The number of cases of this process. */
uint64_t plan_share(const struct plan *, const struct loop *);
/* Writes the row values of cases that are not done; marks damaged cases as
 * undone.  False with a message. */
bool plan_fill(struct plan *, const struct loop *);
/* Reports errno for a file that could not be "read"; returns false. */
bool plan_cannot(const struct plan *, const char *verb,
                 const struct record_file *);

/* Writes all cases as CSV rows; false with errno set. */
bool plan_write(const struct plan *, FILE *);
/* Writes them to a file, all or nothing, which replaces their records; false
 * with a message. */
bool plan_write_file(const struct plan *, const char *path);
