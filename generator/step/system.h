/* SPDX-License-Identifier: MIT
 *
 * The equations of one call of solve, scalar by scalar: equation i is the
 * residual's component that belongs to unknown i.
 */
#ifndef POL_SYSTEM_H
#define POL_SYSTEM_H

#include "step/derive.h"
#include "sym/linear.h"

struct unknown {
    const char *name;
    int n; /* 1: a scalar; 3: a vector */
    const struct expr *symbol[VECTOR], *start[VECTOR];
    bool solved;
};

struct system {
    struct derive *derive;
    int n;
    const struct expr *unknown[LINEAR_MOST], *start[LINEAR_MOST];
    const struct expr *residual[LINEAR_MOST];
    const struct expr **jacobian; /* row by row */
    struct variable variable[LINEAR_MOST];
    /* Of what is known without Newton's iteration; NULL: not known. */
    const struct expr *value[LINEAR_MOST];
    bool is_used[LINEAR_MOST]; /* the equation has given a value */
};

/* Finds the unknowns that follow from linear equations with constant
 * coefficients and what is known before (system->value). */
void system_eliminate(struct system *, const struct blocks *);
/* The equations of the unknowns that are left, what is known put in; `left`
 * gets their places in the whole. */
struct system system_reduce(const struct system *, int *left);

/* ---- one call of solve ---- */

enum { SOLVE_OPTIONS = 3 }; /* its argument */

/* The unknowns as the method wrote them, and what is found of them. */
struct solving {
    lua_State *lua;
    struct derive *derive;
    bool is_list;
    int unknowns;
    struct unknown *unknown[LINEAR_MOST];
    struct system whole, left; /* left to Newton's iteration */
    int place[LINEAR_MOST];    /* of what is left, in the whole */
    const struct expr *const *step, *const
                                        *result; /* symbols of what is left */
};

/* A scalar (n = 1) or vector for Lua, and from there; n. */
int solve_push(lua_State *, int n, const struct expr *const *value);
int solve_take(lua_State *, int argument, const struct expr **value);
/* The whole system's values, given those of what is left; the others are
 * `known`, or (NULL) what was found. */
void solve_values(const struct solving *, const struct expr *const *left,
                  const struct expr *known, const struct expr **out);
/* Pushes the whole system's values as the method wrote its unknowns. */
int solve_push_values(const struct solving *, const struct expr *const *value);
/* The test that ends the iteration, and what the result must meet or NULL. */
const struct expr *solve_done(struct solving *);
const struct expr *solve_accept(struct solving *);
/* small, both, eps */
void solve_open_tests(struct derive *);

#endif
