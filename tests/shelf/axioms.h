/* SPDX-License-Identifier: MIT
 *
 * What a method promises, measured on its emitted and compiled stepper.
 */
#ifndef POL_AXIOMS_H
#define POL_AXIOMS_H

#include "load.h"
#include "parts.h"
#include "explore/explore.h"

/* A state, and how it was come to. */
struct end {
    int status;
    double R[9], L[3], x[3], v[3]; /* x, v: 0 of a body without a mass */
    int inside;
    double z[40]; /* of wheels and states */
};

static inline void read_end(const pol_stepper *s, const double *state, struct end *e)
{
    const double *inside = state + s->state - 2 - extra_numbers(s);
    s->rotation(state, e->R);
    s->momentum(state, e->L);
    e->inside = extra_numbers(s);
    assert_true(extra_numbers(s) <= 40);
    memcpy(e->z, inside, (size_t)extra_numbers(s) * sizeof *inside);
    if (!has_mass(s))
        return;
    memcpy(e->x, inside - 6, sizeof e->x);
    memcpy(e->v, inside - 3, sizeof e->v);
}

/* The state after `steps` equal steps to t_end; inputs are 0.6. */
static inline struct end run_to(const pol_stepper *s, double t_end, long steps)
{
    struct end e = {0};
    struct body_state b = start_of(s);
    for (int i = 0; i < s->input; i++)
        b.in[i] = 0.6;
    e.status = s->run(b.x, b.par, b.in, t_end / (double)steps, steps);
    read_end(s, b.x, &e);
    return e;
}

static inline double norm3(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static inline double gap3(const double *a, const double *b)
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return norm3(d);
}

/* Angle between the attitudes plus relative differences of the momenta, and of
 * positions, velocities, wheels' momenta and states, these relative to 1 where
 * they are small. */
static inline double distance(const struct end *a, const struct end *b)
{
    double inside = 0;
    for (int i = 0; i < b->inside; i++)
        inside += fabs(a->z[i] - b->z[i]) / (1 + fabs(b->z[i]));
    return inside + explore_angle(a->R, b->R) + gap3(a->L, b->L) / norm3(b->L) +
           gap3(a->x, b->x) / (1 + norm3(b->x)) + gap3(a->v, b->v) / (1 + norm3(b->v));
}

static inline struct end end_at(const pol_stepper *s, const double *state)
{
    struct end e = {0};
    read_end(s, state, &e);
    return e;
}

/* Of attitude, momentum, centre of mass, and what is stored besides. */
enum { PARTS_OF_END = 4 };
static const char *const part_of_end[PARTS_OF_END] = {"attitude", "momentum", "centre of mass",
                                                      "wheels and states"};

static inline double far_apart(int n, const double *a, const double *b)
{
    double square = 0, size = 0;
    for (int i = 0; i < n; i++) {
        square += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(square) / (1 + sqrt(size));
}

static inline void end_gap(const struct end *a, const struct end *b, double gap[PARTS_OF_END])
{
    gap[0] = explore_angle(a->R, b->R);
    gap[1] = far_apart(3, a->L, b->L);
    gap[2] = far_apart(3, a->x, b->x) + far_apart(3, a->v, b->v);
    gap[3] = far_apart(a->inside, a->z, b->z);
}

/* Largest difference, relative to the norm of the vector. */
static inline double relative(const double *got, const double *want, int n)
{
    double norm = 0, worst = 0;
    for (int i = 0; i < n; i++) {
        double off = fabs(got[i] - want[i]);
        norm += want[i] * want[i];
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    return worst / sqrt(norm);
}

/* What errors of a part tell while steps become finer. */
struct trend {
    double order, error; /* of the finest pair that is clean, and its larger
                            error; NaN: there is none */
    double before, last[2];
    bool done; /* at round-off, or the order is settled */
};

static inline void trend_add(struct trend *t, double error, double floor)
{
    if (t->done)
        return;
    t->done = error < floor || (error < 1e-8 && error > 0.7 * t->before);
    if (!t->done && t->before < 0.05) {
        t->order = log2(t->before / error);
        t->error = t->before;
        t->done = error < 1e-3 && fabs(t->order - t->last[1]) < 0.01 &&
                  fabs(t->last[1] - t->last[0]) < 0.02;
        t->last[0] = t->last[1];
        t->last[1] = t->order;
    }
    if (error < floor && isnan(t->order))
        t->order = INFINITY; /* exact */
    t->before = error;
}

struct observed {
    struct trend part[PARTS_OF_END];
};

/* Doubles the number of steps until every part's error nears round-off, or its
 * order is settled; the better one of the last two pairs counts. */
static inline struct observed observe(const pol_stepper *s, const struct end *exact, double t_end,
                                      double floor)
{
    struct observed o;
    int left = PARTS_OF_END;
    for (int i = 0; i < PARTS_OF_END; i++)
        o.part[i] = (struct trend){NAN, NAN, NAN, {NAN, NAN}, false};
    for (long steps = 2; steps <= 1L << 14 && left; steps *= 2) {
        struct end e = run_to(s, t_end, steps);
        double gap[PARTS_OF_END];
        end_gap(&e, exact, gap);
        left = 0;
        for (int i = 0; i < PARTS_OF_END; i++) {
            trend_add(&o.part[i], e.status ? NAN : gap[i], floor);
            left += !o.part[i].done;
        }
    }
    for (int i = 0; i < PARTS_OF_END; i++)
        o.part[i].order = fmax(o.part[i].order, o.part[i].last[0]);
    return o;
}

/* The part of the lowest order. */
static inline const struct trend *worst_part(const struct observed *o)
{
    const struct trend *worst = o->part;
    for (int i = 1; i < PARTS_OF_END; i++)
        if (!(o->part[i].order >= worst->order))
            worst = &o->part[i];
    return worst;
}

#endif
