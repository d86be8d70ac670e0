/* SPDX-License-Identifier: MIT
 *
 * Constants: arithmetic and error bounds.  Every operation computes the bound
 * beside the value; the bound does not change the value.
 */
#include "num/number.h"

#include "base/arena.h"
#include "num/bound.h"
#include "num/inside.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Enough bits that rounding to odd first and then to a double or a float is
 * the same as rounding once. */
enum { ODD_BITS = 128 };

/* Fractions of more limbs than this become reals, so that iterated products
 * cannot exhaust the machine. */
#define LIMBS_LIMIT 2048

/* Precision of a fraction in an operation with a real, and the unit of it. */
#define WIDE_BITS (NUMBER_BITS + 64)
#define WIDE_UNIT bound_power_of_two(2 - WIDE_BITS)

/* Sums that cancel to this many bits below their terms are zero. */
#define CANCEL_BITS 240

/* Limit of numerator and denominator whose sums and products fit a long. */
#define SMALL ((long)1 << 30)

/* ---- bounds ---- */

double number_error(num n)
{
    return n->error;
}

/* |x|, rounded up. */
static double size_of(num n)
{
    return number_is_zero(n) ? 0 : bound_up(fabs(n->approx));
}

double number_at_most(num n)
{
    return bound_add(size_of(n), n->error);
}

/* |x| - error, rounded down; may be negative. */
static double at_least(num n)
{
    double size = bound_below(n->approx), least = size - n->error;
    return isnan(least)    ? -INFINITY
           : n->error == 0 ? size
                           : nextafter(least, -INFINITY);
}

bool number_may_be_zero(num n)
{
    return number_is_zero(n) || bound_below(n->approx) <= n->error;
}

const struct surd *surd_new(struct arena *a, num p, num q, long d)
{
    return arena_copy(a, &(struct surd){p, q, d}, sizeof(struct surd));
}

/* A copy with this error bound; read-only limbs can be shared. */
static struct number *with_error(struct arena *a, num x, double error)
{
    struct number *n = arena_copy(a, x, sizeof *n);
    if (error > n->error)
        n->surd = NULL;
    n->error = error;
    return n;
}

num number_widen(struct arena *a, num x, double error)
{
    if (!x || error == 0)
        return x;
    return with_error(a, x, bound_add(x->error, error));
}

void number_admit(num n, double error)
{
    struct number *shared = (struct number *)(uintptr_t)n;
    if (error > n->error) {
        shared->error = error;
        shared->surd = NULL;
    }
}

/* Adds the error that comes from those of x and y to the rounding error of
 * their result.  A result that is an operand, as in 0 + y, was not rounded
 * again. */
static num carry(struct arena *a, num result, num x, num y, double error)
{
    if (result != x && result != y)
        return number_widen(a, result, error);
    return error > result->error ? with_error(a, result, error) : result;
}

/* ---- fractions ---- */

/* Rounds to odd: truncates towards zero, and sets the last bit to 1 if that was
 * inexact. */
static void set_odd(mpfr_ptr t, num n)
{
    int inexact = n->exact ? mpfr_set_q(t, &n->as.q, MPFR_RNDZ)
                           : mpfr_set(t, &n->as.r, MPFR_RNDZ);
    if (!inexact || mpfr_min_prec(t) == mpfr_get_prec(t))
        return;
    if (mpfr_sgn(t) > 0)
        mpfr_nextabove(t);
    else
        mpfr_nextbelow(t);
}

static double nearest_double(num n)
{
    STACK_REAL(t, ODD_BITS);
    set_odd(t, n);
    return mpfr_get_d(t, MPFR_RNDN);
}

static mp_limb_t *copy_limbs(mpz_ptr to, mpz_srcptr from, mp_limb_t *limbs)
{
    size_t n = mpz_size(from);
    if (n)
        memcpy(limbs, mpz_limbs_read(from), n * sizeof *limbs);
    mpz_roinit_n(to, limbs, mpz_sgn(from) < 0 ? -(mp_size_t)n : (mp_size_t)n);
    return limbs + n;
}

