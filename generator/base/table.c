/* SPDX-License-Identifier: MIT
 *
 * The table doubles when it is half full.
 */
#include "base/table.h"

#include <string.h>

#include "base/arena.h"

#ifdef POL_HOSTILE
#define FIRST 2
#else
#define FIRST 64
#endif

/* Of equal hashes the items are different: each takes the first free slot. */
static bool is_never_the_same(const void *item, const void *wanted)
{
    (void)item, (void)wanted;
    return false;
}

static void refill(struct table *t, const struct table_slot *old, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (old[i].item)
            *table_look(t, old[i].hash, is_never_the_same, NULL) = old[i];
}

static void grow(struct table *t, struct arena *arena)
{
    const size_t room = t->room, size = room * sizeof *t->slot;
    struct table_slot *old = t->slot;
    t->room = room ? 2 * room : FIRST;
    if (t->room > t->most) {
        t->most = t->room;
        t->slot = arena_array(arena, t->room, sizeof *t->slot);
        refill(t, old, room);
        return;
    }
    struct arena_mark mark = arena_mark(arena);
    old = memcpy(arena_alloc(arena, size), old, size);
    memset(t->slot, 0, 2 * size);
    refill(t, old, room);
    arena_release(arena, mark);
}

struct table_slot *table_place(struct table *t, struct arena *arena,
                               uint64_t hash, table_same *same,
                               const void *wanted)
{
    struct table_slot *s = t->room ? table_look(t, hash, same, wanted) : NULL;
    if (!s || (!s->item && 2 * (t->count + 1) > t->room)) {
        grow(t, arena);
        s = table_look(t, hash, same, wanted);
    }
    t->count += !s->item;
    s->hash = hash;
    return s;
}

void table_empty(struct table *t, size_t items)
{
    while (t->room > FIRST && items < t->room / 4)
        t->room /= 2;
    t->count = 0;
    memset(t->slot, 0, t->room * sizeof *t->slot);
}

void *memo_find(const struct table *t, const void *key)
{
    const void *item =
        t->room ? table_look(t, (uintptr_t)key, NULL, NULL)->item : NULL;
    return (void *)(uintptr_t)item;
}

void memo_keep(struct table *t, struct arena *arena, const void *key,
               const void *value)
{
    table_place(t, arena, (uintptr_t)key, NULL, NULL)->item = value;
}
