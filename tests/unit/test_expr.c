/* SPDX-License-Identifier: MIT
 *
 * The canonical form: equal expressions are the same node; expressions as text;
 * large graphs: no walk recurses, and no work grows faster than the graph.
 */
#include "short.h"
#include "effort.h"
#include "random.h"

static struct names *names;
static struct pool *p;
static expr x, y, z, w;

#define SYMBOL(s) s = expr_symbol(p, name_of_text(names, #s), 0)

ARENA_AROUND_EACH(names = names_new(arena); p = pool_new(arena); SYMBOL(x); SYMBOL(y); SYMBOL(z);
                  SYMBOL(w);)

TEST(a_fraction_takes_the_place_of_a_real)
{
    num seven = number_int(arena, 7);
    expr e = expr_number(p, number_real(arena, seven));
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
    assert_ptr_equal(add(add(x, ratio(1, 2)), ratio(1, 2)), add(x, ratio(1, 1)));
    assert_ptr_equal(add(add(x, ratio(1, 1)), sub(y, ratio(1, 1))), add(x, y));
    assert_ptr_equal(add(mul(ratio(4, 1), x), mul(ratio(6, 1), y)),
                     mul(ratio(2, 1), add(mul(ratio(2, 1), x), mul(ratio(3, 1), y))));
    expr s = add(x, y);
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
    assert_ptr_equal(mul(x, x), power(x, 2));
    assert_ptr_equal(mul(mul(x, x), x), power(x, 3));
    assert_true(expr_is_one(mul(x, power(x, -1))));
    assert_true(expr_is_one(quo(x, x)));
    assert_ptr_equal(quo(mul(x, y), x), y);
    assert_ptr_equal(quo(x, mul(x, y)), power(y, -1));
    assert_ptr_equal(mul(mul(x, y), quo(z, x)), mul(y, z));
    assert_ptr_equal(mul(mul(ratio(2, 1), x), mul(ratio(3, 1), y)), mul(ratio(6, 1), mul(x, y)));
    assert_ptr_equal(power(mul(ratio(2, 1), x), 3), mul(ratio(8, 1), power(x, 3)));
    assert_ptr_equal(power(power(x, 3), -2), power(x, -6));
    assert_true(expr_is_one(power(x, 0)));
    assert_ptr_equal(power(x, 1), x);
    assert_int_equal(mul(mul(x, y), mul(z, w))->op, OP_MUL);
}

TEST(roots_and_powers_meet)
{
    expr r = fun(OP_SQRT, x);
    assert_ptr_equal(mul(r, r), x);
    assert_ptr_equal(power(r, 4), power(x, 2));
    assert_ptr_equal(quo(x, mul(r, r)), ratio(1, 1));
    assert_ptr_equal(fun(OP_SQRT, mul(ratio(4, 9), x)), mul(ratio(2, 3), r));
    assert_int_equal(fun(OP_SQRT, mul(ratio(3, 1), x))->op, OP_SQRT);
    assert_int_equal(fun(OP_SQRT, mul(ratio(-4, 1), x))->op, OP_SQRT);
    assert_ptr_equal(fun(OP_SQRT, mul(x, x)), fun(OP_ABS, x));
    assert_ptr_equal(fun2(OP_POWER, x, ratio(3, 1)), power(x, 3));
    assert_ptr_equal(fun2(OP_POWER, x, ratio(3, 2)), power(expr_root(p, x), 3));
    assert_ptr_equal(expr_root(p, mul(ratio(4, 9), x)), mul(ratio(2, 3), expr_root(p, x)));
    assert_int_equal(fun2(OP_POWER, x, ratio(1, 3))->op, OP_POWER);
}

