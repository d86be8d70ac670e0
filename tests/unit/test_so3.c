/* SPDX-License-Identifier: MIT
 *
 * Functions of runtime/ against MPFR and closed forms: those of Stumpff, for
 * all arguments also in the algebra, and the controller of adaptive steps.
 */
#include "test_arena.h"
#include "runtime/pol_so3.h"
#include "base/name.h"
#include "in_reals.h"
#include "random.h"
#include "runtime/pol_control.h"

enum { POINTS = SOME_OF(40000), MEMBERS = 6, BITS = 300, LAST = 8 };

static const double LIMIT = 2.4674011; /* pi^2/4, as in the header */

static void exact(double y, long double c[MEMBERS])
{
    mpfr_t sum, z;
    mpfr_inits2(200, sum, z, (mpfr_ptr)0);
    mpfr_set_d(z, y, MPFR_RNDN);
    for (int k = 0; k < MEMBERS; k++) {
        stumpff_series(sum, k, z);
        c[k] = mpfr_get_ld(sum, MPFR_RNDN);
    }
    mpfr_clears(sum, z, (mpfr_ptr)0);
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

static void note(struct worst *w, const long double want[], const double got[], int members)
{
    for (int k = 0; k < members; k++) {
        long double ulp = k ? unit(want[k], w->bits) : ldexpl(1, -w->bits);
        long double error = fabsl(got[k] - want[k]) / ulp;
        if (!(error <= w->error[k]))
            w->error[k] = error;
    }
}

enum { SETS = 3 };
static const int set_members[SETS] = {2, 4, 6};

/* c_0 and c_1, c_0 to c_3, c_0 to c_5 by the functions that give so many. */
static void all_sets(double y, bool is_float, double c[SETS][MEMBERS])
{
    float f[SETS][MEMBERS];
    if (is_float) {
        pol_c01f((float)y, &f[0][0], &f[0][1]);
        pol_c0123f((float)y, &f[1][0], &f[1][1], &f[1][2], &f[1][3]);
        pol_c012345f((float)y, &f[2][0], &f[2][1], &f[2][2], &f[2][3], &f[2][4], &f[2][5]);
        for (int i = 0; i < SETS; i++)
            for (int k = 0; k < set_members[i]; k++)
                c[i][k] = (double)f[i][k];
        return;
    }
    pol_c01(y, &c[0][0], &c[0][1]);
    pol_c0123(y, &c[1][0], &c[1][1], &c[1][2], &c[1][3]);
    pol_c012345(y, &c[2][0], &c[2][1], &c[2][2], &c[2][3], &c[2][4], &c[2][5]);
}

/* Point i of the near range: mostly even, the first ones tiny. */
static double near_point(int i)
{
    const double first[] = {0,     5e-324, 1e-310, DBL_MIN, 1e-300, 1e-40,    1e-20,
                            1e-16, 1e-8,   1e-4,   LIMIT,   1.0,    LIMIT / 4};
    const int n = (int)(sizeof first / sizeof *first);
    return i < n ? first[i] : LIMIT * (i + 0.37) / POINTS;
}

TEST(near_zero_to_quarter_pi_squared_is_right_to_two_ulp)
{
    for (int real = 0; real < 2; real++) {
        struct worst worst[SETS] = {{.bits = real ? 24 : 53}};
        worst[1].bits = worst[2].bits = worst[0].bits;
        for (int i = 0; i < POINTS; i++) {
            const double y =
                real ? (float)fmin(near_point(i), 2.4674010) : fmin(near_point(i), LIMIT);
            long double want[MEMBERS];
            double c[SETS][MEMBERS];
            exact(y, want);
            all_sets(y, real, c);
            for (int k = 0; k < SETS; k++)
                note(&worst[k], want, c[k], set_members[k]);
        }
        for (int i = 0; i < SETS; i++)
            for (int k = 0; k < set_members[i]; k++) {
                print_message("%d of %d: c_%d off by at most %.2Lf\n", set_members[i],
                              worst[i].bits, k, worst[i].error[k]);
                assert_true(worst[i].error[k] <= 2);
            }
    }
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

/* The errors of c_k where they are large, c_0 = cos x, c_1 = sin x/x, the
 * others of the size 1/y, relative to that size times the angle x. */
static void check_far(double y, const long double want[], const double got[], int members,
                      double eps)
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
    for (int i = 0; i < SOME_OF(4000); i++)
        for (int real = 0; real < 2; real++) {
            const double at = LIMIT * exp(i * 8.0 / SOME_OF(4000));
            const double y = real ? (double)(float)at : at;
            long double want[MEMBERS];
            double c[SETS][MEMBERS];
            exact(y, want);
            all_sets(y, real, c);
            for (int k = 0; k < SETS; k++)
                check_far(y, want, c[k], set_members[k], real ? 0x1p-24 : 0x1p-53);
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
    for (int i = 0; i < 8; i++) {
        double c[SETS][MEMBERS] = {{0}};
        all_sets(bad[i / 2], i % 2, c);
        for (int k = 0; k < SETS; k++)
            for (int m = 0; m < set_members[k]; m++)
                assert_true(isnan(c[k][m]));
    }
}

struct bench {
    struct arena *arena;
    struct pool *pool;
    expr z, c[LAST + 1];
};

static struct bench set_up(void)
{
    struct bench b;
    b.arena = test_arena();
    b.pool = pool_new(b.arena);
    b.z = expr_symbol(b.pool, name_of_text(names_new(b.arena), "z"), 0);
    for (int k = 0; k <= LAST; k++)
        b.c[k] = expr_stumpff(b.pool, k, b.z);
    return b;
}

/* In many bits; and in doubles to the last one, even next to the zeros of c_0
 * to c_2. */
static void check_values(const struct bench *b, double z)
{
    mpfr_t given[1], out[LAST + 1], want, off;
    double plain[LAST + 1];
    mpfr_inits2(BITS, given[0], want, off, (mpfr_ptr)0);
    mpfr_set_d(given[0], z, MPFR_RNDN);
    for (int k = 0; k <= LAST; k++)
        mpfr_init2(out[k], BITS);
    in_reals(b->pool, LAST + 1, b->c, 1, &b->z, given, out);
    expr_eval(b->pool, LAST + 1, b->c, 1, &b->z, &z, plain);
    for (int k = 0; k <= LAST; k++) {
        stumpff_series(want, k, given[0]);
        mpfr_sub(off, out[k], want, MPFR_RNDN);
        if (!mpfr_zero_p(off))
            assert_true(mpfr_get_exp(off) < mpfr_get_exp(want) - BITS + 4);
        if (plain[k] != mpfr_get_d(want, MPFR_RNDN))
            print_error("c_%d(%.17g)\n", k, z);
        assert_close(plain[k], mpfr_get_d(want, MPFR_RNDN), 0);
        mpfr_clear(out[k]);
    }
    mpfr_clears(given[0], want, off, (mpfr_ptr)0);
}

TEST(values_are_right_everywhere)
{
    struct bench b = set_up();
    struct random r = random_new(7);
    const double special[] = {0,  -0.0, 1e-300, -1e-300, 5e-324, 1e-20, -1e-20, 1e-8,
                              2,  6,    12,     20,      30,     42,    56,     72,
                              90, -2,   -90,    1e5,     -1e5,   0x1p20};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        check_values(&b, special[i]);
    for (int n = 1; n < 20; n++) { /* next to zeros */
        double s = n * 1.5707963267948966;
        check_values(&b, s * s);
    }
    for (int i = 0; i < 200; i++) {
        double size = exp(random_between(&r, -30, 12));
        check_values(&b, i % 2 ? size : -size);
    }
    arena_free(b.arena);
}

/* Soderlind's and Wang's PI.4.2: powers 3/5 and -1/5 of errors over their
 * order, so half of that of squares; the first time it is the plain one. */
TEST(powers_are_those_published)
{
    for (double now = 0.02; now < 3; now *= 1.7)
        for (double before = 0.03; before < 3; before *= 2.1) {
            double want = pow(0.5 / sqrt(now), 3. / 5 / 4) * pow(0.5 / sqrt(before), -1. / 5 / 4);
            float f = pol_factorf((float)now, (float)before, 4);
            assert_close(pol_factor(now, before, 4) / want, 1, 1e-5);
            assert_close((double)f / want, 1, 1e-3);
            want = pow(0.5 / sqrt(now), 1. / 4);
            assert_close(pol_factor(now, 0, 4) / want, 1, 1e-5);
            assert_close((double)pol_factorf((float)now, 0, 4) / want, 1, 1e-3);
        }
}

/* Nothing hangs, and what is no number stays none. */
TEST(any_error_will_do)
{
    static const double any[] = {0, 1e-300, 1, 1e300, INFINITY};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            double f = pol_factor(any[i], any[k], 5);
            double g = (double)pol_factorf((float)any[i], (float)any[k], 5);
            assert_true(f > 0 && f < 1e5 && g > 0 && g < 1e5);
        }
    assert_true(isnan(pol_factor(NAN, 0, 5)));
    assert_true(isnan(pol_factorf(NAN, 1, 5)));
}
