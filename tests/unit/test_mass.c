/* SPDX-License-Identifier: MIT
 *
 * Bodies with a mass: position and velocity in the model, forces from all that
 * gives them, and an energy that its own motion keeps.
 */
#include "model_kit.h"

#include <stdio.h>

#include "random.h"

#define HEAD "body thrown\ninertia diag(1, 2, 2.5)\n"

/* Not a rotation: the derivatives are by the entries of R, as they stand. */
static struct model_point random_point(struct random *r)
{
    struct model_point p = {.t = random_between(r, -2, 2)};
    for (int i = 0; i < 9; i++)
        p.R[i] = random_between(r, -1, 1);
    for (int i = 0; i < 3; i++) {
        p.L[i] = random_between(r, -2, 2);
        p.x[i] = random_between(r, -2, 2);
        p.v[i] = random_between(r, -2, 2);
    }
    return p;
}

static void set_rate(const struct model *m, struct model_point *p)
{
    double inverse[9];
    model_kit_eval(m, 9, m->inverse.x, p, 0, inverse);
    for (int i = 0; i < 3; i++) {
        p->w[i] = 0;
        for (int j = 0; j < 3; j++)
            p->w[i] += inverse[3 * i + j] * p->L[j];
    }
}

static void cross(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] =
            a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The energy at the state `e` seconds along the tangent of the motion. */
static double energy_ahead(const struct model *m, const struct model_point *p,
                           double e)
{
    struct model_point q = *p;
    double torque[3], force[3], mass, turn[3], H;
    model_kit_eval(m, 3, m->torque.x, p, 0, torque);
    model_kit_eval(m, 3, m->force.x, p, 0, force);
    model_kit_eval(m, 1, &m->mass, p, 0, &mass);
    cross(p->L, p->w, turn);
    for (int i = 0; i < 3; i++) {
        double row[3];
        cross(p->R + 3 * i, p->w, row); /* R' = R S(w): a row r goes as r x w */
        for (int j = 0; j < 3; j++)
            q.R[3 * i + j] += e * row[j];
        q.L[i] += e * (turn[i] + torque[i]);
        q.x[i] += e * p->v[i];
        q.v[i] += e * force[i] / mass;
    }
    set_rate(m, &q);
    model_kit_eval(m, 1, &m->energy, &q, 0, &H);
    return H;
}

static double power(const struct model *m, struct random *r)
{
    const double e = 1e-5;
    struct model_point p = random_point(r);
    set_rate(m, &p);
    return (energy_ahead(m, &p, e) - energy_ahead(m, &p, -e)) / (2 * e);
}

static const char *const potentials[] = {
    "mass 2\npotential 9.81*2*x[3]",
    "param m = 0.3\nmass m\npotential m*9.81*x[3] + dot(x, x)^2/4",
    ("mass 1/3\nconst k = 2\nlet r = x + R*[0.1, 0.2, 0.3]\n"
     "potential k*dot(r, r)/2\npotential 0.1*norm(x - [3, 4, 5])"),
    "mass 3\npotential sin(x[1])*R[1, 2] + exp(x[2]/3)*R[3, 1]*R[2, 2]",
};

TEST(the_motion_keeps_the_energy_of_potentials)
{
    struct random r = random_new(3);
    for (size_t i = 0; i < sizeof potentials / sizeof *potentials; i++) {
        char text[400];
        snprintf(text, sizeof text, HEAD "%s\n", potentials[i]);
        struct checked c = model_kit_good(text);
        assert_true(c.model->facts.conservative);
        for (int k = 0; k < 20; k++)
            assert_close(power(c.model, &r), 0, 1e-8);
        model_kit_free(&c);
    }
}

/* The power of what is no potential: F.v and T.w. */
TEST(forces_do_the_work_that_they_should)
{
    struct checked c =
        model_kit_good(HEAD "mass 2\nforce space [t, 0, 0]\n"
                            "force body 3*e2\nforce space -0.5*v\n"
                            "torque body 0.1*x\npotential x[1]^2\n");
    const struct model *m = c.model;
    struct random r = random_new(4);
    const double e = 1e-5;
    for (int k = 0; k < 20; k++) {
        struct model_point p = random_point(&r);
        double want = p.t * p.v[0];
        set_rate(m, &p);
        for (int i = 0; i < 3; i++)
            want += 3 * p.R[3 * i + 1] * p.v[i] - 0.5 * p.v[i] * p.v[i] +
                    0.1 * p.x[i] * p.w[i];
        double got = (energy_ahead(m, &p, e) - energy_ahead(m, &p, -e)) / 2 / e;
        assert_close(got, want, 1e-8);
    }
    assert_false(m->facts.conservative);
    model_kit_free(&c);
}

