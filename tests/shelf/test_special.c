/* SPDX-License-Identifier: MIT
 *
 * Every method on free bodies where something vanishes: spheres, symmetric
 * tops, rotations about a principal axis, and no motion at all.  The momentum
 * and the axis of a steady rotation stay where they are.
 */
#include "shelf/axioms.h"
#include "shelf/variants.h"

static struct variants all;

static int collect(void **state)
{
    (void)state;
    variants_of_shelf(&all, NULL);
    return 0;
}

static struct loaded load_body(const char *inertia, const struct variant *v)
{
    char text[200];
    snprintf(text, sizeof text, "body special\ninertia diag(%s)\n", inertia);
    struct loaded l = {0};
    pol_options o = variant_options(v);
    /* by numbers, not by rotations: R is one if they are brought back */
    if (strstr(v->call, "kinematic"))
        o.attitude = "quaternion(renormalise = each)";
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "special.pol", text, strlen(text)) != POL_OK ||
        pol_load(job, POL_TCC, &l.image) != POL_OK)
        print_diags(job);
    pol_close(job);
    if (!l.image)
        fail_msg("%s does not load for diag(%s)", v->call, inertia);
    l.s = pol_image_stepper(l.image);
    return l;
}

/* From R = 1; about no axis of its own a sphere turns steadily to the method's
 * order only, when that splits the rotation.  NaN is never within a bound.  The
 * angle is that of a step of a twentieth of a radian, to the first order. */
static bool turns_steadily(const pol_stepper *s, const double L[3])
{
    enum { STEPS = 20 };
    struct body_state b = start_of(s);
    struct end e = {0};
    double w[3], RL[3], angle;
    memcpy(&b.x[4], L, 3 * sizeof *L);
    s->omega(b.x, w);
    double size = norm3(w), h = size > 0 ? 0.05 / size : 0.1;
    if (s->run(b.x, b.par, b.in, h, STEPS) != 0)
        return false;
    read_end(s, b.x, &e);
    for (int i = 0; i < 3; i++)
        RL[i] =
            e.R[3 * i] * L[0] + e.R[3 * i + 1] * L[1] + e.R[3 * i + 2] * L[2];
    angle = acos(fmin((e.R[0] + e.R[4] + e.R[8] - 1) / 2, 1));
    double bound = L[0] * L[1] != 0 ? 1e-3 : 1e-14 * STEPS;
    return gap3(e.L, L) <= bound && gap3(RL, L) <= bound &&
           fabs(angle - size * h * STEPS) <= 1e-3;
}

static bool is_steady(const char *inertia, int n, const double (*L)[3])
{
    bool good = true;
    for (int k = 0; k < all.n; k++) {
        if (!all.v[k].everywhere)
            continue;
        struct loaded l = load_body(inertia, &all.v[k]);
        for (int i = 0; i < n; i++) {
            if (turns_steadily(l.s, L[i]))
                continue;
            print_error("%s, diag(%s), L = %g %g %g\n", all.v[k].call, inertia,
                        L[i][0], L[i][1], L[i][2]);
            good = false;
        }
        unload(l);
    }
    return good;
}

static const double starts[][3] = {
    {0, 0, 0},  {1, 0, 0},  {0, 1, 0},    {0, 0, 1},
    {0, -1, 0}, {0, 0, -2}, {0, 0, 1e-9}, {0.6, -1.1, 0.4},
};
enum { ABOUT_AXES = sizeof starts / sizeof *starts - 1, ALL = ABOUT_AXES + 1 };

static void spheres_turn_steadily(void **state)
{
    (void)state;
    assert_true(is_steady("2, 2, 2", ALL, starts));
}

static void symmetric_tops_turn_steadily_about_their_axes(void **state)
{
    (void)state;
    assert_true(is_steady("1.5, 2, 2", ABOUT_AXES, starts));
}

static void bodies_turn_steadily_about_principal_axes(void **state)
{
    (void)state;
    assert_true(is_steady("1, 2, 2.5", ABOUT_AXES, starts));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_turn_steadily),
        cmocka_unit_test(symmetric_tops_turn_steadily_about_their_axes),
        cmocka_unit_test(bodies_turn_steadily_about_principal_axes),
    };
    return cmocka_run_group_tests(tests, collect, NULL);
}
