/* SPDX-License-Identifier: MIT
 *
 * What methods do with attitudes: functions that a file leaves out, its
 * options, an attitude's numbers in the middle of a step, and numbers that do
 * not exist.
 */
#define _POSIX_C_SOURCE 200809L

#include "unit/attitude_files.h"

#include "load.h"

/* R after n steps from the body's start. */
static void run(const char *method, const char *attitude, double h, int n,
                double R[9])
{
    struct stepping s = derived(method, attitude);
    double x[12], L[3];
    stepping_start(&s, x);
    for (int i = 0; i < n; i++)
        assert_int_equal(stepping_step(&s, x, i * h, h, NULL), 0);
    stepping_state(&s, x, R, L);
    arena_free(s.arena);
}

static double apart(const double a[9], const double b[9])
{
    double most = 0;
    for (int i = 0; i < 9; i++)
        most = isnan(a[i]) ? NAN : fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* ---- what works ---- */

/* rows and set are made from element and from, with the options. */
TEST(what_is_left_out_is_made)
{
    double R[9], want[9];
    run("rkmk(kutta4)", "matrix", 0.1, 5, want);
    run("rkmk(kutta4)", "gibbs", 0.1, 5, R);
    assert_close(apart(R, want), 0, 1e-14);
    run("rkmk(kutta4)", "gibbs(7, check = never)", 0.1, 5, R);
    assert_close(apart(R, want), 0, 1e-14);
}

TEST(the_store_heeds_the_options)
{
    struct stepping s = derived("ways", "gibbs(factor = 3)");
    const struct field *g = &s.step->store[0];
    double x[6];
    assert_string_equal(g->name, "g");
    assert_int_equal(g->n, 3);
    assert_string_equal(g->note, "attitude: 3 tan(angle/2) axis");
    assert_string_equal(s.step->recipe->attitude.claim.name,
                        "gibbs(factor = 3)");
    stepping_start(&s, x); /* quat(0.8, 0.4, -0.4, 0.2) */
    assert_close(x[0], 1.5, 1e-15);
    assert_close(x[2], 0.75, 1e-15);
    arena_free(s.arena);
    s = derived("ways", "WILLARD");
    assert_string_equal(s.step->store[0].note, "attitude: 2 tan(angle/2) axis");
    arena_free(s.arena);
}

TEST(numbers_are_attitudes_in_a_step)
{
    static const char *const attitude[] = {"gibbs", "matrix", "quaternion"};
    for (int i = 0; i < 3; i++) {
        double want[9], R[9];
        run("ways", attitude[i], 0.1, 3, want);
        run("ways(at)", attitude[i], 0.1, 3, R);
        assert_close(apart(R, want), 0, 1e-14);
        run("ways(then)", attitude[i], 0.1, 3, R);
        assert_close(apart(R, want), 0, 1e-14);
        run("ways", attitude[i], 0.11, 3, R);
        assert_true(apart(R, want) > 0.01);
    }
}

/* Of order 1 towards the exact motion, in each attitude's own numbers. */
TEST(the_rate_leads_along_the_motion)
{
    static const char *const attitude[] = {"gibbs(3)", "matrix", "quaternion"};
    for (int i = 0; i < 3; i++) {
        double turned[9], coarse[9], fine[9];
        run("ways", attitude[i], 1e-4, 1, turned);
        run("drifting", attitude[i], 5e-4 / 3, 1, coarse);
        assert_close(apart(coarse, turned), 0, 3e-7);
        run("drifting", attitude[i], 0, 1, fine);
        assert_true(apart(fine, turned) > 1e-4);
    }
}

/* ---- numbers that do not exist ---- */

static struct loaded compiled(const char *method, const char *attitude,
                              pol_real real)
{
    struct dropped d;
    struct stepping s = shelf_with(&d, NULL);
    const char *const folder = d.folder;
    pol_options o = pol_default_options();
    o.method = method;
    o.attitude = attitude;
    o.real = real;
    o.shelf = &folder;
    o.shelves = 1;
    struct loaded l = load_text(body, &o);
    drop_end(&d);
    arena_free(s.arena);
    return l;
}

/* What is the same value is left alone only where it has been. */
TEST(values_may_change_places)
{
    struct loaded l = compiled("places", "quaternion", POL_DOUBLE);
    struct body_state b = start_of(l.s);
    static const double x[7] = {1, 2, 3, 4, 5, 6, 7},
                        want[7] = {1, 1, 2, 4, 7, 6, 6};
    memcpy(b.x, x, sizeof x);
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.1), 0);
    for (int i = 0; i < 7; i++)
        assert_true(b.x[i] == want[i]);
    unload(l);
}

