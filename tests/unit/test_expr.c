/* SPDX-License-Identifier: MIT
 *
 * The canonical form: equal expressions are the same node; expressions as text.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "sym/expr.h"
#include "sym/vec.h"

static struct arena *arena;
static struct names *names;
static struct pool *p;
static const struct expr *x, *y, *z, *w;

static const struct expr *symbol(const char *name)
{
    return expr_symbol(p, name_of_text(names, name), 0);
}

static int set_up(void **state)
{
    (void)state;
    arena = test_arena();
    names = names_new(arena);
    p = pool_new(arena);
    x = symbol("x");
    y = symbol("y");
    z = symbol("z");
    w = symbol("w");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* Short names for the constructors. */
static const struct expr *add(const struct expr *a, const struct expr *b)
{
    return expr_add(p, a, b);
}

static const struct expr *sub(const struct expr *a, const struct expr *b)
{
    return expr_sub(p, a, b);
}

static const struct expr *mul(const struct expr *a, const struct expr *b)
{
    return expr_mul(p, a, b);
}

static const struct expr *quo(const struct expr *a, const struct expr *b)
{
    return expr_div(p, a, b);
}

static const struct expr *ratio(long a, long b)
{
    return expr_fraction(p, a, b);
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

AROUND_EACH(set_up, tear_down)

TEST(a_fraction_takes_the_place_of_a_real)
{
    const struct number *seven = number_int(arena, 7);
    const struct expr *e = expr_number(p, number_real(arena, seven));
    assert_false(number_is_fraction(e->number));
    assert_ptr_equal(ratio(7, 1), e);
    for (int i = 20; i < 40; i++)
        ratio(i, 1); /* what is its memory is nobody else's */
    assert_true(number_is_fraction(e->number));
    assert_true(number_equal(e->number, seven));
    assert_ptr_equal(expr_number(p, number_real(arena, seven)), e);
    assert_true(number_is_fraction(e->number));
}

TEST(like_terms_are_collected)
{
    assert_true(expr_is_zero(sub(x, x)));
    assert_ptr_equal(add(x, x), mul(ratio(2, 1), x));
    assert_ptr_equal(mul(ratio(2, 1), quo(x, ratio(2, 1))), x);
    assert_ptr_equal(sub(add(x, y), y), x);
    assert_ptr_equal(sub(add(add(x, y), z), z), add(x, y));
    assert_ptr_equal(add(add(x, ratio(1, 2)), ratio(1, 2)),
                     add(x, ratio(1, 1)));
    assert_ptr_equal(add(add(x, ratio(1, 1)), sub(y, ratio(1, 1))), add(x, y));
    assert_ptr_equal(
        add(mul(ratio(4, 1), x), mul(ratio(6, 1), y)),
        mul(ratio(2, 1), add(mul(ratio(2, 1), x), mul(ratio(3, 1), y))));
    const struct expr *s = add(x, y);
    assert_ptr_equal(sub(mul(z, s), mul(s, z)), ratio(0, 1));
    s = sub(add(mul(ratio(4, 1), x), mul(ratio(2, 1), y)),
            mul(ratio(2, 1), add(mul(ratio(2, 1), x), y)));
    assert_true(expr_is_zero(s));
    assert_int_equal(add(add(x, ratio(1, 1)), add(y, ratio(2, 1)))->arity, 3);
    /* S1 - S2 cancels x; S1 + S2 stays as built */
    assert_ptr_equal(sub(add(x, y), add(x, z)), sub(y, z));
    assert_int_equal(add(add(x, y), add(x, z))->arity, 2);
}

TEST(factors_are_collected)
{
    assert_ptr_equal(mul(x, y), mul(y, x));
    assert_ptr_equal(mul(x, x), expr_power(p, x, 2));
    assert_ptr_equal(mul(mul(x, x), x), expr_power(p, x, 3));
    assert_true(expr_is_one(mul(x, expr_power(p, x, -1))));
    assert_true(expr_is_one(quo(x, x)));
    assert_ptr_equal(quo(mul(x, y), x), y);
    assert_ptr_equal(quo(x, mul(x, y)), expr_power(p, y, -1));
    assert_ptr_equal(mul(mul(x, y), quo(z, x)), mul(y, z));
    assert_ptr_equal(mul(mul(ratio(2, 1), x), mul(ratio(3, 1), y)),
                     mul(ratio(6, 1), mul(x, y)));
    assert_ptr_equal(expr_power(p, mul(ratio(2, 1), x), 3),
                     mul(ratio(8, 1), expr_power(p, x, 3)));
    assert_ptr_equal(expr_power(p, expr_power(p, x, 3), -2),
                     expr_power(p, x, -6));
    assert_true(expr_is_one(expr_power(p, x, 0)));
    assert_ptr_equal(expr_power(p, x, 1), x);
    assert_int_equal(mul(mul(x, y), mul(z, w))->op, OP_MUL);
}

TEST(roots_and_powers_meet)
{
    const struct expr *r = fun(OP_SQRT, x);
    assert_ptr_equal(mul(r, r), x);
    assert_ptr_equal(expr_power(p, r, 4), expr_power(p, x, 2));
    assert_ptr_equal(quo(x, mul(r, r)), ratio(1, 1));
    assert_ptr_equal(fun(OP_SQRT, mul(ratio(4, 9), x)), mul(ratio(2, 3), r));
    assert_int_equal(fun(OP_SQRT, mul(ratio(3, 1), x))->op, OP_SQRT);
    assert_int_equal(fun(OP_SQRT, mul(ratio(-4, 1), x))->op, OP_SQRT);
    assert_ptr_equal(fun(OP_SQRT, mul(x, x)), fun(OP_ABS, x));
    assert_ptr_equal(fun2(OP_POWER, x, ratio(3, 1)), expr_power(p, x, 3));
    assert_ptr_equal(fun2(OP_POWER, x, ratio(3, 2)),
                     expr_power(p, expr_root(p, x), 3));
    assert_ptr_equal(expr_root(p, mul(ratio(4, 9), x)),
                     mul(ratio(2, 3), expr_root(p, x)));
    assert_int_equal(fun2(OP_POWER, x, ratio(1, 3))->op, OP_POWER);
}

static double value_of(const struct expr *e)
{
    assert_int_equal(e->op, OP_CONST);
    return number_double(e->number);
}

TEST(constants_fold_exactly_where_possible)
{
    assert_ptr_equal(fun(OP_SQRT, ratio(9, 16)), ratio(3, 4));
    assert_ptr_equal(fun(OP_SIN, ratio(0, 1)), ratio(0, 1));
    assert_ptr_equal(fun(OP_COS, ratio(0, 1)), ratio(1, 1));
    assert_ptr_equal(fun(OP_EXP, ratio(0, 1)), ratio(1, 1));
    assert_ptr_equal(fun(OP_ABS, ratio(-2, 3)), ratio(2, 3));
    assert_ptr_equal(fun2(OP_MIN, ratio(1, 3), ratio(1, 4)), ratio(1, 4));
    assert_ptr_equal(fun2(OP_MAX, ratio(1, 3), ratio(1, 4)), ratio(1, 3));
    assert_ptr_equal(fun2(OP_LT, ratio(1, 3), ratio(1, 4)), ratio(0, 1));
    assert_ptr_equal(expr_power(p, ratio(2, 3), -3), ratio(27, 8));
    assert_ptr_equal(expr_stumpff(p, 5, ratio(0, 1)), ratio(1, 120));
    const struct expr *pi = expr_number(p, number_pi(arena));
    assert_true(expr_is_zero(fun(OP_SIN, pi)));
    assert_true(expr_is_zero(fun(OP_COS, quo(pi, ratio(2, 1)))));
    assert_ptr_equal(fun(OP_FLOOR, ratio(-7, 2)), ratio(-4, 1));
    assert_ptr_equal(fun(OP_FLOOR, ratio(6, 3)), ratio(2, 1));
    const struct expr *r = fun(OP_SQRT, ratio(2, 1));
    assert_ptr_equal(fun(OP_FLOOR, expr_neg(p, r)), ratio(-2, 1));
    assert_close(value_of(r), 1.4142135623730951, 0);
    assert_close(value_of(expr_stumpff(p, 1, ratio(4, 1))), sin(2) / 2, 1e-16);
    assert_close(value_of(fun2(OP_ATAN2, ratio(-1, 1), ratio(-1, 1))),
                 atan2(-1, -1), 1e-15);
}

TEST(what_is_not_finite_is_undefined)
{
    const struct expr *bad = quo(ratio(1, 1), ratio(0, 1));
    assert_ptr_equal(bad, expr_number(p, NULL));
    assert_ptr_equal(fun(OP_SQRT, ratio(-1, 1)), bad);
    assert_ptr_equal(fun(OP_LOG, ratio(0, 1)), bad);
    assert_ptr_equal(fun(OP_ASIN, ratio(2, 1)), bad);
    assert_ptr_equal(add(x, bad), bad);
    assert_ptr_equal(mul(ratio(0, 1), bad), bad);
    assert_ptr_equal(mul(bad, x), bad);
    assert_ptr_equal(expr_power(p, bad, 0), bad);
    assert_ptr_equal(fun(OP_SIN, bad), bad);
    assert_ptr_equal(expr_stumpff(p, 0, bad), bad);
    const struct expr *e = fun(OP_EXP, ratio(700000000, 1));
    assert_true(expr_is_const(e));
    assert_ptr_equal(fun(OP_SIN, e), bad); /* a number no sine can take */
    for (int i = 0; i < 3; i++)
        e = mul(e, e);
    assert_ptr_equal(e, bad);
}

TEST(substitution_is_simultaneous)
{
    const struct expr *e = add(mul(x, y), fun(OP_SIN, x)), *out;
    expr_subst(p, 1, &e, 2, (const struct expr *const[]){x, y},
               (const struct expr *const[]){y, x}, &out);
    assert_ptr_equal(out, add(mul(x, y), fun(OP_SIN, y)));
    expr_subst(p, 1, &e, 1, (const struct expr *const[]){mul(x, y)},
               (const struct expr *const[]){ratio(2, 1)}, &out);
    assert_ptr_equal(out, add(ratio(2, 1), fun(OP_SIN, x)));
    const struct expr *s = mul(ratio(2, 1), x); /* 2x -> z says x -> z/2 */
    expr_subst(p, 1, &e, 1, &s, &z, &out);
    const struct expr *half = mul(ratio(1, 2), z);
    assert_ptr_equal(out, add(mul(half, y), fun(OP_SIN, half)));
    expr_subst(p, 1, &e, 1, &w, &z, &out);
    assert_ptr_equal(out, e);
}

static const struct expr *fraction(long a, long b)
{
    return expr_fraction(p, a, b);
}

static const char *shown(const struct expr *e)
{
    struct text t = text_new(arena);
    expr_show(p, 1, &e, &t);
    return text_chars(&t);
}

static const char *printed(const struct expr *e, size_t limit)
{
    struct text t = text_new(arena);
    text_put(&t, ":");
    expr_print(e, limit, &t);
    return text_chars(&t) + 1;
}

TEST(one_node_is_one_line)
{
    const struct expr *e =
        expr_sub(p, expr_div(p, fun(OP_SIN, x), y), fraction(1, 6));
    assert_string_equal(shown(e), "%0 = const 1\n"
                                  "%1 = symbol x 0\n"
                                  "%2 = symbol y 0\n"
                                  "%3 = sin %1\n"
                                  "%4 = pow -1 %2\n"
                                  "%5 = mul %3 %4\n"
                                  "%6 = sum 1 %5 -1/6 %0\n"
                                  "root %6\n");
    assert_string_equal(
        shown(expr_scale(p, number_int(arena, -2), expr_stumpff(p, 0, x))),
        "%0 = symbol x 0\n"
        "%1 = stumpff 0 %0\n"
        "%2 = scale -2 %1\n"
        "root %2\n");
    const struct expr *third[4] = {x, y, y, x};
    assert_string_equal(shown(expr_result(p, OP_JACOBI_PI, 3, third)),
                        "%0 = symbol x 0\n"
                        "%1 = symbol y 0\n"
                        "%2 = jacobi_pi 3 %0 %1 %1 %0\n"
                        "root %2\n");
}

TEST(infix_is_for_people)
{
    const struct expr *s = expr_add(p, x, y), *d = expr_sub(p, x, y);
    assert_string_equal(printed(s, 80), "x + y");
    assert_string_equal(printed(d, 80), "x - y");
    assert_string_equal(printed(expr_neg(p, s), 80), "-(x + y)");
    assert_string_equal(printed(expr_mul(p, s, d), 80), "(x + y)*(x - y)");
    assert_string_equal(printed(expr_power(p, s, -2), 80), "(x + y)^-2");
    assert_string_equal(printed(expr_sub(p, fraction(1, 6), x), 80),
                        "-(x - 1/6)");
    assert_string_equal(
        printed(expr_sub(p, fun(OP_COS, x), expr_mul(p, fraction(2, 3), s)),
                80),
        "cos(x) - 2/3*(x + y)");
    assert_string_equal(printed(expr_stumpff(p, 2, x), 80), "stumpff2(x)");
    assert_string_equal(printed(expr_number(p, number_pi(arena)), 80),
                        "3.14159");
    const struct expr *arg[3] = {x, y, s};
    assert_string_equal(printed(expr_apply(p, OP_SELECT, 3, arg), 80),
                        "select(x, y, x + y)");
}

TEST(infix_is_cut_off)
{
    const struct expr *e = expr_add(p, x, y);
    for (int i = 0; i < 300; i++) /* 2^300 terms if written out */
        e = expr_mul(p, fun(OP_SIN, e), fun(OP_COS, expr_add(p, e, x)));
    for (size_t limit = 4; limit < 3000; limit = limit * 3 / 2) {
        const char *text = printed(e, limit);
        assert_int_equal(strlen(text), limit);
        assert_string_equal(text + limit - 3, "...");
    }
    assert_string_equal(printed(expr_add(p, x, y), 5), "x + y");
    assert_string_equal(printed(expr_add(p, x, y), 4), "x...");
    assert_string_equal(printed(x, 0), "");
}
