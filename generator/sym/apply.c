/* SPDX-License-Identifier: MIT
 *
 * Functions, comparisons and selection: folding of constants and the few
 * rules that hold for all values.
 */
#include "sym/pool.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ---- rules ---- */

/* f(-x) = +-f(x); NULL where the rule does not apply. */
static expr symmetric(struct pool *p, expr y, expr x, bool odd)
{
    expr arg[OP_ARGUMENTS];
    if (x->op != OP_SCALE || number_sign(x->number) >= 0)
        return NULL;
    arg[0] = expr_neg(p, x);
    memcpy(arg + 1, y->arg + 1, (size_t)(y->arity - 1) * sizeof *arg);
    expr positive = expr_result(p, y->op, y->index, arg);
    return odd ? expr_neg(p, positive) : positive;
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
    num c = number_abs(p->arena, x->number);
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

static expr simple_stumpff(struct pool *p, expr y, expr z)
{
    if (y->index < 0)
        return p->undefined;
    if (!expr_is_zero(z))
        return NULL;
    num c = p->one->number;
    for (int i = 2; i <= y->index; i++)
        c = number_div(p->arena, c, number_int(p->arena, i));
    return expr_number(p, c);
}

/* Odd functions are sn and the two integrals. */
static expr simple_jacobi(struct pool *p, expr y, expr u)
{
    int k = y->index;
    bool odd = k == 0 || k >= 3;
    if (k < 0 || k > (y->op == OP_JACOBI ? 2 : 4))
        return p->undefined;
    if (expr_is_zero(u))
        return odd ? p->zero : p->one;
    bool circular = expr_is_zero(y->arg[1]);
    if (y->op == OP_JACOBI && (circular || expr_is_zero(y->arg[2]))) {
        if (k == 0)
            return expr_unary(p, circular ? OP_SIN : OP_TANH, u);
        if (circular)
            return k == 1 ? expr_unary(p, OP_COS, u) : p->one;
        return expr_power(p, expr_unary(p, OP_COSH, u), -1);
    }
    return symmetric(p, y, u, odd);
}

/* The same by a rule of the operation, or NULL. */
static expr simplify(struct pool *p, expr y, expr a, expr b)
{
    switch (y->op) {
#define OP(name, text, arity, c, rule, ...)                                    \
    case OP_##name:                                                            \
        return rule;
#include "sym/ops.def"
    default:
        return NULL;
    }
}

/* ---- the constructors ---- */

static expr function(struct pool *p, struct expr y)
{
    expr a = y.arg[0], b = y.arg[y.arity - 1], swapped[2] = {b, a};
    num x[OP_ARGUMENTS] = {NULL};
    bool is_constant = y.op != OP_SIGNAL;
    if (pool_any_undefined(y.arity, y.arg))
        return p->undefined;
    if ((y.op == OP_MIN || y.op == OP_MAX || y.op == OP_EQ) && a->id > b->id)
        y.arg = swapped;
    expr simple = simplify(p, &y, a, b);
    if (simple)
        return simple;
    for (int i = 0; i < y.arity; i++) {
        x[i] = y.arg[i]->number;
        is_constant &= y.arg[i]->op == OP_CONST;
    }
    return is_constant ? expr_number(p, op_number(p->arena, &y, x))
                       : pool_intern(p, &y);
}

expr expr_select(struct pool *p, expr condition, expr a, expr b)
{
    expr arg[3] = {pool_split(p, condition).node, a, b};
    if (condition->op == OP_CONST)
        return number_is_zero(condition->number) ? b : a;
    if (pool_any_undefined(3, arg))
        return p->undefined;
    if (a == b)
        return a;
    bool is_truth = condition->op == OP_LT || condition->op == OP_LE ||
                    condition->op == OP_EQ;
    if (is_truth && expr_is_one(a) && expr_is_zero(b))
        return condition;
    return pool_intern(p,
                       &(struct expr){.op = OP_SELECT, .arity = 3, .arg = arg});
}

expr pool_make(struct pool *p, struct expr y, const expr *arg)
{
    expr product = p->one;
    y.arg = arg;
    switch (y.op) {
    case OP_SUM:
        return expr_linear(p, y.arity, y.coef, arg);
    case OP_SCALE:
        return expr_scale(p, y.number, arg[0]);
    case OP_POW:
        return expr_power(p, arg[0], y.index);
    case OP_MUL:
        for (int i = 0; i < y.arity; i++)
            product = expr_mul(p, product, arg[i]);
        return product;
    case OP_SELECT:
        return expr_select(p, arg[0], arg[1], arg[2]);
    default:
        return function(p, y);
    }
}

expr expr_apply(struct pool *p, enum op op, int n, const expr *arg)
{
    assert(op_info(op)->arity < 0 || op_info(op)->arity == n || op == OP_MUL);
    return pool_make(p, (struct expr){.op = op, .arity = n}, arg);
}

expr expr_unary(struct pool *p, enum op op, expr x)
{
    return expr_apply(p, op, 1, (const expr[OP_ARGUMENTS]){x});
}

expr expr_binary(struct pool *p, enum op op, expr a, expr b)
{
    return expr_apply(p, op, 2, (const expr[OP_ARGUMENTS]){a, b});
}

expr expr_result(struct pool *p, enum op op, int index, const expr *arg)
{
    struct expr y = {.op = op, .index = index, .arity = op_info(op)->arity};
    return pool_make(p, y, arg);
}

expr expr_stumpff(struct pool *p, int k, expr z)
{
    return expr_result(p, OP_STUMPFF, k, &z);
}
