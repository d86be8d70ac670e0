/* SPDX-License-Identifier: MIT
 *
 * Elliptic functions of real arguments, for the exact motion of a free rigid
 * body.  C99 with sqrt, sin, cos, atan, tanh and cosh of libm.  Each block
 * between markers needs no other: emitted code contains only those it uses.
 *
 * Jacobi's functions: the arithmetic-geometric mean a_n, b_n, c_n that starts
 * from 1, sqrt(m1), sqrt(m) leads, by Gauss' descending transformation, from
 * the parameter m to one that is zero to round-off, where sn and cn are sine
 * and cosine (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions,
 * sections 16.12 and 17.6; C. Jacobi, Fundamenta nova, 1829).  On the way back
 * all sums have positive terms, and the square of sn corrects cn: no digit is
 * lost near m1 = 0, and no inverse function is needed.  m1 = 1 - m is a
 * separate argument, because 1 - m loses its digits near m = 1.  Measured
 * against 320 bits: errors within (5 + 3 |u|) eps, eps = 2^-53 and 2^-24, and
 * if |u| <= 1 relative errors within 12 eps.
 *
 * The integral of the third kind: Landen's descending transformation (NIST
 * Digital Library of Mathematical Functions, 19.8.14; it doubles amplitudes),
 *     2 (k^2 - n) PI(u, n) = (w - n)/(1 + k') PI(u1, n1) + k^2 u
 *                            + A atan(A sn cn/dn),
 *     w = (k^2 - n)/(1 - n),  A^2 = -n w,  n1 = -(A/(1 + k'))^2,
 *     u1 = (1 + k') u,  sn1 = (1 + k') sn cn/dn,
 * on the same means, upwards.  Each sweep halves the errors of later ones.  All
 * terms that grow with u are positive, those of PI - u negative, so that
 * neither suffers from cancellation.  No amplitude is needed, so that no cases
 * of periods arise.  Measured: PI within 20 eps of |PI| + |u|/(1 - n), PI - u
 * within 20 eps of |n u|/(1 - n).
 */
#ifndef POL_ELLIPTIC_H
#define POL_ELLIPTIC_H

#include <math.h>

/* begin jacobi */
/* Jacobi's sn, cn and dn of u for the parameter m in [0, 1], m1 = 1 - m.  At
 * most 16 sweeps; NaN if u is not finite or an argument is NaN. */
static inline void pol_jacobi(double u, double m, double m1, double *sn,
                              double *cn, double *dn)
{
    double a[17], b[17], c[17], square = m, s, x, d;
    int n = 0;
    if (m1 <= 0.0) {
        *sn = tanh(u);
        *cn = 1.0 / cosh(u);
        *dn = *cn;
        return;
    }
    a[0] = 1.0;
    b[0] = sqrt(m1);
    while (n < 16 && !(square <= 1e-16 * a[n] * a[n])) {
        a[n + 1] = 0.5 * (a[n] + b[n]);
        b[n + 1] = sqrt(a[n] * b[n]);
        c[n + 1] = 0.25 * square / a[n + 1];
        n++;
        square = c[n] * c[n];
    }
    s = sin(a[n] * u);
    x = cos(a[n] * u);
    d = 1.0;
    while (n > 0) {
        const double x2 = x * x, part = 1.0 / (a[n] + c[n] * (s * s));
        x = a[n] * x * d * part;
        d = (b[n - 1] + c[n] * x2) * part;
        s = a[n - 1] * s * part;
        x += 0.5 * x * (1.0 - s * s - x * x);
        n--;
    }
    *sn = s;
    *cn = x;
    *dn = d;
}
/* end jacobi */

/* begin jacobif */
/* Jacobi's sn, cn and dn of u for the parameter m in [0, 1], m1 = 1 - m.  At
 * most 12 sweeps; NaN if u is not finite or an argument is NaN. */
