/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against numbers of other programs: single steps
 * of each method, published numbers.
 */

#include "shelf/axioms.h"
#include "values/golden.h"
#include "values/values.h"

static void spec_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/specs/%s.pol", POL_ROOT_DIR, name);
}

static bool load_step(struct loaded *l, const struct reference_step *r,
                      const char *attitude, bool loud)
{
    char path[300];
    spec_path(path, sizeof path, r->spec);
    pol_options o = pol_default_options();
    o.method = r->method;
    o.map = r->map;
    o.attitude = attitude;
    return load_try(l, path, &o, POL_TCC, loud);
}

/* R and L against 12 values. */
static double off(const struct end *e, const double *want)
{
    return fmax(relative(e->R, want, 9), relative(e->L, want + 9, 3));
}

static bool same_step(const struct reference_step *r, const char *attitude)
{
    struct loaded l;
    if (!load_step(&l, r, attitude, true)) {
        print_error("%s, %s: not loaded\n", r->spec, r->method);
        return false;
    }
    struct end one = run_to(l.s, r->h, 1), three = run_to(l.s, 3 * r->h, 3);
    unload(l);
    double worst = fmax(off(&one, r->value), off(&three, r->value + 12));
    if (!one.status && !three.status && worst < 1e-13)
        return true;
    print_error("%s, %s, %s: off by %.1e, status %d, %d\n", r->spec, r->method,
                attitude, worst, one.status, three.status);
    return false;
}

TEST(single_steps_are_those_of_the_methods)
{
    int n, compared = 0, wrong = 0;
    for (const struct reference_step *r = reference_steps(&n); n > 0;
         n--, r++) {
        wrong += !same_step(r, "quaternion");
        wrong += !same_step(r, "matrix");
        compared++;
    }
    print_message("%d cases, in two attitudes\n", compared);
    assert_int_equal(wrong, 0);
}

static pol_image *load_stored(const char *text, const char *method,
                              const char *attitude)
{
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    o.method = method;
    o.attitude = attitude;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "golden.pol", text, strlen(text)) != POL_OK ||
        pol_load(job, POL_TCC, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_non_null(image);
    return image;
}

static pol_image *load_image(const char *text, const char *method)
{
    return load_stored(text, method, NULL);
}

TEST(golden_rigidbody_is_reached)
{
    pol_image *image = load_image(GOLDEN_RIGIDBODY.spec,
                                  "rkmk(cooper_verner8, dexpinv = exact)");
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    assert_close(s->energy(b.x, b.par, b.in), GOLDEN_RIGIDBODY.H0, 1e-15);
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

/* ---- Moser and Veselov, Hairer and Vilmart ------------------------------- */

/* The attitude is the first field of the state; the sign of a quaternion
 * means nothing. */
static void check_golden_free(const char *method, double h, double tolerance)
{
    pol_image *image = load_image(GOLDEN_FREE.spec, method);
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    double t = GOLDEN_FREE.t, L[3];
    assert_int_equal(s->run(b.x, b.par, b.in, h, lround(t / h)), 0);
    s->momentum(b.x, L);
    double sign = b.x[0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        assert_close(sign * b.x[i], GOLDEN_FREE.q[i], tolerance);
    for (int i = 0; i < 3; i++)
        assert_close(L[i], GOLDEN_FREE.L[i], tolerance);
    pol_unload(image);
}

TEST(golden_free_body_is_reached)
{
    check_golden_free("rkmk(cooper_verner8, dexpinv = exact)", 0.01, 2e-13);
    check_golden_free("dmv(order = 10, preprocess = inertia)", 0.01, 1e-13);
}

/* The error of the method itself: the same discretisation. */
TEST(golden_discretisations_are_the_same)
{
    for (int i = 0; i < 10; i++) {
        char method[80];
        double h = i % 2 ? 0.05 : 0.1;
        snprintf(method, sizeof method, "dmv(order = %d, preprocess = inertia)",
                 2 + 2 * (i / 2));
        pol_image *image = load_image(GOLDEN_FREE.spec, method);
        const pol_stepper *s = pol_image_stepper(image);
        struct body_state b = start_of(s);
        long n = lround(GOLDEN_FREE.t / h);
        assert_int_equal(s->run(b.x, b.par, b.in, h, n), 0);
        assert_close(fabs(b.x[0]), GOLDEN_FREE.q0[i / 2][i % 2], 2e-13);
        pol_unload(image);
    }
}

/* ---- compositions -------------------------------------------------------- */

static double energy_error(const pol_stepper *s, double h)
{
    struct body_state b = start_of(s);
    long n = (long)(1000 / h);
    double before = s->energy(b.x, b.par, b.in), worst = 0;
    for (long i = 0; i < n; i++) {
        assert_int_equal(s->step_once(b.x, b.par, b.in, 1000. / (double)n), 0);
        worst = fmax(worst, fabs(s->energy(b.x, b.par, b.in) / before - 1));
    }
    return worst;
}

/* Four digits, but for the round-off of some 10^5 substeps (their last rows end
 * at some 1e-12); where that is most of it, the same size. */
static bool same_error(double got, double want)
{
    if (want < 1e-10)
        return got < 3 * want;
    return fabs(got - want) < 5e-4 * want + 2e-13;
}

TEST(golden_energy_errors_are_the_same)
{
    for (size_t i = 0; i < sizeof GOLDEN_ENERGY / sizeof *GOLDEN_ENERGY; i++) {
        const char *method = GOLDEN_ENERGY[i].method;
        pol_image *image = load_stored(GOLDEN_RIGIDBODY.spec, method, "matrix");
        for (int k = 0; k < 3; k++) {
            double want = GOLDEN_ENERGY[i].error[k];
            double got =
                energy_error(pol_image_stepper(image), 0.15 / (1 << k));
            if (!same_error(got, want))
                fail_msg("%s: %.5e, published %.5e", method, got, want);
        }
        pol_unload(image);
    }
}

/* ---- the heavy top ------------------------------------------------------- */

static double spatial_wy(const pol_stepper *s, const struct body_state *b)
{
    double R[9], w[3];
    s->rotation(b->x, R);
    s->omega(b->x, b->par, b->in, w);
    return R[3] * w[0] + R[4] * w[1] + R[5] * w[2];
}

TEST(golden_top_is_reached)
{
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
    l.s->omega(b.x, b.par, b.in, w);
    assert_close(w[1], GOLDEN_TOP.body_wy, 1e-9);
    unload(l);
}
