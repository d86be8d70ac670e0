/* SPDX-License-Identifier: MIT
 *
 * Tables of precision: time to a global attitude error of 1e-10, and of
 * 1e-12, with the fewest steps, or the loosest tolerance, that reach it.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "rates.h"

enum {
    ODEINT,
    ODEINT_INLINED,
    GSL,
    CONTROLLED,
    EMITTED = METHOD_KINEMATIC_DVERK8 - METHOD_RATE8 + 1,
    RATE8 = CONTROLLED,
    ROTATIONS = CONTROLLED + METHOD_KINEMATIC_VERNER8 - METHOD_RATE8,
    RUNNERS = CONTROLLED + EMITTED
};
enum { ROUNDS = 15, SETTLED = 3, FURTHER = 12 };

static const char *race_title;
static double goal;
static const double sample = 0.005; /* s of CPU at least */

/* One way to integrate a problem to its end, in fixed steps unless it is
 * controlled or adaptive. */
struct way {
    controlled_run *controlled; /* or: */
    struct runner emitted;
    bool adaptive;
    enum weight control;
    double tolerance;
    double floor; /* the smallest error that was seen */
    long steps;   /* 0: the goal is out of reach */
};

static double error_of(struct way *w, enum problem p, long *steps)
{
    const struct problem_data *d = &problem_data[p];
    double x[7], R[9];
    if (w->controlled) {
        memcpy(x, d->q, sizeof d->q);
        memcpy(x + 4, d->L, sizeof d->L);
        *steps = w->controlled(p, x, d->until, w->control, w->tolerance);
        if (*steps <= 0)
            return HUGE_VAL;
        quaternion_rotation(x, R);
    } else if (w->adaptive) {
        *steps = runner_advance(&w->emitted, p, d->until, w->tolerance, R);
        if (*steps <= 0)
            return HUGE_VAL;
    } else if (runner_run(&w->emitted, p, d->until / (double)*steps, *steps, R))
        return HUGE_VAL;
    const double error = attitude_error(p, R);
    if (isnan(error))
        return HUGE_VAL;
    w->floor = fmin(w->floor, error);
    return error;
}

static double timed(struct way *w, enum problem p, long runs)
{
    long steps = w->steps;
    const double begin = cpu_seconds();
    for (long i = 0; i < runs; i++)
        error_of(w, p, &steps);
    return (cpu_seconds() - begin) / (double)runs;
}

/* The fewest steps from which on the goal is reached for good, in a grid of
 * 4 %. */
static void find_steps(struct way *w, enum problem p)
{
    int good = 0;
    for (double n = 1; n < 2e5 && good < SETTLED; n = ceil(n * 1.04)) {
        long steps = (long)n;
        if (error_of(w, p, &steps) > goal) {
            good = 0;
            continue;
        }
        if (good++ == 0)
            w->steps = steps;
    }
    if (good < SETTLED)
        w->steps = 0;
    for (double n = (double)w->steps; n > 0 && n < 40.0 * (double)w->steps; n *= 1.5) {
        long steps = (long)n; /* for the floor */
        error_of(w, p, &steps);
    }
}

/* The quickest setting that reaches the goal. */
static void find_tolerance(struct way *w, enum problem p)
{
    double best = HUGE_VAL;
    struct way try = *w;
    for (int c = 0; c < (w->adaptive ? 1 : WEIGHTS); c++) {
        int good = 0;
        for (int k = 0; k < 90 && good < SETTLED + FURTHER; k++) {
            try.control = c;
            try.tolerance = pow(10, -4 - k / 8.0);
            if (error_of(&try, p, &try.steps) > goal)
                continue;
            if (good++ >= SETTLED)
                continue; /* for the floor */
            double times[3];
            for (int i = 0; i < 3; i++)
                times[i] = timed(&try, p, 2);
            const double time = median(times, 3);
            if (time < best) {
                best = time;
                *w = try;
            }
        }
    }
    w->floor = try.floor;
}

static void race(struct way *w, enum problem p, double *microseconds)
{
    static double time[RUNNERS][ROUNDS];
    long runs[RUNNERS];
    for (int i = 0; i < RUNNERS; i++)
        runs[i] = w[i].steps ? (long)ceil(sample / timed(&w[i], p, 1)) : 0;
    for (int k = 0; k < ROUNDS; k++)
        for (int i = 0; i < RUNNERS; i++)
            time[i][k] = runs[i] ? timed(&w[i], p, runs[i]) : HUGE_VAL;
    for (int i = 0; i < RUNNERS; i++)
        microseconds[i] = 1e6 * median(time[i], ROUNDS);
}

