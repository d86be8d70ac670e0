/* SPDX-License-Identifier: MIT
 *
 * Every attitude that stands on the shelf, in every way in which it can be
 * called: all words of all options with one another, and its examples.
 */
#ifndef POL_ATTITUDES_H
#define POL_ATTITUDES_H

#include "load.h"

#include <string.h>

#include "job.h"
#include "shelf/ways.h"

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

static inline void add_words_of(struct attitudes *all, const char *name,
                                const struct ways *w)
{
    int word[sizeof w->way / sizeof *w->way] = {0};
    do {
        char call[80];
        int length = snprintf(call, sizeof call, "%s", name), given = 0;
        for (int i = 0; i < w->n; i++)
            if (word[i] > 0)
                length += snprintf(call + length, sizeof call - (size_t)length,
                                   "%s%s = %s", given++ ? ", " : "(",
                                   w->way[i].name, w->way[i].word[word[i]]);
        snprintf(call + length, sizeof call - (size_t)length, "%s",
                 given ? ")" : "");
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

/* Of the program's shelf, with a folder in front of it unless NULL. */
static inline struct attitudes attitudes_of_shelf(const char *folder)
{
    struct attitudes all = {0};
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = folder != NULL;
    pol_job *job = pol_open(&o);
    assert_int_equal(job_run(job, collect_attitudes, &all), POL_OK);
    pol_close(job);
    assert_true(all.n >= 4);
    return all;
}

#endif
