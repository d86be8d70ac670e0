/* SPDX-License-Identifier: MIT
 *
 * Tables of the language: their values and slopes, which parts of a spec they
 * may stand in, times at which they are not smooth.
 */
#include "model_kit.h"
#include "values/values.h"

#define BODY "body b\ninertia diag(1, 2, 2.5)\n"

/* "0.3, 0.7" as "t + 0.3, t + 0.7" */
static void growing(const char *arguments, char *to)
{
    to += sprintf(to, "t + ");
    for (; *arguments; arguments++)
        to += sprintf(to, *arguments == ',' ? ", t +" : "%c", *arguments);
}

/* As a constant, which is exact arithmetic, and as an expression in doubles. */
TEST(values_and_slopes_are_those_of_another_program)
{
    int n;
    const struct reference_table *all = reference_tables(&n);
    assert_true(n > 50);
    for (int i = 0; i < n; i++) {
        char spec[4000], grows[100];
        double got[3];
        growing(all[i].arguments, grows);
        snprintf(spec, sizeof spec,
                 BODY "table f%s\nlet a = f(%s) + 0*t\nlet b = f(%s)\n"
                      "let c = derivative(f(%s))\n",
                 all[i].table, all[i].arguments, grows, grows);
        struct checked c = model_kit_good(spec);
        const struct model_point at = {0};
        for (int k = 0; k < 3; k++)
            model_kit_eval(c.model, 1, c.model->let[k].value.x, &at, 0, &got[k]);
        const double size = 1 + fabs(all[i].value);
        if (fabs(got[0] - all[i].value) > 2e-14 * size ||
            fabs(got[1] - all[i].value) > 2e-14 * size ||
            fabs(got[2] - all[i].slope) > 1e-13 * (1 + fabs(all[i].slope)))
            fail_msg("f%s at %s: %.17g, %.17g, slope %.17g; %.17g and %.17g", all[i].table,
                     all[i].arguments, got[0], got[1], got[2], all[i].value, all[i].slope);
        model_kit_free(&c);
    }
}

/* NaN stays NaN; infinite arguments are beyond the ends. */
TEST(arguments_may_be_anything)
{
    struct checked c =
        model_kit_good(BODY "table f(x) linear { 0: 1, 1: 2, 4: 0 }\n"
                            "table g(x, y) cubic { : 0, 1, 2, 0: 1, 2, 3, 2: 5, 6, 7 }\n"
                            "table s(x) hold { 0: 1, 1: 2 }\n"
                            "let a = f(t)\nlet b = g(t, 2*t)\nlet c = s(t)\n");
    static const double at[][4] = {
        {NAN, NAN, NAN, 1}, {INFINITY, 0, 7, 2}, {-INFINITY, 1, 1, 1}, {1e300, 0, 7, 2}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        for (int k = 0; k < 3; k++) {
            double got;
            const struct model_point point = {.t = at[i][0]};
            model_kit_eval(c.model, 1, c.model->let[k].value.x, &point, 0, &got);
            if (isnan(at[i][k + 1]))
                assert_true(isnan(got));
            else if (isfinite(at[i][0]))
                assert_close(got, at[i][k + 1], 1e-14);
        }
    model_kit_free(&c);
}

static int breaks_of(const char *spec)
{
    struct checked c = model_kit_good(spec);
    const int n = c.model->breaks;
    model_kit_free(&c);
    return n;
}

/* Of t, on straight lines, where it is not smooth: not before the first row of
 * a held table, nor where the first and the last line go on. */
TEST(rows_are_breakpoints)
{
#define TIMES(way, argument)                                                                       \
    breaks_of(BODY "table f(x) " way " { 0: 1, 1: 2, 4: 0, 5: 1 }\n"                               \
                   "torque body f(" argument ")*e1\nuntil 9\n")
    assert_int_equal(TIMES("linear", "t"), 4);
    assert_int_equal(TIMES("linear", "2*t + 1"), 4);
    assert_int_equal(TIMES("hold", "t"), 3);
    assert_int_equal(TIMES("cubic", "t"), 2);
    assert_int_equal(TIMES("linear(outside = extend)", "t"), 2);
    assert_int_equal(TIMES("linear(outside = refuse)", "t"), 4);
    assert_int_equal(TIMES("linear", "w[1]"), 0);
    assert_int_equal(TIMES("linear", "t*t"), 0);
}
