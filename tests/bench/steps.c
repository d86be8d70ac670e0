/* SPDX-License-Identifier: MIT
 *
 * First tables: a step in units of odeint's rk4, and of the splitting in units
 * of the same by hand.
 */
#include "bench.h"

enum { ODEINT, ODEINT_INLINED, GSL, ARKODE, HAND_RK4, HAND_RKMK4, PEERS };

void table_steps(const char *folder)
{
    struct contest c = {
        .title = "A step, in units of odeint rk4 (ns of CPU)",
        .runners = PEERS + METHODS,
        .unit = ODEINT,
        .runner =
            {
                [ODEINT] = {.name = "odeint rk4", .peer = odeint_rk4_run},
                [ODEINT_INLINED] = {.name = "odeint rk4, rate inlined",
                                    .peer = odeint_rk4_inlined_run},
                [GSL] = {.name = "GSL rk4", .peer = gsl_rk4_run},
                [ARKODE] = {.name = "ARKODE rk4", .peer = arkode_rk4_run},
                [HAND_RK4] = {.name = "hand rk4", .peer = hand_rk4_run},
                [HAND_RKMK4] = {.name = "hand RKMK4", .peer = hand_rkmk4_run},
            },
        .limit =
            {
                [PEERS + METHOD_RATE] = {0.48, 1.1, 1.1, 1.1},
                [PEERS + METHOD_MAGNUS] = {0.37, 0.72, 0.68, 0.83},
                [PEERS + METHOD_IMIDM] = {2.2, 2.2, 2.2, 2.2},
            },
    };
    for (int m = 0; m < METHODS; m++)
        c.runner[PEERS + m] = emitted_runner(folder, m);
    contest_print(&c);
}

void table_splitting(const char *folder)
{
    struct contest c = {
        .title = "A step of mr, in units of the same by hand (ns of CPU)",
        .runners = 2,
        .runner = {{.name = "hand MR", .peer = hand_mr_run},
                   emitted_runner(folder, METHOD_MR)},
        .limit = {{0}, {1.05, 1.05, 1.05, 1.05}},
    };
    contest_print(&c);
}
