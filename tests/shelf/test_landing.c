/* SPDX-License-Identifier: MIT
 *
 * Where steps that choose their size end: on the times asked for, exactly;
 * what leaps of the torque do to them; and why they may fail.
 */
#include "shelf/adapting.h"

/* ---- times ---- */

#define BODY                                                                                       \
    "body b\ninertia diag(2, 3, 4)\nstart R = turn([1, 2, 3], 1)\n"                                \
    "start w = [2, 1, -1.5]\n"
#define CONTROL "method rkmk(dopri5)\nstep adaptive(angle = 1e-9)\n"

static const char samples[] = BODY CONTROL "start t = -1\n"
                                           "at [-0.7, 0, 0.1, 0.1000001, 1/3, 0.9, 1.1]\n"
                                           "torque body [sin(t), 0.3, 0]\n";
static const double wanted[] = {-0.7, 0, 0.1, 0.1000001, 1.0 / 3, 0.9, 1.1};
enum { WANTED = sizeof wanted / sizeof *wanted };

/* Back again over the same times. */
TEST(times_are_landed_on_exactly)
{
    struct journey j = journey_text(samples, NULL, 0), start = j;
    double time[1000];
    int n = times_to(&j, 1, time);
    assert_true(time[n - 1] == 1);
    for (int i = 0; i < WANTED; i++)
        assert_int_equal(is_among(wanted[i], time, n), wanted[i] < 1);
    for (int i = 1; i < n; i++)
        assert_true(time[i] > time[i - 1]);
    n = times_to(&j, 2, time);
    assert_true(is_among(1.1, time, n) && angle_between(&j, &start) > 0.1);
    n = times_to(&j, -1, time);
    for (int i = 0; i < WANTED; i++)
        assert_true(is_among(wanted[i], time, n));
    for (int i = 1; i < n; i++)
        assert_true(time[i] < time[i - 1]);
    assert_true(angle_between(&j, &start) < 1e-8);
    assert_true(rate_between(&j, &start) < 1e-8);
    unload(j.l);
}

/* No step on the way is much shorter than those beside it. */
TEST(no_tiny_step_is_left)
{
    struct journey j = journey_text(BODY CONTROL "torque body [0.3, 0, 0]\n", NULL, 1e-6);
    double time[1000];
    for (double until = 5; until < 6; until += 0.031) {
        journey_again(&j);
        int n = times_to(&j, until, time);
        double last = time[n - 1] - time[n - 2];
        double before = time[n - 2] - time[n - 3];
        assert_true(n > 5 && last > 0.4 * before);
    }
    unload(j.l);
}

/* ---- leaps ---- */

#define PULSE(less)                                                                                \
    BODY "torque body if(t " less " 0.61, [3, -1, 1], "                                            \
         "if(t < 0.9, [0, 0, 0], [0, 2, 0]))\n" CONTROL
#define AT "at [0.61, 0.9]\n"
/* The same leaps, which nobody finds. */
#define HIDDEN                                                                                     \
    BODY "torque body if(t*abs(t) < 0.61^2, [3, -1, 1], "                                          \
         "if(t*abs(t) < 0.9^2, [0, 0, 0], [0, 2, 0]))\n" CONTROL

/* The pieces one after the other, each without a leap. */
static struct journey pieces(void)
{
    static const char text[] = BODY CONTROL "param a = 3\nparam b = -1\n"
                                            "param c = 1\n"
                                            "torque body [a, b, c]\n";
    struct journey j = journey_text(text, NULL, 1e-13);
    assert_int_equal(journey_go(&j, 0.61), POL_STEP_OK);
    j.b.par[0] = j.b.par[1] = j.b.par[2] = 0;
    assert_int_equal(journey_go(&j, 0.9), POL_STEP_OK);
    j.b.par[1] = 2;
    assert_int_equal(journey_go(&j, 1.5), POL_STEP_OK);
    return j;
}

/* The error at the end, and the steps rejected on the way. */
static double pulse_error(const char *text, double tolerance, double *rejected)
{
    struct journey exact = pieces();
    struct journey j = journey_text(text, NULL, tolerance);
    assert_int_equal(journey_go(&j, 1.5), POL_STEP_OK);
    double error = angle_between(&j, &exact);
    *rejected = facts_of(&j)[POL_CONTROL_REJECTED];
    unload(j.l);
    unload(exact.l);
    return error;
}

