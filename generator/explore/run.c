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

static void give(const struct drive *d, explore_look *row, void *to)
{
    struct explore_state state;
    if (!row)
        return;
    drive_state(d, &state);
    row(to, &state);
}

enum explore_status explore_run(const pol_stepper *s, const struct explore *e,
                                long every, explore_look *row, void *to,
                                struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    double h;
    struct drive d = drive_new(s, e, explore_steps(e->t_end, e->h, &h));
    enum explore_status status = EXPLORE_OK;

    give(&d, row, to);
    while (drive_left(&d) > 0 && status == EXPLORE_OK) {
        long left = drive_left(&d);
        status = drive_advance(&d, every > 0 && every < left ? every : left);
        if (status == EXPLORE_OK)
            give(&d, row, to);
    }
    drive_state(&d, end);
    arena_release(e->arena, mark);
    return status;
}

/* ---- between steps ---- */

struct sampling {
    struct drive *drive;
    explore_look *row;
    void *to;
    double spacing;
    double *before, *between; /* the state before the step, and one inside */
    double *control, *aside;  /* what controlled it, and a step inside */
    long given;               /* samples so far */
};

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
    struct drive *d = s->drive, inside = *d;
    const pol_stepper *stepper = d->stepper;
    const double t = stepper->time(s->before) - d->from_t;
    const double h = d->control ? stepper->time(d->x) - d->from_t - t : d->h;
    struct explore_state state;
    for (; (double)s->given * s->spacing <= t + h * (1 + 1e-9); s->given++) {
        const double at = (double)s->given * s->spacing;
        const bool is_end = at - t > h * (1 - 1e-9);
        inside.x = is_end ? d->x : s->between;
        if (!is_end && (d->status = step_aside(s, at - t)) != 0)
            return EXPLORE_FAILED;
        drive_state(&inside, &state);
        state.t = d->from_t + at;
        s->row(s->to, &state);
        if (drive_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

enum explore_status explore_sample(const pol_stepper *stepper,
                                   const struct explore *e, double spacing,
                                   explore_look *row, void *to,
                                   struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    const size_t n = (size_t)stepper->state;
    const size_t controls = (size_t)stepper->control;
    double h;
    struct drive d = drive_new(stepper, e, explore_steps(e->t_end, e->h, &h));
    struct sampling s = {
        .drive = &d,
        .row = row,
        .to = to,
        .spacing = spacing,
        .before = arena_array(e->arena, n, sizeof(double)),
        .between = arena_array(e->arena, n, sizeof(double)),
        .control = arena_array(e->arena, controls + 1, sizeof(double)),
        .aside = arena_array(e->arena, controls + 1, sizeof(double)),
        .given = 1};
    enum explore_status status = EXPLORE_OK;
    give(&d, row, to);
    while (drive_left(&d) > 0 && status == EXPLORE_OK) {
        memcpy(s.before, d.x, n * sizeof(double));
        if (d.control)
            memcpy(s.control, d.control, controls * sizeof(double));
        status = drive_advance(&d, 1);
        if (status == EXPLORE_OK)
            status = give_passed(&s);
    }
    drive_state(&d, end);
    arena_release(e->arena, mark);
    return status;
}
