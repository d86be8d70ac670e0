/* SPDX-License-Identifier: MIT
 *
 * A stepper on its way, with the buffers that it needs.
 */
#pragma once

#include "explore/explore.h"

struct drive {
    const pol_stepper *stepper;
    const struct explore *explore;
    double *x, *before, *par, *in, *keep;
    double *control; /* NULL: steps of h, else they choose their size */
    double h, from_t, until;
    long steps, total, next_look;
    long most; /* steps that choose their size; 0: any number */
    struct chatter *chatter;
    bool arrived;    /* by steps that choose their size */
    int status;      /* of the step that failed, or 0 */
    double from, to; /* the share of the progress that this run is */
};

/* At the start, to go to the end by `total` equal steps; if the explore's h is
 * 0, by steps that choose their size, none larger than that. */
struct drive drive_new(const pol_stepper *, const struct explore *, long total);
/* Goes on by n steps; reports progress on the way. */
enum explore_status drive_advance(struct drive *, long n);
void drive_state(const struct drive *, struct explore_state *);

/* A run of n steps to t_end, which are a share of the progress.  A state that
 * has left the numbers is a failure. */
enum explore_status drive_reach(const pol_stepper *, const struct explore *,
                                long n, double from, double to,
                                struct explore_goal *);
/* Of two end states; see enum order_column. */
void drive_distance(const pol_stepper *, const struct explore_goal *from,
                    const struct explore_goal *to, double of[ORDER_COLUMNS]);
/* The columns that the stepper has, bit by bit. */
unsigned drive_columns(const pol_stepper *);
/* What rounding alone makes of that many steps. */
double drive_roundoff(long steps);
