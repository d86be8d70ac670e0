/* SPDX-License-Identifier: MIT
 *
 * The CPU time of the program itself.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../extrapolated.h"
#include "bench.h"
#include "polhode.h"

/* ---- whole processes ---- */

extern char **environ;

static double seconds_of(const struct timeval *t)
{
    return (double)t->tv_sec + 1e-6 * (double)t->tv_usec;
}

/* A whole process, by its arguments: its own CPU time and the system's for
 * it. */
static double process_seconds(const void *arguments)
{
    char *const *argv = arguments;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int status = -1;
    pid_t child;
    struct rusage usage = {0};
    if (posix_spawn(&child, argv[0], &files, NULL, argv, environ) == 0)
        wait4(child, &status, 0, &usage);
    posix_spawn_file_actions_destroy(&files);
    return status == 0 ? seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime) : NAN;
}

static const char program_title[] = "The program, in units of the fixed work (ms of CPU)";

/* The file stays away where it cannot be written: its row is missing then. */
static void write_extrapolated(const char *path)
{
    FILE *out = fopen(path, "w");
    if (out) {
        extrapolated_write(out);
        fclose(out);
    }
}

void table_program(const char *program, const char *spec, const char *folder)
{
    static const char rate[] = "rkmk(kutta4, form = rate)";
    char path[600];
    snprintf(path, sizeof path, "%s/extrapolated10.pol", folder);
    write_extrapolated(path);
    /* Of a tableau the analyser alone, without the order observed by a stepper,
     * as --csv has it: of 7 stages, 17 of surds and 26 of fractions. */
    const struct {
        const char *row;
        double limit;
        const char *call[9];
    } rows[] = {
        {"`--version`", 0, {program, "--version"}},
        {"`emit` of the fast top", 2.7, {program, "emit", spec, "-o", folder, "--method", rate}},
        {"`run` of one step in memory",
         0,
         {program, "run", spec, "--until", "0.001", "--method", rate}},
        {"`tableau` of `butcher6`, 7 stages, order 6",
         0.5,
         {program, "tableau", "butcher6", "--csv"}},
        {"`tableau` of `hairer10`, 17 stages, surds, order 10",
         68,
         {program, "tableau", "hairer10", "--csv"}},
        {"`tableau` of 26 stages, order 10", 3.7, {program, "tableau", path, "--csv"}},
    };
    timing_heading(program_title);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        timing_row(program_title, rows[i].row, process_seconds, rows[i].call, rows[i].limit);
    printf("\n");
}

/* ---- CPU time inside one process from a spec to functions in memory, and
 * of that the part from C text on, by the library itself ---- */

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)to;
    (void)name;
    (void)text;
    (void)length;
}

/* A job that has come to straight programs; NULL: it failed. */
static pol_job *lowered(const char *spec)
{
    pol_options o = pol_default_options();
    o.method = "rkmk(kutta4, form = rate)";
    pol_job *job = pol_open(&o);
    if (job && pol_read(job, spec) == POL_OK && pol_lower(job) == POL_OK)
        return job;
    pol_close(job);
    return NULL;
}

static double spec_seconds(const void *spec)
{
    const double begin = cpu_seconds();
    pol_job *job = lowered(spec);
    pol_image *image = NULL;
    const bool good = job && pol_load(job, POL_TCC, &image) == POL_OK;
    const double time = cpu_seconds() - begin;
    pol_unload(image);
    pol_close(job);
    return good ? time : NAN;
}

static double load_seconds(pol_job *job)
{
    pol_image *image = NULL;
    const double begin = cpu_seconds();
    const bool good = pol_load(job, POL_TCC, &image) == POL_OK;
    const double time = cpu_seconds() - begin;
    pol_unload(image);
    return good ? time : NAN;
}

static double emit_seconds(pol_job *job)
{
    const double begin = cpu_seconds();
    const bool good = pol_emit(job, "c99", ignore, NULL) == POL_OK;
    return good ? cpu_seconds() - begin : NAN;
}

/* Loading emits, too, so what emitting alone takes is taken off.  The first
 * load warms both up. */
static double text_seconds(const void *spec)
{
    pol_job *job = lowered(spec);
    if (!job || isnan(load_seconds(job))) {
        pol_close(job);
        return NAN;
    }
    const double emitted = emit_seconds(job), loaded = load_seconds(job);
    pol_close(job);
    return loaded - emitted;
}

void table_within(const char *spec)
{
    static const char title[] =
        "To functions in memory by tcc, in units of the fixed work (ms of CPU)";
    timing_heading(title);
    timing_row(title, "from the fast top's spec", spec_seconds, spec, 1.9);
    timing_row(title, "from its C text", text_seconds, spec, 0.12);
    printf("\n");
}
