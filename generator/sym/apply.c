/* SPDX-License-Identifier: MIT
 *
 * Functions, comparisons and selection: folding of constants and the few
 * rules that hold for all values.
 */
#include "sym/pool.h"

#include "base/arena.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ---- constants ---- */

static expr fold(struct pool *p, expr y)
{
    num x[OP_ARGUMENTS] = {NULL};
    for (int i = 0; i < y->arity; i++)
        x[i] = y->arg[i]->number;
    num n = op_number(p->arena, y, x);
    for (int i = 0; i < y->arity; i++)
        if (n == x[i])
            return y->arg[i];
    return expr_number(p, n);
}

static bool all_const(expr y)
{
    for (int i = 0; i < y->arity; i++)
        if (y->arg[i]->op != OP_CONST)
            return false;
    return y->op != OP_SIGNAL;
}

/* ---- rules ---- */

static bool is_negative(expr x)
{
    return x->op == OP_SCALE && number_sign(x->number) < 0;
}

/* f(-x) = +-f(x); NULL where the rule does not apply. */
static expr symmetric(struct pool *p, enum op op, expr x, bool odd)
{
    if (!is_negative(x))
        return NULL;
    expr y = expr_unary(p, op, expr_neg(p, x));
    return odd ? expr_neg(p, y) : y;
}

/* sqrt(4 x) = 2 sqrt(x), sqrt(x^2) = |x|. */
static expr simple_sqrt(struct pool *p, expr x)
{
    if (x->op == OP_POW && x->index == 2)
        return expr_unary(p, OP_ABS, x->arg[0]);
    if (x->op != OP_SCALE)
        return NULL;
    num root = number_sqrt(p->arena, x->number);
    if (!root || !number_is_exact(root))
        return NULL;
    return expr_scale(p, root, expr_unary(p, OP_SQRT, x->arg[0]));
}

/* |c x| = |c| |x|; ||x||, |sqrt(x)| and |x^2| need no bars. */
static expr simple_abs(struct pool *p, expr x)
{
    if (x->op == OP_ABS || x->op == OP_SQRT ||
        (x->op == OP_POW && x->index % 2 == 0))
        return x;
    if (x->op != OP_SCALE)
        return NULL;
    num c = x->number;
    if (number_sign(c) < 0)
        c = number_neg(p->arena, c);
    return expr_scale(p, c, expr_unary(p, OP_ABS, x->arg[0]));
}

/* x^n and x^(n/2) with a small integer n. */
static expr simple_power(struct pool *p, expr x, expr exponent)
{
    long n;
    if (exponent->op != OP_CONST)
        return NULL;
    num two = number_int(p->arena, 2);
    if (number_is_int(exponent->number, &n) && n > -INT_MAX && n < INT_MAX)
        return expr_power(p, x, (int)n);
    if (number_is_int(number_mul(p->arena, two, exponent->number), &n) &&
        n > -64 && n < 64)
        return expr_power(p, expr_unary(p, OP_SQRT, x), (int)n);
    return NULL;
}

expr expr_select(struct pool *p, expr condition, expr a, expr b)
{
    if (condition->op == OP_CONST)
        return number_is_zero(condition->number) ? b : a;
    if (condition->op == OP_UNDEFINED || a->op == OP_UNDEFINED ||
        b->op == OP_UNDEFINED)
        return p->undefined;
    if (a == b)
        return a;
    bool is_truth = condition->op == OP_LT || condition->op == OP_LE ||
                    condition->op == OP_EQ;
    if (is_truth && expr_is_one(a) && expr_is_zero(b))
        return condition;
    expr arg[3] = {pool_split(p, condition).node, a, b};
    return pool_intern(p,
                       &(struct expr){.op = OP_SELECT, .arity = 3, .arg = arg});
}

/* The same by a rule of the operation, or NULL. */
static expr simplify(struct pool *p, enum op op, expr a, expr b)
{
    switch (op) {
#define OP(name, text, arity, c, rule, ...)                                    \
    case OP_##name:                                                            \
        return rule;
#include "sym/ops.def"
#undef OP
    case OP_COUNT:
        break;
    }
    return NULL;
}

/* ---- the constructor ---- */

