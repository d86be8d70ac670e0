/* SPDX-License-Identifier: MIT
 *
 * Methods side by side: on one body, by ladders of steps, with one reference.
 *
 * In: a spec that has been read, calls of methods, an error.  Out: what each
 * has done and cost, ranked, as a record.
 */
#pragma once

#include "session/session.h"

/* What an operation counts; elliptic functions count with all that is in them.
 */
enum weight { MUL, ADD, DIV, SQRT, CALL, JACOBI, JACOBI_PI, WEIGHTS };

enum outcome_kind {
    OUTCOME_NONE,   /* it has not been tried */
    OUTCOME_PRICED, /* what a step costs is known */
    OUTCOME_RAN,    /* there is a ladder */
    OUTCOME_REFUSED /* it does not take the body, or crashed */
};

/* What a method has done.  It goes through a pipe: there are no pointers. */
struct outcome {
    enum outcome_kind kind;
    char reason[300]; /* why it is refused, or an internal error */
    int order;        /* that is claimed */
    bool is_implicit, symmetric;
    char keeps[100];        /* "momentum energy" */
    struct operations step; /* once a step */
    double price;           /* weighted, once a step */
    double operations;      /* weighted, of a step with its sweeps */
    double torques;         /* evaluations a step */
    double sweeps;          /* a step */
    struct ladder_result ladder;
    struct explore_seen seen; /* by the run that drift and time are of */
    long steps;     /* of the run that drift and time are of; 0: none is good */
    double seconds; /* a step takes */
    double energy, keep[EXPLORE_KEEPS]; /* largest drifts; NaN: none is kept */
    long least; /* steps for which it is stable on the body's damping, where
                   fewer would reach the error; or 0 */
};

struct entrant {
    const char *call, *tableau; /* of which it is the rkmk, or NULL */
    bool is_asked;              /* by its name */
    struct outcome *outcome;    /* NULL: none, yet */
};

struct contest {
    struct pol_job *job; /* whose image is that of the reference */
    struct session session;
    pol_options options; /* of the job, but the method */
    double weight[WEIGHTS];
    pol_compiler compiler;
    struct explore_exact exact;
    double uncertain;           /* the largest of its columns */
    double error;               /* to be reached */
    double budget, most;        /* operations of a run; what is left of it */
    bool is_brief, is_price;    /* finer steps say nothing; nothing is run */
    double kept[DRIFT_COLUMNS]; /* by the motion itself: enum invariant */
    int entrants, room;
    struct entrant *entrant;
    int *turn; /* the entrants in the order in which they run */
    int turns;
    void (*ended)(struct contest *); /* or NULL */
};

/* The spec has been read; error, budget 0: as by default.  EXIT_DONE or an exit
 * status. */
int contest_begin(struct contest *, struct pol_job *, struct span, pol_compiler,
                  double error, double budget);
void contest_enter(struct contest *, const char *call, const char *tableau,
                   bool is_asked);
/* Lines of compare.tsv: "method", "tableau". */
void contest_enter_known(struct contest *, const char *what);
/* By `rkmk` in this form (NULL: its own) each tableau that fits, "order 4,
 * explicit"; EXIT_DONE or an exit status. */
int contest_enter_tableaus(struct contest *, const char *filter,
                           const char *form);
/* The first example of each method. */
void contest_enter_shelf(struct contest *);
/* Finds the reference; EXIT_DONE or an exit status. */
int contest_reference(struct contest *);
/* Those of which nothing is known. */
void contest_turn_all(struct contest *);
/* What one of them does, in this process. */
void contest_race(const struct contest *, const char *call, struct outcome *);
/* Are differences of errors above what the reference leaves uncertain? */
bool contest_is_ranked(const struct contest *);
void contest_rank(struct contest *);
/* Runs the entrants listed in `turn`. */
enum explore_status contest_run(struct contest *);

/* The least of its errors; infinite: every run fails. */
double contest_least(const struct outcome *);

/* ---- advice ---- */

enum { CONTEST_BEST = 5 };
/* Has it reached the error? */
bool contest_is_good(const struct entrant *);
/* The cheapest of those that take part, and of their kin; the best are timed by
 * this compiler. */
enum explore_status contest_advise(struct contest *, bool kin, pol_compiler by);

/* ---- records ---- */

/* All methods and their results; `against` is the axis that errors are drawn
 * over: cost, steps, time. */
void contest_put(struct text *, const struct contest *, const char *against);
/* The best, why, and why not the others. */
void contest_put_advice(struct text *, struct contest *);

/* ---- costs, as records ---- */

/* Steps by these calls, or by all methods, for at most two bodies among the
 * operands, or for two that are built in. */
int cost_methods(struct pol_job *, int operands, const char *const *operand,
                 struct text *);
/* These attitudes, or all. */
int cost_attitudes(struct pol_job *, int operands, const char *const *operand,
                   struct text *);
/* "stores q[4]: unit quaternion ..." of an attitude without options, or of its
 * first example; else NULL, and messages. */
const char *cost_stores(struct pol_job *, const struct shelf_file *);

/* ---- processes ---- */

/* Pieces of work in processes of their own, as many at a time as there are
 * processors: one that crashes takes none of the others with it. */
struct crew {
    struct arena *arena;
    struct progress *progress; /* that has begun */
    int n;
    size_t size; /* bytes that each piece gives; they lie in the arena */
    int window;  /* most pieces that are begun and not yet reported */
    void (*work)(void *context, int piece, void *given);
    /* Called in the order of the pieces, as late as the window allows, so that
     * results do not depend on the machine.  given: NULL if it crashed. */
    void (*done)(void *context, int piece, void *given);
    void *context;
};
enum explore_status crew_run(const struct crew *);
