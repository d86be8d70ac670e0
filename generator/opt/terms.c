/* SPDX-License-Identifier: MIT
 *
 * What passes are made of: numbers, raw nodes, linear combinations.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "opt/graph.h"

bool number_is_minus_one(num x)
{
    long value;
    return number_double(x) < 0 && number_is_int(x, &value) && value == -1;
}

bool number_is_unit(num x)
{
    return number_is_one(x) || number_is_minus_one(x);
}

bool number_near(num a, num b)
{
    double about = number_double(a);
    if (number_is_exact(a) && number_is_exact(b))
        return number_equal(a, b);
    if (isnormal(about) && fabs(about - number_double(b)) > 1e-9 * fabs(about))
        return false;
    MPFR_DECL_INIT(x, NUMBER_BITS);
    MPFR_DECL_INIT(y, NUMBER_BITS);
    number_mpfr(a, x);
    number_mpfr(b, y);
    mpfr_sub(y, x, y, MPFR_RNDN);
    return mpfr_zero_p(y) ||
           (!mpfr_zero_p(x) && mpfr_get_exp(y) < mpfr_get_exp(x) - 200);
}

num number_tidy(struct arena *arena, num x)
{
    if (number_is_exact(x))
        return x;
    num unit = number_int(arena, number_sign(x));
    return number_near(x, unit) ? unit : x;
}

double number_log2(num x)
{
    long exponent;
    if (isnormal(number_double(x)))
        return log2(fabs(number_double(x)));
    MPFR_DECL_INIT(value, 64);
    number_mpfr(x, value);
    double mantissa = mpfr_get_d_2exp(&exponent, value, MPFR_RNDN);
    return log2(fabs(mantissa)) + (double)exponent;
}

num magnitude_of(struct arena *arena, num c)
{
    return number_sign(c) < 0 ? number_neg(arena, c) : c;
}

/* --- raw nodes ------------------------------------------------------------ */

expr raw_mul(struct pool *pool, expr a, expr b)
{
    bool turn = a->id > b->id;
    expr arg[2] = {turn ? b : a, turn ? a : b};
    return expr_raw(pool, OP_MUL, 0, NULL, 2, arg, NULL);
}

expr raw_scale(struct pool *pool, num c, expr x)
{
    struct arena *arena = pool_arena(pool);
    if (x->op == OP_SCALE) {
        c = number_mul(arena, c, x->number);
        x = x->arg[0];
    }
    c = number_tidy(arena, c);
    if (number_is_one(c))
        return x;
    return expr_raw(pool, OP_SCALE, 0, c, 1, &x, NULL);
}

expr raw_sum(struct pool *pool, int n, const num *coef, const expr *arg)
{
    if (n == 1)
        return raw_scale(pool, coef[0], arg[0]);
    return expr_raw(pool, OP_SUM, 0, NULL, n, arg, coef);
}

expr raw_power(struct pool *pool, expr x, int exponent)
{
    if (exponent == 1)
        return x;
    return expr_raw(pool, OP_POW, exponent, NULL, 1, &x, NULL);
}

expr node_raw(struct pool *pool, expr node, const expr *arg)
{
    size_t size = (size_t)node->arity * sizeof *arg;
    if (size == 0 || memcmp(arg, node->arg, size) == 0)
        return node;
    if (node->op == OP_MUL)
        return raw_mul(pool, arg[0], arg[1]);
    return expr_raw(pool, node->op, node->index, node->number, node->arity, arg,
                    node->coef);
}

/* --- linear combinations -------------------------------------------------- */

struct terms terms_new(const struct graph *g, int room)
{
    size_t size = (size_t)(room > 0 ? room : 1);
    struct terms t = {.arena = g->arena, .pool = g->pool, .room = (int)size};
    t.coef = arena_array(g->scratch, size, sizeof *t.coef);
    t.node = arena_array(g->scratch, size, sizeof *t.node);
    return t;
}

void terms_add(struct terms *t, num c, expr x)
{
    int at = 0;
    while (at < t->n && t->node[at] != x)
        at++;
    if (at == t->n) {
        assert(t->n < t->room);
        t->coef[t->n] = number_tidy(t->arena, c);
        t->node[t->n++] = x;
        return;
    }
    t->coef[at] = number_tidy(t->arena, number_add(t->arena, t->coef[at], c));
    if (!number_is_zero(t->coef[at]))
        return;
    t->n--;
    for (int i = at; i < t->n; i++) {
        t->coef[i] = t->coef[i + 1];
        t->node[i] = t->node[i + 1];
    }
}

expr terms_sum(const struct terms *t)
{
    if (t->n == 0)
        return expr_int(t->pool, 0);
    return raw_sum(t->pool, t->n, t->coef, t->node);
}
