/* SPDX-License-Identifier: MIT
 *
 * Constants: arithmetic.  All memory of a result is taken from the arena
 * before GMP or MPFR is asked to work, so that running out of memory leaves
 * no temporary behind.
 */
#include "num/number.h"

#include "base/arena.h"
#include "num/bound.h"
#include "num/number_data.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* Fractions of more limbs than this become reals, so that iterated products
 * cannot eat the machine. */
#define LIMBS_LIMIT 2048

/* Room to convert a fraction to, before it meets a real. */
#define WIDE_BITS (NUMBER_BITS + 64)

/* Sums that cancel to this many bits below their terms are zero. */
#define CANCEL_BITS 240

/* Fractions whose sums and products fit a long. */
#define SMALL ((long)1 << 30)

/* -- making ---------------------------------------------------------------- */

struct number_room number_reserve(struct arena *a, size_t limbs)
{
    struct number_room r;
    r.number = arena_alloc(a, sizeof *r.number);
    r.limbs = arena_array(a, limbs, sizeof *r.limbs);
    return r;
}

void number_make_odd(mpfr_ptr t, int inexact)
{
    if (!inexact || mpfr_min_prec(t) == mpfr_get_prec(t))
        return; /* the last bit is 1 already */
    if (mpfr_sgn(t) > 0)
        mpfr_nextabove(t);
    else
        mpfr_nextbelow(t);
}

static double nearest_double(mpq_srcptr q)
{
    mpfr_t t;
    mpfr_init2(t, ODD_BITS);
    number_make_odd(t, mpfr_set_q(t, q, MPFR_RNDZ));
    double d = mpfr_get_d(t, MPFR_RNDN);
    mpfr_clear(t);
    return d;
}

static mp_limb_t *copy_limbs(mpz_ptr to, mpz_srcptr from, mp_limb_t *limbs)
{
    size_t n = mpz_size(from);
    if (n)
        memcpy(limbs, mpz_limbs_read(from), n * sizeof *limbs);
    mpz_roinit_n(to, limbs, mpz_sgn(from) < 0 ? -(mp_size_t)n : (mp_size_t)n);
    return limbs + n;
}

const struct number *number_keep(struct number_room room, mpq_srcptr q)
{
    struct number *n = room.number;
    mp_limb_t *next = copy_limbs(&n->as.q._mp_num, mpq_numref(q), room.limbs);
    copy_limbs(&n->as.q._mp_den, mpq_denref(q), next);
    n->exact = true;
    n->approx = nearest_double(q);
    return n;
}

const struct number *number_ratio(struct arena *a, mpz_srcptr p, mpz_srcptr q)
{
    struct number_room room = number_reserve(a, mpz_size(p) + mpz_size(q));
    mpq_t ratio;
    mpq_init(ratio);
    mpz_set(mpq_numref(ratio), p);
    mpz_set(mpq_denref(ratio), q);
    mpq_canonicalize(ratio);
    const struct number *n = number_keep(room, ratio);
    mpq_clear(ratio);
    return n;
}

mpq_srcptr number_mpq(const struct number *n)
{
    return &n->as.q;
}

