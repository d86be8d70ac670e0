/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf in rkmk: its order on SO(3), measured without
 * round-off.
 */
#ifndef POL_WHOLE_SHELF_H
#define POL_WHOLE_SHELF_H

#include "shelf/precise.h"

enum { MOST_TABLEAUS = 400, TIMES = 3 };

struct tableau_calls {
    int n;
    char call[MOST_TABLEAUS][64];
};

static inline pol_status collect_tableaus(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    struct shelf *shelf = job_shelf(job);
    c->n = shelf_count(shelf, SHELF_TABLEAU);
    assert_true(c->n <= MOST_TABLEAUS);
    for (int i = 0; i < c->n; i++)
        snprintf(c->call[i], sizeof c->call[i], "%s",
                 shelf_at(shelf, SHELF_TABLEAU, i)->name);
    return POL_OK;
}

/* All of them, with those of a folder in front unless NULL. */
static inline void tableaus_of_shelf(struct tableau_calls *c,
                                     const char *folder)
{
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = folder != NULL;
    pol_job *job = pol_open(&o);
    assert_int_equal(job_run(job, collect_tableaus, c), POL_OK);
    pol_close(job);
}

/* Ends of short motions.  The shortest decides, where the highest power of the
 * step stands out; but if the rounded decimals of a tableau show there, which
 * do not get smaller with the step, a longer one. */
struct motions {
    double t_end[TIMES];
    mpfr_t exact[TIMES][DRIVEN_STATE];
    struct machine machine;
};

static inline struct motions *motions_new(void)
{
    struct motions *m = calloc(1, sizeof *m);
    assert_non_null(m);
    for (int i = 0; i < TIMES; i++) {
        m->t_end[i] = ldexp(1, 4 * i - 12);
        driven_init(m->exact[i], DRIVEN_STATE);
        driven_at(m->t_end[i], DRIVEN_COLUMNS, m->exact[i]);
    }
    return m;
}

static inline void motions_free(struct motions *m)
{
    for (int i = 0; i < TIMES; i++)
        driven_clear(m->exact[i], DRIVEN_STATE);
    machine_end(&m->machine);
    free(m);
    mpfr_free_cache();
}

/* How a tableau is used. */
struct use {
    char call[160];
    const char *map, *attitude, *folder; /* or NULL */
};

static inline struct use use_of(const char *tableau, const char *form,
                                const char *map, const char *attitude)
{
    struct use u = {.map = map, .attitude = attitude};
    snprintf(u.call, sizeof u.call, "rkmk(%s, form = %s)", tableau, form);
    return u;
}

struct seen {
    bool refused;
    int claim;    /* of the order */
    double R, L;  /* orders of attitude and momentum */
    double error; /* of the attitude, in the larger step */
};

static inline bool is_of_order(const struct seen *s, int order)
{
    double least = fmin(s->R, s->L);
    return !isnan(s->R + s->L) && least > order - 0.1 && least < order + 0.2;
}

static inline struct seen see(struct motions *m, const struct page *page)
{
    struct seen s = {.claim = page->order};
    for (int i = 0; i < TIMES; i++) {
        struct precise_error e[2];
        for (int k = 0; k < 2; k++)
            e[k] = precise_error(&m->machine, page, m->t_end[i], 2 << k,
                                 m->exact[i]);
        s.R = log2(e[0].R / e[1].R);
        s.L = log2(e[0].L / e[1].L);
        s.error = e[0].R;
        if (is_of_order(&s, s.claim) || fmin(s.R, s.L) > 0.5)
            break;
    }
    return s;
}

static inline struct seen see_use(struct motions *m, const struct use *u)
{
    struct seen s = {.refused = true};
    pol_options o = pol_default_options();
    o.method = u->call;
    o.map = u->map;
    o.attitude = u->attitude;
    o.shelf = &u->folder;
    o.shelves = u->folder != NULL;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, DRIVEN), POL_OK);
    if (pol_lower(job) == POL_OK)
        s = see(m, job->page);
    else
        print_diags(job);
    pol_close(job);
    return s;
}

/* Prints what is not as it should be. */
static inline bool is_right(struct motions *m, const struct use *u)
{
    struct seen s = see_use(m, u);
    bool good = !s.refused && is_of_order(&s, s.claim);
    if (!good)
        print_error("%s, map = %s, attitude = %s: order %.3f of R, %.3f of L, "
                    "proven %d (error %.1e)\n",
                    u->call, u->map ? u->map : "-",
                    u->attitude ? u->attitude : "-", s.R, s.L, s.claim,
                    s.error);
    return good;
}

#endif
