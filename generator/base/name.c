/* SPDX-License-Identifier: MIT
 *
 * Interned names: an open hash table of zero-terminated texts in the arena.
 */
#include "base/name.h"

#include "base/arena.h"
#include "base/text.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#ifdef POL_HOSTILE
#define FIRST_SIZE 2
#else
#define FIRST_SIZE 256
#endif

struct names {
    struct arena *arena;
    const char **slot; /* a power of two of them, at most half full */
    size_t size, count;
};

static uint32_t hash(const char *text, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

struct names *names_new(struct arena *arena)
{
    struct names *n = arena_alloc(arena, sizeof *n);
    n->arena = arena;
    n->size = FIRST_SIZE;
    n->slot = arena_array(arena, n->size, sizeof *n->slot);
    return n;
}

static const char **find(struct names *n, const char *text, size_t length)
{
    size_t i = hash(text, length) & (n->size - 1);
    while (n->slot[i] && (strncmp(n->slot[i], text, length) != 0 ||
                          n->slot[i][length] != '\0'))
        i = (i + 1) & (n->size - 1);
    return &n->slot[i];
}

static void grow(struct names *n)
{
    const char **old = n->slot;
    size_t old_size = n->size;
    n->slot = arena_array(n->arena, 2 * old_size, sizeof *n->slot);
    n->size = 2 * old_size;
    for (size_t i = 0; i < old_size; i++)
        if (old[i])
            *find(n, old[i], strlen(old[i])) = old[i];
}

const char *name_of(struct names *n, const char *text, size_t length)
{
    const char **slot = find(n, text, length);
    if (*slot)
        return *slot;
    if (2 * (n->count + 1) > n->size) {
        grow(n);
        slot = find(n, text, length);
    }
    *slot = arena_text(n->arena, text, length);
    n->count++;
    return *slot;
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

static int smallest(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
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
            int change = a[i - 1] != b[j - 1];
            d[i][j] = smallest(d[i - 1][j] + 1, d[i][j - 1] + 1,
                               d[i - 1][j - 1] + change);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] =
                    smallest(d[i][j], d[i - 2][j - 2] + 1, d[i - 2][j - 2] + 1);
        }
    return d[na][nb];
}

/* At most so many edits apart are names that are near. */
enum { NEAR = 3 };

struct nearest nearest_to(const char *wanted)
{
    return (struct nearest){.wanted = wanted, .distance = NEAR + 1};
}

/* In small letters and without underscores, as far as there is room. */
static void fold(const char *text, char folded[NAME_LONGEST + 2])
{
    size_t n = 0;
    for (; *text && n <= NAME_LONGEST; text++)
        if (*text != '_')
            folded[n++] = ascii_lower(*text);
    folded[n] = '\0';
}

/* A third of the known name's letters may be wrong. */
void nearest_offer(struct nearest *n, const char *known)
{
    char a[NAME_LONGEST + 2], b[NAME_LONGEST + 2];
    fold(n->wanted, a);
    fold(known, b);
    int d = name_distance(a, b);
    if (d >= n->distance || 3 * d > (int)strlen(b) + 1)
        return;
    n->distance = d;
    n->best = known;
}
