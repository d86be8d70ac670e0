/* SPDX-License-Identifier: MIT
 *
 * An arena for a test: without memory the test ends.  With
 * ARENA_AROUND_EACH(statements) each test of a file has its own, `arena`.
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

#define ARENA_AROUND_EACH(...)                                                 \
    static struct arena *arena;                                                \
    static int arena_begin(void **state)                                       \
    {                                                                          \
        *state = arena = test_arena();                                         \
        __VA_ARGS__                                                            \
        return 0;                                                              \
    }                                                                          \
    static int arena_end(void **state)                                         \
    {                                                                          \
        arena_free(*state);                                                    \
        return 0;                                                              \
    }                                                                          \
    AROUND_EACH(arena_begin, arena_end)

#endif
