/* SPDX-License-Identifier: MIT
 *
 * The descriptor through which any stepper can be driven: one that polhode
 * emitted, or one written by hand.  All values are double, whatever the real
 * type of the stepper itself.
 */
#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 25

/* Status codes.  On any other than OK the state is unchanged. */
enum {
    POL_STEP_OK = 0,
    POL_STEP_NOT_CONVERGED = 1, /* Newton's iteration did not converge */
    POL_STEP_TOO_LARGE = 2,     /* the body turns too far in one step */
    POL_STEP_SINGULAR = 3,      /* the attitude's numbers are singular there */
    POL_STEP_NOT_FINITE = 6,    /* the new state would hold Inf or NaN */
    /* adaptive steps: */
    POL_STEP_TOO_SMALL = 4,  /* the required step is below the minimum */
    POL_STEP_REJECTED = 5,   /* too often in a row */
    POL_STEP_UNFINISHED = 7, /* the allowed number of steps is taken */
    /* parameters that the inertia depends on: */
    POL_STEP_NOT_POSITIVE = 8,  /* J, or the mass, is not positive definite */
    POL_STEP_NOT_PHYSICAL = 9,  /* a principal moment is above the sum of the
                                   others */
    POL_STEP_OUT_OF_RANGE = 10, /* a table has no value there */
    /* advance, at the state where it happens: */
    POL_STEP_EVENT = 11,           /* an event */
    POL_STEP_TOO_MANY_EVENTS = 12, /* an event exceeds its limit */
    POL_STEP_BACKWARD = 13         /* samples do not go back in time */
};

/* Behind the tolerances, counted from the end: control[s->control + ...]. Those
 * of steps of one size are 0, but h, most and steps. */
enum pol_control {
    POL_CONTROL_EVENT = -12, /* that has happened; -1: none.  Before it are, of
                                each event, its guard, side and count, and two
                                numbers more */
    POL_CONTROL_FIRST = -11, /* the first step; the smallest, 0: any; the */
    POL_CONTROL_MIN,         /* largest, 0: any; that to try next, 0: the */
    POL_CONTROL_MAX,         /* first; what is remembered of errors */
    POL_CONTROL_H,
    POL_CONTROL_MEMORY,
    POL_CONTROL_SMALLEST, /* numbers of the steps that were taken, and the */
    POL_CONTROL_LARGEST,  /* largest */
    POL_CONTROL_MOST,     /* steps in a call, 0: no limit */
    POL_CONTROL_STEPS,    /* that were taken */
    POL_CONTROL_REJECTED, /* that were not */
    POL_CONTROL_NEXT      /* breakpoint; of steps of one size, how many samples
                             have cut */
};

/* What a part of the state is. */
enum pol_kind {
    POL_ATTITUDE, /* body to space, in the attitude's numbers */
    POL_MOMENTUM, /* of the whole system */
    POL_POSITION, /* of the centre of mass, */
    POL_VELOCITY, /* where the body moves */
    POL_WHEEL,    /* momentum of a wheel about its axis */
    POL_STATE     /* of the spec */
};

/* `count` numbers from `first` on. */
typedef struct pol_state_part {
    const char *name, *unit, *frame; /* "L", "N m s", "body"; "": unknown */
    int kind, first, count;
} pol_state_part;

/* An event: in a run that it ends, and where its guard rises (1), falls (-1) or
 * does either (0). */
typedef struct pol_event {
    const char *name;
    int stops, direction;
} pol_event;

/* A function that is not offered is NULL: keep and show where the spec asks for
 * nothing, control_start and advance where steps have one size, check where the
 * inertia depends on no parameter, and what the emitted code was made without.
 */
typedef struct pol_stepper {
    int abi; /* POL_STEPPER_ABI */
    const char *name, *method, *attitude, *map;
    const char *source; /* of the method */
    int order;
    int state, par, input, kept, shown; /* counts of doubles */
    const char *const *keep_name;       /* `kept` of them */
    const char *const *shown_name;      /* `shown` of them: "euler_zyx_1" */
    double step, until;                 /* the spec's; 0: not said; of adaptive
                                           steps the first one */
    /* the state: its parts; t; compensation term of t (Kahan) */
    void (*start)(double *x, double *par);
    int (*check)(const double *par); /* are they those of a body? */
    int (*step_once)(double *x, const double *par, const double *in, double h);
    /* n steps; on failure the state is that of the last good step */
    int (*run)(double *x, const double *par, const double *in, double h,
               long n);
    void (*rotation)(const double *x, double R[9]); /* body to space, by rows */
    void (*momentum)(const double *x, double L[3]); /* body frame, J w */
    /* body frame, rad/s; w, energy and keep are those of this state, at its
     * time, with these inputs */
    void (*omega)(const double *x, const double *par, const double *in,
                  double w[3]);
    double (*time)(const double *x);
    double (*energy)(const double *x, const double *par, const double *in);
    void (*keep)(const double *x, const double *par, const double *in,
                 double *values);
    /* the attitude in the other numbers that the spec asks for */
    void (*show)(const double *x, double *values);
    /* the state at theta h after x0; x1 is that at h after x0; STEP_TOO_LARGE
     * where the body turns too far in between */
    int (*interp)(const double *x0, const double *x1, const double *par,
                  const double *in, double h, double theta, double *out);
    /* Adaptive steps, or steps of one size that end at events; not offered: 0
     * and NULL.  What controls them are `control` doubles: tolerances (angle,
     * rate; position and velocity where the body moves), then those of enum
     * pol_control. */
    int control;
    void (*control_start)(double *control);
    int (*advance)(double *x, const double *par, const double *in,
                   double *control, double t_end);
    /* wheels and states: values by name, the rate "a_speed" of a wheel among
     * them */
    int extra;
    const pol_state_part *value;
    void (*extras)(const double *x, const double *par, const double *in,
                   double *values);
    const pol_state_part *part; /* of the state */
    int parts;
    int events; /* advance ends at them; step_once and run ignore them */
    const pol_event *event;
    int samples; /* laws that advance samples, and step_once and run hold */
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif
