/* SPDX-License-Identifier: MIT
 *
 * Measures of what a method may claim to keep: relative changes over ten
 * thousand steps, infinite where it leaves the numbers, and the defect of the
 * symplectic form in one.
 */
#ifndef POL_KEPT_H
#define POL_KEPT_H

#include "shelf/axioms.h"
#include "shelf/rotations.h"
#include "shelf/variants.h"

enum { KEPT_STEPS = 10000, KEPT_LOOKS = 20 }; /* looked at so often */

/* ---- values along a run -------------------------------------------------- */

struct kept_values {
    double momentum[3]; /* R L */
    double L[3], energy, energy_half, axis;
};

/* K(L + h/2 L x w), without torque, by the body's own functions. */
static inline double energy_half(const pol_stepper *s, const struct body_state *b, double h)
{
    struct body_state at = *b;
    double L[3], w[3];
    const int first = s->part[1].first;
    s->momentum(b->x, L);
    s->omega(b->x, b->par, b->in, w);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        at.x[first + i] += h / 2 * (L[j] * w[k] - L[k] * w[j]);
    }
    return s->energy(at.x, at.par, at.in);
}

static inline struct kept_values kept_now(const pol_stepper *s, const struct body_state *b,
                                          double h)
{
    struct kept_values k = {0};
    double R[9];
    s->rotation(b->x, R);
    s->momentum(b->x, k.L);
    for (int i = 0; i < 9; i++)
        k.momentum[i / 3] += R[i] * k.L[i % 3];
    k.energy = s->energy(b->x, b->par, b->in);
    k.energy_half = energy_half(s, b, h);
    k.axis = k.momentum[2];
    return k;
}

static inline double kept_between(const struct kept_values *a, const struct kept_values *b,
                                  int what)
{
    switch (1u << what) {
    case KEEPS_MOMENTUM:
        return gap3(b->momentum, a->momentum) / norm3(a->L);
    case KEEPS_NORM:
        return fabs(norm3(b->L) / norm3(a->L) - 1);
    case KEEPS_AXIS:
        return fabs(b->axis - a->axis) / norm3(a->L);
    case KEEPS_ENERGY_HALF:
        return fabs(b->energy_half / a->energy_half - 1);
    default:
        return fabs(b->energy / a->energy - 1);
    }
}

/* Adds what a look at the run shows: the largest change counts. */
static inline void note_changes(const struct kept_values *before, const struct kept_values *now,
                                unsigned asked, double *change)
{
    for (int k = 0; k < ALL_KEPT; k++) {
        if (!(asked >> k & 1))
            continue;
        double c = kept_between(before, now, k);
        if (isnan(c))
            c = INFINITY;
        if (c > change[k])
            change[k] = c;
    }
}

/* The largest changes of the quantities in `asked`, over n steps in which the
 * body turns by `turn` at the start; infinite if the method explodes, NaN if a
 * step fails. The attitude should be a matrix: a quaternion's length drifts, by
 * round-off alone, and with it every product with R. */
static inline void run_changes(const pol_stepper *s, double turn, long n, unsigned asked,
                               double *change)
{
    struct body_state b = start_of(s);
    double w[3];
    int status = 0;
    b.in[0] = s->input ? 0.6 : 0;
    s->omega(b.x, b.par, b.in, w);
    double h = turn / norm3(w);
    struct kept_values before = kept_now(s, &b, h);
    for (int k = 0; k < ALL_KEPT; k++)
        if (asked >> k & 1)
            change[k] = 0;
    for (int i = 0; i < KEPT_LOOKS && !status; i++) {
        status = s->run(b.x, b.par, b.in, h, n / KEPT_LOOKS);
        struct kept_values now = kept_now(s, &b, h);
        note_changes(&before, &now, asked, change);
    }
    const double first = norm3(w);
    s->omega(b.x, b.par, b.in, w);
    const bool explodes =
        status == POL_STEP_NOT_FINITE || (status == POL_STEP_TOO_LARGE && norm3(w) > 2 * first);
    for (int k = 0; status && k < ALL_KEPT; k++)
        if (asked >> k & 1)
            change[k] = explodes ? INFINITY : NAN;
}

