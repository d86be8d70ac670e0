/* SPDX-License-Identifier: MIT
 *
 * root(p, k): a real root of a polynomial that is given as an expression.
 */
#ifndef POL_ROOT_H
#define POL_ROOT_H

#include "sym/expr.h"

/* The variable that users call x. */
const struct expr *root_variable(struct pool *);

/* `value` is NULL where there is no such root: then `fault` says why, `hint`
 * what to do, and `argument` (0 or 1) which one is wrong. */
struct root {
    const struct number *value;
    const char *fault, *hint;
    int argument;
};

/* The k-th real root, in ascending order from 1 and each counted once, of a
 * polynomial in root_variable with exact coefficients: a fraction where it is
 * one, else to NUMBER_BITS. */
struct root root_find(struct pool *, const struct expr *polynomial,
                      const struct expr *k);

#endif
