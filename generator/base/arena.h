/* SPDX-License-Identifier: MIT
 *
 * Memory by lifetime: an allocation lives until the arena is freed, or until it
 * is released back to a mark.  Nothing is freed one by one.
 *
 * In: requests of all rooms.  Out: memory by lifetime; also names, texts,
 * tables, JSON, messages with their place.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A place in an arena to which it can be released. */
struct arena_mark {
    void *block;
    size_t used;
};

/* Handler for when the machine has no memory left: `fail(context)` must not
 * return (it jumps, or raises an error of the embedded Lua). */
typedef void arena_fail(void *context);

/* NULL if there is no memory for the arena itself. */
struct arena *arena_new(arena_fail *fail, void *context);
void arena_free(struct arena *);
/* An arena for temporary work.  It shares its parent's failure handler and is
 * freed with the parent at the latest. */
struct arena *arena_child(struct arena *parent);

/* Limits the bytes of the arena and its children; 0: no limit.  A request
 * beyond the limit fails like missing memory; arena_is_full is then true. */
void arena_limit(struct arena *, size_t bytes);
bool arena_is_full(const struct arena *);

/* Sets another failure handler; the old one is stored in *fail, *context. */
void arena_swap_fail(struct arena *, arena_fail **fail, void **context);

/* Zeroed memory, aligned for any type; never NULL. */
void *arena_alloc(struct arena *, size_t size);
/* Zeroed memory for `count` items; a size that overflows is no memory. */
void *arena_array(struct arena *, size_t count, size_t size);
/* arena_alloc, but returns NULL on failure: the caller then frees memory
 * outside of arenas and calls arena_refuse. */
void *arena_try(struct arena *, size_t size);
_Noreturn void arena_refuse(struct arena *);
/* A larger copy of `old`, the rest zeroed; in place where possible. */
void *arena_grow(struct arena *, void *old, size_t old_size, size_t new_size);
/* A copy of `size` bytes. */
void *arena_copy(struct arena *, const void *from, size_t size);
/* A copy of `length` characters with a terminating zero. */
char *arena_text(struct arena *, const char *text, size_t length);

struct arena_mark arena_mark(const struct arena *);
void arena_release(struct arena *, struct arena_mark);

/* Bytes handed out so far. */
size_t arena_used(const struct arena *);

/* A growing array: `items` of type T*, `count` and `room` are lvalues.
 * arena_room makes room for one more item, arena_push also adds the item. */
#define arena_room(arena, items, count, room)                                  \
    ((count) == (room)                                                         \
         ? (void)((items) = arena_grow(                                        \
                      (arena), (items), (size_t)(room) * sizeof *(items),      \
                      ((room) ? 2 * (size_t)(room) : 8) * sizeof *(items)),    \
                  (room) = (room) ? 2 * (room) : 8)                            \
         : (void)0)
#define arena_push(arena, items, count, room, ...)                             \
    (arena_room(arena, items, count, room),                                    \
     (void)((items)[(count)++] = __VA_ARGS__))
