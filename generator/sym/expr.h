/* SPDX-License-Identifier: MIT
 *
 * Expressions: hash-consed immutable nodes.  Equal expressions are the same
 * pointer; `id` grows as nodes are made, so it is a topological order
 * (every argument has a smaller id) and no walk needs recursion.
 *
 * Canonical form, kept by the constructors:
 *   - a value is coefficient * node: OP_SCALE(c, x), where x is not a constant,
 *     not a scale, and c is neither 0 nor 1;
 *   - OP_SUM is a linear combination of two or more different arguments.  The
 *     first coefficient is +1: the coefficient of the first argument (by id)
 *     with +1 or -1, else of one with the most frequent magnitude, is pulled
 *     out as a scale.  The other arguments follow by id; a constant term is
 *     the argument 1, at the end.  An inner sum stays as built unless it shares
 *     a term with the outer sum, or terms of two inner sums cancel;
 *   - OP_MUL has two arguments, in order of id, neither a constant nor a scale
 *     (coefficients are pulled out), and is not flattened further;
 *     x*x is OP_POW(x, 2), x^a * x^b is collected, x/y is x * y^-1;
 *   - OP_POW has an integer exponent in `index`, not 0 or 1;
 *   - constants are folded, exactly where possible: an expression without
 *     symbols is a constant, or undefined;
 *   - the arguments of OP_MIN, OP_MAX and OP_EQ are in order of id (so with a
 *     NaN and a number, either may be the result).
 *
 * In: operations on expressions.  Out: the one node that has this value in
 * canonical form.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "num/number.h"

struct arena;
struct text;

enum op {
#define OP(name, ...) OP_##name,
#include "sym/ops.def"
    OP_COUNT
};

/* Handle of an expression. */
typedef const struct expr *expr;

/* Numbers of a table: ascending knots (OP_FIND), or values (OP_ENTRY). */
struct grid {
    const char *name; /* unique, such as "cd_1" */
    int n;            /* at least 1 */
    const double *value;
    /* only for knots (OP_FIND): */
    const char *table; /* "cd"; else NULL */
    double per;        /* 1/distance if they are evenly spaced, else 0 */
    int smooth;        /* highest continuous derivative at knots; -1: jumps */
    bool refuses;      /* no value outside of the knots or above `last` */
    double last;
};

struct expr {
    enum op op;
    int id;
    int arity;
    int index;               /* OP_POW: exponent; OP_SYMBOL: tag,
                                meaningless to sym; op_has_results:
                                which result; OP_SQRT: 1 for expr_root */
    num number;              /* OP_CONST: value; OP_SCALE: factor;
                                OP_SYMBOL: serial number, if fresh */
    const char *name;        /* OP_SYMBOL: interned name */
    const struct grid *grid; /* OP_FIND, OP_ENTRY */
    const expr *arg;
    const num *coef; /* OP_SUM: one for each argument */
    /* Roots (expr_root) and powers in this node. kink: the one at whose zero
     * the derivative may not exist, or the undefined node if there are several.
     * pole: the one at whose zero this node is infinite. */
    expr kink, pole;
    bool is_rough;       /* such a root may vanish more slowly than a norm */
    bool is_null;        /* the node is 0 where kink is 0 */
    unsigned char least; /* 1: sum of squares; 2: and above 0 */
};

struct pool; /* the graph: all nodes of one job */

struct pool *pool_new(struct arena *);
/* A pool that gives every inexact number a node of its own, even if another one
 * has the same bits: a sum of reals that is 0 is not the node 0. */
struct pool *pool_apart(struct arena *);
struct arena *pool_arena(struct pool *);
/* Number of nodes so far; the node with this id, 0 <= id < pool_size. */
int pool_size(const struct pool *);
expr pool_node(const struct pool *, int id);
/* Returns a new pool with copies of the marked nodes, in the same order; their
 * arguments must be marked too.  `map`, by the old id, gets the copies, and the
 * undefined node for unmarked ones. */
