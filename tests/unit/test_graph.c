/* SPDX-License-Identifier: MIT
 *
 * Large graphs: no walk recurses, and no work grows faster than the graph.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "random.h"
#include "sym/expr.h"

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
    y = expr_symbol(p, name_of_text(names, "y"), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Seconds of CPU that are enough for any of this. */
#ifdef __SANITIZE_ADDRESS__
#define ENOUGH 6
#else
#define ENOUGH 1
#endif

/* x <- op(x) a million times. */
static const struct expr *chain(enum op op, int length)
{
    const struct expr *e = x;
    for (int i = 0; i < length; i++)
        e = expr_apply(p, op, 1, &e);
    return e;
}

enum { DEEP = 1000000 };

static void a_deep_chain_is_walked(void **state)
{
    (void)state;
    const struct expr *e = chain(OP_EXP, DEEP), *d, *s;
    assert_int_equal(pool_size(p), DEEP + 6);
    assert_true(expr_depends(p, 1, &e, x));
    assert_false(expr_depends(p, 1, &e, y));
    expr_diff(p, 1, &e, x, &d);
    assert_int_equal(d->op, OP_MUL);
    expr_subst(p, 1, &e, 1, &x, &y, &s);
    assert_true(expr_depends(p, 1, &s, y));
    assert_false(expr_depends(p, 1, &s, x));
    double at = 0, value;
    expr_eval(p, 1, &e, 1, &x, &at, &value);
    assert_true(isinf(value));
    struct text t = text_new(arena);
    expr_print(e, 60, &t);
    assert_int_equal(t.length, 60);
}

/* A product of products says nothing before its first factor. */
static void a_deep_product_is_printed(void **state)
{
    (void)state;
    const struct expr *e = x;
    for (int i = 0; i < DEEP; i++) {
        const struct expr *arg[2] = {e, y};
        e = expr_raw(p, OP_MUL, 0, NULL, 2, arg, NULL);
    }
    struct text t = text_new(arena);
    expr_print(e, 1000, &t);
    assert_in_range(t.length, 3, 1000);
}

static void a_deep_chain_is_evaluated_in_mpfr(void **state)
{
    (void)state;
    const struct expr *e = chain(OP_ATAN, DEEP / 10);
    mpfr_t at[1], value[1];
    mpfr_inits2(53, at[0], value[0], (mpfr_ptr)0);
    mpfr_set_ui(at[0], 1, MPFR_RNDN);
    expr_eval_mpfr(p, 1, &e, 1, &x, at, value);
    /* x - x^3/3 n times from 1: near sqrt(3/(2n)) */
    assert_close(mpfr_get_d(value[0], MPFR_RNDN), sqrt(1.5 / (DEEP / 10)),
                 1e-6);
    mpfr_clears(at[0], value[0], (mpfr_ptr)0);
}

static void a_deep_chain_is_shown_and_read(void **state)
{
    (void)state;
    const struct expr *e = chain(OP_SINH, DEEP), *back;
    struct text t = text_new(arena);
    expr_show(p, 1, &e, &t);
    assert_int_equal(expr_read(p, names, text_chars(&t), 1, &back), 1);
    assert_ptr_equal(back, e);
}

/* A graph of many shared sums, products and functions of six symbols. */
static int random_graph(const struct expr **symbol, const struct expr **root)
{
    enum { RECENT = 40 };
    const struct expr *recent[RECENT];
    struct random r = random_new(5);
    for (int i = 0; i < 6; i++)
        symbol[i] = expr_fresh(p, name_of_text(names, "s"), 0);
    for (int i = 0; i < RECENT; i++)
        recent[i] = symbol[i % 6];
    while (pool_size(p) < 45000) {
        int i = random_below(&r, RECENT);
        const struct expr *a = recent[i]; /* always used by what replaces it */
        const struct expr *b = recent[random_below(&r, RECENT)], *e;
        switch (random_below(&r, 8)) {
        case 0:
            e = expr_apply(p, OP_SIN, 1, &a);
            break;
        case 1:
        case 2:
        case 3:
            e = expr_mul(p, a, b);
            break;
        default:
            e = expr_sub(p, a, expr_mul(p, expr_fraction(p, 1, 3), b));
        }
        if (e->op != OP_CONST)
            recent[i] = e;
    }
    for (int i = 0; i < 3; i++)
        root[i] = expr_apply(p, OP_SUM, 10, recent + 10 * i);
    return pool_size(p);
}

static void twenty_thousand_nodes_differentiate_in_no_time(void **state)
{
    (void)state;
    const struct expr *symbol[6], *root[3], *d[3];
    int nodes = random_graph(symbol, root);
    unsigned char *marks = arena_alloc(arena, (size_t)nodes);
    expr_reach(p, 3, root, marks);
    int reached = 0;
    for (int i = 0; i < nodes; i++)
        reached += marks[i];
    assert_true(reached >= 20000);
    double start = seconds();
    for (int i = 0; i < 3; i++)
        expr_diff(p, 3, root, symbol[i], d);
    assert_true(pool_size(p) > 2 * nodes);
    assert_true(seconds() - start < ENOUGH);
}

/* A long sum is built in one go, and term by term without going quadratic. */
static void long_sums_are_not_quadratic(void **state)
{
    (void)state;
    enum { TERMS = 20000 };
    double start = seconds();
    const struct expr **term = arena_array(arena, TERMS, sizeof *term);
    for (int i = 0; i < TERMS; i++)
        term[i] = expr_fresh(p, name_of_text(names, "a"), 0);
    const struct expr *whole = expr_apply(p, OP_SUM, TERMS, term);
    assert_int_equal(whole->arity, TERMS);
    const struct expr *slow = x;
    for (int i = 0; i < TERMS; i++)
        slow = expr_add(p, slow, term[i]);
    for (int i = TERMS; i-- > 0;)
        slow = expr_sub(p, slow, term[i]);
    assert_ptr_equal(slow, x);
    assert_true(seconds() - start < ENOUGH);
}

static void repeated_diffs_do_not_eat_memory(void **state)
{
    (void)state;
    const struct expr *symbol[6], *root[3], *d[3];
    random_graph(symbol, root);
    expr_diff(p, 3, root, symbol[0], d);
    expr_diff(p, 3, root, symbol[0], d);
    size_t used = arena_used(arena);
    expr_diff(p, 3, root, symbol[0], d);
    size_t nodes = (size_t)pool_size(p);
    assert_in_range(arena_used(arena) - used, 0, 20 * nodes);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_deep_chain_is_walked),
        TEST(a_deep_product_is_printed),
        TEST(a_deep_chain_is_evaluated_in_mpfr),
        TEST(a_deep_chain_is_shown_and_read),
        TEST(twenty_thousand_nodes_differentiate_in_no_time),
        TEST(long_sums_are_not_quadratic),
        TEST(repeated_diffs_do_not_eat_memory),
    };
    return run_group(tests);
}
