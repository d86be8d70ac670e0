/* SPDX-License-Identifier: MIT
 *
 * Functions that MPFR does not have, to any precision.
 *
 * Stumpff's c_k(z) = sum (-z)^i / (k + 2i)!: the series near zero; beyond, sine
 * and cosine (z > 0) or their hyperbolic kin (z < 0) and the recurrence
 * c_{k+2} = (1/k! - c_k) / z, which is stable there.
 *
 * Jacobi's elliptic functions and the integral of the third kind by the
 * arithmetic-geometric mean with Gauss' and Landen's descending
 * transformations, as in runtime/pol_elliptic.h.
 */
#include "sym/pool.h"

enum { HUGE_EXPONENT = 1 << 16 };

/* Bits before the binary point of x: its functions lose that many bits. */
static mpfr_prec_t bits_of(mpfr_srcptr x)
{
    mpfr_exp_t size = mpfr_regular_p(x) ? mpfr_get_exp(x) : 0;
    return size > 0 ? size : 0;
}

/* ---- Stumpff ---- */

/* Bits beyond the result's: for cancellation near a zero of c_k, and spare. */
enum { STUMPFF_BITS = 128 };

/* c_k by its series; |z| is at most about (k + 1)(k + 2), so the terms decrease
 * from the first one. */
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

/* c_k by the recurrence from c_0, c_1 or c_2, depending on k.
 * c_2 = (1 - cos s)/s^2 = 2 sin^2(s/2)/s^2 loses no digits at s = 2 pi n. */
static void by_recurrence(mpfr_ptr c, int k, mpfr_srcptr z)
{
    bool negative = mpfr_sgn(z) < 0, is_even = k % 2 == 0;
    int first = k == 0 ? 0 : is_even ? 2 : 1;
    mpfr_t s;
    mpfr_init2(s, mpfr_get_prec(c));
    mpfr_abs(s, z, MPFR_RNDN);
    mpfr_sqrt(s, s, MPFR_RNDN);
    if (first == 0) {
        (negative ? mpfr_cosh : mpfr_cos)(c, s, MPFR_RNDN);
    } else {
        mpfr_div_2ui(s, s, is_even, MPFR_RNDN);
        (negative ? mpfr_sinh : mpfr_sin)(c, s, MPFR_RNDN);
        mpfr_div(c, c, s, MPFR_RNDN);
    }
    if (first == 2) {
        mpfr_sqr(c, c, MPFR_RNDN);
        mpfr_div_2ui(c, c, 1, MPFR_RNDN);
    }
    for (int i = first; i < k; i += 2) {
        mpfr_fac_ui(s, (unsigned long)i, MPFR_RNDN);
        mpfr_ui_div(s, 1, s, MPFR_RNDN);
        mpfr_sub(c, s, c, MPFR_RNDN);
        mpfr_div(c, c, z, MPFR_RNDN);
    }
    mpfr_clear(s);
}

int stumpff_real(mpfr_ptr r, int k, mpfr_srcptr z)
{
    mpfr_t c;
    if (!mpfr_number_p(z) || bits_of(z) > HUGE_EXPONENT) {
        mpfr_set_nan(r);
        return 1;
    }
    mpfr_init2(c, mpfr_get_prec(r) + STUMPFF_BITS + bits_of(z));
    if (mpfr_cmpabs_ui(z, (unsigned long)(k + 1) * (unsigned long)(k + 2)) < 0)
        by_series(c, k, z);
    else
        by_recurrence(c, k, z);
    mpfr_set(r, c, MPFR_RNDN);
    mpfr_clear(c);
    return 1;
}

/* ---- Jacobi ---- */

/* Sweeps double the digits once b/a is no longer small; before that they halve
 * the exponent of b/a, which has at most 62 bits. */
enum { JACOBI_BITS = 96, MOST_SWEEPS = 96 };

