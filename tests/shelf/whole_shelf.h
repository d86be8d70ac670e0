/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf in rkmk: its order on SO(3), measured without
 * round-off.
 */
#ifndef POL_WHOLE_SHELF_H
#define POL_WHOLE_SHELF_H

#include "shelf/precise.h"
#include "recipe/recipe.h"
#include "tableau/tableau.h"

enum { MOST_TABLEAUS = 400 };

struct tableau_calls {
    int n;
    char call[MOST_TABLEAUS][64];
};

static inline pol_status collect_tableaus(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    const struct kit kit = job_kit(job);
    const char *const *call;
    c->n = tableau_calls(&kit, 0, &call);
    assert_true(c->n > 0 && c->n <= MOST_TABLEAUS);
    for (int i = 0; i < c->n; i++)
        snprintf(c->call[i], sizeof c->call[i], "%s", call[i]);
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

/* The motion to 2^-k, as far as it has been wanted. */
enum { LONGEST = 4, SHORTEST = 24 };
struct motions {
    bool known[SHORTEST + 1];
    driven_state exact[SHORTEST + 1];
    struct machine machine;
};

static inline struct motions *motions_new(void)
{
    struct motions *m = calloc(1, sizeof *m);
    assert_non_null(m);
    return m;
}

static inline void motions_free(struct motions *m)
{
    for (int k = 0; k <= SHORTEST; k++)
        if (m->known[k])
            driven_clear(m->exact[k], DRIVEN_STATE);
    machine_end(&m->machine);
    free(m);
    mpfr_free_cache();
}

static inline mpfr_t *motion_to(struct motions *m, int k)
{
    if (!m->known[k]) {
        driven_init(m->exact[k], DRIVEN_STATE);
        driven_at(ldexp(1, -k), DRIVEN_COLUMNS, m->exact[k]);
        m->known[k] = true;
    }
    return m->exact[k];
}

/* How a tableau is used.  A draft is what is derived, without the passes, which
 * take most of the time. */
struct use {
    const char *tableau;                 /* its own call */
    char call[160];                      /* that of the method */
    const char *map, *attitude, *folder; /* or NULL */
    bool draft;
};

static inline struct use use_of(const char *tableau, const char *form,
                                const char *map, const char *attitude)
{
    struct use u = {.tableau = tableau, .map = map, .attitude = attitude};
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

static inline struct seen see_to(struct motions *m, const struct page *page,
                                 int k)
{
    mpfr_t *exact = motion_to(m, k);
    struct precise_error e[2];
    for (int i = 0; i < 2; i++)
        e[i] = precise_error(&m->machine, page, ldexp(1, -k), 2 << i, exact);
    return (struct seen){.claim = page->order,
                         .R = log2(e[0].R / e[1].R),
                         .L = log2(e[0].L / e[1].L),
                         .error = e[0].R};
}

/* The motion is so short that the lowest power of the step stands out, however
 * small it is, and so long that the error is far above round-off.  Where a
 * tableau's rounded decimals show, it must be a longer one. */
static inline struct seen see(struct motions *m, const struct page *page,
                              bool rounded)
{
    int k = page->order > 0 ? 150 / page->order : SHORTEST;
    k = rounded ? 8 : k < SHORTEST ? k : SHORTEST;
    struct seen s = see_to(m, page, k);
    for (k /= 2; rounded && k >= LONGEST && !is_of_order(&s, s.claim); k /= 2)
        s = see_to(m, page, k);
    return s;
}

static inline bool is_rounded(struct pol_job *job, const char *call)
{
    const struct kit kit = job_kit(job);
    const struct tableau *t = tableau_of_text(&kit, call);
    assert_non_null(t);
    return t->rounded;
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
    job->is_draft = u->draft;
    assert_int_equal(pol_read(job, DRIVEN), POL_OK);
    if (pol_lower(job) == POL_OK)
        s = see(m, job->page, is_rounded(job, u->tableau));
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