static void expect_singular(const pol_stepper *s, const struct body_state *from)
{
    struct body_state b = *from;
    assert_int_equal(s->step_once(b.x, b.par, b.in, 0.1), POL_STEP_SINGULAR);
    assert_memory_equal(b.x, from->x, sizeof b.x);
    assert_int_equal(s->run(b.x, b.par, b.in, 0.1, 4), POL_STEP_SINGULAR);
    assert_memory_equal(b.x, from->x, sizeof b.x);
}

/* Up to 2 atan(10) = 168.6 degrees about e1: L = w there. */
TEST(steps_to_numbers_that_do_not_fit_fail)
{
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
        struct loaded l = compiled("rkmk(euler)", "gibbs(1)", (pol_real)real);
        struct body_state b = start_of(l.s);
        double way = 2 * atan(10) - 2 * atan(8);
        b.x[0] = 8;
        b.x[1] = b.x[2] = b.x[4] = b.x[5] = 0;
        b.x[3] = (float)((way - 1e-3) / 0.1);
        struct body_state good = b;
        assert_int_equal(l.s->step_once(good.x, good.par, good.in, 0.1), 0);
        assert_true(good.x[0] > 9.9 && good.x[0] < 10);
        b.x[3] = (float)((way + 1e-3) / 0.1);
        expect_singular(l.s, &b);
        b.x[3] = NAN;
        expect_singular(l.s, &b);
        unload(l);
    }
}

/* The steps before the one that fails are done. */
TEST(a_run_ends_before_it)
{
    struct loaded l = compiled("rkmk(euler)", "gibbs(1)", POL_DOUBLE);
    struct body_state b = start_of(l.s), c;
    memset(b.x, 0, 6 * sizeof *b.x);
    b.x[3] = 10; /* 1 rad a step; 2 atan(10) = 2.94 */
    b.x[4] = b.x[5] = 1e-3;
    c = b;
    assert_int_equal(l.s->run(b.x, b.par, b.in, 0.1, 9), POL_STEP_SINGULAR);
    assert_int_equal(l.s->run(c.x, c.par, c.in, 0.1, 2), 0);
    assert_memory_equal(b.x, c.x, sizeof b.x);
    unload(l);
}

TEST(demands_are_looked_at_in_every_step)
{
    static const char *const call[] = {"careful", "careful(le)"};
    for (int i = 0; i < 2; i++) {
        struct loaded l = compiled(call[i], "gibbs(check = never)", POL_DOUBLE);
        struct body_state b = start_of(l.s);
        b.x[3] = 19.9;
        b.x[4] = b.x[5] = 0;
        struct body_state good = b;
        assert_int_equal(l.s->step_once(good.x, good.par, good.in, 0.1), 0);
        b.x[3] = 20.1;
        expect_singular(l.s, &b);
        b.x[4] = NAN;
        expect_singular(l.s, &b);
        unload(l);
    }
}

static int solves_of(const char *method)
{
    struct stepping s = derived(method, "gibbs(check = never)");
    int n = s.step->advance.solves;
    arena_free(s.arena);
    return n;
}

TEST(what_always_holds_costs_nothing)
{
    assert_int_equal(solves_of("careful"), 1);
    assert_int_equal(solves_of("careful(always)"), 0);
    assert_int_equal(solves_of("careful(none)"), 0);
}

/* The model of the step knows the status as its code does. */
TEST(the_status_is_that_of_the_model)
{
    struct stepping s = derived("careful", "matrix");
    double x[12];
    stepping_start(&s, x);
    x[9] = 30;
    assert_int_equal(stepping_step(&s, x, 0, 0.1, NULL), POL_STEP_SINGULAR);
    arena_free(s.arena);
}
