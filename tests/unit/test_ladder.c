/* SPDX-License-Identifier: MIT
 *
 * What rows of errors show, made to measure; ladders of steps, and drifts
 * beside those that are computed directly, of steppers that tests change.
 */
#include "hand_top.h"
#include "explore/drive.h"
#include "test_arena.h"

static struct arena *arena;
static struct explore explore;
static struct explore_exact exact;

/* The reference is the top at t = 1 by a method of order 8. */
static int setup(void **state)
{
    const pol_stepper finest = top_stepper("finest", 8, top_finest);
    (void)state;
    arena = test_arena();
    explore = (struct explore){.arena = arena, .t_end = 1, .h = 0.01, .rounding = DBL_EPSILON};
    return explore_reference(&finest, &explore, 16, 16, &exact) == EXPLORE_OK ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* Seven a step. */
static double cost(void *context, long steps)
{
    *(int *)context += 1;
    return steps ? 7.0 * (double)steps : 7;
}

static struct ladder_result climb(const pol_stepper *s, double error, double most, bool is_brief,
                                  long least)
{
    struct ladder_result r;
    int runs = 0;
    const struct ladder_demand demand = {error, most, is_brief, 100, least, cost, &runs};
    assert_int_equal(explore_ladder(s, &explore, &exact, &demand, &r), EXPLORE_OK);
    assert_true(runs >= r.order.rows);
    return r;
}

static double error_by(const pol_stepper *s, long steps)
{
    struct order_row row;
    int failed = 0;
    const struct order_runs race = {s, &explore, &exact, NULL};
    assert_int_equal(order_run_row(&race, steps, 0, 1, &row, &failed), EXPLORE_OK);
    return order_worst(&row, 3);
}

AROUND_ALL(setup, teardown)

TEST(the_fewest_steps_are_found)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    for (int k = 4; k < 10; k++) {
        const double error = pow(10, -k);
        const struct ladder_result r = climb(&s, error, 1e9, false, 0);
        const long n = r.reached.steps;
        assert_true(r.is_reached);
        assert_int_equal(r.order.verdict, ORDER_CONVERGING);
        assert_close(error_by(&s, n), order_worst(&r.reached, 3), 0);
        assert_true(order_worst(&r.reached, 3) <= error);
        assert_true(error_by(&s, n * 97 / 100) > error);
        assert_close(r.reached_cost, 7.0 * (double)n, 0);
        for (int i = 0; i < r.order.rows; i++)
            assert_true(r.order.row[i].failed || r.cost[i] == 7.0 * (double)r.order.row[i].steps);
    }
}

/* The step that is asked for is one of the rungs; they start from one step. */
TEST(rungs_are_halves_of_the_step)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    const struct ladder_result r = climb(&s, 1e-6, 1e9, false, 0);
    const long want[] = {1, 2, 4, 7, 13, 25, 50, 100, 200, 400};
    for (int i = 0; i < 10; i++)
        assert_int_equal(r.order.row[i].steps, want[i]);
}

/* Of 200 steps a million times as exact as its neighbours. */
static int lucky(double *x, const double *par, const double *in, double h)
{
    return h < 1.0 / 199 && h > 1.0 / 201 ? top_finest(x, par, in, h) : top_kutta(x, par, in, h);
}

TEST(what_is_met_by_chance_does_not_count)
{
    const pol_stepper s = top_stepper("lucky", 4, lucky);
    assert_true(error_by(&s, 200) < 1e-9);
    assert_true(error_by(&s, 400) > 1e-9);
    for (int is_brief = 0; is_brief < 2; is_brief++) {
        const struct ladder_result r = climb(&s, 1e-9, 1e9, is_brief, 0);
        assert_true(r.is_reached && r.reached.steps > 400);
    }
}

