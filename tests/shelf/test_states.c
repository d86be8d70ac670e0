/* SPDX-License-Identifier: MIT
 *
 * States and wheels beside the body: what is kept of both together, steps that
 * choose their size by them, the state between steps, times on which steps end,
 * sizes, and rates that are no numbers.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/adapting.h"
#include "shelf/gyrostat.h"

#define BODY                                                                   \
    "body b\ninertia [[2, 0.1, 0], [0.1, 2.5, -0.2], [0, -0.2, 1.7]]\n"        \
    "start w = [1, -0.7, 0.8]\n"

/* ---- steps that choose their size ---------------------------------------- */

static struct end end_of(const struct journey *j)
{
    return end_at(j->l.s, j->b.x);
}

/* The errors of a run to 3, beside the tolerance for all. */
TEST(tolerances_are_met)
{
    static const char *const method[] = {"rkmk(dopri5)",
                                         "rkmk(dopri5, form = rate)",
                                         "rkmk(bogacki_shampine32)",
                                         "rkmk(esdirk436)",
                                         "rkmk(kvaerno43b, form = rate)",
                                         "rkmk(verner76e)"};
    static const unsigned has[] = {
        WHEELS | DRIVEN | SCALAR | VECTOR3 | GYRO | TORQUE, WHEELS | MOTORS,
        SCALAR | VECTOR3 | TORQUE | MOVES};
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
                fail_msg("%s at %.0e: off by %.1e, before by %.1e\n%s",
                         method[i], tolerance[k], off, before, text.s);
            before = off;
            unload(j.l);
        }
    }
}

/* One state is fast and the body does not know of it: r = S/(1 + sin(9 t)/3).
 */
static double error_of_state(const char *method, double size, double tolerance,
                             long *steps)
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
    static const char *const method[] = {
        "rkmk(dopri5)", "rkmk(dopri5, form = rate)", "rkmk(esdirk436)"};
    for (int i = 0; i < 3; i++) {
        long usual = 0; /* steps for the size 1; other sizes take as many */
        for (int k = 0; k < 3; k++) {
            const double size[] = {1, 1e6, 1e-12};
            long coarse, fine;
            double off = error_of_state(method[i], size[k], 1e-4, &coarse);
            double less = error_of_state(method[i], size[k], 1e-9, &fine);
            usual = k ? usual : fine;
            if (!(off < 3e-3 && less < 3e-8 && fine > 3 * coarse &&
                  fine < 2 * usual && usual < 2 * fine))
                fail_msg("%s, size %g: off by %.1e in %ld steps, by %.1e in "
                         "%ld, and %ld for the size 1",
                         method[i], size[k], off, coarse, less, fine, usual);
        }
    }
}

