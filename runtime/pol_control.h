/* SPDX-License-Identifier: MIT
 *
 * Step size control; these functions are copied into emitted code.  Each part
 * between `begin` and `end` needs no other; those with an f are in single
 * precision.  Errors are squares, relative to the tolerance.
 */
/* not POL_CONTROL_H, an index in pol_stepper.h */
#ifndef POL_CONTROL_FUNCTIONS_H
#define POL_CONTROL_FUNCTIONS_H

/* begin control */
/* x^a for x from 1e-21 to 1e21: to six digits near 1, else to two or more. */
static inline double pol_power(double x, double a)
{
    double y = 0.0, z, z2;
    int i = 0;
    while (x < 0.7071 && i < 70) {
        x *= 2.0;
        i++;
        y -= 0.6931471805599453;
    }
    while (x > 1.4143 && i < 70) {
        x *= 0.5;
        i++;
        y += 0.6931471805599453;
    }
    z = (x - 1.0) / (x + 1.0);
    z2 = z * z;
    y += 2.0 * z * (1.0 + z2 * (1.0 / 3.0 + z2 * (0.2 + z2 / 7.0)));
    y *= a / 64.0;
    y = 1.0 + y * (1.0 + y * (0.5 + y / 6.0));
    for (i = 0; i < 6; i++) {
        y *= y;
    }
    return y;
}

/* The factor for the step size after these errors, of this step and the one
 * before (0: no step), which fall as h^order: the controller PI.4.2 of G.
 * Soderlind and L. Wang, J. Comput. Appl. Math. 185 (2006) 225-243; K.
 * Gustafsson, ACM Trans. Math. Software 17 (1991) 533-554.  It aims at half of
 * the tolerance. */
static inline double pol_factor(double error, double before, double order)
{
    const double aim = 0.25;
    error = error < 1e-20 ? 1e-20 : error > 1e20 ? 1e20 : error;
    before = before > 1e20 ? 1e20 : before;
    if (!(before > 1e-20)) {
        return pol_power(aim / error, 0.5 / order);
    }
    return pol_power(aim / error, 0.3 / order) *
           pol_power(before / aim, 0.1 / order);
}
/* end control */

/* begin controlf */
/* x^a for x from 1e-21 to 1e21: to four digits near 1, else to two or more. */
static inline float pol_powerf(float x, float a)
{
    float y = 0.0f, z, z2;
    int i = 0;
    while (x < 0.7071f && i < 70) {
        x *= 2.0f;
        i++;
        y -= 0.6931472f;
    }
    while (x > 1.4143f && i < 70) {
        x *= 0.5f;
        i++;
        y += 0.6931472f;
    }
    z = (x - 1.0f) / (x + 1.0f);
    z2 = z * z;
    y += 2.0f * z * (1.0f + z2 * (0.33333334f + z2 * 0.2f));
    y *= a / 64.0f;
    y = 1.0f + y * (1.0f + y * (0.5f + y * 0.16666667f));
    for (i = 0; i < 6; i++) {
        y *= y;
    }
    return y;
}

/* The factor for the step size after these errors, of this step and the one
 * before (0: no step), which fall as h^order: the controller PI.4.2 of G.
 * Soderlind and L. Wang, J. Comput. Appl. Math. 185 (2006) 225-243; K.
 * Gustafsson, ACM Trans. Math. Software 17 (1991) 533-554.  It aims at half of
 * the tolerance. */
static inline float pol_factorf(float error, float before, float order)
{
    const float aim = 0.25f;
    error = error < 1e-20f ? 1e-20f : error > 1e20f ? 1e20f : error;
    before = before > 1e20f ? 1e20f : before;
    if (!(before > 1e-20f)) {
        return pol_powerf(aim / error, 0.5f / order);
    }
    return pol_powerf(aim / error, 0.3f / order) *
           pol_powerf(before / aim, 0.1f / order);
}
/* end controlf */

#endif
