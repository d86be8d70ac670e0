/* SPDX-License-Identifier: MIT
 *
 * Sixth table: CPU time inside one process from a spec to functions in memory,
 * and of that the part from C text on, by the library itself.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "polhode.h"

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

void table_inside(const char *spec)
{
    static const char title[] =
        "To functions in memory by tcc, in units of the fixed work (ms of CPU)";
    timing_heading(title);
    timing_row(title, "from the fast top's spec", spec_seconds, spec, 1.9);
    timing_row(title, "from its C text", text_seconds, spec, 0.12);
    printf("\n");
}
