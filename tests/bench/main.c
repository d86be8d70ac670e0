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

/* On failure the process stays on all cores. */
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

/* ---- what all tables share: the heading by problems, and the targets, of
 * which those that are missed are kept to be named at the end ---- */

enum { MISSED_MOST = 64, LINE = 240 };

static char missed[MISSED_MOST][LINE];
static int missed_count; /* may pass MISSED_MOST: then some are not kept */

/* Rows of emitted steppers are bold in the tables; here they need not be. */
static void strip_stars(char *text)
{
    char *out = text;
    for (const char *p = text; *p; p++)
        if (*p != '*')
            *out++ = *p;
    *out = '\0';
}

static void keep_missed(const char *table, const char *row, const char *column,
                        double value, double limit)
{
    const int n = missed_count++;
    if (n >= MISSED_MOST)
        return;
    char number[32] = "missing", most[40] = "";
    if (!isnan(value))
        snprintf(number, sizeof number, "%.6g", value);
    if (limit > 0)
        snprintf(most, sizeof most, ", limit %g", limit);
    snprintf(missed[n], LINE, "%s: row %s, column %s: %s%s", table, row, column,
             number, most);
    strip_stars(missed[n]);
}

/* `sense` is 1 where the limit is the most, -1 where it is the least. */
static const char *marked(const char *table, const char *row,
                          const char *column, double value, double limit,
                          int sense)
{
    static char text[64];
    const int digits = value < 0.1 ? 3 : value < 100 ? 2 : 0;
    const bool met = limit > 0 ? sense * value <= sense * limit : !isnan(value);
    const char *is = sense > 0 ? "≤" : "≥", *is_not = sense > 0 ? ">" : "<";
    if (!met)
        keep_missed(table, row, column, value, limit);
    if (isnan(value))
        return "**missing**";
    if (limit <= 0)
        snprintf(text, sizeof text, "%.*f", digits, value);
    else if (met)
        snprintf(text, sizeof text, "%.*f ✓ (%s %g)", digits, value, is, limit);
    else
        snprintf(text, sizeof text, "**%.*f ✗ (%s %g)**", digits, value, is_not,
                 limit);
    return text;
}

const char *target(const char *table, const char *row, const char *column,
                   double value, double limit)
{
    return marked(table, row, column, value, limit, 1);
}

const char *target_least(const char *table, const char *row, const char *column,
                         double value, double limit)
{
    return marked(table, row, column, value, limit, -1);
}

bool targets_print(void)
{
    if (missed_count == 0) {
        printf("All targets are met.\n");
        return true;
    }
    printf("Targets missed: %d.\n\n", missed_count);
    for (int i = 0; i < missed_count && i < MISSED_MOST; i++)
        printf("- %s\n", missed[i]);
    if (missed_count > MISSED_MOST)
        printf("- and %d more\n", missed_count - MISSED_MOST);
    return false;
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
    fflush(stdout);
    table_attitudes(argv[3]);
    fflush(stdout);
    table_many(argv[3]);
    fflush(stdout);
    table_sweeps(argv[1], argv[2], argv[3]);
    fflush(stdout);
    table_precision(argv[3]);
    fflush(stdout);
    table_operations(argv[3]);
    table_program(argv[1], argv[2], argv[3]);
    table_inside(argv[2]);
    references_print();
    return targets_print() ? 0 : 1;
}
