/* SPDX-License-Identifier: MIT
 *
 * Cardan angles by their own differential equation as it stands.
 */
#include "papers/unguarded.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 6 }; /* angles and rate */

/* S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, equation
 * (88), and Euler's equation. */
static void slope(const double J[3], const double y[NUMBERS],
                  double out[NUMBERS])
{
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

static void step(const double J[3], double h, double y[NUMBERS])
{
    static const double AT[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    double k[NUMBERS] = {0}, stage[NUMBERS], sum[NUMBERS] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < NUMBERS; i++)
            stage[i] = y[i] + h * AT[s] * k[i];
        slope(J, stage, k);
        for (int i = 0; i < NUMBERS; i++)
            sum[i] += WEIGHT[s] * k[i];
    }
    for (int i = 0; i < NUMBERS; i++)
        y[i] += h / 6 * sum[i];
}

/* R turned by the angle a about axis i of the body. */
static void turn(double R[9], int i, double a)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    for (double *row = R; row < R + 9; row += 3) {
        double rj = row[j], rk = row[k];
        row[j] = rj * cos(a) + rk * sin(a);
        row[k] = rk * cos(a) - rj * sin(a);
    }
}

void unguarded_cardan(const double J[3], const double w[3], double h, long n,
                      double R[9])
{
    static const double UNIT[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double y[NUMBERS] = {0, 0, 0, w[0], w[1], w[2]};
    for (long i = 0; i < n; i++)
        step(J, h, y);
    memcpy(R, UNIT, sizeof UNIT);
    for (int i = 0; i < 3; i++)
        turn(R, i, y[i]);
}