/* The argument u, the parameter m, 1 - m, and n (only for the integral). */
struct jacobi {
    mpfr_srcptr u, m, m1, n;
    mpfr_prec_t bits;
    /* a, b, c of every sweep, for the way back; the last index is `sweeps`. */
    mpfr_t a[MOST_SWEEPS + 1], b[MOST_SWEEPS + 1], c[MOST_SWEEPS + 1];
    int sweeps;
};

/* Starts from a, b, c = 1, sqrt(m1), sqrt(m); stops when c is negligible next
 * to a: a' = (a + b)/2, b' = sqrt(a b), c' = (a - b)/2. */
static void find_mean(struct jacobi *g)
{
    mpfr_inits2(g->bits, g->a[0], g->b[0], g->c[0], (mpfr_ptr)0);
    mpfr_set_ui(g->a[0], 1, MPFR_RNDN);
    mpfr_sqrt(g->b[0], g->m1, MPFR_RNDN);
    mpfr_sqrt(g->c[0], g->m, MPFR_RNDN);
    int i = 0;
    while (i < MOST_SWEEPS && mpfr_regular_p(g->c[i]) &&
           mpfr_regular_p(g->a[i]) &&
           mpfr_get_exp(g->c[i]) >= mpfr_get_exp(g->a[i]) - g->bits / 2 - 2) {
        mpfr_ptr a = g->a[i + 1], b = g->b[i + 1], c = g->c[i + 1];
        mpfr_inits2(g->bits, a, b, c, (mpfr_ptr)0);
        mpfr_add(a, g->a[i], g->b[i], MPFR_RNDN);
        mpfr_div_2ui(a, a, 1, MPFR_RNDN);
        mpfr_mul(b, g->a[i], g->b[i], MPFR_RNDN);
        mpfr_sqrt(b, b, MPFR_RNDN);
        mpfr_sub(c, g->a[i], g->b[i], MPFR_RNDN);
        mpfr_div_2ui(c, c, 1, MPFR_RNDN);
        i++;
    }
    g->sweeps = i;
}

/* ---- the integral of the third kind ---- */

/* Values that change from sweep to sweep (p = -n), and work variables. */
struct third {
    mpfr_t p, u, square, weight, sum;
    mpfr_t omega, a2, part, r, s, t, more;
};

/* One sweep; x holds sn, cn, dn of u, on return those of the next sweep's u. */
static void descend(struct third *w, const struct jacobi *g, int i, mpfr_t x[3])
{
    /* omega = (k^2 + p)/(1 + p), a2 = p omega, part = weight/(2 (k^2 + p)) */
    mpfr_add(w->part, w->square, w->p, MPFR_RNDN);
    mpfr_add_ui(w->r, w->p, 1, MPFR_RNDN);
    mpfr_div(w->omega, w->part, w->r, MPFR_RNDN);
    mpfr_mul(w->a2, w->p, w->omega, MPFR_RNDN);
    mpfr_mul_2ui(w->part, w->part, 1, MPFR_RNDN);
    mpfr_div(w->part, w->weight, w->part, MPFR_RNDN);
    /* sum += part (A atan(A sn cn/dn) + k^2 u); t = sn cn/dn */
    mpfr_mul(w->t, x[0], x[1], MPFR_RNDN);
    mpfr_div(w->t, w->t, x[2], MPFR_RNDN);
    mpfr_sqrt(w->r, w->a2, MPFR_RNDN);
    mpfr_mul(w->s, w->r, w->t, MPFR_RNDN);
    mpfr_atan(w->s, w->s, MPFR_RNDN);
    mpfr_fmma(w->r, w->r, w->s, w->square, w->u, MPFR_RNDN);
    mpfr_fma(w->sum, w->part, w->r, w->sum, MPFR_RNDN);
    /* cn and dn = (cn^2 -+ k' sn^2)/dn; sn = (1 + k') t */
    mpfr_div(w->more, g->b[i], g->a[i], MPFR_RNDN);
    mpfr_sqr(w->s, x[0], MPFR_RNDN);
    mpfr_mul(w->s, w->s, w->more, MPFR_RNDN);
    mpfr_sqr(w->r, x[1], MPFR_RNDN);
    mpfr_sub(x[1], w->r, w->s, MPFR_RNDN);
    mpfr_div(x[1], x[1], x[2], MPFR_RNDN);
    mpfr_add(w->r, w->r, w->s, MPFR_RNDN);
    mpfr_div(x[2], w->r, x[2], MPFR_RNDN);
    mpfr_add_ui(w->more, w->more, 1, MPFR_RNDN);
    mpfr_mul(x[0], w->more, w->t, MPFR_RNDN);
    /* weight, p and u of the next sweep, and its k^2 = (c/a)^2 */
    mpfr_add(w->omega, w->omega, w->p, MPFR_RNDN);
    mpfr_mul(w->weight, w->part, w->omega, MPFR_RNDN);
    mpfr_div(w->weight, w->weight, w->more, MPFR_RNDN);
    mpfr_sqr(w->r, w->more, MPFR_RNDN);
    mpfr_div(w->p, w->a2, w->r, MPFR_RNDN);
    mpfr_mul(w->u, w->u, w->more, MPFR_RNDN);
    mpfr_div(w->square, g->c[i + 1], g->a[i + 1], MPFR_RNDN);
    mpfr_sqr(w->square, w->square, MPFR_RNDN);
}

