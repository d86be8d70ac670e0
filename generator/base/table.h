/* SPDX-License-Identifier: MIT
 *
 * The one hash table, with open addressing: items by a hash of 64 bits and,
 * where equal hashes may mean different items, by a test.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct table_slot {
    uint64_t hash;
    const void *item; /* NULL: the slot is free */
};

/* Zero is an empty one. */
struct table {
    struct table_slot *slot;
    size_t count;
    size_t room; /* slots: a power of two, or 0 */
};

typedef bool table_same(const void *item, const void *wanted);

/* The item's slot, or the free one where it belongs; the table has room.  same
 * NULL: the hash tells. */
static inline struct table_slot *table_look(const struct table *t,
                                            uint64_t hash, table_same *same,
                                            const void *wanted)
{
    const size_t mask = t->room - 1;
    size_t i = (size_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (t->slot[i].item && (t->slot[i].hash != hash ||
                               (same && !same(t->slot[i].item, wanted))))
        i = (i + 1) & mask;
    return &t->slot[i];
}

/* The same; a free slot is counted and waits for its item. */
struct table_slot *table_place(struct table *, struct arena *, uint64_t hash,
                               table_same *same, const void *wanted);
/* Takes all items out; the room stays. */
void table_clear(struct table *);

/* By a pointer.  NULL if nothing was kept for this key; const if what was kept
 * is. */
void *memo_find(const struct table *, const void *key);
void memo_keep(struct table *, struct arena *, const void *key,
               const void *value);
