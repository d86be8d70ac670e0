/* SPDX-License-Identifier: MIT
 *
 * First table: CPU time of a step in units of odeint's rk4, and the attitude
 * errors at the end, by which a wrong stepper would show.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

enum { ODEINT, ODEINT_INLINED, GSL, ARKODE, HAND_RK4, HAND_RKMK4, PEERS };
enum { RUNNERS = PEERS + METHODS, ROUNDS = 15 };

static const double sample = 0.01; /* s of CPU at least */

struct cell {
    double ratio, ns, error; /* NAN: missing */
};

static const double limits[METHODS][PROBLEMS] = {
    [METHOD_RATE] = {0.48, 1.1, 1.1, 1.1},
    [METHOD_IMIDM] = {2.2, 2.2, 2.2, 2.2},
};

/* CPU seconds of one run over the whole time, of at least `least` runs. */
static double timed(const struct runner *r, enum problem p, long least)
{
    const struct problem_data *d = &problem_data[p];
    const long n = lround(d->until / d->step);
    double R[9];
    const double begin = cpu_seconds();
    for (long i = 0; i < least; i++)
        if (!runner_run(r, p, d->step, n, R))
            return NAN;
    return (cpu_seconds() - begin) / (double)least;
}

static double end_error(const struct runner *r, enum problem p)
{
    const struct problem_data *d = &problem_data[p];
    double R[9];
    return runner_run(r, p, d->step, lround(d->until / d->step), R)
               ? attitude_error(p, R)
               : NAN;
}

/* Interleaved: every round runs all, and the ratio is taken within it. */
static void race(const struct runner *r, enum problem p, struct cell *out)
{
    static double time[RUNNERS][ROUNDS], ratio[RUNNERS][ROUNDS];
    const double n = round(problem_data[p].until / problem_data[p].step);
    long least[RUNNERS];
    for (int i = 0; i < RUNNERS; i++) {
        const double once = timed(&r[i], p, 1);
        least[i] = once > 0 ? (long)ceil(sample / once) : 1;
    }
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < RUNNERS; i++)
            time[i][k] = timed(&r[i], p, least[i]);
        for (int i = 0; i < RUNNERS; i++)
            ratio[i][k] = time[i][k] / time[ODEINT][k];
    }
    for (int i = 0; i < RUNNERS; i++) {
        out[i].error = end_error(&r[i], p);
        out[i].ratio = median(ratio[i], ROUNDS);
        out[i].ns = 1e9 * median(time[i], ROUNDS) / n;
    }
}

static double limit_of(int runner, enum problem p)
{
    return runner < PEERS ? 0 : limits[runner - PEERS][p];
}

static void heading(const char *first)
{
    printf("| %s |", first);
    for (int p = 0; p < PROBLEMS; p++)
        printf(" %s |", problem_data[p].name);
    printf("\n|---|---|---|---|---|\n");
}

static bool print_ratios(const struct runner *r,
                         struct cell cell[PROBLEMS][RUNNERS])
{
    bool met = true;
    printf("## A step, in units of odeint rk4 (ns of CPU)\n\n");
    heading("stepper");
    for (int i = 0; i < RUNNERS; i++) {
        printf("| %s |", r[i].name);
        for (int p = 0; p < PROBLEMS; p++) {
            const double limit = limit_of(i, p);
            printf(" %s (%.1f) |", mark(cell[p][i].ratio, limit),
                   cell[p][i].ns);
            met = met && !(limit > 0 && !(cell[p][i].ratio <= limit));
        }
        printf("\n");
    }
    return met;
}

static void print_errors(const struct runner *r,
                         struct cell cell[PROBLEMS][RUNNERS])
{
    printf("\nAttitude error at the end, rad, with the step of the race:\n\n");
    heading("stepper");
    for (int i = 0; i < RUNNERS; i++) {
        printf("| %s |", r[i].name);
        for (int p = 0; p < PROBLEMS; p++)
            printf(" %.1e |", cell[p][i].error);
        printf("\n");
    }
    printf("\n");
}

bool table_steps(const char *folder)
{
    static struct cell cell[PROBLEMS][RUNNERS];
    struct runner r[RUNNERS] = {
        [ODEINT] = {"odeint rk4", odeint_rk4_run, {NULL}},
        [ODEINT_INLINED] = {"odeint rk4, rate inlined",
                            odeint_rk4_inlined_run,
                            {NULL}},
        [GSL] = {"GSL rk4", gsl_rk4_run, {NULL}},
        [ARKODE] = {"ARKODE rk4", arkode_rk4_run, {NULL}},
        [HAND_RK4] = {"hand rk4", hand_rk4_run, {NULL}},
        [HAND_RKMK4] = {"hand RKMK4", hand_rkmk4_run, {NULL}},
    };
    for (int m = 0; m < METHODS; m++)
        r[PEERS + m] = emitted_runner(folder, m);
    for (int p = 0; p < PROBLEMS; p++)
        race(r, p, cell[p]);
    const bool met = print_ratios(r, cell);
    print_errors(r, cell);
    return met;
}
