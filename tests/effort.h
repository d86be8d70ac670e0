/* SPDX-License-Identifier: MIT
 *
 * Work in counts that are the same on every machine: bytes asked of arenas
 * (given back or not), nodes asked for (made or found), and nodes looked at.
 * The linker leads calls from one file of the library to another through
 * here (CMakeLists.txt).
 */
#ifndef POL_EFFORT_H
#define POL_EFFORT_H

#include "check.h"

#include "base/arena.h"
#include "sym/expr.h"

struct effort {
    size_t bytes, nodes, looks;
};

static struct effort effort; /* so far */

void *__real_arena_alloc(struct arena *, size_t size);
void *__wrap_arena_alloc(struct arena *, size_t size);
void *__wrap_arena_alloc(struct arena *a, size_t size)
{
    effort.bytes += size;
    return __real_arena_alloc(a, size);
}

void *__real_arena_array(struct arena *, size_t count, size_t size);
void *__wrap_arena_array(struct arena *, size_t count, size_t size);
void *__wrap_arena_array(struct arena *a, size_t count, size_t size)
{
    effort.bytes += count * size;
    return __real_arena_array(a, count, size);
}

void *__real_arena_grow(struct arena *, void *, size_t old, size_t size);
void *__wrap_arena_grow(struct arena *, void *, size_t old, size_t size);
void *__wrap_arena_grow(struct arena *a, void *at, size_t old, size_t size)
{
    effort.bytes += size - old;
    return __real_arena_grow(a, at, old, size);
}

/* What makes a node or finds it, inside sym/. */
const struct expr *__real_pool_intern(struct pool *, const struct expr *);
const struct expr *__wrap_pool_intern(struct pool *, const struct expr *);
const struct expr *__wrap_pool_intern(struct pool *p, const struct expr *e)
{
    effort.nodes++;
    return __real_pool_intern(p, e);
}

const struct expr *__real_pool_node(const struct pool *, int id);
const struct expr *__wrap_pool_node(const struct pool *, int id);
const struct expr *__wrap_pool_node(const struct pool *p, int id)
{
    effort.looks++;
    return __real_pool_node(p, id);
}

static inline struct effort effort_since(struct effort then)
{
    return (struct effort){effort.bytes - then.bytes, effort.nodes - then.nodes,
                           effort.looks - then.looks};
}

static inline void effort_compare(size_t once, size_t twice, const char *what)
{
    print_message("%s: %zu, for twice as much %zu\n", what, once, twice);
    if (10 * twice > 22 * once)
        fail_msg("%s grow faster than what is done", what);
}

/* What is twice as large takes no more than twice the effort, and some. */
static inline void effort_doubles(struct effort once, struct effort twice)
{
    assert_true(once.bytes > 0);
    effort_compare(once.bytes, twice.bytes, "bytes");
    effort_compare(once.nodes, twice.nodes, "nodes asked for");
    effort_compare(once.looks, twice.looks, "nodes looked at");
}

#endif
