/* SPDX-License-Identifier: MIT
 *
 * Symmetric methods come back to where they started when they are run
 * backwards, others do not.
 */
#include "shelf/axioms/subject.h"

/* The distance from the start after n steps forth and n back; `turn` is the
 * angle by which the body turns at first in one. */
static double return_error(const pol_stepper *s, double turn, long n)
{
    struct body_state b = start_of(s);
    struct end start = {0}, end = {0};
    double w[3];
    s->omega(b.x, b.par, b.in, w);
    double h = turn / norm3(w);
    read_end(s, b.x, &start);
    assert_int_equal(s->run(b.x, b.par, b.in, h, n), 0);
    assert_int_equal(s->run(b.x, b.par, b.in, -h, n), 0);
    read_end(s, b.x, &end);
    return distance(&end, &start);
}

static bool returns(struct subject *s)
{
    const pol_stepper *on = stepper_on(s, hardest_body(&s->v));
    double once = return_error(on, 0.4, 1);
    double often = s->v.symmetric ? return_error(on, 0.1, 100) : 0;
    bool good = s->v.symmetric ? once < 1e-13 && often < 1e-11 : once > 1e-13;
    if (!good)
        announce(s,
                 "%s symmetric, but off by %.1e after one step forth and "
                 "back, %.1e after a hundred",
                 s->v.symmetric ? "is" : "is not", once, often);
    return good;
}

const struct axiom symmetry_axioms[] = {
    {"symmetric methods return, others do not", is_for_all, returns},
    {0},
};
