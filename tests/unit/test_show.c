/* SPDX-License-Identifier: MIT
 *
 * Expressions as text, both ways; and that no failing allocation leaves
 * anything behind.
 */
#include "check.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "hostile.h"
#include "base/name.h"
#include "base/text.h"
#include "read_back.h"
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

static void assert_reads_back(const struct expr *e)
{
    const struct expr *back = NULL;
    assert_int_equal(expr_read(p, names, shown(e), 1, &back), 1);
    assert_ptr_equal(back, e);
}

TEST(all_kinds_read_back)
{
    const char *name = name_of_text(names, "x");
    const struct expr *pair[2] = {x, y};
    const struct expr *const four[4] = {x, y, fraction(1, 3), fraction(-1, 2)};
    for (int k = 0; k < 3; k++)
        assert_reads_back(expr_result(p, OP_JACOBI, k, four));
    for (int k = 0; k < 5; k++)
        assert_reads_back(expr_result(p, OP_JACOBI_PI, k, four));
    assert_reads_back(expr_fresh(p, name, 0));
    assert_reads_back(expr_fresh(p, name, 0));
    assert_reads_back(expr_number(p, NULL));
    assert_reads_back(fun(OP_SQRT, fraction(2, 1)));
    assert_reads_back(expr_mul(p, expr_number(p, number_pi(arena)), x));
    assert_reads_back(expr_raw(p, OP_MUL, 0, NULL, 2, pair, NULL));
    for (enum op op = 0; op < OP_COUNT; op++)
        if (op_info(op)->arity == 1 && op != OP_SCALE)
            assert_reads_back(fun(op, x));
        else if (op_info(op)->arity == 2)
            assert_reads_back(expr_apply(p, op, 2, pair));
}

/* Fresh symbols of a text stay apart in another pool, and its own too. */
TEST(fresh_symbols_stay_fresh)
{
    const char *name = name_of_text(names, "x");
    const struct expr *a = expr_fresh(p, name, 0), *b = expr_fresh(p, name, 0);
    struct pool *other = pool_new(arena);
    const struct expr *root;
    const char *text = shown(expr_mul(p, expr_mul(p, a, b), x));
    assert_int_equal(expr_read(other, names, text, 1, &root), 1);
    int symbols = 0;
    for (int id = 0; id < pool_size(other); id++)
        symbols += pool_node(other, id)->op == OP_SYMBOL;
    assert_int_equal(symbols, 3);
    int nodes = pool_size(other);
    expr_fresh(other, name, 0);
    assert_int_equal(pool_size(other), nodes + 1);
}

TEST(faults_are_refused)
{
    const char *bad[] = {
        "%0 = symbol x",
        "%0 = symbol x 0",         /* no end of line */
        "%1 = symbol x 0\n",       /* not in order */
        "%0 = symbol\n",           /* no name */
        "%0 = symbol x 0 5\n",     /* a serial number has a # */
        "%0 = sine %0\n",          /* no such operation */
        "%0 = sin %0\n",           /* not made before */
        "%0 = const 1\nroot %1\n", /* not made at all */
        "%0 = const 1\n%1 = mul %0\n",
        "%0 = const 1\n%1 = sin %0 %0\n",
        "%0 = const 1\n%1 = sum %0\n",
        "%0 = const 1\n%1 = sum 1\n",
        "%0 = const 1\n%1 = pow 1.5 %0\n",
        "%0 = const 1\n%1 = pow 99999999999 %0\n",
        "%0 = const one\n",
        "%0 is const 1\n",
        "nonsense\n",
        "root\n",
        "%-1 = const 1\n",
        "%0 = const 1\nroot %0\nroot %0\n", /* more roots than room */
    };
    const struct expr *root;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(expr_read(p, names, bad[i], 1, &root), -1);
    assert_int_equal(expr_read(p, names, "", 1, &root), 0);
    assert_int_equal(expr_read(p, names, "%0 = const 1\nroot %0\n", 1, &root),
                     1);
    assert_true(expr_is_one(root));
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

/* -- out of memory ----------------------------------------------------------
 */

#ifdef POL_HOSTILE
static void escape(void *context)
{
    longjmp(*(jmp_buf *)context, 1);
}

/* Some of everything that takes memory. */
static void work(struct arena *a)
{
    struct names *n = names_new(a);
    struct pool *q = pool_new(a);
    const struct expr *s[3] = {expr_symbol(q, name_of_text(n, "s"), 0),
                               expr_fresh(q, name_of_text(n, "t"), 0),
                               expr_number(q, number_pi(a))};
    struct vec v = {{s[0], s[1], s[2]}};
    struct mat m = mat_add(q, mat_outer(q, v, v), mat_identity(q));
    struct vec u = mat_solve(q, m, vec_cross(q, v, vec_unit(q, 1)));
    const struct expr *d[3], *root = expr_apply(q, OP_SIN, 1, &u.x[0]);
    root = expr_stumpff(q, 2, expr_mul(q, root, expr_fraction(q, 1, 3)));
    expr_diff(q, 3, u.x, s[0], d);
    expr_subst(q, 3, d, 1, &s[0], &s[2], d);
    struct text t = text_new(a);
    expr_show(q, 3, d, &t);
    expr_read(q, n, text_chars(&t), 3, d);
    expr_print(root, 100, &t);
    double at = 0.5, value[3];
    expr_eval(q, 3, d, 1, &s[1], &at, value);
    expr_subst(q, 1, &root, 2, s, (const struct expr *[]){s[2], s[2]}, d);
    number_text(a, number_decimal(a, "1e-300", 6), REAL_DOUBLE);
    number_sqrt(a, number_power(a, number_fraction(a, 3, 2), 200));
}

/* Each allocation fails in turn, until there are no more. */
TEST(every_allocation_may_fail)
{
    volatile long runs = 0;
    for (volatile bool finished = false; !finished; runs++) {
        jmp_buf back;
        hostile_count = 0;
        hostile_at = runs;
        struct arena *volatile a = arena_new(escape, &back);
        if (a && !setjmp(back)) {
            work(a);
            finished = true;
        }
        hostile_at = -1;
        arena_free(a);
    }
    assert_true(runs > 400);
}
#endif
