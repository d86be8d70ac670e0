/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf that has embedded weights, in a drawn form: its
 * steps choose their size, and what they reach is as good as the
 * tolerance says.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/achieved.h"

/* ---- some, at many tolerances ----------------------------------------------
 */

static const struct pair pairs[] = {
    {"rkmk(dopri5)", 5, 4, 1e-5, 1e-9},
    {"rkmk(dopri5, form = rate, map = cay)", 5, 4, 1e-5, 1e-9},
    {"rkmk(bogacki_shampine32, form = rate)", 3, 2, 1e-4, 1e-8},
    {"rkmk(fehlberg45)", 4, 4, 1e-5, 1e-9},
    {"magnus(dopri5)", 5, 4, 1e-5, 1e-9},
    {"magnus(cash_karp, map = cay)", 5, 4, 1e-5, 1e-9},
    {"rkmk(fehlberg56)", 5, 5, 1e-5, 1e-9},
    {"rkmk(dop853, form = rate)", 8, 5, 1e-6, 1e-8},
    {"rkmk(trbdf2)", 2, 2, 1e-3, 1e-5},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static const struct body bodies[] = {
    {SPEC("fast_top"), 1},
    {SPEC("thrown"), 2},
    {SPEC("damped"), 3},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

static void errors_follow_the_tolerance(void **state)
{
    (void)state;
    follow_all(bodies, BODIES, pairs, PAIRS);
}

/* ---- all, at one ------------------------------------------------------------
 */

#define TOLERANCE 1e-7

static void expect_near(const char *name, const char *form,
                        const struct journey *exact)
{
    char method[100];
    snprintf(method, sizeof method, "rkmk(%.60s%s)", name, form);
    struct journey j = journey_spec(SPEC("damped"), method, TOLERANCE);
    int status = journey_go(&j, 0.5);
    double angle = angle_between(&j, exact), rate = rate_between(&j, exact);
    double rejected = facts_of(&j)[POL_CONTROL_REJECTED];
    double steps = facts_of(&j)[POL_CONTROL_STEPS];
    double p = j.l.s->order; /* that of the estimate is p or less by one */
    double bound = 10 * pow(TOLERANCE, p / (p + 1));
    if (status || !(angle < bound && rate < bound) || rejected > 3)
        fail_msg("%s: status %d, off by %.1e and %.1e, %g steps, %g rejected",
                 method, status, angle, rate, steps, rejected);
    unload(j.l);
}

static void every_pair_keeps_to_a_tolerance(void **state)
{
    (void)state;
    struct journey exact =
        journey_spec(SPEC("damped"), "rkmk(verner76e, dexpinv = exact)", 1e-13);
    char name[64];
    int found = 0;
    assert_int_equal(journey_go(&exact, 0.5), POL_STEP_OK);
    for (int i = 0; i < shelf_builtin_count; i++)
        if (is_pair(&shelf_builtin[i].text, name)) {
            expect_near(name, drawn(name, 2) ? "" : ", form = rate", &exact);
            found++;
        }
    assert_true(found >= 60);
    unload(exact.l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_follow_the_tolerance),
        cmocka_unit_test(every_pair_keeps_to_a_tolerance),
    };
    return run_group(tests);
}
