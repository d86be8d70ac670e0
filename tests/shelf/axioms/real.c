/* SPDX-License-Identifier: MIT
 *
 * In float a method does what it does in double.
 */
#include "shelf/axioms/subject.h"

#include "shelf/reals.h"

/* What differs is rounding. */
static bool works_in_float(struct subject *s)
{
    struct ride ride = {.spec = hardest_body(&s->v),
                        .attitude = "quaternion(renormalise = each)"};
    double exact[12];
    bool good = follow(stepper_of(s, ride), exact);
    ride.real = POL_FLOAT;
    double off = off_in_float(stepper_of(s, ride), exact);
    if (good && off < 800)
        return true;
    announce(s, "float and double are %.0f eps apart", good ? off : INFINITY);
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
