/* SPDX-License-Identifier: MIT
 *
 * Butcher tableaus with exact coefficients, their order conditions and
 * properties.
 */
#ifndef POL_TABLEAU_H
#define POL_TABLEAU_H

#include "lang/ast.h"
#include "sym/expr.h"
#include "tableau/decimal.h"
#include "num/surd.h"

enum {
    TABLEAU_STAGES = 64,         /* at most */
    TABLEAU_TOLERANCE_BITS = 200 /* zero within a larger error is not meant */
};
/* Decimals that are all that is known are equal to within this. */
#define TABLEAU_TOLERANCE_ROUNDED 1e-20

/* A symbol that a search may give values to. */
struct free_symbol {
    const char *name;
    const struct number *start, *low, *high; /* low <= start <= high */
};

/* A constant that `let` names. */
struct tableau_let {
    const char *name;
    const char *written;    /* its value as it was written: */
    const char *polynomial; /* if that is a root, of which polynomial, else */
    long root;              /* NULL; and which one, 1 for the least */
    const struct number *value;
};

struct tableau {
    const char *name;
    const char *source; /* the comment that says where it is from, or NULL */
    struct place place;
    int stages;
    int claim;                     /* the claimed order; 0: none */
    const struct number *const *a; /* stages * stages, row by row */
    const struct number *const *b;
    /* Embedded weights, row after row, or NULL; steps use the first row. */
    const struct number *const *bhat;
    int embedded; /* rows of bhat */
    const struct number *const *c;
    bool is_explicit;
    bool exact;   /* all entries are fractions */
    bool rounded; /* long decimals in it are known to their last digit only */
    double meant; /* a bound up to this may still mean 0; 0: the tolerance */
    /* The entries as they were written: a, b, bhat and c, in this order. */
    const char *const *written;
    /* The same entries, exactly where they are p + q sqrt(d); NULL: nothing is
     * known of that. */
    const struct surd *surd;
    /* How far each may be off what was meant, if its numbers were rounded;
     * NULL: nothing is known of that. */
    const double *slack;
    struct decimals decimals;
    int lets; /* names that may stand in them, in the order of declaration */
    const struct tableau_let *let;

    /* Without free symbols: 0, and NULL all. */
    int frees;
    const struct free_symbol *free;
    const struct expr *const *symbol; /* one for each */
    const struct expr *const *entry;  /* a, b, bhat, c, of these symbols */
    struct pool *pool;                /* of the entries, and of nothing else */
    const struct ast *ast;
};

/* From the syntax tree; NULL with messages if it is not a tableau, or has free
 * symbols.  A c that is not its row's sum is a warning. */
const struct tableau *tableau_build(struct arena *, struct diags *,
                                    struct pool *, const struct ast *);

/* How many stages a syntax tree has. */
int tableau_stages(const struct ast *);

/* The same where free symbols are allowed; its numbers are then those for the
 * symbols' starts. */
const struct tableau *tableau_build_free(struct arena *, struct diags *,
                                         struct pool *, const struct ast *);

/* Numbers in a, b, bhat and c together. */
int tableau_entries(const struct tableau *);

/* The tableau with these values for its free symbols, and none left; NULL if
 * an entry has no finite value there. */
const struct tableau *tableau_with(struct arena *, struct pool *,
                                   const struct tableau *,
                                   const struct number *const *values);

/* All entries, in the order of `written`, in double: quickly, and NaN or
 * infinite where they have no value. */
void tableau_evaluate(const struct tableau *, const double *values,
                      double *entries);

/* Bounds up to this may mean 0. */
double tableau_tolerance(const struct tableau *);

/* The highest order, at most `limit`, whose conditions all hold for the
 * weights: exactly for fractions, else within their errors. */
int tableau_order(struct arena *, const struct tableau *,
                  const struct number *const *weights, int limit);

/* The first rooted tree, in order, whose condition fails, as a bracket text
 * such as "[t,[t]]", and its residual; false if all hold to `limit`. */
bool tableau_failure(struct arena *, const struct tableau *,
                     const struct number *const *weights, int limit,
                     const char **tree, const struct number **residual);

#endif
