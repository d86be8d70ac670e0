/* SPDX-License-Identifier: MIT
 *
 * Inside the lowering: which nodes of a graph get a line of their own, in
 * which part of the program, in what order, and their names.
 */
#pragma once

#include "opt/pass.h"

/* A call that gives several results of the same arguments. */
struct family {
    const struct carried *call;
    expr first;              /* one that is wanted */
    expr member[LINE_NAMES]; /* NULL: only made on the way */
    const char *name[LINE_NAMES];
    int stage;
    bool placed;
    struct family *next; /* of the same first argument */
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
    struct arena *arena;   /* for the program */
    struct arena *scratch; /* the graph's */
    struct nodes nodes;    /* the live ones, in order */
    unsigned char *named;
    int *uses;
    unsigned char *role;
    int *phase, *stage;
    struct family **family;  /* of a node that is one of several results */
    const char **name;       /* of leaves and lines, by node */
    const char **note;       /* of a line: its meaning, or NULL */
    int orders;              /* lines and calls in the order of the program; */
    expr *order;             /* a call is its first member */
    struct program *program; /* that is made of it */
    struct block *loop;      /* of each solve: its name */
    int *lines;              /* of each stage, in each phase */
    struct write *write;     /* the program's, and */
    expr *written;           /* what they write */
};

/* Of the graph with what lines cannot say rewritten: powers other than 2 and
 * -1, sums of more than a few terms, products with h inside sums. */
struct plan *plan_make(const struct graph *, struct arena *);

/* Names leaves, lines and results of calls, each differently; fills title and
 * names of the loops, and the program's reads, of what has uses. */
void label_nodes(struct plan *, struct names *);

/* A name of what the node is made of, by names of its operands: "q0q1"; NULL if
 * these have none, or it would be long. */
const char *shape_of(const struct plan *, expr);
/* Is it made of the name of a wheel or state, "spin_rate"? */
bool shape_is_extra(const struct step *, const char *name);
/* A name of the spec, or with "spec_" before it where values of the state, of a
 * method, or that are made of others have such names.  numbered: digits come
 * behind it. */
const char *shape_own(const struct step *, struct arena *, const char *name,
                      bool numbered);

/* c times what has this name: "4 J10", "-J01/2". */
const char *shape_multiple(struct arena *, const char *of, num c);

/* Fills the cost, and unless the arena is NULL calls and carries. */
void program_count(struct program *, enum real, struct arena *);
