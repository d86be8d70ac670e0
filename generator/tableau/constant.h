/* SPDX-License-Identifier: MIT
 *
 * Entries of a tableau, and the accuracy of their decimals.
 */
#pragma once

#include "lang/ast.h"
#include "num/surd.h"
#include "sym/expr.h"

/* ---- rounded decimals ---- */

/* Decimals with this many significant digits are taken as rounded. */
enum { DECIMAL_LONG = 7 };
/* Tables with this many decimal places are taken as rounded. */
enum { DECIMAL_PLACES = 4 };

/* The possible error of a decimal of DECIMAL_LONG digits or more, rounded up: a
 * unit of its last digit, since many are truncated; plus the rounding error of
 * a double if it has the digits of one, or digits printed from one.  0 for
 * shorter decimals and other texts. */
double decimal_slack(const char *text);

/* How a tableau's numbers are written. */
struct decimals {
    int digits;  /* digits of the shortest long decimal that may be rounded; 0:
                  * none */
    int most;    /* digits of the longest decimal */
    bool single; /* the numbers are single-precision floats */
    int places;  /* the most decimal places; 0: fewer than DECIMAL_PLACES */
    double fraction; /* error of fractions with long denominators */
};
struct decimals decimals_of(syntax tableau);

/* ---- constants ---- */

/* A constant as read. */
struct constant {
    num number;                 /* NULL if it has no value */
    num loose;                  /* with the error its decimals may have */
    const struct expr *formula; /* over symbols, in a pool; or NULL */
    double slack;               /* largest error of its decimals */
};

/* What messages call the constant, and the names it may use besides pi. */
struct constant_place {
    const char *subject; /* "an entry of a tableau" */
    const char *hint;    /* for an unknown name */
    int names;
    const char *const *name;
    const struct constant *value;
    bool rounded; /* long decimals are rounded: see number_rounded */
    /* Gives the numbers' errors; NULL: they are exact. */
    const struct decimals *loose;
};

/* Decimals with this many digits are taken as rounded if `rounded` is set. */
enum { CONSTANT_ROUNDED_DIGITS = 15 };

/* Reads the number, with its loose value if the place has `loose`, and the
 * formula if there is a pool for it.  Returns false, with a message, if the
 * expression has no value.  The number does not depend on the pool. */
bool constant_read(struct pool *formulas, struct diags *,
                   const struct constant_place *, syntax, struct constant *);

/* Why this name cannot be declared for constants ("is a function", "is a word
 * of the language"), or NULL. */
const char *constant_name_fault(const char *name);
