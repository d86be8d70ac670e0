/* SPDX-License-Identifier: MIT
 *
 * Linear equations of expressions, solved without pivoting in an order that
 * is chosen beforehand, from where the matrix is zero.
 */
#ifndef POL_LINEAR_H
#define POL_LINEAR_H

#include "sym/expr.h"

enum { LINEAR_MOST = 64 }; /* unknowns */

/* Equation row[k] determines unknown column[k].  Those of one block, from
 * start[b] to before start[b + 1], depend on each other; a block depends on
 * those before it only. */
struct blocks {
    int n; /* unknowns */
    int row[LINEAR_MOST], column[LINEAR_MOST];
    int blocks, start[LINEAR_MOST + 1];
};

/* By where the matrix, n rows of n, is zero; -1, or an unknown that no equation
 * is left for: whatever the values are, they do not determine all. */
int linear_order(int n, const expr *matrix, struct blocks *);

/* matrix * out = right; false if a pivot is zero at any values.  Three
 * equations by cofactors, more block by block and by elimination. */
bool linear_solve(struct pool *, int n, const expr *matrix, const expr *right,
                  expr *out);

#endif
