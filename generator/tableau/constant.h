/* SPDX-License-Identifier: MIT
 *
 * The value of an expression in which only numbers, pi and functions of them
 * may stand: exact for fractions, else to 256 bits.
 */
#ifndef POL_CONSTANT_H
#define POL_CONSTANT_H

#include "lang/ast.h"
#include "sym/expr.h"

struct decimals;

/* How messages call what is read, and the names that it may use beside pi. Of
 * constant_value the names' values are constants (constant_wrap). */
struct constant_place {
    const char *what;  /* "an entry of a tableau" */
    const char *where; /* "a tableau" */
    const char *hint;  /* for a name that is like no other */
    int names;
    const char *const *name;
    const struct expr *const *value;
    bool rounded; /* long decimals are rounded ones: see number_rounded */
    /* Numbers are as far off as these say; NULL: they are what they are. */
    const struct decimals *loose;
};

/* Decimals of this many digits are taken as rounded where that is said. */
enum { CONSTANT_ROUNDED_DIGITS = 15 };

/* The expression with the names' values; NULL with a message. */
const struct expr *constant_fold(struct pool *, struct diags *,
                                 const struct constant_place *,
                                 const struct ast *);

/* The same for numbers alone, so that what else the pool holds is nothing to
 * it; NULL, with a message, if the expression has no value. */
const struct number *constant_value(struct pool *, struct diags *,
                                    const struct constant_place *,
                                    const struct ast *);

/* A number as an expression of no pool. */
const struct expr *constant_wrap(struct arena *, const struct number *);
/* May something that is used in constants not have this name?  Then why: "is a
 * function", "is a word of the language". */
const char *constant_name_fault(const char *name);

#endif
