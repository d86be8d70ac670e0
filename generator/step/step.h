/* SPDX-License-Identifier: MIT
 *
 * The symbolic step: a checked model and a method from the shelf, run once,
 * give expressions for the new state and for everything else that the emitted
 * code offers.
 *
 * In: `struct recipe`.  Out: `struct step`, expressions over the symbols of
 * the state, or NULL where a shelf file fails, with messages.
 */
#pragma once

#include "sym/field.h"
#include "sym/taylor.h"

struct recipe;
struct shown_as;
struct text;

/* Nodes with id >= first, up to the next stage, were first made here. */
struct stage {
    const char *title; /* "stage 2", "finish", ... */
    int first;
    int as; /* its number, or that of the one that it goes on with */
};

/* A name that the method or the spec gave to a value.  Named values stay
 * whole: no pass takes them apart, but for those with a soft name, at which no
 * pass looks: it is that of the value's line, if the value has one anyway. */
struct label {
    expr node;
    const char *name; /* "K1", "up" */
    int component;    /* 0, 1, 2; -1: a scalar */
    bool soft, own;   /* own: of the spec */
    num factor;       /* soft, in a graph: the value by the node */
};

/* What a variable of a Newton iteration is called. */
struct variable {
    const char *name; /* "Psi", that of the unknown */
    int component;    /* 0, 1, 2; -1: a scalar */
    int unknown;      /* the unknown's number among all of the step: equal for
                         the components of one, different where two unknowns
                         have one name */
};

/* Why a step is not accepted: the body turns too far, the attitude's numbers
 * are singular, a table has no value there, an inertia that changes is not
 * positive definite at its end, a number is NaN. */
enum failure {
    FAILS_TOO_LARGE,
    FAILS_SINGULAR,
    FAILS_RANGE,
    FAILS_POSITIVE,
    FAILS_FINITE
};

/* One part of a series: it begins, a loop over the orders k > 0; a group of
 * sums; its end.  Coefficients of a group's factors are stored as soon as they
 * are known. */
enum taylor_kind { TAYLOR_BEGIN, TAYLOR_SUMS, TAYLOR_END };
enum { TAYLOR_ENDS = 6 };
struct taylor_store {
    int group, side, place; /* a: 0, b: 1 */
};
struct taylor_part {
    enum taylor_kind kind;
    const struct taylor *series;
    int order, number;       /* its number in the step, from 0 on */
    int group;               /* TAYLOR_SUMS */
    int first, kept;         /* the functions that are summed up */
    bool whole;              /* no, all their coefficients are results */
    const char *const *name; /* those of functions */
    /* The next coefficient of each function, but for TAYLOR_SUMS; what is
     * stored. */
    int values, stores;
    const expr *value;
    const struct taylor_store *store;
    /* Symbols.  TAYLOR_BEGIN: the functions' coefficients k, then k;
     * TAYLOR_SUMS: the sums; TAYLOR_END: for each kept one the sum of its
     * coefficients from the first on, then the sums of k times each, the last
     * ones, and the three before; or coefficients 1 to order of each. */
    int results;
    const expr *result;
};

/* A Newton iteration.  Inside the loop the unknowns have values, `change` is
 * the correction that is added to them; the loop ends when `done` is nonzero
 * (it may look at unknowns, after the correction, and at change); afterwards
 * `result` symbols have the solved values and `accept` (in result) must be
 * nonzero, or the step fails.  n = 0: there is no loop, only `accept`. */
struct solve {
    int n;
    const struct variable *variable;
    const expr *unknown; /* symbols, SYMBOL_UNKNOWN */
    const expr *start;
    const expr *residual;
    const expr *change;        /* expressions */
    const expr *change_symbol; /* stand for change in `done` */
    expr done;
    expr accept;                    /* or NULL */
    enum failure fails;             /* what is not accepted */
    const expr *result;             /* symbols, SYMBOL_SOLVED */
    int sweeps;                     /* at most */
    const struct taylor_part *part; /* it is this, instead; or NULL */
};

