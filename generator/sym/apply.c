/* SPDX-License-Identifier: MIT
 *
 * Results of operations: on expressions, by folding of constants and the few
 * rules that hold for all values; on doubles, node after node; on constants,
 * with a bound on the error.
 */
#include "sym/pool.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "num/bound.h"

/* ---- one operation ---- */

/* Working precision: more bits than a result has. */
enum { WIDE_BITS = NUMBER_BITS + 64 };

int sum_real(mpfr_ptr r, expr y, const mpfr_ptr *x)
{
    STACK_REAL(factor, WIDE_BITS);
    mpfr_set_zero(r, 1);
    for (int i = 0; i < y->arity; i++) {
        number_mpfr(y->op == OP_SCALE ? y->number : y->coef[i], factor);
        mpfr_fma(r, factor, x[i], r, MPFR_RNDN);
    }
    return 0;
}

static int op_real(mpfr_ptr r, expr y, const mpfr_ptr *x)
{
    mpfr_srcptr a = x[0], b = x[1];
    switch (y->op) {
#define OP(name, text, arity, c, rule, derivative, value, real, ...)           \
    case OP_##name:                                                            \
        return real;
#include "sym/ops.def"
    default:
        return 0;
    }
}

/* ---- constants ---- */

/* Bound on the result's error for errors dx of the arguments: the largest
 * difference at a corner of their box.  Each function is monotonic in each
 * argument, or, like the hyperbolic cosine, has its minimum inside. */
static double carried(expr y, const num *x, const mpfr_ptr *wide,
                      const double *dx)
{
    STACK_REAL(middle, WIDE_BITS);
    STACK_REAL(value, WIDE_BITS);
    STACK_REAL(first, WIDE_BITS);
    STACK_REAL(second, WIDE_BITS);
    const mpfr_ptr at[OP_ARGUMENTS] = {first, second};
    double most = 0;
    if (op_has_results(y->op))
        return INFINITY; /* rounded more than once */
    if ((dx[0] == 0 && (y->arity < 2 || dx[1] == 0)) || y->op == OP_FLOOR ||
        y->grid)
        return 0;
    if (y->op == OP_SIN || y->op == OP_COS)
        return dx[0];
    if (y->op == OP_ATAN2) { /* the angle jumps at b < 0, a = 0 */
        bool left = number_double(x[1]) < number_error(x[1]);
        if (left && number_error(x[0]) > 0 && number_may_be_zero(x[0]))
            return INFINITY;
    }
    op_real(middle, y, wide);
    for (int corner = 0; corner < 1 << y->arity; corner++) {
        for (int i = 0; i < y->arity; i++)
            if (corner >> i & 1)
                mpfr_add_d(at[i], wide[i], dx[i], MPFR_RNDU);
            else
                mpfr_sub_d(at[i], wide[i], dx[i], MPFR_RNDD);
        op_real(value, y, at);
        mpfr_sub(value, value, middle, MPFR_RNDA);
        bool leaps = y->op == OP_TAN && /* a pole lies between */
                     (dx[0] > 1.5 || mpfr_sgn(value) * (2 * corner - 1) < 0);
        if (!mpfr_number_p(value) || leaps)
            return INFINITY;
        most = fmax(most, fabs(mpfr_get_d(value, MPFR_RNDA)));
    }
    long size = mpfr_regular_p(middle) ? mpfr_get_exp(middle) : 0;
    return bound_add(most, bound_power_of_two(size - WIDE_BITS + 2));
}

/* With more bits before the point than this, sin would ask for a precision that
 * no machine has; treated as an overflow. */
enum { HUGE_EXPONENT = 1 << 17 };

static num by_mpfr(struct arena *a, expr y, const num *x)
{
    /* wider than the result, so that the result is rounded once */
    STACK_REAL(first, WIDE_BITS);
    STACK_REAL(second, WIDE_BITS);
    STACK_REAL(third, WIDE_BITS);
    STACK_REAL(fourth, WIDE_BITS);
    STACK_REAL(result, NUMBER_BITS);
    const mpfr_ptr wide[OP_ARGUMENTS] = {first, second, third, fourth};
    double dx[OP_ARGUMENTS];
    bool exact = true;
    for (int i = 0; i < y->arity; i++) {
        /* the argument in WIDE_BITS, and its error there */
        bool is_cut = number_mpfr(x[i], wide[i]) != 0;
        long size = mpfr_regular_p(wide[i]) ? mpfr_get_exp(wide[i]) : 0;
        if (size > HUGE_EXPONENT)
            return NULL;
        dx[i] = number_error(x[i]);
        if (is_cut)
            dx[i] = bound_add(dx[i], bound_power_of_two(size - WIDE_BITS));
        exact &= number_is_exact(x[i]);
    }
    bool rounded = op_real(result, y, wide) != 0;
    double error = carried(y, x, wide, dx);
    if (rounded && y->op != OP_FLOOR) {
        bool regular = mpfr_regular_p(result);
        long last = regular ? (long)mpfr_get_exp(result) : -2000;
        error = bound_add(error, bound_power_of_two(last - NUMBER_BITS - 1));
    }
    bool is_circular = y->op == OP_SIN || y->op == OP_COS || y->op == OP_TAN;
    if (is_circular && !exact && mpfr_regular_p(result) &&
        mpfr_get_exp(result) < -240) {
        /* sin(pi) is zero, whatever the last bits of pi give */
        double left_out = bound_up(fabs(mpfr_get_d(result, MPFR_RNDN)));
        return number_widen(a, number_int(a, 0), bound_add(error, left_out));
    }
    bool whole = exact && !rounded && mpfr_integer_p(result) &&
                 mpfr_fits_slong_p(result, MPFR_RNDN);
    num value = whole ? number_int(a, mpfr_get_si(result, MPFR_RNDN))
                      : number_of_mpfr(a, result);
    return number_widen(a, value, error);
}

