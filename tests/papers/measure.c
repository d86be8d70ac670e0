/* SPDX-License-Identifier: MIT
 *
 * What is measured of motions: on their way, and at the end by steps of each
 * size.
 */
#define _GNU_SOURCE
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The motion of the i-th curve, with one more setting if `key` is not negative,
 * at its start; one that is like it stays loaded. */
static struct motion *start(struct work *w, int i, int key, const char *value)
{
    struct setup u = w->setup;
    if (w->key >= 0)
        u.is[w->key] = w->value[i];
    if (key >= 0)
        u.is[key] = value;
    struct motion *m = w->motion;
    while (m < w->motion + w->motions && !setup_same(&m->setup, &u))
        m++;
    if (m == w->motion + MOST_MOTIONS)
        stop("too many motions", u.is[BODY]);
    if (m == w->motion + w->motions) {
        *m = motion_open(&u);
        w->motions++;
    }
    motion_start(m);
    return m;
}

/* The number of steps of h. */
static long steps_of(const struct work *w, double h)
{
    return lround(w->number[UNTIL] / h);
}

/* ---- what is read of a motion on its way; NaN once a step has failed ---- */

enum reading {
    ENERGY,     /* H/H0 - 1 */
    DIFFERENCE, /* H - H0 */
    LENGTH,     /* of the attitude's numbers */
    NUMBERS,    /* the first three */
    PLACE,      /* of the point in space */
    VERTICAL,   /* the space's third axis, seen from the body */
    RATE,
    SPATIAL,   /* |p - p0| / |p0| of the momentum in space */
    SHAPE,     /* the Frobenius norm of R'R - 1 */
    SKEWNESS,  /* its largest entry by size */
    SECOND,    /* of the Cardan angles, as the analytical solution has it */
    DEVIATION, /* from that, pi t */
    READINGS
};

static const char *const READING[READINGS] = {
    "energy", "difference", "length", "numbers",  "place",  "vertical",
    "rate",   "spatial",    "shape",  "skewness", "second", "deviation"};

static double norm(const double a[3])
{
    return hypot(hypot(a[0], a[1]), a[2]);
}

static void read_shape(const struct motion *m, double *shape, double *skewness)
{
    double R[9], sum = 0, most = 0;
    motion_rotation(m, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double d = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j] -
                       (i == j);
            sum += d * d;
            most = fmax(most, fabs(d));
        }
    *shape = sqrt(sum);
    *skewness = m->lost ? NAN : most;
}

/* The second angle of the other triple of angles, where the first is not 0, and
 * as many turns as pi t has by then. */
static double second_angle(const double angle[3], double t)
{
    double pi = acos(-1), b = cos(angle[0]) < 0 ? pi - angle[1] : angle[1];
    return b + 2 * pi * round((pi * t - b) / (2 * pi));
}

static void read(const struct work *w, const struct motion *m, enum reading of,
                 double t, double out[3])
{
    double R[9], other;
    for (int i = 0; i < 3; i++)
        out[i] = m->lost ? NAN : m->x[i];
    if (of == ENERGY)
        out[0] = motion_energy(m) / m->energy - 1;
    else if (of == DIFFERENCE)
        out[0] = motion_energy(m) - m->energy;
    else if (of == LENGTH)
        out[0] = norm(out);
    else if (of == PLACE)
        motion_point(m, w->point, out);
    else if (of == VERTICAL) {
        motion_rotation(m, R);
        memcpy(out, R + 6, 3 * sizeof *R);
    } else if (of == RATE && !m->lost)
        m->s->omega(m->x, m->par, m->in, out);
    else if (of == SPATIAL) {
        motion_spatial(m, out);
        for (int i = 0; i < 3; i++)
            out[i] -= m->spatial[i];
        out[0] = norm(out) / norm(m->spatial);
    } else if (of == SHAPE)
        read_shape(m, &out[0], &other);
    else if (of == SKEWNESS)
        read_shape(m, &other, &out[0]);
    else if (of == SECOND || of == DEVIATION)
        out[0] = second_angle(out, t) - (of == DEVIATION ? acos(-1) * t : 0);
}

/* ---- along a motion ---- */

/* `step`s up to `until`: what is read after each `stride` of them, from step
 * `from` on, the largest of a `group`. */
static void follow(struct work *w, struct motion *m, enum reading of, int size,
                   struct curve *const c[3])
{
    double h = w->number[STEP], most = 0, y[3];
    long stride = lround(w->number[STRIDE]);
    long group = stride * lround(w->number[GROUP]);
    for (long n = 0; n <= steps_of(w, h); n += stride) {
        double t = (double)n / (1 / h);
        if (n >= lround(w->number[FROM])) {
            read(w, m, of, t, y);
            most = y[0] <= most ? most : y[0];
            if (w->panel->axes == AXES_SPHERE)
                sheet_point(c[0], y[0], y[1], y[2]);
            else if (n % group == 0) {
                y[0] = group > stride ? most : y[0];
                for (int i = 0; i < size; i++)
                    sheet_point(c[i], t, y[i], 0);
                most = 0;
            }
        }
        motion_run(m, h, stride);
    }
}

