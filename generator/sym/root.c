/* SPDX-License-Identifier: MIT
 *
 * From an expression to a polynomial, node after node, and to its root.
 */
#include "sym/root.h"

#include <string.h>

#include "base/arena.h"
#include "num/polynomial.h"
#include "base/text.h"

enum { MOST_DEGREE = 64, VARIABLE_TAG = -1 };

struct reading {
    struct pool *pool;
    struct arena *arena;
    const struct expr *variable;
    struct polynomial **of; /* each node's polynomial, by id; NULL: none */
    const char *fault, *hint;
};

const struct expr *root_variable(struct pool *pool)
{
    static const char name[] = "x";
    return expr_symbol(pool, name, VARIABLE_TAG);
}

/* -- reading ----------------------------------------------------------------
 */

static struct polynomial constant(struct arena *a, const struct number *n)
{
    return polynomial_of(a, 1, &n);
}

static struct polynomial sum(struct reading *r, const struct expr *e)
{
    struct polynomial total = polynomial_of(r->arena, 0, NULL);
    for (int i = 0; i < e->arity; i++) {
        struct polynomial factor = constant(r->arena, e->coef[i]);
        struct polynomial term =
            polynomial_mul(r->arena, &factor, r->of[e->arg[i]->id]);
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

static struct polynomial power(struct reading *r, const struct expr *e)
{
    const struct polynomial *base = r->of[e->arg[0]->id];
    struct polynomial p = constant(r->arena, number_int(r->arena, 1));
    if (base->degree > 0 && e->index > MOST_DEGREE) {
        may_multiply(r, e->index, 0);
        return p;
    }
    for (int i = 0; i < e->index && !r->fault; i++)
        p = product(r, &p, base);
    return p;
}

static bool is_known(const struct expr *e)
{
    return e->op == OP_SUM || e->op == OP_MUL || e->op == OP_SCALE ||
           (e->op == OP_POW && e->index > 0);
}

static struct polynomial polynomial_of_node(struct reading *r,
                                            const struct expr *e)
{
    struct polynomial factor;
    switch (e->op) {
    case OP_SUM:
        return sum(r, e);
    case OP_MUL:
        return product(r, r->of[e->arg[0]->id], r->of[e->arg[1]->id]);
    case OP_SCALE:
        factor = constant(r->arena, e->number);
        return product(r, &factor, r->of[e->arg[0]->id]);
    default:
        return power(r, e);
    }
}

static struct polynomial read(struct reading *r, const struct expr *e)
{
    const struct number *variable[2] = {number_int(r->arena, 0),
                                        number_int(r->arena, 1)};
    if (e == r->variable)
        return polynomial_of(r->arena, 2, variable);
    if (expr_is_const(e))
        return constant(r->arena, e->number);
    if (is_known(e))
        return polynomial_of_node(r, e);
    r->fault = "this is not a polynomial in x";
    r->hint = "it is made of x and constants by sums, products and powers";
    return polynomial_of(r->arena, 0, NULL);
}

/* Nodes in order of id: arguments come first. */
static struct polynomial read_all(struct reading *r, const struct expr *top)
{
    int size = pool_size(r->pool);
    unsigned char *marks = arena_alloc(r->arena, (size_t)size);
    r->of = arena_array(r->arena, (size_t)size, sizeof(struct polynomial *));
    expr_reach(r->pool, 1, &top, marks);
    for (int id = 0; id < size && !r->fault; id++)
        if (marks[id]) {
            r->of[id] = arena_alloc(r->arena, sizeof *r->of[id]);
            *r->of[id] = read(r, pool_node(r->pool, id));
        }
    return r->fault ? polynomial_of(r->arena, 0, NULL) : *r->of[top->id];
}

/* -- finding ----------------------------------------------------------------
 */

static struct root wrong(int argument, const char *fault, const char *hint)
{
    return (struct root){NULL, fault, hint, argument};
}

static struct root find(struct pool *pool, struct arena *scratch,
                        const struct polynomial *p, const struct expr *k)
{
    long which = 0;
    struct sturm s = sturm_of(scratch, p);
    int roots = sturm_count(scratch, &s, NULL, NULL);
    if (expr_is_const(k) && number_is_int(k->number, &which) && which >= 1 &&
        which <= roots)
        return (struct root){
            .value = number_copy(pool_arena(pool),
                                 sturm_root(scratch, &s, (int)which))};
    if (roots == 0)
        return wrong(0, "this polynomial has no real roots", NULL);
    const char *fault =
        text_format(pool_arena(pool), "this polynomial has %d real root%s",
                    roots, roots == 1 ? "" : "s");
    return wrong(1, fault, "the second argument counts them: 1 is the least");
}

static struct root find_in(struct pool *pool, struct arena *scratch,
                           const struct expr *polynomial, const struct expr *k)
{
    struct reading r = {.pool = pool, .arena = scratch};
    r.variable = root_variable(pool);
    struct polynomial p = read_all(&r, polynomial);
    if (r.fault)
        return wrong(0, arena_text(pool_arena(pool), r.fault, strlen(r.fault)),
                     r.hint);
    if (!polynomial_is_exact(&p))
        return wrong(0, "the coefficients of this polynomial are not exact",
                     "fractions and decimals are exact; pi and sqrt(2) are "
                     "not");
    if (p.degree < 0)
        return wrong(0, "this polynomial is zero everywhere", NULL);
    if (!polynomial_is_moderate(scratch, &p))
        return wrong(
            0, too_long,
            text_format(
                pool_arena(pool),
                "without a common divisor they may be integers of %d digits",
                POLYNOMIAL_DIGITS / (p.degree < 1 ? 1 : p.degree)));
    return find(pool, scratch, &p, k);
}

struct root root_find(struct pool *pool, const struct expr *polynomial,
                      const struct expr *k)
{
    struct arena *scratch = arena_child(pool_arena(pool));
    struct root root = find_in(pool, scratch, polynomial, k);
    arena_free(scratch);
    return root;
}
