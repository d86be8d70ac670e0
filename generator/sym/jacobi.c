/* SPDX-License-Identifier: MIT
 *
 * Jacobi's elliptic functions and the integral of the third kind to any
 * precision, by the arithmetic-geometric mean with Gauss' and Landen's
 * descending transformations, as in runtime/pol_elliptic.h.
 */
#include "sym/pool.h"

/* n is for the integral alone. */
struct jacobi_arguments {
    mpfr_srcptr u, m, m1, n;
};

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

/* sn, cn, dn of u; the means are left for who needs them further. */
static void functions(struct mean *g, const struct jacobi_arguments *arg,
                      mpfr_prec_t bits, mpfr_t x[3])
{
    mpfr_t part;
    mpfr_init2(part, bits);
    start(g, arg->m, arg->m1, bits);
    while (!is_done(g, bits))
        sweep(g, bits);
    mpfr_mul(part, g->a[g->n], arg->u, MPFR_RNDN);
    mpfr_sin_cos(x[0], x[1], part, MPFR_RNDN);
    mpfr_set_ui(x[2], 1, MPFR_RNDN);
    for (int i = g->n - 1; i >= 0; i--)
        ascend(g, i, x, part);
    mpfr_clear(part);
}

/* --- the integral of the third kind --------------------------------------- */

/* What changes from sweep to sweep, and places to compute in. */
struct third {
    mpfr_t n, u, square, weight, sum;
    mpfr_t omega, a2, part, r, t, more;
};

/* omega = (k^2 - n)/(1 - n), a2 = -n omega, part = weight/(2 (k^2 - n)) */
static void prepare(struct third *w, const struct mean *g, int i)
{
    mpfr_div(w->more, g->b[i], g->a[i], MPFR_RNDN);
    mpfr_add_ui(w->more, w->more, 1, MPFR_RNDN);
    mpfr_sub(w->part, w->square, w->n, MPFR_RNDN);
    mpfr_ui_sub(w->r, 1, w->n, MPFR_RNDN);
    mpfr_div(w->omega, w->part, w->r, MPFR_RNDN);
    mpfr_mul(w->a2, w->n, w->omega, MPFR_RNDN);
    mpfr_neg(w->a2, w->a2, MPFR_RNDN);
    mpfr_mul_2ui(w->part, w->part, 1, MPFR_RNDN);
    mpfr_div(w->part, w->weight, w->part, MPFR_RNDN);
}

/* sum += part (A atan(A sn cn/dn) + k^2 u); t = sn cn/dn */
static void add_terms(struct third *w, mpfr_t x[3])
{
    mpfr_mul(w->t, x[0], x[1], MPFR_RNDN);
    mpfr_div(w->t, w->t, x[2], MPFR_RNDN);
    mpfr_sqrt(w->r, w->a2, MPFR_RNDN);
    mpfr_mul(x[0], w->r, w->t, MPFR_RNDN);
    mpfr_atan(x[0], x[0], MPFR_RNDN);
    mpfr_mul(w->r, w->r, x[0], MPFR_RNDN);
    mpfr_fma(w->r, w->square, w->u, w->r, MPFR_RNDN);
    mpfr_fma(w->sum, w->part, w->r, w->sum, MPFR_RNDN);
}

/* weight, n and u of the next sweep, and its k^2 = (c/a)^2 */
static void go_on(struct third *w, const struct mean *g, int i)
{
    mpfr_sub(w->omega, w->omega, w->n, MPFR_RNDN);
    mpfr_mul(w->weight, w->part, w->omega, MPFR_RNDN);
    mpfr_div(w->weight, w->weight, w->more, MPFR_RNDN);
    mpfr_sqr(w->r, w->more, MPFR_RNDN);
    mpfr_div(w->n, w->a2, w->r, MPFR_RNDN);
    mpfr_neg(w->n, w->n, MPFR_RNDN);
    mpfr_mul(w->u, w->u, w->more, MPFR_RNDN);
    mpfr_div(w->square, g->c[i + 1], g->a[i + 1], MPFR_RNDN);
    mpfr_sqr(w->square, w->square, MPFR_RNDN);
}