/* `track READING`: a curve of each motion, or of each number of one. */
void track(struct work *w, char *name)
{
    int of = place_of(name, READING, READINGS);
    if (of < 0)
        stop("no such reading", name);
    bool three = of == NUMBERS || of == PLACE || of == RATE;
    int size = three && w->panel->axes != AXES_SPHERE ? 3 : 1;
    for (int i = 0; i < w->curves; i += size) {
        struct curve *c[3] = {0};
        for (int j = 0; j < size; j++)
            c[j] = sheet_curve(w->panel, w->name[i + j]);
        follow(w, start(w, i, -1, NULL), (enum reading)of, size, c);
    }
}

/* `loss`: errors of the energy, up to the step that has lost it altogether. */
void loss(struct work *w, char *rest)
{
    (void)rest;
    for (int i = 0; i < w->curves; i++) {
        struct motion *m = start(w, i, -1, NULL);
        struct curve *c = sheet_curve(w->panel, w->name[i]);
        double error = 0, h = w->number[STEP];
        for (int n = 1; n <= steps_of(w, h) && error < 1; n++) {
            motion_run(m, h, 1);
            error = fabs(motion_energy(m) / m->energy - 1);
            sheet_point(c, n * h, error, 0);
        }
    }
}

/* The largest |H/H0 - 1| of a motion; the ends of its range in each `group` of
 * steps go to a curve, against 1000 s. */
static double wander(struct work *w, struct motion *m, struct curve *c)
{
    double h = w->number[STEP], largest = 0;
    long group = lround(w->number[GROUP]);
    for (long n = 0; n < steps_of(w, h); n += group) {
        double range[2] = {INFINITY, -INFINITY};
        for (int i = 0; i < group; i++) {
            motion_run(m, h, 1);
            double e = motion_energy(m) / m->energy - 1;
            range[0] = e >= range[0] ? range[0] : e;
            range[1] = e <= range[1] ? range[1] : e;
        }
        for (int j = 0; j < 2; j++) {
            largest = fmax(largest, fabs(range[j]));
            if (c)
                sheet_point(c, 1e-3 * h * (double)n, range[j], 0);
        }
    }
    return m->lost ? NAN : largest;
}

/* `ranges`, and `starts N`: the largest errors from starts that are a rounding
 * away. */
void starts(struct work *w, char *count)
{
    for (int i = 0; i < w->curves; i++) {
        struct curve *c = sheet_curve(w->panel, w->name[i]);
        if (!count)
            wander(w, start(w, i, -1, NULL), c);
        for (int k = 0; count && k < atoi(count); k++) {
            struct motion *m = start(w, i, -1, NULL);
            m->x[m->s->state - 5] *=
                1 + 1e-13 * k; /* L, before t and its rest */
            sheet_point(c, k + 1, wander(w, m, NULL), 0);
        }
    }
}

/* `distance METHOD`: of the verticals by the method and by another. */
void distance(struct work *w, char *method)
{
    struct motion *a = start(w, 0, -1, NULL), *b = start(w, 0, METHOD, method);
    struct curve *c = sheet_curve(w->panel, "distance");
    const double h = w->number[STEP];
    for (int i = 1; i <= steps_of(w, h); i++) {
        double u[3], v[3];
        motion_run(a, h, 1);
        motion_run(b, h, 1);
        read(w, a, VERTICAL, 0, u);
        read(w, b, VERTICAL, 0, v);
        for (int k = 0; k < 3; k++)
            u[k] -= v[k];
        sheet_point(c, h * i, norm(u), 0);
    }
}

/* `constants NAME VALUE...`: means of |H - H0|. */
void constants(struct work *w, char *values)
{
    char *value[MOST_NUMBERS];
    int n = 0;
    w->setup.is[CONSTANT] = strsep(&values, " ");
    while (values && n < MOST_NUMBERS)
        value[n++] = strsep(&values, " ");
    const double h = w->number[STEP];
    for (int i = 0; i < w->curves; i++) {
        struct curve *c = sheet_curve(w->panel, w->name[i]);
        for (int k = 0; k < n; k++) {
            struct motion *m = start(w, i, VALUE, value[k]);
            double total = 0;
            for (long s = 0; s < steps_of(w, h); s++) {
                motion_run(m, h, 1);
                total += fabs(motion_energy(m) - m->energy);
            }
            sheet_point(c, strtod(value[k], NULL),
                        total / (double)steps_of(w, h), 0);
        }
    }
}

