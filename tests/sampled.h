/* SPDX-License-Identifier: MIT
 *
 * Which of many products a run tries.  POL_SEED draws them: the same number the
 * same products, on every machine; `./dev test` gives each commit another one.
 * With POL_ALL=1 all of them are tried.  POL_SHARE=I/N is the part of a test
 * that is cut into N.
 */
#ifndef POL_SAMPLED_H
#define POL_SAMPLED_H

#include "check.h"

static inline bool sampled_all(void)
{
    const char *all = getenv("POL_ALL");
    return all && strcmp(all, "1") == 0;
}

/* Printed by the first who asks, so that what fails can be tried again. */
static inline uint64_t sampled_seed(void)
{
    static bool printed;
    const char *text = getenv("POL_SEED");
    char *end = NULL;
    uint64_t seed = text ? strtoull(text, &end, 10) : 1;
    if (text && (end == text || *end))
        fail_msg("POL_SEED is a whole number, not '%s'", text);
    if (!printed)
        print_message("POL_SEED=%llu\n", (unsigned long long)seed);
    printed = true;
    return seed;
}

/* 0 .. n - 1 for what is called so (Fowler, Noll, Vo's hash with the seed, its
 * bits mixed as by splitmix64). */
static inline int drawn(const char *name, int n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ sampled_seed();
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)((h ^ h >> 31) % (uint64_t)n);
}

/* Is the i-th of something in this share? */
static inline bool in_share(int i)
{
    const char *share = getenv("POL_SHARE");
    int mine, all;
    if (!share)
        return true;
    if (sscanf(share, "%d/%d", &mine, &all) != 2 || mine < 1 || mine > all)
        fail_msg("POL_SHARE=%s is not understood", share);
    return i % all == mine - 1;
}

/* ---- rows of choices in which all pairs are ---- */

/* So many choices, of so many alternatives each. */
enum { MOST_CHOICES = 7 };
struct choices {
    int n, of[MOST_CHOICES];
};

struct rows {
    int n, (*row)[MOST_CHOICES];
};

static inline int *new_row(struct rows *rows)
{
    rows->row = realloc(rows->row, (size_t)(rows->n + 1) * sizeof *rows->row);
    assert_non_null(rows->row);
    return rows->row[rows->n++];
}

static inline void rows_free(struct rows *rows)
{
    free(rows->row);
}

/* Counts through all products; false after the last. */
static inline bool next_product(const struct choices *c, int *row)
{
    for (int i = 0; i < c->n; i++) {
        if (++row[i] < c->of[i])
            return true;
        row[i] = 0;
    }
    return false;
}

static inline bool rows_have(const struct rows *rows, int a, int x, int b,
                             int y)
{
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i][a] == x && rows->row[i][b] == y)
            return true;
    return false;
}

/* A row with this pair; of what else it has, what makes most new pairs with
 * what stands in it already, ties by the seed. */
static inline void add_pair(const struct choices *c, struct rows *rows, int a,
                            int x, int b, int y)
{
    bool set[MOST_CHOICES] = {false};
    int row[MOST_CHOICES] = {0};
    char name[80];
    row[a] = x;
    row[b] = y;
    set[a] = set[b] = true;
    for (int i = 0; i < c->n; i++) {
        if (set[i])
            continue;
        snprintf(name, sizeof name, "row %d choice %d", rows->n, i);
        int first = drawn(name, c->of[i]), most = -1;
        for (int k = 0; k < c->of[i]; k++) {
            int z = (first + k) % c->of[i], news = 0;
            for (int j = 0; j < c->n; j++)
                news += set[j] && !rows_have(rows, j, row[j], i, z);
            if (news > most) {
                most = news;
                row[i] = z;
            }
        }
        set[i] = true;
    }
    memcpy(new_row(rows), row, sizeof row);
}

/* Rows in which every alternative of a choice meets every one of each other
 * choice; with POL_ALL all products. */
static inline struct rows rows_of_pairs(const struct choices *c)
{
    struct rows rows = {0};
    int row[MOST_CHOICES] = {0};
    assert_true(c->n >= 2);
    if (sampled_all()) {
        do
            memcpy(new_row(&rows), row, sizeof row);
        while (next_product(c, row));
        return rows;
    }
    for (int a = 0; a < c->n; a++)
        for (int b = a + 1; b < c->n; b++)
            for (int i = 0; i < c->of[a] * c->of[b]; i++)
                if (!rows_have(&rows, a, i % c->of[a], b, i / c->of[a]))
                    add_pair(c, &rows, a, i % c->of[a], b, i / c->of[a]);
    return rows;
}

#endif