/* The lesser of x and y (sign -1: the greater).  The error bound covers the
 * other one too if the two may be equal. */
static num lesser(struct arena *a, num x, num y, int sign)
{
    bool first = sign * number_compare(x, y) <= 0;
    num chosen = first ? x : y, other = first ? y : x;
    double off = number_error(other) - number_error(chosen);
    if (off > 0 && number_may_be_zero(number_sub(a, x, y)))
        return number_widen(a, chosen, bound_up(off));
    return chosen;
}

/* Comparisons ignore the error bounds. */
static num op_number(struct arena *arena, expr y, const num *x)
{
    num a = x[0], b = y->arity > 1 ? x[1] : NULL, result;
    switch (y->op) {
    case OP_SQRT:
        return number_sqrt(arena, a);
    case OP_ABS:
        return number_abs(arena, a);
    case OP_MIN:
        return lesser(arena, a, b, 1);
    case OP_MAX:
        return lesser(arena, a, b, -1);
    case OP_LT:
        return number_int(arena, number_compare(a, b) < 0);
    case OP_LE:
        return number_int(arena, number_compare(a, b) <= 0);
    case OP_EQ:
        return number_int(arena, number_compare(a, b) == 0);
    default:
        result = by_mpfr(arena, y, x);
    }
    if (y->op != OP_FLOOR || !result || number_error(a) == 0)
        return result;
    /* floor of a real is off by one if an integer is within the error */
    num over = number_sub(arena, a, result), one = number_int(arena, 1);
    bool near = number_may_be_zero(over) ||
                number_may_be_zero(number_sub(arena, one, over));
    double off = near ? bound_add(1, number_error(a)) : 0;
    return number_widen(arena, result, off);
}

num expr_of_numbers(struct arena *arena, enum op op, int n, const num *x)
{
    struct expr y = {.op = op, .arity = n};
    return op_number(arena, &y, x);
}

/* ---- graphs ---- */

static double sum_value(expr y, const double *x)
{
    double sum = 0;
    for (int i = 0; i < y->arity; i++)
        sum += number_double(y->coef[i]) * x[i];
    return sum;
}

/* Operations that the C library does not have. */
static double by_number(struct arena *a, expr y, const double *x)
{
    num argument[OP_ARGUMENTS];
    for (int i = 0; i < y->arity; i++)
        if (!(argument[i] = number_of_double(a, x[i])))
            return NAN;
    num value = by_mpfr(a, y, argument);
    return value ? number_double(value) : NAN;
}

double expr_operate(const struct pool *p, expr y, const double *x)
{
    const double a = x[0], b = y->arity > 1 ? x[1] : 0,
                 c = y->arity > 2 ? x[2] : 0;
    switch (y->op) {
#define OP(name, text, arity, c, rule, derivative, value, real, ...)           \
    case OP_##name:                                                            \
        return value;
#include "sym/ops.def"
    default:
        return NAN;
    }
}

enum { GIVEN = 2 }; /* value of a mark: given; 1: to compute */

void expr_eval(const struct pool *p, int n, const expr *roots, int m,
               const expr *symbol, const double *given, double *out)
{
    struct arena_mark mark = arena_mark(p->arena);
    unsigned char *marks = expr_reached(p, n, roots);
    double *x = arena_array(p->arena, (size_t)p->widest, sizeof *x);
    double *values = arena_array(p->arena, (size_t)p->count, sizeof *values);
    for (int i = 0; i < m; i++) {
        marks[symbol[i]->id] = GIVEN;
        values[symbol[i]->id] = given[i];
    }
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr y = p->node[id];
        for (int i = 0; i < y->arity; i++)
            x[i] = values[y->arg[i]->id];
        values[id] = expr_operate(p, y, x);
    }
    for (int i = 0; i < n; i++)
        out[i] = values[roots[i]->id];
    arena_release(p->arena, mark);
}

