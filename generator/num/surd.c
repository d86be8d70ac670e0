/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of numbers p + q sqrt(d), and simple fractions in intervals.
 */
#include "num/surd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum {
    DIGITS_SHOWN = 20,    /* shown of a real */
    PART_MOST = 1 << 30,  /* largest fraction whose roots are tried */
    FACTOR_MOST = 100000, /* squares of numbers up to here leave a radicand */
};

struct surd surd_of(num p)
{
    return (struct surd){p, NULL, 0};
}

static struct surd make(num p, num q, long d)
{
    return number_is_zero(q) ? surd_of(p) : (struct surd){p, q, d};
}

num surd_value(struct arena *a, struct surd x)
{
    if (!x.d)
        return x.p;
    num root = number_mul(a, x.q, number_sqrt(a, number_int(a, x.d)));
    return number_is_zero(x.p) ? root : number_add(a, x.p, root);
}

static num part(struct arena *a, struct surd x)
{
    return x.q ? x.q : number_int(a, 0);
}

/* Two without roots, which is the usual case, or that no field of one root
 * holds, or that are reals already. */
static bool is_apart(struct surd x, struct surd y)
{
    return (!x.d && !y.d) || !number_is_exact(x.p) || !number_is_exact(y.p) ||
           (x.d && y.d && x.d != y.d);
}

/* ---- the four operations ---- */

struct surd surd_neg(struct arena *a, struct surd x)
{
    return (struct surd){number_neg(a, x.p), x.d ? number_neg(a, x.q) : NULL,
                         x.d};
}

struct surd surd_add(struct arena *a, struct surd x, struct surd y)
{
    if (is_apart(x, y))
        return surd_of(number_add(a, surd_value(a, x), surd_value(a, y)));
    num q = number_add(a, part(a, x), part(a, y));
    return make(number_add(a, x.p, y.p), q, x.d ? x.d : y.d);
}

struct surd surd_sub(struct arena *a, struct surd x, struct surd y)
{
    return surd_add(a, x, surd_neg(a, y));
}

struct surd surd_mul(struct arena *a, struct surd x, struct surd y)
{
    if (is_apart(x, y))
        return surd_of(number_mul(a, surd_value(a, x), surd_value(a, y)));
    long d = x.d ? x.d : y.d;
    num xq = part(a, x), yq = part(a, y);
    num both = number_mul(a, number_int(a, d), number_mul(a, xq, yq));
    num p = number_add(a, number_mul(a, x.p, y.p), both);
    num q = number_add(a, number_mul(a, x.p, yq), number_mul(a, xq, y.p));
    return make(p, q, d);
}

/* 1/(p + q sqrt(d)) = (p - q sqrt(d)) / (p^2 - d q^2) */
struct surd surd_div(struct arena *a, struct surd x, struct surd y)
{
    if (surd_is_zero(y) || is_apart(x, y))
        return surd_of(number_div(a, surd_value(a, x), surd_value(a, y)));
    struct surd inverse = {y.p, number_neg(a, part(a, y)), y.d};
    num norm = surd_mul(a, y, inverse).p;
    inverse.p = number_div(a, inverse.p, norm);
    inverse.q = number_div(a, inverse.q, norm);
    return surd_mul(a, x, inverse);
}

/* ---- roots ---- */

/* The fraction's two numbers, if both are moderate. */
static bool split(num x, long *p, long *q)
{
    mpq_srcptr of = number_mpq(x);
    *p = mpz_get_si(mpq_numref(of));
    *q = mpz_get_si(mpq_denref(of));
    return mpz_cmpabs_ui(mpq_numref(of), PART_MOST) < 0 &&
           mpz_cmp_ui(mpq_denref(of), PART_MOST) < 0;
}

/* sqrt(p/q) = outside/q sqrt(inside), where no square divides inside; a real if
 * the numbers are too large to look for squares in. */
struct surd surd_power(struct arena *a, struct surd x, long exponent)
{
    enum { MOST = 64 };
    bool fits = exponent >= 0 && exponent <= MOST;
    struct surd y = surd_of(fits ? number_int(a, 1) : NULL);
    for (; fits && exponent > 0; exponent--)
        y = surd_mul(a, y, x);
    return y;
}

struct surd surd_sqrt(struct arena *a, struct surd x)
{
    long p, q, outside = 1, inside;
    num of = surd_value(a, x), root = number_sqrt(a, of);
    if (!root || !number_is_exact(of) || number_is_exact(root) ||
        !split(of, &p, &q))
        return surd_of(root);
    inside = p * q;
    for (long f = 2; f <= FACTOR_MOST && f * f <= inside; f++)
        while (inside % (f * f) == 0) {
            inside /= f * f;
            outside *= f;
        }
    if (inside / FACTOR_MOST >= FACTOR_MOST)
        return surd_of(root);
    return (struct surd){number_int(a, 0), number_fraction(a, outside, q),
                         inside};
}

/* ---- looking ---- */

bool surd_is_zero(struct surd x)
{
    return !x.d && number_is_zero(x.p);
}

int surd_compare(struct arena *a, struct surd x, struct surd y)
{
    return number_sign(surd_value(a, surd_sub(a, x, y)));
}

const char *surd_text(struct arena *a, struct surd x)
{
    struct text out = text_new(a);
    if (!number_is_exact(x.p)) {
        /* the first digits; where there is an exponent, all of them */
        const char *all = number_sure(a, x.p, NUMBER_DIGITS);
        const char *point = strchr(all, '.');
        if (!point || strlen(point) <= DIGITS_SHOWN || strchr(all, 'e'))
            return all;
        return text_format(a, "%.*s...", (int)(point - all) + DIGITS_SHOWN + 1,
                           all);
    }
    if (!x.d)
        return number_show(a, x.p);
    if (!number_is_zero(x.p))
        text_put(&out, number_show(a, x.p));
    long p, q;
    bool first = out.length == 0, negative = number_sign(x.q) < 0;
    text_put(&out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
    const char *size = number_show(a, number_abs(a, x.q));
    int over = (int)strcspn(size, "/");
    if (!split(x.q, &p, &q))
        text_print(&out, "%s*sqrt(%ld)", size, x.d);
    else if (labs(p) == 1) /* "sqrt(15)/10", "7*sqrt(6)/360" */
        text_print(&out, "sqrt(%ld)%s", x.d, size + over);
    else
        text_print(&out, "%.*s*sqrt(%ld)%s", over, size, x.d, size + over);
    return text_chars(&out);
}

/* ---- fractions near reals ----
 *
 * The simplest one in an interval, by the continued fraction that both ends
 * have in common. */

enum {
    POINT = 400,    /* what is nearer than 2^-POINT is the same */
    CHANCE = 40,    /* bits by which fractions are rarer than errors */
    MOST_BITS = 160 /* bits of a denominator */
};

static num ceiling(struct arena *a, num x)
{
    return number_neg(a, number_floor(a, number_neg(a, x)));
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