static unsigned uses_of(const char *statements)
{
    char text[200];
    snprintf(text, sizeof text, HEAD "input u\nmass 2\n%s\n", statements);
    struct checked c = model_kit_good(text);
    unsigned uses = c.model->uses;
    model_kit_free(&c);
    return uses;
}

TEST(what_a_force_looks_at_is_known)
{
    assert_int_equal(uses_of(""), 0);
    assert_int_equal(uses_of("force space e1"), 0);
    assert_int_equal(uses_of("force body e1"), USES_R);
    assert_int_equal(uses_of("force space x"), USES_X);
    assert_int_equal(uses_of("force space v"), USES_W);
    assert_int_equal(uses_of("force space w[1]*e1"), USES_W);
    assert_int_equal(uses_of("force space L[1]*e1"), USES_W);
    assert_int_equal(uses_of("torque body v"), USES_W);
    assert_int_equal(uses_of("torque body x"), USES_X);
    assert_int_equal(uses_of("force space sin(t)*e1"), USES_T);
    assert_int_equal(uses_of("force space u*e1"), USES_INPUT);
    assert_int_equal(uses_of("potential x[1]"), 0); /* a constant force */
    assert_int_equal(uses_of("potential x[1]*x[2]"), USES_X);
    assert_int_equal(uses_of("potential dot(x, R*e1)"), USES_X | USES_R);
    assert_int_equal(uses_of("potential 3"), 0);
}

TEST(a_body_without_a_mass_does_not_move)
{
    struct checked c = model_kit_good(HEAD "const x = 2\nparam v = x\n"
                                           "potential x*v*R[1, 1]\n");
    assert_false(c.model->moves);
    assert_true(expr_is_one(c.model->mass));
    for (int i = 0; i < 3; i++) {
        assert_true(expr_is_zero(c.model->x.x[i]));
        assert_true(expr_is_zero(c.model->force.x[i]));
    }
    model_kit_free(&c);
}

TEST(a_start_has_position_and_velocity)
{
    struct checked c = model_kit_good(HEAD "start x = [1/3, 2, 3]\nmass 2\n");
    assert_true(c.model->moves);
    assert_true(
        number_equal(c.model->start_x[0], number_fraction(c.l.arena, 1, 3)));
    assert_true(number_is_zero(c.model->start_v[2]));
    model_kit_free(&c);
    c = model_kit_good(HEAD "start v = 2*e3\nmass 2\n");
    assert_close(number_double(c.model->start_v[2]), 2, 0);
    assert_true(number_is_zero(c.model->start_x[0]));
    model_kit_free(&c);
}

TEST(the_mass_follows_its_params)
{
    struct checked c =
        model_kit_good(HEAD "param rho = 3\nconst size = 2\nmass rho*size^3\n");
    struct model_point p = {0};
    double mass;
    model_kit_eval(c.model, 1, &c.model->mass, &p, 0, &mass);
    assert_close(mass, 24, 0);
    assert_true(expr_depends(c.model->pool, 1, &c.model->mass,
                             c.model->param[0].symbol[0]));
    model_kit_free(&c);
}

TEST(the_model_is_shown)
{
    struct checked c =
        model_kit_good("body b\ninertia diag(1, 1, 1)\nparam m = 2\nmass m\n"
                       "potential 9*m*x[3]\nforce space -v\nstart x = e3\n");
    struct text t = text_new(c.l.arena);
    model_show(c.model, &t);
    assert_string_equal(text_chars(&t),
                        "body b\nparam m = 2\n"
                        "inertia [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
                        "inverse [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
                        "torque [0, 0, 0]\n"
                        "mass m\n"
                        "force [-v1, -v2, -(v3 + 9*m)]\n"
                        "potential 9*x3*m\n"
                        "energy 9*(x3*m + 1/18*((w1*L1 + w2*L2 + w3*L3) + "
                        "m*(v1^2 + v2^2 + v3^2)))\n"
                        "# torque and force look at: w\n"
                        "# energy is not kept\n"
                        "start R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
                        "start L = [0, 0, 0]\n"
                        "start x = [0, 0, 1]\n"
                        "start v = [0, 0, 0]\n"
                        "start t = 0\n");
    model_kit_free(&c);
}
