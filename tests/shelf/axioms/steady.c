/* SPDX-License-Identifier: MIT
 *
 * Every method on free bodies where something vanishes: spheres, symmetric
 * tops, rotations about a principal axis, and no motion at all.  The momentum
 * and the axis of a steady rotation stay where they are, and the centre of mass
 * of a free body goes straight on.
 */
#include "shelf/axioms/subject.h"

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
        RL[i] = e.R[3 * i] * L[0] + e.R[3 * i + 1] * L[1] + e.R[3 * i + 2] * L[2];
    angle = acos(fmin((e.R[0] + e.R[4] + e.R[8] - 1) / 2, 1));
    double bound = L[0] * L[1] != 0 ? 1e-3 : 1e-14 * STEPS;
    return gap3(e.L, L) <= bound && gap3(RL, L) <= bound && fabs(angle - size * h * STEPS) <= 1e-3;
}

static const double starts[][3] = {
    {0, 0, 0},  {1, 0, 0},  {0, 1, 0},    {0, 0, 1},
    {0, -1, 0}, {0, 0, -2}, {0, 0, 1e-9}, {0.6, -1.1, 0.4},
};
enum { ABOUT_AXES = sizeof starts / sizeof *starts - 1, ALL = ABOUT_AXES + 1 };

/* A sphere, a symmetric top, and a body about its principal axes. */
static bool bodies_turn_steadily(struct subject *s)
{
    static const struct {
        const char *text;
        int starts;
    } body[] = {{"body special\ninertia diag(2, 2, 2)\n", ALL},
                {"body special\ninertia diag(1.5, 2, 2)\n", ABOUT_AXES},
                {"body special\ninertia diag(1, 2, 2.5)\n", ABOUT_AXES}};
    bool good = true;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < body[k].starts; i++)
            if (!turns_steadily(stepper_on(s, body[k].text), starts[i])) {
                announce(s, "does not turn steadily from L = %g %g %g: %s", starts[i][0],
                         starts[i][1], starts[i][2], body[k].text);
                good = false;
            }
    return good;
}

/* A step that turns the body by `turn` about axis k, forth or back: how far its
 * R is from that, rad; a status of a turn that is too large: -1. */
static double off_after(const pol_stepper *s, int k, double turn)
{
    struct body_state b = start_of(s);
    struct end e = {0};
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    double w[3] = {0}, L[3] = {0}, E[9] = {0}, h = 0.1;
    L[k] = 1;
    memcpy(&b.x[s->state - 5], L, sizeof L);
    s->omega(b.x, b.par, b.in, w);
    b.x[s->state - 5 + k] = fabs(turn) / h / w[k];
    const int status = s->run(b.x, b.par, b.in, turn < 0 ? -h : h, 1);
    if (status)
        return status == POL_STEP_TOO_LARGE || status == POL_STEP_NOT_CONVERGED ? -1 : NAN;
    read_end(s, b.x, &e);
    E[4 * k] = 1;
    E[4 * i] = E[4 * j] = cos(turn);
    E[3 * j + i] = sin(turn);
    E[3 * i + j] = -E[3 * j + i];
    double off = 0;
    for (int n = 0; n < 9; n++)
        off = fmax(off, fabs(e.R[n] - E[n]));
    return off;
}

/* Below the turn that is claimed it is right to the order, or has a status; at
 * most a small step is right; beyond, it has a status.  Where none is claimed,
 * the exponentials are exact. */
static bool spins_on(struct subject *s, const char *map, const char *attitude)
{
    static const double turns[] = {0.1, 0.5, 1, 2, 3, 3.5, 5, 6, 7, 10, 13, 20};
    struct subject mapped = {.v = s->v};
    bool good = true;
    mapped.v.map = map;
    assert_true(variant_claims(&mapped.v, true));
    const double limit = mapped.v.turn;
    const bool by_series = !strncmp(s->v.call, "taylor", 6);
    const pol_stepper *on =
        stepper_of(&mapped, (struct ride){.spec = "body spins\ninertia diag(1, 2, 2.5)\n",
                                          .attitude = attitude});
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        const double turn = turns[i] * (drawn(s->v.call, 2) ? 1 : -1);
        const double off = off_after(on, drawn(s->v.call, 3), turn);
        double bound = 1e-13 * (1 + turns[i]);
        if (limit > 0)
            bound = turns[i] < limit
                        ? 1e-13 + fmin(pow(turns[i], 1 + on->order), turns[i] < 3.14 ? 2 : 1)
                        : -1;
        const int n = on->order + 1; /* the first term that is left out */
        if (by_series)
            bound += 4 * pow(turns[i] / 2, n) / tgamma(n + 1);
        if (off <= bound && (off >= 0 || (i > 0 && (limit > 0 || by_series))))
            continue;
        announce(s, "turned by %g rad in a step by %s and %s it is off by %.1e", turn,
                 map ? map : "its map", attitude, off);
        good = false;
    }
    subject_end(&mapped);
    return good;
}

static bool fast_spin_is_right_or_refused(struct subject *s)
{
    static const char *const stored[] = {"quaternion", "matrix", "mrp"};
    const char *attitude = strstr(s->v.call, "simo_alpha") ? "matrix" : stored[drawn(s->v.call, 3)];
    const bool maps = s->v.maps && !strstr(s->v.call, "map =");
    return spins_on(s, maps ? "exp" : NULL, attitude) && (!maps || spins_on(s, "cay", attitude));
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
    {"bodies turn steadily about their axes", is_for_some, bodies_turn_steadily},
    {"a fast spin is right, or has a status", is_for_some, fast_spin_is_right_or_refused},
    {"a free body goes straight on", is_for_some, free_body_is_not_stopped},
    {0},
};
