/* SPDX-License-Identifier: MIT
 *
 * Least squares between bounds: nothing that the bounds allow leaves less,
 * which is so when each that stands would go beyond its bound, and the others
 * gain nothing (the conditions of W. Karush, and of H. W. Kuhn and A. W.
 * Tucker).
 */
#include "check.h"
#include "search/search.h"
#include "random.h"

enum { MOST = 6 };

struct bounded_case {
    int m, n;
    double column[MOST * MOST], b[MOST], low[MOST], high[MOST], y[MOST];
};

/* Bounds on both sides, on one, on none; 0 may be a bound. */
static void draw(struct bounded_case *c, struct random *r)
{
    c->m = 1 + random_below(r, MOST);
    c->n = 1 + random_below(r, MOST);
    for (int i = 0; i < c->m * c->n; i++)
        c->column[i] = random_between(r, -1, 1);
    for (int k = 0; k < c->m; k++)
        c->b[k] = random_between(r, -3, 3);
    for (int j = 0; j < c->n; j++) {
        c->low[j] = random_below(r, 4) ? -random_between(r, 0, 1) : 0;
        c->high[j] = random_below(r, 4) ? random_between(r, 0, 1) : 0;
        if (random_below(r, 4) == 0)
            c->low[j] = -INFINITY;
        if (random_below(r, 4) == 0)
            c->high[j] = INFINITY;
    }
}

/* How much the residual falls as y[j] grows. */
static double gain(const struct bounded_case *c, const double *left, int j)
{
    return quick_dot(c->m, c->column + j * c->m, left);
}

static int stands(const struct bounded_case *c, int j)
{
    return c->y[j] <= c->low[j] ? -1 : c->y[j] >= c->high[j];
}

TEST(nothing_leaves_less)
{
    struct arena *arena = arena_new(NULL, NULL);
    struct random r = random_new(5);
    int held[3] = {0};
    for (int i = 0; i < SOME_OF(20000); i++) {
        struct bounded_case c;
        double left[MOST];
        draw(&c, &r);
        double least =
            search_bounded(arena, c.m, c.n, c.column, c.b, c.low, c.high, c.y);
        for (int k = 0; k < c.m; k++) {
            left[k] = c.b[k];
            for (int j = 0; j < c.n; j++)
                left[k] -= c.column[j * c.m + k] * c.y[j];
        }
        assert_close(least, sqrt(quick_dot(c.m, left, left)), 1e-12);
        for (int j = 0; j < c.n; j++) {
            int at = stands(&c, j);
            assert_true(c.low[j] <= c.y[j] && c.y[j] <= c.high[j]);
            double g = gain(&c, left, j);
            double more = at < 0 ? g : at > 0 ? -g : fabs(g);
            if (c.low[j] < c.high[j] && !(more <= 1e-9))
                fail_msg("case %d: y[%d] = %g may still gain %g", i, j, c.y[j],
                         more);
            held[at + 1]++;
        }
    }
    arena_free(arena);
    for (int k = 0; k < 3; k++)
        assert_true(held[k] > SOME_OF(10000));
}
