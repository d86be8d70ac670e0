/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against published numbers of other programs.
 */
#include "shelf/axioms.h"

#include "values/golden.h"

static void spec_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/specs/%s.pol", POL_ROOT_DIR, name);
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
        cmocka_unit_test(golden_rigidbody_is_reached),
        cmocka_unit_test(golden_top_is_reached),
    };
    return run_group(tests);
}
