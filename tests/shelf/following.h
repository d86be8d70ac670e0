/* SPDX-License-Identifier: MIT
 *
 * One attitude's stepper beside matrix's, from the same start: how far apart
 * they are on the way, and how near the way comes to where the attitude's
 * numbers are singular.  Ways are laid through an attitude of one's choice.
 */
#ifndef POL_FOLLOWING_H
#define POL_FOLLOWING_H

#include "shelf/axioms.h"
#include "shelf/kinds.h"
#include "shelf/turns.h"

enum { FOLLOW_HALF = 50, FOLLOW_STEPS = 2 * FOLLOW_HALF };

/* ---- states -------------------------------------------------------------- */

/* How many numbers store the attitude. */
static inline int numbers_of(const pol_stepper *s)
{
    return s->part->count;
}

struct pose {
    double R[9], rest[11];
};

static inline struct pose pose_of(const pol_stepper *s, const double *x)
{
    struct pose p = {0};
    int n = numbers_of(s);
    s->rotation(x, p.R);
    memcpy(p.rest, x + n, (size_t)(s->state - n) * sizeof *x);
    return p;
}

static inline void set_rest(const pol_stepper *s, const struct pose *p,
                            double *x)
{
    int n = numbers_of(s);
    memcpy(x + n, p->rest, (size_t)(s->state - n) * sizeof *x);
}

static inline void set_matrix(const pol_stepper *s, const struct pose *p,
                              double *x)
{
    assert_int_equal(numbers_of(s), 9);
    memcpy(x, p->R, sizeof p->R);
    set_rest(s, p, x);
}

/* ---- an attitude's numbers of any rotation ------------------------------- */

/* A sphere turns about L, and any method is exact: what is needed to set
 * numbers of an attitude that may be any file of the shelf. */
static const char sphere_spec[] = "body ball inertia diag(1, 1, 1)\n";

static inline struct loaded load_sphere(pol_options o)
{
    o.method = "rkmk(euler)";
    o.map = "exp";
    return load_text(sphere_spec, &o);
}

/* By a rotation vector, in parts. */
static inline int turn_sphere(const pol_stepper *s, struct body_state *b,
                              const double v[3], int parts)
{
    for (int i = 0; i < 3; i++)
        b->x[numbers_of(s) + i] = v[i] / parts;
    return s->run(b->x, b->par, b->in, 1, parts);
}

/* Numbers of R, on the branch that leads by way of the rotation vector `via`
 * where the attitude has numbers of it; false if it has none of R. */
static inline bool numbers_at(const pol_stepper *sphere, const double via[3],
                              const double R[9], double *numbers)
{
    struct body_state b = start_of(sphere);
    double now[9], rest[9], v[3];
    int status = turn_sphere(sphere, &b, via, 8);
    if (status != 0 && status != POL_STEP_NOT_FINITE)
        b = start_of(sphere);
    sphere->rotation(b.x, now);
    multiply_t(now, R, rest);
    rotation_log(rest, v);
    if (status != POL_STEP_NOT_FINITE)
        status = turn_sphere(sphere, &b, v, 1);
    if (status == POL_STEP_NOT_FINITE)
        b.x[0] = NAN; /* wrong, wherever it is */
    else if (status != 0)
        return false;
    memcpy(numbers, b.x, (size_t)numbers_of(sphere) * sizeof *numbers);
    return true;
}

/* ---- ways ---------------------------------------------------------------- */

/* Half the steps from a pose, forth (h) or back (-h). */
static inline struct pose go_half(const pol_stepper *matrix,
                                  const struct pose *from, double h)
{
    struct body_state b = start_of(matrix);
    set_matrix(matrix, from, b.x);
    assert_int_equal(matrix->run(b.x, b.par, b.in, h, FOLLOW_HALF), 0);
    return pose_of(matrix, b.x);
}

/* A start from which matrix's stepper is at `through` after half the steps, as
 * near as `enough`.  To go back from there would do if the method were
 * symmetric; what is then missing is put in front of where it goes back from,
 * again and again. */
static inline struct pose aim(const pol_stepper *matrix, double h,
                              double enough, const double through[9])
{
    struct body_state b = start_of(matrix);
    struct pose middle = pose_of(matrix, b.x), start, end;
    memcpy(middle.R, through, sizeof middle.R);
    for (int i = 0; i < 8; i++) {
        double missing[9], from[9];
        start = go_half(matrix, &middle, -h);
        end = go_half(matrix, &start, h);
        if (explore_angle(end.R, through) < enough)
            break;
        memcpy(from, middle.R, sizeof from);
        multiply_t(end.R, from, missing);
        multiply(through, missing, middle.R);
    }
    return start;
}

/* ---- side by side -------------------------------------------------------- */

struct follower {
    const char *attitude;
    const pol_stepper *sphere, *one, *matrix;
    double h;
    int steps;
    double worst; /* distance from matrix's states */
    double kappa; /* the largest on the way */
    int refused;  /* ways that come where the attitude has no numbers, */
    double clear; /* and how far that is from half a turn at most */
};

/* By how much the attitude's numbers magnify at R, where that has no bound. */
static inline double magnified(const char *attitude, const double R[9])
{
    const char *axes = axes_of(attitude);
    if (axes)
        return 1 / fmax(rotation_unlocked(axes, R), DBL_MIN);
    if (!strncmp(attitude, "rodrigues", 9))
        return 1 / fmax(rotation_half_cosine(R), DBL_MIN);
    return 1;
}

static inline struct end end_of(const pol_stepper *s, const double *x)
{
    struct end e = {0};
    read_end(s, x, &e);
    return e;
}

static inline void refuse(struct follower *f, const double R[9])
{
    f->refused++;
    f->clear = fmax(f->clear, rotation_half_cosine(R));
}

/* One step of both; false where the attitude's stepper says SINGULAR. */
static inline bool follow_step(struct follower *f, struct body_state *a,
                               struct body_state *b)
{
    int status = f->one->step_once(a->x, a->par, a->in, f->h);
    assert_int_equal(f->matrix->step_once(b->x, b->par, b->in, f->h), 0);
    struct end want = end_of(f->matrix, b->x), got = end_of(f->one, a->x);
    f->kappa = fmax(f->kappa, magnified(f->attitude, want.R));
    if (status == POL_STEP_SINGULAR) {
        refuse(f, want.R);
        return false;
    }
    if (status == POL_STEP_NOT_FINITE) {
        f->worst = INFINITY;
        return false;
    }
    assert_int_equal(status, 0);
    double off = distance(&got, &want);
    f->worst = fmax(f->worst, isfinite(off) ? off : INFINITY);
    return true;
}

/* As far as there are numbers. */
static inline void follow(struct follower *f, const struct pose *from,
                          const double via[3])
{
    struct body_state a = start_of(f->one), b = start_of(f->matrix);
    if (!numbers_at(f->sphere, via, from->R, a.x)) {
        refuse(f, from->R);
        return;
    }
    if (isnan(a.x[0])) {
        f->worst = INFINITY;
        return;
    }
    set_rest(f->one, from, a.x);
    struct pose same = pose_of(f->one, a.x);
    set_matrix(f->matrix, &same, b.x);
    for (int i = 0; i < FOLLOW_STEPS && follow_step(f, &a, &b); i++)
        f->steps++;
}

#endif
