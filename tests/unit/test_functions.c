/* SPDX-License-Identifier: MIT
 *
 * Functions of the language that are more than one operation; a model as text.
 */
#include "model_kit.h"
#include "random.h"
#include "shelf/rotations.h"

#define BODY "body b\ninertia diag(1, 2, 2.5)\n"

static void turn_by(const double v[3], double R[9])
{
    long double square = 0;
    for (int i = 0; i < 3; i++)
        square += (long double)v[i] * v[i];
    fine_rows(square > 0 ? fine_turn(v, sqrtl(square)) : (struct fine){{1, 0, 0, 0}}, R);
}

/* To the last digits from no turn to half a turn, about any axis. */
TEST(log_is_the_rotation_vector)
{
    static const double angle[] = {0,   1e-300, 1e-160, 1e-20, 1e-9,    1e-5,
                                   0.1, 1,      2,      3,     3.14159, 3.1415926535};
    static const double axis[][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0.6, 0.8, 0}, {0, -0.6, 0.8}};
    struct checked c = model_kit_good(BODY "let v = log(R)\n");
    struct random r = random_new(3);
    for (size_t i = 0; i < sizeof angle / sizeof *angle; i++)
        for (int k = 0; k < 20; k++) {
            double e[3], v[3], got[3];
            struct model_point at = {0};
            if (k < 5)
                memcpy(e, axis[k], sizeof e);
            else
                random_direction(&r, 3, e);
            for (int j = 0; j < 3; j++)
                v[j] = angle[i] * e[j];
            turn_by(v, at.R);
            model_kit_eval(c.model, 3, c.model->let[0].value.x, &at, 0, got);
            for (int j = 0; j < 3; j++)
                assert_close(got[j], v[j], 4e-16 + 1e-15 * (angle[i] < 1 ? angle[i] : 8));
        }
    model_kit_free(&c);
}

/* As |log(R)|^2 near no turn, where its parts underflow. */
TEST(log_is_differentiated_near_no_turn)
{
    struct checked c = model_kit_good(BODY "potential dot(log(R), log(R))/2\n");
    for (double a = 3e-3; a > 1e-300; a *= 0.37) {
        struct model_point at = {0};
        double v[3] = {0.6 * a, 0, 0.8 * a}, got[3];
        turn_by(v, at.R);
        model_kit_eval(c.model, 3, c.model->torque.x, &at, 0, got);
        for (int j = 0; j < 3; j++)
            assert_close(got[j], -v[j], 1e-14 * a + 1e-16 * (a > 1e-9));
    }
    model_kit_free(&c);
}

/* What is differentiated, and its rate; a body that moves. */
static const char *const rates[] = {
    "t^2 + p",
    "R' * e3",
    "R",
    "log(R)",
    "R' * [cos(t), p*sin(t), 1]",
    "R' * (3*x*dot(x, e3)/dot(x, x) - e3)/norm(x)^3", /* of a dipole */
    "dot(R*e1, x)*t + u",
    "p",
};

/* Where the motion is a little later: R E(h w), x + h v, t + h. */
static struct model_point moved(const struct model_point *at, double h)
{
    struct model_point out = *at;
    double v[3], E[9];
    for (int i = 0; i < 3; i++) {
        v[i] = h * at->w[i];
        out.x[i] += h * at->v[i];
    }
    turn_by(v, E);
    multiply(at->R, E, out.R);
    out.t += h;
    return out;
}

TEST(derivatives_are_those_along_the_motion)
{
    struct random r = random_new(5);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        char spec[300];
        snprintf(spec, sizeof spec,
                 BODY "mass 3\nparam p = 2\ninput u\nlet b = %s\n"
                      "let d = derivative(b)\ntorque body [0, 0, p*t]\n",
                 rates[i]);
        struct checked c = model_kit_good(spec);
        const struct value *b = &c.model->let[0].value;
        const struct value *d = &c.model->let[1].value;
        assert_int_equal(b->n, d->n);
        for (int k = 0; k < 5; k++) {
            double v[3], got[9], ahead[9], behind[9], h = 1e-5;
            struct model_point at = {.t = random_between(&r, -1, 1)};
            for (int j = 0; j < 3; j++) {
                v[j] = random_between(&r, -1, 1);
                at.w[j] = random_between(&r, -1, 1);
                at.x[j] = 2 + random_between(&r, -1, 1);
                at.v[j] = random_between(&r, -1, 1);
            }
            turn_by(v, at.R);
            struct model_point next = moved(&at, h), last = moved(&at, -h);
            model_kit_eval(c.model, d->n, d->x, &at, 0.3, got);
            model_kit_eval(c.model, b->n, b->x, &next, 0.3, ahead);
            model_kit_eval(c.model, b->n, b->x, &last, 0.3, behind);
            for (int j = 0; j < d->n; j++)
                assert_close(got[j], (ahead[j] - behind[j]) / (2 * h), 1e-8);
        }
        model_kit_free(&c);
    }
}

TEST(the_model_is_shown)
{
    struct checked c = model_kit_good("body b\ninertia diag(1, 1, 1)\nparam m = 2\nmass m\n"
                                      "potential 9*m*x[3]\nforce space -v\nstart x = e3\n");
    struct text t = text_new(c.l.arena);
    model_show(c.model, &t);
    assert_string_equal(text_chars(&t), "body b\nparam m = 2\n"
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
