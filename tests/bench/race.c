/* SPDX-License-Identifier: MIT
 *
 * CPU time of a step, and the attitude errors at the end, by which a wrong
 * stepper would show.  Interleaved: every round runs all steppers, and the
 * ratio to the unit is taken within it.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

/* ---- a contest ---- */

enum { ROUNDS = 15 };

static const double sample = 0.01; /* s of CPU at least */

struct cell {
    double ratio, ns, error;
    const char *fault; /* why there are none; NULL: they are there */
};

/* CPU seconds of one run over the whole time, the mean of `runs`. */
static double timed(const struct runner *r, enum problem p, long runs)
{
    const struct problem_data *d = &problem_data[p];
    const long n = lround(d->until / d->step);
    double R[9];
    const double begin = cpu_seconds();
    for (long i = 0; i < runs; i++)
        if (runner_run(r, p, d->step, n, R))
            return NAN;
    return (cpu_seconds() - begin) / (double)runs;
}

static void look_at_end(const struct runner *r, enum problem p, struct cell *cell)
{
    const struct problem_data *d = &problem_data[p];
    double R[9];
    cell->fault = runner_run(r, p, d->step, lround(d->until / d->step), R);
    cell->error = cell->fault ? NAN : attitude_error(p, R);
}

static long enough_runs(const struct runner *r, enum problem p)
{
    const double once = timed(r, p, 1);
    return once > 0 ? (long)ceil(sample / once) : 1;
}

static void race(const struct contest *c, enum problem p, struct cell *out)
{
    static double time[RUNNERS_MOST][ROUNDS], ratio[RUNNERS_MOST][ROUNDS];
    const double n = round(problem_data[p].until / problem_data[p].step);
    long runs[RUNNERS_MOST];
    for (int i = 0; i < c->runners; i++)
        runs[i] = enough_runs(&c->runner[i], p);
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < c->runners; i++)
            time[i][k] = timed(&c->runner[i], p, runs[i]);
        for (int i = 0; i < c->runners; i++)
            ratio[i][k] = time[i][k] / time[c->unit][k];
    }
    for (int i = 0; i < c->runners; i++) {
        look_at_end(&c->runner[i], p, &out[i]);
        out[i].ratio = median(ratio[i], ROUNDS);
        out[i].ns = 1e9 * median(time[i], ROUNDS) / n;
    }
}

static void print_ratio(const struct contest *c, int i, enum problem p, const struct cell *cell)
{
    const char *marked = target(c->title, c->runner[i].name, problem_data[p].name,
                                cell->fault ? NAN : cell->ratio, AT_MOST, c->limit[i][p]);
    if (cell->fault)
        printf(" **%s** |", cell->fault);
    else
        printf(" %s (%.1f) |", marked, cell->ns);
}

static void print_ratios(const struct contest *c, struct cell cell[PROBLEMS][RUNNERS_MOST])
{
    printf("## %s\n\n", c->title);
    heading("stepper");
    for (int i = 0; i < c->runners; i++) {
        printf("| %s |", c->runner[i].name);
        for (int p = 0; p < PROBLEMS; p++)
            print_ratio(c, i, p, &cell[p][i]);
        printf("\n");
    }
}

static void print_errors(const struct contest *c, struct cell cell[PROBLEMS][RUNNERS_MOST])
{
    printf("\nAttitude error at the end, rad, with the step of the race:\n\n");
    heading("stepper");
    for (int i = 0; i < c->runners; i++) {
        printf("| %s |", c->runner[i].name);
        for (int p = 0; p < PROBLEMS; p++)
            if (cell[p][i].fault)
                printf(" - |");
            else
                printf(" %.1e |", cell[p][i].error);
        printf("\n");
    }
    printf("\n");
}

void contest_print(const struct contest *c)
{
    static struct cell cell[PROBLEMS][RUNNERS_MOST];
    for (int p = 0; p < PROBLEMS; p++)
        race(c, p, cell[p]);
    print_ratios(c, cell);
    print_errors(c, cell);
}

