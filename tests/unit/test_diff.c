/* SPDX-License-Identifier: MIT
 *
 * Derivatives: every operation of the table, and the form of the common ones.
 */
#include "check.h"

#include <stdlib.h>

#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "sym/expr.h"

enum { BITS = 300 };

static struct names *names;
static struct pool *p;
static const struct expr *x, *y, *z;

ARENA_AROUND_EACH(names = names_new(arena); p = pool_new(arena);
                  x = expr_symbol(p, name_of_text(names, "x"), 0);
                  y = expr_symbol(p, name_of_text(names, "y"), 0);
                  z = expr_symbol(p, name_of_text(names, "z"), 0);)

static const struct expr *diff(const struct expr *e, const struct expr *by)
{
    const struct expr *d;
    expr_diff(p, 1, &e, by, &d);
    return d;
}

static const struct expr *fun(enum op op, const struct expr *a)
{
    return expr_apply(p, op, 1, &a);
}

static const struct expr *fun2(enum op op, const struct expr *a,
                               const struct expr *b)
{
    return expr_apply(p, op, 2, (const struct expr *const[]){a, b});
}

static double value_at(const struct expr *e, const double *at, int moved,
                       double shift, mpfr_ptr out)
{
    const struct expr *symbol[3] = {x, y, z};
    mpfr_t given[3], result[1];
    mpfr_init2(result[0], BITS);
    for (int i = 0; i < 3; i++) {
        mpfr_init2(given[i], BITS);
        mpfr_set_d(given[i], at[i], MPFR_RNDN);
        if (i == moved)
            mpfr_add_d(given[i], given[i], shift, MPFR_RNDN);
    }
    in_reals(p, 1, &e, 3, symbol, given, result);
    mpfr_set(out, result[0], MPFR_RNDN);
    for (int i = 0; i < 3; i++)
        mpfr_clear(given[i]);
    mpfr_clear(result[0]);
    return mpfr_get_d(out, MPFR_RNDN);
}

static double slope(const struct expr *e, const double *at, int moved)
{
    mpfr_t high, low;
    mpfr_inits2(BITS, high, low, (mpfr_ptr)0);
    value_at(e, at, moved, 0x1p-80, high);
    value_at(e, at, moved, -0x1p-80, low);
    mpfr_sub(high, high, low, MPFR_RNDN);
    mpfr_mul_2ui(high, high, 79, MPFR_RNDN);
    double s = mpfr_get_d(high, MPFR_RNDN);
    mpfr_clears(high, low, (mpfr_ptr)0);
    return s;
}

static void assert_slopes(const struct expr *e, const double *at)
{
    const struct expr *symbol[3] = {x, y, z};
    mpfr_t out;
    mpfr_init2(out, BITS);
    for (int i = 0; i < 3; i++) {
        double want = slope(e, at, i);
        double got = value_at(diff(e, symbol[i]), at, i, 0, out);
        assert_close(got, want, 1e-14 * (1 + fabs(want)));
    }
    mpfr_clear(out);
}

/* sn, cn or dn of u where m = 3/10, or the integrals where n = -1/2. */
static const struct expr *jacobi(enum op op, int k, const struct expr *u)
{
    const struct expr *arg[4] = {u, expr_fraction(p, 3, 10),
                                 expr_fraction(p, 7, 10),
                                 expr_fraction(p, -1, 2)};
    return expr_result(p, op, k, arg);
}

/* op(x y, y + z, x - z), so that every argument depends on two symbols. */
static const struct expr *composed(enum op op)
{
    const struct expr *arg[3] = {expr_mul(p, x, y), expr_add(p, y, z),
                                 expr_sub(p, x, z)};
    int arity = op_info(op)->arity;
    if (op == OP_SCALE)
        return expr_scale(p, number_fraction(arena, 2, 7), arg[0]);
    if (op == OP_POW)
        return expr_power(p, arg[0], -3);
    if (op == OP_STUMPFF)
        return expr_stumpff(p, 3, arg[0]);
    if (op == OP_JACOBI || op == OP_JACOBI_PI)
        return jacobi(op, 2, arg[0]);
    return expr_apply(p, op, arity < 0 ? 3 : arity, arg);
}

TEST(every_operation_agrees_with_differences)
{
    const double at[][3] = {
        {0.7, 0.9, 0.3}, {0.4, 1.9, -0.8}, {1.5, 0.25, 0.2}};
    int tried = 0;
    for (enum op op = 0; op < OP_COUNT; op++) {
        if (op_info(op)->arity == 0 || op == OP_SIGNAL)
            continue;
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
            assert_slopes(composed(op), at[i]);
        tried++;
    }
    assert_true(tried >= 26);
    for (int k = 0; k < 8; k++)
        assert_slopes(expr_stumpff(p, k, expr_mul(p, x, y)), at[0]);
    for (int k = 0; k < 3; k++)
        assert_slopes(jacobi(OP_JACOBI, k, expr_mul(p, x, y)), at[0]);
    for (int k = 0; k < 5; k++)
        assert_slopes(jacobi(OP_JACOBI_PI, k, expr_mul(p, x, y)), at[0]);
    assert_slopes(fun(OP_ABS, expr_sub(p, x, y)), at[0]);
    assert_slopes(fun(OP_ABS, expr_sub(p, y, x)), at[0]);
    assert_slopes(fun2(OP_MIN, expr_add(p, y, z), expr_mul(p, x, y)), at[1]);
}

