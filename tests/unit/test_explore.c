/* SPDX-License-Identifier: MIT
 *
 * Observed orders, and runs that fail or stop, on steppers that tests change.
 */
#include "test_arena.h"
#include "explore/explore.h"
#include "hand_top.h"

ARENA_AROUND_EACH()

TEST(steps_meet_the_end_exactly)
{
    assert_int_equal(explore_steps(1, 0.1), 10);
    assert_int_equal(explore_steps(1, 0.3), 4);
    assert_int_equal(explore_steps(0.1 + 0.2, 0.1), 3);
    assert_int_equal(explore_steps(1e-3, 5), 1);
    assert_int_equal(explore_steps(1000, 1e-3 / 3), 3000000);
    assert_int_equal(explore_steps(0, 0.1), 0);
    assert_int_equal(explore_steps(-1, 0.1), 10);
    assert_int_equal(explore_steps(1, 0), 0);
    assert_int_equal(explore_steps(1, -0.1), 0);
    assert_int_equal(explore_steps(NAN, 0.1), 0);
    assert_int_equal(explore_steps(1, NAN), 0);
    assert_int_equal(explore_steps(1, 1e-300), 0);
    assert_int_equal(explore_steps(INFINITY, 1), 0);
}

/* The rotation by an angle about (1, 2, 2)/3. */
static void turn(double angle, double R[9])
{
    const double x[7] = {cos(angle / 2), sin(angle / 2) / 3, 2 * sin(angle / 2) / 3,
                         2 * sin(angle / 2) / 3};
    top_by("kutta4")->rotation(x, R);
}

TEST(angle_is_good_from_zero_to_pi)
{
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double angles[] = {1e-200, 1e-30, 1e-17, 1e-9, 1e-4, 0.5, 1.5, 3, 3.1415926};
    double A[9], B[9];
    for (int i = 0; i < 9; i++) {
        turn(angles[i], B);
        assert_close(explore_angle(one, B), angles[i], 1e-14 * angles[i]);
        assert_close(explore_angle(B, one), angles[i], 1e-14 * angles[i]);
        turn(0.7, A);
        turn(0.7 + angles[i], B);
        if (0.7 + angles[i] < 3)
            assert_close(explore_angle(A, B), angles[i], 6e-16);
    }
    turn(3.14159265358979, B);
    assert_close(explore_angle(one, B), 3.14159265358979, 1e-15);
    assert_true(explore_angle(B, B) == 0);
    for (int i = 0; i < 9; i++)
        A[i] = B[i] * (1 + 1e-9); /* not quite orthogonal: no angle */
    assert_close(explore_angle(B, A), 0, 1e-15);
}

/* Counts rows. */
static void count(void *to, const struct explore_state *x)
{
    (void)x;
    ++*(int *)to;
}

/* Orders of a hand-written stepper against extrapolation. */
static struct order_result order_of(const pol_stepper *s, double h, int halvings)
{
    const pol_stepper reference = top_stepper("finest", 8, top_finest);
    struct explore e = {.arena = arena, .t_end = 1, .h = h};
    struct order_result r;
    size_t used = arena_used(arena);
    assert_int_equal(explore_order(s, &reference, &e, halvings, &r), EXPLORE_OK);
    assert_int_equal(arena_used(arena), used);
    return r;
}

static void check_rows(const struct order_result *r, int rows, long first)
{
    assert_int_equal(r->rows, rows);
    for (int k = 0; k < rows; k++) {
        const struct order_row *row = &r->row[k];
        assert_int_equal(row->steps, first << k);
        assert_close(row->h * (double)row->steps, 1, 1e-15);
        assert_int_equal(row->failed, 0);
        for (int c = ORDER_ATTITUDE; k > 0 && c <= ORDER_MOMENTUM; c++)
            assert_close(row->order[c], log2(row[-1].error[c] / row->error[c]), 1e-14);
    }
    assert_true(isnan(r->row[0].order[ORDER_ATTITUDE]));
    const double finest = r->row[rows - 1].error[ORDER_ATTITUDE];
    assert_true(r->uncertainty[ORDER_ATTITUDE] < 0.1 * finest);
    assert_true(r->uncertainty[ORDER_ATTITUDE] < 1e-11);
    assert_true(r->uncertainty[ORDER_ATTITUDE] >= DBL_EPSILON);
    assert_true(r->uncertainty[ORDER_MOMENTUM] < 1e-11);
    assert_in_range(r->reference_steps, 32, 16 * first + 3200);
}

TEST(observed_orders_are_those_of_the_methods)
{
    const struct {
        pol_stepper s;
        long first;
        int halvings;
    } known[] = {{top_stepper("euler", 1, top_euler), 4000, 6},
                 {top_stepper("midpoint", 2, top_midpoint), 500, 5},
                 {top_stepper("kutta", 4, top_kutta), 200, 4}};
    for (int i = 0; i < 3; i++) {
        const struct order_result r =
            order_of(&known[i].s, 1.0 / (double)known[i].first, known[i].halvings);
        check_rows(&r, known[i].halvings + 1, known[i].first);
        assert_close(r.order[ORDER_ATTITUDE], known[i].s.order, 0.1);
        assert_close(r.order[ORDER_MOMENTUM], known[i].s.order, 0.1);
    }
}

