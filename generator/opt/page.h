/* SPDX-License-Identifier: MIT
 *
 * The content of an emitted file: the programs of all its functions, and the
 * step's text and numbers about the body and its sources. Emitters do not look
 * at expressions. A program is straight: blocks of lines, each of which gives a
 * name to a value. The operations of a tree have names, not codes.
 *
 * In: `struct step` and the recipe it was derived from.  Out: `struct page`: a
 * program for each function, in an order that can be written down.
 */
#pragma once

#include "step/step.h"

struct names;

enum tree_kind {
    TREE_NAME,   /* name: a local made earlier, a state, parameter, ... */
    TREE_NUMBER, /* number */
    TREE_GRID,   /* grid: the first argument of "find" and "entry" */
    TREE_OP      /* op: "add" "sub" "mul" "div" "neg" "sqrt" "sin" ... "lt" "le"
                    "eq" "select"; "powi" never (lowered to products) */
};

/* Limits: arguments of an operation, results of a call, and functions of math.h
 * that one carried function needs. */
enum { TREE_ARGUMENTS = 4, LINE_NAMES = 6, CARRIED_NEEDS = 8 };

struct tree {
    enum tree_kind kind;
    const char *op;
    const char *name;
    num number;
    const struct grid *grid;
    int n;
    const struct tree *arg[TREE_ARGUMENTS];
};

/* name = value;  or, where several results come at once,
 * call(value.arg[0], ..., &name[0], &name[1], ...) with call = "c01", "c0123",
 * "c012345" (Stumpff functions of value.arg[0], in that order), "jacobi" (sn,
 * cn and dn of value.arg[0..2]), "jacobi_pi": carried functions. */
struct line {
    int n;
    const char *name[LINE_NAMES];
    const char *call; /* NULL for an ordinary line */
    const struct tree *value;
    const char *note; /* its meaning, or NULL */
    bool is_early;    /* a sum of what was known two stages before */
};

/* A vector of these names or numbers. If `value` is given, the lines with these
 * names are its elements; they need only earlier paragraphs and such lines. */
enum { PACK = 4 };
struct pack {
    const char *name;
    const struct tree *value; /* names of vectors, numbers */
    int n;
    const struct tree *lane[PACK];
};

struct paragraph {     /* "stage 2" and its lines */
    const char *title; /* NULL: none */
    int lines, packs, room;
    const struct line *line;
    struct pack *pack; /* another way to compute some of the lines */
};

enum block_kind {
    BLOCK_STRAIGHT,
    BLOCK_NEWTON,
    BLOCK_REQUIRE, /* only `accept` */
    /* The loop over the orders of a series, up to BLOCK_SERIES_END. */
    BLOCK_SERIES,
    BLOCK_SUMS,
    BLOCK_SERIES_END
};

struct block {
    enum block_kind kind;
    int paragraphs;
    const struct paragraph *paragraph; /* body of the loop for BLOCK_NEWTON */
    /* BLOCK_NEWTON: */
    const char *title; /* the unknowns: "s" or "K1, K2" */
    int n;             /* carried variables */
    const char *const *carried;
    const struct tree *const *start;
    const struct tree *const *change; /* trees, usually names */
    const char *const *change_name;   /* locals that hold them */
    const struct tree *done;          /* the loop ends when it is nonzero */
    int sweeps;
    /* BLOCK_NEWTON, after the loop, and BLOCK_REQUIRE: */
    const struct tree *accept; /* if zero, the step fails; or NULL */
    enum failure fails;        /* the reason for that failure */
    /* Parts of a series: `change` is the next coefficient of `carried`, `start`
     * the first. */
    const struct taylor_part *part;
    const struct tree *const *stored; /* by part->store */
    const char *const *result; /* names of part->result, NULL if unused */
    /* BLOCK_SERIES: `order`: k as a real, or NULL if unused; `local`: k and j,
     * the index of a sum; `array`: a and b of each group, then the coefficients
     * that are summed at the end. BLOCK_SUMS: local[0]: array of the sums. */
    const char *order, *local[2], *const *array;
};

/* A value that the code reads: a local name for a field. */
enum read_kind {
    READ_STORE,
    READ_TIME,
    READ_PARAM,
    READ_INPUT,
    READ_STEP,
    READ_ARGUMENT,
    READ_RELAY, /* torque or acceleration from the step before */
    READ_END,   /* the state at the end of an interval */
    READ_SHARE, /* theta: fraction of the interval */
    READ_SPAN   /* time span of an adaptive step */
};
struct read {
    enum read_kind kind;
    const char *name;  /* the local */
    const char *field; /* "q", "L", "m", "u"; argument: "R", "w" */
    int index, size;   /* component, number of components (1: a plain field) */
};

struct write {
    const char *field; /* the output's name */
    int index, size;
    const struct tree *value; /* a name or a short tree */
    bool is_store;            /* the output of a step is part of the state */
};

struct operations {
    int mul, add, div, sqrt, calls;
    int neg, compare, select;
};

struct cost {
    struct operations step;  /* once a step */
    struct operations sweep; /* in one sweep of each Newton iteration */
    int once;  /* products of constants, h and parameters: once a call */
    int loops; /* Newton iterations in a step */
};