/* `ends NAME`: the status of the step that fails, or 0, of each motion. */
void ends(struct work *w, char *name)
{
    struct curve *c = sheet_curve(w->panel, name);
    for (int i = 0; i < w->curves; i++) {
        struct motion *m = start(w, i, -1, NULL);
        motion_run(m, w->number[STEP], steps_of(w, w->number[STEP]));
        sheet_point(c, i + 1, m->lost, 0);
    }
}

/* ---- against the step size ---- */

/* Of the whole way by steps of h. */
typedef double ending(const struct work *, struct motion *, double h);

static const struct reference_state *run_to_end(const struct work *w,
                                                struct motion *m, double h)
{
    motion_run(m, h, steps_of(w, h));
    return motion_known(&m->setup, w->number[UNTIL]);
}

static double end_momentum(const struct work *w, struct motion *m, double h)
{
    return motion_momentum_error(m, run_to_end(w, m, h));
}

static double end_attitude(const struct work *w, struct motion *m, double h)
{
    const struct reference_state *known = run_to_end(w, m, h);
    double R[9];
    motion_rotation(m, R);
    return motion_attitude_error(R, known);
}

static double end_place(const struct work *w, struct motion *m, double h)
{
    return motion_place_error(m, run_to_end(w, m, h), w->point);
}

/* The largest |H/H0 - 1| at 1000 times. */
static double end_energy(const struct work *w, struct motion *m, double h)
{
    double most = 0, sum = 0, e[3];
    for (int i = 0; i <= 1000; i++) {
        read(w, m, ENERGY, 0, e);
        most = fmax(most, fabs(e[0]));
        sum += e[0];
        motion_run(m, h, lround(w->number[UNTIL] / 1000 / h));
    }
    return isnan(sum) ? NAN : most;
}

/* The most that the three numbers change by in a step. */
static double end_change(const struct work *w, struct motion *m, double h)
{
    double most = 0, last[3], now[3];
    read(w, m, NUMBERS, 0, last);
    for (long n = steps_of(w, h); n > 0; n--) {
        motion_run(m, h, 1);
        read(w, m, NUMBERS, 0, now);
        for (int i = 0; i < 3; i++)
            last[i] = now[i] - last[i];
        most = fmax(most, norm(last));
        memcpy(last, now, sizeof last);
    }
    return m->lost ? NAN : most;
}

/* Their largest length. */
static double end_length(const struct work *w, struct motion *m, double h)
{
    double most = 0, y[3];
    for (long n = steps_of(w, h); n > 0; n--) {
        motion_run(m, h, 1);
        read(w, m, LENGTH, 0, y);
        most = fmax(most, y[0]);
    }
    return m->lost ? NAN : most;
}

static double end_unguarded(const struct work *w, struct motion *m, double h)
{
    double R[9];
    unguarded_cardan(strtod(m->setup.is[VALUE], NULL), steps_of(w, h), R);
    return motion_attitude_error(R, motion_known(&m->setup, w->number[UNTIL]));
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The seconds of one run, out of as many as take a while. */
static double run_time(struct motion *m, double h, long n)
{
    long runs = 0;
    double begin = seconds(), end = begin;
    for (; end - begin < 5e-3; end = seconds(), runs += 20)
        for (int i = 0; i < 20; i++) {
            motion_start(m);
            motion_run(m, h, n);
        }
    return (end - begin) / (double)runs;
}

static ending *ending_of(const char *name)
{
    static const struct {
        const char *name;
        ending *of;
    } known[] = {
        {"momentum", end_momentum},   {"attitude", end_attitude},
        {"place", end_place},         {"energy", end_energy},
        {"change", end_change},       {"length", end_length},
        {"unguarded", end_unguarded},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].of;
    stop("no such error", name);
    return NULL;
}

/* `errors OF`, by steps of each size. */
void errors(struct work *w, char *of)
{
    ending *end = ending_of(of);
    for (int i = 0; i < w->curves; i++) {
        struct curve *c = sheet_curve(w->panel, w->name[i]);
        for (int k = 0; k < w->steps; k++)
            sheet_point(c, w->step[k],
                        end(w, start(w, i, -1, NULL), w->step[k]), 0);
    }
}

/* `times OF`: the same against the seconds that it takes, compiled by gcc. */
void times(struct work *w, char *of)
{
    ending *end = ending_of(of);
    for (int i = 0; i < w->curves; i++) {
        struct curve *c = sheet_curve(w->panel, w->name[i]);
        for (int k = 0; k < w->steps; k++) {
            double h = w->step[k];
            double time =
                run_time(start(w, i, COMPILER, "gcc"), h, steps_of(w, h));
            sheet_point(c, time, end(w, start(w, i, COMPILER, "gcc"), h), 0);
        }
    }
}
