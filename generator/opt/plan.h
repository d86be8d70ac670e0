/* SPDX-License-Identifier: MIT
 *
 * How a graph becomes lines: which nodes get a line of their own, in which
 * part of the program, and in what order.
 */
#ifndef POL_PLAN_H
#define POL_PLAN_H

#include "opt/carried.h"
#include "opt/graph.h"

/* A call that gives several results of the same arguments. */
struct family {
    const struct carried *call;
    const struct expr *first;                   /* one that is wanted */
    const struct expr *member[CARRIED_RESULTS]; /* NULL: only made on the way */
    const char *name[CARRIED_RESULTS];
    bool placed;
};

/* What a node is in the program. */
enum role {
    ROLE_INLINE, /* part of its user's tree */
    ROLE_LEAF,   /* a constant, or a symbol: a read or a carried name */
    ROLE_LINE,   /* name = value */
    ROLE_ONCE,   /* the same, once a call */
    ROLE_CALL    /* a result of a family's call */
};

/* A part of the program: even phases are straight, phase 2i + 1 is the loop
 * of solve i; within a phase the stages follow each other. */
struct plan {
    const struct graph *graph;
    struct arena *arena;
    int size;           /* nodes in the pool */
    struct nodes nodes; /* the live ones, in order */
    unsigned char *live, *named;
    int *uses;
    unsigned char *role;
    int *phase, *stage;
    int *family; /* of a node that is one of several results */
    int families;
    struct family *item;
    const char **name; /* of leaves and lines, by node */
    int orders;        /* lines and calls in the order of the program; */
    const struct expr **order; /* a call stands as its first member */
    const char *fault;         /* what cannot be lowered, or NULL */
    bool is_beyond;            /* a function that is not carried is needed */
};

/* The graph must be in normal form. */
struct plan *plan_make(const struct graph *, struct arena *);

/* Rewrites what lines cannot say: powers other than 2 and -1, sums of more
 * than `PLAN_TERMS` terms, products with h inside sums. */
struct graph *graph_normal(const struct graph *);

enum {
    PLAN_TERMS = 5,   /* in one sum of a tree */
    PLAN_OPS = 8,     /* operations in one line's tree */
    PLAN_BEFORE = 40, /* in one that only a loop's test needs */
    PLAN_TEST = 4000  /* operations in the test of a loop */
};

/* Operations of the node itself when it is spelled out. */
int plan_own_ops(const struct expr *);
/* The spelling of the node uses its arguments twice. */
bool plan_needs_names(const struct expr *);

#endif
