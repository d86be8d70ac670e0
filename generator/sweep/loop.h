/* SPDX-License-Identifier: MIT
 *
 * All cases that are not done yet, block by block, by as many threads as there
 * are; whoever hands out the blocks may be another process.
 *
 * In: a stepper in memory, the recipe of the cases, how they run.  Out: files
 * of their numbers.
 */
#pragma once

#include "sweep/record.h"
#include "sweep/work.h"

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
