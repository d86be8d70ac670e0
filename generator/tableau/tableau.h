/* SPDX-License-Identifier: MIT
 *
 * Butcher tableaus with exact coefficients, their order conditions and
 * properties; compositions.
 *
 * In: the syntax tree of a tableau block, or a family and its arguments.  Out:
 * an exact `struct tableau`; its order, errors, structure and stability
 * (analysis.h).
 */
#pragma once

#include "tableau/constant.h"

enum {
    TABLEAU_STAGES = 64,         /* at most */
    TABLEAU_TOLERANCE_BITS = 200 /* numbers with larger errors are not 0 */
};
/* Tolerance in tableaus that are declared rounded. */
#define TABLEAU_TOLERANCE_ROUNDED 1e-20

/* A symbol whose value a search may choose. */
struct free_symbol {
    const char *name;
    num start, low, high; /* low <= start <= high */
};

/* A constant named by `let`. */
struct tableau_let {
    const char *name;
    const char *written;    /* its value as written */
    const char *polynomial; /* if it is a root, the polynomial; else NULL */
    long root;              /* index of that root, 1 for the smallest */
    num value;
};

struct tableau {
    const char *name;
    const char *source; /* the comment that says where it is from, or NULL */
    struct place place;
    int stages;
    int claim;    /* the claimed order; 0: none */
    int embedded; /* rows of bhat */
    /* All entries in one array: a row by row, b, the rows of bhat, c. */
    const num *a;
    const num *b;    /* weights, row 0; rows of bhat are 1, 2, ... */
    const num *bhat; /* or NULL; steps use its first row */
    const num *c;
    bool is_explicit;
    bool exact;   /* all entries are fractions */
    bool rounded; /* long decimals are known to their last digit only */
    double meant; /* tolerance for 0; 0: the default */
    /* The entries as written: a, b, bhat and c, in this order. */
    const char **written;
    /* The same entries, exact if they are p + q sqrt(d); NULL if unknown. */
    num *surd;
    /* The possible error of each if numbers were rounded; NULL if unknown. */
    double *slack;
    struct decimals decimals;
    /* per row of weights, '-' if it was given as b - bhat, '+' if as bhat - b;
     * or NULL */
    const char *orientation;
    int lets; /* `let` constants, in the order of declaration */
    const struct tableau_let *let;

    /* Without free symbols: frees is 0, and entry, pool and ast are NULL. */
    int frees;
    struct free_symbol *free;
    syntax ast;
    struct {
        const struct expr **symbol; /* one for each free symbol */
        const struct expr **entry;  /* a, b, bhat, c as formulas in them */
        struct pool *pool;          /* holds only the entries */
    } by;
};

/* ---- construction ---- */

/* Builds a tableau from the syntax tree; NULL with messages if it is invalid or
 * has free symbols.  Warns if a c is not its row's sum. */
const struct tableau *tableau_build(struct diags *, syntax);

/* The number of stages in a syntax tree. */
int tableau_stages(syntax);

/* Like tableau_build, but allows free symbols; the numbers are those at the
 * symbols' starts. */
const struct tableau *tableau_build_free(struct diags *, syntax);

/* The tableau with these values for its free symbols, and no free ones left;
 * NULL if an entry has no finite value. */
const struct tableau *tableau_with(struct arena *, const struct tableau *,
                                   const num *values);

/* All entries in double, in the order of `written`: fast; NaN or Inf where they
 * have no value. */
void tableau_evaluate(const struct tableau *, const double *values,
                      double *entries);

/* Makes a tableau from computed entries in `surd`; name, place, claim, stages
 * and embedded are set. */
const struct tableau *tableau_make(struct arena *, const struct tableau *);

/* The same tableau with other numbers, not known as surds. */
struct tableau tableau_changed(const struct tableau *, const num *entry);
/* The same tableau, each number with its slack as its error, and the tolerance
 * for 0 raised to match.  NULL unless a number has slack, or an error above the
 * tolerance. */
const struct tableau *tableau_as_rounded(struct arena *,
                                         const struct tableau *);

/* ---- the numbers ---- */

/* The number of entries, and the index where c begins. */
int tableau_entries(const struct tableau *);
int tableau_written_c(const struct tableau *);

/* True if all entries above the diagonal are (meant as) zero. */
bool tableau_is_triangular(const struct tableau *);

/* A number is taken as 0 if 0 is within its error, and that is at most this. */
double tableau_tolerance(const struct tableau *);
/* True if the number is zero or taken as 0. */
bool tableau_means_zero(const struct tableau *, num);
/* True if this holds for n numbers x[i * step]. */
bool tableau_are_zero(const struct tableau *, int n, const num *x, int step);
/* 0 if taken as 0, else the sign. */
int tableau_sign(const struct tableau *, num);

/* The sum of n numbers; the sum of x[i] * y[i * step]; the largest |x[i]|. */
num tableau_sum(struct arena *, int n, const num *x);
num tableau_dot(struct arena *, int n, const num *x, const num *y, int step);
num tableau_largest(struct arena *, int n, const num *x);

/* Lists the stages whose c is not the sum of their row (`rounded`: by more than
 * the slack of these numbers); returns their number. */
int tableau_mismatches(struct arena *, const struct tableau *, bool rounded,
                       const int **stage);

/* The highest order, at most `limit`, up to which all conditions hold for a row
 * of weights: exactly for fractions, else within the errors. */
int tableau_order(struct arena *, const struct tableau *, int row, int limit);

/* ---- compositions ----
 *
 * Factors g_1, ..., g_s: successive steps g_i h of a time-symmetric method form
 * a method of higher order. */

enum {
    COMPOSITION_STEPS = 64,      /* at most */
    COMPOSITION_ORDER = 12,      /* highest order checked */
    COMPOSITION_MEANT_BITS = 100 /* numbers with larger errors are not 0 */
};

struct composition {
    const char *name;
    const char *source; /* the comment that says where it is from, or NULL */
    const char *note;   /* the same on one line, without the file's first */
    struct place place;
    int base;  /* minimum order of the method; even */
    int claim; /* the claimed order; 0: none */
    int steps;
    const num *factor;
};

/* Builds a composition from the syntax tree; NULL, with messages, if its
 * factors are not palindromic or do not add up to 1. */
const struct composition *composition_build(struct diags *, syntax);

/* The highest order, at most `limit`, that the composition gives to every
 * time-symmetric method of order `base`; even. */
int composition_order(struct arena *, const struct composition *, int limit);
