/* SPDX-License-Identifier: MIT
 *
 * Large graphs: no walk recurses, and no work grows faster than the graph.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "effort.h"
#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "in_reals.h"
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

/* x <- op(x), again and again. */
static const struct expr *chain(enum op op, int length)
{
    const struct expr *e = x;
    for (int i = 0; i < length; i++)
        e = expr_apply(p, op, 1, &e);
    return e;
}

/* A walk that recursed would need more than a stack has: with the frames that
 * the sanitizers leave, after fewer. */
#ifdef POL_HOSTILE
enum { DEEP = 200000 };
#else
enum { DEEP = 300000 };
#endif

AROUND_EACH(set_up, tear_down)

TEST(a_deep_chain_is_walked)
{
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

TEST(a_deep_chain_is_shown)
{
    const struct expr *e = chain(OP_SINH, DEEP);
    struct text t = text_new(arena);
    expr_show(p, 1, &e, &t);
    assert_int_equal(
        strncmp(text_chars(&t), "%0 = symbol x 0\n%1 = sinh %0\n", 29), 0);
    assert_true(t.length > 15 * (size_t)DEEP);
}

/* A graph of many shared sums, products and functions of six symbols. */
static void random_graph(int nodes, const struct expr **symbol,
                         const struct expr **root)
{
    enum { RECENT = 40 };
    const struct expr *recent[RECENT];
    struct random r = random_new(5);
    for (int i = 0; i < 6; i++)
        symbol[i] = expr_fresh(p, name_of_text(names, "s"), 0);
    for (int i = 0; i < RECENT; i++)
        recent[i] = symbol[i % 6];
    while (pool_size(p) < nodes) {
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
        if (e->op == OP_SCALE) /* or factors would get as long as the graph */
            e = e->arg[0];
        if (e->op != OP_CONST)
            recent[i] = e;
    }
    for (int i = 0; i < 3; i++)
        root[i] = expr_apply(p, OP_SUM, 10, recent + 10 * i);
}

static int reached(const struct expr *const *root)
{
    int nodes = pool_size(p), n = 0;
    unsigned char *marks = arena_alloc(arena, (size_t)nodes);
    expr_reach(p, 3, root, marks);
    for (int i = 0; i < nodes; i++)
        n += marks[i];
    return n;
}

static struct effort differentiate(int nodes)
{
    const struct expr *symbol[6], *root[3], *d[3];
    p = pool_new(arena);
    random_graph(nodes, symbol, root);
    assert_in_range(reached(root), nodes / 3, nodes);
    int before = pool_size(p);
    struct effort begin = effort;
    for (int i = 0; i < 3; i++)
        expr_diff(p, 3, root, symbol[i], d);
    assert_true(pool_size(p) > 2 * before);
    return effort_since(begin);
}

TEST(twice_the_graph_differentiates_with_twice_the_effort)
{
    struct effort once = differentiate(20000);
    assert_true(once.looks > 0);
    effort_doubles(once, differentiate(40000));
}

/* A long sum built in one go, and term by term, and back. */
static struct effort add_up(int terms)
{
    struct effort begin = effort;
    const struct expr **term = arena_array(arena, (size_t)terms, sizeof *term);
    p = pool_new(arena);
    for (int i = 0; i < terms; i++)
        term[i] = expr_fresh(p, name_of_text(names, "a"), 0);
    const struct expr *whole = expr_apply(p, OP_SUM, terms, term);
    assert_int_equal(whole->arity, terms);
    const struct expr *slow = term[0];
    for (int i = 1; i < terms; i++)
        slow = expr_add(p, slow, term[i]);
    for (int i = terms; i-- > 1;)
        slow = expr_sub(p, slow, term[i]);
    assert_ptr_equal(slow, term[0]);
    return effort_since(begin);
}

TEST(twice_the_terms_add_up_with_twice_the_effort)
{
    struct effort once = add_up(1000);
    effort_doubles(once, add_up(2000));
}

TEST(repeated_diffs_do_not_eat_memory)
{
    const struct expr *symbol[6], *root[3], *d[3];
    random_graph(45000, symbol, root);
    expr_diff(p, 3, root, symbol[0], d);
    expr_diff(p, 3, root, symbol[0], d);
    size_t used = arena_used(arena);
    expr_diff(p, 3, root, symbol[0], d);
    size_t nodes = (size_t)pool_size(p);
    assert_in_range(arena_used(arena) - used, 0, 20 * nodes);
}
