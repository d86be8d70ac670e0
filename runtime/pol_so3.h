/* SPDX-License-Identifier: MIT
 *
 * Stumpff functions c_k(y) = sum over i of (-y)^i/(k + 2i)!, the smooth
 * coefficients of rotation: c_0 = cos x, c_1 = sin x/x, c_2 = (1 - cos x)/x^2,
 * c_3 = (x - sin x)/x^3 and so on at y = x^2.  C99 without libm.  Each block
 * between markers needs no other: emitted code contains only those it uses.
 *
 * Near (y <= pi^2/4): minimax polynomials.  The highest even and odd function
 * are sums of pairs (a - b y) by Horner's rule in y^2, which has half the
 * latency of Horner's rule in y for one more product.  The lower ones are
 * c_k = 1/k! - y c_{k+2}; for small rotations only this rounding near 1 counts.
 * Coefficients by Remez' exchange in 50 digits on [0, pi^2/4], relative error
 * (c_0 by that of c_2, so that small rotations have no bias: c_0^2 + y c_1^2
 * stays 1).  The constant one is 1/k! rounded; then each in turn is rounded and
 * the rest fitted again.  Measured against 320 bits: c_0 within 1.9 eps (eps =
 * 2^-53, 2^-24), c_1 to c_5 within 1.7 units in the last place.  (For float,
 * one degree less in c_0 would cost 1 eps, but as a bias, which adds up in
 * repeated rotations.)
 *
 * Larger y: within 4 eps y^(1/2), the effect of a relative error of a few eps
 * in y.
 */
#ifndef POL_SO3_H
#define POL_SO3_H

/* begin c01 */
/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void pol_c01_near(double y, double *c0, double *c1)
{
    const double y2 = y * y;
    double a = 1.1464742915176622e-11 - y * 4.628182535294485e-14;
    double b = 7.643019293799698e-13 - y * 2.721418382247829e-15;
    a = 2.755731781506963e-07 - y * 2.087663309351003e-09 + y2 * a;
    b = 2.5052106904403616e-08 - y * 1.6058941000432473e-10 + y2 * b;
    a = 0.0013888888888863983 - y * 2.4801587292996937e-05 + y2 * a;
    b = 0.0001984126984121248 - y * 2.755731921156941e-06 + y2 * b;
    a = 0.5 - y * 0.04166666666666642 + y2 * a;
    b = 0.16666666666666666 - y * 0.008333333333333207 + y2 * b;
    *c0 = 1.0 - y * a;
    *c1 = 1.0 - y * b;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^32. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    pol_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void pol_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        pol_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        pol_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}
/* end c01 */