struct pool *pool_copy(const struct pool *, const unsigned char *marks,
                       struct arena *, expr *map);
/* Drops the nodes that are not marked, except 0, 1 and the like, and renumbers
 * the others in their order. */
void pool_keep(struct pool *, unsigned char *marks);

/* Leaves.  expr_symbol: the same name and tag give the same symbol; `name`
 * must be interned.  expr_fresh: a new symbol, different from all others.
 * expr_unique: a symbol of this name if the name is free, else a new one.
 * expr_number: undefined for NULL. */
expr expr_number(struct pool *, num);
expr expr_int(struct pool *, long);
expr expr_fraction(struct pool *, long p, long q);
expr expr_symbol(struct pool *, const char *name, int tag);
expr expr_fresh(struct pool *, const char *name, int tag);
expr expr_unique(struct pool *, const char *name, int tag);

/* Arithmetic.  A constant that is not finite (1/0, 0^-1, overflow) becomes the
 * node OP_UNDEFINED, which every operation propagates. */
expr expr_neg(struct pool *, expr);
expr expr_add(struct pool *, expr, expr);
expr expr_sub(struct pool *, expr, expr);
expr expr_mul(struct pool *, expr, expr);
expr expr_div(struct pool *, expr, expr);
expr expr_scale(struct pool *, num, expr);
expr expr_power(struct pool *, expr, int exponent);
/* sum of coef[i] * arg[i] in canonical form; coef NULL: all 1 */
expr expr_linear(struct pool *, int n, const num *coef, const expr *arg);

/* Any operation by its code: unary and binary functions, comparisons
 * (OP_LT, OP_LE, OP_EQ: 1 or 0), OP_SELECT(c, a, b) (both sides are evaluated;
 * c != 0 takes a), and the arithmetic ones above too. */
expr expr_apply(struct pool *, enum op, int n, const expr *arg);
expr expr_unary(struct pool *, enum op, expr);
expr expr_binary(struct pool *, enum op, expr, expr);
/* A root that may be 0: products with it have the derivatives that exist there.
 * Other roots are differentiated as if they were never 0. */
expr expr_root(struct pool *, expr);
/* `condition` ? a : b */
expr expr_select(struct pool *, expr condition, expr a, expr b);
/* Stumpff's c_k(z) = sum (-z)^i / (k + 2i)!  for 0 <= k. */
expr expr_stumpff(struct pool *, int k, expr z);
/* Lookups in a table.  OP_FIND: the last i with value[i] <= x, or 0; OP_ENTRY:
 * value[i] for i from 0 to n - 1.  The grid is not copied. */
expr expr_lookup(struct pool *, enum op, const struct grid *, expr);
/* An operation on n numbers, without a pool; NULL if the value is not
 * finite. */
num expr_of_numbers(struct arena *, enum op, int n, const num *);
/* One result of an operation with several (op_has_results): c_k for OP_STUMPFF;
 * sn, cn, dn = 0, 1, 2 of u, m and 1 - m for OP_JACOBI. OP_JACOBI_PI has a
 * fourth argument n <= 0, and also 3, the integral of 1/(1 - n sn^2) from 0 to
 * u, and 4, that integral less u.  Undefined for other indices. */
expr expr_result(struct pool *, enum op, int index, const expr *arg);

bool expr_is_const(expr); /* OP_CONST */
bool expr_is_zero(expr);
bool expr_is_one(expr);
bool expr_is_truth(expr); /* node is a comparison */

/* Makes a node without simplification, for passes that fix a form (grouping,
 * c*h as a named constant); hash-consed like all others. */
expr expr_raw(struct pool *, enum op, int index, num, int n, const expr *arg,
              const num *coef);

/* The same operation on the same number of other arguments, not simplified. */
expr expr_alike(struct pool *, expr, const expr *arg);

