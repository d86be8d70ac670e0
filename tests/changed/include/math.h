/* SPDX-License-Identifier: MIT
 *
 * For libtcc, which has no headers of its own.
 */
double sin(double), cos(double), tan(double), asin(double), acos(double),
    atan(double), exp(double), log(double), sqrt(double), fabs(double),
    floor(double), sinh(double), cosh(double), tanh(double), cbrt(double),
    exp2(double), log2(double), expm1(double), log1p(double),
    atan2(double, double), pow(double, double), fmin(double, double),
    fmax(double, double), hypot(double, double);
float sinf(float), cosf(float), tanf(float), asinf(float), acosf(float),
    atanf(float), expf(float), logf(float), sqrtf(float), fabsf(float),
    floorf(float), sinhf(float), coshf(float), tanhf(float), cbrtf(float),
    exp2f(float), log2f(float), expm1f(float), log1pf(float),
    atan2f(float, float), powf(float, float), fminf(float, float),
    fmaxf(float, float), hypotf(float, float);