static double value_of(expr e)
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
    assert_ptr_equal(power(ratio(2, 3), -3), ratio(27, 8));
    assert_ptr_equal(expr_stumpff(p, 5, ratio(0, 1)), ratio(1, 120));
    expr pi = expr_number(p, number_pi(arena));
    assert_true(expr_is_zero(fun(OP_SIN, pi)));
    assert_true(expr_is_zero(fun(OP_COS, quo(pi, ratio(2, 1)))));
    assert_ptr_equal(fun(OP_FLOOR, ratio(-7, 2)), ratio(-4, 1));
    assert_ptr_equal(fun(OP_FLOOR, ratio(6, 3)), ratio(2, 1));
    expr r = fun(OP_SQRT, ratio(2, 1));
    assert_ptr_equal(fun(OP_FLOOR, expr_neg(p, r)), ratio(-2, 1));
    assert_close(value_of(r), 1.4142135623730951, 0);
    assert_close(value_of(expr_stumpff(p, 1, ratio(4, 1))), sin(2) / 2, 1e-16);
    assert_close(value_of(fun2(OP_ATAN2, ratio(-1, 1), ratio(-1, 1))), atan2(-1, -1), 1e-15);
}

TEST(what_is_not_finite_is_undefined)
{
    expr bad = quo(ratio(1, 1), ratio(0, 1));
    assert_ptr_equal(bad, expr_number(p, NULL));
    assert_ptr_equal(fun(OP_SQRT, ratio(-1, 1)), bad);
    assert_ptr_equal(fun(OP_LOG, ratio(0, 1)), bad);
    assert_ptr_equal(fun(OP_ASIN, ratio(2, 1)), bad);
    assert_ptr_equal(add(x, bad), bad);
    assert_ptr_equal(mul(ratio(0, 1), bad), bad);
    assert_ptr_equal(mul(bad, x), bad);
    assert_ptr_equal(power(bad, 0), bad);
    assert_ptr_equal(fun(OP_SIN, bad), bad);
    assert_ptr_equal(expr_stumpff(p, 0, bad), bad);
    expr e = fun(OP_EXP, ratio(700000000, 1));
    assert_true(expr_is_const(e));
    assert_ptr_equal(fun(OP_SIN, e), bad); /* a number no sine can take */
    for (int i = 0; i < 3; i++)
        e = mul(e, e);
    assert_ptr_equal(e, bad);
}

TEST(substitution_is_simultaneous)
{
    expr e = add(mul(x, y), fun(OP_SIN, x)), out;
    expr_subst(p, 1, &e, 2, (const expr[]){x, y}, (const expr[]){y, x}, &out);
    assert_ptr_equal(out, add(mul(x, y), fun(OP_SIN, y)));
    expr_subst(p, 1, &e, 1, (const expr[]){mul(x, y)}, (const expr[]){ratio(2, 1)}, &out);
    assert_ptr_equal(out, add(ratio(2, 1), fun(OP_SIN, x)));
    expr s = mul(ratio(2, 1), x); /* 2x -> z says x -> z/2 */
    expr_subst(p, 1, &e, 1, &s, &z, &out);
    expr half = mul(ratio(1, 2), z);
    assert_ptr_equal(out, add(mul(half, y), fun(OP_SIN, half)));
    expr_subst(p, 1, &e, 1, &w, &z, &out);
    assert_ptr_equal(out, e);
}

static const char *shown(expr e)
{
    struct text t = text_new(arena);
    expr_show(p, 1, &e, &t);
    return text_chars(&t);
}

static const char *printed(expr e, size_t limit)
{
    struct text t = text_new(arena);
    text_put(&t, ":");
    expr_print(e, limit, &t);
    return text_chars(&t) + 1;
}

TEST(one_node_is_one_line)
{
    expr e = sub(quo(fun(OP_SIN, x), y), ratio(1, 6));
    assert_string_equal(shown(e), "%0 = const 1\n"
                                  "%1 = symbol x 0\n"
                                  "%2 = symbol y 0\n"
                                  "%3 = sin %1\n"
                                  "%4 = pow -1 %2\n"
                                  "%5 = mul %3 %4\n"
                                  "%6 = sum 1 %5 -1/6 %0\n"
                                  "root %6\n");
    expr third[4] = {x, y, y, x};
    assert_string_equal(shown(expr_result(p, OP_JACOBI_PI, 3, third)),
                        "%0 = symbol x 0\n"
                        "%1 = symbol y 0\n"
                        "%2 = jacobi_pi 3 %0 %1 %1 %0\n"
                        "root %2\n");
}

