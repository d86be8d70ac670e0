/* SPDX-License-Identifier: MIT
 *
 * Everything that an emitted file says: the programs of all its functions, and
 * what the step tells in words and numbers of the body and of what it was made
 * from; emitters look at no expression.  A program is straight: blocks of
 * lines, each giving a name to a value; a tree's operations have names, not
 * codes.
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

/* The largest numbers of arguments of an operation, of results of a call, and
 * of functions of math.h that a target's function needs. */
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
};

struct paragraph {     /* "stage 2" and its lines */
    const char *title; /* NULL: none */
    int lines;
    const struct line *line;
};

enum block_kind {
    BLOCK_STRAIGHT,
    BLOCK_NEWTON,
    BLOCK_REQUIRE, /* only `accept` */
    /* The loop over the orders of a series: blocks up to its end are in it. */
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
    const struct tree *const *change; /* trees, most often names */
    const char *const *change_name;   /* locals that hold them */
    const struct tree *done;          /* loop ends when nonzero */
    int sweeps;
    /* BLOCK_NEWTON, after the loop, and BLOCK_REQUIRE: */
    const struct tree *accept; /* else the step fails; or NULL */
    enum failure fails;        /* and why */
    /* Parts of a series: `change` is the next coefficient of `carried`, `start`
     * the first one; */
    const struct taylor_part *part;
    const struct tree *const *stored; /* by part->store */
    const char *const *result; /* sums, or ends of functions: see there */
    /* BLOCK_SERIES: k as a real, or NULL where it is unused; names of k, j and
     * the index of a sum, and of arrays: a and b of each group, then those of
     * the sums at the end.  BLOCK_SUMS: the name of the sums' array. */
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
    READ_PUSH,  /* what is carried from the step before */
    READ_END,   /* of the state at the end of an interval */
    READ_SHARE, /* theta, of the interval */
    READ_SPAN   /* of time, in an adaptive step */
};
struct read {
    enum read_kind kind;
    const char *name;  /* the local */
    const char *field; /* "q", "L", "m", "u"; argument: "R", "w" */
    int index, size;   /* component, of how many (1: a plain field) */
};

struct write {
    const char *field; /* output's name */
    int index, size;
    const struct tree *value; /* a name or a short tree */
    bool is_store;            /* of a step: a part of the state */
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
    const char *name;  /* of the routine */
    const char *fault; /* what could not be lowered; most often NULL */
    bool is_beyond;    /* it was a function that no emitted code has */
    bool is_access;    /* it reads or sets the state, off the step's path */
    int reads, blocks, writes, onces;
    const struct read *read;
    const struct line *once; /* constants times h, products of parameters */
    const struct block *block;
    const struct write *write;
    struct cost cost;
    int calls;               /* functions of math.h that it needs */
    const char *const *call; /* each once: "cos", "sin" */
    unsigned carries;        /* bit i: carried function i */
    int grids;               /* tables' numbers that it looks up; each once */
    const struct grid *const *grid;
};

/* A function of runtime/ that emitted code carries along: which operation it
 * computes, its results, and what it costs. */
struct carried {
    const char *name; /* "c01"; in the file "pol_c01", for float
                         "pol_c01f" */
    const char *path; /* "runtime/pol_so3.h" */
    const char *op;   /* "stumpff" */
    int results;
    const char *result[LINE_NAMES]; /* in the order of the index */
    const char *needs[CARRIED_NEEDS];
    /* Operations on its main path, by real type; one with sweeps counts as a
     * call.  tests/unit/test_program.c recounts them. */
    struct {
        int mul, add, calls;
    } cost[2];
};
/* Where several do one operation, the first that has a result computes it. */
enum { CARRIED = 5 };
extern const struct carried carried_functions[CARRIED];

/* Lowers a routine with the first `passes` passes (-1: all).  One that is no
 * part of the step, for access alone, may stand as textbooks have it. */
