/* SPDX-License-Identifier: MIT
 *
 * Published results of other programs, recomputed with a Taylor code of 45
 * digits; the digits shown are right.
 *
 * - GOLDEN_FREE: the driver of DMV, E. Hairer, G. Vilmart, J. Phys. A 39 (2006)
 *   13225-13235.  q0 at the end of steps 0.1 and 0.05 is what their Fortran
 *   gives for each order.
 * - GOLDEN_RIGIDBODY: the example of rigidbody.f in E. Hairer's gnicodes
 *   (University of Geneva).  Principal moments 0.5, 0.9, 1; potential
 *   q0^2 - q1^2 - q2^2 + q3^2, which is the height of the third body axis.
 * - GOLDEN_ENERGY: the largest relative error of the energy over [0, 1000] of
 *   the compositions in gnicodes on that body, by running the Fortran (QUATER,
 *   and RATTLE in the last line); the number of steps is 1000/h, truncated.
 * - GOLDEN_TOP: explicitLieGroupIntegratorTest.py and heavyTop.py of Exudyn
 *   (J. Gerstmayr).  The body of specs/heavy_top.pol; published are
 *   149.8473939540758, -106.1638041431 (Runge-Kutta of order 7) and 0.70828.
 */
#ifndef POL_VALUES_GOLDEN_H
#define POL_VALUES_GOLDEN_H

static const struct {
    const char *spec;
    double t;
    double L[3], q[4];
    double q0[5][2]; /* orders 2, 4, .. 10, each in steps of 0.1 and 0.05 */
} GOLDEN_FREE = {
    "body golden\n"
    "inertia diag(0.6, 0.8, 1)\n"
    "start L = [1.8, 0.4, -0.9]\n",
    10.0,
    {1.76596250851820754, -0.69546419703308912, 0.77955498148187109},
    {0.73606136416079394, 0.57078695124035073, 0.29938857183079009,
     0.20683908610467319},
    {{.56400201847921505, .70024473334882686},
     {.73679780232086189, .73610584527262668},
     {.73605950795698927, .73606133616642533},
     {.73606136689986712, .73606136417112200},
     {.73606136415812584, .73606136416079182}}};

static const struct {
    const char *spec; /* without method and step */
    double t;
    double L[3], q[4];
} GOLDEN_RIGIDBODY = {
    "body golden\n"
    "inertia diag(0.5, 0.9, 1)\n"
    "potential dot(R' * e3, e3)\n"
    "start R = quat(0.4, 0.2, 0.4, 0.8)\n"
    "start L = [0.2, 1, 0.4]\n",
    10.0,
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

static const struct {
    const char *method;
    double error[3]; /* in steps of 0.15, 0.075 and 0.0375 */
} GOLDEN_ENERGY[] = {
    {"sr", {1.12353e-2, 2.80512e-3, 7.01004e-4}},
    {"triple4(sr)", {1.59599e-4, 1.02403e-5, 6.44033e-7}},
    {"c45(sr)", {2.00565e-5, 1.23794e-6, 7.71104e-8}},
    {"c67(sr)", {1.05317e-6, 1.65786e-8, 2.59604e-10}},
    {"c69(sr)", {1.67264e-7, 2.59830e-9, 4.05334e-11}},
    {"c815(sr)", {6.9564e-10, 2.9e-12, 6e-12}},
    {"c817(sr)", {6.482e-11, 1.4e-12, 4e-12}},
    {"c45(sdmv2)", {2.08695e-4, 1.25117e-5, 7.74116e-7}},
};

#endif
