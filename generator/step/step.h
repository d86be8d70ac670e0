/* SPDX-License-Identifier: MIT
 *
 * The symbolic step: a method from the shelf, run on a checked model, gives
 * expressions for the new state and for everything else that the emitted code
 * offers.
 *
 * In: `struct recipe`.  Out: `struct step`, expressions over the symbols of the
 * state, or NULL, with messages, if a shelf file fails.
 */
#pragma once

#include "sym/field.h"
#include "sym/taylor.h"

struct recipe;
struct shown_as;
struct text;

/* Nodes with id >= first, up to the next stage, were created in this stage. */
struct stage {
    const char *title; /* "stage 2", "finish", ... */
    int first;
    int as; /* its index, or that of the stage that it continues */
};

/* A name that the method or the spec gave to a value.  No pass takes a named
 * value apart.  Passes ignore soft names: a soft name is used only if the value
 * has its own line anyway. */
struct label {
    expr node;
    const char *name;     /* "K1", "up" */
    int component;        /* 0, 1, 2; -1: a scalar */
    bool soft, from_spec; /* the spec gave the name */
    num factor;           /* soft, in a graph: value / node */
};

/* Name of a variable of a Newton iteration. */
struct variable {
    const char *name; /* "Psi", the unknown's name */
    int component;    /* 0, 1, 2; -1: a scalar */
    int unknown;      /* index of the unknown in the step: equal for the
                         components of one unknown, different for two unknowns
                         with one name */
};

/* Why a step is not accepted: the body turns too far, the attitude's numbers
 * are singular, a table has no value at its argument, a changing inertia or
 * mass is not positive (definite) at the end, a number is NaN. */
enum failure {
    FAILS_TOO_LARGE,
    FAILS_SINGULAR,
    FAILS_RANGE,
    FAILS_POSITIVE,
    FAILS_FINITE
};

/* One part of a series: the start of a loop over the orders k > 0; a group of
 * sums; the end.  Coefficients of a group's factors are stored as soon as they
 * are known. */
enum taylor_kind { TAYLOR_BEGIN, TAYLOR_SUMS, TAYLOR_END };
enum { TAYLOR_ENDS = 6 };
struct taylor_store {
    int group, side, place; /* side: 0 for a, 1 for b */
};
struct taylor_part {
    enum taylor_kind kind;
    const struct taylor *series;
    int order, number;       /* number: index in the step, from 0 */
    int group;               /* TAYLOR_SUMS */
    int first, kept;         /* index of the first kept function, count */
    bool all_coefficients;   /* results are all coefficients, no sums */
    const char *const *name; /* names of functions */
    /* The next coefficient of each function (not for TAYLOR_SUMS), then the
     * coefficients to store. */
    int values, stores;
    const expr *value;
    const struct taylor_store *store;
    /* Symbols.  TAYLOR_BEGIN: coefficient k of each function, then k.
     * TAYLOR_SUMS: the sums.  TAYLOR_END, each for all kept functions: sums of
     * coefficients from k = 1 on, sums of k times each, the last ones, and the
     * three before; or, if `all_coefficients`, coefficients 1 to order. */
    int results;
    const expr *result;
};

/* A Newton iteration.  Inside the loop the unknowns have values, to which the
 * correction `change` is added.  The loop ends when `done` is nonzero (it may
 * use the corrected unknowns and change).  Afterwards the `result` symbols have
 * the solved values, and the step fails unless `accept` (in result) is nonzero.
 * n = 0: there is no loop, only `accept`. */
struct solve {
    int n;
    const struct variable *variable;
    const expr *unknown; /* symbols, SYMBOL_UNKNOWN */
    const expr *start;
    const expr *residual;
    const expr *change;        /* expressions */
    const expr *change_symbol; /* symbols for change in `done` */
    expr done;
    expr accept;                    /* or NULL */
    enum failure fails;             /* if not accepted */
    const expr *result;             /* symbols, SYMBOL_SOLVED */
    int sweeps;                     /* maximum */
    const struct taylor_part *part; /* a part of a series instead; or NULL */
};

/* A result of a routine, which is one function of the emitted code. */
struct output {
    const char *name; /* "q", "L", "energy", a keep's name */
    int n;            /* number of values */
    const expr *value;
};

struct routine {
    const char *name; /* "step", "energy", "rotation", ... */
    int outputs, stages, labels, solves;
    const struct output *output;
    struct stage *stage;
    struct label *label;
    struct solve *solve; /* in the order in which they must run */
};

/* The attitude in another representation than the stored one. */
struct shown {
    const struct shown_as *representation;
    bool is_requested;       /* the spec asks for it */
    bool restores;           /* set restores given numbers */
    struct field numbers;    /* result of get, argument of set */
    struct routine get, set; /* from the stored attitude, and back */
};

/* The components of torque (index 0 to 2) and acceleration (3 to 5) that change
 * from step to step: those at the end of a step are those at the start of the
 * next one.  The step reads them as symbols.  After it they are computed anew,
 * and kick times them is added to L and v. */
