/* SPDX-License-Identifier: MIT
 *
 * What a search computes in double, beside the exact results of the analyser;
 * least squares between bounds: nothing that the bounds allow leaves less.
 */
#include "analysed.h"
#include "search/search.h"
#include "random.h"

/* Explicit and implicit ones, of orders 1 to 6. */
static const char *const names[] = {"euler",    "heun3",    "kutta4",   "dopri5",      "trbdf2",
                                    "midpoint", "gauss(2)", "gauss(3)", "radau_iia(3)"};
enum { NAMES = sizeof names / sizeof *names };

static void to_doubles(const num *from, int n, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = number_double(from[i]);
}

struct entries {
    double a[QUICK_STAGES * QUICK_STAGES], b[QUICK_STAGES];
};

static struct entries entries_of(const struct tableau *t)
{
    struct entries e;
    to_doubles(t->a, t->stages * t->stages, e.a);
    to_doubles(t->b, t->stages, e.b);
    return e;
}

static struct quick *quick_at(const struct analysed *a, bool lotkin)
{
    struct entries e = entries_of(a->tableau);
    struct quick *q = quick_new(a->arena, a->tableau->stages, a->of.row[0].order + 1, lotkin);
    quick_misses(q, e.a, e.b);
    return q;
}

/* The errors' norm, or the sum of their sizes. */
static double error_size(const struct analysed *a, bool lotkin)
{
    struct quick *q = quick_at(a, lotkin);
    double *part = arena_array(a->arena, (size_t)q->parts.count, sizeof *part), sum = 0;
    quick_parts(q, part);
    for (int i = 0; i < q->parts.count; i++)
        sum += lotkin ? fabs(part[i]) : part[i] * part[i];
    return lotkin ? sum : sqrt(sum);
}

TEST(errors_are_those_of_the_analyser)
{
    for (int k = 0; k < NAMES; k++) {
        struct analysed a = analysed_call(names[k]);
        const struct analysis_error *e = &a.of.row[0].error;
        struct quick *q = quick_at(&a, false);
        for (int t = 0; t < q->forest.first[q->forest.order]; t++)
            assert_close(q->miss[t], 0, 1e-14);
        assert_true(number_sign(e->norm) > 0);
        assert_close(error_size(&a, false), number_double(e->norm), 1e-12);
        assert_close(error_size(&a, true), number_double(e->lotkin), 1e-12);
        forget(&a);
    }
}

static void assert_polynomial(const struct polynomial *p, const double *c, int degree)
{
    for (int k = 0; k <= degree; k++)
        assert_close(c[k], k <= p->degree ? number_double(p->coef[k]) : 0, 1e-13);
}

TEST(functions_are_those_of_the_analyser)
{
    for (int k = 0; k < NAMES; k++) {
        struct analysed a = analysed_call(names[k]);
        const struct stability *s = &a.of.stability;
        struct entries e = entries_of(a.tableau);
        struct quick_function f = quick_function(a.tableau->stages, e.a, e.b);
        if (s->over.degree == f.degree || s->under.degree == f.degree || a.tableau->is_explicit) {
            assert_polynomial(&s->over, f.over, f.degree);
            assert_polynomial(&s->under, f.under, f.degree);
        }
        if (s->real)
            assert_close(quick_interval(&f, false, 1e-12, 100), number_double(s->real), 1e-9);
        else
            assert_close(quick_interval(&f, false, 1e-12, 100), 100, 1e-9);
        forget(&a);
    }
}

/* Kutta's method of order 4: 2 sqrt(2). */
TEST(imaginary_intervals_end_where_they_must)
{
    struct analysed a = analysed_shelved("kutta4");
    struct entries e = entries_of(a.tableau);
    struct quick_function f = quick_function(4, e.a, e.b);
    assert_close(quick_interval(&f, true, 1e-12, 100), 2 * sqrt(2), 1e-9);
    forget(&a);
}

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

TEST(nothing_leaves_less)
{
    struct arena *arena = arena_new(NULL, NULL);
    struct random r = random_new(5);
    int held[3] = {0};
    for (int i = 0; i < SOME_OF(20000); i++) {
        struct bounded_case c;
        double left[MOST];
        draw(&c, &r);
        double least = search_bounded(arena, c.m, c.n, c.column, c.b, c.low, c.high, c.y);
        for (int k = 0; k < c.m; k++) {
            left[k] = c.b[k];
            for (int j = 0; j < c.n; j++)
                left[k] -= c.column[j * c.m + k] * c.y[j];
        }
        assert_close(least, sqrt(quick_dot(c.m, left, left)), 1e-12);
        for (int j = 0; j < c.n; j++) {
            int at = c.y[j] <= c.low[j] ? -1 : c.y[j] >= c.high[j];
            assert_true(c.low[j] <= c.y[j] && c.y[j] <= c.high[j]);
            double g = gain(&c, left, j);
            double more = at < 0 ? g : at > 0 ? -g : fabs(g);
            if (c.low[j] < c.high[j] && !(more <= 1e-9))
                fail_msg("case %d: y[%d] = %g may still gain %g", i, j, c.y[j], more);
            held[at + 1]++;
        }
    }
    arena_free(arena);
    for (int k = 0; k < 3; k++)
        assert_true(held[k] > SOME_OF(10000));
}
