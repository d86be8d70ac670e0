/* SPDX-License-Identifier: MIT
 *
 * What rows of errors show: made to measure, one kind after the other.
 */
#include "check.h"

#include <float.h>
#include <math.h>

#include "explore/explore.h"

enum { CLAIM = 4 };

/* Rows of n = 8, 16, ... steps over 1 s, whose errors are error(h). */
static struct order_result rows_of(int rows, double attitude(double h),
                                   double momentum(double h), double uncertain)
{
    struct order_result r = {.columns =
                                 1U << ORDER_ATTITUDE | 1U << ORDER_MOMENTUM,
                             .rows = rows,
                             .uncertainty = {uncertain, uncertain},
                             .reference_steps = 64,
                             .is_settled = true};
    for (int k = 0; k < rows; k++) {
        const long steps = 8L << k;
        const double h = 1 / (double)steps;
        r.row[k] = (struct order_row){
            .steps = steps, .h = h, .error = {attitude(h), momentum(h)}};
    }
    return r;
}

static double fourth(double h)
{
    return pow(h, 4);
}
static double slowly(double h)
{
    return pow(h, 4) * (1 + 8 * h);
}
static double fifth(double h)
{
    return 2 * pow(h, 5);
}
static double hardly_fifth(double h)
{
    return pow(h, 4.9);
}
static double second(double h)
{
    return h * h;
}
static double none(double h)
{
    (void)h;
    return 0;
}
static double odd(double h)
{
    return pow(h, 4) * (1.5 + sin(40 / h));
}
static double far_off(double h)
{
    return 3 + h;
}
static double standing(double h)
{
    return pow(h, 4) + 1e-7;
}
static double damped(double h) /* a stiff mode dies within few steps */
{
    return exp(-1 / (40 * h));
}

TEST(an_order_is_that_of_the_finest_rows_that_agree)
{
    struct order_result r = rows_of(10, fourth, slowly, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_ATTITUDE], 4, 1e-9);
    assert_close(r.order[ORDER_MOMENTUM], 4, 0.05);
    assert_int_equal(r.from, 1); /* the order from row 0 is another one */
    assert_true(r.to - r.from >= 3);
    for (int k = r.from; k <= r.to; k++)
        assert_int_equal(r.row[k].noise, 0);
    assert_true(r.row[r.to + 1].noise);
    for (int k = r.to + 1; k < r.rows; k++)
        assert_true(r.row[k].noise);
}

/* Nothing but rows that both columns have counts; what is exact is left out. */
TEST(both_columns_have_the_same_rows)
{
    struct order_result r = rows_of(10, fourth, fifth, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_MOMENTUM], 5, 1e-9);
    assert_int_equal(r.row[r.to + 1].noise, 2); /* the momentum's begins */
    r = rows_of(10, fourth, none, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_ATTITUDE], 4, 1e-9);
    assert_true(isnan(r.order[ORDER_MOMENTUM]));
}

TEST(steps_between_need_not_be_halves)
{
    struct order_result r = rows_of(5, fourth, fourth, 1e-14);
    for (int k = 0; k < r.rows; k++) {
        struct order_row *row = &r.row[k];
        row->steps += k % 2;
        for (int c = 0; c < ORDER_MOTION; c++)
            row->error[c] = fourth(1 / (double)row->steps);
    }
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_ATTITUDE], 4, 1e-9);
}

static enum order_verdict verdict_of(int rows, double error(double h),
                                     double uncertain, double rounding,
                                     double damping)
{
    struct order_result r = rows_of(rows, error, error, uncertain);
    order_judge(&r, CLAIM, rounding, damping);
    if (r.verdict != ORDER_CONVERGING)
        for (int c = 0; c < ORDER_COLUMNS; c++)
            assert_true(isnan(r.order[c]));
    return r.verdict;
}

