/* SPDX-License-Identifier: MIT
 *
 * Second table: what it costs to store the attitude in other numbers, in units
 * of the quaternion's step.  Beside it what is done by hand for angles: the
 * quaternion's stepper, and the closed formulas after each step.
 */
#include <math.h>

#include "bench.h"

enum { QUATERNION, CONVERTED, STORED };

/* R = Z(a) Y(b) X(c), by the formulas of any textbook: near lock they lose
 * half the digits, and the angles leap. */
static void zyx_angles(const double *q, double angle[3])
{
    const double b = 2 * (q[0] * q[2] - q[1] * q[3]);
    angle[0] = atan2(2 * (q[0] * q[3] + q[1] * q[2]),
                     1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    angle[1] = asin(fmax(-1, fmin(b, 1)));
    angle[2] = atan2(2 * (q[0] * q[1] + q[2] * q[3]),
                     1 - 2 * (q[1] * q[1] + q[2] * q[2]));
}

void table_attitudes(const char *folder)
{
    struct contest c = {
        .title = "The attitude, in units of the quaternion's step (ns of CPU)",
        .runners = STORED + EMITTED_MODULES - METHODS,
        .unit = QUATERNION,
    };
    c.runner[QUATERNION] = emitted_runner(folder, METHOD_RATE);
    c.runner[QUATERNION].name = "**quaternion**";
    c.runner[CONVERTED] = c.runner[QUATERNION];
    c.runner[CONVERTED].name = "quaternion, to zyx by hand after each step";
    c.runner[CONVERTED].angles = zyx_angles;
    for (int m = METHODS; m < EMITTED_MODULES; m++)
        c.runner[STORED + m - METHODS] = emitted_runner(folder, m);
    contest_print(&c);
}