static expr function(struct pool *p, enum op op, int n, const expr *arg)
{
    bool swap = (op == OP_MIN || op == OP_MAX || op == OP_EQ) &&
                arg[0]->id > arg[1]->id;
    expr swapped[2] = {arg[n - 1], arg[0]};
    struct expr y = {.op = op, .arity = n, .arg = swap ? swapped : arg};

    if (pool_any_undefined(n, arg))
        return p->undefined;
    expr simple = simplify(p, op, arg[0], arg[n - 1]);
    if (simple)
        return simple;
    if (all_const(&y))
        return fold(p, &y);
    return pool_intern(p, &y);
}

expr expr_apply(struct pool *p, enum op op, int n, const expr *arg)
{
    expr product = p->one;
    assert(op_info(op)->arity < 0 || op_info(op)->arity == n || op == OP_MUL);
    switch (op) {
    case OP_SUM:
        return expr_linear(p, n, NULL, arg);
    case OP_MUL:
        for (int i = 0; i < n; i++)
            product = expr_mul(p, product, arg[i]);
        return product;
    case OP_SELECT:
        return expr_select(p, arg[0], arg[1], arg[2]);
    case OP_UNDEFINED:
    case OP_CONST:
    case OP_SYMBOL:
    case OP_SCALE:
    case OP_POW:
        return p->undefined; /* these need more than arguments */
    default:
        return op_has_results(op) ? p->undefined : function(p, op, n, arg);
    }
}

expr expr_unary(struct pool *p, enum op op, expr x)
{
    return expr_apply(p, op, 1, (const expr[OP_ARGUMENTS]){x});
}

expr expr_binary(struct pool *p, enum op op, expr a, expr b)
{
    return expr_apply(p, op, 2, (const expr[OP_ARGUMENTS]){a, b});
}

expr expr_stumpff(struct pool *p, int k, expr z)
{
    struct expr y = {.op = OP_STUMPFF, .index = k, .arity = 1, .arg = &z};
    if (z->op == OP_UNDEFINED || k < 0)
        return p->undefined;
    if (expr_is_zero(z)) {
        num c = p->one->number;
        for (int i = 2; i <= k; i++)
            c = number_div(p->arena, c, number_int(p->arena, i));
        return expr_number(p, c);
    }
    return z->op == OP_CONST ? fold(p, &y) : pool_intern(p, &y);
}

/* Odd functions are sn and the two integrals. */
static expr jacobi(struct pool *p, enum op op, int k, const expr *arg)
{
    int n = op_info(op)->arity;
    expr u = arg[0];
    struct expr y = {.op = op, .index = k, .arity = n, .arg = arg};
    bool odd = k == 0 || k >= 3;
    if (k < 0 || k > (op == OP_JACOBI ? 2 : 4) || pool_any_undefined(n, arg))
        return p->undefined;
    if (expr_is_zero(u))
        return odd ? p->zero : p->one;
    bool circular = expr_is_zero(arg[1]);
    if (op == OP_JACOBI && (circular || expr_is_zero(arg[2]))) {
        if (k == 0)
            return expr_unary(p, circular ? OP_SIN : OP_TANH, u);
        if (circular)
            return k == 1 ? expr_unary(p, OP_COS, u) : p->one;
        return expr_power(p, expr_unary(p, OP_COSH, u), -1);
    }
    if (is_negative(u)) {
        expr positive[OP_ARGUMENTS];
        memcpy(positive, arg, (size_t)n * sizeof *arg);
        positive[0] = expr_neg(p, u);
        expr x = jacobi(p, op, k, positive);
        return odd ? expr_neg(p, x) : x;
    }
    return all_const(&y) ? fold(p, &y) : pool_intern(p, &y);
}

expr expr_result(struct pool *p, enum op op, int index, const expr *arg)
{
    if (op == OP_STUMPFF)
        return expr_stumpff(p, index, arg[0]);
    return op_has_results(op) ? jacobi(p, op, index, arg) : p->undefined;
}

expr pool_rebuild(struct pool *p, expr e, const expr *arg)
{
    switch (e->op) {
    case OP_UNDEFINED:
    case OP_CONST:
    case OP_SYMBOL:
        return e;
    case OP_SUM:
        return expr_linear(p, e->arity, e->coef, arg);
    case OP_SCALE:
        return expr_scale(p, e->number, arg[0]);
    case OP_POW:
        return expr_power(p, arg[0], e->index);
    default:
        return op_has_results(e->op) ? expr_result(p, e->op, e->index, arg)
                                     : expr_apply(p, e->op, e->arity, arg);
    }
}
