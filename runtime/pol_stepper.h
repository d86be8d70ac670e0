/* SPDX-License-Identifier: MIT
 *
 * The descriptor of a stepper: a uniform interface to any stepper, emitted by
 * polhode or written by hand.  All values are double, whatever the real type
 * of the stepper itself.
 */
#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 25

/* Status codes.  If the status is not OK, the state is unchanged. */
enum {
    POL_STEP_OK = 0,
    POL_STEP_NOT_CONVERGED = 1, /* Newton's iteration did not converge */
    POL_STEP_TOO_LARGE = 2,     /* the body turns too far in one step */
    POL_STEP_SINGULAR = 3,      /* the attitude's numbers are singular there */
    POL_STEP_NOT_FINITE = 6,    /* the new state would hold Inf or NaN */
    /* adaptive steps: */
    POL_STEP_TOO_SMALL = 4,  /* the required step is below the minimum */
    POL_STEP_REJECTED = 5,   /* too many rejections in a row */
    POL_STEP_UNFINISHED = 7, /* the allowed number of steps is used up */
    /* parameters that the inertia depends on: */
    POL_STEP_NOT_POSITIVE = 8,  /* J or the mass is not positive (definite) */
    POL_STEP_NOT_PHYSICAL = 9,  /* a principal moment exceeds the sum of the
                                   others */
    POL_STEP_OUT_OF_RANGE = 10, /* a table has no value there */
    /* advance, at the state where it happens: */
    POL_STEP_EVENT = 11,           /* an event */
    POL_STEP_TOO_MANY_EVENTS = 12, /* an event exceeds its limit */
    POL_STEP_BACKWARD = 13         /* no samples backward in time */
};

/* Control values after the tolerances, counted from the end: control[s->control
 * + ...].  Steps of one size do not use FIRST, MIN, MAX, MEMORY, SMALLEST,
 * LARGEST and REJECTED: these are 0. */
enum pol_control {
    POL_CONTROL_EVENT = -12, /* the event that has happened; -1: none.  It
                                follows the guards, sides and counts of all
                                events, and two more numbers */
    POL_CONTROL_FIRST = -11, /* the first step */
    POL_CONTROL_MIN,         /* the smallest allowed step, 0: no limit */
    POL_CONTROL_MAX,         /* the largest allowed step, 0: no limit */
    POL_CONTROL_H,           /* the step (to try next), 0: the first step */
    POL_CONTROL_MEMORY,      /* error of the previous step, squared; 0: none */
    POL_CONTROL_SMALLEST,    /* the smallest step taken */
    POL_CONTROL_LARGEST,     /* the largest step taken */
    POL_CONTROL_MOST,        /* maximum of steps in a call, 0: no limit */
    POL_CONTROL_STEPS,       /* number of steps taken */
    POL_CONTROL_REJECTED,    /* number of steps rejected */
    POL_CONTROL_NEXT         /* index of the next breakpoint, or for steps of
                                one size: number of steps cut by samples */
};

/* The kind of a part of the state. */
enum pol_kind {
    POL_ATTITUDE, /* body to space, in the attitude's numbers */
    POL_MOMENTUM, /* angular momentum of the whole system */
    POL_POSITION, /* centre of mass, if the body moves */
    POL_VELOCITY, /* velocity of the centre of mass */
    POL_WHEEL,    /* momentum of a wheel about its axis */
    POL_STATE     /* a `state` of the spec */
};

/* A part of the state: `count` numbers, the first at index `first`. */
typedef struct pol_state_part {
    const char *name, *unit, *frame; /* "L", "N m s", "body"; "": unknown */
    int kind, first, count;
} pol_state_part;

/* An event: whether it ends a run, and whether it happens where its guard rises
 * (1), falls (-1) or does either (0). */
typedef struct pol_event {
    const char *name;
    int stops, direction;
} pol_event;

/* A function that is not offered is NULL: keep and show if the spec asks for
 * nothing, control_start and advance if steps have one size, check if the
 * inertia depends on no parameter, and those excluded from the emitted code. */
typedef struct pol_stepper {
    int abi; /* POL_STEPPER_ABI */
    const char *name, *method, *attitude, *map;
    const char *source; /* publication of the method */
    int order;
    int state, par, input, kept, shown; /* counts of doubles */
    const char *const *keep_name;       /* `kept` names */
    const char *const *shown_name;      /* `shown` names: "euler_zyx_1" */
    double step, until;                 /* those of the spec, or 0; step is
                                           the first of adaptive steps */
    /* x: the parts of the state; t; compensation term of t (Kahan) */
    void (*start)(double *x, double *par);
    int (*check)(const double *par); /* OK if the inertia is valid */
    int (*step_once)(double *x, const double *par, const double *in, double h);
    /* n steps; on failure the state is that of the last good step */
    int (*run)(double *x, const double *par, const double *in, double h,
               long n);
    void (*rotation)(const double *x, double R[9]); /* body to space, by rows */
    void (*momentum)(const double *x, double L[3]); /* body frame, J w */
    /* body frame, rad/s; w, energy and keep are evaluated at this state and its
     * time, with these inputs */
    void (*omega)(const double *x, const double *par, const double *in,
                  double w[3]);
    double (*time)(const double *x);
    double (*energy)(const double *x, const double *par, const double *in);
    void (*keep)(const double *x, const double *par, const double *in,
                 double *values);
    /* the attitude in the other representations of the spec */
    void (*show)(const double *x, double *values);
    /* the state at theta h after x0; x1 is the state at h after x0;
     * STEP_TOO_LARGE if the body turns too far in between */
    int (*interp)(const double *x0, const double *x1, const double *par,
                  const double *in, double h, double theta, double *out);
    /* Adaptive steps, or steps of one size that end at events; if not offered,
     * 0 and NULL.  They have `control` control values: tolerances (angle, rate;
     * position and velocity if the body moves), then those of enum
     * pol_control. */
    int control;
    void (*control_start)(double *control);
    int (*advance)(double *x, const double *par, const double *in,
                   double *control, double t_end);
    /* wheels and states: values by name, including the rate "a_speed" of a
     * wheel */
    int extra;
    const pol_state_part *value;
    void (*extras)(const double *x, const double *par, const double *in,
                   double *values);
    const pol_state_part *part; /* parts of the state */
    int parts;
    int events; /* advance ends at them; step_once and run ignore them */
    const pol_event *event;
    int samples; /* laws that advance samples; step_once and run hold them */
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif
