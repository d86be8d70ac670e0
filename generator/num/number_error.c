/* SPDX-License-Identifier: MIT
 *
 * Constants: how far a value may be off.  Bounds are carried through every
 * operation beside the value, which they do not change.
 */
#include "num/number.h"

#include "base/arena.h"
#include "num/bound.h"
#include "num/number_data.h"

#include <stdint.h>

/* -- asking -----------------------------------------------------------------
 */

double number_error(const struct number *n)
{
    return n->error;
}

double number_size(const struct number *n)
{
    return number_is_zero(n) ? 0 : bound_above(n->approx);
}

double number_at_most(const struct number *n)
{
    return bound_add(number_size(n), n->error);
}

double number_at_least(const struct number *n)
{
    return bound_less(bound_below(n->approx), n->error);
}

bool number_may_be_zero(const struct number *n)
{
    return number_is_zero(n) || bound_below(n->approx) <= n->error;
}

/* -- setting ----------------------------------------------------------------
 */

static const struct number *with_error(struct arena *a, const struct number *x,
                                       double error)
{
    struct number *n = arena_alloc(a, sizeof *n);
    *n = *x; /* the limbs are read-only and can be shared */
    n->error = error;
    return n;
}

const struct number *number_widen(struct arena *a, const struct number *x,
                                  double error)
{
    if (!x || error == 0)
        return x;
    return with_error(a, x, bound_add(x->error, error));
}

void number_admit(const struct number *n, double error)
{
    struct number *shared = (struct number *)(uintptr_t)n;
    if (error > n->error)
        shared->error = error;
}

/* An operand that is the result, as y is of 0 + y, was not rounded again. */
const struct number *number_carry(struct arena *a, const struct number *result,
                                  const struct number *x,
                                  const struct number *y, double error)
{
    if (!result || error == 0)
        return result;
    if (result == x || result == y)
        return error > result->error ? with_error(a, result, error) : result;
    struct number *fresh = (struct number *)(uintptr_t)result;
    fresh->error = bound_add(fresh->error, error);
    return result;
}

/* -- operations -------------------------------------------------------------
 */

double number_sum_error(const struct number *x, const struct number *y)
{
    return bound_add(x->error, y->error);
}

/* |x y - X Y| <= |x| dy + (|y| + dy) dx */
double number_product_error(const struct number *x, const struct number *y)
{
    if (x->error == 0 && y->error == 0)
        return 0;
    double first = bound_mul(number_size(x), y->error);
    return bound_add(first, bound_mul(number_at_most(y), x->error));
}

/* |x/y - X/Y| <= (dx + |x/y| dy) / (|y| - dy) */
double number_quotient_error(const struct number *x, const struct number *y,
                             const struct number *quotient)
{
    if (x->error == 0 && y->error == 0)
        return 0;
    double shift = bound_mul(number_at_most(quotient), y->error);
    return bound_div(bound_add(x->error, shift), number_at_least(y));
}

/* base^exponent, rounded up */
static double power_above(double base, long exponent)
{
    mpfr_t t;
    mpfr_init2(t, ODD_BITS);
    mpfr_set_d(t, base, MPFR_RNDN);
    mpfr_pow_si(t, t, exponent, MPFR_RNDU);
    double power = mpfr_get_d(t, MPFR_RNDU);
    mpfr_clear(t);
    return power;
}

/* |x^n - X^n| <= |n| t^(n-1) dx, with t at the end where that is largest */
double number_power_error(const struct number *x, long exponent)
{
    if (x->error == 0 || exponent == 0)
        return 0;
    double base = exponent > 0 ? number_at_most(x) : number_at_least(x);
    if (!(base > 0))
        return INFINITY;
    double slope = power_above(base, exponent - 1);
    slope = bound_mul(fabs((double)exponent), slope);
    return bound_mul(slope, x->error);
}

/* |sqrt x - sqrt X| = |x - X| / (sqrt x + sqrt X), and <= sqrt dx */
double number_root_error(const struct number *x, const struct number *root)
{
    if (x->error == 0)
        return 0;
    double steep = bound_sqrt(x->error);
    double least = number_at_least(x);
    double other = least > 0 ? nextafter(sqrt(least), 0) : 0;
    double sum = nextafter(bound_below(root->approx) + other, 0);
    double error = bound_div(x->error, sum);
    return error < steep ? error : steep;
}
