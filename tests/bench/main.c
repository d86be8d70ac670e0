/* SPDX-License-Identifier: MIT
 *
 * bench PROGRAM SPEC FOLDER: all tables in Markdown.  PROGRAM is polhode, SPEC
 * the body whose emission is timed, FOLDER where the emitted modules lie.
 * Names the targets that are missed at the end, and exits with 1 then.
 */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

/* ---- the clock, medians, and staying on one core ---- */

static double seconds_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cpu_seconds(void)
{
    return seconds_by(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds(void)
{
    return seconds_by(CLOCK_MONOTONIC);
}

static cpu_set_t before;

void leave_one_core(void)
{
    if (CPU_COUNT(&before) > 0)
        sched_setaffinity(0, sizeof before, &before);
}

/* On failure the process stays on all cores. */
void stay_on_one_core(void)
{
    const int core = sched_getcpu();
    cpu_set_t set;
    if (CPU_COUNT(&before) == 0)
        sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&set);
    if (core >= 0) {
        CPU_SET(core, &set);
        sched_setaffinity(0, sizeof set, &set);
    }
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

/* ---- what all tables share: the heading by problems, and the targets, of
 * which those that are missed are named at the end ---- */

static char *missed; /* a line for each */
static int missed_count;

static void keep_missed(const char *table, const char *row, const char *column, double value,
                        double limit)
{
    static FILE *lines;
    static size_t length;
    if (!lines)
        lines = open_memstream(&missed, &length);
    fprintf(lines, "- %s: row ", table);
    for (; *row; row++)
        if (*row != '*') /* emitted steppers are bold in the tables */
            fputc(*row, lines);
    fprintf(lines, ", column %s: ", column);
    fprintf(lines, isnan(value) ? "missing" : "%.6g", value);
    fprintf(lines, limit > 0 ? ", limit %g\n" : "\n", limit);
    fflush(lines);
    missed_count++;
}

const char *target(const char *table, const char *row, const char *column, double value,
                   enum sense sense, double limit)
{
    static char text[64];
    const int digits = value < 0.1 ? 3 : value < 100 ? 2 : 0;
    const bool is_most = sense == AT_MOST;
    const bool met = limit <= 0 ? !isnan(value) : is_most ? value <= limit : value >= limit;
    if (!met)
        keep_missed(table, row, column, value, limit);
    if (isnan(value))
        return "**missing**";
    if (limit <= 0)
        snprintf(text, sizeof text, "%.*f", digits, value);
    else if (met)
        snprintf(text, sizeof text, "%.*f ✓ (%s %g)", digits, value, is_most ? "≤" : "≥", limit);
    else
        snprintf(text, sizeof text, "**%.*f ✗ (%s %g)**", digits, value, is_most ? ">" : "<",
                 limit);
    return text;
}

bool targets_print(void)
{
    if (missed_count == 0)
        printf("All targets are met.\n");
    else
        printf("Targets missed: %d.\n\n%s", missed_count, missed);
    return missed_count == 0;
}

void heading(const char *first)
{
    printf("| %s |", first);
    for (int p = 0; p < PROBLEMS; p++)
        printf(" %s |", problem_data[p].name);
    printf("\n|---|---|---|---|---|\n");
}

/* ---- CPU time in units of the fixed work.  Each round does the work first,
 * and the ratio is taken within the round: what slows the machine for a while
 * slows both ---- */

static double work_seconds(const void *nothing)
{
    (void)nothing;
    const double begin = cpu_seconds();
    const bool right = work_do() == WORK_RESULT;
    const double time = cpu_seconds() - begin;
    return right ? time : NAN;
}

void timing_row(const char *title, const char *row, timing_seconds *seconds, const void *what,
                double limit)
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
    printf("| %s | %s | %.2f |\n", row, target(title, row, "units", units, AT_MOST, limit),
           1e3 * median(time, rounds));
}

void timing_heading(const char *title)
{
    printf("## %s\n\n| | units | ms |\n|---|---|---|\n", title);
    timing_row(title, "the work itself", work_seconds, NULL, 0);
}

/* ---- the end states that errors are measured against ---- */

struct reference {
    double R[9];
    double change; /* when the steps are doubled */
};

static struct reference references[PROBLEMS];

void references_make(void)
{
    static const long steps[PROBLEMS] = {8000, 16000, 8000, 16000};
    for (int p = 0; p < PROBLEMS; p++)
        references[p].change = reference_attitude(p, steps[p], references[p].R);
}

static double angle(const double A[9], const double B[9])
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += (A[i] - B[i]) * (A[i] - B[i]);
    const double sine = sqrt(sum / 8);
    return sine <= 1 + 1e-6 ? 2 * asin(fmin(sine, 1)) : HUGE_VAL;
}

double attitude_error(enum problem p, const double R[9])
{
    return angle(R, references[p].R);
}

void references_print(void)
{
    printf("Reference attitudes: order 8 in long double. Change when the "
           "steps are halved; angle to the published end state:\n\n"
           "| problem | change | to published |\n|---|---|---|\n");
    for (int p = 0; p < PROBLEMS; p++) {
        printf("| %s | %.1e | ", problem_data[p].name, references[p].change);
        if (problem_data[p].known)
            printf("%.1e |\n", attitude_error(p, problem_data[p].R));
        else
            printf("- |\n");
    }
    printf("\n");
}

/* ---- all tables ---- */

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench PROGRAM SPEC FOLDER\n");
        return 2;
    }
    stay_on_one_core();
    references_make();
    printf("# Benchmark\n\n");
    table_steps(argv[3]);
    table_splitting(argv[3]);
    table_taylor(argv[3]);
    fflush(stdout);
    table_attitudes(argv[3]);
    fflush(stdout);
    table_many(argv[3]);
    fflush(stdout);
    table_sweeps(argv[1], argv[2], argv[3]);
    fflush(stdout);
    table_precision(argv[3]);
    fflush(stdout);
    table_program(argv[1], argv[2], argv[3]);
    table_within(argv[2]);
    references_print();
    return targets_print() ? 0 : 1;
}