static size_t limbs_of(mpq_srcptr q)
{
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

num number_take(struct arena *a, mpq_ptr q)
{
    struct number *n =
        arena_try(a, sizeof *n + limbs_of(q) * sizeof(mp_limb_t));
    if (n) {
        mp_limb_t *limbs = (mp_limb_t *)(n + 1);
        limbs = copy_limbs(&n->as.q._mp_num, mpq_numref(q), limbs);
        copy_limbs(&n->as.q._mp_den, mpq_denref(q), limbs);
        n->exact = true;
        n->approx = nearest_double(n);
    }
    mpq_clear(q);
    if (!n)
        arena_refuse(a);
    return n;
}

mpq_srcptr number_mpq(num n)
{
    return &n->as.q;
}

static void set_small(mpz_ptr z, long value, mp_limb_t *limb)
{
    *limb = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    const mpz_t small = MPZ_ROINIT_N(limb, (value > 0) - (value < 0));
    *z = *small;
}

num number_int(struct arena *a, long value)
{
    return number_fraction(a, value, 1);
}

num *number_zeros(struct arena *a, int n)
{
    num *list = arena_array(a, n > 0 ? (size_t)n : 0, sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = number_int(a, 0);
    return list;
}

num number_fraction(struct arena *a, long p, long q)
{
    if (q == 0)
        return NULL;
    if (q < -LONG_MAX || p < -LONG_MAX)
        return number_exactly(a, '/', number_of_double(a, (double)p),
                              number_of_double(a, (double)q));
    mp_limb_t size = (mp_limb_t)labs(p);
    bool divides = p && q != 1;
    long common =
        divides ? (long)mpn_gcd_1(&size, 1, (mp_limb_t)labs(q)) : labs(q);
    common = q < 0 ? -common : common;
    p /= common;
    q /= common;
    struct number *n = arena_alloc(a, sizeof *n + 2 * sizeof(mp_limb_t));
    mp_limb_t *limbs = (mp_limb_t *)(n + 1);
    set_small(&n->as.q._mp_num, p, limbs);
    set_small(&n->as.q._mp_den, q, limbs + 1);
    n->exact = true;
    bool fits = p < SMALL && p > -SMALL && q < SMALL;
    n->approx = fits ? (double)p / (double)q : nearest_double(n);
    return n;
}

num number_of_double(struct arena *a, double d)
{
    if (!isfinite(d))
        return NULL;
    if (fabs(d) < (double)SMALL && d == floor(d))
        return number_int(a, (long)d);
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, d);
    return number_take(a, q);
}

num number_exact(struct arena *a, num x)
{
    mpq_t q;
    mpq_init(q);
    if (x->exact)
        mpq_set(q, &x->as.q);
    else
        mpfr_get_q(q, &x->as.r);
    return number_take(a, q);
}

num number_floor(struct arena *a, num x)
{
    mpq_t q;
    mpq_init(q);
    mpz_fdiv_q(mpq_numref(q), mpq_numref(&x->as.q), mpq_denref(&x->as.q));
    return number_take(a, q);
}

/* ---- reals ---- */

static struct number *new_real(struct arena *a)
{
    struct number *n =
        arena_alloc(a, sizeof *n + mpfr_custom_get_size(NUMBER_BITS));
    mpfr_custom_init(n + 1, NUMBER_BITS);
    mpfr_custom_init_set(&n->as.r, MPFR_ZERO_KIND, 0, NUMBER_BITS, n + 1);
    return n;
}

/* Completes a real that was computed in place.  If MPFR rounded it, its error
 * is half a unit of its last bit. */
static num finish(struct arena *a, struct number *n, int inexact)
{
    mpfr_srcptr r = &n->as.r;
    long unit = mpfr_regular_p(r) ? mpfr_get_exp(r) - NUMBER_BITS : -1999;
    if (!mpfr_number_p(r))
        return NULL;
    n->error = inexact ? bound_power_of_two(unit - 1) : 0;
    if (mpfr_zero_p(r))
        return number_widen(a, number_int(a, 0), n->error);
    n->approx = mpfr_get_d(r, MPFR_RNDN);
    return n;
}

num number_of_mpfr(struct arena *a, mpfr_srcptr x)
{
    struct number *n = new_real(a);
    return finish(a, n, mpfr_set(&n->as.r, x, MPFR_RNDN));
}

int number_mpfr(num n, mpfr_ptr out)
{
    if (!n->exact)
        return mpfr_set(out, &n->as.r, MPFR_RNDN);
    return mpz_cmp_ui(mpq_denref(&n->as.q), 1) == 0
               ? mpfr_set_z(out, mpq_numref(&n->as.q), MPFR_RNDN)
               : mpfr_set_q(out, &n->as.q, MPFR_RNDN);
}

num number_real(struct arena *a, num x)
{
    struct number *n = new_real(a);
    int inexact = number_mpfr(x, &n->as.r);
    n->origin = x->origin;
    n->mixed = x->mixed;
    return number_widen(a, finish(a, n, inexact), x->error);
}

num number_copy(struct arena *a, num x)
{
    if (!x)
        return NULL;
    num copy = x->exact ? number_exact(a, x) : number_of_mpfr(a, &x->as.r);
    struct number *n = with_error(a, copy, x->error);
    n->origin = number_copy(a, x->origin);
    n->mixed = x->mixed;
    if (x->surd)
        n->surd = surd_new(a, number_copy(a, x->surd->p),
                           number_copy(a, x->surd->q), x->surd->d);
    return n;
}

typedef int real_operation(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* Rounds fractions to WIDE_BITS first, with a relative error of WIDE_UNIT: for
 * a sum, relative to its terms; for a power, times the exponent. */
static num in_reals(struct arena *a, num x, num y, real_operation *operation)
{
    STACK_REAL(u, WIDE_BITS);
    STACK_REAL(v, WIDE_BITS);
    struct number *n = new_real(a);
    double left_out = 0, bend = WIDE_UNIT;
    int wide = number_mpfr(x, u) | number_mpfr(y, v);
    int inexact = operation(&n->as.r, u, v, MPFR_RNDN);
    bool is_sum = operation == mpfr_add || operation == mpfr_sub;
    if (is_sum && mpfr_regular_p(&n->as.r) && mpfr_regular_p(u) &&
        mpfr_regular_p(v) &&
        mpfr_get_exp(&n->as.r) < mpfr_get_exp(u) - CANCEL_BITS) {
        left_out = bound_up(fabs(mpfr_get_d(&n->as.r, MPFR_RNDN)));
        mpfr_set_zero(&n->as.r, 1);
    }
    num result = finish(a, n, inexact);
    if (!result)
        return NULL;
    double size =
        is_sum ? bound_add(bound_up(fabs(x->approx)), bound_up(fabs(y->approx)))
               : bound_up(fabs(result->approx));
    if (operation == mpfr_pow)
        bend = bound_mul(fabs(y->approx), bend);
    if (wide)
        left_out = bound_add(left_out, bound_mul(size, bend));
    return number_widen(a, result, left_out);
}

/* ---- arithmetic ---- */

static bool is_small(num n, long *p, long *q)
{
    if (!n->exact || mpz_size(mpq_numref(&n->as.q)) > 1 ||
        mpz_size(mpq_denref(&n->as.q)) > 1)
        return false;
    const mp_limb_t over = mpz_getlimbn(mpq_numref(&n->as.q), 0);
    const mp_limb_t under = mpz_getlimbn(mpq_denref(&n->as.q), 0);
    if (over >= SMALL || under >= SMALL)
        return false;
    *p = number_sign(n) * (long)over;
    *q = (long)under;
    return true;
}

num number_neg(struct arena *a, num x)
{
    if (number_is_zero(x))
        return x;
    struct number *n = with_error(a, x, x->error);
    n->approx = -x->approx;
    if (x->exact)
        n->as.q._mp_num._mp_size = -n->as.q._mp_num._mp_size;
    else
        n->as.r._mpfr_sign = -n->as.r._mpfr_sign;
    n->origin = x->origin ? number_neg(a, x->origin) : NULL;
    if (x->surd)
        n->surd = surd_new(a, number_neg(a, x->surd->p),
                           number_neg(a, x->surd->q), x->surd->d);
    return n;
}

num number_abs(struct arena *a, num x)
{
    return number_sign(x) < 0 ? number_neg(a, x) : x;
}

static const struct operation {
    char sign;
    void (*exactly)(mpq_ptr, mpq_srcptr, mpq_srcptr);
    real_operation *roughly;
} operations[] = {{'+', mpq_add, mpfr_add},
                  {'-', mpq_sub, mpfr_sub},
                  {'*', mpq_mul, mpfr_mul},
                  {'/', mpq_div, mpfr_div}};

/* x op y; fractions with more than `most` limbs become reals. */
static num compute(struct arena *a, char op, num x, num y, size_t most)
{
    const struct operation *o = operations;
    long p, q, r, s;
    num result;
    if (op == '/' && (!x || !y || number_is_zero(y)))
        return NULL;
    while (o->sign != op)
        o++;
    if (is_small(x, &p, &q) && is_small(y, &r, &s)) {
        result = op == '+'   ? number_fraction(a, p * s + r * q, q * s)
                 : op == '-' ? number_fraction(a, p * s - r * q, q * s)
                 : op == '*' ? number_fraction(a, p * r, q * s)
                             : number_fraction(a, p * s, q * r);
    } else if (op == '+' && number_is_zero(x)) {
        result = y;
    } else if ((op == '+' || op == '-') && number_is_zero(y)) {
        result = x;
    } else if (!x->exact || !y->exact ||
               limbs_of(&x->as.q) + limbs_of(&y->as.q) > most) {
        result = in_reals(a, x, y, o->roughly);
    } else {
        mpq_t exactly;
        mpq_init(exactly);
        o->exactly(exactly, &x->as.q, &y->as.q);
        result = number_take(a, exactly);
    }
    if (!result || (x->error == 0 && y->error == 0))
        return result;
    double error = bound_add(x->error, y->error);
    if (op == '*') /* |x y - X Y| <= |x| dy + (|y| + dy) dx */
        error = bound_add(bound_mul(size_of(x), y->error),
                          bound_mul(number_at_most(y), x->error));
    if (op == '/') { /* |x/y - X/Y| <= (dx + |x/y| dy) / (|y| - dy) */
        double shift = bound_mul(number_at_most(result), y->error);
        error = bound_div(bound_add(x->error, shift), at_least(y));
    }
    return carry(a, result, x, y, error);
}

num number_operate(struct arena *a, char op, num x, num y)
{
    return compute(a, op, x, y, LIMBS_LIMIT);
}

num number_exactly(struct arena *a, char op, num x, num y)
{
    return compute(a, op, x, y, SIZE_MAX);
}

num number_raise(struct arena *a, num x, long exponent)
{
    unsigned long n = (unsigned long)exponent;
    num result;
    if (exponent < 0)
        n = 0 - n;
    if (exponent == 0)
        return number_int(a, 1);
    if (number_is_zero(x) && exponent < 0)
        return NULL;
    if (number_is_zero(x) || number_is_one(x)) {
        result = x;
    } else if (!x->exact || n > LIMBS_LIMIT ||
               limbs_of(&x->as.q) * n > LIMBS_LIMIT) {
        result = in_reals(a, x, number_int(a, exponent), mpfr_pow);
    } else {
        mpq_t q;
        mpq_init(q);
        mpz_pow_ui(mpq_numref(q), mpq_numref(&x->as.q), n);
        mpz_pow_ui(mpq_denref(q), mpq_denref(&x->as.q), n);
        if (exponent < 0)
            mpq_inv(q, q);
        result = number_take(a, q);
    }
    if (x->error == 0)
        return result;
    /* |x^n - X^n| <= |n| t^(n-1) dx, with t at the end where that is largest */
    STACK_REAL(slope, ODD_BITS);
    double t = exponent > 0 ? number_at_most(x) : at_least(x);
    if (!(t > 0))
        return carry(a, result, x, x, INFINITY);
    mpfr_set_d(slope, t, MPFR_RNDN);
    mpfr_pow_si(slope, slope, exponent - 1, MPFR_RNDU);
    t = bound_mul(fabs((double)exponent), mpfr_get_d(slope, MPFR_RNDU));
    return carry(a, result, x, x, bound_mul(t, x->error));
}

num number_root(struct arena *a, num x)
{
    mpz_srcptr p = mpq_numref(&x->as.q), q = mpq_denref(&x->as.q);
    num root;
    if (number_sign(x) < 0)
        return NULL;
    if (x->exact && mpz_perfect_square_p(p) && mpz_perfect_square_p(q)) {
        mpq_t of_both;
        mpq_init(of_both);
        mpz_sqrt(mpq_numref(of_both), p);
        mpz_sqrt(mpq_denref(of_both), q);
        root = number_take(a, of_both);
    } else {
        root = in_reals(a, x, number_fraction(a, 1, 2), mpfr_pow);
    }
    if (!root || x->error == 0)
        return root;
    /* |sqrt x - sqrt X| = |x - X| / (sqrt x + sqrt X), and <= sqrt dx */
    double steep = bound_up(sqrt(x->error)), least = at_least(x);
    double other = least > 0 ? nextafter(sqrt(least), 0) : 0;
    double sum = nextafter(bound_below(root->approx) + other, 0);
    return carry(a, root, x, x, fmin(bound_div(x->error, sum), steep));
}

/* ---- queries ---- */

bool number_is_exact(num n)
{
    return n->exact && n->error == 0;
}

bool number_is_fraction(num n)
{
    return n->exact;
}

bool number_is_zero(num n)
{
    return n->exact && mpq_sgn(&n->as.q) == 0;
}

bool number_is_one(num n)
{
    long p, q;
    return n->approx == 1 && is_small(n, &p, &q) && p == 1;
}

bool number_is_int(num n, long *value)
{
    if (!n->exact || mpz_cmp_ui(mpq_denref(&n->as.q), 1) != 0 ||
        !mpz_fits_slong_p(mpq_numref(&n->as.q)))
        return false;
    *value = mpz_get_si(mpq_numref(&n->as.q));
    return true;
}

int number_sign(num n)
{
    return n->exact ? mpq_sgn(&n->as.q) : mpfr_sgn(&n->as.r);
}

int number_compare(num x, num y)
{
    if (x->approx != y->approx) /* rounding is monotonic */
        return x->approx < y->approx ? -1 : 1;
    if (x->exact && y->exact)
        return mpq_cmp(&x->as.q, &y->as.q);
    if (x->exact)
        return -mpfr_cmp_q(&y->as.r, &x->as.q);
    return y->exact ? mpfr_cmp_q(&x->as.r, &y->as.q)
                    : mpfr_cmp(&x->as.r, &y->as.r);
}

bool number_equal(num x, num y)
{
    if (x->exact && y->exact) /* in lowest terms: no products needed */
        return x == y || mpq_equal(&x->as.q, &y->as.q);
    return x == y || number_compare(x, y) == 0;
}

uint32_t number_hash(num n)
{
    uint64_t bits;
    memcpy(&bits, &n->approx, sizeof bits);
    bits = (bits ^ (bits >> 29)) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(bits >> 32);
}

size_t number_length(num x)
{
    return mpz_sizeinbase(mpq_numref(&x->as.q), 10) +
           mpz_sizeinbase(mpq_denref(&x->as.q), 10);
}

double number_double(num n)
{
    return n->approx;
}

float number_float(num n)
{
    STACK_REAL(t, ODD_BITS);
    set_odd(t, n);
    return mpfr_get_flt(t, MPFR_RNDN);
}
