/* SPDX-License-Identifier: MIT
 *
 * Stumpff's functions c_k(z) = sum (-z)^i / (k + 2i)! to any precision:
 * the series near zero; beyond, sine and cosine (z > 0) or their hyperbolic
 * kin (z < 0) and the recurrence c_{k+2} = (1/k! - c_k) / z, which is stable
 * there.
 */
#include "sym/pool.h"

/* Bits beyond the result's: what cancels near a zero of c_k, and then some. */
enum { GUARD_BITS = 128 };

/* c_k by its series; |z| is at most about (k + 1)(k + 2), so the terms fall
 * from the first one on. */
static void by_series(mpfr_ptr sum, int k, mpfr_srcptr z)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(sum));
    mpfr_fac_ui(term, (unsigned long)k, MPFR_RNDN);
    mpfr_ui_div(term, 1, term, MPFR_RNDN);
    mpfr_set(sum, term, MPFR_RNDN);
    for (unsigned long i = (unsigned long)k; !mpfr_zero_p(term); i += 2) {
        mpfr_mul(term, term, z, MPFR_RNDN);
        mpfr_div_ui(term, term, i + 1, MPFR_RNDN);
        mpfr_div_ui(term, term, i + 2, MPFR_RNDN);
        mpfr_neg(term, term, MPFR_RNDN);
        if (mpfr_zero_p(term) ||
            mpfr_get_exp(term) < mpfr_get_exp(sum) - mpfr_get_prec(sum))
            break;
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

/* sin(s)/s or, for z < 0, sinh(s)/s. */
static void odd_base(mpfr_ptr c, mpfr_srcptr s, bool negative)
{
    if (negative)
        mpfr_sinh(c, s, MPFR_RNDN);
    else
        mpfr_sin(c, s, MPFR_RNDN);
    mpfr_div(c, c, s, MPFR_RNDN);
}

/* (1 - cos s)/s^2 = 2 sin^2(s/2)/s^2, which loses nothing at s = 2 pi n. */
static void even_base(mpfr_ptr c, mpfr_ptr s, bool negative)
{
    mpfr_div_2ui(s, s, 1, MPFR_RNDN);
    odd_base(c, s, negative);
    mpfr_sqr(c, c, MPFR_RNDN);
    mpfr_div_2ui(c, c, 1, MPFR_RNDN);
}

/* c_0, c_1 or c_2, whichever k leads to; returns its index. */
static int base(mpfr_ptr c, int k, mpfr_srcptr z)
{
    bool negative = mpfr_sgn(z) < 0;
    mpfr_t s;
    mpfr_init2(s, mpfr_get_prec(c));
    mpfr_abs(s, z, MPFR_RNDN);
    mpfr_sqrt(s, s, MPFR_RNDN);
    int index = k % 2 == 1 ? 1 : k == 0 ? 0 : 2;
    if (index == 1)
        odd_base(c, s, negative);
    else if (index == 2)
        even_base(c, s, negative);
    else if (negative)
        mpfr_cosh(c, s, MPFR_RNDN);
    else
        mpfr_cos(c, s, MPFR_RNDN);
    mpfr_clear(s);
    return index;
}

static void by_recurrence(mpfr_ptr c, int k, mpfr_srcptr z)
{
    mpfr_t factorial;
    mpfr_init2(factorial, mpfr_get_prec(c));
    for (int i = base(c, k, z); i < k; i += 2) {
        mpfr_fac_ui(factorial, (unsigned long)i, MPFR_RNDN);
        mpfr_ui_div(factorial, 1, factorial, MPFR_RNDN);
        mpfr_sub(c, factorial, c, MPFR_RNDN);
        mpfr_div(c, c, z, MPFR_RNDN);
    }
    mpfr_clear(factorial);
}

static mpfr_prec_t work_bits(mpfr_srcptr r, mpfr_srcptr z)
{
    mpfr_exp_t size = mpfr_regular_p(z) ? mpfr_get_exp(z) : 0;
    return mpfr_get_prec(r) + GUARD_BITS + (size > 0 ? size : 0);
}

int stumpff_real(mpfr_ptr r, int k, mpfr_srcptr z)
{
    enum { HUGE_EXPONENT = 1 << 16 };
    if (!mpfr_number_p(z) ||
        (mpfr_regular_p(z) && mpfr_get_exp(z) > HUGE_EXPONENT)) {
        mpfr_set_nan(r);
        return 1;
    }
    mpfr_t c;
    mpfr_init2(c, work_bits(r, z));
    if (mpfr_cmpabs_ui(z, (unsigned long)(k + 1) * (unsigned long)(k + 2)) < 0)
        by_series(c, k, z);
    else
        by_recurrence(c, k, z);
    mpfr_set(r, c, MPFR_RNDN);
    mpfr_clear(c);
    return 1;
}

double stumpff_value(int k, double z)
{
    mpfr_t r, x;
    mpfr_inits2(53, r, x, (mpfr_ptr)0);
    mpfr_set_d(x, z, MPFR_RNDN);
    stumpff_real(r, k, x);
    double c = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clears(r, x, (mpfr_ptr)0);
    return c;
}