TEST(infix_is_cut_off)
{
    expr e = add(x, y);
    for (int i = 0; i < 300; i++) /* 2^300 terms if written out */
        e = mul(fun(OP_SIN, e), fun(OP_COS, add(e, x)));
    for (size_t limit = 4; limit < 3000; limit = limit * 3 / 2) {
        const char *text = printed(e, limit);
        assert_int_equal(strlen(text), limit);
        assert_string_equal(text + limit - 3, "...");
    }
    assert_string_equal(printed(add(x, y), 5), "x + y");
    assert_string_equal(printed(add(x, y), 4), "x...");
    assert_string_equal(printed(x, 0), "");
}

/* x <- op(x), again and again. */
static expr chain(enum op op, int length)
{
    expr e = x;
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

TEST(a_deep_chain_is_walked)
{
    expr e = chain(OP_EXP, DEEP), d, s;
    assert_int_equal(pool_size(p), DEEP + 8);
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
    expr e = chain(OP_SINH, DEEP);
    struct text t = text_new(arena);
    expr_show(p, 1, &e, &t);
    assert_int_equal(strncmp(text_chars(&t), "%0 = symbol x 0\n%1 = sinh %0\n", 29), 0);
    assert_true(t.length > 15 * (size_t)DEEP);
}

/* A graph of many shared sums, products and functions of six symbols. */
static void random_graph(int nodes, expr *symbol, expr *root)
{
    enum { RECENT = 40 };
    expr recent[RECENT];
    struct random r = random_new(5);
    for (int i = 0; i < 6; i++)
        symbol[i] = expr_fresh(p, name_of_text(names, "s"), 0);
    for (int i = 0; i < RECENT; i++)
        recent[i] = symbol[i % 6];
    while (pool_size(p) < nodes) {
        int i = random_below(&r, RECENT);
        expr a = recent[i]; /* always used by what replaces it */
        expr b = recent[random_below(&r, RECENT)], e;
        switch (random_below(&r, 8)) {
        case 0:
            e = expr_apply(p, OP_SIN, 1, &a);
            break;
        case 1:
        case 2:
        case 3:
            e = mul(a, b);
            break;
        default:
            e = sub(a, mul(ratio(1, 3), b));
        }
        if (e->op == OP_SCALE) /* or factors would get as long as the graph */
            e = e->arg[0];
        if (e->op != OP_CONST)
            recent[i] = e;
    }
    for (int i = 0; i < 3; i++)
        root[i] = expr_apply(p, OP_SUM, 10, recent + 10 * i);
}

static int reached(const expr *root)
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
    expr symbol[6], root[3], d[3];
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
    expr *term = arena_array(arena, (size_t)terms, sizeof *term);
    p = pool_new(arena);
    for (int i = 0; i < terms; i++)
        term[i] = expr_fresh(p, name_of_text(names, "a"), 0);
    expr whole = expr_apply(p, OP_SUM, terms, term);
    assert_int_equal(whole->arity, terms);
    expr slow = term[0];
    for (int i = 1; i < terms; i++)
        slow = add(slow, term[i]);
    for (int i = terms; i-- > 1;)
        slow = sub(slow, term[i]);
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
    expr symbol[6], root[3], d[3];
    random_graph(45000, symbol, root);
    expr_diff(p, 3, root, symbol[0], d);
    expr_diff(p, 3, root, symbol[0], d);
    size_t used = arena_used(arena);
    expr_diff(p, 3, root, symbol[0], d);
    size_t nodes = (size_t)pool_size(p);
    assert_in_range(arena_used(arena) - used, 0, 20 * nodes);
}
