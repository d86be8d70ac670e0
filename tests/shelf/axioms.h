/* SPDX-License-Identifier: MIT
 *
 * What a method promises, measured on its emitted and compiled stepper.
 */
#ifndef POL_AXIOMS_H
#define POL_AXIOMS_H

#include "load.h"

#include <float.h>
#include <string.h>

#include "explore/explore.h"

/* The state after `steps` equal steps to t_end. */
struct end {
    int status;
    double R[9], L[3];
};

static inline struct end run_to(const pol_stepper *s, double t_end, long steps)
{
    struct end e = {0};
    struct body_state b = start_of(s);
    e.status = s->run(b.x, b.par, b.in, t_end / (double)steps, steps);
    s->rotation(b.x, e.R);
    s->momentum(b.x, e.L);
    return e;
}

static inline double norm3(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Angle between the attitudes plus relative difference of the momenta. */
static inline double distance(const struct end *a, const struct end *b)
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = a->L[i] - b->L[i];
    return explore_angle(a->R, b->R) + norm3(d) / norm3(b->L);
}

struct observed {
    double order; /* of the finest pair that is clean; NaN: none */
    double error; /* the larger error of that pair */
};

/* Doubles the number of steps until the error nears round-off (or, of low
 * orders, until it is long settled), and takes the order from the finest pair
 * above `floor`. */
static inline struct observed observe(const pol_stepper *s,
                                      const struct end *exact, double t_end,
                                      double floor)
{
    struct observed o = {NAN, NAN};
    double before = NAN;
    for (long steps = 2; steps <= 1L << 14; steps *= 2) {
        struct end e = run_to(s, t_end, steps);
        double error = e.status ? NAN : distance(&e, exact);
        if (error < floor || (error < 1e-8 && error > 0.7 * before))
            break; /* round-off */
        if (before < 0.05)
            o = (struct observed){log2(before / error), before};
        before = error;
    }
    return o;
}

#endif
