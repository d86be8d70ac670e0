/* SPDX-License-Identifier: MIT
 *
 * Rotation matrices for tests: random ones, such that lie near where some
 * parameters of rotations do not exist, and those of rotation vectors.
 */
#ifndef POL_ROTATIONS_H
#define POL_ROTATIONS_H

#include "check.h"

/* Uniform in [-1, 1], always the same sequence. */
static inline double sample(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

static inline void sample3(uint64_t *seed, double size, double v[3])
{
    for (int i = 0; i < 3; i++)
        v[i] = size * sample(seed);
}

/* Unit quaternions, scalar first, finer than what is tested. */
struct fine {
    long double q[4];
};

static inline struct fine fine_unit(const long double q[4])
{
    struct fine u;
    long double size = sqrtl(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        u.q[i] = q[i] / size;
    return u;
}

static inline struct fine fine_product(struct fine a, struct fine b)
{
    const long double *p = a.q, *q = b.q;
    return (struct fine){{p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                          p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                          p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]}};
}

/* By an angle about an axis of any length. */
static inline struct fine fine_turn(const double axis[3], long double angle)
{
    long double size = sqrtl((long double)axis[0] * axis[0] + (long double)axis[1] * axis[1] +
                             (long double)axis[2] * axis[2]);
    long double s = sinl(angle / 2) / size;
    return (struct fine){{cosl(angle / 2), s * axis[0], s * axis[1], s * axis[2]}};
}

static inline void fine_rows(struct fine u, double R[9])
{
    const long double *q = u.q;
    for (int i = 0; i < 9; i++) {
        int a = i / 3, b = i % 3, c = 3 - a - b;
        long double x = q[a + 1] * q[b + 1] * 2;
        if (a == b)
            x += 2 * q[0] * q[0] - 1;
        else
            x += 2 * q[0] * q[c + 1] * ((b - a + 3) % 3 == 1 ? -1 : 1);
        R[i] = (double)x;
    }
}

static inline struct fine fine_random(uint64_t *seed)
{
    long double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = sample(seed);
    return fine_unit(q);
}

/* ---- many of them ---- */

struct rotations {
    int n;
    double (*R)[9];
};

static inline struct rotations rotations_random(int n, uint64_t seed)
{
    struct rotations all = {n, malloc((size_t)n * sizeof *all.R)};
    assert_non_null(all.R);
    for (int i = 0; i < n; i++)
        fine_rows(fine_random(&seed), all.R[i]);
    return all;
}

enum { NEAR_KINDS = 20, NEAR_DISTANCES = 17 };

/* Takes axis b to axis a, or to its opposite, by a quarter or half turn. */
static inline struct fine axis_to_axis(int a, int b, int sign)
{
    const long double pi = acosl(-1.0L);
    double axis[3] = {0};
    if (a == b) {
        axis[(a + 1) % 3] = 1;
        return fine_turn(axis, sign > 0 ? 0 : pi);
    }
    axis[3 - a - b] = (a - b + 3) % 3 == 1 ? sign : -sign;
    return fine_turn(axis, pi / 2);
}

/* Kinds 0 to 17: takes axis b to axis a or to its opposite, where some set of
 * Euler angles is locked; 18: no rotation at all; 19: half a turn. */
static inline struct fine singular(int kind, uint64_t *seed)
{
    const long double pi = acosl(-1.0L);
    double axis[3];
    sample3(seed, 1, axis);
    if (kind >= 18)
        return fine_turn(axis, kind == 18 ? 0 : pi);
    int a = kind / 2 / 3, b = kind / 2 % 3;
    double along[3] = {a == 0, a == 1, a == 2};
    long double angle = pi * sample(seed);
    if (sample(seed) < 0) /* often one that has zeros in its matrix */
        angle = roundl(2 * angle / pi) * pi / 2;
    return fine_product(fine_turn(along, angle), axis_to_axis(a, b, kind % 2 ? -1 : 1));
}

/* What is zero but for rounding becomes 0 or -0. */
static inline void make_zeros(double R[9], uint64_t *seed)
{
    for (int i = 0; i < 9; i++) {
        if (fabs(R[i]) < 1e-17)
            R[i] = sample(seed) < 0 ? -0.0 : 0.0;
        else if (fabs(fabs(R[i]) - 1) < 1e-17)
            R[i] = copysign(1, R[i]);
    }
}

/* At distances 0, 1e-1, ... 1e-16 in turn. */
static inline struct rotations rotations_near(int n, uint64_t seed)
{
    struct rotations all = {n, malloc((size_t)n * sizeof *all.R)};
    assert_non_null(all.R);
    for (int i = 0; i < n; i++) {
        int away = i / NEAR_KINDS % NEAR_DISTANCES;
        double axis[3];
        sample3(&seed, 1, axis);
        struct fine at = singular(i % NEAR_KINDS, &seed);
        struct fine off = fine_turn(axis, away ? powl(10, -away) : 0);
        fine_rows(fine_product(at, off), all.R[i]);
        make_zeros(all.R[i], &seed);
    }
    return all;
}

static inline void rotations_free(struct rotations *all)
{
    free(all->R);
    *all = (struct rotations){0, NULL};
}

/* ---- matrices ---- */

/* A' B */
static inline void multiply_t(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 9; i++) {
        C[i] = 0;
        for (int j = 0; j < 3; j++)
            C[i] += A[3 * j + i / 3] * B[3 * j + i % 3];
    }
}

static inline void multiply(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 9; i++) {
        C[i] = 0;
        for (int j = 0; j < 3; j++)
            C[i] += A[i / 3 * 3 + j] * B[3 * j + i % 3];
    }
}

/* NaN counts as far away. */
static inline double largest_difference(const double *a, const double *b, int n)
{
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double d = fabs(a[i] - b[i]);
        worst = d <= worst ? worst : isnan(d) ? INFINITY : d;
    }
    return worst;
}

static inline double off_identity(const double M[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    return largest_difference(M, one, 9);
}

static inline double rotation_length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* A rotation vector's matrix: 1 + sin a S(n) + (1 - cos a) S(n)^2 */
static inline void rotation_exp(const double v[3], double R[9])
{
    double a = rotation_length(v), n[3] = {1, 0, 0};
    for (int i = 0; i < 3 && a > 0; i++)
        n[i] = v[i] / a;
    double s = sin(a), t = 2 * sin(a / 2) * sin(a / 2);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[3 * i + j] = t * n[i] * n[j] + (i == j ? 1 - t : 0);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        R[3 * j + k] -= s * n[i];
        R[3 * k + j] += s * n[i];
    }
}

/* J of these moments, turned by the Rodrigues parameters v. */
static inline void full_inertia(const double m[3], const double v[3], double *J)
{
    double s[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0}, q[9];
    double n = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    for (int i = 0; i < 9; i++) { /* Cayley's rotation */
        double vv = v[i / 3] * v[i % 3];
        q[i] = ((i % 4 ? 0 : 1 - n) + 2 * vv + 2 * s[i]) / (1 + n);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += q[3 * i + k] * m[k] * q[3 * j + k];
            J[3 * i + j] = J[3 * j + i] = sum;
        }
}

#endif
