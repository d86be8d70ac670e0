/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against numbers of other programs: single steps
 * of each method, published numbers.
 */

#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "values/golden.h"
#include "values/values.h"

static void spec_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/specs/%s.pol", POL_ROOT_DIR, name);
}

static bool load_step(struct loaded *l, const struct reference_step *r,
                      const char *attitude)
{
    char path[300];
    spec_path(path, sizeof path, r->spec);
    pol_options o = pol_default_options();
    o.method = r->method;
    o.map = r->map;
    o.attitude = attitude;
    return draft_try(l, AS_PATH, path, &o, true);
}

/* R and L against 12 values. */
static double off(const struct end *e, const double *want)
{
    return fmax(relative(e->R, want, 9), relative(e->L, want + 9, 3));
}

static bool same_step(const struct reference_step *r, const char *attitude)
{
    struct loaded l;
    if (!load_step(&l, r, attitude)) {
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

/* ---- published runs ------------------------------------------------------ */

static const char fine[] = "rkmk(cooper_verner8, dexpinv = exact)";

/* From the start to t, in n steps. */
static struct body_state state_at(const pol_stepper *s, double t, long n)
{
    struct body_state b = start_of(s);
    assert_int_equal(s->run(b.x, b.par, b.in, t / (double)n, n), 0);
    return b;
}

/* The attitude is the first field of the state; the sign of a quaternion
 * means nothing. */
static void expect_quaternion(const struct body_state *b, const double q[4],
                              double tolerance)
{
    double sign = b->x[0] * q[0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        assert_close(sign * b->x[i], q[i], tolerance);
}

static void expect_golden(const char *spec, const char *method, double t,
                          const double q[4], const double L[3],
                          double tolerance)
{
    struct loaded l = load_body_text(spec, method, NULL);
    struct body_state b = state_at(l.s, t, 1000);
    expect_quaternion(&b, q, tolerance);
    for (int i = 0; i < 3; i++)
        assert_close(b.x[4 + i], L[i], tolerance);
    unload(l);
}

TEST(golden_bodies_are_reached)
{
    expect_golden(GOLDEN_RIGIDBODY.spec, fine, GOLDEN_RIGIDBODY.t,
                  GOLDEN_RIGIDBODY.q, GOLDEN_RIGIDBODY.L, 1e-12);
    expect_golden(GOLDEN_FREE.spec, fine, GOLDEN_FREE.t, GOLDEN_FREE.q,
                  GOLDEN_FREE.L, 2e-13);
    expect_golden(GOLDEN_FREE.spec, "dmv(order = 10, preprocess = inertia)",
                  GOLDEN_FREE.t, GOLDEN_FREE.q, GOLDEN_FREE.L, 1e-13);
}

/* The error of the method itself: the same discretisation. */
TEST(golden_discretisations_are_the_same)
{
    for (int i = 0; i < 10; i++) {
        char method[80];
        double h = i % 2 ? 0.05 : 0.1;
        snprintf(method, sizeof method, "dmv(order = %d, preprocess = inertia)",
                 2 + 2 * (i / 2));
        struct loaded l = load_body_text(GOLDEN_FREE.spec, method, NULL);
        struct body_state b =
            state_at(l.s, GOLDEN_FREE.t, lround(GOLDEN_FREE.t / h));
        assert_close(fabs(b.x[0]), GOLDEN_FREE.q0[i / 2][i % 2], 2e-13);
        unload(l);
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
        struct loaded l =
            load_body_text(GOLDEN_RIGIDBODY.spec, method, "matrix");
        for (int k = 0; k < 3; k++) {
            double want = GOLDEN_ENERGY[i].error[k];
            double got = energy_error(l.s, 0.15 / (1 << k));
            if (!same_error(got, want))
                fail_msg("%s: %.5e, published %.5e", method, got, want);
        }
        unload(l);
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
    double w[3];
    spec_path(path, sizeof path, GOLDEN_TOP.spec);
    pol_options o = pol_default_options();
    o.method = fine;
    struct loaded l = load(path, &o, POL_TCC);
    struct body_state b = state_at(l.s, GOLDEN_TOP.t1, 50);
    assert_close(spatial_wy(l.s, &b), GOLDEN_TOP.wy1, 1e-11);
    b = state_at(l.s, GOLDEN_TOP.t3, 1000);
    expect_quaternion(&b, GOLDEN_TOP.q3, 6e-9);
    b = state_at(l.s, GOLDEN_TOP.t2, 10000);
    assert_close(spatial_wy(l.s, &b), GOLDEN_TOP.wy2, 1e-8);
    l.s->omega(b.x, b.par, b.in, w);
    assert_close(w[1], GOLDEN_TOP.body_wy, 1e-9);
    unload(l);
}