/* ---- the symplectic form ---- */

/* The state: R by rows, then L. */
enum { AFTER_R = 9, FREEDOMS = 6 };

/* The rotation vector of a rotation by less than half a turn. */
static inline void small_vector(const double *R, double v[3])
{
    const double s[3] = {(R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2};
    double n = norm3(s), c = (R[0] + R[4] + R[8] - 1) / 2;
    for (int i = 0; i < 3; i++)
        v[i] = n > 0 ? atan2(n, c) / n * s[i] : s[i];
}

/* One step, from the start moved by d (rotation in the body, then L as a part
 * of |L|), in the same coordinates about the end. */
static inline bool moved_step(const pol_stepper *s, double h, const struct body_state *start,
                              const double d[FREEDOMS], const struct body_state *end,
                              double out[FREEDOMS])
{
    struct body_state b = *start;
    double E[9], R[9], size = norm3(start->x + AFTER_R);
    rotation_exp(d, E);
    multiply(start->x, E, b.x);
    for (int i = 0; i < 3; i++)
        b.x[AFTER_R + i] += size * d[3 + i];
    if (s->step_once(b.x, b.par, b.in, h))
        return false;
    multiply_t(end->x, b.x, R);
    small_vector(R, out);
    for (int i = 0; i < 3; i++)
        out[3 + i] = (b.x[AFTER_R + i] - end->x[AFTER_R + i]) / size;
    return true;
}

/* The step's Jacobian by central differences of order 8. */
static inline bool step_jacobian(const pol_stepper *s, double h, const struct body_state *start,
                                 const struct body_state *end, double J[FREEDOMS][FREEDOMS])
{
    static const double weight[4] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    const double by = 0.01;
    memset(J, 0, FREEDOMS * sizeof J[0]);
    for (int j = 0; j < FREEDOMS; j++)
        for (int k = 1; k <= 4; k++) {
            double d[FREEDOMS] = {0}, up[FREEDOMS], down[FREEDOMS];
            d[j] = k * by;
            bool good = moved_step(s, h, start, d, end, up);
            d[j] = -k * by;
            if (!good || !moved_step(s, h, start, d, end, down))
                return false;
            for (int i = 0; i < FREEDOMS; i++)
                J[i][j] += weight[k - 1] * (up[i] - down[i]) / by;
        }
    return true;
}

/* W = [[-S(l), 1], [-1, 0]] with l = L/|L|: the form in these coordinates, by
 * |L|. */
static inline void form_at(const struct body_state *b, double size, double W[FREEDOMS][FREEDOMS])
{
    const double *L = b->x + AFTER_R;
    memset(W, 0, FREEDOMS * sizeof W[0]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        W[i][j] = L[k] / size;
        W[j][i] = -L[k] / size;
        W[i][3 + i] = 1;
        W[3 + i][i] = -1;
    }
}

/* The largest entry of J' W1 J - W0. */
static inline double form_defect(double J[FREEDOMS][FREEDOMS], double W1[FREEDOMS][FREEDOMS],
                                 double W0[FREEDOMS][FREEDOMS])
{
    double worst = 0;
    for (int i = 0; i < FREEDOMS; i++)
        for (int j = 0; j < FREEDOMS; j++) {
            double sum = -W0[i][j];
            for (int k = 0; k < FREEDOMS; k++)
                for (int l = 0; l < FREEDOMS; l++)
                    sum += J[k][i] * W1[k][l] * J[l][j];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static inline double symplectic_defect(const pol_stepper *s, double turn)
{
    struct body_state start = start_of(s), end = start;
    double J[FREEDOMS][FREEDOMS], W0[FREEDOMS][FREEDOMS], W1[FREEDOMS][FREEDOMS], w[3];
    s->omega(start.x, start.par, start.in, w);
    double h = turn / norm3(w), size = norm3(start.x + AFTER_R);
    bool good = !s->step_once(end.x, end.par, end.in, h) && step_jacobian(s, h, &start, &end, J);
    form_at(&start, size, W0);
    form_at(&end, size, W1);
    return good ? form_defect(J, W1, W0) : NAN;
}

#endif
