/* SPDX-License-Identifier: MIT
 *
 * Drift: how far a stepper changes invariants.
 */
#include "explore/explore.h"

#include <math.h>
#include <string.h>

/* The state of a measurement, updated at each look. */
struct watch {
    struct drift_result *result;
    bool gyro;
    void (*row)(void *, const struct drift_row *);
    void *to;
    int columns, velocity; /* `velocity`: index in `rest`, or -1 */
    double start[DRIFT_COLUMNS], scale[DRIFT_COLUMNS], start_t;
    bool starts_at_zero[DRIFT_COLUMNS];
    double x, y, xx, xy; /* running sums of the least-squares line of the
                            energy, about the mean */
};

/* The values whose drifts are the columns. */
static void values_of(const struct watch *w, const struct explore_state *x,
                      double of[DRIFT_COLUMNS])
{
    of[DRIFT_ENERGY] = x->energy;
    memcpy(of + DRIFT_MOMENTUM, x->spatial, sizeof x->spatial);
    of[DRIFT_NORM] = vector_norm(x->L);
    of[DRIFT_ORTHOGONALITY] = x->orthogonality;
    for (int i = 0; i < 3; i++)
        of[DRIFT_VELOCITY + i] = w->velocity < 0 ? 0 : x->rest[w->velocity + i];
    for (int i = DRIFT_KEEP; i < w->columns; i++)
        of[i] = x->keep[i - DRIFT_KEEP];
}

/* Finds the sizes that drifts are relative to: those at the start, or the
 * largest so far if that is 0. */
static void measure(struct watch *w, const struct explore_state *x)
{
    const double kinetic = 0.5 * vector_dot(x->w, x->L);
    const double speed =
        w->velocity < 0 ? 0 : vector_norm(x->rest + w->velocity);
    for (int i = 0; i < DRIFT_COLUMNS; i++) {
        const double size =
            i == DRIFT_ENERGY ? fmax(fabs(x->energy), w->gyro ? 0 : kinetic)
            : i < DRIFT_ORTHOGONALITY                     ? vector_norm(x->L)
            : i == DRIFT_ORTHOGONALITY || i >= DRIFT_KEEP ? 1
                                                          : speed;
        if (w->result->rows == 1 || w->starts_at_zero[i])
            w->scale[i] = fmax(w->scale[i], size);
        w->starts_at_zero[i] |= w->scale[i] == 0;
    }
}

static void observe(void *to, const struct explore_state *now)
{
    struct watch *w = to;
    struct drift_row *last = &w->result->last, *worst = &w->result->worst;
    if (w->result->rows++ == 0) {
        values_of(w, now, w->start);
        w->start[DRIFT_ORTHOGONALITY] = 0;
        w->start_t = now->t;
    }
    measure(w, now);
    worst->steps = last->steps = now->steps;
    worst->t = last->t = now->t;
    values_of(w, now, last->of);
    for (int i = 0; i < w->columns; i++) {
        last->of[i] =
            (last->of[i] - w->start[i]) / (w->scale[i] > 0 ? w->scale[i] : 1);
        double size = fabs(last->of[i]);
        if (!(size <= worst->of[i]) && !isnan(worst->of[i]))
            worst->of[i] = size; /* a NaN stays */
    }
    const double x = now->t - w->start_t, y = last->of[DRIFT_ENERGY];
    const double n = (double)w->result->rows, dx = x - w->x;
    w->x += dx / n;
    w->y += (y - w->y) / n;
    w->xx += dx * (x - w->x);
    w->xy += dx * (y - w->y);
    if (w->row)
        w->row(w->to, last);
}

/* The index in `rest` of the first part of this kind, or -1. */
static int find_kind(const pol_stepper *s, enum pol_kind kind)
{
    for (int i = 0; i < s->parts; i++)
        if (s->part[i].kind == (int)kind)
            return explore_place(s, &s->part[i]);
    return -1;
}

enum explore_status explore_drift(const pol_stepper *s, const struct explore *e,
                                  long every,
                                  void (*row)(void *, const struct drift_row *),
                                  void *to, struct drift_result *result)
{
    const int keeps = s->kept < EXPLORE_KEEPS ? s->kept : EXPLORE_KEEPS;
    struct watch w = {result,
                      e->gyro,
                      row,
                      to,
                      .columns = DRIFT_KEEP + keeps,
                      .velocity = find_kind(s, POL_VELOCITY)};
    struct explore_state end;
    if (every <= 0) /* some thousand looks; adaptive: each step */
        every = explore_steps(e->t_end, e->h) / 4000 + 1;
    *result = (struct drift_result){0};
    enum explore_status status = explore_run(s, e, every, observe, &w, &end);
    if (end.steps != result->last.steps)
        observe(&w, &end); /* the last good state before a failure or stop */
    result->energy_slope = result->rows > 1 ? w.xy / w.xx : 0;
    result->status = end.status;
    return status;
}
