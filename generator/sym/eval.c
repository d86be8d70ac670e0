/* SPDX-License-Identifier: MIT
 *
 * Values of expressions in double and in MPFR, node after node; functions of
 * constants, and how far their values may be off: an error of an argument grows
 * at most by the largest slope that the function has where the argument can be.
 */
#include "sym/pool.h"

#include "num/bound.h"

#include <math.h>

/* ---- one operation ---- */

static int set_nan(mpfr_ptr r)
{
    mpfr_set_nan(r);
    return 1;
}

/* r = c x, with the coefficient a little more precise than r. */
static int scale_real(mpfr_ptr r, num c, mpfr_srcptr x)
{
    mpfr_t factor;
    mpfr_init2(factor, mpfr_get_prec(r) + 32);
    number_mpfr(c, factor);
    mpfr_mul(r, factor, x, MPFR_RNDN);
    mpfr_clear(factor);
    return 1;
}

static int sum_real(mpfr_ptr r, expr y, mpfr_srcptr const *x)
{
    mpfr_t term, sum;
    mpfr_inits2(mpfr_get_prec(r) + 32, term, sum, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < y->arity; i++) {
        scale_real(term, y->coef[i], x[i]);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_set(r, sum, MPFR_RNDN);
    mpfr_clears(term, sum, (mpfr_ptr)0);
    return 1;
}

static int op_real(mpfr_ptr r, expr y, mpfr_srcptr const *x)
{
    mpfr_srcptr a = x[0], b = x[1], c = x[2];
    switch (y->op) {
#define OP(name, text, arity, c, rule, slope, derivative, value, real)         \
    case OP_##name:                                                            \
        return real;
#include "sym/ops.def"
    default:
        return set_nan(r);
    }
}

static double sum_value(expr y, const double *x)
{
    double sum = 0;
    for (int i = 0; i < y->arity; i++)
        sum += number_double(y->coef[i]) * x[i];
    return sum;
}

/* Of operations that the C library does not have. */
static double by_real(expr y, const double *x)
{
    STACK_REAL(r, 53);
    STACK_REAL(first, 53);
    STACK_REAL(second, 53);
    STACK_REAL(third, 53);
    STACK_REAL(fourth, 53);
    const mpfr_ptr real[OP_ARGUMENTS] = {first, second, third, fourth};
    for (int i = 0; i < y->arity; i++)
        mpfr_set_d(real[i], x[i], MPFR_RNDN);
    op_real(r, y, (mpfr_srcptr const *)real);
    return mpfr_get_d(r, MPFR_RNDN);
}

static double op_value(expr y, const double *x)
{
    double a = x[0], b = x[1], c = x[2];
    switch (y->op) {
#define OP(name, text, arity, c, rule, slope, derivative, value, real)         \
    case OP_##name:                                                            \
        return value;
#include "sym/ops.def"
    default:
        return NAN;
    }
}

/* ---- graphs ---- */

/* Marks of nodes: 0 not needed, 1 to be computed. */
enum { GIVEN = 2 };

/* The nodes that the roots reach, as marks in the arena. */
static unsigned char *reached(const struct pool *p, int n, const expr *roots,
                              int m, const expr *symbol)
{
    unsigned char *marks = arena_alloc(p->arena, (size_t)p->count);
    expr_reach(p, n, roots, marks);
    for (int i = 0; i < m; i++)
        marks[symbol[i]->id] = GIVEN;
    return marks;
}

void expr_eval(const struct pool *p, int n, const expr *roots, int m,
               const expr *symbol, const double *given, double *out)
{
    struct arena_mark mark = arena_mark(p->arena);
    unsigned char *marks = reached(p, n, roots, m, symbol);
    double *x = arena_array(p->arena, (size_t)p->widest, sizeof *x);
    double *value = arena_array(p->arena, (size_t)p->count, sizeof *value);

    for (int i = 0; i < m; i++)
        value[symbol[i]->id] = given[i];
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        for (int i = 0; i < e->arity; i++)
            x[i] = value[e->arg[i]->id];
        value[id] = op_value(e, x);
    }
    for (int i = 0; i < n; i++)
        out[i] = value[roots[i]->id];
    arena_release(p->arena, mark);
}

/* Bits that intermediate values have beyond the results. */
enum { EVAL_GUARD_BITS = 32 };