/* ---- errors made to measure ------------------------------------------- */

/* A start of n numbers, and a step that sets one of them. */
#define STARTS(name, size, place, value)                                                           \
    static void name(double *x, double *par)                                                       \
    {                                                                                              \
        (void)par;                                                                                 \
        memset(x, 0, (size) * sizeof *x);                                                          \
        x[place] = value;                                                                          \
    }
#define STEPS(name, place, value)                                                                  \
    static int name(double *x, const double *par, const double *in, double h)                      \
    {                                                                                              \
        (void)par, (void)in, (void)h;                                                              \
        x[place] = value;                                                                          \
        return POL_STEP_OK;                                                                        \
    }

static void still_momentum(const double *x, double L[3])
{
    (void)x;
    L[0] = L[1] = 0;
    L[2] = 1;
}

static void still_rotation(const double *x, double R[9])
{
    (void)x;
    turn(0, R);
}

static pol_stepper still(int (*step)(double *, const double *, const double *, double))
{
    pol_stepper s = top_stepper("still", 4, step);
    s.momentum = still_momentum;
    s.rotation = still_rotation;
    return s;
}

STARTS(moving_start, TOP_STATE + 6, 7, 1)
STARTS(zero_start, TOP_STATE + 6, 7, 0)
STEPS(moves_roughly, 7, 1 + 1e-5 * h) /* never settles, however many steps */
STEPS(moves_truly, 7, 1 + pow(h, 4))
STEPS(moves_from_zero, 7, pow(h, 4))
STEPS(stays_at_zero, 7, 0)

/* One that stands still but for its position. */
static pol_stepper moving(int (*step)(double *, const double *, const double *, double))
{
    static const pol_state_part parts[] = {{"q", "1", "body to space", POL_ATTITUDE, 0, 4},
                                           {"L", "N m s", "body", POL_MOMENTUM, 4, 3},
                                           {"x", "m", "space", POL_POSITION, 7, 3},
                                           {"v", "m/s", "space", POL_VELOCITY, 10, 3}};
    pol_stepper s = still(step);
    s.part = parts;
    s.parts = 4;
    s.state = TOP_STATE + 6;
    s.start = moving_start;
    return s;
}

TEST(uncertainty_of_the_motion_is_its_own)
{
    const pol_stepper s = moving(moves_truly);
    pol_stepper rough = moving(moves_roughly);
    struct explore e = {.arena = arena, .t_end = 1, .h = 1.0 / 4};
    struct order_result r;
    rough.order = 1;
    assert_int_equal(explore_order(&s, &rough, &e, 7, &r), EXPLORE_OK);
    assert_true(r.uncertainty[ORDER_MOTION] > 1e-11 && r.uncertainty[ORDER_MOMENTUM] < 1e-12);
    assert_int_equal(r.row[7].noise & 4, 4);
    assert_int_equal(r.row[2].noise & 4, 0);
    assert_close(r.order[ORDER_MOTION], 4, 0.2);
}

TEST(an_error_of_what_is_zero_is_absolute)
{
    pol_stepper s = moving(moves_from_zero), zero = moving(stays_at_zero);
    struct explore e = {.arena = arena, .t_end = 1, .h = 1.0 / 4};
    struct order_result r;
    s.start = zero.start = zero_start;
    assert_int_equal(explore_order(&s, &zero, &e, 1, &r), EXPLORE_OK);
    assert_close(r.row[0].error[ORDER_MOTION], pow(r.row[0].h, 4), 1e-12);
}

/* A body that comes to rest: its momentum, from 1, ends at 1e-12, off by h. */
STARTS(braking_start, TOP_STATE, 4, 1)
STEPS(brakes, 4, 1e-12 * (1 + h))
STEPS(brakes_truly, 4, 1e-12)

/* The error is relative to 1e-8 of the momentum at the start. */
TEST(an_error_at_rest_is_relative_to_the_start)
{
    pol_stepper s = still(brakes), reference = still(brakes_truly);
    struct explore e = {.arena = arena, .t_end = 1, .h = 1.0 / 4};
    struct order_result r;
    s.start = reference.start = braking_start;
    s.momentum = reference.momentum = top_by("kutta4")->momentum;
    assert_int_equal(explore_order(&s, &reference, &e, 3, &r), EXPLORE_OK);
    assert_close(r.row[0].error[ORDER_MOMENTUM], r.row[0].h * 1e-12 / 1e-8, 1e-9);
}

/* ---- steps that fail -------------------------------------------------- */

