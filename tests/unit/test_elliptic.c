/* SPDX-License-Identifier: MIT
 *
 * Jacobi's functions of the algebra, against values by theta series, and those
 * of runtime/pol_elliptic.h, against both.
 */
#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "random.h"
#include "runtime/pol_elliptic.h"
#include "values/values.h"

enum { BITS = 400 };

struct bench {
    struct arena *arena;
    struct pool *pool;
    expr x[4]; /* u, m, m1, n */
};

static struct bench open_bench(void)
{
    struct bench b = {.arena = test_arena()};
    struct names *names = names_new(b.arena);
    static const char *const name[] = {"u", "m", "m1", "n"};
    b.pool = pool_new(b.arena);
    for (int i = 0; i < 4; i++)
        b.x[i] = expr_symbol(b.pool, name_of_text(names, name[i]), 0);
    return b;
}

/* sn, cn, dn of u, where m1 is exact and m = 1 - m1. */
static void exact(const struct bench *b, double u, mpfr_srcptr m1, mpfr_t out[3])
{
    expr y[3];
    mpfr_t given[3];
    for (int k = 0; k < 3; k++)
        y[k] = expr_result(b->pool, OP_JACOBI, k, b->x);
    mpfr_inits2(BITS, given[0], given[1], given[2], (mpfr_ptr)0);
    mpfr_set_d(given[0], u, MPFR_RNDN);
    mpfr_ui_sub(given[1], 1, m1, MPFR_RNDN);
    mpfr_set(given[2], m1, MPFR_RNDN);
    in_reals(b->pool, 3, y, 3, b->x, given, out);
    mpfr_clears(given[0], given[1], given[2], (mpfr_ptr)0);
}

/* Where next to nothing is left of m1, tanh and sech. */
TEST(the_algebra_evaluates_them)
{
    struct bench b = open_bench();
    const double parameter[] = {1, 0.7, 0.3, 1e-3, 1e-12, 1e-30, 1e-250};
    mpfr_t m1, out[3], want[3];
    mpfr_inits2(BITS, m1, want[0], want[1], want[2], (mpfr_ptr)0);
    mpfr_inits2(200, out[0], out[1], out[2], (mpfr_ptr)0);
    for (int i = 0; i < 7 * 9; i++) {
        double u = (i % 9 - 4) * 3.7;
        mpfr_set_d(m1, parameter[i / 9], MPFR_RNDN);
        exact(&b, u, m1, out);
        exact(&b, u, m1, want);
        for (int k = 0; k < 3; k++) {
            if (parameter[i / 9] < 1e-100)
                assert_close(mpfr_get_d(out[k], MPFR_RNDN), k ? 1 / cosh(u) : tanh(u), 1e-15);
            mpfr_sub(want[k], want[k], out[k], MPFR_RNDN);
            assert_true(fabs(mpfr_get_d(want[k], MPFR_RNDN)) < 1e-57);
        }
    }
    mpfr_clears(m1, want[0], want[1], want[2], (mpfr_ptr)0);
    mpfr_clears(out[0], out[1], out[2], (mpfr_ptr)0);
    arena_free(b.arena);
}

/* m or m1, the smaller one, is exact, and in the middle, or close to 0. */
static void check_point(const struct bench *b, struct random *r, int kind, bool is_float)
{
    const double decades = kind == 2 ? 36 : is_float ? 8 : 17, eps = is_float ? 0x1p-24 : 0x1p-53;
    double small = random_between(r, 0, 1), got[3],
           u = random_between(r, -1, 1) * (kind == 0   ? 50
                                           : kind == 1 ? 5
                                                       : 1);
    bool near_one = kind == 2 || random_below(r, 2);
    small = kind > 0 ? pow(10, -decades * small) : small;
    u = is_float ? (double)(float)u : u;
    small = is_float ? (double)(float)small : small;
    const double large = is_float ? (double)(float)(1 - small) : 1 - small;
    const double m = near_one ? large : small, m1 = near_one ? small : large;
    mpfr_t given, want[3];
    mpfr_inits2(BITS, given, want[0], want[1], want[2], (mpfr_ptr)0);
    mpfr_set_d(given, small, MPFR_RNDN);
    if (!near_one)
        mpfr_ui_sub(given, 1, given, MPFR_RNDN);
    exact(b, u, given, want);
    if (is_float) {
        float f[3];
        pol_jacobif((float)u, (float)m, (float)m1, &f[0], &f[1], &f[2]);
        for (int k = 0; k < 3; k++)
            got[k] = (double)f[k];
    } else {
        pol_jacobi(u, m, m1, &got[0], &got[1], &got[2]);
    }
    for (int k = 0; k < 3; k++) {
        const double x = mpfr_get_d(want[k], MPFR_RNDN);
        double limit = (5 + 3 * fabs(u)) * eps;
        if (fabs(u) <= 1)
            limit = fmin(limit, 12 * eps * fabs(x));
        if (!(fabs(got[k] - x) <= limit))
            fail_msg("result %d of (%.17g, m1 = %.17g) is off by %g eps", k, u, m1,
                     fabs(got[k] - x) / eps);
    }
    mpfr_clears(given, want[0], want[1], want[2], (mpfr_ptr)0);
}

TEST(values_are_right_to_round_off)
{
    struct bench b = open_bench();
    struct random r = random_new(5);
    for (int i = 0; i < SOME_OF(6000); i++)
        check_point(&b, &r, i / 2 % 3, i % 2);
    arena_free(b.arena);
}

