/* SPDX-License-Identifier: MIT
 *
 * Attitudes' calls by kind, so that tests can take one of each in turn: calls
 * of one file are of one kind, those of euler by their set.
 */
#ifndef POL_KINDS_H
#define POL_KINDS_H

#include "sampled.h"
#include "shelf/attitudes.h"

/* The axes of an Euler set's call, three letters, or NULL. */
static inline const char *axes_of(const char *attitude)
{
    if (strncmp(attitude, "euler", 5) != 0)
        return NULL;
    const char *set = strstr(attitude, "set = ");
    set = set ? set + 6 : attitude + strcspn(attitude, "(");
    set += *set == '(';
    return strspn(set, "xyz") == 3 ? set : "xyz";
}

static inline bool same_file(const char *a, const char *b)
{
    size_t n = strcspn(a, "(");
    return strcspn(b, "(") == n && strncmp(a, b, n) == 0;
}

static inline bool same_kind(const char *a, const char *b)
{
    return same_file(a, b) &&
           (!axes_of(a) || strncmp(axes_of(a), axes_of(b), 3) == 0);
}

/* How many calls from the i-th on are of its file. */
static inline int calls_of_file(const struct attitudes *all, int i)
{
    int n = 1;
    while (i + n < all->n && same_file(all->call[i], all->call[i + n]))
        n++;
    return n;
}

static inline int count_files(const struct attitudes *all)
{
    int n = 0;
    for (int i = 0; i < all->n; i += calls_of_file(all, i))
        n++;
    return n;
}

/* The index of one of the calls of the `file`-th file, for what is called
 * `name`. */
static inline int drawn_of_file(const struct attitudes *all, int file,
                                const char *name)
{
    int i = 0;
    while (file-- > 0)
        i += calls_of_file(all, i);
    return i + drawn(name, calls_of_file(all, i));
}

/* One of each kind has its turn, and every third of the Euler sets. */
static inline bool has_its_turn(const struct attitudes *all, int i, int turn)
{
    int before = 0, members = 0;
    for (int k = 0; k < all->n; k++)
        if (same_kind(all->call[k], all->call[i])) {
            before += k < i;
            members++;
        }
    bool other_set = axes_of(all->call[i]) && (i + turn) % 3 != 0;
    return turn % members == before && !other_set;
}

#endif
