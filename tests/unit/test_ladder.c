/* SPDX-License-Identifier: MIT
 *
 * Ladders of steps, of steppers that tests change.
 */
#include "check.h"

#include <float.h>

#include "explore/explore.h"
#include "hand_top.h"
#include "test_arena.h"

struct fixture {
    struct arena *arena;
    struct explore explore;
    struct explore_exact exact;
};

/* The reference is the top at t = 1 by a method of order 8. */
static int setup(void **state)
{
    static struct fixture f;
    const pol_stepper exact = top_stepper("finest", 8, top_finest);
    f.arena = test_arena();
    f.explore = (struct explore){
        .arena = f.arena, .t_end = 1, .h = 0.01, .rounding = DBL_EPSILON};
    *state = &f;
    return explore_reference(&exact, &f.explore, 16, 16, &f.exact) == EXPLORE_OK
               ? 0
               : -1;
}

static int teardown(void **state)
{
    arena_free(((struct fixture *)*state)->arena);
    return 0;
}

/* Seven a step. */
static double cost(void *context, long steps)
{
    *(int *)context += 1;
    return steps ? 7.0 * (double)steps : 7;
}

static struct ladder_result climb_from(struct fixture *f, const pol_stepper *s,
                                       double error, double most, bool is_brief,
                                       long least)
{
    struct ladder_result r;
    int runs = 0;
    const struct ladder_demand demand = {error, most, is_brief, 100,
                                         least, cost, &runs};
    assert_int_equal(explore_ladder(s, &f->explore, &f->exact, &demand, &r),
                     EXPLORE_OK);
    assert_true(runs >= r.order.rows);
    return r;
}

static struct ladder_result climb(struct fixture *f, const pol_stepper *s,
                                  double error, double most, bool is_brief)
{
    return climb_from(f, s, error, most, is_brief, 0);
}

static double error_by(struct fixture *f, const pol_stepper *s, long steps)
{
    struct order_row row;
    int failed = 0;
    assert_int_equal(
        explore_row(s, &f->explore, &f->exact, steps, 0, 1, &row, &failed),
        EXPLORE_OK);
    return order_worst(&row, 3);
}

AROUND_ALL(setup, teardown)

TEST(the_fewest_steps_are_found)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    for (int k = 4; k < 10; k++) {
        const double error = pow(10, -k);
        const struct ladder_result r = climb(*state, &s, error, 1e9, false);
        const long n = r.reached.steps;
        assert_true(r.is_reached);
        assert_int_equal(r.order.verdict, ORDER_CONVERGING);
        assert_close(error_by(*state, &s, n), order_worst(&r.reached, 3), 0);
        assert_true(order_worst(&r.reached, 3) <= error);
        assert_true(error_by(*state, &s, n * 97 / 100) > error);
        assert_close(r.reached_cost, 7.0 * (double)n, 0);
        for (int i = 0; i < r.order.rows; i++)
            assert_true(r.order.row[i].failed ||
                        r.cost[i] == 7.0 * (double)r.order.row[i].steps);
    }
}

/* The step that is asked for is one of the rungs; they start from one step. */
TEST(rungs_are_halves_of_the_step)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    const struct ladder_result r = climb(*state, &s, 1e-6, 1e9, false);
    const long want[] = {1, 2, 4, 7, 13, 25, 50, 100, 200, 400};
    for (int i = 0; i < 10; i++)
        assert_int_equal(r.order.row[i].steps, want[i]);
}

/* Of 200 steps a million times as exact as its neighbours. */
static int lucky(double *x, const double *par, const double *in, double h)
{
    return h < 1.0 / 199 && h > 1.0 / 201 ? top_finest(x, par, in, h)
                                          : top_kutta(x, par, in, h);
}

TEST(what_is_met_by_chance_does_not_count)
{
    const pol_stepper s = top_stepper("lucky", 4, lucky);
    assert_true(error_by(*state, &s, 200) < 1e-9);
    assert_true(error_by(*state, &s, 400) > 1e-9);
    for (int is_brief = 0; is_brief < 2; is_brief++) {
        const struct ladder_result r = climb(*state, &s, 1e-9, 1e9, is_brief);
        assert_true(r.is_reached && r.reached.steps > 400);
    }
}

TEST(what_costs_too_much_is_not_run)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    struct ladder_result r = climb(*state, &s, 1e-9, 7 * 400, false);
    assert_true(r.is_dear && !r.is_reached);
    assert_int_equal(r.order.row[r.order.rows - 1].steps, 400);
    r = climb(*state, &s, 1e-2, 7 * 400, true);
    assert_true(r.is_reached && !r.is_dear);
    assert_true(r.order.row[r.order.rows - 1].steps < 400);
}

TEST(too_few_steps_to_be_stable_do_not_count)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    const long fewest = climb(*state, &s, 1e-4, 1e9, true).reached.steps;
    for (long least = 2 * fewest; least < 9 * fewest; least += fewest + 37) {
        const struct ladder_result r =
            climb_from(*state, &s, 1e-4, 1e9, true, least);
        assert_true(r.is_reached);
        assert_in_range(r.reached.steps, least, least * 103 / 100);
    }
    assert_true(!climb_from(*state, &s, 1e-4, 7 * 800, true, 801).is_reached);
}

/* Which fails at large steps, as an implicit method may. */
static int late(double *x, const double *par, const double *in, double h)
{
    return h > 0.011 ? POL_STEP_NOT_CONVERGED : top_kutta(x, par, in, h);
}

TEST(large_steps_may_fail)
{
    const pol_stepper s = top_stepper("late", 4, late);
    const struct ladder_result r = climb(*state, &s, 1e-2, 1e9, false);
    assert_true(r.is_reached && r.order.row[0].failed);
    assert_true(isinf(order_worst(&r.order.row[0], 3)));
    assert_in_range(r.reached.steps, 90, 93);
    assert_int_equal(r.order.status, POL_STEP_NOT_CONVERGED);
}