TEST(values_are_those_of_theta_series)
{
    struct bench b = open_bench();
    int n;
    for (const struct reference_jacobi *r = reference_jacobis(&n); n > 0; n--, r++) {
        double v[3], at[3] = {r->u, 1 - r->m1, r->m1}, value[3];
        expr y[3];
        pol_jacobi(r->u, 1 - r->m1, r->m1, &v[0], &v[1], &v[2]);
        for (int k = 0; k < 3; k++)
            y[k] = expr_result(b.pool, OP_JACOBI, k, b.x);
        expr_eval(b.pool, 3, y, 3, b.x, at, value);
        for (int k = 0; k < 3; k++) {
            assert_close(v[k], r->value[k], (5 + 3 * r->u) * 0x1p-53);
            assert_close(value[k], r->value[k], (5 + 3 * r->u) * 0x1p-53);
        }
    }
    arena_free(b.arena);
}

TEST(at_the_ends_they_are_circular_and_hyperbolic)
{
    for (double u = -30; u < 30; u += 0.37) {
        double s, c, d;
        float sf, cf, df;
        pol_jacobi(u, 0, 1, &s, &c, &d);
        assert_true(s == sin(u) && c == cos(u) && d == 1);
        pol_jacobi(u, 1, 0, &s, &c, &d);
        assert_true(s == tanh(u) && c == 1 / cosh(u) && d == c);
        pol_jacobif((float)u, 1, 0, &sf, &cf, &df);
        assert_true(sf == tanhf((float)u) && df == cf);
        pol_jacobi(u, 1, 1e-300, &s, &c, &d); /* a period of 1386 */
        assert_close(s, tanh(u), 1e-14);
        assert_close(c * cosh(u), 1, 1e-13);
    }
}

/* --- the integral of the third kind --------------------------------------- */

/* What 20 eps may be of, for the integral and for the integral less u. */
static void check_third(double u, double n, const double got[2], const double want[2], double eps)
{
    double scale[2] = {fabs(want[0]) + fabs(u) / (1 - n), fabs(n * u) / (1 - n)};
    for (int i = 0; i < 2; i++)
        if (!(fabs(got[i] - want[i]) <= 20 * eps * scale[i]))
            fail_msg("third(%.17g, n = %.17g) %s is off by %.3g eps", u, n, i ? "less u" : "",
                     fabs(got[i] - want[i]) / scale[i] / eps);
}

TEST(integrals_are_those_of_symmetric_ones)
{
    int n;
    for (const struct reference_third *r = reference_thirds(&n); n > 0; n--, r++) {
        double v[5], w[3];
        pol_jacobi_pi(r->u, 1 - r->m1, r->m1, r->n, &v[0], &v[1], &v[2], &v[3], &v[4]);
        pol_jacobi(r->u, 1 - r->m1, r->m1, &w[0], &w[1], &w[2]);
        assert_memory_equal(v, w, sizeof w);
        check_third(r->u, r->n, &v[3], (double[]){r->value, r->rest}, 0x1p-53);
    }
}

TEST(integrals_have_their_limits)
{
    double s, c, d, p, q;
    pol_jacobi_pi(1.5, 0, 1, 0, &s, &c, &d, &p, &q);
    assert_true(s == sin(1.5) && p == 1.5 && q == 0);
    pol_jacobi_pi(2.5, 0, 1, -3, &s, &c, &d, &p, &q); /* atan(2 tan u)/2 */
    assert_close(p, (atan(2 * tan(2.5)) + acos(-1)) / 2, 1e-15);
    pol_jacobi_pi(2, 1, 0, -3, &s, &c, &d, &p, &q);
    assert_close(p, (2 + sqrt(3) * atan(sqrt(3) * tanh(2))) / 4, 1e-15);
    assert_close(q, p - 2, 1e-15);
    pol_jacobi_pi(0, 0.5, 0.5, -1, &s, &c, &d, &p, &q);
    assert_true(s == 0 && p == 0 && q == 0);
    pol_jacobi_pi(NAN, 0.5, 0.5, -1, &s, &c, &d, &p, &q);
    assert_true(isnan(p) && isnan(q));
    pol_jacobi_pi(1, 0.5, 0.5, NAN, &s, &c, &d, &p, &q);
    assert_true(isnan(p) && isnan(q));
}

/* 1/(1 - n sn^2) integrated, against the code, which is checked above. */
static double random_tiny(struct random *r, double decades)
{
    return pow(10, random_between(r, -decades, 0));
}

TEST(the_algebra_integrates)
{
    struct bench b = open_bench();
    expr y[2];
    for (int k = 0; k < 2; k++)
        y[k] = expr_result(b.pool, OP_JACOBI_PI, 3 + k, b.x);
    struct random r = random_new(11);
    for (int i = 0; i < SOME_OF(600); i++) {
        double small = random_tiny(&r, 14), v[5], want[2];
        double u = random_between(&r, -20, 20) * random_tiny(&r, 3);
        double n = -random_tiny(&r, 8) * (i % 2 ? 1 : 1e6);
        double at[4] = {u, small, 1 - small, n};
        if (i % 3) {
            at[1] = 1 - small;
            at[2] = small;
        }
        expr_eval(b.pool, 2, y, 4, b.x, at, want);
        pol_jacobi_pi(at[0], at[1], at[2], n, &v[0], &v[1], &v[2], &v[3], &v[4]);
        check_third(u, n, &v[3], want, 0x1p-53);
        float f[5];
        for (int k = 0; k < 4; k++)
            at[k] = (double)(float)at[k];
        expr_eval(b.pool, 2, y, 4, b.x, at, want);
        pol_jacobi_pif((float)at[0], (float)at[1], (float)at[2], (float)at[3], &f[0], &f[1], &f[2],
                       &f[3], &f[4]);
        v[3] = (double)f[3];
        v[4] = (double)f[4];
        check_third(at[0], at[3], &v[3], want, 0x1p-24);
    }
    arena_free(b.arena);
}
