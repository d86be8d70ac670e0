/* SPDX-License-Identifier: MIT
 *
 * End states of the specs that no paper has, from their starts at t = 0, with
 * parameters at their defaults and inputs at zero; integrated in 200-bit
 * arithmetic by reference.h.  own.def is written by
 *     POL_UPDATE=1 build/checked/tests/tests test_reference
 * which takes two settings of the integration and stops unless they agree to
 * 22 digits.
 */
#ifndef POL_VALUES_OWN_H
#define POL_VALUES_OWN_H

struct own_state {
    const char *spec;
    double t;
    double R[9], L[3], x[3], v[3]; /* x, v: 0 of a body without a mass */
};

#define OWN_STATE(spec, t, r0, r1, r2, r3, r4, r5, r6, r7, r8, l0, l1, l2, x0, \
                  x1, x2, v0, v1, v2)                                          \
    {#spec,                                                                    \
     t,                                                                        \
     {r0, r1, r2, r3, r4, r5, r6, r7, r8},                                     \
     {l0, l1, l2},                                                             \
     {x0, x1, x2},                                                             \
     {v0, v1, v2}},

static const struct own_state OWN_STATES[] = {
#include "values/own.def"
};

#undef OWN_STATE

enum { OWN_STATE_COUNT = sizeof OWN_STATES / sizeof *OWN_STATES };

#endif
