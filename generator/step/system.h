/* SPDX-License-Identifier: MIT
 *
 * The equations of one call of solve, scalar by scalar: equation i is the
 * residual's component that belongs to unknown i.
 */
#ifndef POL_SYSTEM_H
#define POL_SYSTEM_H

#include "step/derive.h"
#include "sym/linear.h"

struct system {
    struct derive *derive;
    int n;
    expr unknown[LINEAR_MOST], start[LINEAR_MOST];
    expr residual[LINEAR_MOST];
    expr *jacobian; /* row by row */
    struct variable variable[LINEAR_MOST];
    /* Of what is known without Newton's iteration; NULL: not known. */
    expr value[LINEAR_MOST];
    bool is_used[LINEAR_MOST]; /* the equation has given a value */
};

/* Finds the unknowns that follow from linear equations with constant
 * coefficients and what is known before (system->value). */
void system_eliminate(struct system *, const struct blocks *);
/* The unknowns that are known, and their values; their number. */
int system_known(const struct system *, expr *unknown, expr *value);
/* The equations of the unknowns that are left, what is known put in; `left`
 * gets their places in the whole. */
struct system system_reduce(const struct system *, int *left);

#endif
