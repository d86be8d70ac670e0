/* SPDX-License-Identifier: MIT
 *
 * What the parts of the benchmark share: the steppers that are raced, errors,
 * the clock, and the tables.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "methods.h"
#include "peers.h"
#include "runtime/pol_stepper.h"

/* Emitted steppers, in the order of CMakeLists.txt: methods on the quaternion,
 * and up to EMITTED_MODULES the other attitudes. */
enum method {
    METHOD_RATE,
    METHOD_MOMENTUM,
    METHOD_IMIDM,
    METHOD_RATE8,
    METHOD_MOMENTUM8,
    METHOD_DVERK8,
    METHOD_VERNER8,
    METHOD_MAGNUS_VERNER8,
    METHOD_MAGNUS_DVERK8,
    METHOD_MAGNUS_VERNER9,
    METHOD_TAYLOR12,
    METHOD_TAYLOR20,
    METHOD_EXACT,
    METHOD_MAGNUS_ADAPTIVE,
    METHOD_TAYLOR_ADAPTIVE,
    METHOD_KINEMATIC_VERNER8,
    METHOD_KINEMATIC_DVERK8,
    METHOD_MAGNUS,
    METHOD_MR,
    METHODS
};

/* One stepper on all problems: `peer`, or else those that were emitted. */
struct runner {
    const char *name;
    fixed_run *peer;
    const pol_stepper *emitted[PROBLEMS];
    /* angles zyx of the state, wanted after each step; NULL: not wanted */
    void (*angles)(const double *x, double angle[3]);
};

/* emitted.c.  Modules lie at <folder>/<method>_<body>.so. */
struct runner emitted_runner(const char *folder, enum method);
/* Of a shared object; NULL, with a message: it is not there. */
void *symbol_of(const char *path, const char *name);
/* Those of a step, as the banner of a C text states them; NAN: it does not, or
 * a sweep of an iteration has more. */
double operations_of(const char *path);

/* n steps from the start; NULL, or else in a word why there is no R. */
const char *runner_run(const struct runner *, enum problem, double h, long n, double R[9]);

/* From the start to `until` in adaptive steps, how many; -1: it fails. */
long runner_advance(const struct runner *, enum problem, double until, double tolerance,
                    double R[9]);

/* main.c: angle in rad between R and the problem's end; HUGE_VAL: R is
 * not a rotation. references_print() shows how good the references are. */
void references_make(void);
void references_print(void);
double attitude_error(enum problem, const double R[9]);

double cpu_seconds(void);
double wall_seconds(void);
void stay_on_one_core(void);
void leave_one_core(void);      /* all that there were before may be used again */
double median(double *, int n); /* sorts */

enum { RUNNERS_MOST = 28 };

/* A race of steppers on all problems, and how it is printed. */
struct contest {
    const char *title;
    int runners, unit; /* ratios refer to runner[unit] */
    struct runner runner[RUNNERS_MOST];
    double limit[RUNNERS_MOST][PROBLEMS]; /* of the ratio; 0: none */
};

/* race.c */
void contest_print(const struct contest *);

/* The tables. */
void table_steps(const char *folder);
void table_splitting(const char *folder);
void table_taylor(const char *folder);
void table_attitudes(const char *folder);
void table_many(const char *folder);
void table_sweeps(const char *program, const char *spec, const char *folder);
void table_precision(const char *folder);
void table_program(const char *program, const char *spec, const char *folder);
void table_within(const char *spec);

/* "0.87" with a mark for whether it keeps to `limit` (0: whatever it is, but
 * NAN is missed in any case).  A target that is missed is kept. */
enum sense { AT_MOST, AT_LEAST };
const char *target(const char *table, const char *row, const char *column, double value, enum sense,
                   double limit);
/* A line for each that was missed; false: some were. */
bool targets_print(void);
/* "first | P1 ... | P2 ..." and the line below it. */
void heading(const char *first);

/* The fixed piece of work, the unit of CPU times (work.c), and what it returns
 * on every machine: a compiler that left out some of the work, or contracted
 * a*b + c, would show. */
uint64_t work_do(void);
#define WORK_RESULT UINT64_C(0x4042b21737469cc8)

/* Seconds of CPU time of something done once; NAN: it failed. */
typedef double timing_seconds(const void *what);
enum { TIMING_ROUNDS = 31 };
void timing_heading(const char *title);
/* A row: the median in units of the fixed work, with its limit, and in ms. */
void timing_row(const char *title, const char *row, timing_seconds *, const void *what,
                double limit);

#endif