enum { MOST_LOADS = 6 };
struct relay_part {
    int index;
    expr symbol; /* SYMBOL_RELAY */
    expr load;   /* in the model's placeholders */
};
struct relay {
    int n; /* 0: nothing is carried */
    struct relay_part part[MOST_LOADS];
    expr kick;              /* duration of the last kick */
    struct routine routine; /* one output "push": the n actions at a state */
};

/* The state between two states whose times are h apart: `store` and `end`.  It
 * needs the values at both that are not constant, by index.  load: torque (0 to
 * 2), acceleration (3 to 5), rates of wheels and states, x' if it is not v.
 * internal: internal momentum, or w if the inertia changes, then time
 * derivatives of all these.  In emitted code they are called loads and
 * load_rates. */
struct dense_load {
    int index;
    expr symbol[2]; /* SYMBOL_LOAD, at the two states */
};
enum { MOST_RATES = 4 };
struct dense {
    const struct field *end; /* the stores with the second state's symbols */
    expr share;              /* theta, the share of h */
    struct routine interp;
    bool is_step;   /* interp is a step of theta h */
    int order;      /* order of the error, besides the states' */
    bool has_cases; /* cases may switch in between: order 2 or 1 */
    struct dense_loads {
        int n;
        struct dense_load *at;
        struct routine
            routine;  /* one output "loads" or "load_rates", if n > 0 */
    } load, internal; /* as above */
};

/* Computed besides the step: functions of the state, of params, for sweeps. */
struct offer {
    struct routine rotation;     /* R, 9 values, of the stored attitude */
    struct routine set_rotation; /* stored attitude of R (symbols model->R) */
    struct routine omega;        /* w of L */
    struct routine set_omega;    /* L of w (symbols model->w) */
    struct routine momentum;     /* spatial momentum R L */
    struct routine energy;
    struct routine keep_values; /* one output per keep, or no outputs */
    struct routine breaks;      /* times of control.moving, if any */
    struct routine check;       /* inertia, mass: if they depend on params */
    struct routine begin;  /* for a sweep: the start state for given params, one
                              output per store, and "t"; else no outputs */
    struct routine guards; /* events: outputs "guard" and "rate" */
    struct routine curves; /* "curve": their Taylor coefficients in a step,
                              guard by guard; or no outputs */
    int events;
    struct event_routines { /* an event, as in the model */
        const char *name, *note;
        int direction, at_zero;
        long limit;
        bool stops;
        struct routine then; /* new values of stores, or no outputs */
    } * event;
    int samples;
    struct sample_routine {               /* a law, as in the model */
        const struct field *value, *next; /* next: delayed value, or NULL */
        num every, from, delay;
        struct routine take; /* one output "value" */
    } * sample;
    int shows, wheels;
    const struct shown *shown;     /* in the recipe's order */
    struct wheel_access {          /* a wheel's rate relative to the body */
        const char *rate;          /* "a_speed" */
        const struct field *store; /* its momentum */
        const char *note;          /* from the spec */
        num inertia, axis[3];      /* at the params' defaults */
        expr symbol;               /* the argument of set */
        struct routine get, set;   /* set: w stays, L and the momentum change */
    } * wheel;
};

/* The step with an estimate of its error. */
struct adaptive {
    struct routine trial; /* "trial": the stores' new values; "error": squared
                             errors of angle, rate and other stores, then the
                             squared turn; if is_fsal, "next": torque and rates
                             at the end.  Those at the start are the symbols of
                             dense.load */
    int error_order;      /* the error falls as h^(error_order + 1) */
    bool is_fsal;         /* torque, rates at the end are the next start's */
};

/* Torque evaluations at different states; a constant torque is not counted. */
struct evaluations {
    int step, sweep; /* per step, per Newton sweep */
};

struct step {
    struct facts facts; /* from the model, as are: */
    int params, inputs;
    const struct field *param, *input;
    expr t;
    const expr *R, *w, *L; /* placeholders */

    struct pool *pool;
    const struct recipe *recipe;
    int order; /* from the recipe, as is: */
    bool is_adaptive;
    struct evaluations torques;

    bool drifts; /* the attitude's constraint holds up to the method's error */
    int stores, extras;  /* extras: the last stores, of wheels and states */
    struct field *store; /* values: those at the start */
    expr h;
    expr span; /* h, or the advance of time in a step: a step ends just before
                  the time on which it lands */
    struct adaptive adaptive;
    struct routine advance; /* "step": outputs = the stores' new values,
                               and relay.kick if anything is carried */
    struct relay relay;
    struct offer offer;
    struct dense dense;
};

/* Continues the recipe's session, and closes it; NULL with messages. */
const struct step *step_derive(struct recipe *);

/* Prints the step for `polhode show step`. */
void step_show(const struct step *, struct text *);
