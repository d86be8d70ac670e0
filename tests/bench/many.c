/* SPDX-License-Identifier: MIT
 *
 * Many bodies in one call: how many times faster `_run_many` is than `_run` for
 * one after the other, on one core; what share of
 * the fused multiply-adds that the core can do a step has; and what threads
 * add.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "many.h"
#include "many_methods.h"

enum { ROUNDS = 9, STEPS = 128, SIZES = 2 };

static const long sizes[SIZES] = {64, 4096};
static const double sample = 0.004; /* s of CPU at least */

static const char *const folders[] = {MANY_FOLDERS};
static const char *const labels[] = {MANY_LABELS};

/* The flags of a set of modules, and what is to be reached by them. */
struct set {
    const char *name;              /* of the modules' folder */
    const char *real, *vectors;    /* in titles */
    double goal, goal_of_implicit; /* for mr, too, in which all waits for sines */
    bool can;                      /* this processor */
};

struct cell {
    double ratio, share; /* NAN: none */
    const char *fault;
};

/* Whether a module can be run, and tables of it can be made. */
static bool has_vectors(int bits)
{
#if defined __x86_64__ && defined __GNUC__
    __builtin_cpu_init();
    return bits == 512 ? __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl")
                       : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return (void)bits, false;
#endif
}

static const struct many_driver *driver_of(const char *folder, const char *set, const char *method,
                                           enum problem p)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/many_%s_%s_%s.so", folder, set, method, problem_data[p].body);
    return symbol_of(path, "driven_many");
}

/* Fused operations a second, the most of some tries. */
static double peak_of(const char *folder, const char *set)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/many_%s_peak.so", folder, set);
    many_peak_run *run;
    *(void **)&run = symbol_of(path, "many_peak");
    double most = NAN;
    for (int i = 0; run && i < ROUNDS; i++) {
        const double begin = cpu_seconds();
        const double done = run(1000000);
        most = fmax(most, done / (cpu_seconds() - begin));
    }
    return most;
}

typedef int way(void *, double h, long steps);

/* CPU seconds of one call, the mean of `calls`; NAN: a body fails. */
static double timed(const struct many_driver *d, way *run, void *bodies, double h, long calls)
{
    d->reset(bodies);
    const double begin = cpu_seconds();
    for (long i = 0; i < calls; i++)
        if (run(bodies, h, STEPS))
            return NAN;
    return (cpu_seconds() - begin) / (double)calls;
}

static long enough_calls(const struct many_driver *d, way *run, void *bodies, double h)
{
    const double once = timed(d, run, bodies, h, 1);
    return once > 0 ? (long)ceil(sample / once) : 1;
}

static void race(const struct many_driver *d, void *bodies, enum problem p, double *ratio,
                 double *seconds)
{
    const double h = problem_data[p].step;
    const long singly = enough_calls(d, d->singly, bodies, h);
    const long together = enough_calls(d, d->together, bodies, h);
    double ratios[ROUNDS], times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double one = timed(d, d->singly, bodies, h, singly);
        times[i] = timed(d, d->together, bodies, h, together);
        ratios[i] = one / times[i];
    }
    *ratio = median(ratios, ROUNDS);
    *seconds = median(times, ROUNDS);
}

/* Both ways go the same way, but for contracted products. */
static bool is_right(const struct many_driver *d, void *bodies, enum problem p, const char *real)
{
    d->reset(bodies);
    const bool good = !d->singly(bodies, problem_data[p].step, STEPS) &&
                      !d->together(bodies, problem_data[p].step, STEPS);
    return good && d->apart(bodies) < (*real == 'f' ? 1e-3 : 1e-10);
}

static struct cell measured(const char *folder, const struct set *s, int method, long n,
                            enum problem p, double peak)
{
    struct cell c = {NAN, NAN, "missing"};
    const struct many_driver *d = driver_of(folder, s->name, folders[method], p);
    void *bodies = d ? d->open(n) : NULL;
    if (!bodies)
        return c;
    c.fault = "fails";
    if (is_right(d, bodies, p, s->real)) {
        double seconds;
        race(d, bodies, p, &c.ratio, &seconds);
        c.fault = isnan(c.ratio) ? "fails" : NULL;
        char path[4096];
        snprintf(path, sizeof path, "%s/many/%s/%s/%s.c", folder, s->real, folders[method],
                 problem_data[p].body);
        c.share = operations_of(path) * (double)n * STEPS / seconds / peak;
    }
    d->close(bodies);
    return c;
}

