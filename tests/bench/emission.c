/* SPDX-License-Identifier: MIT
 *
 * Fourth and fifth table: operations of a step as the banners state them, and
 * the wall time of the program itself.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../extrapolated.h"
#include "bench.h"

extern char **environ;

enum { PROCESSES = 31 };

/* Joins the lines of a banner: one space for every " \n *  ". */
static void join_lines(char *text)
{
    char *out = text;
    for (const char *p = text; *p; p++)
        if (*p != ' ' && *p != '\n' && !(*p == '*' && p > text && p[-1] == ' '))
            *out++ = *p;
        else if (out > text && out[-1] != ' ')
            *out++ = ' ';
    *out = '\0';
}

/* n of "n operations a step"; -1: the banner does not say it. */
static long banner_operations(char *banner)
{
    join_lines(banner);
    const char *end = strstr(banner, " operations a step");
    while (end && end > banner && isdigit((unsigned char)end[-1]))
        end--;
    return end ? strtol(end, NULL, 10) : -1;
}

long emitted_operations(const char *folder, enum method m, enum problem p)
{
    char *banner = emitted_banner(folder, m, p);
    const long n = banner ? banner_operations(banner) : -1;
    free(banner);
    return n;
}

static bool print_operations(const char *folder, enum method m,
                             const double limits[PROBLEMS])
{
    bool met = true;
    const struct runner r = emitted_runner(folder, m);
    printf("| %s |", r.name);
    for (int p = 0; p < PROBLEMS; p++) {
        const long n = emitted_operations(folder, m, p);
        const double limit = limits ? limits[p] : 0;
        if (n < 0)
            printf(" **missing** |");
        else if (limit > 0)
            printf(" %ld %s %g |", n, (double)n <= limit ? "✓ ≤" : "**✗** >",
                   limit);
        else
            printf(" %ld |", n);
        met = met && n >= 0 && (limit <= 0 || (double)n <= limit);
    }
    printf("\n");
    return met;
}

bool table_operations(const char *folder)
{
    static const double rate[PROBLEMS] = {260, 470, 540, 550};
    static const double momentum[PROBLEMS] = {480, 640, 730, 690};
    printf("## Operations of a step (mul, add, div, sqrt, calls)\n\n"
           "| stepper |");
    for (int p = 0; p < PROBLEMS; p++)
        printf(" %s |", problem_data[p].name);
    printf("\n|---|---|---|---|---|\n| hand RKMK4 |");
    for (int p = 0; p < PROBLEMS; p++)
        printf(" %ld |", hand_rkmk4_operations(p));
    printf("\n");
    bool met = print_operations(folder, METHOD_RATE, rate);
    met = print_operations(folder, METHOD_MOMENTUM, momentum) && met;
    for (int m = METHOD_RATE8; m <= METHOD_VERNER8; m++)
        met = print_operations(folder, m, NULL) && met;
    printf("\n");
    return met;
}

/* Wall seconds of a whole process; NAN: it failed. */
static double process_time(char *const argv[])
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    int status = -1;
    pid_t child;
    const double begin = wall_seconds();
    if (posix_spawn(&child, argv[0], &files, NULL, argv, environ) == 0)
        waitpid(child, &status, 0);
    const double time = wall_seconds() - begin;
    posix_spawn_file_actions_destroy(&files);
    return status == 0 ? time : NAN;
}

static double median_process(char *const argv[])
{
    double time[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        time[i] = process_time(argv);
        if (isnan(time[i]))
            return NAN;
    }
    return 1e3 * median(time, PROCESSES);
}

/* The analyser alone, without the order observed by a stepper, as --csv has
 * it: 7 stages to order 6, 17 of surds and 26 of fractions to order 10. */
static bool print_analyses(const char *program, const char *folder)
{
    static char text[1 << 15];
    char path[600];
    snprintf(path, sizeof path, "%s/extrapolated10.pol", folder);
    FILE *out = fopen(path, "w");
    extrapolated_write(text, sizeof text);
    if (!out || fputs(text, out) < 0 || fclose(out) != 0)
        return false;
    const char *const tableau[] = {"butcher6", "hairer10", path};
    const char *const name[] = {"`butcher6`, 7 stages, order 6",
                                "`hairer10`, 17 stages, surds, order 10",
                                "26 stages, order 10"};
    const double limit[] = {50, 5000, 5000};
    bool met = true;
    for (int i = 0; i < 3; i++) {
        char *call[] = {(char *)program, "tableau", (char *)tableau[i], "--csv",
                        NULL};
        const double ms = median_process(call);
        printf("| `tableau` of %s | %s |\n", name[i], mark(ms, limit[i]));
        met = met && ms <= limit[i];
    }
    return met;
}

bool table_program(const char *program, const char *spec, const char *folder)
{
    char *rate = "rkmk(kutta4, form = rate)";
    char *emit[] = {(char *)program, "emit",     (char *)spec, "-o",
                    (char *)folder,  "--method", rate,         NULL};
    char *run[] = {(char *)program, "run",      (char *)spec, "--until",
                   "0.001",         "--method", rate,         NULL};
    char *version[] = {(char *)program, "--version", NULL};
    const double ms = median_process(emit);
    printf("## The program, ms of wall time (median of %d whole processes)\n\n"
           "| command | ms |\n|---|---|\n",
           PROCESSES);
    printf("| `--version` | %s |\n", mark(median_process(version), 0));
    printf("| `emit` of the fast top | %s |\n", mark(ms, 50));
    printf("| `run` of one step in memory | %s |\n",
           mark(median_process(run), 0));
    bool met = print_analyses(program, folder);
    printf("\n");
    return met && ms <= 50;
}
