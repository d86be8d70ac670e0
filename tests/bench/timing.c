/* SPDX-License-Identifier: MIT
 *
 * CPU time in units of the fixed work.  Each round does the work first, and
 * the ratio is taken within the round: what slows the machine for a while
 * slows both.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "work.h"

static double work_seconds(const void *nothing)
{
    (void)nothing;
    const double begin = cpu_seconds();
    const bool right = work_do() == WORK_RESULT;
    const double time = cpu_seconds() - begin;
    return right ? time : NAN;
}

void timing_row(const char *title, const char *row, timing_seconds *seconds,
                const void *what, double limit)
{
    double ratio[TIMING_ROUNDS], time[TIMING_ROUNDS];
    bool good = true;
    work_do(); /* its memory is there from now on */
    for (int i = 0; good && i < TIMING_ROUNDS; i++) {
        const double unit = work_seconds(NULL);
        time[i] = seconds(what);
        ratio[i] = time[i] / unit;
        good = !isnan(ratio[i]);
    }
    if (!good)
        ratio[0] = time[0] = NAN;
    const int rounds = good ? TIMING_ROUNDS : 1;
    const double units = median(ratio, rounds);
    printf("| %s | %s | %.2f |\n", row,
           target(title, row, "units", units, limit),
           1e3 * median(time, rounds));
}

void timing_heading(const char *title)
{
    printf("## %s\n\n| | units | ms |\n|---|---|---|\n", title);
    timing_row(title, "the work itself", work_seconds, NULL, 0);
}
