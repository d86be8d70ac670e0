/* SPDX-License-Identifier: MIT
 *
 * For tests of steps that choose their size: bodies under way by them.
 */
#ifndef POL_ADAPTING_H
#define POL_ADAPTING_H

#include "shelf/drafts.h"
#include "explore/explore.h"
#include "shelf/shelf.h"

/* A stepper with a state, parameters, inputs, and what controls it. */
struct journey {
    struct loaded l;
    struct body_state b;
    double control[32];
};

static inline double *facts_of(struct journey *j)
{
    return j->control + j->l.s->control;
}

static inline struct journey journey_start(struct loaded l)
{
    struct journey j = {.l = l, .b = start_of(l.s)};
    assert_non_null(l.s->advance);
    assert_true(l.s->control > 0 && l.s->control <= 32);
    l.s->control_start(j.control);
    return j;
}

/* A text by a method; `tolerance` 0: the spec's. */
static inline struct journey journey_text(const char *text, const char *method, double tolerance)
{
    pol_options o = options_by(method, NULL);
    o.tolerance = tolerance;
    return journey_start(load_text(text, &o));
}

static inline struct journey journey_spec(const char *path, const char *method, double tolerance)
{
    pol_options o = options_by(method, NULL);
    o.tolerance = tolerance;
    return journey_start(draft(path, &o));
}

static inline int journey_go(struct journey *j, double until)
{
    return j->l.s->advance(j->b.x, j->b.par, j->b.in, j->control, until);
}

/* Back at the start, with all that is said of control but nothing learnt. */
static inline void journey_again(struct journey *j)
{
    double said[32];
    double *facts = facts_of(j);
    memcpy(said, j->control, sizeof said);
    j->b = start_of(j->l.s);
    j->l.s->control_start(j->control);
    memcpy(j->control, said, sizeof *said * (size_t)(j->l.s->control + POL_CONTROL_MAX + 1));
    facts[POL_CONTROL_MOST] = said[j->l.s->control + POL_CONTROL_MOST];
}

/* The state's time, and the rest of it. */
static inline double *time_of(struct journey *j)
{
    return &j->b.x[j->l.s->state - 2];
}

static inline double angle_between(const struct journey *a, const struct journey *b)
{
    double A[9], B[9];
    a->l.s->rotation(a->b.x, A);
    b->l.s->rotation(b->b.x, B);
    return explore_angle(A, B);
}

static inline double rate_between(const struct journey *a, const struct journey *b)
{
    double u[3], v[3];
    a->l.s->omega(a->b.x, a->b.par, a->b.in, u);
    b->l.s->omega(b->b.x, b->b.par, b->b.in, v);
    return sqrt((u[0] - v[0]) * (u[0] - v[0]) + (u[1] - v[1]) * (u[1] - v[1]) +
                (u[2] - v[2]) * (u[2] - v[2]));
}

/* The times of all steps on the way; their number. */
static inline int times_to(struct journey *j, double until, double *time)
{
    int n = 0, status;
    facts_of(j)[POL_CONTROL_MOST] = 1;
    do {
        status = journey_go(j, until);
        assert_true(n < 1000);
        time[n++] = *time_of(j);
        if (time[n - 1] == until)
            assert_true(time_of(j)[1] == 0);
    } while (status == POL_STEP_UNFINISHED);
    assert_int_equal(status, POL_STEP_OK);
    return n;
}

static inline bool is_among(double t, const double *time, int n)
{
    for (int i = 0; i < n; i++)
        if (time[i] == t)
            return true;
    return false;
}

/* "dopri5" of "tableaus/dopri5.pol" with `bhat` in it; else false. */
static inline bool is_pair(const struct source *e, char name[64])
{
    static const char folder[] = "tableaus/";
    size_t n = strlen(e->path);
    if (strncmp(e->path, folder, sizeof folder - 1) || !strstr(e->chars, "bhat") || n < 4 ||
        strcmp(e->path + n - 4, ".pol") || n - sizeof folder > 60)
        return false;
    snprintf(name, 64, "%.*s", (int)(n - sizeof folder + 1 - 4), e->path + sizeof folder - 1);
    return true;
}

#endif
