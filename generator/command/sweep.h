/* SPDX-License-Identifier: MIT
 *
 * What the files of `polhode sweep` share.
 */
#pragma once

#include "command/command.h"
#include "sweep/plan.h"

struct sweep {
    struct pol_job *job;
    struct request *request;
    struct answer *answer;
    const char *code, *body, *flags; /* C, its name, those of the compiler */
    int threads;                     /* in all ranks */
    struct plan plan;
    int across, up; /* numbers that are drawn; up may be -1: how often */
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
