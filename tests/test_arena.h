/* SPDX-License-Identifier: MIT
 *
 * An arena for a test: without memory the test ends.  With
 * ARENA_AROUND_EACH(statements) each test of a file has its own, `arena`.
 * Messages as one text.
 */
#ifndef POL_TEST_ARENA_H
#define POL_TEST_ARENA_H

#include "check.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

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

static inline const char *diags_text(const struct diags *d)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < d->count; i++)
        diag_print(&d->items[i], &t);
    return text_chars(&t);
}

#define ARENA_AROUND_EACH(...)                                                                     \
    static struct arena *arena;                                                                    \
    static int arena_begin(void **state)                                                           \
    {                                                                                              \
        *state = arena = test_arena();                                                             \
        __VA_ARGS__                                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    static int arena_end(void **state)                                                             \
    {                                                                                              \
        arena_free(*state);                                                                        \
        return 0;                                                                                  \
    }                                                                                              \
    AROUND_EACH(arena_begin, arena_end)

#endif
