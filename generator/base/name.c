/* SPDX-License-Identifier: MIT
 */
#include "base/name.h"

#include "base/arena.h"
#include "base/table.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

struct names {
    struct arena *arena;
    struct table table;
};

struct names *names_new(struct arena *arena)
{
    struct names *n = arena_alloc(arena, sizeof *n);
    n->arena = arena;
    return n;
}

struct span {
    const char *text;
    size_t length;
};

static bool is_text(const void *name, const void *key)
{
    const struct span *s = key;
    return strncmp(name, s->text, s->length) == 0 &&
           ((const char *)name)[s->length] == '\0';
}

const char *name_of(struct names *n, const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    struct table_slot *slot = table_place(&n->table, n->arena, hash, is_text,
                                          &(struct span){text, length});
    if (!slot->item)
        slot->item = arena_text(n->arena, text, length);
    return slot->item;
}

const char *name_of_text(struct names *n, const char *text)
{
    return name_of(n, text, strlen(text));
}

bool name_is_good(const char *name)
{
    size_t n = 0;
    while (ascii_is_word(name[n]))
        n++;
    return ascii_is_letter(name[0]) && !name[n] && n <= NAME_LONGEST;
}

bool name_is(const char *a, const char *b)
{
    for (; *a && ascii_lower(*a) == ascii_lower(*b); a++)
        b++;
    return *a == *b;
}

int name_distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    int d[NAME_LONGEST + 1][NAME_LONGEST + 1];
    if (na > NAME_LONGEST || nb > NAME_LONGEST)
        return INT_MAX;
    for (size_t i = 0; i <= na; i++)
        d[i][0] = (int)i;
    for (size_t j = 0; j <= nb; j++)
        d[0][j] = (int)j;
    for (size_t i = 1; i <= na; i++)
        for (size_t j = 1; j <= nb; j++) {
            int least = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (least > d[i - 1][j] + 1)
                least = d[i - 1][j] + 1;
            if (least > d[i][j - 1] + 1)
                least = d[i][j - 1] + 1;
            bool swapped =
                i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && least > d[i - 2][j - 2] + 1)
                least = d[i - 2][j - 2] + 1;
            d[i][j] = least;
        }
    return d[na][nb];
}

/* Maximum edit distance of a near name. */
enum { NEAR = 3 };

struct nearest nearest_to(const char *word)
{
    return (struct nearest){.word = word, .distance = NEAR + 1};
}

/* Lower case without underscores, cut to the room. */
static void fold(const char *text, char folded[NAME_LONGEST + 2])
{
    size_t n = 0;
    for (; *text && n <= NAME_LONGEST; text++)
        if (*text != '_')
            folded[n++] = ascii_lower(*text);
    folded[n] = '\0';
}

/* Up to a third of the known name's letters may be wrong. */
void nearest_offer(struct nearest *n, const char *known)
{
    char a[NAME_LONGEST + 2], b[NAME_LONGEST + 2];
    fold(n->word, a);
    fold(known, b);
    int d = name_distance(a, b);
    if (d >= n->distance || 3 * d > (int)strlen(b) + 1)
        return;
    n->distance = d;
    n->best = known;
}
