/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against reference values: single steps of each
 * method, end states of the papers' problems, published numbers.
 */
#include "shelf/axioms.h"

#include "values/golden.h"
#include "values/states.h"
#include "values/steps.h"

static void spec_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/specs/%s.pol", POL_ROOT_DIR, name);
}

/* Largest difference, relative to the norm of the vector. */
static double relative(const double *got, const double *want, int n)
{
    double norm = 0, worst = 0;
    for (int i = 0; i < n; i++)
        norm += want[i] * want[i];
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(got[i] - want[i]));
    return isfinite(got[0]) ? worst / sqrt(norm) : INFINITY;
}

static void compare_step(const struct reference_step *r, const char *attitude)
{
    char path[300];
    spec_path(path, sizeof path, r->spec);
    pol_options o = pol_default_options();
    o.method = r->method;
    o.map = r->map;
    o.attitude = attitude;
    struct loaded l = load(path, &o, POL_TCC);
    struct end one = run_to(l.s, r->h, 1), three = run_to(l.s, 3 * r->h, 3);
    unload(l);
    double worst =
        fmax(fmax(relative(one.R, r->R1, 9), relative(one.L, r->L1, 3)),
             fmax(relative(three.R, r->R3, 9), relative(three.L, r->L3, 3)));
    if (one.status || three.status || !(worst < 1e-13))
        fail_msg("%s, %s, %s: off by %.1e", r->spec, r->method, attitude,
                 worst);
}

static void single_steps_are_those_of_the_methods(void **state)
{
    (void)state;
    int n = (int)(sizeof REFERENCE_STEPS / sizeof *REFERENCE_STEPS);
    for (int i = 0; i < n; i++) {
        compare_step(&REFERENCE_STEPS[i], "quaternion");
        compare_step(&REFERENCE_STEPS[i], "matrix");
    }
    print_message("%d cases, in two attitudes\n", n);
    assert_true(n >= 45);
}

/* With an order-8 tableau in steps so small that round-off is all that is
 * left. */
static void end_states_are_reached(void **state)
{
    (void)state;
    int compared = 0;
    for (int i = 0; i < REFERENCE_STATE_COUNT; i++) {
        const struct reference_state *r = &REFERENCE_STATES[i];
        char path[300];
        spec_path(path, sizeof path, r->spec);
        if (r->t > 20)
            continue; /* short enough for every build */
        pol_options o = pol_default_options();
        o.method = "rkmk(cooper_verner8, form = rate, dexpinv = exact)";
        struct loaded l = load(path, &o, POL_TCC);
        struct body_state b = start_of(l.s);
        double w[3];
        l.s->omega(b.x, w);
        bool wall = strcmp(r->spec, "coulomb_wall") == 0;
        double turn = wall ? 0.005 : 0.05;
        long steps = (long)(r->t * norm3(w) / turn) + 1;
        struct end e = run_to(l.s, r->t, steps);
        unload(l);
        double tolerance = 100 * r->floor + 1e-15 * sqrt((double)steps) + 2e-13;
        double worst = fmax(relative(e.R, r->R, 9), relative(e.L, r->L, 3));
        if (e.status || !(worst < tolerance))
            fail_msg("%s at t = %g: off by %.1e, not %.1e (%ld steps)", r->spec,
                     r->t, worst, tolerance, steps);
        compared++;
    }
    assert_true(compared >= 15);
}

static pol_image *load_text(const char *name, const char *text,
                            const char *method)
{
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    o.method = method;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, name, text, strlen(text)) != POL_OK ||
        pol_load(job, POL_TCC, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_non_null(image);
    return image;
}

static void golden_rigidbody_is_reached(void **state)
{
    (void)state;
    pol_image *image = load_text("golden.pol", GOLDEN_RIGIDBODY.spec,
                                 "rkmk(cooper_verner8, dexpinv = exact)");
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    assert_close(s->energy(b.x, b.par), GOLDEN_RIGIDBODY.H0, 1e-15);
    assert_int_equal(s->run(b.x, b.par, b.in, GOLDEN_RIGIDBODY.t / 1000, 1000),
                     0);
    double L[3];
    s->momentum(b.x, L);
    /* the attitude is the first field of the state */
    double sign = b.x[0] * GOLDEN_RIGIDBODY.q[0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        assert_close(sign * b.x[i], GOLDEN_RIGIDBODY.q[i], 1e-12);
    for (int i = 0; i < 3; i++)
        assert_close(L[i], GOLDEN_RIGIDBODY.L[i], 1e-12);
    pol_unload(image);
}

static double spatial_wy(const pol_stepper *s, const struct body_state *b)
{
    double R[9], w[3];
    s->rotation(b->x, R);
    s->omega(b->x, w);
    return R[3] * w[0] + R[4] * w[1] + R[5] * w[2];
}

static void golden_top_is_reached(void **state)
{
    (void)state;
    char path[300];
    spec_path(path, sizeof path, GOLDEN_TOP.spec);
    pol_options o = pol_default_options();
    o.method = "rkmk(cooper_verner8, dexpinv = exact)";
    struct loaded l = load(path, &o, POL_TCC);
    struct body_state b = start_of(l.s);
    assert_int_equal(l.s->run(b.x, b.par, b.in, GOLDEN_TOP.t1 / 50, 50), 0);
    assert_close(spatial_wy(l.s, &b), GOLDEN_TOP.wy1, 1e-11);
    b = start_of(l.s);
    assert_int_equal(l.s->run(b.x, b.par, b.in, GOLDEN_TOP.t3 / 1000, 1000), 0);
    double sign = b.x[0] * GOLDEN_TOP.q3[0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        assert_close(sign * b.x[i], GOLDEN_TOP.q3[i], 6e-9);
    b = start_of(l.s);
    assert_int_equal(l.s->run(b.x, b.par, b.in, GOLDEN_TOP.t2 / 10000, 10000),
                     0);
    assert_close(spatial_wy(l.s, &b), GOLDEN_TOP.wy2, 1e-8);
    double w[3];
    l.s->omega(b.x, w);
    assert_close(w[1], GOLDEN_TOP.body_wy, 1e-9);
    unload(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_steps_are_those_of_the_methods),
        cmocka_unit_test(end_states_are_reached),
        cmocka_unit_test(golden_rigidbody_is_reached),
        cmocka_unit_test(golden_top_is_reached),
    };
    return run_group(tests);
}
