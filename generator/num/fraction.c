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
    POINT = 400,    /* bits behind the point of the interval's ends */
    CHANCE = 40,    /* bits by which fractions are rarer than errors */
    MOST_BITS = 160 /* of a denominator */
};

/* The ends low = p/q <= high = r/s, less what has been split off; the fraction
 * is (a x + b) / (c x + d) of the simplest x between them. */
struct interval {
    mpz_t p, q, r, s, a, b, c, d, whole, rest;
};

static void begin(struct interval *i)
{
    mpz_inits(i->p, i->q, i->r, i->s, i->a, i->b, i->c, i->d, i->whole, i->rest,
              (mpz_ptr)0);
}

static void end(struct interval *i)
{
    mpz_clears(i->p, i->q, i->r, i->s, i->a, i->b, i->c, i->d, i->whole,
               i->rest, (mpz_ptr)0);
}

/* v times 2^bits, rounded to nearest; v's exponent is moderate. */
static void scale(mpz_ptr out, value v, int bits)
{
    mpfr_t real;
    mpfr_init2(real, 2 * NUMBER_BITS + POINT);
    number_mpfr(v, real);
    mpfr_mul_2si(real, real, bits, MPFR_RNDN);
    mpfr_get_z(out, real, MPFR_RNDN);
    mpfr_clear(real);
}

static void scale_error(mpz_ptr out, double error, int bits)
{
    mpfr_t real;
    mpfr_init2(real, 64);
    mpfr_set_d(real, error, MPFR_RNDU);
    mpfr_mul_2si(real, real, bits, MPFR_RNDU);
    mpfr_get_z(out, real, MPFR_RNDU);
    mpz_add_ui(out, out, 1);
    mpfr_clear(real);
}

/* The ends of |v| +- error. */
static void enclose(struct interval *i, value v, double error)
{
    scale(i->p, v, POINT);
    mpz_abs(i->p, i->p);
    scale_error(i->whole, error, POINT);
    mpz_add(i->r, i->p, i->whole);
    mpz_sub(i->p, i->p, i->whole);
    mpz_setbit(i->q, POINT);
    mpz_setbit(i->s, POINT);
    mpz_set_ui(i->a, 1);
    mpz_set_ui(i->d, 1);
}

/* x = whole + 1/y: (a x + b)/(c x + d) becomes one of y. */
static void split(struct interval *i)
{
    mpz_addmul(i->b, i->a, i->whole);
    mpz_swap(i->a, i->b);
    mpz_addmul(i->d, i->c, i->whole);
    mpz_swap(i->c, i->d);
    mpz_submul(i->p, i->whole, i->q);
    mpz_submul(i->r, i->whole, i->s);
    /* 1/(high - whole) <= y <= 1/(low - whole) */
    mpz_swap(i->p, i->s);
    mpz_swap(i->q, i->r);
}

/* Leaves the fraction as b/d; false if its denominator grows too large. */
static bool find(struct interval *i)
{
    for (;;) {
        mpz_cdiv_q(i->whole, i->p, i->q);
        mpz_mul(i->rest, i->whole, i->s);
        if (mpz_cmp(i->rest, i->r) <= 0)
            break; /* an integer is between the ends */
        mpz_sub_ui(i->whole, i->whole, 1);
        split(i);
        if (mpz_sizeinbase(i->c, 2) > MOST_BITS)
            return false;
    }
    mpz_addmul(i->b, i->a, i->whole);
    mpz_addmul(i->d, i->c, i->whole);
    return true;
}

value fraction_simplest(struct arena *arena, value v, double error)
{
    const struct number *found = NULL;
    if (fabs(number_double(v)) > 1e30 || error > 0.01)
        return NULL;
    /* the limbs of what is found are taken first */
    mp_limb_t *limb = arena_array(arena, 2 * (size_t)POINT / 64, sizeof *limb);
    mpz_t over, under;
    struct interval i;
    begin(&i);
    enclose(&i, v, error);
    bool good = mpz_sgn(i.p) > 0 && find(&i);
    size_t n = mpz_size(i.b), m = mpz_size(i.d);
    for (size_t k = 0; good && k < n; k++)
        limb[k] = mpz_getlimbn(i.b, (mp_size_t)k);
    for (size_t k = 0; good && k < m; k++)
        limb[n + k] = mpz_getlimbn(i.d, (mp_size_t)k);
    end(&i);
    if (good)
        found = number_ratio(
            arena,
            mpz_roinit_n(over, limb,
                         number_sign(v) < 0 ? -(mp_size_t)n : (mp_size_t)n),
            mpz_roinit_n(under, limb + n, (mp_size_t)m));
    return found;
}

value fraction_meant(struct arena *arena, value v, double error)
{
    if (error > 1e-6)
        return NULL;
    value found = fraction_simplest(arena, v, error);
    if (!found)
        return NULL;
    double size = number_double(number_denominator(arena, found));
    return size * size * error < ldexp(1, -CHANCE) ? found : NULL;
}

/* |v| is below 2 to this. */
static int exponent_of(value v)
{
    mpfr_t real;
    mpfr_init2(real, 64);
    number_mpfr(v, real);
    int exponent = mpfr_regular_p(real) ? (int)mpfr_get_exp(real) : 0;
    mpfr_clear(real);
    return exponent;
}

/* Bits behind the point that keep FRACTION_BITS of v. */
static int bits_for(value v)
{
    int exponent = exponent_of(v);
    return exponent < 0 ? FRACTION_BITS - exponent : FRACTION_BITS;
}

value fraction_near(struct arena *arena, value v, int side)
{
    int bits = bits_for(v);
    int whole = exponent_of(v) > 0 ? exponent_of(v) : 0;
    size_t most = (size_t)(bits + whole) / 64 + 2;
    mp_limb_t *limb = arena_array(arena, 2 * most, sizeof *limb);
    mpz_t over, under, error;
    mpz_inits(over, error, (mpz_ptr)0);
    scale(over, v, bits);
    scale_error(error, number_error(v), bits);
    if (side < 0)
        mpz_sub(over, over, error);
    else if (side > 0)
        mpz_add(over, over, error);
    mp_size_t n = (mp_size_t)mpz_size(over), power = bits / 64 + 1;
    for (mp_size_t k = 0; k < n; k++)
        limb[k] = mpz_getlimbn(over, k);
    bool negative = mpz_sgn(over) < 0;
    mpz_clears(over, error, (mpz_ptr)0);
    limb[most + (size_t)(bits / 64)] = (mp_limb_t)1 << (bits % 64);
    return number_ratio(arena, mpz_roinit_n(over, limb, negative ? -n : n),
                        mpz_roinit_n(under, limb + most, power));
}
