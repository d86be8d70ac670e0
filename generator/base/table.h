/* SPDX-License-Identifier: MIT
 *
 * The only hash table, with open addressing.  Items are found by a 64-bit hash
 * and, if different items may have equal hashes, by a test.
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

/* All zero: an empty table. */
struct table {
    struct table_slot *slot;
    size_t count;
    size_t room; /* slots: a power of two, or 0 */
};

typedef bool table_same(const void *item, const void *wanted);

/* The item's slot, or the free slot for it; the table must have a free one.
 * same NULL: equal hashes mean the same item. */
static inline struct table_slot *table_find(const struct table *t,
                                            uint64_t hash, table_same *same,
                                            const void *key)
{
    const size_t mask = t->room - 1;
    size_t i = (size_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (t->slot[i].item &&
           (t->slot[i].hash != hash || (same && !same(t->slot[i].item, key))))
        i = (i + 1) & mask;
    return &t->slot[i];
}

/* Like table_find, but grows the table; the caller sets a free slot's item. */
struct table_slot *table_place(struct table *, struct arena *, uint64_t hash,
                               table_same *same, const void *key);
/* Removes all items; the memory stays. */
void table_clear(struct table *);

/* Tables with a pointer as key. memo_find: the value, or NULL if nothing was
 * kept for this key; const if the kept value is. */
void *memo_find(const struct table *, const void *key);
void memo_keep(struct table *, struct arena *, const void *key,
               const void *value);
