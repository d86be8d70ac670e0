/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of bounds: doubles >= 0, with every result rounded up so that it
 * is not below the true one.  An unknown bound is infinite.
 */
#pragma once

#include <math.h>

static inline double bound_up(double x)
{
    return isnan(x) ? INFINITY : nextafter(x, INFINITY);
}

static inline double bound_add(double x, double y)
{
    return x == 0 ? y : y == 0 ? x : bound_up(x + y);
}

static inline double bound_mul(double x, double y)
{
    return x == 0 || y == 0 ? 0 : bound_up(x * y);
}

/* x / y, where y is rounded down itself; infinite for y <= 0. */
static inline double bound_div(double x, double y)
{
    return x == 0 ? 0 : y > 0 ? bound_up(x / y) : INFINITY;
}

/* Lower bound of |value|, x being the nearest double of the value. */
static inline double bound_below(double x)
{
    return nextafter(fabs(x), 0);
}

/* 2^exponent */
static inline double bound_power_of_two(long exponent)
{
    int e = exponent > 2000 ? 2000 : exponent < -2000 ? -2000 : (int)exponent;
    double x = ldexp(1, e);
    return x == 0 ? nextafter(0, 1) : x;
}