struct program {
    const char *name;  /* the routine's name */
    const char *fault; /* what could not be lowered; normally NULL */
    bool is_beyond;    /* fault: a function that emitted code lacks */
    bool is_access;    /* it reads or sets the state, off the step's path */
    int reads, blocks, writes, onces;
    const struct read *read;
    const struct line *once; /* constants times h, products of parameters */
    const struct block *block;
    const struct write *write;
    struct cost cost;
    int calls;               /* math.h functions that it needs */
    const char *const *call; /* each once: "cos", "sin" */
    unsigned carries;        /* bit i: carried function i */
    int grids;               /* tables that it looks up, each once */
    const struct grid *const *grid;
};

/* A function of runtime/ that is copied into emitted code: the operation it
 * computes, its results, and its cost. */
struct carried {
    const char *name; /* "c01"; in the file "pol_c01", for float
                         "pol_c01f" */
    const char *path; /* "runtime/pol_so3.h" */
    const char *op;   /* "stumpff" */
    int results;
    const char *result[LINE_NAMES]; /* in the order of the index */
    const char *needs[CARRIED_NEEDS];
    /* Operations on its main path, by real type; a function with sweeps counts
     * as one call. tests/unit/test_program.c recounts them. */
    struct {
        int mul, add, calls;
    } cost[2];
};
/* If several compute an operation, the first that has the result is used. */
enum { CARRIED = 5 };
extern const struct carried carried_functions[CARRIED];

/* Lowers a routine with the first `passes` passes (-1: all). is_access: it is
 * not part of the step, and may keep the form that textbooks use. */
const struct program *program_lower(struct arena *, struct names *,
                                    const struct step *, const struct routine *,
                                    enum real, int passes, bool is_access);
/* Returns the first violation of these rules, or NULL: each name is defined
 * once, before its use; nothing is unused. */
const char *program_check(struct arena *, const struct program *);
void program_show(const struct program *, struct text *);
/* Returns the cost of one sweep of a Newton iteration. */
struct operations block_sweep(const struct block *, enum real);
/* mul + add + div + sqrt + calls */
int operations_total(const struct operations *);

/* --- pages ---------------------------------------------------------------- */

/* What may be left out. INTERP: dense output. ACCESS: all that reads or sets
 * the state. STEPPER: the descriptor. UNSEEN: what the descriptor does not
 * need, such as functions that set the state. */
enum {
    LEAVE_INTERP = 1,
    LEAVE_ACCESS = 2,
    LEAVE_STEPPER = 4,
    LEAVE_UNSEEN = 8
};

/* The programs: name in the page, routine of the step, and LEAVE_ parts, each
 * of which leaves it out. NULL if the routine has no outputs. watch_values: the
 * spec's `keep`. push: torque and acceleration at the end of a step, for the
 * next start. loads, load_rates: torque and so on at a state, and their rates,
 * for interp. trial: a step that chooses its size, with its error. breaks:
 * times at which such a step ends. check: validity of params. begin: the state
 * in which params start. guards: functions that events watch; curves: their
 * Taylor series. */
#define PAGE_PROGRAMS(PROGRAM)                                                 \
    PROGRAM(advance, advance, 0)                                               \
    PROGRAM(rotation, offer.rotation, LEAVE_ACCESS)                            \
    PROGRAM(set_rotation, offer.set_rotation, LEAVE_ACCESS | LEAVE_UNSEEN)     \
    PROGRAM(omega, offer.omega, LEAVE_ACCESS)                                  \
    PROGRAM(set_omega, offer.set_omega, LEAVE_ACCESS | LEAVE_UNSEEN)           \
    PROGRAM(momentum, offer.momentum, LEAVE_ACCESS | LEAVE_UNSEEN)             \
    PROGRAM(energy, offer.energy, LEAVE_ACCESS)                                \
    PROGRAM(watch_values, offer.keep_values, LEAVE_ACCESS)                     \
    PROGRAM(push, relay.routine, 0)                                            \
    PROGRAM(interp, dense.interp, LEAVE_INTERP)                                \
    PROGRAM(loads, dense.load.routine,                                         \
            s->adaptive.trial.outputs ? 0 : LEAVE_INTERP)                      \
    PROGRAM(load_rates, dense.internal.routine, LEAVE_INTERP)                  \
    PROGRAM(trial, adaptive.trial, 0)                                          \
    PROGRAM(breaks, offer.breaks, 0)                                           \
    PROGRAM(check, offer.check, 0)                                             \
    PROGRAM(begin, offer.begin, 0)                                             \
    PROGRAM(guards, offer.guards, 0)                                           \
    PROGRAM(curves, offer.curves, 0)

struct page {
    const struct step *step;
    const struct program *faulty; /* the first that was not lowered, or NULL */
    int programs, room;           /* all programs below */
    const struct program **program;
#define PROGRAM(name, routine, parts) const struct program *name;
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    int shows; /* conversions of the attitude, in the step's order */
    struct page_shown {
        const struct program *get, *set;
    } * shown, *wheel; /* rates of wheels, in the step's order */
    /* What events do, in the step's order; or NULL. */
    const struct program **outcome, **sample; /* sampled laws */
};

/* Returns the cost of a step, with the torque for the next step. */
struct cost page_cost(const struct page *);

/* Lowers the routines of a step with the first `passes` passes (-1: all),
 * except for the parts in left_out (LEAVE_*). */
const struct page *page_build(struct arena *, struct names *,
                              const struct step *, enum real, int passes,
                              unsigned left_out);
