/* SPDX-License-Identifier: MIT
 *
 * Drives steppers through their descriptor: end states, observed order, drift
 * of invariants.  All errors of attitude are angles in rad.
 */
#ifndef POL_EXPLORE_H
#define POL_EXPLORE_H

#include "runtime/pol_stepper.h"

struct arena;

/* Called now and then with the done part, 0..1; nonzero return stops. */
typedef int explore_progress(void *context, double done);

struct explore {
    double t_end;               /* seconds from the start */
    double h;                   /* step */
    const double *par;          /* NULL: the spec's defaults */
    const double *in;           /* NULL: zeros */
    explore_progress *progress; /* or NULL */
    void *context;
};

enum explore_status {
    EXPLORE_OK,
    EXPLORE_FAILED,  /* a step returned a status */
    EXPLORE_STOPPED, /* by progress */
    EXPLORE_NO_MEMORY
};

/* The state in every form, as `run` prints it. */
struct explore_state {
    double t, R[9], L[3], w[3], spatial[3], energy;
    double keep[32]; /* at most this many are watched */
    long steps;
    int status;           /* of the step that failed, or 0 */
    double orthogonality; /* |R'R - 1|, largest entry */
};

/* The number of steps for an interval; the last step is not cut: h is
 * divided so that the interval is met exactly (h' <= h (1 + 1e-9)). */
long explore_steps(double t_end, double h, double *h_exact);

/* Runs to t_end; calls `row` at the start, every `every` steps (0: never in
 * between) and at the end. */
enum explore_status
explore_run(const pol_stepper *, const struct explore *, long every,
            void (*row)(void *, const struct explore_state *), void *to,
            struct explore_state *end);

struct order_row {
    long steps;
    double h, attitude, momentum;          /* errors: rad; relative to |L| */
    double attitude_order, momentum_order; /* observed; NaN in the first row */
    int roundoff; /* nonzero: the error is at the reference's uncertainty */
    int failed;   /* nonzero: a step returned a status */
};
struct order_result {
    int rows;
    struct order_row row[24];
    double attitude_order, momentum_order;             /* of the clean range */
    double uncertainty_attitude, uncertainty_momentum; /* of the reference */
    long reference_steps;
};
/* Halves the step `halvings` times from h; errors against `reference`, which
 * is run at N and 2N steps (their difference, and eps sqrt(N), are its
 * uncertainty). */
enum explore_status explore_order(const pol_stepper *,
                                  const pol_stepper *reference,
                                  const struct explore *, int halvings,
                                  struct order_result *);

struct drift_row {
    long steps;
    double t;
    double energy;        /* (H - H0) / max(|H0|, kinetic energy at start) */
    double spatial[3];    /* (pi - pi0) / |pi0|, space frame */
    double norm_L;        /* (|L| - |L0|) / |L0| */
    double orthogonality; /* largest entry of |R'R - 1| */
    double keep[32];      /* value - value at start */
};
struct drift_result {
    struct drift_row worst; /* largest magnitude of each over the run */
    struct drift_row last;
    double energy_slope; /* least squares, per second */
    int status;
};
enum explore_status explore_drift(const pol_stepper *, const struct explore *,
                                  long every,
                                  void (*row)(void *, const struct drift_row *),
                                  void *to, struct drift_result *);

/* The angle of the rotation A'B. */
double explore_angle(const double A[9], const double B[9]);

#endif
