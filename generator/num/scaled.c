/* SPDX-License-Identifier: MIT
 *
 * Numbers as integers over a denominator that all of them share.
 */
#include "num/scaled.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

typedef const struct number *value;

/* Fixed point: so many bits behind the point. */
enum { POINT = SCALED_POINT };

/* Bounds are doubles; each operation on them is rounded up by this. */
#define UP (1 + 1e-14)

/* ---- integers in the arena ---- */

/* An integer of the heap as one of the arena. */
static __mpz_struct settle(struct arena *arena, mpz_ptr from)
{
    __mpz_struct to;
    mp_size_t n = (mp_size_t)mpz_size(from);
    int sign = mpz_sgn(from);
    mp_limb_t *limbs = arena_try(arena, (size_t)(n + 1) * sizeof *limbs);
    if (limbs && n > 0)
        memcpy(limbs, mpz_limbs_read(from), (size_t)n * sizeof *limbs);
    mpz_clear(from);
    if (!limbs)
        arena_refuse(arena);
    mpz_roinit_n(&to, limbs, sign < 0 ? -n : n);
    return to;
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

struct scaled scaled_product(struct arena *arena, bool exact,
                             const struct scaled *x, const struct scaled *y)
{
    double error = 0;
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, &x->integer, &y->integer);
    if (!exact) {
        mpz_fdiv_q_2exp(product, product, POINT);
        error = (product_error(x, y) + point()) * UP;
    }
    return (struct scaled){settle(arena, product), error};
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
    mpz_t sum;
    mpz_init(sum);
    double error = scaled_sum(sum, exact, n, x, y);
    if (!exact && (mpz_sgn(sum) != 0 || error > 0)) {
        mpz_fdiv_q_2exp(sum, sum, POINT);
        error = (error + point()) * UP;
    }
    return (struct scaled){settle(arena, sum), error};
}

/* ---- entries ---- */

static struct scaled scaled_fraction(struct arena *arena, value v,
                                     mpz_srcptr unit)
{
    mpz_t integer;
    mpz_init(integer);
    mpz_divexact(integer, unit, mpq_denref(number_mpq(v)));
    mpz_mul(integer, integer, mpq_numref(number_mpq(v)));
    return (struct scaled){settle(arena, integer), 0};
}

/* Beyond these exponents a number is no coefficient, and its integer would
 * fill the memory. */
enum { LARGEST_EXPONENT = 4096 };

static struct scaled scaled_point(struct arena *arena, value v)
{
    double error = number_error(v);
    mpfr_t real;
    mpz_t integer;
    mpfr_init2(real, NUMBER_BITS + POINT);
    mpz_init(integer);
    number_mpfr(v, real);
    if (mpfr_regular_p(real) && mpfr_get_exp(real) > LARGEST_EXPONENT) {
        error = HUGE_VAL;
    } else {
        mpfr_mul_2si(real, real, POINT, MPFR_RNDN);
        mpfr_get_z(integer, real, MPFR_RNDN);
        if (!number_is_zero(v))
            error = (error + point()) * UP;
    }
    mpfr_clear(real);
    return (struct scaled){settle(arena, integer), error};
}

struct scaled *scaled_row(struct arena *arena, bool exact, int n,
                          const value *v, mpz_srcptr unit)
{
    struct scaled *out = arena_array(arena, (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++)
        out[i] = exact ? scaled_fraction(arena, v[i], unit)
                       : scaled_point(arena, v[i]);
    return out;
}

/* ---- units ---- */

__mpz_struct scaled_one(struct arena *arena)
{
    mpz_t one;
    mpz_init_set_ui(one, 1);
    return settle(arena, one);
}

__mpz_struct scaled_multiply(struct arena *arena, mpz_srcptr x, mpz_srcptr y)
{
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, x, y);
    return settle(arena, product);
}

void scaled_join(struct arena *arena, mpz_ptr unit, int n, const value *v)
{
    mpz_t both;
    mpz_init_set(both, unit);
    for (int i = 0; i < n; i++)
        mpz_lcm(both, both, mpq_denref(number_mpq(v[i])));
    *unit = settle(arena, both);
}
