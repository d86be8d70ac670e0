/* SPDX-License-Identifier: MIT
 *
 * The value of an expression in which only numbers, pi and functions of them
 * may stand: exact for fractions, else to 256 bits.
 */
#ifndef POL_CONSTANT_H
#define POL_CONSTANT_H

#include "lang/ast.h"
#include "sym/expr.h"

/* NULL, with a message, if the expression has no such value. */
const struct number *constant_value(struct pool *, struct diags *,
                                    const struct ast *);

#endif
