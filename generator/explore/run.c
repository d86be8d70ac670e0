/* SPDX-License-Identifier: MIT
 *
 * From the start to an end time: step counts, states on the way at steps and
 * between them, the angle between two attitudes.
 */
#include "explore/drive.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

long explore_steps(double t_end, double h, double *h_exact)
{
    const double ratio = t_end / h;
    *h_exact = h;
    if (!(t_end > 0) || !(h > 0) || !(ratio <= 1e15))
        return 0;
    long n = (long)ceil(ratio / (1 + 1e-9));
    n = n < 1 ? 1 : n;
    *h_exact = t_end / (double)n;
    return n;
}

double explore_angle(const double A[9], const double B[9])
{
    double D[9], M[9], trace = 0;
    for (int i = 0; i < 9; i++) {
        D[i] = B[i] - A[i];
        trace += A[i] * B[i];
    }
    /* A'A is symmetric, so A'(B - A) has the same skew part as A'B, without
     * the cancellation when A is near B. */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            M[3 * i + j] =
                A[i] * D[j] + A[3 + i] * D[3 + j] + A[6 + i] * D[6 + j];
    const double twice_sine[3] = {M[7] - M[5], M[2] - M[6], M[3] - M[1]};
    return atan2(vector_norm(twice_sine), trace - 1);
}

struct to {
    void (*row)(void *, const struct explore_state *);
    void *to;
};

static void give(const struct drive *d, struct to out)
{
    struct explore_state state;
    if (!out.row)
        return;
    drive_state(d, &state);
    out.row(out.to, &state);
}

enum explore_status
explore_run(const pol_stepper *s, const struct explore *e, long every,
            void (*row)(void *, const struct explore_state *), void *to,
            struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    const struct to out = {row, to};
    double h;
    long total = explore_steps(e->t_end, e->h, &h);
    struct drive d = drive_new(s, e, h, total);
    enum explore_status status = EXPLORE_OK;

    give(&d, out);
    while (drive_left(&d) > 0 && status == EXPLORE_OK) {
        long left = drive_left(&d);
        status = drive_advance(&d, every > 0 && every < left ? every : left);
        if (status == EXPLORE_OK)
            give(&d, out);
    }
    drive_state(&d, end);
    arena_release(e->arena, mark);
    return status;
}

/* ---- between steps ---- */

struct sampling {
    struct drive *drive;
    struct to out;
    double spacing, from_t;
    double *before, *between; /* the state before the step, and one inside */
    double *control, *aside;  /* what controlled it, and a step inside */
    long given;               /* samples so far */
};

/* The time of the next sample, from the first one. */
static double next_after(const struct sampling *s)
{
    return (double)s->given * s->spacing;
}

/* Goes `h` on from the step's start to the state between by a step of its own,
 * which is then forgotten; 0, or the status of what failed. */
static int step_aside(struct sampling *s, double h)
{
    const struct drive *d = s->drive;
    const pol_stepper *stepper = d->stepper;
    memcpy(s->between, s->before, (size_t)stepper->state * sizeof(double));
    if (!d->control)
        return stepper->step_once(s->between, d->par, d->in, h);
    memcpy(s->aside, s->control, (size_t)stepper->control * sizeof(double));
    s->aside[stepper->control + POL_CONTROL_MOST] = 0;
    return stepper->advance(s->between, d->par, d->in, s->aside,
                            stepper->time(s->before) + h);
}

/* The samples that the step from `before` has passed. */
static enum explore_status give_passed(struct sampling *s)
{
    const struct drive *d = s->drive;
    const pol_stepper *stepper = d->stepper;
    const double t = stepper->time(s->before) - s->from_t;
    const double h = d->control ? stepper->time(d->x) - s->from_t - t : d->h;
    struct drive inside = *d;
    struct explore_state state;
    for (double at = next_after(s); at <= t + h * (1 + 1e-9);
         at = next_after(s)) {
        const bool is_end = at - t > h * (1 - 1e-9);
        inside.x = is_end ? d->x : s->between;
        if (!is_end && (inside.status = step_aside(s, at - t)) != 0) {
            s->drive->status = inside.status;
            return EXPLORE_FAILED;
        }
        drive_state(&inside, &state);
        state.t = s->from_t + at;
        s->out.row(s->out.to, &state);
        s->given++;
        if (drive_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

static enum explore_status sample_all(struct sampling *s)
{
    struct drive *d = s->drive;
    const size_t size = (size_t)d->stepper->state * sizeof(double);
    const size_t controls = (size_t)d->stepper->control * sizeof(double);
    enum explore_status status = EXPLORE_OK;
    give(d, s->out);
    s->given = 1;
    while (drive_left(d) > 0 && status == EXPLORE_OK) {
        memcpy(s->before, d->x, size);
        if (d->control)
            memcpy(s->control, d->control, controls);
        status = drive_advance(d, 1);
        if (status == EXPLORE_OK)
            status = give_passed(s);
    }
    return status;
}

enum explore_status explore_sample(const pol_stepper *stepper,
                                   const struct explore *e, double spacing,
                                   void (*row)(void *,
                                               const struct explore_state *),
                                   void *to, struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    const size_t n = (size_t)stepper->state;
    const size_t controls = (size_t)stepper->control + 1;
    double h;
    long total = explore_steps(e->t_end, e->h, &h);
    struct drive d = drive_new(stepper, e, h, total);
    struct sampling s = {
        .drive = &d,
        .out = {row, to},
        .spacing = spacing,
        .from_t = stepper->time(d.x),
        .before = arena_array(e->arena, n, sizeof(double)),
        .between = arena_array(e->arena, n, sizeof(double)),
        .control = arena_array(e->arena, controls, sizeof(double)),
        .aside = arena_array(e->arena, controls, sizeof(double))};
    enum explore_status status = sample_all(&s);
    drive_state(&d, end);
    arena_release(e->arena, mark);
    return status;
}