/* Of order 5 in spite of leaps, whatever the torque is at the very times. */
TEST(leaps_cost_nothing_where_they_are_known)
{
    static const char *const text[] = {PULSE("<") AT, PULSE("<=") AT, HIDDEN AT, PULSE("<"),
                                       PULSE("<=")};
    double few, many, error;
    for (int i = 0; i < 5; i++) {
        assert_true(pulse_error(text[i], 1e-6, &few) < 1e-5);
        error = pulse_error(text[i], 1e-11, &few);
        if (!(error < 1e-10 && few <= 1))
            fail_msg("%d: off by %g, %g rejected", i, error, few);
    }
    pulse_error(HIDDEN, 1e-9, &many);
    assert_true(many >= 10);
}

/* ---- times that depend on params ---- */

#define TIMED(at, on, off)                                                                         \
    BODY "param on = 0.7\nparam off = 0.9\nparam k = 2\n" CONTROL at "torque body if(t < " on      \
         ", [3, -1, 1], "                                                                          \
         "if(k*t < k*" off ", [0, 0, 0], [0, 2, 0]))\n"

/* Found, said, and found of one and said of the other: all are landed on, and
 * the states are those of the same times as constants. */
TEST(times_of_params_are_landed_on)
{
    static const char *const text[] = {TIMED("", "on", "off"), TIMED("", "0.61", "off"),
                                       TIMED("at [on, off]\n", "on", "off"),
                                       TIMED("at [on/1]\n", "on", "0.9")};
    struct journey want = journey_text(PULSE("<") AT, NULL, 0);
    assert_int_equal(journey_go(&want, 1.5), POL_STEP_OK);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct journey j = journey_text(text[i], NULL, 0), start;
        j.b.par[0] = 0.61;
        start = j;
        double time[1000];
        int n = times_to(&j, 1.5, time);
        assert_true(is_among(0.61, time, n) && is_among(0.9, time, n));
        assert_true(angle_between(&j, &want) < 1e-13);
        assert_true(rate_between(&j, &want) < 1e-13);
        n = times_to(&j, 0, time);
        assert_true(is_among(0.61, time, n) && is_among(0.9, time, n));
        assert_true(angle_between(&j, &start) < 1e-8);
        unload(j.l);
    }
    unload(want.l);
}

/* Those that are no numbers, or beyond the run, are passed over. */
TEST(times_out_of_reach_are_none)
{
    static const double off[] = {NAN, INFINITY, -INFINITY, 1e300, -1, 0, 0.61};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        struct journey j = journey_text(TIMED("", "0.61", "off"), NULL, 1e-6);
        j.b.par[1] = off[i];
        double time[1000];
        int n = times_to(&j, 1.5, time);
        assert_true(is_among(0.61, time, n) && n < 40);
        unload(j.l);
    }
}

/* ---- kinks ---- */

TEST(a_kink_leaves_the_size)
{
    static const char kink[] = BODY CONTROL "torque body 0.1*abs(t - 1)*e3\n",
                      leap[] = BODY CONTROL "torque body 0.1*(t < 1)*e3\n";
    double most[2];
    for (int i = 0; i < 2; i++) {
        struct journey j = journey_text(i ? leap : kink, NULL, 0);
        assert_int_equal(journey_go(&j, 1), POL_STEP_OK);
        assert_true(time_of(&j)[0] == 1);
        facts_of(&j)[POL_CONTROL_MOST] = 1;
        assert_int_equal(journey_go(&j, 3), POL_STEP_UNFINISHED);
        most[i] = time_of(&j)[0] - 1;
        unload(j.l);
    }
    assert_true(most[0] > 0.02 && most[1] < 0.3 * most[0]);
}

/* ---- what is remembered ---- */

/* What was before a leap does not count. */
TEST(nothing_is_remembered_over_a_leap)
{
    struct journey a = journey_text(PULSE("<") AT, NULL, 1e-8), b = a, c = a;
    facts_of(&b)[POL_CONTROL_MAX] = 1e-3;
    assert_int_equal(journey_go(&a, 0.61), POL_STEP_OK);
    assert_int_equal(journey_go(&b, 0.61), POL_STEP_OK);
    facts_of(&b)[POL_CONTROL_MAX] = 0;
    b.b = a.b;
    assert_int_equal(journey_go(&a, 1.5), POL_STEP_OK);
    assert_int_equal(journey_go(&b, 1.5), POL_STEP_OK);
    assert_memory_equal(a.b.x, b.b.x, sizeof a.b.x);
    /* elsewhere it does */
    assert_int_equal(journey_go(&c, 0.3), POL_STEP_OK);
    b = c;
    facts_of(&b)[POL_CONTROL_H] *= 0.5;
    assert_int_equal(journey_go(&b, 0.61), POL_STEP_OK);
    assert_int_equal(journey_go(&c, 0.61), POL_STEP_OK);
    assert_memory_not_equal(b.b.x, c.b.x, sizeof b.b.x);
    unload(a.l);
}

