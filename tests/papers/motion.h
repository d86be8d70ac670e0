/* SPDX-License-Identifier: MIT
 *
 * Running emitted steppers, and the measurements that several figures share.
 */
#ifndef POL_PAPERS_MOTION_H
#define POL_PAPERS_MOTION_H

#include "papers/sheet.h"
#include "include/polhode.h"
#include "values/values.h"

/* A body on its way by a method. */
struct motion {
    pol_image *image;
    const pol_stepper *s;
    double x[32], par[64], in[64];
    int lost; /* the status of the step that has failed, or 0 */
};

/* A spec of this folder or of specs/, by name; a method; what is NULL stays as
 * it is.  `name` and `value` set a constant. */
struct setup {
    const char *body, *method, *attitude, *name, *value;
    pol_compiler compiler;
};

/* Ends the program, with the messages, if that does not load. */
struct motion motion_open(const struct setup *);
void motion_close(struct motion *);
void motion_start(struct motion *);
/* n steps of h; nothing more once a step has failed. */
void motion_run(struct motion *, double h, long n);
/* NaN once a step has failed. */
double motion_energy(const struct motion *);
/* The i-th stored number of the attitude; NaN once a step has failed. */
double motion_number(const struct motion *, int i);
/* The length of the three that are stored; NaN once a step has failed. */
double motion_length(const struct motion *);
/* Body to space, row by row; NaN once a step has failed. */
void motion_rotation(const struct motion *, double R[9]);
/* The Frobenius norm of R'R - 1; NaN once a step has failed. */
double motion_distortion(const struct motion *);
/* The largest entry of R'R - 1 by size; NaN once a step has failed. */
double motion_skewness(const struct motion *);
/* The body's rate, seen from it; NaN once a step has failed. */
void motion_rate(const struct motion *, double w[3]);
/* The momentum in space; NaN once a step has failed. */
void motion_spatial(const struct motion *, double p[3]);
/* The space's third axis, seen from the body; NaN once a step has failed. */
void motion_vertical(const struct motion *, double u[3]);
/* Where a point of the body is in space; NaN once a step has failed. */
void motion_point(const struct motion *, const double p[3], double in[3]);

/* The state of a body at a time, out of tables; without it the program ends. */
const struct reference_state *motion_known(const char *body, double t);

/* |R p - R' p| and the 2-norms ||R - R'|| and ||L - L'|| from a known
 * state; NaN when lost. */
double motion_point_error(const struct motion *, const struct reference_state *,
                          const double p[3]);
double motion_attitude_error(const struct motion *,
                             const struct reference_state *);
double motion_momentum_error(const struct motion *,
                             const struct reference_state *);
/* The same of an attitude alone. */
double motion_distance(const double R[9], const struct reference_state *);

/* Errors at one time against the step size, by several methods. */
struct ladder {
    const char *body;
    double until;              /* where its state is known */
    const char *const *method; /* up to NULL */
    const double *step;        /* up to 0; each fits the time */
};

/* A panel of errors of the momentum, or of the attitude, may be NULL. */
void ladder_errors(const struct ladder *, struct panel *momentum,
                   struct panel *attitude);
/* One of the errors against the seconds that it takes, compiled by gcc. */
typedef double motion_error(const struct motion *,
                            const struct reference_state *);
void ladder_times(const struct ladder *, struct panel *, motion_error *);

/* The energy's error along a motion, H/H0 - 1 or H - H0, and the way of the
 * vertical in the body; every `stride`-th step.  A panel may be NULL. */
struct track {
    const char *body, *method;
    double step, until;
    int stride;
    bool absolute;
};
void track_follow(const struct track *, struct panel *energy, const char *name,
                  struct panel *vertical);

#endif
