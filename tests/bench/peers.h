/* SPDX-License-Identifier: MIT
 *
 * What is raced against the emitted steppers, each in one file.
 */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "problems.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n steps of h, each from the state (q, L) in x to the next; 0: done. */
typedef int fixed_run(enum problem p, double *x, double h, long n);

fixed_run hand_rk4_run;           /* classical Runge-Kutta on (q, L), in C */
fixed_run hand_rkmk4_run;         /* the Munthe-Kaas stepper, in C */
fixed_run hand_mr_run;            /* rotations about principal axes, in C */
fixed_run odeint_rk4_run;         /* Boost.odeint runge_kutta4, rate called */
fixed_run odeint_rk4_inlined_run; /* the same, rate inlined */
fixed_run gsl_rk4_run;            /* GSL rk4: with step doubling */
fixed_run arkode_rk4_run;         /* SUNDIALS ARKODE, the classical tableau */

/* How a controlled integrator weighs the error of (q, L). */
enum control { CONTROL_ABSOLUTE, CONTROL_RELATIVE, CONTROL_BOTH, CONTROLS };

/* From 0 to `until` under a tolerance; returns the steps taken, < 0: failed. */
typedef long controlled_run(enum problem p, double *x, double until,
                            enum control control, double tolerance);

controlled_run odeint_rkf78_run; /* Boost.odeint runge_kutta_fehlberg78 */
controlled_run odeint_rkf78_inlined_run; /* the same, rate inlined */
controlled_run gsl_rk8pd_run;            /* GSL rk8pd */

/* Operations of one step of the hand-written Munthe-Kaas stepper. */
long hand_rkmk4_operations(enum problem p);

/* Attitude R (by rows) at `until`, in long double by 2 n steps of order 8;
 * returns its difference from that of n steps. */
double reference_attitude(enum problem p, long n, double R[9]);

#ifdef __cplusplus
}
#endif
#endif
