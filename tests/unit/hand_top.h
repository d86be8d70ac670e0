/* SPDX-License-Identifier: MIT
 *
 * Steppers of the fast Lagrangian top written by hand, behind the same
 * descriptor as emitted ones: Euler, midpoint, classical Runge-Kutta, and
 * extrapolation of order 8, all on (quaternion, body momentum).
 *
 * J = diag(5, 5, 1); torque g x (0, 0, c) with g = R' e3 and c = par[0]; the
 * input is a torque in the body frame.  State: q, L, t, rounding rest of t.
 */
#ifndef POL_HAND_TOP_H
#define POL_HAND_TOP_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "runtime/pol_stepper.h"

enum { TOP_STATE = 9, TOP_MOVING = 7 };

static inline void top_start(double *x, double *par)
{
    const double start[TOP_STATE] = {cos(0.15), sin(0.15), 0, 0, 0, 0, 50};
    memcpy(x, start, sizeof start);
    par[0] = 20;
}

static inline void top_omega(const double *x, const double *par,
                             const double *in, double w[3])
{
    (void)par;
    (void)in;
    w[0] = x[4] / 5;
    w[1] = x[5] / 5;
    w[2] = x[6];
}

static inline void top_momentum(const double *x, double L[3])
{
    memcpy(L, x + 4, 3 * sizeof *L);
}

static inline void top_rotation(const double *x, double R[9])
{
    const double a = x[0], b = x[1], c = x[2], d = x[3];
    const double rows[9] = {a * a + b * b - c * c - d * d, 2 * (b * c - a * d),
                            2 * (b * d + a * c),           2 * (b * c + a * d),
                            a * a - b * b + c * c - d * d, 2 * (c * d - a * b),
                            2 * (b * d - a * c),           2 * (c * d + a * b),
                            a * a - b * b - c * c + d * d};
    memcpy(R, rows, sizeof rows);
}

static inline double top_time(const double *x)
{
    return x[7];
}

static inline double top_energy(const double *x, const double *par,
                                const double *in)
{
    double w[3], R[9];
    top_omega(x, par, in, w);
    top_rotation(x, R);
    return 0.5 * (x[4] * w[0] + x[5] * w[1] + x[6] * w[2]) + par[0] * R[8];
}

/* Watched: momentum about the axis, and about the vertical. */
static inline void top_keep(const double *x, const double *par,
                            const double *in, double *keep)
{
    double R[9];
    (void)par;
    (void)in;
    top_rotation(x, R);
    keep[0] = x[6];
    keep[1] = R[6] * x[4] + R[7] * x[5] + R[8] * x[6];
}

static inline void top_rate(const double *x, const double *par,
                            const double *in, double *f)
{
    double w[3], R[9];
    top_omega(x, par, in, w);
    top_rotation(x, R);
    f[0] = 0.5 * (-x[1] * w[0] - x[2] * w[1] - x[3] * w[2]);
    f[1] = 0.5 * (x[0] * w[0] + x[2] * w[2] - x[3] * w[1]);
    f[2] = 0.5 * (x[0] * w[1] + x[3] * w[0] - x[1] * w[2]);
    f[3] = 0.5 * (x[0] * w[2] + x[1] * w[1] - x[2] * w[0]);
    f[4] = x[5] * w[2] - x[6] * w[1] + par[0] * R[7] + in[0];
    f[5] = x[6] * w[0] - x[4] * w[2] - par[0] * R[6] + in[1];
    f[6] = x[4] * w[1] - x[5] * w[0] + in[2];
}

/* out = x + h f */
static inline void top_move(const double *x, double h, const double *f,
                            double *out)
{
    for (int i = 0; i < TOP_MOVING; i++)
        out[i] = x[i] + h * f[i];
}

static inline void top_tick(double *x, double h)
{
    const double add = h + x[8], t = x[7] + add;
    x[8] = add - (t - x[7]);
    x[7] = t;
}

static inline int top_euler(double *x, const double *par, const double *in,
                            double h)
{
    double f[TOP_MOVING];
    top_rate(x, par, in, f);
    top_move(x, h, f, x);
    top_tick(x, h);
    return POL_STEP_OK;
}

