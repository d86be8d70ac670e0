/* SPDX-License-Identifier: MIT
 *
 * The same motion in both real types.
 */
#ifndef POL_REALS_H
#define POL_REALS_H

#include "load.h"

#include <float.h>

/* R and L / |L| after some steps; false if one fails. */
static inline bool follow(const pol_stepper *s, double out[12])
{
    struct body_state b = start_of(s);
    int status = s->run(b.x, b.par, b.in, 0x1p-7, 40);
    s->rotation(b.x, out);
    s->momentum(b.x, out + 9);
    double size = sqrt(out[9] * out[9] + out[10] * out[10] + out[11] * out[11]);
    for (int i = 9; i < 12; i++)
        out[i] /= size;
    return status == 0;
}

/* By how many eps the same in float is off, which is rounding; infinite if a
 * step fails. */
static inline double off_in_float(const pol_stepper *in_float,
                                  const double exact[12])
{
    double rounded[12], worst = 0;
    if (!follow(in_float, rounded))
        return INFINITY;
    for (int i = 0; i < 12; i++) {
        double off = fabs(rounded[i] - exact[i]) / (double)FLT_EPSILON;
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    return worst;
}

#endif
