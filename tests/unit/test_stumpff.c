/* SPDX-License-Identifier: MIT
 *
 * Stumpff's functions for all arguments, against sums and closed forms of
 * many more bits.
 */
#include "check.h"

#include <stdlib.h>

#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "random.h"
#include "sym/expr.h"

enum { BITS = 300, LAST = 8 };

/* The defining series; the terms grow to e^|sqrt z| before they fall. */
static void series(mpfr_ptr out, int k, double z)
{
    mpfr_t sum, term;
    mpfr_prec_t bits = 2 * BITS + (mpfr_prec_t)(3 * sqrt(fabs(z)));
    mpfr_inits2(bits, sum, term, (mpfr_ptr)0);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (int i = 2; i <= k; i++)
        mpfr_div_si(term, term, i, MPFR_RNDN);
    mpfr_set_zero(sum, 1);
    for (int i = k; i < k + 8000 && !mpfr_zero_p(term); i += 2) {
        mpfr_add(sum, sum, term, MPFR_RNDN);
        if (!mpfr_zero_p(sum) && mpfr_get_exp(term) < mpfr_get_exp(sum) - bits)
            break;
        mpfr_mul_d(term, term, z, MPFR_RNDN);
        mpfr_div_si(term, term, -(i + 1L) * (i + 2L), MPFR_RNDN);
    }
    mpfr_set(out, sum, MPFR_RNDN);
    mpfr_clears(sum, term, (mpfr_ptr)0);
}

struct bench {
    struct arena *arena;
    struct pool *pool;
    const struct expr *z, *c[LAST + 1];
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

static void check_reals(const struct bench *b, double z)
{
    mpfr_t given[1], out[LAST + 1], want, off;
    mpfr_inits2(BITS, given[0], want, off, (mpfr_ptr)0);
    mpfr_set_d(given[0], z, MPFR_RNDN);
    for (int k = 0; k <= LAST; k++)
        mpfr_init2(out[k], BITS);
    in_reals(b->pool, LAST + 1, b->c, 1, &b->z, given, out);
    for (int k = 0; k <= LAST; k++) {
        series(want, k, z);
        mpfr_sub(off, out[k], want, MPFR_RNDN);
        if (!mpfr_zero_p(off))
            assert_true(mpfr_get_exp(off) < mpfr_get_exp(want) - BITS + 4);
        mpfr_clear(out[k]);
    }
    mpfr_clears(given[0], want, off, (mpfr_ptr)0);
}

/* Relative, even next to the zeros of c_0 to c_2. */
static void check_doubles(const struct bench *b, double z)
{
    double out[LAST + 1];
    mpfr_t want;
    mpfr_init2(want, BITS);
    expr_eval(b->pool, LAST + 1, b->c, 1, &b->z, &z, out);
    for (int k = 0; k <= LAST; k++) {
        series(want, k, z);
        double c = mpfr_get_d(want, MPFR_RNDN);
        if (out[k] != c)
            print_error("c_%d(%.17g)\n", k, z);
        assert_close(out[k], c, 0);
    }
    mpfr_clear(want);
}

TEST(values_are_right_everywhere)
{
    struct bench b = set_up();
    struct random r = random_new(7);
    const double special[] = {0,      -0.0, 1e-300, -1e-300, 5e-324, 1e-20,
                              -1e-20, 1e-8, 2,      6,       12,     20,
                              30,     42,   56,     72,      90,     -2,
                              -90,    1e5,  -1e5,   0x1p20};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        check_reals(&b, special[i]);
        check_doubles(&b, special[i]);
    }
    for (int n = 1; n < 20; n++) { /* next to zeros */
        double s = n * 1.5707963267948966;
        check_reals(&b, s * s);
        check_doubles(&b, s * s);
    }
    for (int i = 0; i < 200; i++) {
        double size = exp(random_between(&r, -30, 12));
        check_reals(&b, i % 2 ? size : -size);
        check_doubles(&b, i % 2 ? size : -size);
    }
    arena_free(b.arena);
}

/* z c_{k+2} = 1/k! - c_k where no series reaches. */
TEST(the_recurrence_holds_far_out)
{
    struct bench b = set_up();
    const double far[] = {1e8, 1e12, -1e5};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        double c[LAST + 1];
        expr_eval(b.pool, LAST + 1, b.c, 1, &b.z, &far[i], c);
        double s = sqrt(fabs(far[i]));
        assert_close(c[0], far[i] > 0 ? cos(s) : cosh(s),
                     1e-9 * fmax(1, fabs(c[0])));
        assert_close(c[1], (far[i] > 0 ? sin(s) : sinh(s)) / s,
                     1e-9 * fmax(1, fabs(c[1])));
        double factorial = 1;
        for (int k = 0; k + 2 <= LAST; k++) {
            assert_close(far[i] * c[k + 2], 1 / factorial - c[k],
                         1e-14 * fmax(1 / factorial, fabs(c[k])));
            factorial *= k + 1;
        }
    }
    arena_free(b.arena);
}

TEST(what_is_no_number_stays_none)
{
    struct bench b = set_up();
    double c[LAST + 1], z = NAN;
    expr_eval(b.pool, LAST + 1, b.c, 1, &b.z, &z, c);
    for (int k = 0; k <= LAST; k++)
        assert_true(isnan(c[k]));
    arena_free(b.arena);
}
