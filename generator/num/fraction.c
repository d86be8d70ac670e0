/* SPDX-License-Identifier: MIT
 *
 * The simplest fraction in an interval, by the continued fraction that both
 * ends have in common.
 */
#include "num/fraction.h"

#include <math.h>

#include "base/arena.h"

enum {
    POINT = 400,    /* what is nearer than 2^-POINT is the same */
    CHANCE = 40,    /* bits by which fractions are rarer than errors */
    MOST_BITS = 160 /* of a denominator */
};

static num power_of_two(struct arena *a, int exponent)
{
    return number_power(a, number_int(a, 2), exponent);
}

/* -floor(-x), where number_round is floor(x + 1/2). */
static num ceiling(struct arena *a, num x)
{
    num half = number_fraction(a, 1, 2), less = number_neg(a, x);
    less = number_exactly(a, '-', less, half);
    return number_neg(a, number_round(a, less));
}

/* Between low <= high, both above 0: an integer, or else whole + 1/y, where y
 * is the simplest of 1/(high - whole) <= y <= 1/(low - whole). */
static num simplest(struct arena *a, num low, num high)
{
    num one = number_int(a, 1), whole = ceiling(a, low);
    if (number_compare(whole, high) <= 0)
        return whole;
    whole = number_exactly(a, '-', whole, one);
    low = number_exactly(a, '-', low, whole);
    high = number_exactly(a, '-', high, whole);
    num y = simplest(a, number_exactly(a, '/', one, high),
                     number_exactly(a, '/', one, low));
    return number_exactly(a, '+', whole, number_exactly(a, '/', one, y));
}

num fraction_simplest(struct arena *arena, num v, double error)
{
    double size = fabs(number_double(v));
    if (size > 1e30 || size < ldexp(1, -POINT) || error > 0.01)
        return NULL;
    struct arena *work = arena_child(arena);
    num near = number_exact(work, v), found = NULL;
    num margin = number_exactly(work, '+', number_of_double(work, error),
                                power_of_two(work, -POINT));
    if (number_sign(v) < 0)
        near = number_neg(work, near);
    num low = number_exactly(work, '-', near, margin);
    if (number_sign(low) > 0)
        found = simplest(work, low, number_exactly(work, '+', near, margin));
    if (found && mpz_sizeinbase(mpq_denref(number_mpq(found)), 2) > MOST_BITS)
        found = NULL;
    if (found)
        found = number_copy(arena, number_sign(v) < 0 ? number_neg(work, found)
                                                      : found);
    arena_free(work);
    return found;
}

num fraction_meant(struct arena *arena, num v, double error)
{
    num found = error > 1e-6 ? NULL : fraction_simplest(arena, v, error);
    if (!found)
        return NULL;
    double size = mpz_get_d(mpq_denref(number_mpq(found)));
    return size * size * error < ldexp(1, -CHANCE) ? found : NULL;
}

num fraction_near(struct arena *arena, num v, int side)
{
    int exponent;
    frexp(number_double(v), &exponent);
    int bits = exponent < 0 ? FRACTION_BITS - exponent : FRACTION_BITS;
    num power = power_of_two(arena, bits), unit = number_int(arena, side);
    num n = number_exactly(arena, '*', number_exact(arena, v), power);
    num error = number_of_double(arena, number_error(v));
    error = ceiling(arena, number_exactly(arena, '*', error, power));
    error = number_exactly(arena, '+', error, number_int(arena, 1));
    error = number_exactly(arena, '*', error, unit);
    n = number_exactly(arena, '+', number_round(arena, n), error);
    return number_exactly(arena, '/', n, power);
}
