/* SPDX-License-Identifier: MIT
 *
 * Taylor coefficients of the solution of y' = f(y), by the recurrences of the
 * operations of f: what is computed of each order k from those below.
 */
#pragma once

#include "sym/expr.h"

/* A node v that sums need: v[0] and, in the symbols of order k > 0, v[k]; as a
 * slope k v[k]. */
struct taylor_factor {
    expr node;
    bool is_slope;
    expr first, next;
};

/* sum_j a[j] b[k - j] for j from (open_b ? 1 : 0) to (open_a ? k - 1 : k): an
 * open factor's coefficient k need not be known yet.  A group's sums are
 * computed together, those of each a with each b, most of which are wanted,
 * from sums of the groups before. */
struct taylor_sum {
    int a, b; /* places in the group's lists */
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
    int n; /* functions y */
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

/* Makes the series of n functions y(s), y(0) = start, y' = rate, in `symbol`,
 * which is y.  The first one is s itself, by which alone steps, cases
 * and signals may change: these are taken as they are inside of 0 < s < 1.  It
 * is left out of the series where no rate needs it.  Returns NULL, or a node
 * that has no recurrence. */
expr taylor_make(struct pool *, int n, const expr *symbol, const expr *start,
                 const expr *rate, struct taylor *);

/* Does no node of these switch between cases? */
bool taylor_is_smooth(struct pool *, int n, const expr *value);

/* The coefficients themselves: out[k n + i] is the one of y_i at s^k, k = 0 to
 * order. */
void taylor_unroll(struct pool *, const struct taylor *, int order, expr *out);