TEST(what_costs_too_much_is_not_run)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    struct ladder_result r = climb(&s, 1e-9, 7 * 400, false, 0);
    assert_true(r.is_costly && !r.is_reached);
    assert_int_equal(r.order.row[r.order.rows - 1].steps, 400);
    r = climb(&s, 1e-2, 7 * 400, true, 0);
    assert_true(r.is_reached && !r.is_costly);
    assert_true(r.order.row[r.order.rows - 1].steps < 400);
}

TEST(too_few_steps_to_be_stable_do_not_count)
{
    const pol_stepper s = top_stepper("kutta", 4, top_kutta);
    const long fewest = climb(&s, 1e-4, 1e9, true, 0).reached.steps;
    for (long least = 2 * fewest; least < 9 * fewest; least += fewest + 37) {
        const struct ladder_result r = climb(&s, 1e-4, 1e9, true, least);
        assert_true(r.is_reached);
        assert_in_range(r.reached.steps, least, least * 103 / 100);
    }
    assert_true(!climb(&s, 1e-4, 7 * 800, true, 801).is_reached);
}

/* Which fails at large steps, as an implicit method may. */
static int late(double *x, const double *par, const double *in, double h)
{
    return h > 0.011 ? POL_STEP_NOT_CONVERGED : top_kutta(x, par, in, h);
}

TEST(large_steps_may_fail)
{
    const pol_stepper s = top_stepper("late", 4, late);
    const struct ladder_result r = climb(&s, 1e-2, 1e9, false, 0);
    assert_true(r.is_reached && r.order.row[0].failed);
    assert_true(isinf(order_worst(&r.order.row[0], 3)));
    assert_in_range(r.reached.steps, 90, 93);
    assert_int_equal(r.order.status, POL_STEP_NOT_CONVERGED);
}

enum { CLAIM = 4 };

/* Rows of n = 8, 16, ... steps over 1 s, whose errors are error(h). */
static struct order_result rows_of(int rows, double attitude(double h), double momentum(double h),
                                   double uncertain)
{
    struct order_result r = {.columns = 1U << ORDER_ATTITUDE | 1U << ORDER_MOMENTUM,
                             .rows = rows,
                             .uncertainty = {uncertain, uncertain},
                             .reference_steps = 64,
                             .is_settled = true};
    for (int k = 0; k < rows; k++) {
        const long steps = 8L << k;
        const double h = 1 / (double)steps;
        r.row[k] = (struct order_row){.steps = steps, .h = h, .error = {attitude(h), momentum(h)}};
    }
    return r;
}

#define ERROR_OF(name, error)                                                                      \
    static double name(double h)                                                                   \
    {                                                                                              \
        return error;                                                                              \
    }

ERROR_OF(fourth, pow(h, 4))
ERROR_OF(slowly, pow(h, 4) * (1 + 8 * h))
ERROR_OF(fifth, 2 * pow(h, 5))
ERROR_OF(hardly_fifth, pow(h, 4.9))
ERROR_OF(second, h *h)
ERROR_OF(no_rows, 0 * h)
ERROR_OF(odd, pow(h, 4) * (1.5 + sin(40 / h)))
ERROR_OF(far_off, 3 + h)
ERROR_OF(standing, pow(h, 4) + 1e-7)
ERROR_OF(damped, exp(-1 / (40 * h)))                        /* a stiff mode dies within few steps */
ERROR_OF(lucky_row, h > 0.03 && h < 0.05 ? 1e-15 : h)       /* in one row */
ERROR_OF(one_sided, 3e-3 * pow(h, 6) + 2 * DBL_EPSILON / h) /* rounding */

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
    r = rows_of(10, fourth, no_rows, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    assert_int_equal(r.verdict, ORDER_CONVERGING);
    assert_close(r.order[ORDER_ATTITUDE], 4, 1e-9);
    assert_true(isnan(r.order[ORDER_MOMENTUM]));
}