/* begin c0123 */
/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
static inline void pol_c0123_near(double y, double *c0, double *c1, double *c2,
                                  double *c3)
{
    const double y2 = y * y;
    double a = 1.1464742915176622e-11 - y * 4.628182535294485e-14;
    double b = 7.63306929969082e-13 - y * 2.605727783796433e-15;
    a = 2.755731781506963e-07 - y * 2.087663309351003e-09 + y2 * a;
    b = 2.5052101338022325e-08 - y * 1.605860585715495e-10 + y2 * b;
    a = 0.0013888888888863983 - y * 2.4801587292996937e-05 + y2 * a;
    b = 0.00019841269841029417 - y * 2.7557319164648973e-06 + y2 * b;
    a = 0.5 - y * 0.04166666666666642 + y2 * a;
    b = 0.16666666666666666 - y * 0.008333333333332965 + y2 * b;
    *c0 = 1.0 - y * a;
    *c1 = 1.0 - y * b;
    *c2 = a;
    *c3 = b;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_2(4y) = c_1^2/2, c_3(4y) = (c_3 + c_1 c_2)/4,
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^32. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c0123_far(double y, double *c0, double *c1, double *c2, double *c3)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    pol_c0123_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

static inline void pol_c0123(double y, double *c0, double *c1, double *c2,
                             double *c3)
{
    if (y <= 2.4674011) {
        pol_c0123_near(y, c0, c1, c2, c3);
    } else {
        double r0, r1, r2, r3;
        pol_c0123_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}
/* end c0123 */

/* begin c012345 */
/* Stumpff functions c_0 to c_5 of y where 0 <= y <= pi^2/4. */
static inline void pol_c012345_near(double y, double *c0, double *c1,
                                    double *c2, double *c3, double *c4,
                                    double *c5)
{
    const double y2 = y * y;
    double d = 4.749821057303133e-14 - y * 1.1980610735363492e-16;
    double e = 2.7418832065650236e-15;
    d = 2.087674045825461e-09 - y * 1.1469756785953249e-11 + y2 * d;
    e = 1.6059005447205544e-10 - y * 7.64483876551409e-13 + y2 * e;
    d = 2.4801587300999925e-05 - y * 2.755731908142685e-07 + y2 * d;
    e = 2.7557319222730463e-06 - y * 2.5052108063307067e-08 + y2 * e;
    d = 0.041666666666666664 - y * 0.0013888888888887979 + y2 * d;
    e = 0.008333333333333333 - y * 0.00019841269841268155 + y2 * e;
    const double a = 0.5 - y * d;
    const double b = 0.16666666666666666 - y * e;
    *c0 = 1.0 - y * a;
    *c1 = 1.0 - y * b;
    *c2 = a;
    *c3 = b;
    *c4 = d;
    *c5 = e;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_2(4y) = c_1^2/2, c_3(4y) = (c_3 + c_1 c_2)/4,
 *     c_4(4y) = c_3 (1 + c_1)/8, c_5(4y) = (c_5 + c_4 + c_2 c_3)/16,
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^32. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c012345_far(double y, double *c0, double *c1, double *c2, double *c3,
                double *c4, double *c5)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    pol_c012345_near(y, c0, c1, c2, c3, c4, c5);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        *c5 = 0.0625 * (*c5 + *c4 + b * *c3);
        *c4 = 0.125 * *c3 * (1.0 + a);
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

static inline void pol_c012345(double y, double *c0, double *c1, double *c2,
                               double *c3, double *c4, double *c5)
{
    if (y <= 2.4674011) {
        pol_c012345_near(y, c0, c1, c2, c3, c4, c5);
    } else {
        double r0, r1, r2, r3, r4, r5;
        pol_c012345_far(y, &r0, &r1, &r2, &r3, &r4, &r5);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
        *c4 = r4;
        *c5 = r5;
    }
}
/* end c012345 */

/* begin c01f */
/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void pol_c01f_near(float y, float *c0, float *c1)
{
    const float y2 = y * y;
    float a = 2.620902e-07f;
    float b = 0.00019809777f - y * 2.6060957e-06f;
    a = 0.0013888585f - y * 2.477018e-05f + y2 * a;
    a = 0.5f - y * 0.041666657f + y2 * a;
    b = 0.1666666f - y * 0.008333069f + y2 * b;
    *c0 = 1.0f - y * a;
    *c1 = 1.0f - y * b;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^16. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c01f_far(float y, float *c0, float *c1)
{
    int doublings = 0;
    while (y > 2.4674011f && doublings < 16) {
        y *= 0.25f;
        doublings++;
    }
    if (!(y <= 2.4674011f)) {
        y = (y - y) / (0.0f * y); /* NaN */
    }

    pol_c01f_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const float s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5f ? 1.0f - 2.0f * s2 : 2.0f * *c0 * *c0 - 1.0f;
        y *= 4.0f;
    }
}

static inline void pol_c01f(float y, float *c0, float *c1)
{
    if (y <= 2.4674011f) {
        pol_c01f_near(y, c0, c1);
    } else {
        float r0, r1;
        pol_c01f_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}
/* end c01f */

/* begin c0123f */
/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
static inline void pol_c0123f_near(float y, float *c0, float *c1, float *c2,
                                   float *c3)
{
    const float y2 = y * y;
    float a = 2.6283269e-07f;
    float b = 0.0001982614f - y * 2.6426626e-06f;
    a = 0.0013888656f - y * 2.4774288e-05f + y2 * a;
    a = 0.5f - y * 0.04166666f + y2 * a;
    b = 0.16666667f - y * 0.0083332835f + y2 * b;
    *c0 = 1.0f - y * a;
    *c1 = 1.0f - y * b;
    *c2 = a;
    *c3 = b;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_2(4y) = c_1^2/2, c_3(4y) = (c_3 + c_1 c_2)/4,
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^16. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c0123f_far(float y, float *c0, float *c1, float *c2, float *c3)
{
    int doublings = 0;
    while (y > 2.4674011f && doublings < 16) {
        y *= 0.25f;
        doublings++;
    }
    if (!(y <= 2.4674011f)) {
        y = (y - y) / (0.0f * y); /* NaN */
    }

    pol_c0123f_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const float a = *c1, b = *c2;
        y *= 4.0f;
        *c3 = 0.25f * (*c3 + a * b);
        *c2 = 0.5f * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0f ? 1.0f - y * *c2 : 2.0f * *c0 * *c0 - 1.0f;
    }
}

static inline void pol_c0123f(float y, float *c0, float *c1, float *c2,
                              float *c3)
{
    if (y <= 2.4674011f) {
        pol_c0123f_near(y, c0, c1, c2, c3);
    } else {
        float r0, r1, r2, r3;
        pol_c0123f_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}
/* end c0123f */

/* begin c012345f */
/* Stumpff functions c_0 to c_5 of y where 0 <= y <= pi^2/4. */
static inline void pol_c012345f_near(float y, float *c0, float *c1, float *c2,
                                     float *c3, float *c4, float *c5)
{
    const float y2 = y * y;
    float d = 2.4793719e-05f - y * 2.6733855e-07f;
    float e = 2.757892e-06f - y * 2.515905e-08f;
    d = 0.041666668f - y * 0.0013888896f + y2 * d;
    e = 0.008333334f - y * 0.00019841534f + y2 * e;
    const float a = 0.5f - y * d;
    const float b = 0.16666667f - y * e;
    *c0 = 1.0f - y * a;
    *c1 = 1.0f - y * b;
    *c2 = a;
    *c3 = b;
    *c4 = d;
    *c5 = e;
}

/* Larger y: divided by 4 until it is at most pi^2/4, then back by
 *     c_2(4y) = c_1^2/2, c_3(4y) = (c_3 + c_1 c_2)/4,
 *     c_4(4y) = c_3 (1 + c_1)/8, c_5(4y) = (c_5 + c_4 + c_2 c_3)/16,
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^16. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
pol_c012345f_far(float y, float *c0, float *c1, float *c2, float *c3, float *c4,
                 float *c5)
{
    int doublings = 0;
    while (y > 2.4674011f && doublings < 16) {
        y *= 0.25f;
        doublings++;
    }
    if (!(y <= 2.4674011f)) {
        y = (y - y) / (0.0f * y); /* NaN */
    }

    pol_c012345f_near(y, c0, c1, c2, c3, c4, c5);
    for (; doublings > 0; doublings--) {
        const float a = *c1, b = *c2;
        *c5 = 0.0625f * (*c5 + *c4 + b * *c3);
        *c4 = 0.125f * *c3 * (1.0f + a);
        y *= 4.0f;
        *c3 = 0.25f * (*c3 + a * b);
        *c2 = 0.5f * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0f ? 1.0f - y * *c2 : 2.0f * *c0 * *c0 - 1.0f;
    }
}

static inline void pol_c012345f(float y, float *c0, float *c1, float *c2,
                                float *c3, float *c4, float *c5)
{
    if (y <= 2.4674011f) {
        pol_c012345f_near(y, c0, c1, c2, c3, c4, c5);
    } else {
        float r0, r1, r2, r3, r4, r5;
        pol_c012345f_far(y, &r0, &r1, &r2, &r3, &r4, &r5);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
        *c4 = r4;
        *c5 = r5;
    }
}
/* end c012345f */

#endif
