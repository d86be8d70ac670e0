/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of bounds: doubles that are not negative, every result rounded up
 * so that it is no less than the true one.  What is unknown is infinite.
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

/* x / y, where y is itself rounded down; nothing is known beyond y <= 0. */
static inline double bound_div(double x, double y)
{
    return x == 0 ? 0 : y > 0 ? bound_up(x / y) : INFINITY;
}

/* The size of a number whose nearest double is x, rounded down. */
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
