/* SPDX-License-Identifier: MIT
 *
 * The stability function.  Its series is sum_k z^k b' A^(k-1) e, and its
 * denominator det(I - z A) comes from the diagonal where A is triangular, else
 * from the traces of powers (Le Verrier, in the form of D. K. Faddeev and I. S.
 * Sominskii): with B_0 = I,
 *     q_k = -trace(A B_(k-1)) / k,   B_k = A B_(k-1) + q_k I,
 * where sum_k z^k B_k is the adjugate of I - z A.  Surds stay exact.
 */
#include "tableau/stability.h"

#include "base/arena.h"
#include "tableau/analysis.h"
#include "num/fraction.h"

typedef const struct number *value;

/* A full matrix of more stages takes too long. */
enum { FULL_STAGES = 20 };

value stability_coefficient(struct arena *arena, const struct tableau *t,
                            value v)
{
    if (number_is_exact(v))
        return v;
    if (tableau_means_zero(t, v))
        return number_int(arena, 0);
    value meant = fraction_meant(arena, v, number_error(v));
    return meant ? meant : v;
}

/* ---- matrices of surds ---- */

/* The sum of x[i] * y[i * step]. */
static struct surd dot(struct arena *arena, int n, const struct surd *x,
                       const struct surd *y, int step)
{
    struct surd sum = surd_of(number_int(arena, 0));
    for (int i = 0; i < n; i++)
        if (!surd_is_zero(x[i]) && !surd_is_zero(y[i * step]))
            sum = surd_add(arena, sum, surd_mul(arena, x[i], y[i * step]));
    return sum;
}

struct surd *stability_adjugate(struct arena *arena, int n,
                                const struct surd *a, const struct surd *b,
                                int k, struct surd *q)
{
    struct surd *next = arena_array(arena, (size_t)(n * n), sizeof *next);
    struct surd sum = surd_of(number_int(arena, 0));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            next[i * n + j] = dot(arena, n, a + i * n, b + j, n);
    for (int i = 0; i < n; i++)
        sum = surd_add(arena, sum, next[i * (n + 1)]);
    *q = surd_mul(arena, sum, surd_of(number_fraction(arena, -1, k)));
    for (int i = 0; i < n; i++)
        next[i * (n + 1)] = surd_add(arena, next[i * (n + 1)], *q);
    return next;
}

struct surd *stability_unit(struct arena *arena, int n)
{
    struct surd *unit = arena_array(arena, (size_t)(n * n), sizeof *unit);
    for (int i = 0; i < n * n; i++)
        unit[i] = surd_of(number_int(arena, i % (n + 1) == 0));
    return unit;
}

/* ---- the denominator ---- */

/* By 1 - a z. */
static void add_factor(struct arena *arena, struct surd *q, int degree,
                       struct surd a)
{
    for (int k = degree; k > 0; k--)
        q[k] = surd_sub(arena, q[k], surd_mul(arena, a, q[k - 1]));
}

static void of_diagonal(struct arena *arena, int n, const struct surd *a,
                        struct surd *q)
{
    for (int i = 0; i < n; i++)
        if (!surd_is_zero(a[i * (n + 1)]))
            add_factor(arena, q, i + 1, a[i * (n + 1)]);
}

static void of_traces(struct arena *arena, int n, const struct surd *a,
                      struct surd *q)
{
    struct surd *b = stability_unit(arena, n);
    for (int k = 1; k <= n; k++)
        b = stability_adjugate(arena, n, a, b, k, &q[k]);
}

/* ---- the series, and both together ---- */

static void of_series(struct arena *arena, int n, const struct surd *a,
                      struct surd *moment)
{
    struct surd *x = arena_array(arena, (size_t)n, sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = surd_of(number_int(arena, 1));
    moment[0] = surd_of(number_int(arena, 1));
    for (int k = 1; k <= n; k++) {
        moment[k] = dot(arena, n, a + n * n, x, 1); /* b stands behind a */
        struct surd *next = arena_array(arena, (size_t)n, sizeof *next);
        for (int i = 0; i < n; i++)
            next[i] = dot(arena, n, a + i * n, x, 1);
        x = next;
    }
}

/* Reals without their noise, and all of them as numbers. */
static struct polynomial settle(struct arena *arena, const struct tableau *t,
                                struct surd *coefficient, struct stability *s)
{
    int n = t->stages + 1;
    value *number = arena_array(arena, (size_t)n, sizeof *number);
    for (int k = 0; k < n; k++) {
        value v = surd_value(arena, coefficient[k]), meant = v;
        if (!coefficient[k].d)
            meant = stability_coefficient(arena, t, v);
        s->recovered |= meant != v && !number_is_zero(meant);
        s->rational &= number_is_exact(meant);
        if (meant != v)
            coefficient[k] = surd_of(meant);
        number[k] = meant;
    }
    return polynomial_of(arena, n, number);
}

/* Without common factors, and with 1 as the denominator's first number. */
static void reduce(struct arena *arena, struct stability *s)
{
    struct polynomial common = polynomial_gcd(arena, &s->over, &s->under);
    polynomial_divide(arena, &s->over, &common, &s->over, NULL);
    polynomial_divide(arena, &s->under, &common, &s->under, NULL);
    value first = number_div(arena, number_int(arena, 1), s->under.coef[0]);
    struct polynomial factor = polynomial_of(arena, 1, &first);
    s->over = polynomial_mul(arena, &s->over, &factor);
    s->under = polynomial_mul(arena, &s->under, &factor);
}

static const struct surd *exactly(struct arena *arena,
                                  const struct polynomial *p)
{
    struct surd *x = arena_array(arena, (size_t)p->degree + 1, sizeof *x);
    for (int k = 0; k <= p->degree; k++)
        x[k] = surd_of(p->coef[k]);
    return x;
}

void stability_function(struct arena *arena, const struct tableau *t,
                        struct stability *s)
{
    int n = t->stages;
    bool triangular = tableau_is_triangular(t);
    s->known = n <= (triangular ? (int)STABILITY_DEGREE : (int)FULL_STAGES);
    s->rational = true;
    if (!s->known)
        return;
    struct surd zero = surd_of(number_int(arena, 0));
    struct surd *a = arena_array(arena, (size_t)(n * (n + 1)), sizeof *a);
    struct surd *q = arena_array(arena, (size_t)n + 1, sizeof *q);
    struct surd *p = arena_array(arena, (size_t)n + 1, sizeof *p);
    struct surd *moment = arena_array(arena, (size_t)n + 1, sizeof *moment);
    for (int at = 0; at < n * (n + 1); at++)
        a[at] = tableau_surd(t, at);
    for (int k = 0; k <= n; k++)
        q[k] = k ? zero : surd_of(number_int(arena, 1));
    (triangular ? of_diagonal : of_traces)(arena, n, a, q);
    of_series(arena, n, a, moment);
    for (int k = 0; k <= n; k++) {
        p[k] = zero;
        for (int j = 0; j <= k; j++)
            p[k] = surd_add(arena, p[k], surd_mul(arena, q[j], moment[k - j]));
    }
    s->over = settle(arena, t, p, s);
    s->under = settle(arena, t, q, s);
    s->exact_over = p;
    s->exact_under = q;
    if (s->rational && s->under.degree > 0) {
        reduce(arena, s);
        s->exact_over = exactly(arena, &s->over);
        s->exact_under = exactly(arena, &s->under);
    }
}