/* sn = (1 + k') t; cn and dn = (cn^2 -+ k' sn^2)/dn */
static void double_amplitude(struct third *w, mpfr_srcptr sn2, mpfr_t x[3])
{
    mpfr_mul(x[0], w->more, w->t, MPFR_RNDN);
    mpfr_sqr(w->r, x[1], MPFR_RNDN);
    mpfr_sub_ui(w->t, w->more, 1, MPFR_RNDN);
    mpfr_mul(w->t, w->t, sn2, MPFR_RNDN);
    mpfr_sub(x[1], w->r, w->t, MPFR_RNDN);
    mpfr_div(x[1], x[1], x[2], MPFR_RNDN);
    mpfr_add(w->r, w->r, w->t, MPFR_RNDN);
    mpfr_div(x[2], w->r, x[2], MPFR_RNDN);
}

/* sum += weight (u + atan((r - 1) sn cn/(cn^2 + r sn^2)))/r, r = sqrt(1 - n):
 * the integral where k = 0 */
static void close_sum(struct third *w, mpfr_t x[3])
{
    mpfr_ui_sub(w->r, 1, w->n, MPFR_RNDN);
    mpfr_sqrt(w->r, w->r, MPFR_RNDN);
    mpfr_sub_ui(w->t, w->r, 1, MPFR_RNDN);
    mpfr_mul(w->t, w->t, x[0], MPFR_RNDN);
    mpfr_mul(w->t, w->t, x[1], MPFR_RNDN);
    mpfr_sqr(x[0], x[0], MPFR_RNDN);
    mpfr_sqr(x[1], x[1], MPFR_RNDN);
    mpfr_fma(x[0], x[0], w->r, x[1], MPFR_RNDN);
    mpfr_atan2(w->t, w->t, x[0], MPFR_RNDN);
    mpfr_add(w->t, w->t, w->u, MPFR_RNDN);
    mpfr_mul(w->t, w->t, w->weight, MPFR_RNDN);
    mpfr_div(w->t, w->t, w->r, MPFR_RNDN);
    mpfr_add(w->sum, w->sum, w->t, MPFR_RNDN);
}

/* The integral; x holds sn, cn, dn of u, and is used up. */
static void integral(mpfr_ptr r, const struct mean *g, mpfr_t x[3],
                     const struct jacobi_arguments *arg, mpfr_prec_t bits)
{
    struct third w;
    mpfr_t sn2;
    mpfr_inits2(bits, w.n, w.u, w.square, w.weight, w.sum, w.omega, w.a2,
                w.part, w.r, w.t, w.more, sn2, (mpfr_ptr)0);
    mpfr_set(w.n, arg->n, MPFR_RNDN);
    mpfr_set(w.u, arg->u, MPFR_RNDN);
    mpfr_set(w.square, arg->m, MPFR_RNDN);
    mpfr_set_ui(w.weight, 1, MPFR_RNDN);
    mpfr_set_zero(w.sum, 1);
    for (int i = 0; i < g->n; i++) {
        mpfr_sqr(sn2, x[0], MPFR_RNDN);
        prepare(&w, g, i);
        add_terms(&w, x);
        double_amplitude(&w, sn2, x);
        go_on(&w, g, i);
    }
    close_sum(&w, x);
    mpfr_set(r, w.sum, MPFR_RNDN);
    mpfr_clears(w.n, w.u, w.square, w.weight, w.sum, w.omega, w.a2, w.part, w.r,
                w.t, w.more, sn2, (mpfr_ptr)0);
}

/* --- entries ---------------------------------------------------------------
 */

