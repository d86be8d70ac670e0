/* SPDX-License-Identifier: MIT
 *
 * Drifts beside those that are computed directly, on steppers that tests
 * change.
 */
#include "check.h"

#include "test_arena.h"
#include "explore/explore.h"
#include "hand_top.h"

static int setup(void **state)
{
    *state = test_arena();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
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
        d->worst_spatial =
            fmax(d->worst_spatial, fabs(keep[1] - keep0[1]) / 50);
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

AROUND_EACH(setup, teardown)

TEST(drift_is_what_a_direct_computation_gives)
{
    const pol_stepper s = top_stepper("midpoint", 2, top_midpoint);
    struct explore e = {
        .arena = *state, .t_end = DRIFT_STEPS * 0.005, .h = 0.005};
    struct drift_result r;
    struct direct d;
    int rows = 0;
    size_t used = arena_used(*state);
    assert_int_equal(explore_drift(&s, &e, 1, count_row, &rows, &r),
                     EXPLORE_OK);
    assert_int_equal(arena_used(*state), used);
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
    struct explore e = {.arena = *state, .t_end = 1, .h = 0.01, .in = in};
    struct drift_result r;
    s.start = rest;
    assert_int_equal(explore_drift(&s, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_close(r.last.of[DRIFT_NORM], 1, 1e-12);
    assert_close(r.last.of[DRIFT_ENERGY], 1, 1e-12);
    assert_int_equal(r.rows, 101);
}

/* No number half way, and one again. */
static double lost_for_a_while(const double *x, const double *par,
                               const double *in)
{
    return x[7] > 0.45 && x[7] < 0.55 ? NAN
                                      : top_by("kutta4")->energy(x, par, in);
}

TEST(a_drift_out_of_the_numbers_shows)
{
    const pol_stepper s = top_stepper("lost", 4, leaves_the_numbers);
    struct explore e = {.arena = *state, .t_end = 1, .h = 0.1};
    struct drift_result r;
    assert_int_equal(explore_drift(&s, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_true(isnan(r.worst.of[DRIFT_ENERGY]) &&
                isnan(r.worst.of[DRIFT_NORM]));
    pol_stepper back = top_stepper("back", 4, top_kutta);
    back.energy = lost_for_a_while;
    e.h = 0.005;
    assert_int_equal(explore_drift(&back, &e, 0, NULL, NULL, &r), EXPLORE_OK);
    assert_true(isnan(r.worst.of[DRIFT_ENERGY]) &&
                isfinite(r.last.of[DRIFT_ENERGY]));
}
