/* SPDX-License-Identifier: MIT
 *
 * Inside the stage: one stepper on its way from the start, with the buffers
 * that it needs.
 */
#ifndef POL_DRIVE_H
#define POL_DRIVE_H

#include <stdbool.h>

#include "explore/explore.h"

struct drive {
    const pol_stepper *stepper;
    const struct explore *explore;
    double *x, *before, *par, *in, *keep;
    double *control; /* NULL: steps of h, else they choose their size */
    double h, from_t, until;
    long steps, total, next_look;
    bool arrived;    /* by steps that choose their size */
    int status;      /* of the step that failed, or 0 */
    double from, to; /* the share of the progress that this run is */
};

/* At the start, to go `total` steps of h; to go to the end by steps that choose
 * their size if the explore's h is 0. */
struct drive drive_new(const pol_stepper *, const struct explore *, double h,
                       long total);
/* Goes on by n steps; reports progress on the way. */
enum explore_status drive_advance(struct drive *, long n);
/* Reports progress; true: it asks to stop. */
bool drive_stopped(const struct drive *);
/* Steps to go: as many as there may be where they choose their size. */
long drive_left(const struct drive *);

void drive_rotation(const struct drive *, double R[9]);
void drive_momentum(const struct drive *, double L[3]);
/* Has the body a position?  Then they are set, else zero. */
bool drive_moves(const struct drive *);
void drive_position(const struct drive *, double x[3], double v[3]);
void drive_state(const struct drive *, struct explore_state *);

double vector_norm(const double v[3]);
void vector_turn(const double R[9], const double v[3], double out[3]);

#endif