const struct program *program_lower(struct arena *, struct names *,
                                    const struct step *, const struct routine *,
                                    enum real, int passes, bool is_access);
/* A fault that the program's own rules would find, or NULL: every name is
 * made once, before it is used; nothing is dead. */
const char *program_check(struct arena *, const struct program *);
void program_show(const struct program *, struct text *);
/* What a sweep of one Newton iteration costs. */
struct operations block_sweep(const struct block *, enum real);
/* mul + add + div + sqrt + calls */
int operations_total(const struct operations *);

/* --- pages ---------------------------------------------------------------- */

/* What may be left out: dense output; all that reads and sets the state, or
 * what the descriptor does without, functions that set it among others; the
 * descriptor itself. */
enum {
    LEAVE_INTERP = 1,
    LEAVE_ACCESS = 2,
    LEAVE_STEPPER = 4,
    LEAVE_UNSEEN = 8
};

/* The programs, each by its name in the page, the routine of the step, and the
 * parts to which it belongs, with any of which it is left out; NULL where that
 * has no outputs.  `watch_values` is of the spec's `keep`, `push` what acts at
 * the end of a step and so at the start of the next, `act` and `sway` what acts
 * at a state, and its rates, for `interp`; `trial` a step that chooses its
 * size, with its error, `breaks` times on which such steps end, `check` tells
 * of params, `begin` where they start, `guards` is what events look at, `curves`
 * their series. */
#define PAGE_PROGRAMS(PROGRAM)                                                 \
    PROGRAM(advance, advance, 0)                                               \
    PROGRAM(rotation, offer.rotation, LEAVE_ACCESS)                            \
    PROGRAM(set_rotation, offer.set_rotation, LEAVE_ACCESS | LEAVE_UNSEEN)     \
    PROGRAM(omega, offer.omega, LEAVE_ACCESS)                                  \
    PROGRAM(set_omega, offer.set_omega, LEAVE_ACCESS | LEAVE_UNSEEN)           \
    PROGRAM(momentum, offer.momentum, LEAVE_ACCESS | LEAVE_UNSEEN)             \
    PROGRAM(energy, offer.energy, LEAVE_ACCESS)                                \
    PROGRAM(watch_values, offer.keep_values, LEAVE_ACCESS)                     \
    PROGRAM(push, relay.push, 0)                                               \
    PROGRAM(interp, dense.interp, LEAVE_INTERP)                                \
    PROGRAM(act, dense.act.routine,                                            \
            s->adaptive.trial.outputs ? 0 : LEAVE_INTERP)                      \
    PROGRAM(sway, dense.sway.routine, LEAVE_INTERP)                            \
    PROGRAM(trial, adaptive.trial, 0)                                          \
    PROGRAM(breaks, offer.breaks, 0)                                           \
    PROGRAM(check, offer.check, 0)                                             \
    PROGRAM(begin, offer.begin, 0)                                             \
    PROGRAM(guards, offer.guards, 0)                                           \
    PROGRAM(curves, offer.curves, 0)

struct page {
    const struct step *step;
    const struct program *faulty; /* the first that was not lowered, or NULL */
    int programs, room;           /* all that follow */
    const struct program **program;
#define PROGRAM(name, routine, parts) const struct program *name;
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    int shows; /* attitudes in other numbers, as the step has them */
    struct page_shown {
        const struct program *get, *set;
    } * shown, *wheel; /* rates of wheels, as the step has them */
    /* What events do, as the step has them; or NULL. */
    const struct program **outcome, **sample; /* laws that are sampled */
};

/* What a step costs: its program, and the torque for the next step. */
struct cost page_cost(const struct page *);

/* Lowers the routines of a step with the first `passes` passes (-1: all), but
 * for those that are left out. */
const struct page *page_build(struct arena *, struct names *,
                              const struct step *, enum real, int passes,
                              unsigned left_out);
