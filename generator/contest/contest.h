/* SPDX-License-Identifier: MIT
 *
 * Compares methods on one body, by ladders of steps, with one reference.
 *
 * In: a spec that has been read, calls of methods, an error.  Out: the result
 * and cost of each, ranked, as a record.
 */
#pragma once

#include "session/session.h"

/* Weights of operations; elliptic functions count with all their operations. */
enum weight { MUL, ADD, DIV, SQRT, CALL, JACOBI, JACOBI_PI, WEIGHTS };

enum outcome_kind {
    OUTCOME_NONE,   /* not tried */
    OUTCOME_PRICED, /* the cost of a step is known */
    OUTCOME_RAN,    /* it has a ladder */
    OUTCOME_REFUSED /* it does not take the body, or crashed */
};

/* The result of a method.  It is sent through a pipe: no pointers. */
struct outcome {
    enum outcome_kind kind;
    char reason[300]; /* why it is refused, or an internal error */
    int order;        /* the claimed order */
    bool is_implicit, symmetric;
    char keeps[100];        /* "momentum energy" */
    struct operations step; /* per step */
    double price;           /* weighted, per step */
    double operations;      /* weighted, of a step with its sweeps */
    double torques;         /* evaluations per step */
    double sweeps;          /* per step */
    struct ladder_result ladder;
    struct run_quality quality; /* from the run for drift and time */
    long steps;     /* steps of the run for drift and time; 0: no good run */
    double seconds; /* per step */
    double energy, keep[EXPLORE_KEEPS]; /* largest drifts */
    long least; /* least number of steps that is stable with the body's damping,
                   if fewer would reach the error; or 0 */
};

struct entrant {
    const char *call, *tableau; /* tableau of its rkmk, or NULL */
    bool is_requested;          /* requested by its name */
    struct outcome *outcome;    /* NULL: no result yet */
};

struct contest {
    struct pol_job *job; /* its image is the reference */
    struct session session;
    pol_options options; /* the job's, without the method */
    double weight[WEIGHTS];
    pol_compiler compiler;
    struct explore_exact exact;
    double uncertain;           /* the largest of its columns */
    double error;               /* to be reached */
    double budget, most;        /* operations allowed in a run: at first; now */
    bool is_brief, is_price;    /* no finer steps; nothing is run */
    double kept[DRIFT_COLUMNS]; /* by the motion itself: enum invariant */
    int entrants, room;
    struct entrant *entrant;
    int *queue; /* indices of entrants, in the order of runs */
    int queued;
    void (*ended)(struct contest *); /* or NULL */
};

/* Begins once the spec has been read; error, budget 0: the defaults.  EXIT_DONE
 * or an exit status. */
int contest_begin(struct contest *, struct pol_job *, struct span, pol_compiler,
                  double error, double budget);
void contest_enter(struct contest *, const char *call, const char *tableau,
                   bool is_requested);
/* Enters the lines "method" or "tableau" of compare.tsv. */
void contest_enter_listed(struct contest *, const char *kind);
/* Enters `rkmk` in this form (NULL: its default) with each tableau that fits,
 * "order 4, explicit"; EXIT_DONE or an exit status. */
int contest_enter_tableaus(struct contest *, const char *filter,
                           const char *form);
/* Enters the first example of each method. */
void contest_enter_shelf(struct contest *);
/* Finds the reference; EXIT_DONE or an exit status. */
int contest_reference(struct contest *);
/* Lists all entrants without a result in `queue`. */
void contest_queue_all(struct contest *);
/* Runs one method, in this process. */
void contest_run_method(const struct contest *, const char *call,
                        struct outcome *);
/* True if the reference is certain enough to rank methods by errors. */
bool contest_is_ranked(const struct contest *);
void contest_rank(struct contest *);
/* Runs the entrants listed in `queue`. */
enum explore_status contest_run(struct contest *);

/* The least error of its runs; infinite if every run fails. */
double contest_least(const struct outcome *);

/* ---- advice ---- */

enum { CONTEST_BEST = 5 };
/* True if the entrant has reached the error. */
bool contest_is_good(const struct entrant *);
/* Finds the cheapest entrants, with `variants` also similar methods; times the
 * best with the compiler `by`. */
enum explore_status contest_advise(struct contest *, bool variants,
                                   pol_compiler by);

/* ---- records ---- */

/* Puts all methods and their results; `against` is the axis over which errors
 * are drawn: cost, steps, time. */
void contest_put(struct text *, const struct contest *, const char *against);
/* Puts the best, with reasons, and why not the others. */
void contest_put_advice(struct text *, struct contest *);

/* ---- costs, as records ---- */

/* Puts the cost of steps by these calls, or by all methods, on at most two
 * bodies among the operands, or on two built-in bodies. */
int cost_methods(struct pol_job *, int operands, const char *const *operand,
                 struct text *);
/* Puts the cost of these attitudes, or of all. */
int cost_attitudes(struct pol_job *, int operands, const char *const *operand,
                   struct text *);
/* "stores q[4]: unit quaternion ..." for an attitude without options, or for
 * its first example; else NULL, and messages. */
const char *cost_stores(struct pol_job *, const struct shelf_file *);

/* ---- processes ---- */

/* Runs pieces of work in processes of their own, one per processor at a time: a
 * crash of one piece does not affect the others. */
struct workers {
    struct arena *arena;
    struct progress *progress; /* already begun */
    int n;
    size_t size; /* bytes of a piece's result, in the arena */
    int window;  /* maximum of pieces begun and not yet reported */
    void (*work)(void *context, int piece, void *given);
    /* Called in the order of the pieces, as late as the window allows, so that
     * results do not depend on the machine.  given: the result; NULL:
     * crashed. */
    void (*done)(void *context, int piece, void *given);
    void *context;
};
enum explore_status workers_run(const struct workers *);
