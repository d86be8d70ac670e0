/* SPDX-License-Identifier: MIT
 *
 * Rotation matrices from rotation vectors and from Euler angles, and back, in
 * plain C, for tests that need attitudes of their own.
 */
#ifndef POL_TURNS_H
#define POL_TURNS_H

#include <math.h>
#include <string.h>

#include "shelf/rotations.h"

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

/* The unit quaternion, scalar first and not negative: 4 q_k q for the largest
 * q_k, to length one.  (S. Shepperd, J. Guidance and Control 1 (1978) 223.) */
static inline void rotation_quaternion(const double R[9], double q[4])
{
    double a = R[0], b = R[4], d = R[8];
    double x = R[7] - R[5], y = R[2] - R[6], z = R[3] - R[1];
    double u = R[7] + R[5], v = R[2] + R[6], w = R[3] + R[1];
    const double p[4][4] = {{1 + a + b + d, x, y, z},
                            {x, 1 + a - b - d, w, v},
                            {y, w, 1 - a + b - d, u},
                            {z, v, u, 1 - a - b + d}};
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = p[i][i] > p[k][k] ? i : k;
    double size = hypot(hypot(p[k][0], p[k][1]), hypot(p[k][2], p[k][3]));
    for (int i = 0; i < 4; i++)
        q[i] = p[k][i] / (p[k][0] < 0 ? -size : size);
}

/* The rotation vector of length pi at most. */
static inline void rotation_log(const double R[9], double v[3])
{
    double q[4];
    rotation_quaternion(R, q);
    double s = rotation_length(q + 1), angle = 2 * atan2(s, q[0]);
    for (int i = 0; i < 3; i++)
        v[i] = s > 0 ? angle / s * q[i + 1] : 2 * q[i + 1];
}

/* E(a e_i) E(b e_j) E(c e_k), the axes as three letters, "xyz". */
static inline void rotation_euler(const char *axes, const double angle[3],
                                  double R[9])
{
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(R, one, sizeof one);
    for (int i = 0; i < 3; i++) {
        double v[3] = {0}, E[9], before[9];
        v[axes[i] - 'x'] = angle[i];
        rotation_exp(v, E);
        memcpy(before, R, sizeof before);
        multiply(before, E, R);
    }
}

/* How far from gimbal lock: |cos b|, or |sin b| for proper sets. */
static inline double rotation_unlocked(const char *axes, const double R[9])
{
    int i = axes[0] - 'x', j = axes[1] - 'x', k = axes[2] - 'x';
    if (i == k)
        return hypot(R[3 * j + i], R[3 * (3 - i - j) + i]);
    return hypot(R[3 * j + k], R[3 * k + k]);
}

/* |cos| of half the rotation's angle, exactly also near zero. */
static inline double rotation_half_cosine(const double R[9])
{
    double q[4];
    rotation_quaternion(R, q);
    return q[0];
}

#endif
