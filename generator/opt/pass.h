/* SPDX-License-Identifier: MIT
 *
 * A routine on its way through the passes: the roots that must be computed,
 * the names that were given, and the stage at which each node was made; and the
 * passes, graph to graph, kept only if the count is lower.
 */
#pragma once

#include "opt/page.h"

/* The stage of each node, noted once, for all graphs of one routine. */
struct stages {
    int count, room;
    int *of; /* -1: before the first */
    int seen, seen_room;
    unsigned char *once; /* what graph_is_once has found */
};

/* The live nodes in order, and a mark for each; pool_size marks. */
struct nodes {
    int n;
    expr *node;
    unsigned char *live;
};

struct graph {
    struct arena *arena;   /* for what stays: numbers, the program */
    struct arena *scratch; /* for what one pass needs */
    struct pool *pool;     /* of the routine alone */
    const struct step *step;
    const struct routine *routine;
    enum real real;
    expr *own; /* by id of a node of the step: its node here, or the undefined
                  one */
    /* The outputs' values in order; then of each solve start, change, done
     * and (or the constant 1) accept, and the values of a series' part. */
    int values, roots;
    expr *root;
    int labels;
    struct label *label; /* its node is NULL once it was removed */
    struct stages *stages;
    struct looked *looked;
    void *context; /* of the pass that rebuilds it */
};

/* A graph with what it costs. */
struct weighed {
    const struct graph *graph;
    long weight;    /* 0: not known */
    int operations; /* of a step, and once a call */
};

/* What has been found out of a graph. */
struct looked {
    struct nodes nodes;     /* by graph_nodes */
    unsigned char *own;     /* by graph_own */
    struct graph *scaled;   /* by pass_scale */
    struct weighed grouped; /* by grouped */
};

struct graph *graph_new(struct arena *, struct arena *scratch,
                        const struct step *, const struct routine *, enum real);

/* The same without the nodes that were made in vain; what was noted by id is of
 * no use any more. */
const struct graph *graph_settle(const struct graph *);

/* Zeroed scratch of `size` bytes for each node of the pool. */
void *graph_table(const struct graph *, size_t size);

/* The live ones, each with a mark. */
struct nodes graph_nodes(const struct graph *);
/* How often each live node is an argument or a root. */
int *graph_uses(const struct graph *);
/* 1 for each node that has a name; whole: and for each node x where c x has
 * one, which is to be kept whole. */
unsigned char *graph_named(const struct graph *, bool whole);
/* 1 for each node that is used once and need not be kept whole. */
const unsigned char *graph_own(const struct graph *);
/* By node, the way from the stored numbers (of `only` one field, or NULL) to
 * what a step makes of them: a sum's term that comes from the stored one and is
 * not multiplied by anything, or NULL. */
expr *graph_ways(const struct graph *, const struct field *only);
/* Where an output of a step is stored; NULL: nowhere, or it is no step's. */
const struct field *graph_store(const struct graph *, const struct output *);
/* The node is known once a call: a product of constants, h, and what is made
 * of constants and parameters alone. */
bool graph_is_once(const struct graph *, expr);

/* The new node for one of the old graph, which has the pass's context, and
 * whose arguments are now `arg`. */
typedef expr graph_rewrite(const struct graph *, expr, const expr *arg);
/* A new graph from an old one, node by node from the leaves on; nodes made for
 * a node inherit its stage. */
struct graph *graph_rebuild(const struct graph *, graph_rewrite *,
                            void *context);
/* Notes `stage` for the nodes made since the last call. */
void graph_note(const struct graph *, int stage);
/* The node with other arguments, raw. */
expr node_raw(const struct graph *, expr node, const expr *arg);

/* Raw nodes. */
expr raw_mul(const struct graph *, expr, expr);
expr raw_scale(const struct graph *, num, expr);
expr raw_sum(const struct graph *, int n, const num *coef, const expr *arg);
expr raw_power(const struct graph *, expr, int exponent);

/* Equal; reals that went different ways are if they agree to 2^-200. */
bool number_near(num, num);
/* The number, or exactly 1 or -1 where it is near that. */
num number_tidy(struct arena *, num);
/* log2 |x|, also where x is out of a double's range: as the constructors leave
 * them, coefficients multiply from stage to stage. */
double number_log2(num);
bool number_is_minus_one(num);
/* 1 or -1: no multiplication is needed. */
bool number_is_unit(num);

/* A linear combination that is being put together; at first only `graph` is
 * set. */
struct terms {
    const struct graph *graph;
    int n, coef_room, node_room;
    num *coef;
    expr *node;
};

/* Adds c x; like terms become one, or none if they cancel. */
void terms_add(struct terms *, num c, expr x);
/* The combination as one raw node. */
expr terms_sum(const struct terms *);

/* --- passes --------------------------------------------------------------- */

/* The graph in the normal form in which it is counted; the same, where only its
 * cost is wanted and no node changes. */
const struct graph *plan_normal(const struct graph *, bool counts);
/* names NULL: only the cost is wanted, names are left out. */
struct program *lower_graph(const struct graph *, struct names *,
                            struct arena *);

/* The count decides, a division being worth three products; at the same count
 * fewer signs and comparisons.  A Newton iteration takes two or three sweeps.
 */
long lower_weigh(struct weighed *);

/* One of the passes; their order is that of the table. */
struct pass {
    const char *name, *note;                    /* one line on what it does */
    struct graph *(*run)(const struct graph *); /* NULL: rewrites all nodes */
    graph_rewrite *rewrite;
    bool is_layout; /* kept if the count is no higher */
};
enum { PASSES = 11 };
extern const struct pass all_passes[PASSES];
/* NULL: nothing to do. */
struct graph *pass_run(const struct pass *, const struct graph *);

struct graph *pass_rotation(const struct graph *);
struct graph *pass_stumpff(const struct graph *);
struct graph *pass_scale(const struct graph *);
/* What a graph will cost once equal coefficients are grouped. */
long scale_grouped(const struct graph *);
struct graph *pass_power(const struct graph *);
struct graph *pass_signs(const struct graph *);
expr pass_merge(const struct graph *, expr, const expr *arg);
expr pass_factor(const struct graph *, expr, const expr *arg);
expr pass_group(const struct graph *, expr, const expr *arg);
expr pass_constant(const struct graph *, expr, const expr *arg);
expr pass_distribute(const struct graph *, expr, const expr *arg);
expr pass_positive(const struct graph *, expr, const expr *arg);
struct graph *pass_balance(const struct graph *);
