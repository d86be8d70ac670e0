/* SPDX-License-Identifier: MIT
 *
 * In float a method does what it does in double.
 */
#include "shelf/axioms/subject.h"

#include <float.h>

enum { STEPS = 40 };

/* R and L / |L| after some steps; false if one fails. */
static bool follow(const pol_stepper *s, double out[12])
{
    struct body_state b = start_of(s);
    int status = s->run(b.x, b.par, b.in, 0x1p-7, STEPS);
    s->rotation(b.x, out);
    s->momentum(b.x, out + 9);
    double size = norm3(out + 9);
    for (int i = 9; i < 12; i++)
        out[i] /= size;
    return status == 0;
}

/* What differs is rounding. */
static bool works_in_float(struct subject *s)
{
    struct ride ride = {.spec = hardest_body(&s->v)};
    double exact[12], rounded[12], worst = 0;
    bool good = follow(stepper_of(s, ride), exact);
    ride.real = POL_FLOAT;
    good = follow(stepper_of(s, ride), rounded) && good;
    for (int i = 0; i < 12; i++) {
        double off = fabs(rounded[i] - exact[i]);
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    if (good && worst < 800 * FLT_EPSILON)
        return true;
    complain(s, "float and double are %.1e apart", good ? worst : INFINITY);
    return false;
}

static bool is_no_tableau_of_many(const struct variant *v)
{
    return v->everywhere || (strncmp(v->call, "rkmk(", 5) != 0 &&
                             strncmp(v->call, "kinematic(", 10) != 0);
}

const struct axiom real_axioms[] = {
    {"float does what double does", is_no_tableau_of_many, works_in_float},
    {0},
};
