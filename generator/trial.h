/* SPDX-License-Identifier: MIT
 *
 * A trial: compares the code in memory with the equations (trial.c,
 * trial_course.c).
 */
#pragma once

#include "job.h"

/* Indices of compared values: R, L and so on; the time's error; values that may
 * be kept, as of model_watched. */
enum {
    AT_T = MODEL_NUMBERS,
    AT_ENERGY,
    AT_MOMENTUM,
    AT_NORM = AT_MOMENTUM + 3
};
enum {
    AT_KEEP = AT_NORM + 1,
    ROOM = MODEL_NUMBERS + 2 /* for a state as stored */
};

struct trial {
    struct pol_job *job;
    struct arena *arena;
    const struct model *model;
    const pol_stepper *s;
    double eps, h, span, until;
    struct passage from;
    enum real real;
    int stored; /* numbers of the attitude; L and so on follow */
    int n;      /* number of compared values */
    double *expected, *unit, *at; /* at: actual; unit: 1/size, or 0: ignored */
    double x[ROOM], y[ROOM];      /* states as stored: start and current */
    double *par, *in;
    double error[11]; /* in 1, 2, 4, ... steps; NaN: failed */
    double most;      /* largest error that the test allows */
    int steps;        /* number of steps to the end: 2^level */
    int level;        /* index in `error` */
    struct {
        int far[2]; /* number of steps that turn the body far */
        int limits; /* number of pairs at the limit of _interp */
    } large;
    struct {
        int facts;
        struct fact fact[32];
    } record;
};

/* -- trial_course.c ----------------------------------------------------------
 */

/* Distinct nonzero numbers. */
extern const double trial_some[6];

void trial_record(struct trial *, const char *key, const char *text);
/* Adds numbers in C, of the code's real type; NaN and Inf become 0. */
void trial_put(struct trial *, struct text *, int n, const double *);
/* The round-off expected after this number of steps. */
double trial_floor(const struct trial *, int steps);
/* Computes the compared values of a state as stored; the largest error of its
 * R, L and so on against such values, or NaN. */
void trial_values(const struct trial *, const double *x, double *at);
double trial_error(const struct trial *, const double *x, const double *from);
/* Takes steps of size h from y, or first sets y to the start, x. */
int trial_run(struct trial *, double h, int steps);
int trial_rerun(struct trial *, double h, int steps);
/* True if the error is as expected, and <= `most`, in `least` or more steps. */
bool trial_try(struct trial *, int least, double most);
/* Sets the spec's start and a span of this number of steps.  `kicked` adds
 * momentum and velocity, so that few numbers are 0. */
void trial_place(struct trial *, int steps, bool kicked, double input);
/* Computes the reference, and units from its sizes on the way; returns its
 * error bound. */
double trial_follow(struct trial *);
/* Records the end, invariants, adaptive steps, events and samples. */
void trial_record_all(struct trial *);