static inline void pol_jacobif(float u, float m, float m1, float *sn, float *cn,
                               float *dn)
{
    float a[13], b[13], c[13], square = m, s, x, d;
    int n = 0;
    if (m1 <= 0.0f) {
        *sn = tanhf(u);
        *cn = 1.0f / coshf(u);
        *dn = *cn;
        return;
    }
    a[0] = 1.0f;
    b[0] = sqrtf(m1);
    while (n < 12 && !(square <= 3e-8f * a[n] * a[n])) {
        a[n + 1] = 0.5f * (a[n] + b[n]);
        b[n + 1] = sqrtf(a[n] * b[n]);
        c[n + 1] = 0.25f * square / a[n + 1];
        n++;
        square = c[n] * c[n];
    }
    s = sinf(a[n] * u);
    x = cosf(a[n] * u);
    d = 1.0f;
    while (n > 0) {
        const float x2 = x * x, part = 1.0f / (a[n] + c[n] * (s * s));
        x = a[n] * x * d * part;
        d = (b[n - 1] + c[n] * x2) * part;
        s = a[n - 1] * s * part;
        x += 0.5f * x * (1.0f - s * s - x * x);
        n--;
    }
    *sn = s;
    *cn = x;
    *dn = d;
}
/* end jacobif */

/* begin jacobi_pi */
/* Computes sn, cn, dn and their means a, b, c; returns the number of sweeps. */
static inline int pol_jacobi_pi_means(double u, double m, double m1,
                                      double a[17], double b[17], double c[17],
                                      double *sn, double *cn, double *dn)
{
    double square = m, s, x, d = 1.0;
    int last = 0, i;
    a[0] = 1.0;
    b[0] = sqrt(m1);
    while (last < 16 && !(square <= 1e-16 * a[last] * a[last])) {
        a[last + 1] = 0.5 * (a[last] + b[last]);
        b[last + 1] = sqrt(a[last] * b[last]);
        c[last + 1] = 0.25 * square / a[last + 1];
        last++;
        square = c[last] * c[last];
    }
    s = sin(a[last] * u);
    x = cos(a[last] * u);
    for (i = last; i > 0; i--) {
        const double x2 = x * x, part = 1.0 / (a[i] + c[i] * (s * s));
        x = a[i] * x * d * part;
        d = (b[i - 1] + c[i] * x2) * part;
        s = a[i - 1] * s * part;
        x += 0.5 * x * (1.0 - s * s - x * x);
    }
    *sn = s;
    *cn = x;
    *dn = d;
    return last;
}

/* The same as below for m1 = 0. */
static inline void pol_jacobi_pi_one(double u, double n, double *sn, double *cn,
                                     double *dn, double *pi, double *less)
{
    const double s = tanh(u), x = 1.0 / cosh(u), r = sqrt(-n);
    const double t = r * atan(r * s);
    *sn = s;
    *cn = x;
    *dn = x;
    *pi = (u + t) / (1.0 - n);
    *less = (n * u + t) / (1.0 - n);
}

/* Jacobi's sn, cn and dn of u for the parameter m in [0, 1], m1 = 1 - m, and
 * the elliptic integral of the third kind with n <= 0: *pi is the integral of
 * 1/(1 - n sn^2) from 0 to u, *less is *pi - u, without cancellation.  At
 * most 16 sweeps; NaN if u is not finite or an argument is NaN. */
static inline void pol_jacobi_pi(double u, double m, double m1, double n,
                                 double *sn, double *cn, double *dn, double *pi,
                                 double *less)
{
    double a[17], b[17], c[17], square = m, s, x, d, weight = 1.0, r, t;
    int last, i;
    if (m1 <= 0.0) {
        pol_jacobi_pi_one(u, n, sn, cn, dn, pi, less);
        return;
    }
    last = pol_jacobi_pi_means(u, m, m1, a, b, c, &s, &x, &d);
    *sn = s;
    *cn = x;
    *dn = d;
    *pi = 0.0;
    *less = 0.0;
    for (i = 0; i < last; i++) {
        const double k1 = b[i] / a[i], more = 1.0 + k1;
        const double omega = (square - n) / (1.0 - n), a2 = -n * omega;
        const double part = weight / (2.0 * (square - n));
        r = sqrt(a2);
        t = s * x / d;
        r *= atan(r * t);
        *pi += part * (r + square * u);
        *less += part * (r - a2 * u);
        weight = part * (omega - n) / more;
        n = -a2 / (more * more);
        u *= more;
        r = x * x;
        x = (r - k1 * (s * s)) / d;
        d = (r + k1 * (s * s)) / d;
        s = more * t;
        r = c[i + 1] / a[i + 1];
        square = r * r;
    }
    r = sqrt(1.0 - n);
    d = -n / (1.0 + r);
    t = atan(d * s * x / (x * x + r * (s * s)));
    *pi += weight * (u + t) / r;
    *less += weight * (t - d * u) / r;
}
/* end jacobi_pi */

