/* SPDX-License-Identifier: MIT
 *
 * What entries of a tableau are, and what their decimals tell.
 */
#pragma once

#include "lang/ast.h"
#include "num/surd.h"
#include "sym/expr.h"

/* ---- decimals, as people write them when they have rounded ---- */

/* So many significant digits are written by nobody who knows the fraction. */
enum { DECIMAL_LONG = 7 };
/* Tables of decimals with this many digits behind the point are rounded ones.
 */
enum { DECIMAL_PLACES = 4 };

/* How far off a decimal of DECIMAL_LONG digits or more may be, rounded up: a
 * unit of its last digit, since many are cut off, and where it has the digits
 * of a double, or as many as are printed of one, what a double is off by; 0 for
 * shorter ones and all other texts. */
double decimal_slack(const char *text);

/* How a tableau's numbers are written. */
struct decimals {
    int digits;  /* of the shortest long decimal that may be rounded; 0: there
                  * is none */
    int most;    /* of the longest one */
    bool single; /* they are numbers of single precision */
    int places;  /* of all decimals the most digits behind the point; 0: fewer
                  * than DECIMAL_PLACES */
    double fraction; /* how far off fractions with long denominators may be */
};
struct decimals decimals_of(syntax tableau);

/* ---- constants ---- */

/* What is read in one go. */
struct constant {
    num number;                 /* NULL: without a value */
    num loose;                  /* as far off as its decimals may be */
    const struct expr *formula; /* by symbols, in a pool; or NULL */
    double slack;               /* largest error of its decimals */
};

/* How messages call what is read, and the names that it may use beside pi. */
struct constant_place {
    const char *what; /* "an entry of a tableau" */
    const char *hint; /* for a name that is like no other */
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
bool constant_read(struct pool *formulas, struct diags *,
                   const struct constant_place *, syntax, struct constant *);

/* May something that is used in constants not have this name?  Then why: "is a
 * function", "is a word of the language". */
const char *constant_name_fault(const char *name);
