/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d) as texts, and simple fractions in intervals.
 */
#include "num/inside.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { DIGITS_SHOWN = 20 };

const struct surd *number_surd(num x)
{
    return x->surd;
}

num surd_as_real(struct arena *a, num x)
{
    return x->surd ? number_real(a, x) : x;
}

/* "sqrt(15)/10", "7*sqrt(6)/360" */
static void put_root(struct text *out, num factor, long d)
{
    const char *size = number_show(out->arena, factor);
    const char *under = strchr(size, '/');
    int over = under ? (int)(under - size) : (int)strlen(size);
    if (over == 1 && *size == '1')
        text_print(out, "sqrt(%ld)%s", d, size + over);
    else
        text_print(out, "%.*s*sqrt(%ld)%s", over, size, d, size + over);
}

const char *surd_text(struct arena *a, num x)
{
    struct text out = text_new(a);
    if (number_is_exact(x))
        return number_show(a, x);
    if (!x->surd) {
        /* the first digits; all if there is an exponent */
        const char *all = number_sure(a, x, NUMBER_DIGITS);
        const char *point = strchr(all, '.');
        if (!point || strlen(point) <= DIGITS_SHOWN || strchr(all, 'e'))
            return all;
        return text_format(a, "%.*s...", (int)(point - all) + DIGITS_SHOWN + 1,
                           all);
    }
    bool first = number_is_zero(x->surd->p),
         minus = number_sign(x->surd->q) < 0;
    if (!first)
        text_put(&out, number_show(a, x->surd->p));
    text_put(&out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    put_root(&out, number_abs(a, x->surd->q), x->surd->d);
    return text_chars(&out);
}

/* ---- fractions near reals ----
 *
 * The simplest fraction in an interval: by the continued fraction that its ends
 * have in common. */

enum {
    POINT = 400,    /* values closer than 2^-POINT are equal */
    CHANCE = 40,    /* bits by which fractions are rarer than errors */
    MOST_BITS = 160 /* maximum bits of a denominator */
};

static num ceiling(struct arena *a, num x)
{
    return number_neg(a, number_floor(a, number_neg(a, x)));
}

/* The simplest in [low, high], 0 < low: an integer, or else whole + 1/y, where
 * y is the simplest of 1/(high - whole) <= y <= 1/(low - whole). */
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
    num near = number_abs(work, number_exact(work, v)), found = NULL;
    num margin = number_exactly(work, '+', number_of_double(work, error),
                                number_of_double(work, ldexp(1, -POINT)));
    num low = number_exactly(work, '-', near, margin);
    if (number_sign(low) > 0)
        found = simplest(work, low, number_exactly(work, '+', near, margin));
    if (found && mpz_sizeinbase(mpq_denref(number_mpq(found)), 2) > MOST_BITS)
        found = NULL;
    if (found && number_sign(v) < 0)
        found = number_neg(work, found);
    found = number_copy(arena, found);
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
    num exact = number_exact(arena, v), half = number_fraction(arena, 1, 2);
    mpq_srcptr q = number_mpq(exact);
    long exponent = (long)mpz_sizeinbase(mpq_numref(q), 2) -
                    (long)mpz_sizeinbase(mpq_denref(q), 2);
    long bits = exponent < 0 ? FRACTION_BITS - exponent : FRACTION_BITS;
    mpq_t scale;
    mpq_init(scale);
    mpz_setbit(mpq_numref(scale), (mp_bitcnt_t)bits);
    num power = number_take(arena, scale), unit = number_int(arena, side);
    num n = number_exactly(arena, '*', exact, power);
    num error = number_of_double(arena, number_error(v));
    error = ceiling(arena, number_exactly(arena, '*', error, power));
    error = number_exactly(arena, '+', error, number_int(arena, 1));
    error = number_exactly(arena, '*', error, unit);
    n = number_floor(arena, number_exactly(arena, '+', n, half));
    n = number_exactly(arena, '+', n, error);
    return number_exactly(arena, '/', n, power);
}
