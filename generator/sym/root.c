/* SPDX-License-Identifier: MIT
 *
 * root(p, k): from an expression to a polynomial, node after node, and to its
 * root.
 */
#include "sym/expr.h"

#include <string.h>

#include "base/arena.h"
#include "num/polynomial.h"
#include "base/text.h"

enum { MOST_DEGREE = 64, VARIABLE_TAG = -1 };

struct reading {
    struct pool *pool;
    struct arena *arena;
    expr variable;
    struct polynomial *of; /* each node's polynomial, by id */
    const char *fault, *hint;
};

expr root_variable(struct pool *pool)
{
    static const char name[] = "x";
    return expr_symbol(pool, name, VARIABLE_TAG);
}

/* ---- reading ---- */

static struct polynomial constant(struct arena *a, num n)
{
    return polynomial_of(a, 1, &n);
}

static struct polynomial sum(struct reading *r, expr e)
{
    struct polynomial total = polynomial_of(r->arena, 0, NULL);
    for (int i = 0; i < e->arity; i++) {
        struct polynomial factor = constant(r->arena, e->coef[i]);
        struct polynomial term =
            polynomial_mul(r->arena, &factor, &r->of[e->arg[i]->id]);
        total = polynomial_add(r->arena, &total, &term);
    }
    return total;
}

static const char too_long[] =
    "the coefficients of this polynomial have too many digits";

static size_t digits(const struct polynomial *p)
{
    size_t most = 0;
    for (int i = 0; i <= p->degree; i++) {
        bool is_exact = number_is_fraction(p->coef[i]);
        size_t length = is_exact ? number_length(p->coef[i]) : 0;
        most = length > most ? length : most;
    }
    return most;
}

/* What is multiplied is moderate beforehand: no product takes long. */
static bool may_multiply(struct reading *r, long degree, size_t length)
{
    if (degree > MOST_DEGREE)
        r->fault = text_format(
            r->arena, "the degree of this polynomial is above %d", MOST_DEGREE);
    else if (length > 4 * POLYNOMIAL_DIGITS)
        r->fault = too_long;
    return !r->fault;
}

static struct polynomial product(struct reading *r, const struct polynomial *p,
                                 const struct polynomial *q)
{
    if (may_multiply(r, (long)p->degree + q->degree, digits(p) + digits(q)))
        return polynomial_mul(r->arena, p, q);
    return *p;
}

static struct polynomial power(struct reading *r, expr e)
{
    const struct polynomial *base = &r->of[e->arg[0]->id];
    struct polynomial p = constant(r->arena, number_int(r->arena, 1));
    if (base->degree > 0)
        may_multiply(r, e->index, 0);
    for (int i = 0; i < e->index && !r->fault; i++)
        p = product(r, &p, base);
    return p;
}

static struct polynomial read(struct reading *r, expr e)
{
    num variable[2] = {number_int(r->arena, 0), number_int(r->arena, 1)};
    const struct polynomial *of = r->of;
    struct polynomial factor;
    if (e == r->variable)
        return polynomial_of(r->arena, 2, variable);
    if (e->op == OP_CONST)
        return constant(r->arena, e->number);
    if (e->op == OP_SUM)
        return sum(r, e);
    if (e->op == OP_POW && e->index > 0)
        return power(r, e);
    if (e->op == OP_MUL)
        return product(r, &of[e->arg[0]->id], &of[e->arg[1]->id]);
    if (e->op == OP_SCALE) {
        factor = constant(r->arena, e->number);
        return product(r, &factor, &of[e->arg[0]->id]);
    }
    r->fault = "this is not a polynomial in x";
    r->hint = "it is made of x and constants by sums, products and powers";
    return polynomial_of(r->arena, 0, NULL);
}

/* Nodes in order of id: arguments come first. */
static struct polynomial read_all(struct reading *r, expr top)
{
    int size = pool_size(r->pool);
    unsigned char *marks = arena_alloc(r->arena, (size_t)size);
    r->of = arena_array(r->arena, (size_t)size, sizeof *r->of);
    expr_reach(r->pool, 1, &top, marks);
    for (int id = 0; !r->fault && (id = marked_from(marks, id, size)) < size;
         id++)
        r->of[id] = read(r, pool_node(r->pool, id));
    return r->of[top->id];
}

/* ---- finding ---- */

static struct root find(struct pool *pool, struct arena *scratch,
                        const struct polynomial *p, expr k)
{
    struct arena *a = pool_arena(pool);
    long which = 0;
    struct sturm s = sturm_of(scratch, p);
    int n = sturm_count(&s, NULL, NULL);
    if (expr_is_const(k) && number_is_int(k->number, &which) && which >= 1 &&
        which <= n)
        return (struct root){
            .value = number_copy(a, sturm_root(scratch, &s, (int)which))};
    if (n == 0)
        return (struct root){.fault = "this polynomial has no real roots"};
    return (struct root){NULL,
                         text_format(a, "this polynomial has %d real root%s", n,
                                     n == 1 ? "" : "s"),
                         "the second argument counts them: 1 is the least", 1};
}

static struct root find_in(struct pool *pool, struct arena *scratch,
                           expr polynomial, expr k)
{
    struct arena *a = pool_arena(pool);
    struct reading r = {.pool = pool, .arena = scratch};
    r.variable = root_variable(pool);
    struct polynomial p = read_all(&r, polynomial);
    if (!r.fault && !polynomial_is_exact(&p)) {
        r.fault = "the coefficients of this polynomial are not exact";
        r.hint = "fractions and decimals are exact; pi and sqrt(2) are not";
    } else if (!r.fault && p.degree < 0) {
        r.fault = "this polynomial is zero everywhere";
    } else if (!r.fault && !polynomial_is_moderate(scratch, &p)) {
        r.fault = too_long;
        r.hint = text_format(
            a, "without a common divisor they may be integers of %d digits",
            POLYNOMIAL_DIGITS / (p.degree < 1 ? 1 : p.degree));
    }
    if (!r.fault)
        return find(pool, scratch, &p, k);
    return (struct root){.fault = arena_text(a, r.fault, strlen(r.fault)),
                         .hint = r.hint};
}

struct root root_find(struct pool *pool, expr polynomial, expr k)
{
    struct arena *scratch = arena_child(pool_arena(pool));
    struct root root = find_in(pool, scratch, polynomial, k);
    arena_free(scratch);
    return root;
}
