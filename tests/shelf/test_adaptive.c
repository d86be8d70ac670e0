/* SPDX-License-Identifier: MIT
 *
 * Steps that choose their size: what is reached for a tolerance, by every
 * tableau of the shelf that has embedded weights, and that the estimates of the
 * error are right down to round-off.
 */
#include "shelf/adapting.h"
#include "shelf/axioms.h"

/* ---- all, at one ---- */

#define TOLERANCE 1e-7

static void expect_near(const char *name, const char *form, const struct journey *exact)
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
        fail_msg("%s: status %d, off by %.1e and %.1e, %g steps, %g rejected", method, status,
                 angle, rate, steps, rejected);
    unload(j.l);
}

TEST(every_pair_keeps_to_a_tolerance)
{
    struct journey exact = journey_spec(SPEC("damped"), "rkmk(verner76e, dexpinv = exact)", 1e-13);
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

/* ---- the estimate ---- */

/* Angle and rate are apart, and either tolerance rules alone. */
static const char turning[] = "body b\n"
                              "inertia diag(2, 3, 4)\n"
                              "let up = R' * e3\n"
                              "potential 5 * dot(up, [0.3, 0.1, 1])\n"
                              "torque body [sin(2*t), 0.3, 0] - 0.1*w\n"
                              "start R = turn([1, 2, 3], 1)\n"
                              "start w = [2, 1, -1.5]\n"
                              "until 2\n";

/* The estimates of the first step of this size, of component `which`: what is
 * remembered is its square, of the tolerance, which is 1e-10 at least. */
static double estimate(struct journey *j, double h, int which, double large)
{
    static const double any = 1e200;
    double *facts = facts_of(j);
    journey_again(j);
    for (int i = 0; i < (has_mass(j->l.s) ? 4 : 2); i++)
        j->control[i] = i == which ? large : any;
    facts[POL_CONTROL_FIRST] = facts[POL_CONTROL_MAX] = h;
    facts[POL_CONTROL_MOST] = 1;
    assert_int_equal(journey_go(j, 100), POL_STEP_UNFINISHED);
    assert_int_equal(facts[POL_CONTROL_REJECTED], 0);
    return large * sqrt(facts[POL_CONTROL_MEMORY]);
}

/* The step with the embedded weights, as a tableau of its own. */
#define BOGACKI_SHAMPINE "  0   :\n  1/2 : 1/2\n  3/4 : 0, 3/4\n  1   : 2/9, 1/3, 4/9\n"
static const char lower_order[] =
    "tableau lower order 2 {\n" BOGACKI_SHAMPINE "  b   : 7/24, 1/4, 1/3, 1/8\n}\n";

/* What the difference is multiplied by in a step from the start to here: with v
 * half of the rotation vector, or with cay that times tan |v|/|v|, by 1 + 17
 * v.v for this pair, 37 from 4 + 16 (0.0418/0.0295)^2, the sizes of its errors
 * of orders 4 and 3. */
static double margin(const struct journey *j, const char *form)
{
    struct journey start = *j;
    start.b = start_of(j->l.s);
    double v = angle_between(&start, j) / 2;
    v = strstr(form, "cay") ? tan(v) : v;
    return 1 + 37 * v * v;
}

/* Positions for which = 0, velocities for 1. */
static double moved_between(const struct journey *a, const struct journey *b, int which)
{
    int at = a->l.s->state - 8 + 3 * which;
    return gap3(a->b.x + at, b->b.x + at);
}

static void is_difference(const char *form)
{
    char text[2000], method[100], other[100];
    snprintf(text, sizeof text,
             "%smass 2\nforce space [sin(3*t), 1, 0] - 0.3*v - 2*x\n"
             "start v = [1, 0, 2]\n%s",
             turning, lower_order);
    snprintf(method, sizeof method, "rkmk(bogacki_shampine32%s)", form);
    snprintf(other, sizeof other, "rkmk(lower%s, dexpinv = 1)", form);
    struct journey j = journey_text(text, method, 1), k = j;
    struct loaded l = load_body_text(text, other, "quaternion");
    for (double h = 0.02; h > 0.004; h /= 2) {
        struct journey embedded = {.l = l, .b = start_of(l.s)};
        k.b = start_of(j.l.s);
        l.s->step_once(embedded.b.x, embedded.b.par, embedded.b.in, h);
        k.l.s->step_once(k.b.x, k.b.par, k.b.in, h);
        const double by = margin(&k, form),
                     apart[] = {angle_between(&k, &embedded), rate_between(&k, &embedded),
                                moved_between(&k, &embedded, 0), moved_between(&k, &embedded, 1)};
        for (int i = 0; i < 4; i++)
            assert_close(estimate(&j, h, i, 0.01) / by / apart[i], 1, 1e-3);
    }
    unload(j.l);
    unload(l);
}

TEST(estimates_are_the_difference_of_both_solutions)
{
    is_difference("");
    is_difference(", form = rate");
    is_difference(", map = cay");
}

/* Nothing cancels: an estimate of order q falls as h^(q + 1) to 1e-16. */
TEST(estimates_are_right_when_they_are_tiny)
{
    static const char *const forms[] = {"rkmk(dopri5)", "rkmk(dopri5, form = rate)",
                                        "magnus(dopri5)"};
    for (int i = 0; i < 6; i++) {
        struct journey j = journey_text(turning, forms[i / 2], 1);
        double h = 0.04, before = 0;
        for (int k = 0; k < 6; k++, h /= 2) {
            double now = estimate(&j, h, i % 2, 1e-7);
            if (k > 0 && !(fabs(log2(before / now) - 5) < 0.25))
                fail_msg("%s, %d: %g after %g", forms[i / 2], i % 2, now, before);
            before = now;
        }
        assert_true(before < 1e-15);
        unload(j.l);
    }
}

TEST(each_tolerance_rules_alone)
{
    struct journey j = journey_spec(SPEC("thrown"), "rkmk(dopri5)", 1);
    double steps[5];
    for (int which = 0; which < 5; which++) {
        journey_again(&j);
        for (int i = 0; i < 4; i++)
            j.control[i] = i == which ? 1e-9 : 1e-2;
        assert_int_equal(journey_go(&j, 3), POL_STEP_OK);
        steps[which] = facts_of(&j)[POL_CONTROL_STEPS];
    }
    for (int which = 0; which < 4; which++)
        assert_true(steps[which] > 1.5 * steps[4]);
    unload(j.l);
}
