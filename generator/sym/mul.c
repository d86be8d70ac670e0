/* SPDX-License-Identifier: MIT
 *
 * Products, quotients and integer powers in canonical form.
 */
#include "sym/pool.h"

#include "base/arena.h"

#include <limits.h>

/* base^exponent */
struct factor {
    expr base;
    long exponent;
};

static struct factor factor_of(expr x)
{
    if (x->op == OP_POW)
        return (struct factor){x->arg[0], x->index};
    return (struct factor){x, 1};
}

static bool fits(long exponent)
{
    return exponent >= -INT_MAX && exponent <= INT_MAX;
}

/* ---- powers ---- */

static expr make_power(struct pool *p, expr base, long exponent)
{
    if (exponent == 0)
        return p->one;
    if (exponent == 1)
        return base;
    return pool_intern(
        p, &(struct expr){
               .op = OP_POW, .index = (int)exponent, .arity = 1, .arg = &base});
}

/* x^exponent for an x without coefficient. */
static expr node_power(struct pool *p, expr x, long exponent)
{
    struct factor f = factor_of(x);
    if (fits(f.exponent * exponent))
        return make_power(p, f.base, f.exponent * exponent);
    return make_power(p, x, exponent);
}

expr expr_power(struct pool *p, expr x, int exponent)
{
    if (x->op == OP_UNDEFINED)
        return x;
    if (exponent == 0)
        return p->one;
    if (exponent == 1)
        return x;
    if (x->op == OP_CONST)
        return expr_number(p, number_power(p->arena, x->number, exponent));
    if (x->op == OP_SCALE)
        return expr_scale(p, number_power(p->arena, x->number, exponent),
                          expr_power(p, x->arg[0], exponent));
    if (x->op == OP_SQRT && exponent % 2 == 0)
        return expr_power(p, x->arg[0], exponent / 2);
    return node_power(p, x, exponent);
}

/* ---- products ---- */

static expr make_mul(struct pool *p, expr x, expr y)
{
    bool ordered = x->id < y->id;
    expr arg[2] = {ordered ? x : y, ordered ? y : x};
    return pool_intern(p, &(struct expr){.op = OP_MUL, .arity = 2, .arg = arg});
}

/* x * y as one power, or NULL where the bases differ. */
static expr collect(struct pool *p, expr x, expr y)
{
    struct factor f = factor_of(x), g = factor_of(y);
    if (f.base != g.base || !fits(f.exponent + g.exponent))
        return NULL;
    long sum = f.exponent + g.exponent;
    if (f.base->op == OP_SQRT && sum % 2 == 0)
        return expr_power(p, f.base->arg[0], (int)(sum / 2));
    return make_power(p, f.base, sum);
}

/* x * y where x is a factor of the product y; NULL where it is not. */
static expr collect_inside(struct pool *p, expr x, expr y, expr *rest)
{
    for (int i = 0; y->op == OP_MUL && i < 2; i++) {
        expr power = collect(p, x, y->arg[i]);
        *rest = y->arg[1 - i];
        if (power)
            return power;
    }
    return NULL;
}

/* x * (u * v)^e = v^e where x = u^-e, so that x / (x * v) is 1/v. */
static expr cancel_inside(struct pool *p, expr x, expr y)
{
    struct factor f = factor_of(x), g = factor_of(y);
    for (int i = 0; g.base->op == OP_MUL && i < 2; i++) {
        struct factor u = factor_of(g.base->arg[i]);
        if (u.base == f.base && fits(u.exponent * g.exponent) &&
            u.exponent * g.exponent == -f.exponent)
            return node_power(p, g.base->arg[1 - i], g.exponent);
    }
    return NULL;
}

/* A power of like factors times the rest of the product they came from. */
static expr join(struct pool *p, expr power, expr rest)
{
    struct term a = pool_split(p, power), b = pool_split(p, rest);
    num c = number_mul(p->arena, a.coef, b.coef);
    if (expr_is_one(a.node))
        return expr_scale(p, c, b.node);
    if (expr_is_one(b.node))
        return expr_scale(p, c, a.node);
    expr like = collect(p, a.node, b.node);
    return expr_scale(p, c, like ? like : make_mul(p, a.node, b.node));
}

/* x * y for two nodes that are no constants and have no coefficients.  Like
 * factors are looked for one level deep. */
static expr multiply(struct pool *p, expr x, expr y)
{
    if (x->id > y->id) { /* x * y and y * x must be the same */
        expr first = y;
        y = x;
        x = first;
    }
    expr rest = NULL, found = collect(p, x, y);
    if (found)
        return found;
    if ((found = cancel_inside(p, x, y)) || (found = cancel_inside(p, y, x)))
        return found;
    if ((found = collect_inside(p, x, y, &rest)) ||
        (found = collect_inside(p, y, x, &rest)))
        return join(p, found, rest);
    for (int i = 0; x->op == OP_MUL && i < 2; i++)
        if ((found = collect_inside(p, x->arg[i], y, &rest)))
            return join(p, join(p, found, x->arg[1 - i]), rest);
    return make_mul(p, x, y);
}

expr expr_mul(struct pool *p, expr a, expr b)
{
    if (a->op == OP_UNDEFINED || b->op == OP_UNDEFINED)
        return p->undefined;
    struct attempt attempt = pool_try(p);
    struct term x = pool_split(p, a), y = pool_split(p, b);
    num c = y.coef;
    if (!number_is_one(x.coef))
        c = number_mul(p->arena, x.coef, y.coef);
    if (!c || number_is_zero(c))
        return expr_number(p, c);
    expr product = expr_is_one(x.node) ? y.node : x.node;
    if (!expr_is_one(x.node) && !expr_is_one(y.node))
        product = multiply(p, x.node, y.node);
    return pool_done(p, attempt, expr_scale(p, c, product));
}

expr expr_div(struct pool *p, expr a, expr b)
{
    return expr_mul(p, a, expr_power(p, b, -1));
}