/* begin jacobi_pif */
/* Computes sn, cn, dn and their means a, b, c; returns the number of sweeps. */
static inline int pol_jacobi_pi_meansf(float u, float m, float m1, float a[13],
                                       float b[13], float c[13], float *sn,
                                       float *cn, float *dn)
{
    float square = m, s, x, d = 1.0f;
    int last = 0, i;
    a[0] = 1.0f;
    b[0] = sqrtf(m1);
    while (last < 12 && !(square <= 3e-8f * a[last] * a[last])) {
        a[last + 1] = 0.5f * (a[last] + b[last]);
        b[last + 1] = sqrtf(a[last] * b[last]);
        c[last + 1] = 0.25f * square / a[last + 1];
        last++;
        square = c[last] * c[last];
    }
    s = sinf(a[last] * u);
    x = cosf(a[last] * u);
    for (i = last; i > 0; i--) {
        const float x2 = x * x, part = 1.0f / (a[i] + c[i] * (s * s));
        x = a[i] * x * d * part;
        d = (b[i - 1] + c[i] * x2) * part;
        s = a[i - 1] * s * part;
        x += 0.5f * x * (1.0f - s * s - x * x);
    }
    *sn = s;
    *cn = x;
    *dn = d;
    return last;
}

/* The same as below for m1 = 0. */
static inline void pol_jacobi_pi_onef(float u, float n, float *sn, float *cn,
                                      float *dn, float *pi, float *less)
{
    const float s = tanhf(u), x = 1.0f / coshf(u), r = sqrtf(-n);
    const float t = r * atanf(r * s);
    *sn = s;
    *cn = x;
    *dn = x;
    *pi = (u + t) / (1.0f - n);
    *less = (n * u + t) / (1.0f - n);
}

/* Jacobi's sn, cn and dn of u for the parameter m in [0, 1], m1 = 1 - m, and
 * the elliptic integral of the third kind with n <= 0: *pi is the integral of
 * 1/(1 - n sn^2) from 0 to u, *less is *pi - u, without cancellation.  At
 * most 12 sweeps; NaN if u is not finite or an argument is NaN. */
static inline void pol_jacobi_pif(float u, float m, float m1, float n,
                                  float *sn, float *cn, float *dn, float *pi,
                                  float *less)
{
    float a[13], b[13], c[13], square = m, s, x, d, weight = 1.0f, r, t;
    int last, i;
    if (m1 <= 0.0f) {
        pol_jacobi_pi_onef(u, n, sn, cn, dn, pi, less);
        return;
    }
    last = pol_jacobi_pi_meansf(u, m, m1, a, b, c, &s, &x, &d);
    *sn = s;
    *cn = x;
    *dn = d;
    *pi = 0.0f;
    *less = 0.0f;
    for (i = 0; i < last; i++) {
        const float k1 = b[i] / a[i], more = 1.0f + k1;
        const float omega = (square - n) / (1.0f - n), a2 = -n * omega;
        const float part = weight / (2.0f * (square - n));
        r = sqrtf(a2);
        t = s * x / d;
        r *= atanf(r * t);
        *pi += part * (r + square * u);
        *less += part * (r - a2 * u);
        weight = part * (omega - n) / more;
        n = -a2 / (more * more);
        u *= more;
        r = x * x;
        x = (r - k1 * (s * s)) / d;
        d = (r + k1 * (s * s)) / d;
        s = more * t;
        r = c[i + 1] / a[i + 1];
        square = r * r;
    }
    r = sqrtf(1.0f - n);
    d = -n / (1.0f + r);
    t = atanf(d * s * x / (x * x + r * (s * s)));
    *pi += weight * (u + t) / r;
    *less += weight * (t - d * u) / r;
}
/* end jacobi_pif */

#endif
