/* SPDX-License-Identifier: MIT
 *
 * A step that fails says so and leaves the state's bytes as they were, in a
 * single step and in a run: steps far too large, NaN and infinities anywhere.
 */
#define _POSIX_C_SOURCE 200809L

#include "load.h"
#include "shelf/dropped.h"

#include <string.h>

static const char *const specs[] = {SPEC("free_body"), SPEC("fast_top"),
                                    SPEC("offdiag"), SPEC("kicked")};

static void expect_failure(const pol_stepper *s, struct body_state b, double h,
                           const char *what)
{
    struct body_state before = b;
    if (s->step_once(b.x, b.par, b.in, h) == 0)
        fail_msg("%s: %s did not fail", s->name, what);
    if (memcmp(&before, &b, sizeof b) != 0)
        fail_msg("%s: %s changed the state", s->name, what);
    if (s->run(b.x, b.par, b.in, h, 5) == 0)
        fail_msg("%s: %s did not fail in a run", s->name, what);
    if (memcmp(&before, &b, sizeof b) != 0)
        fail_msg("%s: %s changed the state in a run", s->name, what);
}

/* NaN in each number that the step looks at. */
static void expect_no_numbers(const pol_stepper *s, struct body_state b)
{
    int attitude_and_L = s->state - 2; /* t and its rest are last */
    bool has_torque =
        strcmp(s->name, "fast_top") == 0 || strcmp(s->name, "kicked") == 0;
    bool looks_at_t = strcmp(s->name, "kicked") == 0;
    /* a torque looks at all of a quaternion, but at one row of a matrix */
    bool quaternion = strcmp(s->attitude, "quaternion") == 0;
    int first = has_torque && quaternion ? 0 : attitude_and_L - 3;
    for (int i = first; i < attitude_and_L; i++) {
        struct body_state bad = b;
        bad.x[i] = NAN;
        expect_failure(s, bad, 1e-3, "NaN in the state");
    }
    if (looks_at_t) {
        struct body_state bad = b;
        bad.x[attitude_and_L] = NAN;
        expect_failure(s, bad, 1e-3, "t = NaN");
    }
    for (int i = 0; i < s->par; i++) {
        struct body_state bad = b;
        bad.par[i] = NAN;
        expect_failure(s, bad, 1e-3, "a parameter that is NaN");
    }
    for (int i = 0; i < s->input; i++) {
        struct body_state bad = b;
        bad.in[i] = NAN;
        expect_failure(s, bad, 1e-3, "an input that is NaN");
    }
}

static void every_way_to_fail(const char *spec, pol_real real,
                              const char *attitude)
{
    pol_options o = pol_default_options();
    o.method = "imidm";
    o.real = real;
    o.attitude = attitude;
    struct loaded l = load(spec, &o, POL_TCC);
    struct body_state b = start_of(l.s);
    double w[3], size;
    l.s->omega(b.x, b.par, b.in, w);
    size = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);

    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 1e-3), 0);
    b = start_of(l.s);
    expect_failure(l.s, b, 50 / size, "h |w| = 50");
    expect_failure(l.s, b, -50 / size, "h |w| = -50");
    expect_failure(l.s, b, 1e300, "a huge step");
    expect_failure(l.s, b, NAN, "h = NaN");
    expect_failure(l.s, b, INFINITY, "h = infinity");
    int attitude_and_L = l.s->state - 2; /* t and its rest are last */
    for (int i = attitude_and_L - 3; i < attitude_and_L; i++) {
        struct body_state bad = b;
        bad.x[i] = NAN;
        expect_failure(l.s, bad, 1e-3, "L = NaN");
        bad.x[i] = INFINITY;
        expect_failure(l.s, bad, 1e-3, "L = infinity");
    }
    expect_no_numbers(l.s, b);
    unload(l);
}

TEST(failures_are_reported_and_change_nothing)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
            every_way_to_fail(specs[i], (pol_real)real, "quaternion");
            every_way_to_fail(specs[i], (pol_real)real, "matrix");
        }
}

/* The tolerance is that of the real type, or Newton would go on for ever. */
TEST(usual_steps_do_not_fail)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
            pol_options o = pol_default_options();
            o.method = "imidm";
            o.real = (pol_real)real;
            struct loaded l = load(specs[i], &o, POL_TCC);
            struct body_state b = start_of(l.s);
            double w[3];
            l.s->omega(b.x, b.par, b.in, w);
            double size = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
            for (double turn = 1e-4; turn < 1.5; turn *= 1.1) {
                b = start_of(l.s);
                int status = l.s->run(b.x, b.par, b.in, turn / size, 3);
                if (status != 0)
                    fail_msg("%s: %g a step fails with %d", l.s->name, turn,
                             status);
            }
            unload(l);
        }
}

/* A run that fails midway is where the last good step left it. */
TEST(a_run_stops_before_the_step_that_fails)
{
    const char *text = "body late\n"
                       "inertia diag(1, 2, 2.5)\n"
                       "torque body if(t < 0.95, 0, 1e9) * e1\n"
                       "method imidm\n";
    pol_job *job = pol_open(NULL);
    pol_image *image = NULL;
    if (pol_read_text(job, "late.pol", text, strlen(text)) != POL_OK ||
        pol_load(job, POL_TCC, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_non_null(image);
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    b.x[4] = 0.1;
    assert_int_not_equal(s->run(b.x, b.par, b.in, 0.1, 100), 0);
    assert_close(s->time(b.x), 0.9, 1e-15);
    pol_unload(image);
}

/* It says that it keeps the momentum and loses energy where projected has no
 * way back: a body that turns about a principal axis has L x w = 0. */
static const char losing[] =
    "return method { title = 't', source = 's', order = 1, keeps = {\n"
    " 'momentum' }, step = function(m, s, h)\n"
    "   return { R = s.R:turned(m.map.element(h/2 * m.omega(s.L))),\n"
    "            L = 3/4 * s.L } end }";

TEST(energy_without_a_way_back_is_a_failure)
{
    static const char spec[] =
        "body still inertia diag(1, 2, 2.5) start w = [0, 3, 0]";
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    drop(&d, "methods", "losing.lua", losing);
    o.method = "projected(losing)";
    o.shelf = &folder;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "still.pol", spec, sizeof spec - 1),
                     POL_OK);
    if (pol_load(job, POL_TCC, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    drop_end(&d);
    assert_non_null(image);
    const pol_stepper *s = pol_image_stepper(image);
    expect_failure(s, start_of(s), 0.01, "no way back");
    pol_unload(image);
}
