/* SPDX-License-Identifier: MIT
 *
 * The controller of adaptive steps, runtime/pol_control.h: its power against
 * the C library's, and that sizes settle where the error is as aimed at.
 */
#include "check.h"

#include <math.h>

#include "runtime/pol_control.h"

TEST(powers_are_near)
{
    double near = 0, far = 0, single = 0;
    for (double log_x = -46; log_x <= 46; log_x += 0.37)
        for (double a = 0.01; a < 0.26; a += 0.017) {
            double x = exp(log_x), want = exp(a * log_x);
            double off = fabs(pol_power(x, a) / want - 1);
            double offf =
                fabs((double)pol_powerf((float)x, (float)a) / want - 1);
            far = fmax(far, off);
            near = fmax(near, fabs(a * log_x) < 1 ? off : 0);
            single = fmax(single, fabs(a * log_x) < 1 ? offf : 0);
        }
    assert_true(near < 1e-6);
    assert_true(far < 2e-2);
    assert_true(single < 1e-4);
}

/* Sizes for which the error is c h^order: to where it is half the tolerance,
 * without swinging. */
TEST(sizes_settle)
{
    for (int order = 2; order <= 9; order++)
        for (double c = 1e-3; c < 1e4; c *= 7) {
            double h = 0.1, before = 0, last = 0;
            float g = 0.1f, beforef = 0;
            for (int i = 0; i < 60; i++) {
                double error = pow(c * pow(h, order), 2);
                float errorf = (float)pow(c * pow((double)g, order), 2);
                last = pol_factor(error, before, order);
                h *= last;
                g *= pol_factorf(errorf, beforef, (float)order);
                before = error;
                beforef = errorf;
            }
            assert_true(fabs(c * pow(h, order) - 0.5) < 1e-4);
            assert_true(fabs(c * pow((double)g, order) - 0.5) < 1e-2);
            assert_true(fabs(last - 1) < 1e-5);
        }
}

/* Soderlind's and Wang's PI.4.2: powers 3/5 and -1/5 of errors over their
 * order, so half of that of squares; the first time it is the plain one. */
TEST(powers_are_those_published)
{
    for (double now = 0.02; now < 3; now *= 1.7)
        for (double before = 0.03; before < 3; before *= 2.1) {
            double want = pow(0.5 / sqrt(now), 3. / 5 / 4) *
                          pow(0.5 / sqrt(before), -1. / 5 / 4);
            float f = pol_factorf((float)now, (float)before, 4);
            assert_close(pol_factor(now, before, 4) / want, 1, 1e-5);
            assert_close((double)f / want, 1, 1e-3);
            want = pow(0.5 / sqrt(now), 1. / 4);
            assert_close(pol_factor(now, 0, 4) / want, 1, 1e-5);
            assert_close((double)pol_factorf((float)now, 0, 4) / want, 1, 1e-3);
        }
}

/* Nothing hangs, and what is no number stays none. */
TEST(any_error_will_do)
{
    static const double any[] = {0, 1e-300, 1, 1e300, INFINITY};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            double f = pol_factor(any[i], any[k], 5);
            double g = (double)pol_factorf((float)any[i], (float)any[k], 5);
            assert_true(f > 0 && f < 1e5 && g > 0 && g < 1e5);
        }
    assert_true(isnan(pol_factor(NAN, 0, 5)));
    assert_true(isnan(pol_factorf(NAN, 1, 5)));
}