static int fails_late(double *x, const double *par, const double *in, double h)
{
    return x[7] > 0.4999 ? POL_STEP_NOT_CONVERGED : top_kutta(x, par, in, h);
}

/* `run` as the descriptor wants it: the state of the last good step. */
static int run_late(double *x, const double *par, const double *in, double h, long n)
{
    int status = 0;
    for (long i = 0; i < n && !status; i++)
        status = fails_late(x, par, in, h);
    return status;
}

TEST(a_failure_ends_at_the_last_good_step)
{
    pol_stepper s = top_stepper("late", 4, fails_late);
    struct explore e = {.arena = arena, .t_end = 1, .h = 0.01};
    for (int with_run = 0; with_run < 2; with_run++) {
        struct explore_state end;
        struct drift_result drift;
        int rows = 0;
        s.run = with_run ? run_late : NULL;
        assert_int_equal(explore_run(&s, &e, 20, count, &rows, &end), EXPLORE_FAILED);
        assert_int_equal(end.status, POL_STEP_NOT_CONVERGED);
        assert_int_equal(end.steps, 50);
        assert_close(end.t, 0.5, 1e-15);
        assert_int_equal(rows, 3); /* 0, 20, 40 */
        assert_int_equal(explore_drift(&s, &e, 20, NULL, NULL, &drift), EXPLORE_FAILED);
        assert_int_equal(drift.status, POL_STEP_NOT_CONVERGED);
        assert_int_equal(drift.last.steps, 50);
        assert_int_equal(drift.rows, 4);
    }
}

TEST(order_fails_when_all_fails)
{
    const pol_stepper good = top_stepper("kutta", 4, top_kutta);
    const pol_stepper late = top_stepper("late", 4, fails_late);
    const pol_stepper lost = top_stepper("lost", 4, leaves_the_numbers);
    struct explore e = {.arena = arena, .t_end = 1, .h = 0.01};
    struct order_result r;
    assert_int_equal(explore_order(&late, &good, &e, 2, &r), EXPLORE_FAILED);
    assert_int_equal(r.status, POL_STEP_NOT_CONVERGED);
    assert_int_equal(explore_order(&good, &late, &e, 2, &r), EXPLORE_FAILED);
    assert_int_equal(explore_order(&lost, &good, &e, 2, &r), EXPLORE_FAILED);
    assert_int_equal(r.row[2].failed, 1);
    assert_true(isnan(r.order[ORDER_ATTITUDE]));
}

/* ---- progress --------------------------------------------------------- */

struct gauge {
    double last, stop;
    int calls, falls;
};

static int gauge(void *to, double done)
{
    struct gauge *g = to;
    g->calls++;
    g->falls += done < g->last || done > 1;
    g->last = done;
    return done >= g->stop;
}

TEST(progress_rises_to_one_and_can_stop)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    struct gauge g = {.stop = 2};
    struct explore e = {.arena = arena, .t_end = 1, .h = 1e-5, .progress = gauge, .context = &g};
    struct explore_state end;
    struct drift_result drift;
    struct order_result order;
    assert_int_equal(explore_run(&s, &e, 0, NULL, NULL, &end), EXPLORE_OK);
    assert_close(g.last, 1, 1e-15);
    assert_in_range(g.calls, 10, 1000);
    g = (struct gauge){.stop = 0.5};
    assert_int_equal(explore_run(&s, &e, 0, NULL, NULL, &end), EXPLORE_STOPPED);
    assert_in_range(end.steps, 50000, 60000);
    g.last = 0;
    assert_int_equal(explore_drift(&s, &e, 7, NULL, NULL, &drift), EXPLORE_STOPPED);
    assert_close(drift.last.t, 0.5, 1e-3);

    e.h = 1e-3;
    g = (struct gauge){.stop = 2};
    assert_int_equal(explore_order(&s, &s, &e, 5, &order), EXPLORE_OK);
    assert_close(g.last, 1, 1e-12);
    assert_int_equal(g.falls, 0);
    g = (struct gauge){.stop = 0.9};
    assert_int_equal(explore_order(&s, &s, &e, 5, &order), EXPLORE_STOPPED);
    assert_in_range(order.rows, 4, 5);
    assert_close(order.order[ORDER_ATTITUDE], 4, 0.1);
}

static int third(void *to, double done)
{
    (void)done;
    return ++*(int *)to == 3;
}

/* One step may have more samples than anybody waits for. */
TEST(samples_of_a_step_can_stop)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    int asked = 0, rows = 0;
    struct explore e = {.arena = arena,
                        .t_end = 1,
                        .h = 0.01,
                        .spacing = 1e-12,
                        .progress = third,
                        .context = &asked};
    struct explore_state end;
    assert_int_equal(explore_run(&s, &e, 0, count, &rows, &end), EXPLORE_STOPPED);
    assert_int_equal(rows, 3); /* the start, and two */
    assert_int_equal(end.steps, 1);
}
