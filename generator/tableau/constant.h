/* SPDX-License-Identifier: MIT
 *
 * The value of an expression in which only numbers, pi and functions of them
 * may stand: exact for fractions, else to 256 bits.
 */
#ifndef POL_CONSTANT_H
#define POL_CONSTANT_H

#include "lang/ast.h"
#include "sym/expr.h"

/* How messages call what is read, and the names that it may use beside pi. */
struct constant_place {
    const char *what;  /* "an entry of a tableau" */
    const char *where; /* "a tableau" */
    const char *hint;  /* for a name that is like no other */
    int names;
    const char *const *name;
    const struct expr *const *value;
};

/* The expression with the names' values; NULL with a message. */
const struct expr *constant_fold(struct pool *, struct diags *,
                                 const struct constant_place *,
                                 const struct ast *);

/* The same where there are no names; NULL, with a message, if the expression
 * has no value. */
const struct number *constant_value(struct pool *, struct diags *,
                                    const struct constant_place *,
                                    const struct ast *);

#endif