/* All memory is taken before the first MPFR variable is made. */
void expr_eval_mpfr(const struct pool *p, int n, const expr *roots, int m,
                    const expr *symbol, mpfr_t *given, mpfr_t *out)
{
    struct arena_mark mark = arena_mark(p->arena);
    unsigned char *marks = reached(p, n, roots, m, symbol);
    mpfr_srcptr *x = arena_array(p->arena, (size_t)p->widest, sizeof *x);
    mpfr_t *value = arena_array(p->arena, (size_t)p->count, sizeof *value);
    mpfr_prec_t bits = MPFR_PREC_MIN;

    for (int i = 0; i < n; i++)
        if (mpfr_get_prec(out[i]) > bits)
            bits = mpfr_get_prec(out[i]);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_init2(value[id], bits + EVAL_GUARD_BITS);
    for (int i = 0; i < m; i++)
        mpfr_set(value[symbol[i]->id], given[i], MPFR_RNDN);
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        for (int i = 0; i < e->arity; i++)
            x[i] = value[e->arg[i]->id];
        op_real(value[id], e, x);
    }
    for (int i = 0; i < n; i++)
        mpfr_set(out[i], value[roots[i]->id], MPFR_RNDN);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_clear(value[id]);
    arena_release(p->arena, mark);
}

num expr_value(struct pool *p, const struct expr *e)
{
    STACK_REAL(value, NUMBER_BITS);
    if (expr_is_const(e))
        return e->number;
    expr_eval_mpfr(p, 1, &e, 0, NULL, NULL, &value);
    return number_of_mpfr(p->arena, value);
}

/* ---- constants ---- */

/* Arguments get more bits than results, so that a result is rounded once. */
enum { WIDE_BITS = NUMBER_BITS + 64 };

/* Where an argument can be. */
struct span {
    double low, high, most; /* most: the larger size of the two */
    double middle, reach;   /* half the width */
};

/* What the functions of the C library may be off by. */
static const double LIBRARY = 1 + 0x1p-40;

static struct span span_of(num x)
{
    double v = number_double(x), e = number_error(x);
    struct span s = {.middle = v};
    s.reach = bound_add(e, bound_mul(fabs(v), 0x1p-52));
    s.low = nextafter(v - s.reach, -INFINITY);
    s.high = nextafter(v + s.reach, INFINITY);
    s.most = fmax(fabs(s.low), fabs(s.high));
    return s;
}

/* 1/sqrt(1 - x^2) */
static double arc_slope(struct span s)
{
    double gap = bound_less(1, s.most);
    return gap > 0 ? LIBRARY / sqrt(gap * (1 + s.most)) : INFINITY;
}

/* 1/cos(x)^2; the cosine changes by no more than x does. */
static double tangent_slope(struct span s)
{
    double least = fabs(cos(s.middle)) - s.reach * LIBRARY - 0x1p-50;
    return least > 0 ? LIBRARY / (least * least) : INFINITY;
}

static double slope_of(enum op op, struct span s)
{
    switch (op) {
#define OP(name, text, arity, c, rule, slope, derivative, value, real)         \
    case OP_##name:                                                            \
        return slope;
#include "sym/ops.def"
    default:
        return INFINITY;
    }
}

/* x^y = exp(y log x) */
static double power_error(num x, num y, double dx, double dy)
{
    struct span a = span_of(x), b = span_of(y);
    if (!(a.low > 0))
        return INFINITY;
    double p = log(a.low), q = log(a.high);
    double most =
        fmax(fmax(b.low * p, b.low * q), fmax(b.high * p, b.high * q));
    double value = exp(most + fabs(most) * 0x1p-40) * LIBRARY;
    double by_x = bound_mul(bound_div(b.most, a.low), dx);
    double by_y = bound_mul(fmax(fabs(p), fabs(q)) * LIBRARY + 0x1p-50, dy);
    return bound_mul(value, bound_add(by_x, by_y));
}

/* What errors dx of the arguments make of the result. */
static double carried(expr y, const num *x, const double *dx)
{
    double way = dx[0];
    for (int i = 1; i < y->arity; i++)
        way = bound_add(way, dx[i]);
    if (op_has_results(y->op))
        return INFINITY; /* these are not rounded just once */
    if (way == 0)
        return 0;
    if (y->op == OP_ATAN2) {
        /* The point (x[1], x[0]) turns by at most its way over its distance
         * from 0; left of it the angle jumps. */
        bool left = number_double(x[1]) < number_error(x[1]);
        if (left && number_error(x[0]) > 0 && number_may_be_zero(x[0]))
            return INFINITY;
        return bound_div(way,
                         fmax(number_at_least(x[1]), number_at_least(x[0])));
    }
    if (y->op == OP_POWER)
        return power_error(x[0], x[1], dx[0], dx[1]);
    return bound_mul(slope_of(y->op, span_of(x[0])), way);
}

