/* SPDX-License-Identifier: MIT
 *
 * How steps that choose their size go from one to the next: by bounded
 * factors, within the bounds that are set, not at once larger after a rejected
 * one; and what is told of them.
 */
#include "shelf/adapting.h"
#include "runtime/pol_control.h"

#define BODY "body b\ninertia diag(2, 3, 4)\nstart w = [2, 1, -1.5]\n"
static const char driven[] = BODY "torque body [sin(2*t), 0.3, 0]\n";

/* One step. */
static void go_one(struct journey *j)
{
    facts_of(j)[POL_CONTROL_MOST] = 1;
    assert_int_equal(journey_go(j, 100), POL_STEP_UNFINISHED);
    facts_of(j)[POL_CONTROL_MOST] = 0;
}

TEST(steps_grow_by_bounded_factors)
{
    struct journey j = journey_text(driven, "rkmk(bogacki_shampine32)", 1e-6);
    double *h = &facts_of(&j)[POL_CONTROL_H];
    facts_of(&j)[POL_CONTROL_FIRST] = 0x1p-30;
    go_one(&j); /* nothing was known of errors: by 100 at once */
    assert_close(*h, 100 * 0x1p-30, 1e-22);
    go_one(&j);
    assert_close(*h, 500 * 0x1p-30, 1e-21);
    go_one(&j);
    assert_close(*h, 2500 * 0x1p-30, 1e-20);
    unload(j.l);
}

/* The error of the first step of this size relative to the tolerance 1e-2. */
static double error_of(struct journey *j, double h)
{
    journey_again(j);
    j->control[0] = j->control[1] = 1e-2;
    facts_of(j)[POL_CONTROL_FIRST] = h;
    go_one(j);
    assert_int_equal(facts_of(j)[POL_CONTROL_REJECTED], 0);
    return sqrt(facts_of(j)[POL_CONTROL_MEMORY]);
}

static void set_tolerance(struct journey *j, double tolerance)
{
    journey_again(j);
    j->control[0] = j->control[1] = tolerance;
}

/* After errors of next to nothing a good one looks large. */
TEST(steps_shrink_by_bounded_factors)
{
    const double h = 0x1p-7;
    struct journey j = journey_text(driven, "rkmk(fehlberg12)", 1e-2);
    set_tolerance(&j, 1e-2 * error_of(&j, h) / 0.95);
    facts_of(&j)[POL_CONTROL_H] = h;
    facts_of(&j)[POL_CONTROL_MEMORY] = 1e-19;
    go_one(&j);
    assert_int_equal(facts_of(&j)[POL_CONTROL_REJECTED], 0);
    assert_close(facts_of(&j)[POL_CONTROL_H], 0.2 * h, 1e-15);
    unload(j.l);
}

/* At a high order the factor is near 1, and rejections would go on. */
TEST(a_rejected_step_is_made_smaller_by_a_tenth_at_least)
{
    const double h = 0.25;
    struct journey j = journey_text(BODY "torque body [1, 0, 0]\n",
                                    "rkmk(verner87e, form = rate, dexpinv = 0)", 1e-2);
    set_tolerance(&j, 1e-2 * error_of(&j, h) / 1.001);
    facts_of(&j)[POL_CONTROL_FIRST] = h;
    go_one(&j);
    assert_int_equal(facts_of(&j)[POL_CONTROL_REJECTED], 1);
    assert_close(*time_of(&j), 0.9 * h, 1e-15);
    unload(j.l);
}

/* A steady spin has no error, but no step turns by half a turn. */
TEST(no_step_grows_after_a_rejected_one)
{
    struct journey j =
        journey_text("body b\ninertia diag(1, 1, 1)\nstart w = [0, 0, 2]\n", "rkmk(trbdf2)", 1e-2);
    facts_of(&j)[POL_CONTROL_FIRST] = 2;
    go_one(&j);
    assert_int_equal(facts_of(&j)[POL_CONTROL_REJECTED], 2);
    assert_true(*time_of(&j) < 1);
    assert_true(facts_of(&j)[POL_CONTROL_H] <= 1.001 * *time_of(&j));
    unload(j.l);
}

TEST(no_step_is_larger_than_the_largest)
{
    const double most = 0.015625;
    struct journey j = journey_text(driven, "rkmk(dopri5)", 1e-2);
    assert_int_equal(journey_go(&j, 1), POL_STEP_OK);
    assert_true(facts_of(&j)[POL_CONTROL_LARGEST] > 2 * most);
    journey_again(&j);
    facts_of(&j)[POL_CONTROL_MAX] = most;
    facts_of(&j)[POL_CONTROL_FIRST] = 1;
    /* the last step but for this would be stretched by a twentieth */
    assert_int_equal(journey_go(&j, 64.05 * most), POL_STEP_OK);
    assert_true(facts_of(&j)[POL_CONTROL_LARGEST] == most);
    assert_true(facts_of(&j)[POL_CONTROL_STEPS] == 65);
    unload(j.l);
}

/* Estimates of order q, or of the worse of both solutions, fall as h^(q + 1):
 * that is what sizes go by. */