/* x^1.3 has a slope at 0, and a constant exponent asks for no logarithm. */
TEST(powers_have_slopes_at_zero)
{
    const struct expr *e = fun2(OP_POWER, x, expr_fraction(p, 13, 10));
    const struct expr *d = diff(e, x);
    double zero = 0, value;
    expr_eval(p, 1, &d, 1, &x, &zero, &value);
    assert_close(value, 0, 0);
    for (int id = 0; id < pool_size(p); id++)
        assert_int_not_equal(pool_node(p, id)->op, OP_LOG);
    e = expr_power(p, x, 2);
    d = diff(e, x);
    expr_eval(p, 1, &d, 1, &x, &zero, &value);
    assert_close(value, 0, 0);
}

/* A part that is constant and undefined leaks into no derivative by others. */
TEST(shielded_arguments_leak_nothing)
{
    const struct expr *c = fun2(OP_LT, expr_int(p, 0), x);
    const struct expr *safe[3] = {c, x, expr_int(p, 1)};
    const struct expr *root = fun(OP_SQRT, expr_apply(p, OP_SELECT, 3, safe));
    const struct expr *outer[3] = {c, root, expr_int(p, 0)};
    const struct expr *d = diff(expr_apply(p, OP_SELECT, 3, outer), x);
    double at = -4, value;
    expr_eval(p, 1, &d, 1, &x, &at, &value);
    assert_close(value, 0, 0);
    at = 4;
    expr_eval(p, 1, &d, 1, &x, &at, &value);
    assert_close(value, 0.25, 0);
}

/* ---- where a root is 0 ---- */

static const struct expr *norm(void)
{
    const struct expr *square[3] = {expr_power(p, x, 2), expr_power(p, y, 2),
                                    expr_power(p, z, 2)};
    return expr_root(p, expr_linear(p, 3, NULL, square));
}

static const struct expr *power(const struct expr *a, long up, long down)
{
    return fun2(OP_POWER, a, expr_fraction(p, up, down));
}

static const struct expr *fresh(const char *name)
{
    return expr_fresh(p, name_of_text(names, name), 0);
}

static const struct expr *plus_one(const struct expr *a)
{
    return expr_add(p, a, expr_int(p, 1));
}

/* At 0 they are what differences of 2^-80 give. */
TEST(products_have_slopes_where_roots_are_zero)
{
    const struct expr *r = norm(), *xr = expr_mul(p, x, r);
    const struct expr *dip = expr_sub(p, expr_int(p, 1), fun(OP_COS, x));
    const struct expr *smooth[] = {
        xr,
        expr_add(p, z, xr),
        expr_power(p, r, 3),
        expr_power(p, r, 5),
        expr_mul(p, r, expr_mul(p, x, y)),
        expr_mul(p, expr_mul(p, r, r), r),
        expr_mul(p, plus_one(r), xr),
        expr_mul(p, expr_scale(p, number_fraction(arena, -2, 3), y), r),
        expr_mul(p, x, fun(OP_SIN, r)),
        expr_mul(p, r, fun(OP_TANH, r)),
        expr_power(p, fun(OP_SIN, r), 2),
        fun(OP_COS, r),
        fun(OP_COSH, expr_add(p, r, xr)),
        expr_mul(p, xr, fun(OP_EXP, r)),
        expr_mul(p, fun(OP_ABS, x), r),
        expr_div(p, y, plus_one(r)),
        power(r, 17, 10),
        expr_mul(p, power(r, 3, 10), x),
        expr_mul(p, x,
                 expr_root(p, expr_scale(p, number_int(arena, 3),
                                         expr_power(p, x, 2)))),
        power(dip, 3, 2),
        expr_mul(p, x, expr_root(p, dip)),
    };
    const struct expr *sharp[] = {
        r,
        plus_one(r),
        expr_mul(p, plus_one(r), r),
        expr_mul(p, r, fun(OP_EXP, r)),
        expr_mul(p, expr_root(p, x), expr_root(p, y)),
        expr_mul(p, x, fun(OP_SQRT, r->arg[0])), /* a method's */
    };
    static const double zero[3], tiny[3] = {1e-170, -3e-171, 2e-165};
    const struct expr *symbol[3] = {x, y, z};
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
        mpfr_t out;
        mpfr_init2(out, BITS);
        for (int k = 0; k < 3; k++) {
            const struct expr *d = diff(smooth[i], symbol[k]);
            const double want = slope(smooth[i], zero, k);
            double got;
            assert_close(value_at(d, zero, k, 0, out), want, 1e-6);
            expr_eval(p, 1, &d, 3, symbol, tiny, &got); /* squares are 0 */
            assert_close(got, want, 1e-6);
        }
        mpfr_clear(out);
    }
    for (size_t i = 0; i < sizeof sharp / sizeof *sharp; i++) {
        const struct expr *d = diff(sharp[i], x);
        double got;
        expr_eval(p, 1, &d, 3, symbol, zero, &got);
        assert_false(fabs(got) < INFINITY);
    }
}

/* Where y's root is 0 the value is no number, or the factor is not 0: nothing
 * is compared. */
TEST(other_products_are_left_alone)
{
    const struct expr *r = norm(), *over = expr_power(p, r, -1);
    const struct expr *slack = expr_sub(p, r, fresh("l"));
    const struct expr *all[] = {
        expr_mul(p, x, over),
        expr_mul(p, expr_mul(p, slack, over), x),
        expr_mul(p, slack, expr_mul(p, x, over)),
        expr_power(p, slack, 2),
        expr_mul(p, fresh("k"), r),
        expr_mul(p, x, expr_root(p, plus_one(expr_power(p, x, 2)))),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct expr *d = diff(all[i], x);
        unsigned char *marks = arena_alloc(arena, (size_t)pool_size(p));
        expr_reach(p, 1, &d, marks);
        for (int id = 0; id < pool_size(p); id++)
            assert_false(marks[id] && pool_node(p, id)->op == OP_SELECT);
    }
}
