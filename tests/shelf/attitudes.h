/* SPDX-License-Identifier: MIT
 *
 * Every attitude that stands on the shelf, in every way in which it can be
 * called: all words of all options with one another, and its examples.  Options
 * are read from the line in which `polhode list` prints them.
 */
#ifndef POL_ATTITUDES_H
#define POL_ATTITUDES_H

#include "load.h"
#include "job.h"
#include "sampled.h"

enum { MOST_WORDS = 16 };

/* One option, read from what `polhode list` prints: "form = momentum|rate". */
struct way {
    char name[24];
    bool tableau, method;
    int words;
    char word[MOST_WORDS][24];
};

struct ways {
    int n;
    struct way way[6];
};

static inline void copy_part(char *out, size_t room, const char *from, size_t n)
{
    assert_true(n < room);
    memcpy(out, from, n);
    out[n] = '\0';
}

/* Alternatives in capitals stand for a number, an expression or a method. */
static inline void read_words(struct way *w, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t n = strcspn(text + at, "|, ");
        if (strncmp(text + at, "METHOD", 6) == 0)
            w->method = true;
        else if (text[at] >= 'a' && text[at] <= 'z') {
            assert_true(w->words < MOST_WORDS);
            copy_part(w->word[w->words++], sizeof w->word[0], text + at, n);
        }
        at += n + 1;
    }
}

static inline struct ways read_ways(const char *text)
{
    struct ways all = {0};
    while (text && *text) {
        size_t length = strcspn(text, ","), name = strcspn(text, " ,");
        assert_true(all.n < 6);
        struct way *w = &all.way[all.n++];
        copy_part(w->name, sizeof w->name, text, name);
        w->tableau = name == length;
        if (!w->tableau)
            read_words(w, text + name + 3, strcspn(text, ",(") - name - 3); /* "(float: each)" */
        text += length + (text[length] == ',');
        text += *text == ' ';
    }
    return all;
}

enum { MOST_ATTITUDES = 100 };
struct attitudes {
    int n;
    char call[MOST_ATTITUDES][80];
};

static inline void add_attitude(struct attitudes *all, const char *call)
{
    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->call[i], call))
            return;
    assert_true(all->n < MOST_ATTITUDES);
    copy_part(all->call[all->n++], sizeof all->call[0], call, strlen(call));
}

/* Counts through the words; the first word of each option is left out. */
static inline bool next_words(const struct ways *w, int *word)
{
    for (int i = 0; i < w->n; i++) {
        if (++word[i] < w->way[i].words)
            return true;
        word[i] = 0;
    }
    return false;
}

static inline void add_words_of(struct attitudes *all, const char *name, const struct ways *w)
{
    int word[sizeof w->way / sizeof *w->way] = {0};
    do {
        char call[80];
        int length = snprintf(call, sizeof call, "%s", name), given = 0;
        for (int i = 0; i < w->n; i++)
            if (word[i] > 0)
                length += snprintf(call + length, sizeof call - (size_t)length, "%s%s = %s",
                                   given++ ? ", " : "(", w->way[i].name, w->way[i].word[word[i]]);
        snprintf(call + length, sizeof call - (size_t)length, "%s", given ? ")" : "");
        add_attitude(all, call);
    } while (next_words(w, word));
}

static inline pol_status collect_attitudes(struct pol_job *job, void *argument)
{
    struct attitudes *all = argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim claim = {0};
        if (!shelf_describe(&job->diags, file, &claim))
            return POL_BAD_SHELF;
        struct ways w = read_ways(claim.options);
        add_words_of(all, file->name, &w);
        for (int k = 0; k < claim.examples; k++)
            add_attitude(all, claim.example[k]);
    }
    return POL_OK;
}

static inline struct attitudes attitudes_of_shelf(void)
{
    struct attitudes all = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_attitudes, &all), POL_OK);
    pol_close(job);
    assert_true(all.n >= 4);
    return all;
}

/* For a method; NULL for those that integrate numbers, or turn by what is no
 * rotation: they are what they are by their attitude. */
static inline const char *attitude_by_chance(const char *method, const char *key)
{
    static struct attitudes all;
    if (strstr(method, "kinematic") || strstr(method, "simo_alpha"))
        return NULL;
    if (!all.n)
        all = attitudes_of_shelf();
    return all.call[drawn(key, all.n)];
}

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

/* ---- maps ---------------------------------------------------------------- */

enum { MOST_MAPS = 6 };
struct maps {
    int n;
    char name[MOST_MAPS][20];
};

static inline pol_status collect_maps(struct pol_job *job, void *argument)
{
    struct maps *all = argument;
    struct shelf *shelf = job_shelf(job);
    all->n = shelf_count(shelf, SHELF_MAP);
    assert_in_range(all->n, 2, MOST_MAPS);
    for (int i = 0; i < all->n; i++)
        snprintf(all->name[i], sizeof all->name[i], "%s", shelf_at(shelf, SHELF_MAP, i)->name);
    return POL_OK;
}

static inline struct maps maps_of_shelf(void)
{
    struct maps all;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_maps, &all), POL_OK);
    pol_close(job);
    return all;
}

#endif
