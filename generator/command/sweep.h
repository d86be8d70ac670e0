/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of `polhode sweep`.
 */
#pragma once

#include "command/command.h"
#include "sweep/plan.h"

struct sweep {
    struct pol_job *job;
    struct request *request;
    struct answer *answer;
    const char *code, *body, *flags; /* C code, body, compiler's flags */
    int threads;                     /* sum over all ranks */
    struct plan plan;
    int across, up; /* indices of drawn numbers; up -1: a histogram */
};

/* Processes that share a sweep; rank 0 has planned it. */
struct sweep_ranks {
    int rank, count;
    int threads; /* default of this rank */
    /* Prepares the others; false, after a message, if any of them failed. */
    bool (*begin)(struct sweep_ranks *, struct sweep *);
    /* Waits for all; returns the worst exit status of all, with this one. */
    int (*end)(struct sweep_ranks *, struct sweep *, int exit);
    /* Takes a block; returns how many all ranks have taken before. */
    uint64_t (*take)(struct sweep_ranks *);
    void (*poll)(struct sweep_ranks *); /* at times, by any thread */
};

/* Computes the cases that are not done, alone or as one rank; rank 0 reports on
 * all.  False after a message, of this rank or another one. */
bool sweep_cases(struct sweep *);
