/* SPDX-License-Identifier: MIT
 *
 * The Stumpff functions of runtime/pol_so3.h against MPFR, the size of their
 * text in operations, and whether each block stands alone.
 */
#include "check.h"

#include <float.h>

#include <mpfr.h>

#include "runtime/pol_so3.h"

enum { POINTS = SOME_OF(100000), MEMBERS = 6 };

static const double LIMIT = 2.4674011; /* pi^2/4, as in the header */

/* c_k of y by its series, good for y up to some 10^4: the largest term, about
 * exp(sqrt y), does not eat the digits. */
static void series(mpfr_ptr sum, double y, unsigned long k)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(sum));
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (unsigned long i = 2; i <= k; i++)
        mpfr_div_ui(term, term, i, MPFR_RNDN);
    mpfr_set(sum, term, MPFR_RNDN);
    for (unsigned long i = 1; mpfr_regular_p(term); i++) {
        mpfr_mul_d(term, term, -y, MPFR_RNDN);
        mpfr_div_ui(term, term, (k + 2 * i - 1) * (k + 2 * i), MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        if (mpfr_get_exp(term) < -160 && (double)i * (double)i > y)
            break;
    }
    mpfr_clear(term);
}

/* c_0 .. c_5 of y: the last two by series, c_k = 1/k! - y c_{k+2}. */
static void exact(double y, long double c[MEMBERS])
{
    const unsigned long factorial[] = {1, 1, 2, 6, 24, 120};
    mpfr_t sum, lead;
    mpfr_inits2(320, sum, lead, (mpfr_ptr)0);
    for (int odd = 0; odd < 2; odd++) {
        series(sum, y, (unsigned long)(4 + odd));
        c[4 + odd] = mpfr_get_ld(sum, MPFR_RNDN);
        for (int k = 2 + odd; k >= 0; k -= 2) {
            mpfr_mul_d(sum, sum, y, MPFR_RNDN);
            mpfr_set_ui(lead, 1, MPFR_RNDN);
            mpfr_div_ui(lead, lead, factorial[k], MPFR_RNDN);
            mpfr_sub(sum, lead, sum, MPFR_RNDN);
            c[k] = mpfr_get_ld(sum, MPFR_RNDN);
        }
    }
    mpfr_clears(sum, lead, (mpfr_ptr)0);
}

/* The unit in the last place of a double or float near `value`. */
static long double unit(long double value, int bits)
{
    int exponent;
    frexpl(value, &exponent);
    return ldexpl(1.0L, exponent - bits);
}

/* Largest error of each member so far: c_0 in eps = 2^-bits, absolute; the
 * others in units in the last place. */
struct worst {
    long double error[MEMBERS];
    int bits;
};

static void note(struct worst *w, const long double want[],
                 const long double got[], int members)
{
    for (int k = 0; k < members; k++) {
        long double ulp = k ? unit(want[k], w->bits) : ldexpl(1, -w->bits);
        long double error = fabsl(got[k] - want[k]) / ulp;
        if (!(error <= w->error[k]))
            w->error[k] = error;
    }
}

static void check_worst(const struct worst *w, int members, const char *name)
{
    for (int k = 0; k < members; k++) {
        print_message("%s: c_%d off by at most %.2Lf\n", name, k, w->error[k]);
        assert_true(w->error[k] <= 2);
    }
}

/* Point i of the near range: mostly even, the first ones tiny. */
static double near_point(int i)
{
    const double first[] = {0,     5e-324, 1e-310,   DBL_MIN, 1e-300,
                            1e-40, 1e-20,  1e-16,    1e-8,    1e-4,
                            LIMIT, 1.0,    LIMIT / 4};
    const int n = (int)(sizeof first / sizeof *first);
    return i < n ? first[i] : LIMIT * (i + 0.37) / POINTS;
}

TEST(near_zero_to_quarter_pi_squared_is_right_to_two_ulp)
{
    struct worst two = {.bits = 53}, four = two, six = two;
    for (int i = 0; i < POINTS; i++) {
        const double y = fmin(near_point(i), LIMIT);
        long double want[MEMBERS];
        double c[MEMBERS];
        exact(y, want);
        pol_c01(y, &c[0], &c[1]);
        note(&two, want, (long double[]){c[0], c[1]}, 2);
        pol_c0123(y, &c[0], &c[1], &c[2], &c[3]);
        note(&four, want, (long double[]){c[0], c[1], c[2], c[3]}, 4);
        pol_c012345(y, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]);
        note(&six, want, (long double[]){c[0], c[1], c[2], c[3], c[4], c[5]},
             6);
    }
    check_worst(&two, 2, "c01");
    check_worst(&four, 4, "c0123");
    check_worst(&six, 6, "c012345");
}

/* c_0^2 + y c_1^2 - 1 on the average, rounding by rounding: what a rotation
 * that is repeated adds up. */
static long double bias_below(double limit)
{
    enum { COUNT = 400000 };
    long double sum = 0;
    for (int i = 0; i < COUNT; i++) {
        const double y = limit * (i + 0.37) / COUNT;
        double c0, c1;
        pol_c01(y, &c0, &c1);
        sum += (long double)c0 * c0 + (long double)y * c1 * c1 - 1;
    }
    return sum / COUNT;
}

