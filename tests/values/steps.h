/* SPDX-License-Identifier: MIT
 *
 * Results of one and of three steps of the methods, from the start of the spec
 * of the same name, t = 0.
 *
 * Computed by an independent program with 30 digits or more, nonlinear
 * equations solved to 30 digits; 20 digits are given.  `paper` is the name of
 * the method in its paper (MKRK_: momentum form, MKRKp_: rate form, _q2: the
 * series of the inverse of dexp ends with the second bracket, _cay: Cayley map;
 * MR4, MR4S: the splitting in a triple jump and in Suzuki's composition),
 * `method` and `map` say the same to polhode.  Compare relative to the norm of
 * the vector, not by component.
 */
#ifndef POL_VALUES_STEPS_H
#define POL_VALUES_STEPS_H

#include <stddef.h>

struct reference_step {
    const char *spec;
    double h;
    const char *paper, *method, *map; /* map NULL: the method's own */
    /* R row by row, L in the body frame: after one step, after three */
    double value[24];
};

#define STEP(spec, h, paper, method, map, ...)                                 \
    {#spec, h, paper, method, map, {__VA_ARGS__}},

static const struct reference_step REFERENCE_STEPS[] = {
#include "values/steps_fast_top.def"
#include "values/steps_free_body.def"
#include "values/steps_satellite.def"
};

#undef STEP

enum {
    REFERENCE_STEP_COUNT = sizeof REFERENCE_STEPS / sizeof *REFERENCE_STEPS
};

#endif
