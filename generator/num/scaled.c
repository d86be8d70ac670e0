/* SPDX-License-Identifier: MIT
 *
 * Numbers as integers over a denominator that all of them share.  As
 * everywhere, memory of the arena is taken before GMP is asked to work.
 */
#include "num/scaled.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

typedef const struct number *value;

/* Fixed point: so many bits behind the point. */
enum { POINT = SCALED_POINT, LIMB_BITS = 64 };

/* Bounds are doubles; each operation on them is rounded up by this. */
#define UP (1 + 1e-14)

/* ---- integers in the arena ---- */

static mp_limb_t *reserve(struct arena *arena, size_t limbs)
{
    return arena_array(arena, limbs + 1, sizeof(mp_limb_t));
}

static void settle(mpz_ptr to, mp_limb_t *room, mpz_srcptr from)
{
    mp_size_t n = (mp_size_t)mpz_size(from);
    if (n > 0)
        memcpy(room, mpz_limbs_read(from), (size_t)n * sizeof *room);
    mpz_roinit_n(to, room, mpz_sgn(from) < 0 ? -n : n);
}

static double point(void)
{
    return ldexp(1, -POINT);
}

/* About the size of a fixed-point number, from above. */
static double size_of(const struct scaled *x)
{
    long exponent;
    double part = fabs(mpz_get_d_2exp(&exponent, &x->integer));
    return ldexp(part, (int)exponent - POINT) * UP;
}

static bool is_nothing(const struct scaled *x)
{
    return mpz_sgn(&x->integer) == 0 && x->error <= 0;
}

static double product_error(const struct scaled *x, const struct scaled *y)
{
    double sizes = size_of(x) * y->error + size_of(y) * x->error;
    return (sizes + x->error * y->error) * UP;
}

static size_t product_limbs(const struct scaled *x, const struct scaled *y)
{
    return mpz_size(&x->integer) + mpz_size(&y->integer);
}

struct scaled scaled_product(struct arena *arena, bool exact,
                             const struct scaled *x, const struct scaled *y)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(arena, product_limbs(x, y));
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, &x->integer, &y->integer);
    if (!exact) {
        mpz_fdiv_q_2exp(product, product, POINT);
        out.error = (product_error(x, y) + point()) * UP;
    }
    settle(&out.integer, room, product);
    mpz_clear(product);
    return out;
}

static size_t dot_limbs(int n, const struct scaled *x, const struct scaled *y)
{
    size_t most = 0;
    for (int i = 0; i < n; i++) {
        size_t limbs = product_limbs(&x[i], &y[i]);
        most = limbs > most ? limbs : most;
    }
    return most + 1; /* the sum of up to 2^64 such products */
}

double scaled_sum(mpz_ptr sum, bool exact, int n, const struct scaled *x,
                  const struct scaled *y)
{
    double error = 0;
    for (int i = 0; i < n; i++) {
        if (is_nothing(&x[i]) || is_nothing(&y[i]))
            continue;
        mpz_addmul(sum, &x[i].integer, &y[i].integer);
        if (!exact)
            error = (error + product_error(&x[i], &y[i])) * UP;
    }
    return error;
}

struct scaled scaled_dot(struct arena *arena, bool exact, int n,
                         const struct scaled *x, const struct scaled *y)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(arena, dot_limbs(n, x, y));
    mpz_t sum;
    mpz_init(sum);
    out.error = scaled_sum(sum, exact, n, x, y);
    if (!exact && (mpz_sgn(sum) != 0 || out.error > 0)) {
        mpz_fdiv_q_2exp(sum, sum, POINT);
        out.error = (out.error + point()) * UP;
    }
    settle(&out.integer, room, sum);
    mpz_clear(sum);
    return out;
}

/* ---- entries ---- */

static size_t limbs_of(value v)
{
    mpq_srcptr q = number_mpq(v);
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

void scaled_join(struct arena *arena, mpz_ptr unit, int n, const value *v)
{
    for (int i = 0; i < n; i++) {
        mp_limb_t *room = reserve(arena, mpz_size(unit) + limbs_of(v[i]));
        mpz_t both;
        mpz_init(both);
        mpz_lcm(both, unit, mpq_denref(number_mpq(v[i])));
        settle(unit, room, both);
        mpz_clear(both);
    }
}

static struct scaled scaled_fraction(struct arena *arena, value v,
                                     mpz_srcptr unit)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(arena, mpz_size(unit) + limbs_of(v));
    mpz_t integer;
    mpz_init(integer);
    mpz_divexact(integer, unit, mpq_denref(number_mpq(v)));
    mpz_mul(integer, integer, mpq_numref(number_mpq(v)));
    settle(&out.integer, room, integer);
    mpz_clear(integer);
    return out;
}

/* Beyond these exponents a number is no coefficient, and its integer would
 * fill the memory. */
enum { LARGEST_EXPONENT = 4096 };

static struct scaled scaled_point(struct arena *arena, value v, double error)
{
    struct scaled out = {.error = error};
    mp_limb_t *room =
        reserve(arena, (LARGEST_EXPONENT + POINT) / LIMB_BITS + 2);
    mpfr_t real;
    mpz_t integer;
    mpfr_init2(real, NUMBER_BITS + POINT);
    mpz_init(integer);
    number_mpfr(v, real);
    if (mpfr_regular_p(real) && mpfr_get_exp(real) > LARGEST_EXPONENT) {
        out.error = HUGE_VAL;
    } else {
        mpfr_mul_2si(real, real, POINT, MPFR_RNDN);
        mpfr_get_z(integer, real, MPFR_RNDN);
        if (!number_is_zero(v))
            out.error = (error + point()) * UP;
    }
    settle(&out.integer, room, integer);
    mpz_clear(integer);
    mpfr_clear(real);
    return out;
}

struct scaled *scaled_row(struct arena *arena, bool exact, int n,
                          const value *v, mpz_srcptr unit)
{
    struct scaled *out = arena_array(arena, (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++)
        out[i] = exact ? scaled_fraction(arena, v[i], unit)
                       : scaled_point(arena, v[i], number_error(v[i]));
    return out;
}

/* ---- units ---- */

__mpz_struct scaled_one(struct arena *arena)
{
    __mpz_struct one;
    mp_limb_t *limb = reserve(arena, 1);
    *limb = 1;
    mpz_roinit_n(&one, limb, 1);
    return one;
}

__mpz_struct scaled_multiply(struct arena *arena, mpz_srcptr x, mpz_srcptr y)
{
    __mpz_struct out;
    mp_limb_t *room = reserve(arena, mpz_size(x) + mpz_size(y));
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, x, y);
    settle(&out, room, product);
    mpz_clear(product);
    return out;
}