/* ---- a step in units of odeint's rk4, and of the splitting in units of the
 * same by hand ---- */

enum { ODEINT, ODEINT_INLINED, GSL, ARKODE, HAND_RK4, HAND_RKMK4, PEERS };

void table_steps(const char *folder)
{
    struct contest c = {
        .title = "A step, in units of odeint rk4 (ns of CPU)",
        .runners = PEERS + METHODS,
        .unit = ODEINT,
        .runner =
            {
                [ODEINT] = {.name = "odeint rk4", .peer = odeint_rk4_run},
                [ODEINT_INLINED] = {.name = "odeint rk4, rate inlined",
                                    .peer = odeint_rk4_inlined_run},
                [GSL] = {.name = "GSL rk4", .peer = gsl_rk4_run},
                [ARKODE] = {.name = "ARKODE rk4", .peer = arkode_rk4_run},
                [HAND_RK4] = {.name = "hand rk4", .peer = hand_rk4_run},
                [HAND_RKMK4] = {.name = "hand RKMK4", .peer = hand_rkmk4_run},
            },
        .limit =
            {
                [PEERS + METHOD_RATE] = {0.48, 1.1, 1.1, 1.1},
                [PEERS + METHOD_MAGNUS] = {0.37, 0.72, 0.68, 0.83},
                [PEERS + METHOD_IMIDM] = {2.2, 2.2, 2.2, 2.2},
            },
    };
    for (int m = 0; m < METHODS; m++)
        c.runner[PEERS + m] = emitted_runner(folder, m);
    contest_print(&c);
}

void table_splitting(const char *folder)
{
    struct contest c = {
        .title = "A step of mr, in units of the same by hand (ns of CPU)",
        .runners = 2,
        .runner = {{.name = "hand MR", .peer = hand_mr_run}, emitted_runner(folder, METHOD_MR)},
        .limit = {{0}, {1.05, 1.05, 1.05, 1.05}},
    };
    contest_print(&c);
}

void table_taylor(const char *folder)
{
    struct contest c = {
        .title = "A step of taylor(20), in units of the same by hand (ns of CPU)",
        .runners = 2,
        .runner = {{.name = "hand Taylor", .peer = hand_taylor_run},
                   emitted_runner(folder, METHOD_TAYLOR20)},
        .limit = {{0}, {1.1, 1.1, 1.1, 1.1}},
    };
    contest_print(&c);
}

/* ---- what it costs to store the attitude in other numbers, in units of the
 * quaternion's step.  Beside it what is done by hand for angles: the
 * quaternion's stepper, and the closed formulas after each step ---- */

enum { QUATERNION, CONVERTED, STORED };

/* R = Z(a) Y(b) X(c), by the formulas of any textbook: near lock they lose
 * half the digits, and the angles leap. */
static void zyx_angles(const double *q, double angle[3])
{
    const double b = 2 * (q[0] * q[2] - q[1] * q[3]);
    angle[0] = atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    angle[1] = asin(fmax(-1, fmin(b, 1)));
    angle[2] = atan2(2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[1] * q[1] + q[2] * q[2]));
}

void table_attitudes(const char *folder)
{
    struct contest c = {
        .title = "The attitude, in units of the quaternion's step (ns of CPU)",
        .runners = STORED + EMITTED_MODULES - METHODS,
        .unit = QUATERNION,
    };
    c.runner[QUATERNION] = emitted_runner(folder, METHOD_RATE);
    c.runner[QUATERNION].name = "**quaternion**";
    c.runner[CONVERTED] = c.runner[QUATERNION];
    c.runner[CONVERTED].name = "quaternion, to zyx by hand after each step";
    c.runner[CONVERTED].angles = zyx_angles;
    for (int m = METHODS; m < EMITTED_MODULES; m++)
        c.runner[STORED + m - METHODS] = emitted_runner(folder, m);
    contest_print(&c);
}