TEST(sizes_follow_the_order_of_the_estimate)
{
    static const struct {
        const char *method;
        double falls;
    } pair[] = {{"rkmk(dopri5)", 5}, {"rkmk(fehlberg45)", 5}, {"rkmk(bogacki_shampine32)", 3}};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        struct journey j = journey_text(driven, pair[i].method, 1e-2);
        const double h = 0x1p-5, *facts = facts_of(&j);
        set_tolerance(&j, 1e-2 * error_of(&j, h) / 0.7);
        facts_of(&j)[POL_CONTROL_FIRST] = h;
        go_one(&j);
        assert_close(facts[POL_CONTROL_H],
                     h * pol_factor(facts[POL_CONTROL_MEMORY], 0, pair[i].falls), 1e-15);
        unload(j.l);
    }
}

/* Rejections are counted in a row: steps are tried again before each of many
 * jumps, more often altogether than one may be. */
TEST(what_was_rejected_before_is_forgotten)
{
    struct journey j = journey_text("body b\ninertia diag(1, 1, 1)\nstart w = [0, 0, 2]\n"
                                    "torque body if(sin(9*R[1,2]) > 0, 1, -1)*e3\n",
                                    "rkmk(dopri5)", 1e-6);
    assert_int_equal(journey_go(&j, 60), POL_STEP_OK);
    assert_true(facts_of(&j)[POL_CONTROL_REJECTED] > 200);
    unload(j.l);
}

/* Whatever stands where the next time to land on is counted. */
TEST(a_wrong_count_of_times_is_put_right)
{
    static const double wrong[] = {-7, 3, 1e6, -1e6};
    struct journey j =
        journey_text(BODY "step adaptive(angle = 1e-6)\nat [0.1, 0.2]\n", "rkmk(dopri5)", 0);
    for (int i = 0; i < 4; i++) {
        journey_again(&j);
        facts_of(&j)[POL_CONTROL_NEXT] = wrong[i];
        go_one(&j);
        while (*time_of(&j) < 0.1)
            go_one(&j);
        assert_true(*time_of(&j) == 0.1);
    }
    unload(j.l);
}

/* A step that was cut to land tells nothing that a larger one has not. */
TEST(a_cut_step_changes_nothing)
{
    struct journey j = journey_text(driven, "rkmk(dopri5)", 1e-6);
    double *facts = facts_of(&j);
    for (int i = 0; i < 5; i++)
        go_one(&j);
    double h = facts[POL_CONTROL_H], memory = facts[POL_CONTROL_MEMORY];
    assert_int_equal(journey_go(&j, *time_of(&j) + 0.1 * h), POL_STEP_OK);
    assert_true(facts[POL_CONTROL_STEPS] == 6);
    assert_true(facts[POL_CONTROL_H] == h);
    assert_true(facts[POL_CONTROL_MEMORY] == memory);
    /* but that the first one was good is known */
    journey_again(&j);
    facts[POL_CONTROL_FIRST] = 1;
    assert_int_equal(journey_go(&j, 1e-3), POL_STEP_OK);
    assert_true(facts[POL_CONTROL_H] == 1);
    assert_true(facts[POL_CONTROL_MEMORY] == 0.25);
    unload(j.l);
}

/* Tolerances follow those that are given; the first step turns the body by the
 * fourth root of that of the angle, and is a hundredth of the run at most. */
TEST(what_is_not_said_follows)
{
    struct journey j = journey_text(BODY "mass 2\n"
                                         "step adaptive(angle = 1e-8)\n",
                                    "rkmk(dopri5)", 0);
    assert_true(j.control[0] == 1e-8 && j.control[1] == 0.5e-8); /* |w|/pi */
    assert_true(j.control[2] == 1e-8 && j.control[3] == 0.5e-8);
    assert_true(facts_of(&j)[POL_CONTROL_FIRST] == 0x1p-9); /* 0.01/|w| */
    unload(j.l);
    j = journey_text(BODY "mass 2\nuntil 0.1\n"
                          "step adaptive(angle = 1e-4, position = 1e-3)\n",
                     "rkmk(dopri5)", 0);
    assert_true(j.control[0] == 1e-4 && j.control[1] == 0.5e-4);
    assert_true(j.control[2] == 1e-3 && j.control[3] == 0.5e-3);
    assert_true(facts_of(&j)[POL_CONTROL_FIRST] == 0x1p-10);
    unload(j.l);
    /* 4 m of gyration, 40/pi m/s */
    j = journey_text("body b\ninertia 16*diag(2, 3, 4)\nmass 2\n"
                     "start w = [2, 1, -1.5]\nstart v = [0, 40, 0]\n"
                     "state z = 0 rate 1 + w[2]\n"
                     "step adaptive(angle = 1e-4)\n",
                     "rkmk(dopri5)", 1e-5);
    assert_true(j.control[0] == 1e-5 && j.control[1] == 0.5e-5);
    assert_true(j.control[2] == 4e-5 && j.control[3] == 8e-5);
    assert_true(j.control[4] == 1e-5);
    unload(j.l);
}
