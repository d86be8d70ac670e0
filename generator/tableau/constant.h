/* SPDX-License-Identifier: MIT
 *
 * The value of an expression in which only numbers, pi and functions of them
 * may stand: exact for fractions, else to 256 bits.
 */
#ifndef POL_CONSTANT_H
#define POL_CONSTANT_H

#include "lang/ast.h"
#include "num/surd.h"
#include "sym/expr.h"

struct decimals;

/* What is read in one go: the number; the same as far off as its decimals may
 * be; and by symbols, in a pool. */
enum constant_part {
    CONSTANT_NUMBER,
    CONSTANT_LOOSE,
    CONSTANT_FORMULA,
    CONSTANT_PARTS
};
struct constant {
    /* NULL: not asked for, or without a value.  Numbers are of no pool. */
    const struct expr *part[CONSTANT_PARTS];
    struct surd surd; /* the number exactly; p is NULL if it is no surd */
    double slack;     /* how far it may be off what its decimals stand for */
};

/* How messages call what is read, and the names that it may use beside pi. */
struct constant_place {
    const char *what;  /* "an entry of a tableau" */
    const char *where; /* "a tableau" */
    const char *hint;  /* for a name that is like no other */
    int names;
    const char *const *name;
    const struct constant *value;
    bool rounded; /* long decimals are rounded ones: see number_rounded */
    /* Numbers are as far off as these say; NULL: they are what they are. */
    const struct decimals *loose;
};

/* Decimals of this many digits are taken as rounded where that is said. */
enum { CONSTANT_ROUNDED_DIGITS = 15 };

/* The number, as far off as it may be if the place has `loose`, and the formula
 * if there is a pool for it; false, with a message, if the expression has no
 * value.  What else a pool holds is nothing to the number. */
bool constant_read(struct arena *, struct pool *formulas, struct diags *,
                   const struct constant_place *, const struct ast *,
                   struct constant *);

/* The number alone, and the formula alone; NULL with a message. */
const struct number *constant_value(struct arena *, struct diags *,
                                    const struct constant_place *,
                                    const struct ast *);
const struct expr *constant_fold(struct pool *, struct diags *,
                                 const struct constant_place *,
                                 const struct ast *);

/* A number that is known, as the value of a name. */
struct constant constant_of(struct arena *, const struct number *);
/* May something that is used in constants not have this name?  Then why: "is a
 * function", "is a word of the language". */
const char *constant_name_fault(const char *name);

#endif