/* One function of the emitted code. */
struct output {
    const char *name; /* "q", "L", "energy", a keep's name */
    int n;            /* 1, 3, 4 or 9 */
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

/* The attitude in other numbers than those that are stored. */
struct shown {
    const struct shown_as *as;
    bool is_asked;           /* by the spec */
    bool restores;           /* what it is given, to what it should be */
    struct field numbers;    /* the argument of both, and what it is */
    struct routine get, set; /* of the stored attitude, and back */
};

/* Torque (index 0 to 2) and acceleration (3 to 5) at the end of a step, which
 * are those at the start of the next: the parts that change from step to
 * step.  The step reads them as symbols; after it they are computed anew, and
 * kick times them is added to L and v. */
enum { MOST_ACTIONS = 6 };
struct relay_part {
    int index;
    expr symbol; /* SYMBOL_PUSH */
    expr action; /* in the model's placeholders */
};
struct relay {
    int n; /* 0: nothing is carried */
    struct relay_part part[MOST_ACTIONS];
    expr kick;           /* a time: the last kick's length */
    struct routine push; /* one output "push": the n actions at a state */
};

/* The state between two, the one that `store` stands for and another, whose
 * times are h apart; with it what acts at a state, torque (index 0 to 2),
 * acceleration (3 to 5) and the rates of wheels and states, then their rates
 * along the motion and that of internal momentum, the rates of these, and so
 * on: the parts that are not constant. */
struct dense_action {
    int index;
    expr symbol[2]; /* SYMBOL_ACTION, at the two states */
};
enum { MOST_RATES = 4 };
struct dense {
    const struct field *end; /* the stores with the other state's symbols */
    expr share;              /* of h: theta */
    struct routine interp;
    bool is_step;   /* a step of theta h, instead */
    int order;      /* of its error, beside the states' */
    bool has_cases; /* which may switch in between: then it is 2 or 1 */
    struct dense_actions {
        int n;
        struct dense_action *at;
        struct routine routine; /* one output "act" or "sway", if n > 0 */
    } act, sway;                /* sway: of their rates */
};

/* What is computed beside the step: of the state, of params, for sweeps. */
struct offer {
    struct routine rotation;     /* R, 9 values, of the stored attitude */
    struct routine set_rotation; /* stored attitude of R (symbols model->R) */
    struct routine omega;        /* w of L */
    struct routine set_omega;    /* L of w (symbols model->w) */
    struct routine momentum;     /* spatial momentum R L */
    struct routine energy;
    struct routine keep_values; /* one output a keep; none: no outputs */
    struct routine breaks; /* the times of control.moving, if there are any */
    struct routine check;  /* of a body whose inertia depends on params */
    struct routine begin;  /* of a sweep: the state that these params start in,
                              one output a store, and "t"; else no outputs */
    struct routine guards; /* of events: "guard" and "rate" */
    struct routine curves; /* "curve": their Taylor coefficients in a step, one
                              guard behind the other; or no outputs */
    int events;
    struct happening { /* an event, as in the model */
        const char *name, *note;
        int direction, at_zero;
        long limit;
        bool stops;
        struct routine then; /* the new values of stores; no outputs: none */
    } * event;
    int samples;
    struct sampled {                      /* a law, as in the model */
        const struct field *value, *next; /* next: it waits there; or NULL */
        num every, from, delay;
        struct routine take; /* one output "value" */
    } * sample;
    int shows, wheels;
    const struct shown *shown;     /* as the recipe has them */
    struct turner {                /* a wheel's rate against the body */
        const char *rate;          /* "a_speed" */
        const struct field *store; /* its momentum */
        const char *note;          /* the spec's */
        num inertia, axis[3];      /* at the params' defaults */
        expr symbol;               /* the argument of set */
        struct routine get, set;   /* set: w stays, L and the momentum change */
    } * wheel;
};

/* The step with an estimate of its error. */
struct adaptive {
    struct routine trial; /* "trial": those of `advance`, and "error": squares
                             of angle, rate, and of a body that moves position
                             and velocity, by which it is wrong; and "next",
                             what acts at its end, if it hands that on.  What
                             acts at its start it reads as the symbols of
                             dense.action */
    int error_order;      /* it falls as h^(error_order + 1) */
    bool hands_on;        /* what acts at the end is that at the next start */
};

/* Of the torque, at different states; the constant one is not counted. */
struct evaluations {
    int step, sweep; /* once a step, in each Newton sweep */
};

struct step {
    struct facts facts; /* of the model, as are: */
    int params, inputs;
    const struct field *param, *input;
    expr t;
    const expr *R, *w, *L; /* placeholders */

    struct pool *pool;
    const struct recipe *recipe;
    int order; /* the recipe's, as is: */
    bool is_adaptive;
    struct evaluations torques;

    bool leaves; /* its numbers are a rotation but for the method's error */
    int stores, extras;  /* extras: the last of them, of wheels and states */
    struct field *store; /* their values are those at the start */
    expr h;
    expr span; /* h, or how far time goes in a step: a step ends
                                just before the time that it lands on */
    struct adaptive adaptive;
    struct routine advance; /* "step": outputs = the stores' new values,
                               and relay.kick if anything is carried */
    struct relay relay;
    struct offer offer;
    struct dense dense;
};

/* Goes on with the recipe's session, and closes it; NULL with messages. */
const struct step *step_derive(struct recipe *);

/* Prints the step for `polhode show step`. */
void step_show(const struct step *, struct text *);
