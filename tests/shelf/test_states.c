/* SPDX-License-Identifier: MIT
 *
 * Steps that choose their size by states and wheels beside the body.
 */
#include "shelf/adapting.h"
#include "shelf/gyrostat.h"

#define BODY                                                                                       \
    "body b\ninertia [[2, 0.1, 0], [0.1, 2.5, -0.2], [0, -0.2, 1.7]]\n"                            \
    "start w = [1, -0.7, 0.8]\n"

/* ---- steps that choose their size ---------------------------------------- */

static struct end end_of(const struct journey *j)
{
    return end_at(j->l.s, j->b.x);
}

/* The errors of a run to 3, beside the tolerance for all. */
TEST(tolerances_are_met)
{
    static const char *const method[] = {
        "rkmk(dopri5)",    "rkmk(dopri5, form = rate)",     "rkmk(bogacki_shampine32)",
        "rkmk(esdirk436)", "rkmk(kvaerno43b, form = rate)", "rkmk(verner76e)"};
    static const unsigned has[] = {WHEELS | DRIVEN | SCALAR | VECTOR3 | GYRO | TORQUE,
                                   WHEELS | MOTORS, SCALAR | VECTOR3 | TORQUE | MOVES};
    for (int i = 0; i < 6; i++) {
        struct gyrostat g = gyrostat_drawn(500 + i, has[i % 3]);
        struct spec text = gyrostat_text(&g);
        struct end right = {0};
        double before = INFINITY;
        spec_put(&text, "step adaptive(angle = 1e-3)\n");
        for (int k = 0; k < 3; k++) {
            const double tolerance[] = {1e-4, 1e-6, 1e-8};
            struct journey j = journey_text(text.s, method[i], tolerance[k]);
            struct end start = end_of(&j);
            if (k == 0)
                right = gyro_truth(&g, 0, &start, 3, 60);
            assert_int_equal(journey_go(&j, 3), POL_STEP_OK);
            struct end end = end_of(&j);
            double off = gyro_distance(&end, &right);
            if (!(off < 60 * tolerance[k] && off < before / 5))
                fail_msg("%s at %.0e: off by %.1e, before by %.1e\n%s", method[i], tolerance[k],
                         off, before, text.s);
            before = off;
            unload(j.l);
        }
    }
}

/* One state is fast, unknown to the body: r = S/(1 + sin(9 t)/3). */
static double error_of_state(const char *method, double size, double tolerance, long *steps)
{
    char text[600];
    snprintf(text, sizeof text,
             BODY "state z = %g rate -3*z^2/%g*cos(9*t)\n"
                  "wheel n(axis = e1, inertia = 0.01)\n"
                  "step adaptive(angle = 0.1, rate = 0.1, z = %g, n = 0.1)\n",
             size, size, tolerance);
    struct journey j = journey_text(text, method, 0);
    assert_int_equal(journey_go(&j, 2), POL_STEP_OK);
    *steps = (long)facts_of(&j)[POL_CONTROL_STEPS];
    double z = end_of(&j).z[0], right = size / (1 + sin(18) / 3);
    unload(j.l);
    return fabs(z - right) / right;
}

TEST(a_tolerance_is_for_the_state_of_its_name)
{
    static const char *const method[] = {"rkmk(dopri5)", "rkmk(dopri5, form = rate)",
                                         "rkmk(esdirk436)"};
    for (int i = 0; i < 3; i++) {
        long usual = 0; /* steps for the size 1; other sizes take as many */
        for (int k = 0; k < 3; k++) {
            const double size[] = {1, 1e6, 1e-12};
            long coarse, fine;
            double off = error_of_state(method[i], size[k], 1e-4, &coarse);
            double less = error_of_state(method[i], size[k], 1e-9, &fine);
            usual = k ? usual : fine;
            if (!(off < 3e-3 && less < 3e-8 && fine > 3 * coarse && fine < 2 * usual &&
                  usual < 2 * fine))
                fail_msg("%s, size %g: off by %.1e in %ld steps, by %.1e in "
                         "%ld, and %ld for the size 1",
                         method[i], size[k], off, coarse, less, fine, usual);
        }
    }
}

/* A wheel's momentum likewise. */
TEST(and_the_wheel_of_its_name)
{
    static const char text[] = BODY "wheel n(axis = e1, inertia = 1e-6, torque = 0.01*cos(40*t))\n"
                                    "step adaptive(angle = 1, rate = 1, n = %s)\n";
    double off[2];
    for (int i = 0; i < 2; i++) {
        char spec[600];
        snprintf(spec, sizeof spec, text, i ? "1e-10" : "1e-4");
        struct journey j = journey_text(spec, "rkmk(dopri5)", 0);
        double start = end_of(&j).z[0];
        assert_int_equal(journey_go(&j, 2), POL_STEP_OK);
        off[i] = fabs(end_of(&j).z[0] - start - 0.01 / 40 * sin(80));
        unload(j.l);
    }
    assert_true(off[0] < 2e-3 && off[1] < 2e-9 && off[1] < off[0]);
}
