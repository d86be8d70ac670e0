/* SPDX-License-Identifier: MIT
 *
 * The Cardan angles' own differential equation as it stands: what
 * kinematic(kutta4) would do if it did not look how close it comes to gimbal
 * lock.
 */
#include "papers/papers.h"

#include <math.h>
#include <string.h>

enum { ANGLES_AND_RATE = 6 };

/* S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, equation
 * (88), and Euler's equation of box_cardan.pol. */
static void slope(const double y[ANGLES_AND_RATE], double out[ANGLES_AND_RATE])
{
    static const double J[3] = {5.2988, 1.1775, 4.3568};
    const double *w = y + 3, b = y[1], c = y[2];
    double across = cos(c) * w[0] - sin(c) * w[1];
    out[0] = across / cos(b);
    out[1] = sin(c) * w[0] + cos(c) * w[1];
    out[2] = w[2] - tan(b) * across;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[3 + i] = (J[j] - J[k]) * w[j] * w[k] / J[i];
    }
}

/* The classical Runge-Kutta method. */
static void step_numbers(double h, double y[ANGLES_AND_RATE])
{
    static const double AT[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    double k[ANGLES_AND_RATE] = {0}, stage[ANGLES_AND_RATE],
           sum[ANGLES_AND_RATE] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < ANGLES_AND_RATE; i++)
            stage[i] = y[i] + h * AT[s] * k[i];
        slope(stage, k);
        for (int i = 0; i < ANGLES_AND_RATE; i++)
            sum[i] += WEIGHT[s] * k[i];
    }
    for (int i = 0; i < ANGLES_AND_RATE; i++)
        y[i] += h / 6 * sum[i];
}

/* R turned by the angle a about axis i of the body. */
static void turn_axis(double R[9], int i, double a)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    for (double *row = R; row < R + 9; row += 3) {
        double rj = row[j], rk = row[k];
        row[j] = rj * cos(a) + rk * sin(a);
        row[k] = rk * cos(a) - rj * sin(a);
    }
}

void unguarded_cardan(double miss, long n, double R[9])
{
    static const double UNIT[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double y[ANGLES_AND_RATE] = {0, 0, 0, miss, acos(-1), miss};
    for (long i = 0; i < n; i++)
        step_numbers(1.0 / (double)n, y);
    memcpy(R, UNIT, sizeof UNIT);
    for (int i = 0; i < 3; i++)
        turn_axis(R, i, y[i]);
}