/* Sets r to the integral; x holds sn, cn, dn of u and is overwritten. */
static void integral(mpfr_ptr r, const struct jacobi *g, mpfr_t x[3])
{
    struct third w;
    mpfr_inits2(g->bits, w.p, w.u, w.square, w.weight, w.sum, w.omega, w.a2,
                w.part, w.r, w.s, w.t, w.more, (mpfr_ptr)0);
    mpfr_neg(w.p, g->n, MPFR_RNDN);
    mpfr_set(w.u, g->u, MPFR_RNDN);
    mpfr_set(w.square, g->m, MPFR_RNDN);
    mpfr_set_ui(w.weight, 1, MPFR_RNDN);
    mpfr_set_zero(w.sum, 1);
    for (int i = 0; i < g->sweeps; i++)
        descend(&w, g, i, x);
    /* sum += weight (u + atan((r - 1) sn cn/(cn^2 + r sn^2)))/r, r = sqrt(1 +
     * p): the integral at k = 0 */
    mpfr_add_ui(w.r, w.p, 1, MPFR_RNDN);
    mpfr_sqrt(w.r, w.r, MPFR_RNDN);
    mpfr_sub_ui(w.t, w.r, 1, MPFR_RNDN);
    mpfr_mul(w.t, w.t, x[0], MPFR_RNDN);
    mpfr_mul(w.t, w.t, x[1], MPFR_RNDN);
    mpfr_sqr(x[0], x[0], MPFR_RNDN);
    mpfr_sqr(x[1], x[1], MPFR_RNDN);
    mpfr_fma(x[0], x[0], w.r, x[1], MPFR_RNDN);
    mpfr_atan2(w.t, w.t, x[0], MPFR_RNDN);
    mpfr_add(w.t, w.t, w.u, MPFR_RNDN);
    mpfr_mul(w.t, w.t, w.weight, MPFR_RNDN);
    mpfr_div(w.t, w.t, w.r, MPFR_RNDN);
    mpfr_add(r, w.sum, w.t, MPFR_RNDN);
    mpfr_clears(w.p, w.u, w.square, w.weight, w.sum, w.omega, w.a2, w.part, w.r,
                w.s, w.t, w.more, (mpfr_ptr)0);
}

