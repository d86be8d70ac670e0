/* SPDX-License-Identifier: MIT
 *
 * Equations of motion of (q, L) as 7 plain numbers, for the integrators that
 * know nothing of rotations: qdot = q (0, w)/2, Ldot = L x w + T.  Reads as C
 * and as C++; REAL is the number type.
 */
#ifndef BENCH_RATES_H
#define BENCH_RATES_H

#include "peers.h"

#ifndef REAL
#define REAL double
#endif

static inline void rate_of(const REAL *x, const REAL w[3], const REAL T[3], REAL *dx)
{
    const REAL a = w[0] / 2, b = w[1] / 2, c = w[2] / 2;
    dx[0] = -(x[1] * a + x[2] * b + x[3] * c);
    dx[1] = x[0] * a + x[2] * c - x[3] * b;
    dx[2] = x[0] * b + x[3] * a - x[1] * c;
    dx[3] = x[0] * c + x[1] * b - x[2] * a;
    dx[4] = x[5] * w[2] - x[6] * w[1] + T[0];
    dx[5] = x[6] * w[0] - x[4] * w[2] + T[1];
    dx[6] = x[4] * w[1] - x[5] * w[0] + T[2];
}

/* R (by rows) of a quaternion that need not be of unit length. */
static inline void quaternion_rotation(const REAL q[4], REAL R[9])
{
    const REAL a = q[0], b = q[1], c = q[2], d = q[3];
    const REAL s = 2 / (a * a + b * b + c * c + d * d);
    const REAL S[9] = {1 - s * (c * c + d * d), s * (b * c - a * d),     s * (b * d + a * c),
                       s * (b * c + a * d),     1 - s * (b * b + d * d), s * (c * d - a * b),
                       s * (b * d - a * c),     s * (c * d + a * b),     1 - s * (b * b + c * c)};
    for (int i = 0; i < 9; i++)
        R[i] = S[i];
}

/* g = R' e3, the vertical of space seen by the body. */
static inline void vertical(const REAL *x, REAL g[3])
{
    g[0] = 2 * (x[1] * x[3] - x[0] * x[2]);
    g[1] = 2 * (x[2] * x[3] + x[0] * x[1]);
    g[2] = x[0] * x[0] - x[1] * x[1] - x[2] * x[2] + x[3] * x[3];
}

static inline void free_rate(const REAL *x, REAL *dx)
{
    const REAL w[3] = {x[4] * (1 / (REAL)0.9144L), x[5] * (1 / (REAL)1.098L),
                       x[6] * (1 / (REAL)1.66L)};
    const REAL T[3] = {0, 0, 0};
    rate_of(x, w, T, dx);
}

/* J = (5, 5, 1), T = 20 g x e3. */
static inline void top_rate(const REAL *x, REAL *dx)
{
    const REAL w[3] = {x[4] * (REAL)0.2L, x[5] * (REAL)0.2L, x[6]};
    REAL g[3];
    vertical(x, g);
    const REAL T[3] = {20 * g[1], -20 * g[0], 0};
    rate_of(x, w, T, dx);
}

/* J = (17, 37, 54) 10^3, T = K g x J g, K = 3 mu / r^3. */
static inline void satellite_rate(const REAL *x, REAL *dx)
{
    const REAL K = 3 * (REAL)3.986e14L / (REAL)3.375e15L;
    const REAL w[3] = {x[4] * (1 / (REAL)17000), x[5] * (1 / (REAL)37000),
                       x[6] * (1 / (REAL)54000)};
    REAL g[3];
    vertical(x, g);
    const REAL T[3] = {K * 17000 * g[1] * g[2], K * -37000 * g[2] * g[0], K * 20000 * g[0] * g[1]};
    rate_of(x, w, T, dx);
}

/* J = (2, 3, 4.5), T = (0.01 d^-11 - d^-2) g x e3, d = 1.1 + g3. */
static inline void wall_rate(const REAL *x, REAL *dx)
{
    const REAL w[3] = {x[4] / 2, x[5] * (1 / (REAL)3), x[6] * (1 / (REAL)4.5L)};
    REAL g[3];
    vertical(x, g);
    const REAL r = 1 / ((REAL)1.1L + g[2]), r2 = r * r, r4 = r2 * r2;
    const REAL f = r2 * ((REAL)0.01L * (r4 * r4 * r) - 1);
    const REAL T[3] = {f * g[1], -(f * g[0]), 0};
    rate_of(x, w, T, dx);
}

static inline __attribute__((always_inline)) void problem_rate(enum problem p, const REAL *x,
                                                               REAL *dx)
{
    return p == P1_FREE        ? free_rate(x, dx)
           : p == P2_TOP       ? top_rate(x, dx)
           : p == P3_SATELLITE ? satellite_rate(x, dx)
                               : wall_rate(x, dx);
}

#endif