static long greatest_divisor(long a, long b)
{
    while (b) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void set_small(mpz_ptr z, long value, mp_limb_t *limb)
{
    *limb = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    mpz_roinit_n(z, limb, value > 0 ? 1 : value < 0 ? -1 : 0);
}

const struct number *number_int(struct arena *a, long value)
{
    return number_fraction(a, value, 1);
}

const struct number *number_fraction(struct arena *a, long p, long q)
{
    if (q == 0)
        return NULL;
    if (q < -LONG_MAX || p < -LONG_MAX)
        return number_div(a, number_of_double(a, (double)p),
                          number_of_double(a, (double)q));
    if (q < 0) {
        p = -p;
        q = -q;
    }
    long common = greatest_divisor(p < 0 ? -p : p, q);
    p /= common;
    q /= common;
    struct number_room room = number_reserve(a, 2);
    set_small(&room.number->as.q._mp_num, p, room.limbs);
    set_small(&room.number->as.q._mp_den, q, room.limbs + 1);
    room.number->exact = true;
    bool fits = p < SMALL && p > -SMALL && q < SMALL;
    room.number->approx =
        fits ? (double)p / (double)q : nearest_double(&room.number->as.q);
    return room.number;
}

const struct number *number_of_double(struct arena *a, double d)
{
    if (!isfinite(d))
        return NULL;
    if (fabs(d) < (double)SMALL && d == floor(d))
        return number_int(a, (long)d);
    struct number_room room =
        number_reserve(a, 40); /* 2^-1074 and 2^1023 fit */
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, d);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

/* -- reals ------------------------------------------------------------------
 */

static struct number *new_real(struct arena *a)
{
    struct number_room room = number_reserve(
        a, mpfr_custom_get_size(NUMBER_BITS) / sizeof(mp_limb_t));
    mpfr_custom_init(room.limbs, NUMBER_BITS);
    mpfr_custom_init_set(&room.number->as.r, MPFR_ZERO_KIND, 0, NUMBER_BITS,
                         room.limbs);
    return room.number;
}

/* Half a unit of the last bit of a real, if it was rounded at all. */
static double rounding(mpfr_srcptr r, int inexact)
{
    if (!inexact)
        return 0;
    if (!mpfr_regular_p(r))
        return bound_power_of_two(-2000);
    return bound_power_of_two((long)mpfr_get_exp(r) - NUMBER_BITS - 1);
}

/* A real that was computed in place, and how MPFR rounded it. */
static const struct number *finish(struct arena *a, struct number *n,
                                   int inexact)
{
    if (!mpfr_number_p(&n->as.r))
        return NULL;
    n->error = rounding(&n->as.r, inexact);
    if (mpfr_zero_p(&n->as.r))
        return number_widen(a, number_int(a, 0), n->error);
    n->approx = mpfr_get_d(&n->as.r, MPFR_RNDN);
    return n;
}

const struct number *number_of_mpfr(struct arena *a, mpfr_srcptr x)
{
    struct number *n = new_real(a);
    return finish(a, n, mpfr_set(&n->as.r, x, MPFR_RNDN));
}

int number_mpfr(const struct number *n, mpfr_ptr out)
{
    return n->exact ? mpfr_set_q(out, &n->as.q, MPFR_RNDN)
                    : mpfr_set(out, &n->as.r, MPFR_RNDN);
}

const struct number *number_real(struct arena *a, const struct number *x)
{
    struct number *n = new_real(a);
    int inexact = number_mpfr(x, &n->as.r);
    return number_carry(a, finish(a, n, inexact), NULL, NULL, x->error);
}

const struct number *number_pi(struct arena *a)
{
    struct number *n = new_real(a);
    return finish(a, n, mpfr_const_pi(&n->as.r, MPFR_RNDN));
}

typedef int real_operation(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static bool cancels(mpfr_srcptr sum, mpfr_srcptr x, mpfr_srcptr y)
{
    if (!mpfr_regular_p(sum) || !mpfr_regular_p(x) || !mpfr_regular_p(y))
        return false;
    return mpfr_get_exp(sum) < mpfr_get_exp(x) - CANCEL_BITS;
}

/* What it makes of a result that fractions were rounded to WIDE_BITS. */
static double widening(const struct number *x, const struct number *y,
                       const struct number *result, bool is_sum)
{
    double size =
        is_sum ? bound_add(bound_above(x->approx), bound_above(y->approx))
               : bound_above(result->approx);
    return bound_mul(size, bound_power_of_two(2 - WIDE_BITS));
}

static const struct number *combine(struct arena *a, const struct number *x,
                                    const struct number *y,
                                    real_operation *operation)
{
    struct number *n = new_real(a);
    double left_out = 0;
    mpfr_t u, v;
    mpfr_inits2(WIDE_BITS, u, v, (mpfr_ptr)0);
    int wide_x = number_mpfr(x, u), wide_y = number_mpfr(y, v);
    int inexact = operation(&n->as.r, u, v, MPFR_RNDN);
    bool is_sum = operation == mpfr_add || operation == mpfr_sub;
    if (is_sum && cancels(&n->as.r, u, v)) {
        left_out = bound_above(mpfr_get_d(&n->as.r, MPFR_RNDN));
        mpfr_set_zero(&n->as.r, 1);
    }
    mpfr_clears(u, v, (mpfr_ptr)0);
    const struct number *result = finish(a, n, inexact);
    if (result && (wide_x || wide_y))
        left_out = bound_add(left_out, widening(x, y, result, is_sum));
    return number_carry(a, result, NULL, NULL, left_out);
}

/* -- arithmetic -------------------------------------------------------------
 */

static bool is_small(const struct number *n, long *p, long *q)
{
    if (!n->exact || !mpz_fits_slong_p(mpq_numref(&n->as.q)) ||
        !mpz_fits_slong_p(mpq_denref(&n->as.q)))
        return false;
    *p = mpz_get_si(mpq_numref(&n->as.q));
    *q = mpz_get_si(mpq_denref(&n->as.q));
    return *p<SMALL && * p> - SMALL && *q < SMALL;
}

size_t number_limbs(const struct number *n)
{
    return mpz_size(mpq_numref(&n->as.q)) + mpz_size(mpq_denref(&n->as.q));
}

typedef void exact_operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

static const struct number *operate(struct arena *a, const struct number *x,
                                    const struct number *y,
                                    exact_operation *exactly,
                                    real_operation *roughly)
{
    if (!x->exact || !y->exact ||
        number_limbs(x) + number_limbs(y) > LIMBS_LIMIT)
        return combine(a, x, y, roughly);
    struct number_room room =
        number_reserve(a, 2 * (number_limbs(x) + number_limbs(y) + 1));
    mpq_t q;
    mpq_init(q);
    exactly(q, &x->as.q, &y->as.q);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

const struct number *number_neg(struct arena *a, const struct number *x)
{
    struct number *n = arena_alloc(a, sizeof *n);
    *n = *x; /* the limbs are read-only and can be shared */
    n->approx = -x->approx;
    if (number_is_zero(x))
        return x;
    if (x->exact)
        n->as.q._mp_num._mp_size = -n->as.q._mp_num._mp_size;
    else
        mpfr_custom_init_set(&n->as.r, -mpfr_custom_get_kind(&x->as.r),
                             mpfr_get_exp(&x->as.r), NUMBER_BITS,
                             mpfr_custom_get_significand(&x->as.r));
    return n;
}

const struct number *number_abs(struct arena *a, const struct number *x)
{
    return number_sign(x) < 0 ? number_neg(a, x) : x;
}

static const struct number *add(struct arena *a, const struct number *x,
                                const struct number *y)
{
    long p, q, r, s;
    if (is_small(x, &p, &q) && is_small(y, &r, &s))
        return number_fraction(a, p * s + r * q, q * s);
    if (number_is_zero(x))
        return y;
    if (number_is_zero(y))
        return x;
    return operate(a, x, y, mpq_add, mpfr_add);
}

static const struct number *sub(struct arena *a, const struct number *x,
                                const struct number *y)
{
    long p, q, r, s;
    if (is_small(x, &p, &q) && is_small(y, &r, &s))
        return number_fraction(a, p * s - r * q, q * s);
    if (number_is_zero(y))
        return x;
    return operate(a, x, y, mpq_sub, mpfr_sub);
}

static const struct number *mul(struct arena *a, const struct number *x,
                                const struct number *y)
{
    long p, q, r, s;
    if (is_small(x, &p, &q) && is_small(y, &r, &s))
        return number_fraction(a, p * r, q * s);
    return operate(a, x, y, mpq_mul, mpfr_mul);
}

static const struct number *div_values(struct arena *a, const struct number *x,
                                       const struct number *y)
{
    long p, q, r, s;
    if (!y || !x || number_is_zero(y))
        return NULL;
    if (is_small(x, &p, &q) && is_small(y, &r, &s))
        return number_fraction(a, p * s, q * r);
    return operate(a, x, y, mpq_div, mpfr_div);
}

const struct number *number_add(struct arena *a, const struct number *x,
                                const struct number *y)
{
    return number_carry(a, add(a, x, y), x, y, number_sum_error(x, y));
}

const struct number *number_sub(struct arena *a, const struct number *x,
                                const struct number *y)
{
    return number_carry(a, sub(a, x, y), x, y, number_sum_error(x, y));
}

const struct number *number_mul(struct arena *a, const struct number *x,
                                const struct number *y)
{
    return number_carry(a, mul(a, x, y), x, y, number_product_error(x, y));
}

const struct number *number_div(struct arena *a, const struct number *x,
                                const struct number *y)
{
    const struct number *result = div_values(a, x, y);
    if (!result)
        return NULL;
    return number_carry(a, result, x, y, number_quotient_error(x, y, result));
}

static const struct number *real_power(struct arena *a, const struct number *x,
                                       long exponent)
{
    struct number *n = new_real(a);
    mpfr_t u;
    mpfr_init2(u, WIDE_BITS);
    int wide = number_mpfr(x, u);
    int inexact = mpfr_pow_si(&n->as.r, u, exponent, MPFR_RNDN);
    mpfr_clear(u);
    const struct number *power = finish(a, n, inexact);
    if (!power || !wide)
        return power;
    double unit = bound_power_of_two(2 - WIDE_BITS);
    double bent = bound_mul(fabs((double)exponent), unit);
    bent = bound_mul(bent, number_size(power));
    return number_carry(a, power, NULL, NULL, bent);
}

static const struct number *power(struct arena *a, const struct number *x,
                                  long exponent)
{
    if (exponent == 0)
        return number_int(a, 1);
    if (number_is_zero(x))
        return exponent > 0 ? x : NULL;
    if (number_is_one(x))
        return x;
    unsigned long n = (unsigned long)exponent;
    if (exponent < 0)
        n = 0 - n;
    if (!x->exact || n > LIMBS_LIMIT || number_limbs(x) * n > LIMBS_LIMIT)
        return real_power(a, x, exponent);
    struct number_room room = number_reserve(a, number_limbs(x) * n + 2);
    mpq_t q;
    mpq_init(q);
    mpz_pow_ui(mpq_numref(q), mpq_numref(&x->as.q), n);
    mpz_pow_ui(mpq_denref(q), mpq_denref(&x->as.q), n);
    if (exponent < 0)
        mpq_inv(q, q);
    const struct number *power = number_keep(room, q);
    mpq_clear(q);
    return power;
}

const struct number *number_power(struct arena *a, const struct number *x,
                                  long exponent)
{
    return number_carry(a, power(a, x, exponent), x, x,
                        number_power_error(x, exponent));
}

static bool is_square(mpq_srcptr q)
{
    return mpz_perfect_square_p(mpq_numref(q)) &&
           mpz_perfect_square_p(mpq_denref(q));
}

static const struct number *real_sqrt(struct arena *a, const struct number *x)
{
    struct number *n = new_real(a);
    mpfr_t u;
    mpfr_init2(u, WIDE_BITS);
    int wide = number_mpfr(x, u);
    int inexact = mpfr_sqrt(&n->as.r, u, MPFR_RNDN);
    mpfr_clear(u);
    const struct number *root = finish(a, n, inexact);
    if (!root || !wide)
        return root;
    double bent =
        bound_mul(number_size(root), bound_power_of_two(2 - WIDE_BITS));
    return number_carry(a, root, NULL, NULL, bent);
}

static const struct number *root_of(struct arena *a, const struct number *x)
{
    if (number_sign(x) < 0)
        return NULL;
    if (!x->exact || !is_square(&x->as.q))
        return real_sqrt(a, x);
    struct number_room room = number_reserve(a, number_limbs(x) + 2);
    mpq_t q;
    mpq_init(q);
    mpz_sqrt(mpq_numref(q), mpq_numref(&x->as.q));
    mpz_sqrt(mpq_denref(q), mpq_denref(&x->as.q));
    const struct number *root = number_keep(room, q);
    mpq_clear(q);
    return root;
}

const struct number *number_sqrt(struct arena *a, const struct number *x)
{
    const struct number *root = root_of(a, x);
    return root ? number_carry(a, root, x, x, number_root_error(x, root))
                : NULL;
}

/* -- looking ----------------------------------------------------------------
 */

bool number_is_exact(const struct number *n)
{
    return n->exact && n->error == 0;
}

bool number_is_fraction(const struct number *n)
{
    return n->exact;
}

bool number_is_zero(const struct number *n)
{
    return n->exact && mpq_sgn(&n->as.q) == 0;
}

bool number_is_one(const struct number *n)
{
    return n->approx == 1 && n->exact && mpq_cmp_ui(&n->as.q, 1, 1) == 0;
}

bool number_is_int(const struct number *n, long *value)
{
    if (!n->exact || mpz_cmp_ui(mpq_denref(&n->as.q), 1) != 0 ||
        !mpz_fits_slong_p(mpq_numref(&n->as.q)))
        return false;
    *value = mpz_get_si(mpq_numref(&n->as.q));
    return true;
}

int number_sign(const struct number *n)
{
    return n->exact ? mpq_sgn(&n->as.q) : mpfr_sgn(&n->as.r);
}

int number_compare(const struct number *x, const struct number *y)
{
    if (x->approx != y->approx) /* rounding keeps the order */
        return x->approx < y->approx ? -1 : 1;
    if (x->exact && y->exact)
        return mpq_cmp(&x->as.q, &y->as.q);
    if (x->exact)
        return -mpfr_cmp_q(&y->as.r, &x->as.q);
    return y->exact ? mpfr_cmp_q(&x->as.r, &y->as.q)
                    : mpfr_cmp(&x->as.r, &y->as.r);
}

bool number_equal(const struct number *x, const struct number *y)
{
    if (x->exact && y->exact) /* in lowest terms: nothing is multiplied */
        return x == y || mpq_equal(&x->as.q, &y->as.q);
    return x == y || number_compare(x, y) == 0;
}

uint32_t number_hash(const struct number *n)
{
    uint64_t bits;
    memcpy(&bits, &n->approx, sizeof bits);
    bits = (bits ^ (bits >> 29)) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(bits >> 32);
}

double number_double(const struct number *n)
{
    return n->approx;
}

float number_float(const struct number *n)
{
    if (!n->exact)
        return mpfr_get_flt(&n->as.r, MPFR_RNDN);
    mpfr_t t;
    mpfr_init2(t, ODD_BITS);
    number_make_odd(t, mpfr_set_q(t, &n->as.q, MPFR_RNDZ));
    float f = mpfr_get_flt(t, MPFR_RNDN);
    mpfr_clear(t);
    return f;
}

/* What is nothing but the error of 256 bits is a zero of the real type. */
static bool is_residue(const struct number *n)
{
    return n->error >= DBL_MIN && number_may_be_zero(n);
}

enum fit number_fit(const struct number *n, enum real real)
{
    double x = fabs(n->approx);
    double least = real == REAL_FLOAT ? (double)FLT_MIN : DBL_MIN;
    bool large = isinf(x) || (real == REAL_FLOAT && isinf(number_float(n)));
    if (large)
        return FIT_TOO_LARGE;
    if (x < least && !number_is_zero(n) && !is_residue(n))
        return FIT_TOO_SMALL;
    return FIT_WELL;
}

void number_forget(void)
{
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
}
