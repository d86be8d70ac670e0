/* SPDX-License-Identifier: MIT
 *
 * Computes cases: a block of them side by side by the batch stepper, or one
 * after the other, with looks between steps; each gives a row of numbers and a
 * status.  Threads compute all blocks and write files.
 *
 * In: a stepper in memory, the recipe of the cases, how they run.  Out: files
 * of their numbers.
 */
#pragma once

#include "runtime/pol_batch.h"
#include "runtime/pol_stepper.h"
#include "sweep/cases.h"
#include "sweep/record.h"

/* Steps of one size; if the step varies, each size has its own cases. */
struct work_pace {
    double h;
    long steps, each; /* in all, and between looks; 0: adaptive */
};

enum work_how { WORK_MAX, WORK_MIN, WORK_MEAN, WORK_LAST, WORK_FIRST };

/* A watched value, kept after those of the spec. */
struct work_observe {
    enum work_how how;
    int value, condition; /* indices; condition of `first`: nonzero if true */
};

enum {
    WORK_BLOCK = 1024, /* maximum number of cases */
    WORK_SAMPLES = 16, /* after the start, if no time between is given */
    WORK_OBSERVES = 64,
    WORK_PACES = 1024
};

/* `not_rotations`: number of cases whose R is no rotation at the end;
 * `orthogonality`: their largest |R'R - 1|; `since`: the earliest time of a
 * loss.  `chatter`: cases whose adaptive steps chatter; `which`, `at`: switch
 * and time of one of them. */
struct work_quality {
    uint64_t not_rotations, chatter;
    double orthogonality, since;
    int which;
    double at;
};

/* Sent to other machines, except the pointers. */
struct work {
    const pol_stepper *stepper;
    const pol_batch *batch;
    const struct draws *draws;
    struct cases cases;
    bool is_alone;  /* one case after the other, not side by side */
    bool has_gyro;  /* then w.L/2 is not the kinetic energy */
    double until;   /* s from the start */
    double between; /* time between looks, s, of adaptive steps */
    long rows; /* rows of a trajectory, one at the start; 0: no trajectory */
    int paces; /* each has equally many cases, consecutive ones */
    struct work_pace *pace;
    int kept; /* conserved values of the spec; each has a drift column */
    int held; /* inputs sampled at each step's start; the last kept */
    int switches, first_switch; /* kept values that switch a torque or force */
    int observes;
    struct work_observe observe[WORK_OBSERVES];
    int values, columns; /* numbers of a case: varied, and all */
    int row;             /* numbers of a row of a trajectory */
};

/* Sets `row`, `values` and `columns`, once all else is known. */
void work_measure(struct work *);

/* The buffers of one thread. */
struct work_bench;
struct work_bench *work_bench(struct arena *, const struct work *, int cases);

/* Adds what this bench has seen. */
void work_add_quality(const struct work_bench *, struct work_quality *);

/* Computes cases from..from + n - 1, all of one pace, n at most the bench's
 * size.  Each has `columns` values, the first ones given if they are from a
 * file's row; `status` is 0 or the status of the failed step; `row` (or NULL)
 * gets `rows` rows per case.  False if `is_stopped` returned true. */
typedef bool work_stopped(void *context);
bool work_block(struct work_bench *, uint64_t from, int n, work_stopped *,
                void *context, double *values, unsigned char *status,
                double *row);

/* ---- loop.c: all that are not done yet, block by block ----
 *
 * By `threads` threads; another process may hand out the blocks. */

struct loop {
    const struct work *work;
    const struct record_file *file;
    const struct record_file *rows; /* trajectories, or NULL */
    int unit, threads;              /* unit: cases per block */
    /* Returns the next block, or one past the last; reports cases that are
     * finished and how many of them are fresh.  One thread at a time calls
     * these. */
    uint64_t (*next)(void *context);
    void (*report)(void *context, uint64_t cases, uint64_t fresh);
    work_stopped *is_stopped;
    void *context;
    struct work_quality quality;      /* out: from these cases */
    uint64_t fresh;                   /* out: cases computed in this run */
    const struct record_file *failed; /* out: the file that failed */
    const char *verb;                 /* "read" */
    int error;
};

/* Upper limit of the number of threads. */
int loop_threads(void);
/* Cases per block: few enough that all threads have blocks and that a block is
 * short. */
int loop_unit(const struct work *, int threads);
uint64_t loop_blocks(const struct loop *);
/* False if it was stopped, or a file failed. */
bool loop_run(struct arena *, struct loop *);
