/* SPDX-License-Identifier: MIT
 *
 * Which of many products a run tries.  POL_SEED draws them: the same number the
 * same products, on every machine; `./dev test` gives each commit another one.
 * With POL_ALL=1 all of them are tried, of many choices all triples.
 * POL_SHARE=I/N is the part of a test that is cut into N.
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

/* ---- rows of choices: a covering array ---- */

/* So many choices, of so many alternatives each. */
enum { MOST_CHOICES = 7, WIDTH = MOST_CHOICES + 1 };
struct choices {
    int n, of[WIDTH];
};

struct rows {
    int n, (*row)[WIDTH];
};

static inline void rows_free(struct rows *rows)
{
    free(rows->row);
}

/* The combinations of alternatives of three choices a < b < c that some row has. To cover pairs,
 * the third choice is a blank, the last one, with one alternative. */
struct cover {
    struct choices c;
    int blank; /* its place, 0 of triples */
    bool *met[WIDTH][WIDTH][WIDTH];
};

static inline bool *met_by(struct cover *v, const int *row, int a, int b, int c)
{
    const int *of = v->c.of;
    bool **met = &v->met[a][b][c];
    if (!*met)
        *met = calloc((size_t)of[a] * (size_t)of[b] * (size_t)of[c], 1);
    assert_non_null(*met);
    return &(*met)[(row[a] * of[b] + row[b]) * of[c] + row[c]];
}

/* Counts the combinations of choice i and two others that are set which no row has yet; with
 * `meet` they are marked. */
static inline int news_of(struct cover *v, const int *row, const bool *set, int i, bool meet)
{
    int news = 0;
    for (int a = 0; a < v->c.n; a++)
        for (int b = v->blank ? v->blank : a + 1; b < v->c.n; b++) {
            if (a == i || b == i || !set[a] || !set[b])
                continue;
            int low = a < i ? a : i, high = b > i ? b : i;
            bool *met = met_by(v, row, low, a + b + i - low - high, high);
            news += !*met;
            *met |= meet;
        }
    return news;
}

/* Adds a row with the choices that are set; each other one gets the alternative that makes most
 * new combinations, ties by the seed. */
static inline void add_row(struct cover *v, struct rows *rows, int *row, bool *set)
{
    char name[80];
    for (int i = 0; i < v->c.n; i++) {
        snprintf(name, sizeof name, "row %d choice %d", rows->n, i);
        int first = drawn(name, v->c.of[i]), most = -1, best = 0;
        for (int k = 0; k < v->c.of[i] && !set[i]; k++) {
            row[i] = (first + k) % v->c.of[i];
            int news = news_of(v, row, set, i, false);
            if (news > most) {
                most = news;
                best = row[i];
            }
        }
        row[i] = set[i] ? row[i] : best;
        set[i] = true;
    }
    for (int i = 0; i < v->c.n; i++)
        news_of(v, row, set, i, true);
    rows->row = realloc(rows->row, (size_t)(rows->n + 1) * sizeof *rows->row);
    assert_non_null(rows->row);
    memcpy(rows->row[rows->n++], row, sizeof *rows->row);
}

/* Rows that cover all pairs of alternatives of two choices; with POL_ALL all triples. */
static inline struct rows covering_rows(const struct choices *c)
{
    struct rows rows = {0};
    struct cover v = {.c = *c};
    assert_true(c->n >= 2);
    if (!sampled_all() || c->n == 2) {
        v.blank = c->n;
        v.c.of[v.c.n++] = 1;
    }
    for (int a = 0; a < v.c.n; a++)
        for (int b = a + 1; b < v.c.n; b++)
            for (int d = v.blank ? v.blank : b + 1; d < v.c.n && d > b; d++)
                for (int k = 0; k < v.c.of[a] * v.c.of[b] * v.c.of[d]; k++) {
                    bool set[WIDTH] = {[WIDTH - 1] = false};
                    int row[WIDTH] = {0};
                    set[a] = set[b] = set[d] = true;
                    row[a] = k % v.c.of[a];
                    row[b] = k / v.c.of[a] % v.c.of[b];
                    row[d] = k / v.c.of[a] / v.c.of[b];
                    if (!*met_by(&v, row, a, b, d))
                        add_row(&v, &rows, row, set);
                }
    for (bool **met = &v.met[0][0][0]; met < &v.met[0][0][0] + WIDTH * WIDTH * WIDTH; met++)
        free(*met);
    return rows;
}

#endif
