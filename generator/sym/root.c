/* SPDX-License-Identifier: MIT
 *
 * root(p, k): converts an expression to a polynomial, node by node, and finds a
 * root.
 */
#include "sym/expr.h"

#include "base/arena.h"
#include "num/polynomial.h"
#include "base/text.h"

enum { MOST_DEGREE = 64, VARIABLE_TAG = -1 };

struct reading {
    struct pool *pool;
    struct arena *arena; /* temporary */
    expr variable;
    struct polynomial *of; /* each node's polynomial, by id */
    struct root root;
};

expr root_variable(struct pool *pool)
{
    static const char name[] = "x";
    return expr_symbol(pool, name, VARIABLE_TAG);
}

/* ---- reading ---- */

static const char too_long[] =
    "the coefficients of this polynomial have too many digits";

/* Checks the size of both factors first, so that no product takes long. */
static struct polynomial product(struct reading *r, struct polynomial p,
                                 struct polynomial q)
{
    if (p.degree + q.degree > MOST_DEGREE)
        r->root.fault = text_format(pool_arena(r->pool),
                                    "the degree of this polynomial is above %d",
                                    MOST_DEGREE);
    else if (polynomial_digits(p) + polynomial_digits(q) >
             4 * POLYNOMIAL_DIGITS)
        r->root.fault = too_long;
    return r->root.fault ? p : polynomial_mul(r->arena, p, q);
}

/* Reads a sum of multiples, or a multiple of a product of one, two or equal
 * factors. */
static struct polynomial read(struct reading *r, expr e)
{
    struct arena *a = r->arena;
    const num one = number_int(a, 1), variable[2] = {number_int(a, 0), one};
    bool is_power = e->op == OP_POW && e->index > 0;
    int factors = is_power ? e->index : e->arity;
    struct polynomial p = polynomial_of(a, 0, NULL), term;
    if (e == r->variable)
        return polynomial_of(a, 2, variable);
    for (int i = 0; e->op == OP_SUM && i < e->arity; i++) {
        term = r->of[e->arg[i]->id];
        term = polynomial_mul(a, polynomial_of(a, 1, &e->coef[i]), term);
        p = polynomial_add(a, p, term);
    }
    if (e->op == OP_SUM)
        return p;
    if (is_power || e->op == OP_MUL || e->op == OP_SCALE || e->op == OP_CONST) {
        p = polynomial_of(a, 1, e->number ? &e->number : &one);
        for (int i = 0; i < factors && !r->root.fault; i++)
            p = product(r, p, r->of[e->arg[is_power ? 0 : i]->id]);
        return p;
    }
    r->root.fault = "this is not a polynomial in x";
    r->root.hint = "it is made of x and constants by sums, products and powers";
    return p;
}

/* ---- finding ---- */

/* Finds the k-th root of p; 1 is the least. */
static void choose(struct reading *r, struct arena *a, struct polynomial p,
                   expr k)
{
    struct sturm s = sturm_of(r->arena, p);
    int n = sturm_count(&s, NULL, NULL);
    long which = 0;
    if (n == 0) {
        r->root.fault = "this polynomial has no real roots";
    } else if (expr_is_const(k) && number_is_int(k->number, &which) &&
               which >= 1 && which <= n) {
        r->root.value = number_copy(a, sturm_root(r->arena, &s, (int)which));
    } else {
        r->root.fault = text_format(a, "this polynomial has %d real root%s", n,
                                    n == 1 ? "" : "s");
        r->root.hint = "the second argument counts them: 1 is the least";
        r->root.argument = 1;
    }
}

struct root root_find(struct pool *pool, expr polynomial, expr k)
{
    struct arena *a = pool_arena(pool), *scratch = arena_child(a);
    struct reading r = {pool, scratch, root_variable(pool), NULL, {0}};
    int size = pool_size(pool);
    unsigned char *marks = arena_alloc(scratch, (size_t)size);
    r.of = arena_array(scratch, (size_t)size, sizeof *r.of);
    expr_reach(pool, 1, &polynomial, marks);
    /* in order of id: arguments come first */
    for (int id = 0; (id = marked_from(marks, id, size)) < size; id++)
        if (!r.root.fault)
            r.of[id] = read(&r, pool_node(pool, id));
    struct polynomial p = r.of[polynomial->id];
    if (r.root.fault) {
        ; /* found while reading */
    } else if (!polynomial_is_exact(p)) {
        r.root.fault = "the coefficients of this polynomial are not exact";
        r.root.hint =
            "fractions and decimals are exact; pi and sqrt(2) are not";
    } else if (p.degree < 0) {
        r.root.fault = "this polynomial is zero everywhere";
    } else if (!polynomial_is_moderate(scratch, p)) {
        r.root.fault = too_long;
        r.root.hint = text_format(
            a, "without a common divisor they may be integers of %d digits",
            POLYNOMIAL_DIGITS / (p.degree < 1 ? 1 : p.degree));
    } else {
        choose(&r, a, p, k);
    }
    arena_free(scratch);
    return r.root;
}
