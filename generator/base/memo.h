/* SPDX-License-Identifier: MIT
 *
 * A table from pointer to pointer.
 */
#ifndef POL_MEMO_H
#define POL_MEMO_H

struct arena;

struct memo {
    struct memo_entry *entry;
    int count, room; /* room is a power of two, or 0 */
};

/* NULL if nothing was kept for this key; const if what was kept is. */
void *memo_find(const struct memo *, const void *key);
void memo_keep(struct memo *, struct arena *, const void *key,
               const void *value);

#endif
