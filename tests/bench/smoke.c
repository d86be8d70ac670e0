/* SPDX-License-Identifier: MIT
 *
 * The benchmark is an experiment; this is its test: the peers that need no
 * library end where they must, and where no end is known, at one place.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "peers.h"
#include "rates.h"

int main(void)
{
    static fixed_run *const peer[] = {hand_taylor_run, hand_rk4_run, hand_rkmk4_run, hand_mr_run};
    static const double within[] = {1e-10, 1e-4, 1e-4, 1e-2};
    int wrong = 0;
    for (enum problem p = P1_FREE; p < PROBLEMS; p++) {
        const struct problem_data *d = &problem_data[p];
        double want[9], got[9], x[7];
        memcpy(want, d->R, sizeof want);
        for (int k = 0; k < 4; k++) {
            memcpy(x, d->q, sizeof d->q);
            memcpy(x + 4, d->L, sizeof d->L);
            wrong += peer[k](p, x, d->step, lround(d->until / d->step)) != 0;
            quaternion_rotation(x, got);
            if (!d->known && k == 0)
                memcpy(want, got, sizeof want);
            for (int i = 0; i < 9; i++) {
                if (fabs(got[i] - want[i]) <= within[k])
                    continue;
                printf("%s, %d: off by %.2g\n", d->name, k, got[i] - want[i]);
                wrong++;
            }
        }
    }
    return wrong > 0;
}