void expr_reals(const struct pool *p, int n, const expr *roots, int m,
                const expr *symbol, mpfr_srcptr given, mpfr_ptr out)
{
    struct arena_mark mark = arena_mark(p->arena);
    unsigned char *marks = expr_reached(p, n, roots);
    mpfr_ptr *x = arena_array(p->arena, (size_t)p->widest, sizeof(mpfr_ptr));
    mpfr_ptr *value = arena_array(p->arena, (size_t)p->count, sizeof *value);
    for (int i = 0; i < m; i++) {
        marks[symbol[i]->id] = GIVEN;
        value[symbol[i]->id] = (mpfr_ptr)given + i;
    }
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr y = p->node[id];
        value[id] = reals_new(p->arena, 1);
        mpfr_set_nan(value[id]);
        for (int i = 0; i < y->arity; i++)
            x[i] = value[y->arg[i]->id];
        op_real(value[id], y, x);
    }
    for (int i = 0; i < n; i++)
        mpfr_set(out + i, value[roots[i]->id], MPFR_RNDN);
    arena_release(p->arena, mark);
}

mpfr_ptr reals_new(struct arena *a, int n)
{
    const size_t room = mpfr_custom_get_size(WIDE_BITS);
    mpfr_ptr x = arena_array(a, (size_t)n, sizeof *x);
    char *limbs = arena_alloc(a, (size_t)n * room);
    for (int i = 0; i < n; i++)
        mpfr_custom_init_set(x + i, MPFR_ZERO_KIND, 0, WIDE_BITS,
                             limbs + (size_t)i * room);
    return x;
}

/* ---- rules ---- */

/* f(-x) = +-f(x); NULL if the rule does not apply. */
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
static expr simple_sqrt(struct pool *p, expr y, expr x)
{
    if (x->op == OP_POW && x->index == 2)
        return expr_unary(p, OP_ABS, x->arg[0]);
    if (x->op != OP_SCALE)
        return NULL;
    num root = number_sqrt(p->arena, x->number);
    if (!root || !number_is_exact(root))
        return NULL;
    return expr_scale(p, root, expr_result(p, OP_SQRT, y->index, x->arg));
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

/* x^n and x^(n/2) with a small integer n; NULL for other exponents. */
static expr simple_power(struct pool *p, expr x, expr exponent)
{
    long n;
    if (exponent->op != OP_CONST)
        return NULL;
    num two = number_int(p->arena, 2);
    if (number_is_int(exponent->number, &n) && n > -INT_MAX && n < INT_MAX)
        return expr_power(p, x, (int)n);
    if (number_is_int(number_mul(p->arena, two, exponent->number), &n) &&
        n >= -128 && n <= 128)
        return expr_power(p, expr_root(p, x), (int)n);
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

/* The odd functions are sn and the two integrals. */
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

/* ---- the constructors ---- */

/* Simplified by a rule of the operation, or folded to a constant, or a node. */
static expr function(struct pool *p, struct expr pattern)
{
    expr y = &pattern, a = y->arg[0], b = y->arg[y->arity - 1];
    expr swapped[2] = {b, a}, simple = NULL;
    num x[OP_ARGUMENTS] = {NULL};
    bool is_constant = y->op != OP_SIGNAL;
    if (pool_any_undefined(y->arity, y->arg))
        return p->undefined;
    if ((y->op == OP_MIN || y->op == OP_MAX || y->op == OP_EQ) && a->id > b->id)
        pattern.arg = swapped;
    switch (y->op) {
#define OP(name, text, arity, c, rule, ...)                                    \
    case OP_##name:                                                            \
        simple = rule;                                                         \
        break;
#include "sym/ops.def"
    default:
        break;
    }
    if (simple)
        return simple;
    for (int i = 0; i < y->arity; i++) {
        x[i] = y->arg[i]->number;
        is_constant &= y->arg[i]->op == OP_CONST;
    }
    return is_constant ? expr_number(p, op_number(p->arena, y, x))
                       : pool_intern(p, y);
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
    if (expr_is_truth(condition) && expr_is_one(a) && expr_is_zero(b))
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

expr expr_lookup(struct pool *p, enum op op, const struct grid *grid, expr x)
{
    return pool_make(p, (struct expr){.op = op, .arity = 1, .grid = grid},
                     (const expr[OP_ARGUMENTS]){x});
}

expr expr_root(struct pool *p, expr x)
{
    return expr_result(p, OP_SQRT, 1, &x);
}

expr expr_stumpff(struct pool *p, int k, expr z)
{
    return expr_result(p, OP_STUMPFF, k, &z);
}
