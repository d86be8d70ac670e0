/* SPDX-License-Identifier: MIT
 *
 * How each method moves the centre of mass: by which rule for vector spaces.
 * The force, -k |x|^2 x, tells all these rules apart; the rules are solved here
 * by plain iteration.
 */
#include "shelf/axioms.h"

static const char spec[] = "body ball inertia diag(1, 2, 2.5) mass 2 potential 3*dot(x, x)^2/2\n"
                           "torque space [0.1, 0.2, 0.3] start w = [0.1, 0.2, 0.3]\n"
                           "start x = [0.7, -0.4, 0.5] start v = [0.3, 0.6, -0.2]\n";

struct motion {
    double x[3], v[3];
};

/* x += h v */
static struct motion drift(struct motion m, const double v[3], double h)
{
    for (int i = 0; i < 3; i++)
        m.x[i] += h * v[i];
    return m;
}

/* v += h a at x, where x'' = -6 |x|^2 x / 2 */
static struct motion kick(struct motion m, const double x[3], double h)
{
    const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    for (int i = 0; i < 3; i++)
        m.v[i] -= h * 3 * square * x[i];
    return m;
}

typedef struct motion rule(struct motion, double h);

static struct motion forward(struct motion m, double h)
{
    return kick(drift(m, m.v, h), m.x, h);
}

static struct motion backward(struct motion m, double h)
{
    struct motion new = m;
    for (int i = 0; i < 60; i++)
        new = kick(drift(m, new.v, h), new.x, h);
    return new;
}

static struct motion midpoint(struct motion m, double h)
{
    return forward(backward(m, h / 2), h / 2);
}

static struct motion trapezoidal(struct motion m, double h)
{
    return backward(forward(m, h / 2), h / 2);
}

static struct motion symplectic_euler(struct motion m, double h)
{
    m = kick(m, m.x, h);
    return drift(m, m.v, h);
}

static struct motion its_adjoint(struct motion m, double h)
{
    m = drift(m, m.v, h);
    return kick(m, m.x, h);
}

static struct motion verlet(struct motion m, double h)
{
    return its_adjoint(symplectic_euler(m, h / 2), h / 2);
}

static struct motion heun(struct motion m, double h)
{
    const struct motion two = forward(forward(m, h), h);
    for (int i = 0; i < 3; i++) {
        m.x[i] = (m.x[i] + two.x[i]) / 2;
        m.v[i] = (m.v[i] + two.v[i]) / 2;
    }
    return m;
}

/* The methods that move a body by each of them. */
static const struct {
    rule *partner;
    const char *call[8];
} partners[] = {
    {forward, {"rkmk(euler)", "fe", "fem", "kinematic(euler)"}},
    {heun, {"rkmk(heun2, form = rate)", "kinematic(heun2)"}},
    {backward, {"rkmk(backward_euler)", "be", "bem"}},
    {midpoint, {"rkmk(midpoint)", "imid", "imidm", "swc1"}},
    {trapezoidal, {"rkmk(trapezoid)", "trap", "trapm", "akw", "bbtrap", "bbtrapwd"}},
    {symplectic_euler, {"semi_euler", "semi_kinematic", "liemid_e2"}},
    {its_adjoint, {"liemid_e1"}},
    {verlet, {"mr", "sej", "liemid_ea", "sr"}},
};

/* ---- by the emitted code ---- */

static struct motion motion_of(const pol_stepper *s, const double *state)
{
    struct motion m;
    memcpy(m.x, state + s->state - 8, sizeof m.x);
    memcpy(m.v, state + s->state - 5, sizeof m.v);
    return m;
}

static double apart(const struct motion *a, const struct motion *b)
{
    return fmax(gap3(a->x, b->x), gap3(a->v, b->v));
}

static bool moves_by(const char *call, rule *partner)
{
    struct loaded l = load_body_text(spec, call, NULL);
    double worst = 0, h = 0.1;
    struct body_state b = start_of(l.s);
    for (int k = 0; k < 5; k++) {
        struct motion want = partner(motion_of(l.s, b.x), h);
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, h), 0);
        struct motion got = motion_of(l.s, b.x);
        worst = fmax(worst, apart(&got, &want));
    }
    unload(l);
    if (!(worst < 1e-14))
        print_error("%s: off by %.1e\n", call, worst);
    return worst < 1e-14;
}

TEST(every_method_has_its_partner)
{
    bool good = true;
    for (size_t i = 0; i < sizeof partners / sizeof *partners; i++)
        for (int k = 0; partners[i].call[k]; k++)
            good &= moves_by(partners[i].call[k], partners[i].partner);
    assert_true(good);
}