/* ---- failures ---- */

/* Ends with this status near t; the journey is not changed. */
static void expect_end(struct journey j, double until, int status, double t)
{
    int got = journey_go(&j, until);
    if (got != status || !(fabs(*time_of(&j) - t) < 1e-3) ||
        facts_of(&j)[POL_CONTROL_REJECTED] > 300)
        fail_msg("status %d, not %d, at t = %.17g, not %g, after %g rejected", got, status,
                 *time_of(&j), t, facts_of(&j)[POL_CONTROL_REJECTED]);
}

TEST(each_failure_has_its_status)
{
    struct journey j = journey_text(HIDDEN, NULL, 1e-9);
    double *facts = facts_of(&j);
    expect_end(j, NAN, POL_STEP_NOT_FINITE, 0);
    expect_end(j, INFINITY, POL_STEP_NOT_FINITE, 0);
    facts[POL_CONTROL_MIN] = 0.5;
    expect_end(j, 1, POL_STEP_TOO_SMALL, 0);
    facts[POL_CONTROL_MIN] = 1e-4; /* the leap asks for less */
    expect_end(j, 1, POL_STEP_TOO_SMALL, 0.61);
    facts[POL_CONTROL_MIN] = 0;
    expect_end(j, 1, POL_STEP_OK, 1);
    facts[POL_CONTROL_MOST] = 1;
    expect_end(j, 1, POL_STEP_UNFINISHED, facts[POL_CONTROL_FIRST]);
    facts[POL_CONTROL_MOST] = 0;
    j.control[0] = 1e-100;
    expect_end(j, 1, POL_STEP_REJECTED, 0);
    j.control[0] = NAN;
    expect_end(j, 1, POL_STEP_NOT_FINITE, 0);
    j.control[0] = 1;
    facts[POL_CONTROL_FIRST] = NAN;
    expect_end(j, 1, POL_STEP_TOO_SMALL, 0);
    facts[POL_CONTROL_FIRST] = -1;
    expect_end(j, 1, POL_STEP_TOO_SMALL, 0);
    facts[POL_CONTROL_FIRST] = 1e-3;
    facts[POL_CONTROL_MOST] = NAN; /* counts as none */
    expect_end(j, 1, POL_STEP_OK, 1);
    time_of(&j)[1] = NAN; /* what rounding has left out of t */
    expect_end(j, 1, POL_STEP_NOT_FINITE, 0);
    unload(j.l);
}

/* What is no number behind t = 1, as a torque that ends there. */
TEST(an_error_that_is_no_number_is_above_all_tolerances)
{
    struct journey j = journey_text(BODY CONTROL "torque body [sqrt(1 - t), 0, 0]\n", NULL, 1e-5);
    expect_end(j, 2, POL_STEP_NOT_FINITE, 1);
    expect_end(j, 1, POL_STEP_OK, 1);
    unload(j.l);
}

/* A step that fails is tried again by half; at the least it is the reason. */
TEST(failures_of_the_step_are_rejections)
{
    struct journey j = journey_text(BODY CONTROL, "rkmk(trbdf2)", 1e-2);
    double *facts = facts_of(&j);
    facts[POL_CONTROL_FIRST] = 40;
    struct journey k = j;
    assert_int_equal(journey_go(&k, 100), POL_STEP_OK);
    assert_in_range(facts_of(&k)[POL_CONTROL_REJECTED], 5, 30);
    facts[POL_CONTROL_MIN] = 40;
    expect_end(j, 100, POL_STEP_NOT_CONVERGED, 0);
    unload(j.l);
    /* steadily by more than half a turn */
    j = journey_text("body b\ninertia diag(1, 1, 1)\nstart w = [0, 0, 2]\n", "rkmk(trbdf2)", 1e-2);
    facts_of(&j)[POL_CONTROL_FIRST] = facts_of(&j)[POL_CONTROL_MIN] = 2;
    expect_end(j, 100, POL_STEP_TOO_LARGE, 0);
    unload(j.l);
}