static inline int top_midpoint(double *x, const double *par, const double *in,
                               double h)
{
    double f[TOP_MOVING], y[TOP_MOVING];
    top_rate(x, par, in, f);
    top_move(x, h / 2, f, y);
    top_rate(y, par, in, f);
    top_move(x, h, f, x);
    top_tick(x, h);
    return POL_STEP_OK;
}

static inline int top_kutta(double *x, const double *par, const double *in,
                            double h)
{
    const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double f[TOP_MOVING] = {0}, y[TOP_MOVING], sum[TOP_MOVING] = {0};
    for (int s = 0; s < 4; s++) {
        top_move(x, at[s] * h, f, y);
        top_rate(y, par, in, f);
        top_move(sum, weight[s], f, sum);
    }
    top_move(x, h / 6, sum, x);
    top_tick(x, h);
    return POL_STEP_OK;
}

/* n substeps of the modified midpoint rule (Gragg), as a change of x. */
static inline void top_gragg(const double *x, const double *par,
                             const double *in, double h, int n, double *change)
{
    double f[TOP_MOVING], a[TOP_MOVING], b[TOP_MOVING];
    memcpy(a, x, sizeof a);
    top_rate(a, par, in, f);
    top_move(a, h / n, f, b);
    for (int i = 1; i < n; i++) {
        double next[TOP_MOVING];
        top_rate(b, par, in, f);
        top_move(a, 2 * h / n, f, next);
        memcpy(a, b, sizeof a);
        memcpy(b, next, sizeof b);
    }
    top_rate(b, par, in, f);
    for (int i = 0; i < TOP_MOVING; i++)
        change[i] = 0.5 * (a[i] - x[i] + (b[i] - x[i]) + h / n * f[i]);
}

/* Extrapolated from 2, 4, 6, 8 substeps: order 8. */
static inline int top_extrapolated(double *x, const double *par,
                                   const double *in, double h)
{
    double column[4][TOP_MOVING];
    for (int k = 0; k < 4; k++)
        top_gragg(x, par, in, h, 2 * k + 2, column[k]);
    for (int m = 1; m < 4; m++)
        for (int k = 3; k >= m; k--) {
            const double ratio = (k + 1.0) / (k + 1.0 - m);
            const double factor = 1 / (ratio * ratio - 1);
            for (int i = 0; i < TOP_MOVING; i++)
                column[k][i] += factor * (column[k][i] - column[k - 1][i]);
        }
    top_move(x, 1, column[3], x);
    top_tick(x, h);
    return POL_STEP_OK;
}

static const char *const TOP_KEEPS[] = {"spin", "lift"};

static inline int leaves_the_numbers(double *x, const double *par,
                                     const double *in, double h)
{
    x[4] = NAN;
    return top_kutta(x, par, in, h);
}

static const pol_state_part TOP_PARTS[] = {
    {"q", "1", "body to space", POL_ATTITUDE, 0, 4},
    {"L", "N m s", "body", POL_MOMENTUM, 4, 3}};

/* The top by one of the steps above; without `run`, which may be missing. */
static inline pol_stepper top_stepper(const char *method, int order,
                                      int (*step)(double *, const double *,
                                                  const double *, double))
{
    const pol_stepper s = {.abi = POL_STEPPER_ABI,
                           .name = "fast_top",
                           .method = method,
                           .attitude = "quaternion",
                           .map = "none",
                           .source = "by hand",
                           .order = order,
                           .state = TOP_STATE,
                           .par = 1,
                           .input = 3,
                           .kept = 2,
                           .keep_name = TOP_KEEPS,
                           .step = 1e-3,
                           .until = 1,
                           .start = top_start,
                           .step_once = step,
                           .rotation = top_rotation,
                           .momentum = top_momentum,
                           .omega = top_omega,
                           .time = top_time,
                           .energy = top_energy,
                           .keep = top_keep,
                           .part = TOP_PARTS,
                           .parts = 2};
    return s;
}

#endif
