/* SPDX-License-Identifier: MIT
 *
 * How far a stepper lets the invariants go: energy, spatial momentum, size of
 * the momentum, orthogonality, and what the spec asks to watch.
 */
#include "explore/drive.h"

#include <math.h>

#include "base/arena.h"

enum { LOOKS = 4000 }; /* when the caller does not say how often */

/* Running sums of a least-squares line, about the mean. */
struct line_fit {
    double n, x, y, xx, xy;
};

static void fit_add(struct line_fit *f, double x, double y)
{
    f->n += 1;
    const double dx = x - f->x;
    f->x += dx / f->n;
    f->y += (y - f->y) / f->n;
    f->xx += dx * (x - f->x);
    f->xy += dx * (y - f->y);
}

static double fit_slope(const struct line_fit *f)
{
    return f->n > 1 ? f->xy / f->xx : 0;
}

/* What the drifts are relative to. */
struct scale {
    double energy, momentum, velocity;
};

static double nonzero(double scale)
{
    return scale > 0 ? scale : 1;
}

static struct scale scale_of(const struct explore_state *s)
{
    const double kinetic =
        0.5 * (s->w[0] * s->L[0] + s->w[1] * s->L[1] + s->w[2] * s->L[2]);
    return (struct scale){nonzero(fmax(fabs(s->energy), kinetic)),
                          nonzero(vector_norm(s->L)),
                          nonzero(vector_norm(s->v))};
}

static struct drift_row compare(const struct explore_state *start,
                                const struct explore_state *now, int keeps)
{
    const struct scale scale = scale_of(start);
    struct drift_row row = {
        .steps = now->steps,
        .t = now->t,
        .energy = (now->energy - start->energy) / scale.energy,
        .norm_L =
            (vector_norm(now->L) - vector_norm(start->L)) / scale.momentum,
        .orthogonality = now->orthogonality};
    for (int i = 0; i < 3; i++) {
        row.spatial[i] = (now->spatial[i] - start->spatial[i]) / scale.momentum;
        row.velocity[i] = (now->v[i] - start->v[i]) / scale.velocity;
    }
    for (int i = 0; i < keeps; i++)
        row.keep[i] = now->keep[i] - start->keep[i];
    return row;
}

/* NaN once seen stays. */
static void grow(double *worst, double value)
{
    if (!(fabs(value) <= *worst) && !isnan(*worst))
        *worst = fabs(value);
}

static void note_worst(struct drift_row *worst, const struct drift_row *row,
                       int keeps)
{
    worst->steps = row->steps;
    worst->t = row->t;
    grow(&worst->energy, row->energy);
    grow(&worst->norm_L, row->norm_L);
    grow(&worst->orthogonality, row->orthogonality);
    for (int i = 0; i < 3; i++) {
        grow(&worst->spatial[i], row->spatial[i]);
        grow(&worst->velocity[i], row->velocity[i]);
    }
    for (int i = 0; i < keeps; i++)
        grow(&worst->keep[i], row->keep[i]);
}

/* One measurement after the other. */
struct watch {
    struct explore_state start;
    struct line_fit fit;
    struct drift_result *result;
    void (*row)(void *, const struct drift_row *);
    void *to;
    int keeps;
};

static void look(struct watch *w, const struct drive *d)
{
    struct explore_state now;
    struct drift_result *r = w->result;
    drive_state(d, &now);
    if (r->rows++ == 0)
        w->start = now;
    r->last = compare(&w->start, &now, w->keeps);
    note_worst(&r->worst, &r->last, w->keeps);
    fit_add(&w->fit, now.t - w->start.t, r->last.energy);
    if (w->row)
        w->row(w->to, &r->last);
}

enum explore_status explore_drift(const pol_stepper *s, const struct explore *e,
                                  long every,
                                  void (*row)(void *, const struct drift_row *),
                                  void *to, struct drift_result *result)
{
    const struct arena_mark mark = arena_mark(e->arena);
    double h;
    long total = explore_steps(e->t_end, e->h, &h);
    struct drive d = drive_new(s, e, h, total);
    enum explore_status status = EXPLORE_OK;
    *result = (struct drift_result){0};
    result->moves = drive_moves(&d);
    struct watch w = {.result = result, .row = row, .to = to};
    w.keeps = s->kept < EXPLORE_KEEPS ? s->kept : EXPLORE_KEEPS;
    if (every <= 0)
        every = total / LOOKS + 1; /* 1 where they choose their size */

    look(&w, &d);
    while (drive_left(&d) > 0 && status == EXPLORE_OK) {
        long left = drive_left(&d);
        status = drive_advance(&d, every < left ? every : left);
        if (status == EXPLORE_OK)
            look(&w, &d);
    }
    if (d.steps != result->last.steps)
        look(&w, &d); /* the last good state before it failed or stopped */
    result->energy_slope = fit_slope(&w.fit);
    result->status = d.status;
    arena_release(e->arena, mark);
    return status;
}
