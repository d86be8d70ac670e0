/* SPDX-License-Identifier: MIT
 *
 * The classical Runge-Kutta stepper on the 7 numbers (q, L), in plain C.
 */
#include "peers.h"
#include "rates.h"

#define INLINE static inline __attribute__((always_inline))

INLINE void step(enum problem p, double *x, double h)
{
    double y[7], k1[7], k2[7], k3[7], k4[7];
    problem_rate(p, x, k1);
    for (int i = 0; i < 7; i++)
        y[i] = x[i] + h / 2 * k1[i];
    problem_rate(p, y, k2);
    for (int i = 0; i < 7; i++)
        y[i] = x[i] + h / 2 * k2[i];
    problem_rate(p, y, k3);
    for (int i = 0; i < 7; i++)
        y[i] = x[i] + h * k3[i];
    problem_rate(p, y, k4);
    for (int i = 0; i < 7; i++)
        x[i] += h / 6 * (k1[i] + k4[i] + 2 * (k2[i] + k3[i]));
}

INLINE int run(enum problem p, double *x, double h, long n)
{
    double y[7];
    for (int i = 0; i < 7; i++)
        y[i] = x[i];
    while (n-- > 0)
        step(p, y, h);
    for (int i = 0; i < 7; i++)
        x[i] = y[i];
    return 0;
}

int hand_rk4_run(enum problem p, double *x, double h, long n)
{
#define RUN(p) run(p, x, h, n)
    return BY_PROBLEM(p, RUN);
}
