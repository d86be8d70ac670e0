/* SPDX-License-Identifier: MIT
 *
 * Pieces of work in processes of their own, as many at a time as there are
 * processors: one that crashes takes none of the others with it.
 */
#pragma once

#include "session/session.h"

struct crew {
    struct arena *arena;
    struct progress *progress; /* that has begun */
    int n;
    size_t size; /* bytes that each piece gives; they lie in the arena */
    int window;  /* so many pieces at most have begun and are not told */
    void (*work)(void *context, int piece, void *given);
    /* In the order of the pieces, and as late as the window lets: what a piece
     * finds does not depend on the machine.  NULL: one that crashed. */
    void (*done)(void *context, int piece, void *given);
    void *context;
};
enum explore_status crew_run(const struct crew *);