/* sin(pi) is zero, whatever the last bits of pi give. */
static bool vanishes(expr y, num a, mpfr_srcptr r)
{
    if (y->op != OP_SIN && y->op != OP_COS && y->op != OP_TAN)
        return false;
    return !number_is_exact(a) && mpfr_regular_p(r) && mpfr_get_exp(r) < -240;
}

/* Beyond this many bits before the point, sin would ask for a precision that
 * no machine has; it is an overflow. */
enum { HUGE_EXPONENT = 1 << 17 };

static num by_mpfr(struct arena *a, expr y, const num *x)
{
    STACK_REAL(first, WIDE_BITS);
    STACK_REAL(second, WIDE_BITS);
    STACK_REAL(third, WIDE_BITS);
    STACK_REAL(fourth, WIDE_BITS);
    STACK_REAL(result, NUMBER_BITS);
    const mpfr_ptr wide[OP_ARGUMENTS] = {first, second, third, fourth};
    double dx[OP_ARGUMENTS];
    bool exact = true;
    for (int i = 0; i < y->arity; i++) {
        /* in more bits than a result has, and its error there */
        bool is_cut = number_mpfr(x[i], wide[i]) != 0;
        long size = mpfr_regular_p(wide[i]) ? mpfr_get_exp(wide[i]) : 0;
        if (size > HUGE_EXPONENT)
            return NULL;
        dx[i] = number_error(x[i]);
        if (is_cut)
            dx[i] = bound_add(dx[i], bound_power_of_two(size - WIDE_BITS));
        exact &= number_is_exact(x[i]);
    }
    bool rounded = op_real(result, y, (mpfr_srcptr const *)wide) != 0;
    double error = carried(y, x, dx);
    if (rounded && y->op != OP_FLOOR) {
        bool regular = mpfr_regular_p(result);
        long last = regular ? (long)mpfr_get_exp(result) : -2000;
        error = bound_add(error, bound_power_of_two(last - NUMBER_BITS - 1));
    }
    if (vanishes(y, x[0], result)) {
        double left_out = bound_above(mpfr_get_d(result, MPFR_RNDN));
        return number_widen(a, number_int(a, 0), bound_add(error, left_out));
    }
    bool whole = mpfr_number_p(result) && mpfr_integer_p(result) &&
                 mpfr_fits_slong_p(result, MPFR_RNDN);
    if (exact && !rounded && whole)
        return number_widen(a, number_int(a, mpfr_get_si(result, MPFR_RNDN)),
                            error);
    return number_widen(a, number_of_mpfr(a, result), error);
}

/* The floor of a real is off by one where a whole number is within reach. */
static num floor_of(struct arena *a, expr y, num x)
{
    num low = by_mpfr(a, y, &x);
    if (!low || number_error(x) == 0)
        return low;
    num high = number_add(a, low, number_int(a, 1));
    bool near = number_may_be_zero(number_sub(a, x, low)) ||
                number_may_be_zero(number_sub(a, high, x));
    return near ? number_widen(a, low, bound_add(1, number_error(x))) : low;
}

/* The lesser of two, which the other one may be as well if both can be where
 * they meet. */
static num lesser(struct arena *a, num x, num y, int sign)
{
    bool first = sign * number_compare(x, y) <= 0;
    num chosen = first ? x : y, other = first ? y : x;
    double off = number_error(other) - number_error(chosen);
    if (off > 0 && number_may_be_zero(number_sub(a, x, y)))
        return number_widen(a, chosen, bound_up(off));
    return chosen;
}

/* Comparisons go by the values alone. */
num op_number(struct arena *arena, expr y, const num *x)
{
    num a = x[0], b = y->arity > 1 ? x[1] : NULL;
    switch (y->op) {
    case OP_SQRT:
        return number_sqrt(arena, a);
    case OP_ABS:
        return number_sign(a) < 0 ? number_neg(arena, a) : a;
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
    case OP_FLOOR:
        return floor_of(arena, y, a);
    default:
        return by_mpfr(arena, y, x);
    }
}

num expr_of_numbers(struct arena *arena, enum op op, int n, const num *x)
{
    struct expr y = {.op = op, .arity = n};
    return op_number(arena, &y, x);
}
