/* SPDX-License-Identifier: MIT
 *
 * The clock, medians, and staying on one core.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#ifdef __linux__
static cpu_set_t before;
#endif

void leave_one_core(void)
{
#ifdef __linux__
    if (CPU_COUNT(&before) > 0)
        sched_setaffinity(0, sizeof before, &before);
#endif
}

/* Where it cannot be had, the run goes on without. */
void stay_on_one_core(void)
{
#ifdef __linux__
    const int core = sched_getcpu();
    cpu_set_t set;
    if (CPU_COUNT(&before) == 0)
        sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&set);
    if (core >= 0) {
        CPU_SET(core, &set);
        sched_setaffinity(0, sizeof set, &set);
    }
#endif
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}
