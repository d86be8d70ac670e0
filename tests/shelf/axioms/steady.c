/* SPDX-License-Identifier: MIT
 *
 * Every method on free bodies where something vanishes: spheres, symmetric
 * tops, rotations about a principal axis, and no motion at all.  The momentum
 * and the axis of a steady rotation stay where they are, and the centre of mass
 * of a free body goes straight on.
 */
#include "shelf/axioms/subject.h"

static bool is_for_some(const struct variant *v)
{
    return v->everywhere;
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
    s->omega(b.x, b.par, b.in, w);
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

static const double starts[][3] = {
    {0, 0, 0},  {1, 0, 0},  {0, 1, 0},    {0, 0, 1},
    {0, -1, 0}, {0, 0, -2}, {0, 0, 1e-9}, {0.6, -1.1, 0.4},
};
enum { ABOUT_AXES = sizeof starts / sizeof *starts - 1, ALL = ABOUT_AXES + 1 };

static bool is_steady(struct subject *s, const char *body, int n)
{
    /* by numbers, not by rotations: R is one if they are brought back */
    const char *attitude = strstr(s->v.call, "kinematic")
                               ? "quaternion(renormalise = each)"
                               : NULL;
    const pol_stepper *on =
        stepper_of(s, (struct ride){.spec = body, .attitude = attitude});
    bool good = true;
    for (int i = 0; i < n; i++)
        if (!turns_steadily(on, starts[i])) {
            announce(s, "does not turn steadily from L = %g %g %g: %s",
                     starts[i][0], starts[i][1], starts[i][2], body);
            good = false;
        }
    return good;
}

static bool sphere_turns_steadily(struct subject *s)
{
    return is_steady(s, "body special\ninertia diag(2, 2, 2)\n", ALL);
}

static bool top_turns_steadily_about_its_axes(struct subject *s)
{
    return is_steady(s, "body special\ninertia diag(1.5, 2, 2)\n", ABOUT_AXES);
}

static bool body_turns_steadily_about_its_axes(struct subject *s)
{
    return is_steady(s, "body special\ninertia diag(1, 2, 2.5)\n", ABOUT_AXES);
}

static bool free_body_is_not_stopped(struct subject *s)
{
    struct end e = run_to(stepper_on(s, TEST_BODY("free_flight")), 0.5, 8);
    const double x[3] = {3, -0.5, 6}, v[3] = {4, -5, 6};
    double off = gap3(e.x, x) + gap3(e.v, v);
    if (!e.status && off < 1e-13)
        return true;
    announce(s, "a free body's centre of mass is off by %.1e", off);
    return false;
}

const struct axiom steady_axioms[] = {
    {"a sphere turns steadily", is_for_some, sphere_turns_steadily},
    {"a symmetric top turns steadily about its axes", is_for_some,
     top_turns_steadily_about_its_axes},
    {"a body turns steadily about principal axes", is_for_some,
     body_turns_steadily_about_its_axes},
    {"a free body goes straight on", is_for_some, free_body_is_not_stopped},
    {0},
};
