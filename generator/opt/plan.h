/* SPDX-License-Identifier: MIT
 *
 * Internals of the lowering: the nodes of a graph that get a line of their own,
 * their part of the program, their order, and their names.
 */
#pragma once

#include "opt/pass.h"

/* A call that computes several results from the same arguments. */
struct family {
    const struct carried *call;
    expr first;              /* the first that is needed */
    expr member[LINE_NAMES]; /* NULL: computed but not used */
    const char *name[LINE_NAMES];
    int stage;
    bool placed;
    struct family *next; /* with the same first argument */
};

/* What a node is in the program. */
enum role {
    ROLE_INLINE, /* part of its user's tree */
    ROLE_LEAF,   /* a constant, or a symbol: a read or a carried name */
    ROLE_LINE,   /* name = value */
    ROLE_ONCE,   /* name = value, once a call */
    ROLE_CALL    /* a result of a family's call */
};

/* The plan of a program. Even phases are straight, phase 2i + 1 is the loop of
 * solve i; within a phase, nodes are in the order of stages. */
struct plan {
    const struct graph *graph;
    struct arena *arena;   /* for the program */
    struct arena *scratch; /* the graph's */
    struct nodes nodes;    /* the live nodes, in order */
    unsigned char *named;
    int *uses;
    unsigned char *role;
    int *phase, *stage;
    struct family **family;  /* by node: the call that computes it */
    const char **name;       /* names by node: leaves and lines */
    const char **note;       /* by node: meaning of a line, or NULL */
    int orders;              /* number of lines and calls */
    expr *order;             /* in program order; a call as its first member */
    struct program *program; /* the program that is made */
    struct block *loop;      /* by solve: the names in its block */
    int *lines;              /* number of lines, by stage and phase */
    struct write *write;     /* the program's writes */
    expr *written;           /* the nodes that these write */
    unsigned char *early;    /* sums of what was known two stages before */
    struct namer *namer;     /* NULL: nothing gets a name */
};

/* Makes the plan, with nodes rewritten that lines cannot express: powers other
 * than 2 and -1, sums of more than a few terms, products with h inside sums. */
struct plan *plan_make(const struct graph *, struct arena *);

/* Gives unique names to leaves, lines and results of calls; fills in the titles
 * and names of loops, and the program's reads of symbols that are used. */
void label_nodes(struct plan *, struct names *);

/* Takes the next free one of "t1", "t2", ... */
const char *numbered(struct namer *, const char *base);

/* Returns a name made of the names of the operands, such as "q0q1"; NULL if
 * these have no names or it would be too long. */
const char *shape_of(const struct plan *, expr);
/* True for the name of a wheel or state, also with a suffix: "spin_rate". */
bool shape_is_extra(const struct step *, const char *name);
/* Returns a name of the spec, with "spec_" before it if values of the state, of
 * a method, or made of others have such names. numbered: digits follow it. */
const char *shape_spec_name(const struct step *, struct arena *,
                            const char *name, bool numbered);

/* Returns c times the named value as text: "4 J10", "-J01/2". */
const char *shape_multiple(struct arena *, const char *of, num c);

/* Fills in the cost and, unless the arena is NULL, calls, carries and grids. */
void program_count(struct program *, enum real, struct arena *);
