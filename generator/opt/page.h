/* SPDX-License-Identifier: MIT
 *
 * Everything that an emitted file says: the body, what it was made from, and
 * the programs of all its functions.  Emitters see nothing else.
 *
 * In: `struct step` and the recipe it was derived from.  Out: `struct page`: a
 * program for each function, in an order that can be written down.
 */
#ifndef POL_PAGE_H
#define POL_PAGE_H

#include "base/diag.h"
#include "opt/program.h"

/* A field of a struct of the emitted code. */
struct page_field {
    const char *name;
    const char *note;
    struct place place; /* in the spec; none where it is not the user's */
    int size;           /* 1, 3, 4 or 9 */
    const num *value;   /* default or start value, or NULL */
};

/* The attitude in other numbers: a function that gives them, one that takes
 * them. */
struct page_shown {
    const char *call;        /* "euler(zyx)" */
    const char *name;        /* of the first: "euler_zyx"; "set_euler_zyx" */
    struct page_field field; /* their argument */
    bool asked;              /* by the spec */
    bool restores; /* the second brings its argument to what it should be */
    const struct program *get, *set;
};

struct page_claim {
    const char *name, *title, *source;
};

/* What controls steps that choose their size. */
struct page_control {
    num value[7];  /* as enum control has them; NULL: none */
    int order;     /* of the error's estimate */
    bool hands_on; /* what acts at the end: that at the next start */
    /* Times on which a step ends, ascending, and those that depend on params:
     * what `breaks` gives; where torque and force leap, or only bend. */
    int landings, moving;
    const num *landing;
    const bool *landing_is_kink, *moving_is_kink;
};

/* The programs, each by its name in the page, and the routine of the step; NULL
 * where that has no outputs.  `watch_values` is of the spec's `keep`, `push`
 * what acts at the end of a step and so at the start of the next, `act` and
 * `sway` what acts at a state, and its rates, for `interp`; `trial` a step that
 * chooses its size, with its error, `breaks` times on which such steps end,
 * `check` tells of params. */
#define PAGE_PROGRAMS(PROGRAM)                                                 \
    PROGRAM(advance, advance)                                                  \
    PROGRAM(rotation, rotation)                                                \
    PROGRAM(set_rotation, set_rotation)                                        \
    PROGRAM(omega, omega)                                                      \
    PROGRAM(set_omega, set_omega)                                              \
    PROGRAM(momentum, momentum)                                                \
    PROGRAM(energy, energy)                                                    \
    PROGRAM(watch_values, keep_values)                                         \
    PROGRAM(push, relay.push)                                                  \
    PROGRAM(interp, dense.interp)                                              \
    PROGRAM(act, dense.act)                                                    \
    PROGRAM(sway, dense.sway)                                                  \
    PROGRAM(trial, trial)                                                      \
    PROGRAM(breaks, breaks)                                                    \
    PROGRAM(check, check)

struct page {
    const char *body;     /* the prefix of all names */
    struct place place;   /* where the spec says it */
    const char *note;     /* the spec's first comment line, or NULL */
    struct place extreme; /* of the spec's constant that is farthest from 1 */
    struct page_claim method, attitude, map;
    int order;              /* for this body */
    bool is_exact, is_free; /* no error but round-off; no torque or force */
    bool symmetric, is_implicit, conservative, has_potential, diagonal, moves;
    bool varies; /* the inertia depends on params; then */
    int keeps;   /* invariants of the method: "momentum", ... */
    const char *const *keep;
    int stores, params, inputs;
    const struct page_field *store; /* with starts: attitude first, then L, and
                                       x and v of a body that moves */
    const struct page_field *param; /* with defaults */
    const struct page_field *input;
    num inertia[9], start_t; /* of their defaults */
    num mass;                /* NULL: not constant, or the body has none */
    /* Or NULL; step: the first one, where they choose their size. */
    num step, until;

    const struct program *faulty; /* the first that was not lowered, or NULL */
#define PROGRAM(name, routine) const struct program *name;
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    int dense_order;   /* of interp's error, */
    bool dense_is_cut; /* which is low since torque has cases */
    int shows;
    const struct page_shown *shown;
    int pushes;                  /* where the last kick adds what is carried: */
    int pushed[6];               /* 0 to 2: to L, 3 to 5: to v */
    struct page_control control; /* where there is a trial */
};

/* What a step costs: its program, and the torque for the next step. */
struct cost page_cost(const struct page *);

/* Lowers all routines of a step with the first `passes` passes (-1: all). */
const struct page *page_build(struct arena *, struct names *,
                              const struct step *, enum real, int passes);

#endif