/* The integral if m1 = 0: (u + q atan(q tanh u))/(1 - n), q = sqrt(-n). */
static void integral_at_one(mpfr_ptr r, const struct jacobi *g)
{
    mpfr_t q;
    mpfr_init2(q, g->bits);
    mpfr_neg(q, g->n, MPFR_RNDN);
    mpfr_sqrt(q, q, MPFR_RNDN);
    mpfr_tanh(r, g->u, MPFR_RNDN);
    mpfr_mul(r, r, q, MPFR_RNDN);
    mpfr_atan(r, r, MPFR_RNDN);
    mpfr_fma(r, r, q, g->u, MPFR_RNDN);
    mpfr_ui_sub(q, 1, g->n, MPFR_RNDN);
    mpfr_div(r, r, q, MPFR_RNDN);
    mpfr_clear(q);
}

/* Sets x[0] to the result; results 3 and 4 are the integral. */
static void by_mean(mpfr_t x[3], int k, struct jacobi *g)
{
    mpfr_t part;
    mpfr_init2(part, g->bits);
    find_mean(g);
    mpfr_mul(part, g->a[g->sweeps], g->u, MPFR_RNDN);
    mpfr_sin_cos(x[0], x[1], part, MPFR_RNDN);
    mpfr_set_ui(x[2], 1, MPFR_RNDN);
    for (int i = g->sweeps - 1; i >= 0; i--) { /* from sweep i + 1 to i */
        mpfr_srcptr a = g->a[i + 1], c = g->c[i + 1];
        mpfr_sqr(part, x[0], MPFR_RNDN);
        mpfr_mul(part, part, c, MPFR_RNDN);
        mpfr_add(part, part, a, MPFR_RNDN);
        mpfr_mul(x[0], x[0], g->a[i], MPFR_RNDN);
        mpfr_div(x[0], x[0], part, MPFR_RNDN);
        mpfr_mul(x[2], x[2], x[1], MPFR_RNDN); /* cn dn, of the old cn */
        mpfr_sqr(x[1], x[1], MPFR_RNDN);
        mpfr_mul(x[1], x[1], c, MPFR_RNDN);
        mpfr_add(x[1], x[1], g->b[i], MPFR_RNDN);
        mpfr_div(x[1], x[1], part, MPFR_RNDN);
        mpfr_mul(x[2], x[2], a, MPFR_RNDN);
        mpfr_div(x[2], x[2], part, MPFR_RNDN);
        mpfr_swap(x[1], x[2]);
    }
    mpfr_clear(part);
    if (k >= 3)
        integral(x[0], g, x);
    else
        mpfr_swap(x[0], x[k]);
    for (int i = 0; i <= g->sweeps; i++)
        mpfr_clears(g->a[i], g->b[i], g->c[i], (mpfr_ptr)0);
}

int jacobi_real(mpfr_ptr r, expr y, const mpfr_ptr *arg)
{
    struct jacobi g = {.u = arg[0], .m = arg[1], .m1 = arg[2]};
    mpfr_t x[3];
    g.n = arg[y->arity - 1];
    g.bits = mpfr_get_prec(r) + JACOBI_BITS + bits_of(g.u);
    if (!mpfr_number_p(g.u) || !mpfr_number_p(g.m) || !mpfr_number_p(g.m1) ||
        !mpfr_number_p(g.n) || bits_of(g.u) > HUGE_EXPONENT) {
        mpfr_set_nan(r);
        return 1;
    }
    mpfr_inits2(g.bits, x[0], x[1], x[2], (mpfr_ptr)0);
    if (mpfr_sgn(g.m1) > 0)
        by_mean(x, y->index, &g);
    else if (y->index >= 3)
        integral_at_one(x[0], &g);
    else
        (y->index == 0 ? mpfr_tanh : mpfr_sech)(x[0], g.u, MPFR_RNDN);
    if (y->index == 4) /* the integral less u */
        mpfr_sub(x[0], x[0], g.u, MPFR_RNDN);
    mpfr_set(r, x[0], MPFR_RNDN);
    mpfr_clears(x[0], x[1], x[2], (mpfr_ptr)0);
    return 1;
}
