/* SPDX-License-Identifier: MIT
 *
 * Interned names: equal text, equal pointer.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct names;

struct names *names_new(struct arena *);

/* The one pointer for this text (a zero-terminated copy). */
const char *name_of(struct names *, const char *text, size_t length);
const char *name_of_text(struct names *, const char *text);

/* Maximum length of a name. */
enum { NAME_LONGEST = 40 };
/* True if it is a name as in C: a letter, then letters, digits and _. */
bool name_is_good(const char *);

/* True if equal, ignoring case. */
bool name_is(const char *, const char *);
/* The edit distance of two texts (insert, delete, replace, swap of
 * neighbours), for hints; texts longer than 40 are infinitely far apart. */
int name_distance(const char *a, const char *b);

/* The known name that an unknown one may mean: the first of the nearest, if
 * near.  Case and underscores do not count. */
struct nearest {
    const char *word;
    const char *best; /* the nearest name offered so far; NULL: none is near */
    int distance;
};

struct nearest nearest_to(const char *word);
void nearest_offer(struct nearest *, const char *known);