TEST(what_shows_no_order_is_told_apart)
{
    const struct {
        int rows;
        double (*error)(double);
        double uncertain, rounding, damping;
        enum order_verdict verdict;
    } known[] = {
        {4, fourth, 1e-14, 0, 0, ORDER_CONVERGING},
        {3, fourth, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, fifth, 1e-14, 0, 0, ORDER_CONVERGING}, /* more than is claimed */
        {8, hardly_fifth, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, second, 1e-14, 0, 0, ORDER_REDUCED},
        {8, damped, 1e-14, 0, 100, ORDER_REDUCED},
        {8, damped, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, odd, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, odd, 1e-14, 0, 10, ORDER_NOT_SETTLED}, /* 10/8 s is not stiff */
        {8, standing, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, far_off, 1e-14, 0, 0, ORDER_NOT_SETTLED},
        {8, far_off, 0.01, 0, 0, ORDER_LOST},
        {8, fourth, 0.01, 0, 0, ORDER_LOST},
        {8, fourth, 1e-6, 0, 0, ORDER_NOISE},
        {8, none, 1e-14, 0, 0, ORDER_NOISE},
        {8, none, 1e-14, 0, 1e6, ORDER_NOISE}, /* stiff, and solved */
        {8, fourth, 1e-14, FLT_EPSILON, 0, ORDER_NOISE},
        {8, fourth, 1e-9, 0, 0, ORDER_CONVERGING},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        enum order_verdict verdict =
            verdict_of(known[i].rows, known[i].error, known[i].uncertain,
                       known[i].rounding, known[i].damping);
        if (verdict != known[i].verdict)
            print_error("row %zu: verdict %d\n", i, (int)verdict);
        assert_int_equal(verdict, known[i].verdict);
    }
}

TEST(rows_that_failed_do_not_count)
{
    struct order_result r = rows_of(7, fourth, fourth, 1e-14);
    for (int k = 0; k < 2; k++) {
        r.row[k].failed = 1;
        r.row[k].error[0] = r.row[k].error[1] = NAN;
    }
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_int_equal(r.from, 2);
    r.row[4].failed = 1;
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_NOT_SETTLED);
}

static double lucky(double h) /* in one row */
{
    return h > 0.03 && h < 0.05 ? 1e-15 : h;
}
static double one_sided(double h) /* rounding */
{
    return 3e-3 * pow(h, 6) + 2 * DBL_EPSILON / h;
}

/* A row is noise for its own error: one lucky row says nothing of the others;
 * but errors that grow as rounding may do are. */
TEST(each_row_is_noise_for_its_own_error)
{
    struct order_result r = rows_of(12, lucky, lucky, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    for (int k = 0; k < r.rows; k++)
        assert_int_equal(r.row[k].noise, r.row[k].error[0] < 1e-14 ? 3 : 0);
    r = rows_of(12, one_sided, one_sided, 1e-15);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    for (int k = 0; k < r.rows; k++)
        assert_int_equal(r.row[k].noise, r.row[k].h < 0.01 ? 3 : 0);
}

/* Three rows show an order beside a column of more. */
TEST(a_column_of_three_rows_has_its_order)
{
    struct order_result r = rows_of(8, fourth, fifth, 1e-14);
    for (int k = 0; k < r.rows; k++)
        if (r.row[k].steps > 32)
            r.row[k].error[ORDER_MOMENTUM] = 1e-15;
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_MOMENTUM], 5, 1e-9);
}

/* A body that magnifies the reference's rounding magnifies a float's, too. */
TEST(rounding_is_magnified_by_the_motion)
{
    struct order_result r = rows_of(8, fourth, fourth, 1e3 * 1.8e-15);
    order_judge(&r, CLAIM, FLT_EPSILON, 0);
    assert_int_equal(r.row[0].noise,
                     3); /* 2e-4 < 10 * 1e3 * 1.2e-7 * sqrt(8) */
    r = rows_of(8, fourth, fourth, 1e-16);
    order_judge(&r, CLAIM, FLT_EPSILON, 0);
    assert_int_equal(r.row[0].noise, 0);
    assert_int_equal(r.row[1].noise, 0);
    assert_int_equal(r.row[2].noise, 3); /* 9.5e-7 < 10 * 6.7e-7 */
}