/* A wheel's momentum likewise. */
TEST(and_the_wheel_of_its_name)
{
    static const char text[] =
        BODY "wheel n(axis = e1, inertia = 1e-6, torque = 0.01*cos(40*t))\n"
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

/* ---- between steps ------------------------------------------------------- */

/* The state of a stepper by the matrix that is at this place. */
static struct body_state placed(const pol_stepper *s, struct body_state b,
                                const struct end *e, double t)
{
    double *x = b.x;
    memcpy(x, e->R, sizeof e->R);
    memcpy(x + 9, e->L, sizeof e->L);
    if (has_mass(s)) {
        memcpy(x + 12, e->x, sizeof e->x);
        memcpy(x + 15, e->v, sizeof e->v);
    }
    memcpy(x + s->state - 2 - extra_numbers(s), e->z,
           (size_t)e->inside * sizeof *x);
    x[s->state - 2] = t;
    x[s->state - 1] = 0;
    return b;
}

/* Of what lies between states that are right, h apart. */
static void gap_inside(const struct gyrostat *g, const pol_stepper *s, double h,
                       double worst[PARTS_OF_END])
{
    struct body_state a = gyro_start(g, s), b, out;
    struct end start = end_at(s, a.x), end;
    end = gyro_truth(g, 0, &start, h, 8);
    b = placed(s, a, &end, h);
    memset(worst, 0, PARTS_OF_END * sizeof *worst);
    for (int i = 1; i < 6; i++) {
        double gap[PARTS_OF_END], theta = i / 6.0;
        struct end right = gyro_truth(g, 0, &start, theta * h, 8);
        out = a;
        assert_int_equal(s->interp(a.x, b.x, a.par, a.in, h, theta, out.x), 0);
        struct end got = end_at(s, out.x);
        end_gap(&got, &right, gap);
        for (int k = 0; k < PARTS_OF_END; k++)
            worst[k] = fmax(worst[k], gap[k]);
    }
}

TEST(between_steps_all_is_of_its_order)
{
    static const struct {
        const char *method, *step;
        double h;
        int order;
    } of[] = {{"rkmk(kutta4)", "step 0.1", 0.1, 4},
              {"imid", "step 0.1", 0.1, 4},
              {"rkmk(dopri5)", "step 0.1", 0.2, 6},
              {"rkmk(dverk78)", "step 0.1", 0.3, 8},
              {"rkmk(dopri5)", "step adaptive(angle = 1)", 0.3, 8},
              {"rkmk(dop853)", "step adaptive(angle = 1)", 0.65, 10}};
    static const unsigned has[] = {
        EVERYTHING, WHEELS | DRIVEN | MOVES | SCALAR | GYRO,
        WHEELS | MOTORS | GYRO, VECTOR3 | SCALAR | TORQUE | QUAD};
    for (int i = 0; i < 12; i++) {
        const int m = i % 6, k = (i + i / 6) % 4;
        struct gyrostat g = gyrostat_drawn(520 + i, has[k]);
        struct spec text = gyrostat_text(&g);
        double whole[PARTS_OF_END], half[PARTS_OF_END], less[PARTS_OF_END];
        spec_put(&text, "%s\n", of[m].step);
        pol_options o = pol_default_options();
        o.method = of[m].method;
        o.attitude = "matrix";
        struct loaded l = draft_text(text.s, &o);
        gap_inside(&g, l.s, of[m].h, whole);
        gap_inside(&g, l.s, of[m].h / 2, half);
        gap_inside(&g, l.s, of[m].h / 4, less);
        /* a term of the error may vanish by chance at one of the three */
        for (int p = 0; p < PARTS_OF_END; p++) {
            const double first = log2(whole[p] / half[p]);
            const double next = log2(half[p] / less[p]);
            if (half[p] > 3e-12 && !(fmax(first, next) >
                                     of[m].order - 0.6 * (of[m].order / 2 - 1)))
                fail_msg("%s, %s, part %d: order %.2f, %.2f, not %d (%.1e)\n%s",
                         of[m].method, of[m].step, p, first, next, of[m].order,
                         half[p], text.s);
        }
        unload(l);
    }
}

/* ---- times on which steps end -------------------------------------------- */

TEST(kinks_of_rates_are_landed_on)
{
    static const struct {
        const char *text;
        double time, eta; /* of the first one at 2 */
    } of[] = {
        {"wheel n(axis = e1, inertia = 0.1, torque = if(t < 0.93, 0.5, 0))",
         0.93, 0.5 * 0.93},
        {"wheel n(axis = e1, inertia = 0.1, torque = min(0.4*t, 0.3))", 0.75,
         0.2 * 0.5625 + 0.3 * 1.25},
        {"state z = 0 rate if(t < 0.61, 1, -1)", 0.61, 0.61 - 1.39},
        {"state z = [0, 0, 0] rate [0, 0, abs(t - 0.47)]", 0.47, 0},
        {"state z = 0 rate 1 gyro [if(t < 0.37, 1, 0.2), 0, 0]", 0.37, 2}};
    for (int i = 0; i < 5; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 BODY "step adaptive(angle = 1e-9)\nmethod rkmk(dopri5)\n%s\n",
                 of[i].text);
        struct journey j = journey_text(text, NULL, 0);
        double start = end_of(&j).z[0];
        double time[1000];
        if (!is_among(of[i].time, time, times_to(&j, 2, time)))
            fail_msg("no step ends at %g:\n%s", of[i].time, text);
        assert_close(end_of(&j).z[0] - start, of[i].eta, 1e-12);
        unload(j.l);
    }
}