/* Sets marks[id] for each node that `roots` reach; other marks stay. marks has
 * pool_size bytes, initially zero. */
void expr_reach(const struct pool *, int n, const expr *roots,
                unsigned char *marks);
/* The same in new marks in the pool's arena. */
unsigned char *expr_reached(const struct pool *, int n, const expr *roots);
/* marked_from: the first id >= `id` whose mark is 1, else `end`; marked_below:
 * the last one below `id`, else -1.  Fast when few nodes are marked. */
int marked_from(const unsigned char *marks, int id, int end);
int marked_below(const unsigned char *marks, int id);
bool marked_any(const unsigned char *marks, int n, const expr *);
/* True if any root depends on the symbol. */
bool expr_depends(const struct pool *, int n, const expr *roots, expr symbol);

/* Derivatives of n roots by one symbol; shared nodes are differentiated once.
 * Undefined if the derivative by an argument that depends on the symbol is not
 * known: by a parameter of OP_JACOBI or OP_JACOBI_PI. Nodes made by a declared
 * rotation (see vec.h) use its closed form. */
void expr_diff(struct pool *, int n, const expr *roots, expr symbol, expr *out);
/* Derivatives of the roots if the symbols change at these rates. */
void expr_diff_along(struct pool *, int n, const expr *roots, int symbols,
                     const expr *symbol, const expr *rate, expr *out);

/* Simultaneous substitution: from[i] (any node) is replaced by to[i].  A
 * from[i] = c x with a coefficient means x -> to[i] / c. */
void expr_subst(struct pool *, int n, const expr *roots, int m,
                const expr *from, const expr *to, expr *out);
/* A list of substitutions, from[i] -> to[i]; or of symbols and their rates. */
struct swaps {
    struct pool *pool;
    int n, room;
    expr *from, *to;
};
void swaps_add(struct swaps *, int n, const expr *from, const expr *to);

/* Evaluates the roots for symbol[i] = value[i]; other symbols are NaN. */
void expr_eval(const struct pool *, int n, const expr *roots, int m,
               const expr *symbol, const double *value, double *out);

/* The value of one operation for the values x of its arguments. */
double expr_operate(const struct pool *, expr, const double *x);

/* expr_eval in reals of 320 bits; `given` and `out` are arrays of reals.
 * reals_new: n of them, 0. */
void expr_reals(const struct pool *, int n, const expr *roots, int m,
                const expr *symbol, mpfr_srcptr given, mpfr_ptr out);
mpfr_ptr reals_new(struct arena *, int n);

/* Prints as a list of definitions, one node a line:  %3 = mul %1 %2 */
void expr_show(const struct pool *, int n, const expr *roots, struct text *);
/* For people: infix on one line, cut to `limit` characters. */
void expr_print(expr, size_t limit, struct text *);

/* The variable of polynomials; users write it x. */
expr root_variable(struct pool *);

/* `value` is NULL if there is no such root; then `fault` is the reason, `hint`
 * the remedy, and `argument` (0 or 1) the wrong argument. */
struct root {
    num value;
    const char *fault, *hint;
    int argument;
};

/* The k-th real root, ascending from 1, each counted once, of a polynomial in
 * root_variable with exact coefficients: exact if it is a fraction, else to
 * NUMBER_BITS. */
struct root root_find(struct pool *, expr polynomial, expr k);

/* Properties of one operation. */
enum { OP_ARGUMENTS = 4 }; /* most arguments of an operation other than a sum */
struct op_info {
    const char *name; /* "mul", "sin", ... */
    int arity;        /* -1: any */
    const char *c;    /* C spelling for emitters: "sin", or NULL */
};
const struct op_info *op_info(enum op);
/* True if the operation has several results, selected by the field `index`. */
bool op_has_results(enum op);
/* The operation with this name, or OP_COUNT. */
enum op op_find(const char *name);
