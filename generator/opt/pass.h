/* SPDX-License-Identifier: MIT
 *
 * The graph of a routine during the passes: the roots to compute, the given
 * names, and the stage in which each node was made. A pass maps a graph to a
 * graph, which is kept only if its operation count is lower.
 */
#pragma once

#include "opt/page.h"

/* The stage of each node, noted once and shared by all graphs of a routine. */
struct stages {
    int count, room;
    int *of; /* -1: before the first stage */
    int seen, seen_room;
    unsigned char *once; /* cache of graph_is_once */
};

/* The live nodes in the order of ids; live[id] marks them in the pool. */
struct nodes {
    int n;
    expr *node;
    unsigned char *live;
};

struct graph {
    struct arena *arena;   /* for what outlives a pass: numbers, roots */
    struct arena *scratch; /* temporaries of one pass */
    struct pool *pool;     /* nodes of this routine only */
    const struct step *step;
    const struct routine *routine;
    enum real real;
    expr *node_of; /* by id of a node of the step: its node here, or the
                  undefined node */
    /* Roots: the outputs' values in order, then of each solve start, change,
     * done, accept (or the constant 1), and the values of its series part. */
    int values, roots;
    expr *root;
    int labels;
    struct label *label; /* node is NULL if it is no longer live */
    struct stages *stages;
    struct graph_cache *cache;
    void *context; /* private data of the pass */
};

/* A graph and its cost. */
struct weighed {
    const struct graph *graph;
    long weight;    /* 0: not computed yet */
    int operations; /* per step, plus those once per call */
};

/* Cached results about a graph, by the function that computes them. */
struct graph_cache {
    struct nodes nodes;     /* by graph_nodes */
    unsigned char *single;  /* by graph_single */
    struct graph *scaled;   /* by pass_scale */
    struct weighed grouped; /* by grouped */
};

struct graph *graph_new(struct arena *, struct arena *scratch,
                        const struct step *, const struct routine *, enum real);

/* Returns a copy without dead nodes. Ids change: older graphs of this pool and
 * tables by id become invalid. */
const struct graph *graph_settle(const struct graph *);

/* Returns a zeroed scratch table, `size` bytes for each node of the pool. */
void *graph_table(const struct graph *, size_t size);

/* Returns the live nodes and their marks. */
struct nodes graph_nodes(const struct graph *);
/* Returns, by id, how often each live node is an argument or a root. */
int *graph_uses(const struct graph *);
/* Returns, by id, 1 for each node with a name that is not soft; `with_scaled`:
 * also for each node x where c x has such a name, because x must be kept whole.
 */
unsigned char *graph_named(const struct graph *, bool with_scaled);
/* Returns, by id, 1 for nodes that are used once and need not be kept whole. */
const unsigned char *graph_single(const struct graph *);
/* Returns, by id, the path from stored numbers (`only`: those of one field) to
 * their values after a step: the term of a sum that depends on the stored
 * number and has the coefficient +-1, or NULL. */
expr *graph_paths(const struct graph *, const struct field *only);
/* Returns the field that stores an output of a step. NULL: none, or no step. */
const struct field *graph_store(const struct graph *, const struct output *);
/* True if the node is known once a call: a product of constants, h, and
 * expressions of constants and parameters only. */
bool graph_is_once(const struct graph *, expr);

/* Returns the new node for a node of the old graph. The graph has the pass's
 * context; `arg` are the new arguments. */
typedef expr graph_rewrite(const struct graph *, expr, const expr *arg);
/* Makes a new graph from an old one, node by node, leaves first; nodes made for
 * a node inherit its stage. */
struct graph *graph_rebuild(const struct graph *, graph_rewrite *,
                            void *context);
/* Notes `stage` for the nodes made since the last call. */
void graph_note(const struct graph *, int stage);
/* Returns the node with other arguments, raw. */
expr node_raw(const struct graph *, expr node, const expr *arg);

/* Raw nodes: made without the rewriting that the constructors do. */
expr raw_mul(const struct graph *, expr, expr);
expr raw_scale(const struct graph *, num, expr);
expr raw_sum(const struct graph *, int n, const num *coef, const expr *arg);
expr raw_power(const struct graph *, expr, int exponent);

/* True if equal; inexact numbers need only agree to a relative 2^-200. */
bool number_near(num, num);
/* Returns the number, or exactly 1 or -1 if it is near that. */
num number_tidy(struct arena *, num);
/* Returns log2 |x|, also if x is out of a double's range: coefficients from the
 * constructors multiply from stage to stage. */
double number_log2(num);
bool number_is_minus_one(num);
/* True for 1 or -1: no multiplication is needed. */
bool number_is_unit(num);

/* A linear combination under construction; initially only `graph` is set. */
struct terms {
    const struct graph *graph;
    int n, coef_room, node_room;
    num *coef;
    expr *node;
};

/* Adds c x; like terms are combined, and removed if they cancel. */
void terms_add(struct terms *, num c, expr x);
/* Returns the combination as one raw node. */
expr terms_sum(const struct terms *);

/* --- passes --------------------------------------------------------------- */

/* Returns the graph in the normal form in which it is counted; `counts`: only
 * the cost is needed, returns the same graph if no node would change. */
const struct graph *plan_normal(const struct graph *, bool counts);
/* Makes the program. names NULL: without names, only its cost is needed. */
struct program *lower_graph(const struct graph *, struct names *,
                            struct arena *);

/* Returns a graph's weight: its operation count, a division as three products;
 * if equal, signs and comparisons decide. A Newton iteration counts as 3
 * sweeps. */
long lower_weigh(struct weighed *);

/* A pass. Passes run in the order of the table. */
struct pass {
    const char *name, *note;                    /* one line on what it does */
    struct graph *(*run)(const struct graph *); /* NULL: calls `rewrite` */
    graph_rewrite *rewrite;
    bool is_layout; /* also kept if the count is equal */
};
enum { PASSES = 11 };
extern const struct pass all_passes[PASSES];
/* Returns the new graph, or NULL if there is nothing to do. */
struct graph *pass_run(const struct pass *, const struct graph *);

struct graph *pass_rotation(const struct graph *);
struct graph *pass_stumpff(const struct graph *);
struct graph *pass_scale(const struct graph *);
/* Returns the weight that a graph has after equal coefficients are grouped. */
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
