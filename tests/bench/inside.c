/* SPDX-License-Identifier: MIT
 *
 * Sixth table: CPU time inside one process from a spec to functions in memory,
 * and of that the part from C text on, by the library itself.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "polhode.h"

enum { TIMES = 31 };

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

/* ms of CPU time: emitting alone, and emitting and compiling. */
static bool time_once(const char *spec, double *all, double *text)
{
    const double begin = cpu_seconds();
    pol_job *job = lowered(spec);
    pol_image *image = NULL;
    const bool loaded = job && pol_load(job, POL_TCC, &image) == POL_OK;
    const double loaded_at = cpu_seconds();
    bool good = loaded && pol_emit(job, "c99", ignore, NULL) == POL_OK;
    const double emitted_at = cpu_seconds();
    pol_unload(image);
    image = NULL;
    const double again_at = cpu_seconds();
    good = good && pol_load(job, POL_TCC, &image) == POL_OK;
    const double again = cpu_seconds() - again_at;
    pol_unload(image);
    pol_close(job);
    *all = 1e3 * (loaded_at - begin);
    *text = 1e3 * (again - (emitted_at - loaded_at));
    return good;
}

bool table_inside(const char *spec)
{
    double all[TIMES], text[TIMES];
    for (int i = 0; i < TIMES; i++)
        if (!time_once(spec, &all[i], &text[i]))
            all[i] = text[i] = NAN;
    const double whole = median(all, TIMES), compiled = median(text, TIMES);
    printf("## In memory, ms of CPU time (median of %d)\n\n"
           "| from .. to callable functions by tcc | ms |\n|---|---|\n",
           TIMES);
    printf("| the fast top's spec | %s |\n", mark(whole, 20));
    printf("| its C text | %s |\n\n", mark(compiled, 2));
    return whole <= 20 && compiled <= 2;
}