static const char *const names[CONTROLLED] = {"odeint rkf78", "odeint rkf78, rate inlined",
                                              "GSL rk8pd"};

static void print_floors(struct way way[PROBLEMS][RUNNERS])
{
    printf("\nThe smallest error that each was seen to have, rad:\n\n");
    heading("stepper");
    for (int i = 0; i < RUNNERS; i++) {
        printf("| %s |", i < CONTROLLED ? names[i] : way[0][i].emitted.name);
        for (int p = 0; p < PROBLEMS; p++)
            printf(" %.1e |", way[p][i].floor);
        printf("\n");
    }
}

static void print_peers(struct way way[PROBLEMS][RUNNERS], double us[PROBLEMS][RUNNERS])
{
    static const char *const weights[WEIGHTS] = {"absolute", "relative", "both"};
    for (int i = 0; i < CONTROLLED; i++) {
        printf("| %s |", names[i]);
        for (int p = 0; p < PROBLEMS; p++) {
            const struct way *w = &way[p][i];
            if (w->steps)
                printf(" %.1f (%ld, %s %.0e) |", us[p][i], w->steps, weights[w->control],
                       w->tolerance);
            else
                printf(" - |");
        }
        printf("\n");
    }
}

static void print_emitted(struct way way[PROBLEMS][RUNNERS], double us[PROBLEMS][RUNNERS])
{
    for (int i = CONTROLLED; i < RUNNERS; i++) {
        const char *name = way[0][i].emitted.name;
        printf("| %s |", name);
        for (int p = 0; p < PROBLEMS; p++) {
            const double best = fmin(us[p][ODEINT], us[p][GSL]);
            printf(" %.1f (%ld), ratio %s |", us[p][i], way[p][i].steps,
                   target(race_title, name, problem_data[p].name, us[p][i] / best, AT_MOST,
                          i == RATE8));
        }
        printf("\n");
    }
}

/* How much longer the best library takes than the best stepper whose R is a
 * rotation by construction. */
static void print_best(double us[PROBLEMS][RUNNERS])
{
    static const double tenth[PROBLEMS] = {5.5, 6.5, 2.9, 3.8};
    static const double twelfth[PROBLEMS] = {3, 3, 3, 3};
    const double *wanted = goal < 1e-11 ? twelfth : tenth;
    printf("| best library over the best on rotations |");
    for (int p = 0; p < PROBLEMS; p++) {
        double best = HUGE_VAL;
        for (int i = CONTROLLED; i < ROTATIONS; i++)
            best = fmin(best, us[p][i]);
        best = fmin(us[p][ODEINT], us[p][GSL]) / best;
        printf(" %.1f (goal %g%s) |", best, wanted[p], best >= wanted[p] ? ", reached" : "");
    }
    printf("\n");
}

static void find(const char *folder, struct way way[RUNNERS], enum problem p)
{
    way[ODEINT].controlled = odeint_rkf78_run;
    way[ODEINT_INLINED].controlled = odeint_rkf78_inlined_run;
    way[GSL].controlled = gsl_rk8pd_run;
    for (int i = 0; i < EMITTED; i++) {
        struct way *w = &way[CONTROLLED + i];
        w->emitted = emitted_runner(folder, METHOD_RATE8 + i);
        w->adaptive = strstr(w->emitted.name, "adaptive");
    }
    for (int i = 0; i < RUNNERS; i++) {
        struct way *w = &way[i];
        w->floor = HUGE_VAL;
        (w->controlled || w->adaptive ? find_tolerance : find_steps)(w, p);
    }
}

static void table(const char *folder, const char *title, double error)
{
    static struct way way[PROBLEMS][RUNNERS];
    static double us[PROBLEMS][RUNNERS];
    memset(way, 0, sizeof way);
    race_title = title;
    goal = error;
    for (int p = 0; p < PROBLEMS; p++) {
        find(folder, way[p], p);
        race(way[p], p, us[p]);
    }
    printf("## %s\n\n", race_title);
    heading("stepper");
    print_peers(way, us);
    print_emitted(way, us);
    print_best(us);
    print_floors(way);
    printf("\nThe ratio is to the quicker of odeint rkf78 and GSL rk8pd, "
           "each at the quickest\nsetting that reaches the goal.\n");
    printf("\n");
}

void table_precision(const char *folder)
{
    table(folder, "To an attitude error of 1e-10, microseconds of CPU (steps)", 1e-10);
    table(folder, "To an attitude error of 1e-12, microseconds of CPU (steps)", 1e-12);
}
