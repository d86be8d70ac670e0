/* SPDX-License-Identifier: MIT
 *
 * Cases computed: a block of them side by side through the batch stepper, or
 * one after the other, with looks on the way; each gives a row of numbers and a
 * status.  All of them, by threads, into files.
 *
 * In: a stepper in memory, the recipe of the cases, how they run.  Out: files
 * of their numbers.
 */
#pragma once

#include "runtime/pol_batch.h"
#include "runtime/pol_stepper.h"
#include "sweep/cases.h"
#include "sweep/record.h"

/* Steps of one size; where it varies, each has its cases. */
struct work_pace {
    double h;
    long steps, each; /* in all, and between looks; 0: adaptive */
};

enum work_how { WORK_MAX, WORK_MIN, WORK_MEAN, WORK_LAST, WORK_FIRST };

/* Values to keep, after those of the spec. */
struct work_observe {
    enum work_how how;
    int value, condition; /* first: nonzero where it is so */
};

enum {
    WORK_BLOCK = 1024, /* cases at most */
    WORK_LOOKS = 16,   /* after the start, where no time between is said */
    WORK_OBSERVES = 64,
    WORK_PACES = 1024
};

/* Cases whose R is not a rotation at the end, by the largest |R'R - 1| among
 * them, and the earliest time at which it was lost; cases whose adaptive steps
 * chatter, and of one of them by which switch, and when. */
struct work_seen {
    uint64_t loose, chatter;
    double off, since;
    int which;
    double at;
};

/* Sent to other machines: all but the pointers. */
struct work {
    const pol_stepper *stepper;
    const pol_batch *batch;
    const struct draws *draws;
    struct cases cases;
    bool is_alone;  /* one case after the other, not side by side */
    bool has_gyro;  /* w.L/2 is not the kinetic energy then */
    double until;   /* s from the start */
    double between; /* looks, s; for adaptive steps */
    long rows; /* rows of a trajectory, one at the start; 0: no trajectory */
    int paces; /* the cases of each are equally many, in a row */
    struct work_pace *pace;
    int kept; /* conserved values of the spec, whose drift is a column */
    int held; /* inputs, sampled at the start of each step; the last kept */
    int switches, first_switch; /* what acts switches by values kept */
    int observes;
    struct work_observe observe[WORK_OBSERVES];
    int values, columns; /* numbers of a case: varied ones, and all */
    int row;             /* numbers of a row of a trajectory */
};

/* How many columns and numbers of a row a stepper gives, once all else is
 * known. */
void work_measure(struct work *);

/* What one thread needs. */
struct work_bench;
struct work_bench *work_bench(struct arena *, const struct work *, int cases);

/* Adds the cases that it has seen. */
void work_see(const struct work_bench *, struct work_seen *);

/* Cases from..from + n - 1, of one pace, n at most the bench's size.
 * Each has `columns` values, which begin with those of a file's row,
 * if there are any; `status` is 0 or that of the step that failed, `row` (or
 * NULL) has `rows` rows of each.  False if `is_stopped` said so. */
typedef bool work_stopped(void *context);
bool work_block(struct work_bench *, uint64_t from, int n, work_stopped *,
                void *context, double *values, unsigned char *status,
                double *row);

/* ---- loop.c: all that are not done yet, block by block ----
 *
 * By as many threads as there are; whoever hands out the blocks may be another
 * process. */

struct loop {
    const struct work *work;
    const struct record_file *file;
    const struct record_file *rows; /* of trajectories, or NULL */
    int unit, threads;              /* unit: cases of a block */
    /* The next block, or one behind the last; how many cases have been done
     * here, and are to be done no more: both by one thread at a time. */
    uint64_t (*next)(void *context);
    void (*tell)(void *context, uint64_t cases, uint64_t fresh);
    work_stopped *is_stopped;
    void *context;
    struct work_seen seen;            /* out: in these cases */
    uint64_t fresh;                   /* out: cases computed here and now */
    const struct record_file *failed; /* out: it could not be read or written */
    const char *verb;                 /* "read" */
    int error;
};

/* Limit of the number of threads. */
int loop_threads(void);
/* Cases of a block: few enough that all threads have blocks, and that a block
 * takes no longer than it must. */
int loop_unit(const struct work *, int threads);
uint64_t loop_blocks(const struct loop *);
/* False: it was stopped, or a file failed. */
bool loop_run(struct arena *, struct loop *);