static enum order_verdict verdict_of(int rows, double error(double h), double uncertain,
                                     double rounding, double damping)
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
        {8, far_off, 0.01, 0, 0, ORDER_UNCERTAIN},
        {8, fourth, 0.01, 0, 0, ORDER_UNCERTAIN},
        {8, fourth, 1e-6, 0, 0, ORDER_NOISE},
        {8, no_rows, 1e-14, 0, 0, ORDER_NOISE},
        {8, no_rows, 1e-14, 0, 1e6, ORDER_NOISE}, /* stiff, and solved */
        {8, fourth, 1e-14, FLT_EPSILON, 0, ORDER_NOISE},
        {8, fourth, 1e-9, 0, 0, ORDER_CONVERGING},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        enum order_verdict verdict = verdict_of(known[i].rows, known[i].error, known[i].uncertain,
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

/* A row is noise for its own error: one lucky_row row says nothing of the
 * others; but errors that grow as rounding may do are. */
TEST(each_row_is_noise_for_its_own_error)
{
    struct order_result r = rows_of(12, lucky_row, lucky_row, 1e-14);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    for (int k = 0; k < r.rows; k++)
        assert_int_equal(r.row[k].noise, r.row[k].error[0] < 1e-14 ? 3 : 0);
    r = rows_of(12, one_sided, one_sided, 1e-15);
    order_judge(&r, CLAIM, DBL_EPSILON, 0);
    for (int k = 0; k < r.rows; k++)
        assert_int_equal(r.row[k].noise, r.row[k].h < 0.01 ? 3 : 0);
}

/* A body that magnifies the reference's rounding magnifies a float's, too. */
TEST(rounding_is_magnified_by_the_motion)
{
    struct order_result r = rows_of(8, fourth, fourth, 1e3 * 1.8e-15);
    order_judge(&r, CLAIM, FLT_EPSILON, 0);
    assert_int_equal(r.row[0].noise, 3); /* 2e-4 < 10 * 1e3 * 1.2e-7 * sqrt(8) */
    r = rows_of(8, fourth, fourth, 1e-16);
    order_judge(&r, CLAIM, FLT_EPSILON, 0);
    assert_int_equal(r.row[0].noise, 0);
    assert_int_equal(r.row[1].noise, 0);
    assert_int_equal(r.row[2].noise, 3); /* 9.5e-7 < 10 * 6.7e-7 */
}

enum { DRIFT_STEPS = 400 };

/* The same numbers the direct way. */
struct direct {
    double energy[DRIFT_STEPS + 1], t[DRIFT_STEPS + 1];
    double worst_energy, worst_norm, worst_keep, worst_spatial;
};

static void go_directly(struct direct *d, double h)
{
    const pol_stepper *s = top_by("midpoint2");
    double x[TOP_STATE], par[1], in[3] = {0}, keep[2], keep0[2];
    *d = (struct direct){0};
    s->start(x, par);
    s->keep(x, par, in, keep0);
    const double energy = s->energy(x, par, in);
    for (int i = 0; i <= DRIFT_STEPS; i++) {
        if (i)
            s->step_once(x, par, in, h);
        s->keep(x, par, in, keep);
        const double L = sqrt(x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
        d->energy[i] = s->energy(x, par, in) / energy - 1;
        d->t[i] = x[7];
        d->worst_energy = fmax(d->worst_energy, fabs(d->energy[i]));
        d->worst_norm = fmax(d->worst_norm, fabs(L - 50) / 50);
        d->worst_keep = fmax(d->worst_keep, fabs(keep[0] - keep0[0]));
        d->worst_spatial = fmax(d->worst_spatial, fabs(keep[1] - keep0[1]) / 50);
    }
}

/* Least squares by the textbook, in two passes. */
static double slope(const struct direct *d)
{
    const int n = DRIFT_STEPS + 1;
    double t = 0, y = 0, tt = 0, ty = 0;
    for (int i = 0; i < n; i++) {
        t += d->t[i] / n;
        y += d->energy[i] / n;
    }
    for (int i = 0; i < n; i++) {
        tt += (d->t[i] - t) * (d->t[i] - t);
        ty += (d->t[i] - t) * (d->energy[i] - y);
    }
    return ty / tt;
}

static void count_row(void *to, const struct drift_row *row)
{
    int *rows = to;
    assert_int_equal(row->steps, *rows);
    ++*rows;
}

TEST(drift_is_what_a_direct_computation_gives)
{
    const pol_stepper s = top_stepper("midpoint", 2, top_midpoint);
    struct explore e = {.arena = arena, .t_end = DRIFT_STEPS * 0.005, .h = 0.005};
    struct drift_result r;
    struct direct d;
    int rows = 0;
    size_t used = arena_used(arena);
    assert_int_equal(explore_drift(&s, &e, 1, count_row, &rows, &r), EXPLORE_OK);
    assert_int_equal(arena_used(arena), used);
    go_directly(&d, 0.005);
    assert_int_equal(rows, DRIFT_STEPS + 1);
    assert_int_equal(r.rows, DRIFT_STEPS + 1);
    assert_true(d.worst_energy > 1e-6 && d.worst_spatial > 1e-6);
    assert_close(r.worst.of[DRIFT_ENERGY], d.worst_energy, 1e-12);
    assert_close(r.last.of[DRIFT_ENERGY], d.energy[DRIFT_STEPS], 1e-12);
    assert_close(r.worst.of[DRIFT_NORM], d.worst_norm, 1e-12);
    assert_close(r.worst.of[DRIFT_KEEP], d.worst_keep, 1e-12);
    assert_close(r.worst.of[DRIFT_MOMENTUM + 2], d.worst_spatial, 1e-12);
    assert_close(r.energy_slope, slope(&d), 1e-9 * fabs(slope(&d)));
    assert_true(r.worst.of[DRIFT_ORTHOGONALITY] > 1e-9);
    assert_close(r.last.t, 2, 1e-14);

    const long seldom = 100;
    assert_int_equal(explore_drift(&s, &e, seldom, NULL, NULL, &r), EXPLORE_OK);
    assert_int_equal(r.rows, 5);
    assert_close(r.last.of[DRIFT_ENERGY], d.energy[DRIFT_STEPS], 1e-12);
}

/* At rest and upright: no momentum to be relative to at the start, and what
 * is relative to the largest on the way has no unit. */
static void rest(double *x, double *par)
{
    top_by("kutta4")->start(x, par);
    x[6] = 0;
    par[0] = 0;
}

TEST(drift_from_rest_is_relative_to_the_largest)
{
    pol_stepper s = top_stepper("kutta", 4, top_kutta);
    const double in[3] = {0, 0, 3};
    struct explore e = {.arena = arena, .t_end = 1, .h = 0.01, .in = in};
    struct drift_result r;
    s.start = rest;
    assert_int_equal(explore_drift(&s, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_close(r.last.of[DRIFT_NORM], 1, 1e-12);
    assert_close(r.last.of[DRIFT_ENERGY], 1, 1e-12);
    assert_int_equal(r.rows, 101);
}

/* No number half way, and one again. */
static double lost_for_a_while(const double *x, const double *par, const double *in)
{
    return x[7] > 0.45 && x[7] < 0.55 ? NAN : top_by("kutta4")->energy(x, par, in);
}

TEST(a_drift_out_of_the_numbers_shows)
{
    const pol_stepper s = top_stepper("lost", 4, leaves_the_numbers);
    struct explore e = {.arena = arena, .t_end = 1, .h = 0.1};
    struct drift_result r;
    assert_int_equal(explore_drift(&s, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_true(isnan(r.worst.of[DRIFT_ENERGY]) && isnan(r.worst.of[DRIFT_NORM]));
    pol_stepper back = top_stepper("back", 4, top_kutta);
    back.energy = lost_for_a_while;
    e.h = 0.005;
    assert_int_equal(explore_drift(&back, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_true(isnan(r.worst.of[DRIFT_ENERGY]) && isfinite(r.last.of[DRIFT_ENERGY]));
}
