/* SPDX-License-Identifier: MIT
 *
 * Compositions: factors g_1, ..., g_s such that steps of g_i h, one after the
 * other, of a time-symmetric method are a method of higher order.
 */
#ifndef POL_COMPOSITION_H
#define POL_COMPOSITION_H

#include "lang/ast.h"
#include "sym/expr.h"

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
const struct composition *composition_build(struct arena *, struct diags *,
                                            const struct ast *);

/* The highest order, at most `limit`, that it gives to every time-symmetric
 * method of order `base`; even. */
int composition_order(struct arena *, const struct composition *, int limit);

#endif
