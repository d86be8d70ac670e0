/* SPDX-License-Identifier: MIT
 *
 * Expressions as text, for programs and for people.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "sym/vec.h"

static struct arena *arena;
static struct names *names;
static struct pool *p;
static const struct expr *x, *y;

static int set_up(void **state)
{
    (void)state;
    arena = test_arena();
    names = names_new(arena);
    p = pool_new(arena);
    x = expr_symbol(p, name_of_text(names, "x"), 0);
    y = expr_symbol(p, name_of_text(names, "y"), 3);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static const struct expr *fraction(long a, long b)
{
    return expr_fraction(p, a, b);
}

static const struct expr *fun(enum op op, const struct expr *a)
{
    return expr_apply(p, op, 1, &a);
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

AROUND_EACH(set_up, tear_down)

TEST(one_node_is_one_line)
{
    const struct expr *e =
        expr_sub(p, expr_div(p, fun(OP_SIN, x), y), fraction(1, 6));
    assert_string_equal(shown(e), "%0 = const 1\n"
                                  "%1 = symbol x 0\n"
                                  "%2 = symbol y 3\n"
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
                        "%1 = symbol y 3\n"
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
