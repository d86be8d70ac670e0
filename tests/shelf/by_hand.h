/* SPDX-License-Identifier: MIT
 *
 * Bodies of specs/ and their equations written out in plain C, for steps that
 * are done by hand.
 */
#ifndef POL_BY_HAND_H
#define POL_BY_HAND_H

#include "shelf/axioms.h"

struct body {
    const char *spec;
    double J[3];
    double c[3];   /* torque g x c, g the vertical in the body */
    double tensor; /* torque tensor * g x (J g) */
    double h;
};

struct top {
    double R[9], q[4], w[3]; /* q: of steps on quaternions */
};

static inline void cross3(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] =
            a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static inline double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The rate of the rotation vector psi, or of Cayley's, at the rate w of the
 * body: w + psi x w/2 and a part of second order. */
static inline void tangent(bool cay, const double *psi, const double *w,
                           double *out)
{
    double first[3], second[3], y = dot3(psi, psi), angle = sqrt(y);
    cross3(psi, w, first);
    cross3(psi, first, second);
    /* (1 - angle/2 cot(angle/2)) / angle^2, for a small angle its series */
    double d = angle < 0.1 ? 1 / 12. + y / 720 + y * y / 30240
                           : (1 - angle / 2 / tan(angle / 2)) / y;
    for (int i = 0; i < 3; i++)
        out[i] = w[i] + first[i] / 2 +
                 (cay ? psi[i] * dot3(psi, w) / 4 : d * second[i]);
}

/* J^-1 (J w x w + T) */
static inline void euler_equations(const struct body *b, const double *R,
                                   const double *w, double *out)
{
    double Jw[3], lever[3], gyro[3], torque[3];
    const double *g = &R[6];
    for (int i = 0; i < 3; i++) {
        Jw[i] = b->J[i] * w[i];
        lever[i] = b->c[i] + b->tensor * b->J[i] * g[i];
    }
    cross3(Jw, w, gyro);
    cross3(g, lever, torque);
    for (int i = 0; i < 3; i++)
        out[i] = (gyro[i] + torque[i]) / b->J[i];
}

static const struct body BODIES[] = {
    {"heavy_top", {15.234375, 0.46875, 15.234375}, {0, 147.15, 0}, 0, 0.002},
    {"fast_top", {5, 5, 1}, {0, 0, 20}, 0, 0.01},
    {"satellite",
     {17000, 37000, 54000},
     {0, 0, 0},
     3 * 3.986e14 / (1.5e5 * 1.5e5 * 1.5e5),
     0.01},
};

/* R of a unit quaternion, scalar first. */
static inline void matrix_of(const double *q, double *R)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const double *v = q + 1;
        R[4 * i] = 1 - 2 * (v[j] * v[j] + v[k] * v[k]);
        R[3 * i + j] = 2 * (v[i] * v[j] - q[0] * v[k]);
        R[3 * i + k] = 2 * (v[i] * v[k] + q[0] * v[j]);
    }
}

static inline void quaternion_product(const double *a, const double *b,
                                      double *out)
{
    cross3(a + 1, b + 1, out + 1);
    for (int i = 1; i < 4; i++)
        out[i] += a[0] * b[i] + b[0] * a[i];
    out[0] = a[0] * b[0] - dot3(a + 1, b + 1);
}

static inline struct top top_of(const pol_stepper *s)
{
    struct top top = {.q = {1}};
    struct body_state b = start_of(s);
    if (strcmp(s->attitude, "quaternion") == 0)
        memcpy(top.q, b.x, sizeof top.q);
    s->rotation(b.x, top.R);
    s->omega(b.x, b.par, b.in, top.w);
    return top;
}

/* The largest difference in R, and in w relative to its size. */
static inline double difference(const pol_stepper *s, const double *x,
                                const struct top *top)
{
    double R[9], w[3], worst = 0;
    s->rotation(x, R);
    s->omega(x, NULL, NULL, w);
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(R[i] - top->R[i]));
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(w[i] - top->w[i]) / norm3(top->w));
    return isfinite(R[0] + w[0]) ? worst : INFINITY;
}

#endif
