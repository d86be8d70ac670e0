/* SPDX-License-Identifier: MIT
 *
 * Published results of other programs, recomputed with a Taylor code of 45
 * digits; the digits shown are right.
 *
 * - GOLDEN_RIGIDBODY: the example of rigidbody.f in E. Hairer's gnicodes
 *   (University of Geneva).  Principal moments 0.5, 0.9, 1; potential
 *   q0^2 - q1^2 - q2^2 + q3^2, which is the height of the third body axis.
 * - GOLDEN_TOP: explicitLieGroupIntegratorTest.py and heavyTop.py of Exudyn
 *   (J. Gerstmayr).  The body of specs/heavy_top.pol; published are
 *   149.8473939540758, -106.1638041431 (Runge-Kutta of order 7) and 0.70828.
 */
#ifndef POL_VALUES_GOLDEN_H
#define POL_VALUES_GOLDEN_H

static const struct {
    const char *spec; /* without method and step */
    double t, H0;     /* the energy at the start */
    double L[3], q[4];
} GOLDEN_RIGIDBODY = {
    "body golden\n"
    "inertia diag(0.5, 0.9, 1)\n"
    "potential dot(R' * e3, e3)\n"
    "start R = quat(0.4, 0.2, 0.4, 0.8)\n"
    "start L = [0.2, 1, 0.4]\n",
    10.0,
    1.2755555555555556,
    {0.68900470562115835, 1.08042427035032771, -0.38920592973928348},
    {0.72168187693890319, 0.16386046920294904, -0.65943963877415907,
     -0.13215285825110931}}; /* up to its sign */

static const struct {
    const char *spec;
    double t1, wy1; /* spatial angular velocity, second component, at t1 */
    double t2, wy2;
    double t3, q3[4]; /* attitude at t3, to 8 digits, up to its sign */
    double body_wy;   /* body angular velocity, second component, always */
} GOLDEN_TOP = {"heavy_top",
                0.01,
                149.84739395407445,
                2.0,
                -106.16380414312445,
                0.2,
                {0.70827915, -0.43878109, -0.54572840, -0.08939975},
                150.0};

#endif