/* Results 3 and 4: the integral, and the integral less u. */
static void by_mean(mpfr_ptr r, int k, const struct jacobi_arguments *arg,
                    mpfr_prec_t bits)
{
    struct mean g;
    mpfr_t x[3];
    mpfr_inits2(bits, x[0], x[1], x[2], (mpfr_ptr)0);
    functions(&g, arg, bits, x);
    if (k >= 3)
        integral(x[0], &g, x, arg, bits);
    if (k == 4)
        mpfr_sub(x[0], x[0], arg->u, MPFR_RNDN);
    mpfr_set(r, x[k < 3 ? k : 0], MPFR_RNDN);
    clear(&g);
    mpfr_clears(x[0], x[1], x[2], (mpfr_ptr)0);
}

/* The integral where m1 = 0: (u + q atan(q tanh u))/(1 - n), q = sqrt(-n). */
static void integral_at_one(mpfr_ptr r, const struct jacobi_arguments *arg,
                            mpfr_prec_t bits)
{
    mpfr_t q, t;
    mpfr_inits2(bits, q, t, (mpfr_ptr)0);
    mpfr_neg(q, arg->n, MPFR_RNDN);
    mpfr_sqrt(q, q, MPFR_RNDN);
    mpfr_tanh(t, arg->u, MPFR_RNDN);
    mpfr_mul(t, t, q, MPFR_RNDN);
    mpfr_atan(t, t, MPFR_RNDN);
    mpfr_fma(t, t, q, arg->u, MPFR_RNDN);
    mpfr_ui_sub(q, 1, arg->n, MPFR_RNDN);
    mpfr_div(r, t, q, MPFR_RNDN);
    mpfr_clears(q, t, (mpfr_ptr)0);
}

/* tanh u, 1/cosh u, 1/cosh u, and the integrals */
static void at_one(mpfr_ptr r, int k, const struct jacobi_arguments *arg,
                   mpfr_prec_t bits)
{
    mpfr_t x;
    mpfr_init2(x, bits);
    if (k >= 3)
        integral_at_one(x, arg, bits);
    else if (k == 0)
        mpfr_tanh(x, arg->u, MPFR_RNDN);
    else
        mpfr_sech(x, arg->u, MPFR_RNDN);
    if (k == 4)
        mpfr_sub(x, x, arg->u, MPFR_RNDN);
    mpfr_set(r, x, MPFR_RNDN);
    mpfr_clear(x);
}

static bool are_numbers(const struct jacobi_arguments *arg)
{
    enum { HUGE_EXPONENT = 1 << 16 };
    return mpfr_number_p(arg->u) && mpfr_number_p(arg->m) &&
           mpfr_number_p(arg->m1) && mpfr_number_p(arg->n) &&
           !(mpfr_regular_p(arg->u) && mpfr_get_exp(arg->u) > HUGE_EXPONENT);
}

int jacobi_real(mpfr_ptr r, const struct expr *y, mpfr_srcptr const *x)
{
    struct jacobi_arguments arg = {x[0], x[1], x[2], x[y->arity - 1]};
    mpfr_exp_t size = mpfr_regular_p(arg.u) ? mpfr_get_exp(arg.u) : 0;
    mpfr_prec_t bits = mpfr_get_prec(r) + GUARD_BITS + (size > 0 ? size : 0);
    if (!are_numbers(&arg))
        mpfr_set_nan(r);
    else if (mpfr_sgn(arg.m1) <= 0)
        at_one(r, y->index, &arg, bits);
    else
        by_mean(r, y->index, &arg, bits);
    return 1;
}

double jacobi_value(const struct expr *y, const double *x)
{
    mpfr_t r, real[4];
    mpfr_srcptr given[4] = {real[0], real[1], real[2], real[3]};
    mpfr_init2(r, 53);
    for (int i = 0; i < 4; i++) {
        mpfr_init2(real[i], 53);
        mpfr_set_d(real[i], i < y->arity ? x[i] : 0, MPFR_RNDN);
    }
    jacobi_real(r, y, given);
    double value = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clears(r, real[0], real[1], real[2], real[3], (mpfr_ptr)0);
    return value;
}
