/* SPDX-License-Identifier: MIT
 *
 * Jacobi's elliptic functions to any precision, by the arithmetic-geometric
 * mean and Gauss' descending transformation, as in runtime/pol_elliptic.h.
 */
#include "sym/pool.h"

/* Sweeps double the digits once b/a is no longer small; before that they halve
 * its exponent, which has at most 62 bits. */
enum { GUARD_BITS = 96, MOST_SWEEPS = 96 };

/* One set of numbers for all sweeps; a, b, c of every sweep for the way back.
 */
struct mean {
    mpfr_t a[MOST_SWEEPS + 1], b[MOST_SWEEPS + 1], c[MOST_SWEEPS + 1];
    int n;
};

static void push(struct mean *g, mpfr_prec_t bits)
{
    g->n++;
    mpfr_inits2(bits, g->a[g->n], g->b[g->n], g->c[g->n], (mpfr_ptr)0);
}

static void start(struct mean *g, mpfr_srcptr m, mpfr_srcptr m1,
                  mpfr_prec_t bits)
{
    g->n = -1;
    push(g, bits);
    mpfr_set_ui(g->a[0], 1, MPFR_RNDN);
    mpfr_sqrt(g->b[0], m1, MPFR_RNDN);
    mpfr_sqrt(g->c[0], m, MPFR_RNDN);
}

static bool is_done(const struct mean *g, mpfr_prec_t bits)
{
    mpfr_srcptr a = g->a[g->n], c = g->c[g->n];
    if (g->n == MOST_SWEEPS || mpfr_nan_p(c) || mpfr_nan_p(a))
        return true;
    return mpfr_zero_p(c) || mpfr_get_exp(c) < mpfr_get_exp(a) - bits / 2 - 2;
}

/* a' = (a + b)/2, b' = sqrt(a b), c' = c^2/(4 a') */
static void sweep(struct mean *g, mpfr_prec_t bits)
{
    int i = g->n;
    push(g, bits);
    mpfr_add(g->a[i + 1], g->a[i], g->b[i], MPFR_RNDN);
    mpfr_div_2ui(g->a[i + 1], g->a[i + 1], 1, MPFR_RNDN);
    mpfr_mul(g->b[i + 1], g->a[i], g->b[i], MPFR_RNDN);
    mpfr_sqrt(g->b[i + 1], g->b[i + 1], MPFR_RNDN);
    mpfr_sqr(g->c[i + 1], g->c[i], MPFR_RNDN);
    mpfr_div(g->c[i + 1], g->c[i + 1], g->a[i + 1], MPFR_RNDN);
    mpfr_div_2ui(g->c[i + 1], g->c[i + 1], 2, MPFR_RNDN);
}

static void clear(struct mean *g)
{
    for (; g->n >= 0; g->n--)
        mpfr_clears(g->a[g->n], g->b[g->n], g->c[g->n], (mpfr_ptr)0);
}

/* sn, cn, dn = x[0], x[1], x[2] of sweep i, given those of sweep i + 1. */
static void ascend(const struct mean *g, int i, mpfr_t x[3], mpfr_t part)
{
    mpfr_srcptr a = g->a[i + 1], c = g->c[i + 1];
    mpfr_sqr(part, x[0], MPFR_RNDN);
    mpfr_mul(part, part, c, MPFR_RNDN);
    mpfr_add(part, part, a, MPFR_RNDN);
    mpfr_mul(x[0], x[0], g->a[i], MPFR_RNDN);
    mpfr_div(x[0], x[0], part, MPFR_RNDN);
    mpfr_mul(x[2], x[2], x[1], MPFR_RNDN); /* cn dn, while cn is there */
    mpfr_sqr(x[1], x[1], MPFR_RNDN);
    mpfr_mul(x[1], x[1], c, MPFR_RNDN);
    mpfr_add(x[1], x[1], g->b[i], MPFR_RNDN);
    mpfr_div(x[1], x[1], part, MPFR_RNDN);
    mpfr_mul(x[2], x[2], a, MPFR_RNDN);
    mpfr_div(x[2], x[2], part, MPFR_RNDN);
    mpfr_swap(x[1], x[2]);
}

static void by_mean(mpfr_ptr r, int k, mpfr_srcptr u, mpfr_srcptr m,
                    mpfr_srcptr m1, mpfr_prec_t bits)
{
    struct mean g;
    mpfr_t x[3], part;
    mpfr_inits2(bits, x[0], x[1], x[2], part, (mpfr_ptr)0);
    start(&g, m, m1, bits);
    while (!is_done(&g, bits))
        sweep(&g, bits);
    mpfr_mul(part, g.a[g.n], u, MPFR_RNDN);
    mpfr_sin_cos(x[0], x[1], part, MPFR_RNDN);
    mpfr_set_ui(x[2], 1, MPFR_RNDN);
    for (int i = g.n - 1; i >= 0; i--)
        ascend(&g, i, x, part);
    mpfr_set(r, x[k], MPFR_RNDN);
    clear(&g);
    mpfr_clears(x[0], x[1], x[2], part, (mpfr_ptr)0);
}

/* tanh u, 1/cosh u, 1/cosh u */
static void at_one(mpfr_ptr r, int k, mpfr_srcptr u)
{
    if (k == 0)
        mpfr_tanh(r, u, MPFR_RNDN);
    else
        mpfr_sech(r, u, MPFR_RNDN);
}

int jacobi_real(mpfr_ptr r, int k, mpfr_srcptr u, mpfr_srcptr m, mpfr_srcptr m1)
{
    enum { HUGE_EXPONENT = 1 << 16 };
    mpfr_exp_t size = mpfr_regular_p(u) ? mpfr_get_exp(u) : 0;
    if (!mpfr_number_p(u) || !mpfr_number_p(m) || !mpfr_number_p(m1) ||
        size > HUGE_EXPONENT)
        mpfr_set_nan(r);
    else if (mpfr_sgn(m1) <= 0)
        at_one(r, k, u);
    else
        by_mean(r, k, u, m, m1,
                mpfr_get_prec(r) + GUARD_BITS + (size > 0 ? size : 0));
    return 1;
}

double jacobi_value(int k, double u, double m, double m1)
{
    mpfr_t r, x[3];
    mpfr_inits2(53, r, x[0], x[1], x[2], (mpfr_ptr)0);
    mpfr_set_d(x[0], u, MPFR_RNDN);
    mpfr_set_d(x[1], m, MPFR_RNDN);
    mpfr_set_d(x[2], m1, MPFR_RNDN);
    jacobi_real(r, k, x[0], x[1], x[2]);
    double value = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clears(r, x[0], x[1], x[2], (mpfr_ptr)0);
    return value;
}
