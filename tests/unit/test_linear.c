/* SPDX-License-Identifier: MIT
 *
 * Linear equations of expressions: right answers whatever the pattern.
 */
#include "test_arena.h"
#include "random.h"
#include "base/name.h"
#include "sym/vec.h"

enum { MOST = 24 };

struct equations {
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    int n, symbols;
    expr matrix[MOST * MOST], right[MOST], x[MOST];
    expr symbol[MOST * (MOST + 1)];
    double value[MOST * (MOST + 1)];
};

static struct equations *equations_new(int n)
{
    struct arena *arena = test_arena();
    struct equations *e = arena_alloc(arena, sizeof *e);
    e->arena = arena;
    e->names = names_new(arena);
    e->pool = pool_new(arena);
    e->n = n;
    for (int i = 0; i < n * n; i++)
        e->matrix[i] = expr_int(e->pool, 0);
    return e;
}

static expr symbol(struct equations *e, double value)
{
    const char *name = text_format(e->arena, "s%d", e->symbols);
    expr s = expr_symbol(e->pool, name_of_text(e->names, name), 0);
    e->symbol[e->symbols] = s;
    e->value[e->symbols++] = value;
    return s;
}

/* A symbol of size about 1 on the diagonal, less elsewhere. */
static void set(struct equations *e, int i, int j, struct random *r)
{
    double value = random_between(r, -0.2, 0.2) + (i == j);
    e->matrix[i * e->n + j] = symbol(e, value);
}

static double value_of(const struct equations *e, expr x)
{
    double value;
    expr_eval(e->pool, 1, &x, e->symbols, e->symbol, e->value, &value);
    return value;
}

/* The largest part of A x - b that is left. */
static double rest(const struct equations *e)
{
    double most = 0;
    for (int i = 0; i < e->n; i++) {
        double sum = -value_of(e, e->right[i]);
        for (int j = 0; j < e->n; j++)
            sum += value_of(e, e->matrix[i * e->n + j]) * value_of(e, e->x[j]);
        if (!(fabs(sum) <= most))
            most = fabs(sum);
    }
    return most;
}

/* Few entries beside a diagonal whose rows have been shuffled. */
TEST(sparse_matrices_in_any_order_are_solved)
{
    struct random r = random_new(2);
    for (int round = 0; round < 100; round++) {
        struct equations *e = equations_new(2 + random_below(&r, 9));
        int row[MOST];
        for (int i = 0; i < e->n; i++)
            row[i] = i;
        for (int i = 0; i < e->n; i++) {
            int other = random_below(&r, e->n), keep = row[i];
            row[i] = row[other];
            row[other] = keep;
        }
        for (int i = 0; i < e->n; i++)
            set(e, row[i], i, &r);
        for (int i = 0; i < e->n; i++)
            set(e, random_below(&r, e->n), random_below(&r, e->n), &r);
        for (int i = 0; i < e->n; i++)
            e->right[i] = symbol(e, random_between(&r, -1, 1));
        if (!linear_solve(e->pool, e->n, e->matrix, e->right, e->x))
            fail_msg("round %d is not solved", round);
        for (int i = 0; i < e->n; i++) /* else there is nothing to compare */
            if (fabs(value_of(e, e->x[i])) < 1e3)
                assert_true(rest(e) < 1e-9);
        arena_free(e->arena);
    }
}
