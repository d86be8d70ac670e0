/* SPDX-License-Identifier: MIT
 *
 * Open addressing; the table doubles when it is half full.
 */
#include "base/memo.h"

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct memo_entry {
    const void *key;
    const void *value;
};

/* The key's entry, or the free one where it belongs. */
static struct memo_entry *look(const struct memo *m, const void *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
    size_t mask = (size_t)m->room - 1, i = (size_t)(hash >> 32) & mask;
    while (m->entry[i].key && m->entry[i].key != key)
        i = (i + 1) & mask;
    return &m->entry[i];
}

void *memo_find(const struct memo *m, const void *key)
{
    return m->room ? (void *)(uintptr_t)look(m, key)->value : NULL;
}

static void grow(struct memo *m, struct arena *arena)
{
    struct memo old = *m;
    m->room = old.room ? 2 * old.room : 64;
    m->entry = arena_array(arena, (size_t)m->room, sizeof *m->entry);
    for (int i = 0; i < old.room; i++)
        if (old.entry[i].key)
            *look(m, old.entry[i].key) = old.entry[i];
}

void memo_keep(struct memo *m, struct arena *arena, const void *key,
               const void *value)
{
    if (2 * m->count >= m->room)
        grow(m, arena);
    struct memo_entry *e = look(m, key);
    m->count += !e->key;
    *e = (struct memo_entry){key, value};
}