static void print_row(const char *folder, const struct set *s, const char *title, int method,
                      long n, double peak)
{
    const char *label = labels[method];
    const bool slow = !strcmp(label, "**mr**") || !strcmp(label, "**imidm**");
    const bool packed = strstr(label, "verner87e") || strstr(label, "dverk78");
    const double goal = slow ? s->goal_of_implicit : s->goal;
    char row[200];
    snprintf(row, sizeof row, "%s, %ld", label, n);
    printf("| %s |", row);
    for (int p = 0; p < PROBLEMS; p++) {
        const struct cell c = measured(folder, s, method, n, p, peak);
        const char *marked = target(title, row, problem_data[p].name, c.ratio, AT_LEAST,
                                    packed ? 0.75 * goal : goal);
        if (c.fault)
            printf(" **%s** |", c.fault);
        else if (isnan(c.share))
            printf(" %s |", marked);
        else
            printf(" %s %.0f %% |", marked, 100 * c.share);
    }
    printf("\n");
    fflush(stdout);
}

static void print_set(const char *folder, const struct set *s)
{
    char title[200];
    snprintf(title, sizeof title, "Many bodies, %s, %s", s->real, s->vectors);
    printf("## %s\n\n", title);
    if (!s->can) {
        printf("Not tried: this processor has none.\n\n");
        return;
    }
    const double peak = peak_of(folder, s->name);
    printf("Speed-up over one by one, and the share of the %.0f GFLOP/s that "
           "a*b + c has.\n\n",
           1e-9 * peak);
    heading("method, bodies");
    for (int m = 0; m < MANY_METHODS; m++)
        for (int k = 0; k < SIZES; k++)
            print_row(folder, s, title, m, sizes[k], peak);
    printf("\n");
}

/* The least of some, for what else is at work only makes them longer. */
static double wall_of(const struct many_driver *d, void *bodies, double h, int threads)
{
    double least = HUGE_VAL;
    d->threads(threads);
    for (int i = 0; i < 4 * ROUNDS; i++) {
        d->reset(bodies);
        const double begin = wall_seconds();
        d->together(bodies, h, STEPS);
        least = fmin(least, wall_seconds() - begin);
    }
    return least;
}

static void print_threads(const char *folder)
{
    printf("## Many bodies, threads\n\nSpeed-up by two threads (-fopenmp), by "
           "the clock on the wall, of %ld bodies in double.\n\n",
           sizes[SIZES - 1]);
    heading("method");
    for (int m = 0; m < MANY_THREADED; m++) {
        printf("| %s |", labels[m]);
        for (int p = 0; p < PROBLEMS; p++) {
            const struct many_driver *d = driver_of(folder, "threads", folders[m], p);
            void *bodies = d && d->threads ? d->open(sizes[SIZES - 1]) : NULL;
            if (!bodies) {
                printf(" **missing** |");
                continue;
            }
            const double h = problem_data[p].step;
            wall_of(d, bodies, h, 2); /* they are there from now on */
            const double one = wall_of(d, bodies, h, 1);
            printf(" %.2f |", one / wall_of(d, bodies, h, 2));
            d->close(bodies);
        }
        printf("\n");
    }
    printf("\n");
}

void table_many(const char *folder)
{
    const bool wide = has_vectors(512), narrow = has_vectors(256);
    const double in_float = 1.7;
    const struct set sets[] = {
        {"double512", "double", "512 bits", 4.5, 3, wide},
        {"double256", "double", "256 bits (AVX2)", 3, 2, narrow},
        {"float512", "float", "512 bits", 4.5 * in_float, 3 * in_float, wide},
        {"float256", "float", "256 bits (AVX2)", 3 * in_float, 2 * in_float, narrow}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        print_set(folder, &sets[i]);
    leave_one_core();
    print_threads(folder);
    stay_on_one_core();
}
