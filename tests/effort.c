/* SPDX-License-Identifier: MIT
 *
 * The calls that effort.h counts, on their way to where they are defined.
 */
#include "effort.h"

#include "base/arena.h"
#include "sym/expr.h"

struct effort effort;

void *__real_arena_alloc(struct arena *, size_t size);
void *__wrap_arena_alloc(struct arena *, size_t size);
void *__wrap_arena_alloc(struct arena *a, size_t size)
{
    effort.bytes += size;
    effort.place = __builtin_return_address(0);
    return __real_arena_alloc(a, size);
}

void *__real_arena_array(struct arena *, size_t count, size_t size);
void *__wrap_arena_array(struct arena *, size_t count, size_t size);
void *__wrap_arena_array(struct arena *a, size_t count, size_t size)
{
    effort.bytes += count * size;
    effort.place = __builtin_return_address(0);
    return __real_arena_array(a, count, size);
}

void *__real_arena_grow(struct arena *, void *, size_t old, size_t size);
void *__wrap_arena_grow(struct arena *, void *, size_t old, size_t size);
void *__wrap_arena_grow(struct arena *a, void *at, size_t old, size_t size)
{
    effort.bytes += size - old;
    effort.place = __builtin_return_address(0);
    return __real_arena_grow(a, at, old, size);
}

/* What makes a node or finds it, inside sym/. */
expr __real_pool_intern(struct pool *, expr);
expr __wrap_pool_intern(struct pool *, expr);
expr __wrap_pool_intern(struct pool *p, expr e)
{
    effort.nodes++;
    return __real_pool_intern(p, e);
}

expr __real_pool_node(const struct pool *, int id);
expr __wrap_pool_node(const struct pool *, int id);
expr __wrap_pool_node(const struct pool *p, int id)
{
    effort.looks++;
    return __real_pool_node(p, id);
}
