/* SPDX-License-Identifier: MIT
 *
 * The benchmark is an experiment; this is its test: the peers that need no
 * library end where they must, and where no end is known, at one place.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "peers.h"

static double rotation_entry(const double q[4], int i)
{
    const double a = q[0], b = q[1], c = q[2], d = q[3];
    return i == 0 ? a * a + b * b - c * c - d * d : 2 * (b * c - a * d);
}

int main(void)
{
    static fixed_run *const peer[] = {hand_rk4_run, hand_rkmk4_run,
                                      hand_mr_run};
    static const double within[] = {1e-4, 1e-4, 1e-2};
    int wrong = 0;
    for (enum problem p = P1_FREE; p < PROBLEMS; p++) {
        const struct problem_data *d = &problem_data[p];
        double want[2] = {d->R[0], d->R[1]};
        for (int k = 0; k < 3; k++) {
            double x[7];
            memcpy(x, d->q, sizeof d->q);
            memcpy(x + 4, d->L, sizeof d->L);
            wrong += peer[k](p, x, d->step, lround(d->until / d->step)) != 0;
            for (int i = 0; i < 2; i++) {
                const double got = rotation_entry(x, i);
                if (!d->known && k == 0)
                    want[i] = got;
                if (fabs(got - want[i]) <= within[k])
                    continue;
                printf("%s, %d: off by %.2g\n", d->name, k, got - want[i]);
                wrong++;
            }
        }
    }
    return wrong > 0;
}
