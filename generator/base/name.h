/* SPDX-License-Identifier: MIT
 *
 * Interned names: equal text, equal pointer.
 */
#ifndef POL_NAME_H
#define POL_NAME_H

#include <stddef.h>

struct arena;
struct names;

struct names *names_new(struct arena *);

/* The one pointer for this text (a zero-terminated copy). */
const char *name_of(struct names *, const char *text, size_t length);
const char *name_of_text(struct names *, const char *text);

/* The edit distance of two texts (insert, delete, replace, swap of
 * neighbours), for hints; texts longer than 40 are infinitely far apart. */
int name_distance(const char *a, const char *b);

#endif