TEST(small_rotations_have_no_bias)
{
    for (double limit = 0.1; limit > 1e-3; limit /= 2) {
        const long double bias = bias_below(limit);
        if (!(fabsl(bias) < 1e-18L))
            fail_msg("y up to %g: %.1Le a rotation", limit, bias);
    }
}

TEST(float_is_right_to_two_ulp)
{
    struct worst two = {.bits = 24}, four = two, six = two;
    for (int i = 0; i < POINTS; i++) {
        const float y = (float)fmin(near_point(i), 2.4674010);
        long double want[MEMBERS];
        float c[MEMBERS];
        exact((double)y, want);
        pol_c01f(y, &c[0], &c[1]);
        note(&two, want, (long double[]){c[0], c[1]}, 2);
        pol_c0123f(y, &c[0], &c[1], &c[2], &c[3]);
        note(&four, want, (long double[]){c[0], c[1], c[2], c[3]}, 4);
        pol_c012345f(y, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]);
        note(&six, want, (long double[]){c[0], c[1], c[2], c[3], c[4], c[5]},
             6);
    }
    check_worst(&two, 2, "c01f");
    check_worst(&four, 4, "c0123f");
    check_worst(&six, 6, "c012345f");
}

/* The errors of c_k where they are large, c_0 = cos x, c_1 = sin x/x, the
 * others of the size 1/y, relative to that size times the angle x. */
static void check_far(double y, const long double want[], const double got[],
                      int members, double eps)
{
    const double x = sqrt(y);
    for (int k = 0; k < members; k++) {
        const double scale = k == 0 ? 1 : k == 1 ? x : y;
        const double error = (double)fabsl(got[k] - want[k]);
        assert_true(error * scale <= 4 * eps * x);
    }
}

TEST(beyond_the_error_grows_no_faster_than_the_angle)
{
    for (int i = 0; i < SOME_OF(4000); i++) {
        const double y = LIMIT * exp(i * 8.0 / SOME_OF(4000));
        long double want[MEMBERS];
        double c[MEMBERS];
        float f[MEMBERS];
        exact(y, want);
        pol_c01(y, &c[0], &c[1]);
        check_far(y, want, c, 2, 0x1p-53);
        pol_c0123(y, &c[0], &c[1], &c[2], &c[3]);
        check_far(y, want, c, 4, 0x1p-53);
        pol_c012345(y, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]);
        check_far(y, want, c, 6, 0x1p-53);
        exact((double)(float)y, want);
        pol_c012345f((float)y, &f[0], &f[1], &f[2], &f[3], &f[4], &f[5]);
        for (int k = 0; k < MEMBERS; k++)
            c[k] = (double)f[k];
        check_far(y, want, c, 6, 0x1p-24);
        pol_c01f((float)y, &f[0], &f[1]);
        c[0] = (double)f[0];
        c[1] = (double)f[1];
        check_far(y, want, c, 2, 0x1p-24);
        pol_c0123f((float)y, &f[0], &f[1], &f[2], &f[3]);
        for (int k = 0; k < 4; k++)
            c[k] = (double)f[k];
        check_far(y, want, c, 4, 0x1p-24);
    }
}

/* Against libm, where the series is out of reach. */
TEST(far_out_cosine_and_sine_still_belong_together)
{
    for (double x = 100; x < 1e6; x *= 1.37) {
        double c0, c1, d0, d1, d2, d3;
        pol_c01(x * x, &c0, &c1);
        assert_close(c0, cos(x), 4 * x * 0x1p-53);
        assert_close(c1 * x, sin(x), 4 * x * 0x1p-53);
        pol_c0123(x * x, &d0, &d1, &d2, &d3);
        assert_close(d2 * x * x, 1 - cos(x), 4 * x * 0x1p-53);
        assert_close(d3 * x * x * x, x - sin(x), 8 * x * 0x1p-53);
    }
}

TEST(no_number_gives_no_number)
{
    /* the last one is beyond all doublings, and finite in both types */
    const double bad[] = {NAN, INFINITY, 1e300, 1e30};
    for (int i = 0; i < 4; i++) {
        double c[MEMBERS] = {0};
        float f[MEMBERS] = {0};
        pol_c01(bad[i], &c[0], &c[1]);
        assert_true(isnan(c[0]) && isnan(c[1]));
        pol_c0123(bad[i], &c[0], &c[1], &c[2], &c[3]);
        assert_true(isnan(c[0]) && isnan(c[1]) && isnan(c[2]) && isnan(c[3]));
        pol_c012345(bad[i], &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]);
        pol_c012345f((float)bad[i], &f[0], &f[1], &f[2], &f[3], &f[4], &f[5]);
        for (int k = 0; k < MEMBERS; k++)
            assert_true(isnan(c[k]) && isnan(f[k]));
        pol_c01f((float)bad[i], &f[0], &f[1]);
        assert_true(isnan(f[0]) && isnan(f[1]));
        pol_c0123f((float)bad[i], &f[0], &f[1], &f[2], &f[3]);
        assert_true(isnan(f[0]) && isnan(f[3]));
    }
}
