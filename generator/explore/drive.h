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
    double *control; /* for adaptive steps, and where the body has events;
                        NULL: steps of h without */
    bool is_fixed;   /* steps of h all the same */
    double h, from_t, until;
    long steps, total, next_look;
    long most; /* adaptive steps; 0: any number */
    struct chatter *chatter;
    struct missed *missed; /* NULL: no pulse is looked for */
    bool arrived;          /* at the end, or at an event that stops */
    int status;            /* of the step that failed, or 0 */
    double from, to;       /* the share of the progress that this run is */
};

/* At the start, to go to the end by `total` equal steps; if the explore's h is
 * 0, by adaptive steps, none larger than that. */
struct drive drive_new(const pol_stepper *, const struct explore *, long total);
/* Takes n more steps; reports progress on the way. */
enum explore_status drive_advance(struct drive *, long n);
void drive_state(const struct drive *, struct explore_state *);

/* What all rows of errors have in common. */
struct race {
    const pol_stepper *stepper;
    const struct explore *explore;
    const struct explore_exact *exact;
    struct order_result *result;
};
/* A run of this number of steps, which is this share of the progress; `failed`
 * is the status of a step, and stays where none fails. */
enum explore_status race_row(const struct race *, long steps, double from,
                             double to, struct order_row *, int *failed);

/* What acts, and what n steps see of it. */
enum { SCAN_POINTS = 5 };
struct scan {
    const struct drive *drive;
    int first, rates; /* L's, v's, those of wheels and states; their place among
                         the values to keep */
    double *before, *at;   /* the step's start; between, or its end with what is
                              missed */
    double *whole, *parts; /* integrals */
    double *gone, *missed; /* over all steps; differences */
    const pol_state_part *part; /* of which most is missed; its first rate */
    int rate;
};
struct scan scan_new(const struct drive *, int first);
/* The change that the last step, from `before`, and those before it did not see
 * between their stages, relative to the size of its part of the state. */
double scan_step(struct scan *, int parts);

/* Adaptive steps: each is tried and looked at before it is taken.  Where one
 * would miss a pulse, small steps are taken.  How many of n steps may be taken,
 * and until when. */
struct missed *missed_new(const struct drive *);
long missed_scout(struct missed *, const struct drive *, long n, double *until);
