/* SPDX-License-Identifier: MIT
 *
 * Butcher tableaus with exact coefficients, their order conditions and
 * properties; compositions.
 *
 * In: the tree of a tableau's block, or a family and its arguments.  Out:
 * `struct tableau`, exact; its order, errors, structure and stability
 * (analysis.h).
 */
#pragma once

#include "tableau/constant.h"

enum {
    TABLEAU_STAGES = 64,         /* at most */
    TABLEAU_TOLERANCE_BITS = 200 /* zero within a larger error is not meant */
};
/* Decimals that are all that is known are equal to within this. */
#define TABLEAU_TOLERANCE_ROUNDED 1e-20

/* A symbol that a search may give values to. */
struct free_symbol {
    const char *name;
    num start, low, high; /* low <= start <= high */
};

/* A constant that `let` names. */
struct tableau_let {
    const char *name;
    const char *written;    /* its value as it was written: */
    const char *polynomial; /* if that is a root, of which polynomial, else */
    long root;              /* NULL; and which one, 1 for the least */
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
    const num *b;    /* row 0 of the weights; those of bhat are 1 and so on */
    const num *bhat; /* or NULL; steps use the first row */
    const num *c;
    bool is_explicit;
    bool exact;   /* all entries are fractions */
    bool rounded; /* long decimals in it are known to their last digit only */
    double meant; /* a bound up to this may still mean 0; 0: the tolerance */
    /* The entries as they were written: a, b, bhat and c, in this order. */
    const char **written;
    /* The same entries, exactly where they are p + q sqrt(d); NULL: nothing is
     * known of that. */
    num *surd;
    /* How far each may be off what was meant, if its numbers were rounded;
     * NULL: nothing is known of that. */
    double *slack;
    struct decimals decimals;
    const char *turned; /* NULL, or of each row of weights: '-' where it was
                         * given as b - bhat, '+' as bhat - b */
    int lets;           /* names allowed in them, in the order of declaration */
    const struct tableau_let *let;

    /* Without free symbols: 0, and no entry, pool and ast. */
    int frees;
    struct free_symbol *free;
    syntax ast;
    struct {
        const struct expr **symbol; /* one for each */
        const struct expr **entry;  /* a, b, bhat, c, of these symbols */
        struct pool *pool;          /* holds the entries alone */
    } by;
};

/* ---- made ---- */

/* From the syntax tree; NULL with messages if it is not a tableau, or has free
 * symbols.  A c that is not its row's sum is a warning. */
const struct tableau *tableau_build(struct diags *, syntax);

/* How many stages a syntax tree has. */
int tableau_stages(syntax);

/* The same where free symbols are allowed; its numbers are then those for the
 * symbols' starts. */
const struct tableau *tableau_build_free(struct diags *, syntax);

/* The tableau with these values for its free symbols, and none left; NULL if
 * an entry has no finite value there. */
const struct tableau *tableau_with(struct arena *, const struct tableau *,
                                   const num *values);

/* All entries, in the order of `written`, in double: quickly, and NaN or
 * infinite where they have no value. */
void tableau_evaluate(const struct tableau *, const double *values,
                      double *entries);

/* From computed entries, its `surd`; names, place, claim, stages and rows of
 * bhat are set. */
const struct tableau *tableau_make(struct arena *, const struct tableau *);

/* The same tableau with other numbers, of which no more is known. */
struct tableau tableau_changed(const struct tableau *, const num *entry);
/* The same tableau with its numbers known to their slack only, and equal within
 * that; NULL if there is none, or if they are said to be rounded and have
 * digits enough. */
const struct tableau *tableau_as_rounded(struct arena *,
                                         const struct tableau *);

/* ---- its numbers ---- */

/* How many there are, and where c begins. */
int tableau_entries(const struct tableau *);
int tableau_written_c(const struct tableau *);

/* Is a zero above the diagonal, as far as it is meant? */
bool tableau_is_triangular(const struct tableau *);

/* Bounds up to this may mean 0. */
double tableau_tolerance(const struct tableau *);
/* Is the number zero, or is zero meant? */
bool tableau_means_zero(const struct tableau *, num);
/* The same for n numbers, each `step` behind the one before. */
bool tableau_are_zero(const struct tableau *, int n, const num *x, int step);
/* 0 where zero is meant, else its sign. */
int tableau_sign(const struct tableau *, num);

/* The sum of n numbers; that of x[i] * y[i * step]; the largest |x[i]|. */
num tableau_sum(struct arena *, int n, const num *x);
num tableau_dot(struct arena *, int n, const num *x, const num *y, int step);
num tableau_largest(struct arena *, int n, const num *x);

/* The stages whose c is not the sum of their row; `rounded`: is farther off it
 * than the slack of these numbers.  Their number. */
int tableau_off(struct arena *, const struct tableau *, bool rounded,
                const int **stage);

/* The highest order, at most `limit`, whose conditions all hold for a row of
 * weights: exactly for fractions, else within their errors. */
int tableau_order(struct arena *, const struct tableau *, int row, int limit);

/* ---- compositions ----
 *
 * Factors g_1, ..., g_s such that steps of g_i h, one after the other, of a
 * time-symmetric method are a method of higher order. */

enum {
    COMPOSITION_STEPS = 64,      /* at most */
    COMPOSITION_ORDER = 12,      /* looked at, at most */
    COMPOSITION_MEANT_BITS = 100 /* zero within a larger error is not meant */
};

struct composition {
    const char *name;
    const char *source; /* the comment that says where it is from, or NULL */
    const char *note;   /* the same in one line, without the file's first */
    struct place place;
    int base;  /* the order that the method must have at least; even */
    int claim; /* the claimed order; 0: none */
    int steps;
    const num *factor;
};

/* From the syntax tree; NULL, with messages, if its factors are not
 * palindromic or do not add up to 1. */
const struct composition *composition_build(struct diags *, syntax);

/* The highest order, at most `limit`, that it gives to every time-symmetric
 * method of order `base`; even. */
int composition_order(struct arena *, const struct composition *, int limit);
