/* SPDX-License-Identifier: MIT
 *
 * The stability function.  Its series is sum_k z^k b' A^(k-1) e, and its
 * denominator det(I - z A) comes from the diagonal where A is triangular, else
 * from the traces of powers (Le Verrier, in the form of D. K. Faddeev and I. S.
 * Sominskii): with B_0 = I,
 *     q_k = -trace(A B_(k-1)) / k,   B_k = A B_(k-1) + q_k I.
 */
#include "tableau/stability.h"

#include "base/arena.h"
#include "tableau/analysis.h"
#include "tableau/fraction.h"

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

static bool is_triangular(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = i + 1; j < t->stages; j++)
            if (!tableau_means_zero(
                    t, t->a[(size_t)i * (size_t)t->stages + (size_t)j]))
                return false;
    return true;
}

/* ---- the denominator ---- */

static void add_factor(struct arena *arena, value *q, int degree, value a)
{
    for (int k = degree; k > 0; k--)
        q[k] = number_sub(arena, q[k], number_mul(arena, a, q[k - 1]));
}

static void of_diagonal(struct arena *arena, const struct tableau *t, value *q)
{
    for (int i = 0; i < t->stages; i++) {
        value a = t->a[(size_t)i * (size_t)(t->stages + 1)];
        if (!number_is_zero(a))
            add_factor(arena, q, i + 1, a);
    }
}

static value trace(struct arena *arena, int n, const value *matrix)
{
    value sum = number_int(arena, 0);
    for (int i = 0; i < n; i++)
        sum = number_add(arena, sum, matrix[(size_t)i * (size_t)(n + 1)]);
    return sum;
}

/* A B; B is a column's start and its step. */
static value *multiply(struct arena *arena, const struct tableau *t,
                       const value *b)
{
    int n = t->stages;
    value *out = arena_array(arena, (size_t)n * (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = tableau_dot(arena, n, t->a + i * n, b + j, n);
    return out;
}

static void of_traces(struct arena *arena, const struct tableau *t, value *q)
{
    int n = t->stages;
    value *b = arena_array(arena, (size_t)n * (size_t)n, sizeof *b);
    for (int i = 0; i < n * n; i++)
        b[i] = number_int(arena, i % (n + 1) == 0);
    for (int k = 1; k <= n; k++) {
        value *product = multiply(arena, t, b);
        value minus = number_int(arena, -k);
        q[k] = number_div(arena, trace(arena, n, product), minus);
        for (int i = 0; i < n; i++)
            product[i * (n + 1)] =
                number_add(arena, product[i * (n + 1)], q[k]);
        b = product;
    }
}

/* ---- the series, and both together ---- */

static void of_series(struct arena *arena, const struct tableau *t,
                      value *moment)
{
    int n = t->stages;
    value *x = arena_array(arena, (size_t)n, sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = number_int(arena, 1);
    moment[0] = number_int(arena, 1);
    for (int k = 1; k <= n; k++) {
        moment[k] = tableau_dot(arena, n, t->b, x, 1);
        value *next = arena_array(arena, (size_t)n, sizeof *next);
        for (int i = 0; i < n; i++)
            next[i] = tableau_dot(arena, n, t->a + i * n, x, 1);
        x = next;
    }
}

static struct polynomial settle(struct arena *arena, const struct tableau *t,
                                value *coefficient, struct stability *s)
{
    for (int k = 0; k <= t->stages; k++) {
        value meant = stability_coefficient(arena, t, coefficient[k]);
        s->recovered |= meant != coefficient[k] && !number_is_zero(meant);
        s->rational &= number_is_exact(meant);
        coefficient[k] = meant;
    }
    return polynomial_of(arena, t->stages + 1, coefficient);
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

void stability_function(struct arena *arena, const struct tableau *t,
                        struct stability *s)
{
    size_t n = (size_t)t->stages + 1;
    bool triangular = is_triangular(t);
    s->known =
        t->stages <= (triangular ? (int)STABILITY_DEGREE : (int)FULL_STAGES);
    s->rational = true;
    if (!s->known)
        return;
    value *q = arena_array(arena, n, sizeof *q);
    value *p = arena_array(arena, n, sizeof *p);
    value *moment = arena_array(arena, n, sizeof *moment);
    for (size_t k = 0; k < n; k++)
        q[k] = number_int(arena, k == 0);
    if (triangular)
        of_diagonal(arena, t, q);
    else
        of_traces(arena, t, q);
    of_series(arena, t, moment);
    for (int k = 0; k < (int)n; k++) {
        p[k] = number_int(arena, 0);
        for (int j = 0; j <= k; j++)
            p[k] =
                number_add(arena, p[k], number_mul(arena, q[j], moment[k - j]));
    }
    s->over = settle(arena, t, p, s);
    s->under = settle(arena, t, q, s);
    if (s->rational && s->under.degree > 0)
        reduce(arena, s);
}
