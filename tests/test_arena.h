/* SPDX-License-Identifier: MIT
 *
 * An arena for a test: without memory the test ends.
 */
#ifndef POL_TEST_ARENA_H
#define POL_TEST_ARENA_H

#include <stdlib.h>

#include "base/arena.h"

static inline void test_without_memory(void *context)
{
    (void)context;
    abort();
}

static inline struct arena *test_arena(void)
{
    struct arena *arena = arena_new(test_without_memory, NULL);
    if (!arena)
        abort();
    return arena;
}

#endif
