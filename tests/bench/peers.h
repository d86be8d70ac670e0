/* SPDX-License-Identifier: MIT
 *
 * The four problems of the benchmark, and what is raced on them against the
 * emitted steppers, each in one file.
 */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

enum problem { P1_FREE, P2_TOP, P3_SATELLITE, P4_WALL, PROBLEMS };

struct problem_data {
    const char *name;   /* as in the tables */
    const char *body;   /* its name in the spec */
    double q[4], L[3];  /* start: unit quaternion, body momentum */
    double step, until; /* s */
    /* operations of the rate form with Dormand and Prince's tableau by hand,
     * all steps that an error of 1e-10 needs, as was measured */
    double by_hand;
    int known;   /* R below is given */
    double R[9]; /* attitude at `until`, by rows */
};

extern const struct problem_data problem_data[PROBLEMS];

/* One call a problem, so that the compiler sees each alone; moments of inertia
 * are constants in it. */
#define BY_PROBLEM(p, call)                                                                        \
    ((p) == P1_FREE        ? call(P1_FREE)                                                         \
     : (p) == P2_TOP       ? call(P2_TOP)                                                          \
     : (p) == P3_SATELLITE ? call(P3_SATELLITE)                                                    \
                           : call(P4_WALL))
static const double moments[PROBLEMS][3] = {
    {0.9144, 1.098, 1.66}, {5, 5, 1}, {17000, 37000, 54000}, {2, 3, 4.5}};

/* Coefficients of cos and of sin over argument in powers of y, for y at most
 * (pi/2)^2: interpolation at Chebyshev nodes, to 2e-17 and 2e-18. */
static const double cosine[9] = {1,
                                 -0.5,
                                 0.04166666666666634,
                                 -0.0013888888888860709,
                                 2.4801587292446213e-05,
                                 -2.755731776732053e-07,
                                 2.0876630867422994e-09,
                                 -1.1464689885720029e-11,
                                 4.6276759850181716e-14};
static const double sine[9] = {1,
                               -0.16666666666666666,
                               0.008333333333333316,
                               -0.00019841269841254974,
                               2.7557319219163234e-06,
                               -2.5052107616996182e-08,
                               1.6058977312464087e-10,
                               -7.643970296798572e-13,
                               2.7314447669863995e-15};

/* n steps of h, each from the state (q, L) in x to the next; 0: done. */
typedef int fixed_run(enum problem p, double *x, double h, long n);

fixed_run hand_rk4_run;           /* classical Runge-Kutta on (q, L), in C */
fixed_run hand_rkmk4_run;         /* the Munthe-Kaas stepper, in C */
fixed_run hand_mr_run;            /* rotations about principal axes, in C */
fixed_run hand_taylor_run;        /* Taylor series of order 20, in C */
fixed_run odeint_rk4_run;         /* Boost.odeint runge_kutta4, rate called */
fixed_run odeint_rk4_inlined_run; /* the same, rate inlined */
fixed_run gsl_rk4_run;            /* GSL rk4: with step doubling */
fixed_run arkode_rk4_run;         /* SUNDIALS ARKODE, the classical tableau */

/* How a controlled integrator weighs the error of (q, L). */
enum weight { WEIGHT_ABSOLUTE, WEIGHT_RELATIVE, WEIGHT_BOTH, WEIGHTS };

/* From 0 to `until` under a tolerance; returns the steps taken, < 0: failed. */
typedef long controlled_run(enum problem p, double *x, double until, enum weight control,
                            double tolerance);

controlled_run odeint_rkf78_run;         /* Boost.odeint runge_kutta_fehlberg78 */
controlled_run odeint_rkf78_inlined_run; /* the same, rate inlined */
controlled_run gsl_rk8pd_run;            /* GSL rk8pd */

/* Attitude R (by rows) at `until`, in long double by 2 n steps of order 8;
 * returns its difference from that of n steps. */
double reference_attitude(enum problem p, long n, double R[9]);

#ifdef __cplusplus
}
#endif
#endif
