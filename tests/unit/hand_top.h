/* SPDX-License-Identifier: MIT
 *
 * Steppers of the fast Lagrangian top by Runge-Kutta methods on (quaternion,
 * body momentum), behind descriptors of which tests replace functions.
 *
 * J = diag(5, 5, 1); torque g x (0, 0, c) with g = R' e3 and c = par[0]; the
 * input is a torque in the body frame.  State: q, L, t, rounding rest of t.
 */
#ifndef POL_HAND_TOP_H
#define POL_HAND_TOP_H

#include "load.h"

enum { TOP_STATE = 9 };

static const char top_text[] =
    "body fast_top\nparam c = 20\ninput u[3]\ninertia diag(5, 5, 1)\n"
    "potential c*R[3,3]\ntorque body u\nkeep spin = L[3]\n"
    "keep lift = dot(R'*e3, L)\nstart R = turn(e1, 0.3)\nstart w = [0, 0, 50]\n"
    "step 1e-3\nuntil 1\n";

/* Compiled once, and kept. */
static inline const pol_stepper *top_by(const char *tableau)
{
    static struct {
        const char *tableau;
        struct loaded l;
    } made[4];
    int i = 0;
    while (made[i].tableau && strcmp(made[i].tableau, tableau) != 0)
        assert_true(++i < 4);
    if (!made[i].tableau) {
        char method[60];
        snprintf(method, sizeof method, "kinematic(%s)", tableau);
        made[i].l = load_body_text(top_text, method, "quaternion(none)");
        made[i].tableau = tableau;
        assert_int_equal(made[i].l.s->state, TOP_STATE);
    }
    return made[i].l.s;
}

#define TOP_STEP(name, tableau)                                                                    \
    static inline int name(double *x, const double *par, const double *in, double h)               \
    {                                                                                              \
        return top_by(tableau)->step_once(x, par, in, h);                                          \
    }

TOP_STEP(top_euler, "euler")
TOP_STEP(top_midpoint, "midpoint2")
TOP_STEP(top_kutta, "kutta4")
TOP_STEP(top_finest, "cooper_verner8") /* of order 8 */

static inline int leaves_the_numbers(double *x, const double *par, const double *in, double h)
{
    (void)par, (void)in;
    x[4] = NAN;
    x[7] += h;
    return POL_STEP_OK;
}

/* The top by one of the steps above; without `run`, which may be missing. */
static inline pol_stepper top_stepper(const char *method, int order,
                                      int (*step)(double *, const double *, const double *, double))
{
    pol_stepper s = *top_by("kutta4");
    s.method = method;
    s.order = order;
    s.step_once = step;
    s.run = NULL;
    s.interp = NULL;
    return s;
}

#endif
