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

/* Items being moved are all different: each takes the first free slot. */
static bool is_never_the_same(const void *item, const void *key)
{
    (void)item, (void)key;
    return false;
}

struct table_slot *table_place(struct table *t, struct arena *arena,
                               uint64_t hash, table_same *same, const void *key)
{
    struct table_slot *s = t->room ? table_find(t, hash, same, key) : NULL;
    if (!s || (!s->item && 2 * (t->count + 1) > t->room)) {
        const struct table old = *t;
        const size_t room = old.room ? 2 * old.room : FIRST;
        t->slot = arena_array(arena, room, sizeof *t->slot); /* or longjmp */
        t->room = room;
        for (size_t i = 0; i < old.room; i++)
            if (old.slot[i].item)
                *table_find(t, old.slot[i].hash, is_never_the_same, NULL) =
                    old.slot[i];
        s = table_find(t, hash, same, key);
    }
    t->count += !s->item;
    s->hash = hash;
    return s;
}

void table_clear(struct table *t)
{
    if (t->room)
        memset(t->slot, 0, t->room * sizeof *t->slot);
    t->count = 0;
}

void *memo_find(const struct table *t, const void *key)
{
    const void *item =
        t->room ? table_find(t, (uintptr_t)key, NULL, NULL)->item : NULL;
    return (void *)(uintptr_t)item;
}

void memo_keep(struct table *t, struct arena *arena, const void *key,
               const void *value)
{
    table_place(t, arena, (uintptr_t)key, NULL, NULL)->item = value;
}
