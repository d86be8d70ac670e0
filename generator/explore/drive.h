/* SPDX-License-Identifier: MIT
 *
 * A run of a stepper, with its buffers.
 */
#pragma once

#include "explore/explore.h"

struct drive {
    const pol_stepper *stepper;
    const struct explore *explore;
    double *x, *before, *par, *in, *keep;
    double *control; /* for adaptive steps, and for a body with events; NULL:
                        plain steps of h */
    bool is_fixed;   /* with control, but steps of h */
    double h, from_t, until;
    long steps, total, next_check;
    long most; /* limit of adaptive steps; 0: none */
    struct chatter *chatter;
    struct missed *missed; /* NULL: pulses are not looked for */
    bool arrived;          /* at the end, or at an event that stops */
    int status;            /* status of the failed step, or 0 */
    double from, to;       /* range of the progress of this run */
};

/* A run at its start, which goes to the end by `total` equal steps; if the
 * explore's h is 0, by adaptive steps, none larger than that. */
struct drive drive_new(const pol_stepper *, const struct explore *, long total);
/* Takes n more steps; reports progress on the way. */
enum explore_status drive_advance(struct drive *, long n);
void drive_state(const struct drive *, struct explore_state *);

/* What all rows of errors share. */
struct order_runs {
    const pol_stepper *stepper;
    const struct explore *explore;
    const struct explore_exact *exact;
    struct order_result *result;
};
/* Runs this number of steps, from..to of the progress, and fills the row; sets
 * `failed` to the status of a failed step, if any. */
enum explore_status order_run_row(const struct order_runs *, long steps,
                                  double from, double to, struct order_row *,
                                  int *failed);

/* Integrals of torque, force and other rates, and how much of them steps
 * miss. */
enum { SCAN_POINTS = 5 };
struct scan {
    const struct drive *drive;
    int first, rates;      /* index among the values to keep; number of rates */
    double *before, *at;   /* state at the start of the step; a state inside, or
                              the end corrected by the missed change */
    double *coarse, *fine; /* integrals over a step: at once, in parts */
    double *total, *missed;     /* sums over steps: changes, missed changes */
    const pol_state_part *part; /* part that misses most; its first rate */
    int rate;
};
struct scan scan_new(const struct drive *, int first);
/* The change that the last step, from `before`, and earlier ones missed between
 * their stages, relative to the size of its part of the state. */
double scan_step(struct scan *, int parts);

/* For adaptive steps: tries each step before it is taken, and asks for small
 * steps where one would miss a pulse.  Returns how many of n steps may be
 * taken; sets `until`, their end. */
struct missed *missed_new(const struct drive *);
long missed_scout(struct missed *, const struct drive *, long n, double *until);
