/* SPDX-License-Identifier: MIT
 *
 * Taylor coefficients of the solution of y' = f(y), by the recurrences of the
 * operations of f: those of order k are computed from those of lower orders.
 */
#pragma once

#include "sym/expr.h"

/* A node v that sums need: first = v[0], and next = v[k] in the symbols of
 * order k > 0; for a slope 0 and k v[k]. */
struct taylor_factor {
    expr node;
    bool is_slope;
    expr first, next;
};

/* sum_j a[j] b[k - j] for j from (open_b ? 1 : 0) to (open_a ? k - 1 : k): an
 * open factor's coefficient k need not be known yet.  The sums of a group are
 * computed together, for each a with each b (most of them are needed), from the
 * sums of earlier groups. */
struct taylor_sum {
    int a, b; /* indices in the group's lists */
    expr symbol;
};
struct taylor_group {
    bool open_a, open_b;
    int as, bs;
    int *a, *b; /* factors */
    int n;
    struct taylor_sum *sum;
};

struct taylor {
    int n; /* number of functions y */
    expr k;
    const expr *symbol; /* y[k] */
    const expr *first;  /* y[0] */
    const expr *second; /* y[1] */
    const expr *next;   /* y[k + 1], k > 0 */
    int factors, factor_room;
    struct taylor_factor *factor;
    int groups;
    struct taylor_group *group;
};

/* Makes the series of n functions y(s) = symbol, y(0) = start, y' = rate.  The
 * first function is s itself.  Steps, cases and signals may depend on s only;
 * they are taken as inside 0 < s < 1. s is left out of the series if no rate
 * needs it.  Returns NULL, or a node that has no recurrence. */
expr taylor_make(struct pool *, int n, const expr *symbol, const expr *start,
                 const expr *rate, struct taylor *);

/* True if no node of the values switches between cases or lacks a
 * recurrence. */
bool taylor_is_smooth(struct pool *, int n, const expr *value);

/* Writes out the coefficients: out[k n + i] is that of s^k in y_i, k = 0 to
 * order. */
void taylor_unroll(struct pool *, const struct taylor *, int order, expr *out);
