/* SPDX-License-Identifier: MIT
 *
 * A trial of the code in memory, beside the equations (trial.c,
 * trial_course.c).
 */
#pragma once

#include "job.h"

/* What is looked at: R, L and so on; time, beyond what it is to be; what may be
 * kept, as of model_watched. */
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
    int stored; /* numbers of the attitude; L and so on come after them */
    int n;      /* numbers that are looked at; */
    double *want, *unit, *at; /* 1/unit: their size, 0: not looked at */
    double x[ROOM], y[ROOM];  /* states as stored: the start, and at work */
    double *par, *in;
    double error[11]; /* in 1, 2, 4, ... steps; none: it failed */
    double most;      /* that a test allows */
    int steps;        /* in which the end is looked at: a power of two, */
    int level;        /* and which */
    struct {
        int far[2]; /* steps in which the body turns far */
        int limits; /* pairs of them at the limit of _interp */
    } large;
    struct {
        int facts;
        struct fact fact[32];
    } told;
};

/* -- trial_course.c ----------------------------------------------------------
 */

/* Numbers that are neither 0 nor alike. */
extern const double trial_some[6];

void trial_tell(struct trial *, const char *key, const char *text);
/* As C has them in the code's real type; 0 for what is none. */
void trial_put(struct trial *, struct text *, int n, const double *);
/* What rounding makes of so many steps. */
double trial_floor(const struct trial *, int steps);
/* All that is looked at, of a state as stored; how far a state is from that, or
 * NaN. */
void trial_look(const struct trial *, const double *x, double *at);
double trial_miss(const struct trial *, const double *x, const double *from);
/* Steps of y; the same from the start, x. */
int trial_run(struct trial *, double h, int steps);
int trial_rerun(struct trial *, double h, int steps);
/* Is its error understood, in so many steps or more? */
bool trial_try(struct trial *, int least, double most);
/* The spec's start and a span of this number of steps.  `kicked` adds momentum
 * and velocity, so that few numbers are 0. */
void trial_place(struct trial *, int steps, bool kicked, double input);
/* The reference, how large its blocks are on the way, and how far it may be
 * off. */
double trial_follow(struct trial *);
/* The end, what is kept, and adaptive steps. */
void trial_tell_all(struct trial *);
