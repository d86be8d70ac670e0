/* SPDX-License-Identifier: MIT
 *
 * The simplest fraction in an interval, by the continued fraction that both
 * ends have in common.
 */
#include "num/fraction.h"

#include <math.h>

#include "base/arena.h"

typedef const struct number *value;

enum {
    POINT = 400,    /* what is nearer than 2^-POINT is the same */
    CHANCE = 40,    /* bits by which fractions are rarer than errors */
    MOST_BITS = 160 /* of a denominator */
};

static value power_of_two(struct arena *a, int exponent)
{
    return number_power(a, number_int(a, 2), exponent);
}

/* -floor(-x), where number_round is floor(x + 1/2). */
static value ceiling(struct arena *a, value x)
{
    value half = number_fraction(a, 1, 2), less = number_neg(a, x);
    less = number_exactly(a, '-', less, half);
    return number_neg(a, number_round(a, less));
}

/* Between low <= high, both above 0: an integer, or else whole + 1/y, where y
 * is the simplest of 1/(high - whole) <= y <= 1/(low - whole). */
static value simplest(struct arena *a, value low, value high)
{
    value one = number_int(a, 1), whole = ceiling(a, low);
    if (number_compare(whole, high) <= 0)
        return whole;
    whole = number_exactly(a, '-', whole, one);
    low = number_exactly(a, '-', low, whole);
    high = number_exactly(a, '-', high, whole);
    value y = simplest(a, number_exactly(a, '/', one, high),
                       number_exactly(a, '/', one, low));
    return number_exactly(a, '+', whole, number_exactly(a, '/', one, y));
}

value fraction_simplest(struct arena *arena, value v, double error)
{
    double size = fabs(number_double(v));
    if (size > 1e30 || size < ldexp(1, -POINT) || error > 0.01)
        return NULL;
    struct arena *work = arena_child(arena);
    value near = number_exact(work, v), found = NULL;
    value margin = number_exactly(work, '+', number_of_double(work, error),
                                  power_of_two(work, -POINT));
    if (number_sign(v) < 0)
        near = number_neg(work, near);
    value low = number_exactly(work, '-', near, margin);
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

value fraction_meant(struct arena *arena, value v, double error)
{
    value found = error > 1e-6 ? NULL : fraction_simplest(arena, v, error);
    if (!found)
        return NULL;
    double size = mpz_get_d(mpq_denref(number_mpq(found)));
    return size * size * error < ldexp(1, -CHANCE) ? found : NULL;
}

value fraction_near(struct arena *arena, value v, int side)
{
    int exponent;
    frexp(number_double(v), &exponent);
    int bits = exponent < 0 ? FRACTION_BITS - exponent : FRACTION_BITS;
    value power = power_of_two(arena, bits), unit = number_int(arena, side);
    value n = number_exactly(arena, '*', number_exact(arena, v), power);
    value error = number_of_double(arena, number_error(v));
    error = ceiling(arena, number_exactly(arena, '*', error, power));
    error = number_exactly(arena, '+', error, number_int(arena, 1));
    error = number_exactly(arena, '*', error, unit);
    n = number_exactly(arena, '+', number_round(arena, n), error);
    return number_exactly(arena, '/', n, power);
}
