/* SPDX-License-Identifier: MIT
 *
 * What comes of I - z A: the stability function, and absolute monotonicity.
 * The determinant is that of the diagonal where A is triangular, else it comes
 * with the adjugate from traces of powers (Le Verrier, in the form of D. K.
 * Faddeev and I. S. Sominskii): with B_0 = I,
 *     q_k = -trace(A B_(k-1)) / k,   B_k = A B_(k-1) + q_k I,
 * where sum_k z^k B_k is the adjugate of I - z A.  Surds stay exact.
 */
#include "base/arena.h"
#include "num/fraction.h"
#include "tableau/analysis.h"

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

static struct surd *surds(struct arena *arena, int n)
{
    struct surd *x = arena_array(arena, (size_t)n, sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = surd_of(number_int(arena, 0));
    return x;
}

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

/* For B_(k-1) the next one, and q_k. */
static struct surd *next_adjugate(struct arena *arena, int n,
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

/* ---- the stability function ---- */

/* A product of factors 1 - a z. */
static void of_diagonal(struct arena *arena, int n, const struct surd *a,
                        struct surd *q)
{
    q[0] = surd_of(number_int(arena, 1));
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k > 0 && !surd_is_zero(a[i * (n + 1)]); k--)
            q[k] = surd_sub(arena, q[k],
                            surd_mul(arena, a[i * (n + 1)], q[k - 1]));
}

/* With matrices B_k, where they are asked for. */
static void of_traces(struct arena *arena, int n, const struct surd *a,
                      struct surd *q, struct surd **adjugate)
{
    struct surd *b = surds(arena, n * n);
    q[0] = surd_of(number_int(arena, 1));
    for (int i = 0; i < n; i++)
        b[i * (n + 1)] = q[0];
    for (int k = 1; k <= n; k++) {
        if (adjugate)
            adjugate[k - 1] = b;
        b = next_adjugate(arena, n, a, b, k, &q[k]);
    }
    if (adjugate)
        adjugate[n] = b;
}

/* The series sum_k z^k b' A^(k-1) e; b stands behind a. */
static void of_series(struct arena *arena, int n, const struct surd *a,
                      struct surd *moment)
{
    struct surd *x = surds(arena, n);
    moment[0] = surd_of(number_int(arena, 1));
    for (int i = 0; i < n; i++)
        x[i] = moment[0];
    for (int k = 1; k <= n; k++) {
        struct surd *next = surds(arena, n);
        moment[k] = dot(arena, n, a + n * n, x, 1);
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
    struct surd *a = surds(arena, n * (n + 1)), *q = surds(arena, n + 1);
    struct surd *p = surds(arena, n + 1), *moment = surds(arena, n + 1);
    for (int at = 0; at < n * (n + 1); at++)
        a[at] = tableau_surd(t, at);
    if (triangular)
        of_diagonal(arena, n, a, q);
    else
        of_traces(arena, n, a, q, NULL);
    of_series(arena, n, a, moment);
    for (int k = 0; k <= n; k++)
        for (int j = 0; j <= k; j++)
            p[k] = surd_add(arena, p[k], surd_mul(arena, q[j], moment[k - j]));
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

/* ---- absolute monotonicity ----
 *
 * The radius of absolute monotonicity, which is the SSP coefficient: the
 * largest r for which, with K = (I + r A)^-1, none of
 *     K e,   r A K = I - K,   r b' K,   1 - r b' K e
 * is negative anywhere.  J. F. B. M. Kraaijevanger, BIT 31 (1991) 482-528.
 * With b as a last row of A the first two hold all four conditions.  Times
 * det(I + r A), which is positive as long as they hold, they are polynomials in
 * r, and what holds for an r holds for all smaller ones: the end is where the
 * first of them changes its sign.
 */
struct monotone {
    struct arena *arena;
    const struct tableau *tableau;
    int n;                  /* stages, and one more row: the step itself */
    struct surd *a;         /* with b as the last row */
    struct surd **adjugate; /* matrices by powers of -r, of I + r A */
    struct surd *det;       /* and of its determinant */
    value end;              /* of all so far; NULL: there is none */
};

static int sign_of(const struct monotone *m, struct surd x)
{
    return tableau_sign(m->tableau, surd_value(m->arena, x));
}

/* For small r the signs of r A K are those of A, and where A is zero those of
 * -A^2: most tableaus end here. */
static bool begins_negative(const struct monotone *m)
{
    int n = m->n;
    for (int i = 0; i < n * n; i++)
        if (sign_of(m, m->a[i]) < 0)
            return true;
    for (int at = 0; at < n * n; at++)
        for (int k = 0; k < n && sign_of(m, m->a[at]) == 0; k++)
            if (sign_of(m, m->a[at / n * n + k]) > 0 &&
                sign_of(m, m->a[k * n + at % n]) > 0)
                return true;
    return false;
}

/* The polynomial whose coefficient of (-r)^k is x[k]. */
static void try_polynomial(struct monotone *m, const struct surd *x)
{
    value *coefficient = arena_array(m->arena, (size_t)m->n + 1, sizeof(value));
    for (int k = 0; k <= m->n; k++) {
        value v = surd_value(m->arena, x[k]);
        v = stability_coefficient(m->arena, m->tableau, v);
        coefficient[k] = k % 2 ? number_neg(m->arena, v) : v;
    }
    struct polynomial p = polynomial_of(m->arena, m->n + 1, coefficient);
    value end = stability_change(m->arena, &p);
    if (end && (!m->end || number_compare(end, m->end) < 0))
        m->end = end;
}

/* An entry of K e and those of r A K, times the determinant. */
static void try_row(struct monotone *m, int i)
{
    struct surd *sum = surds(m->arena, m->n + 1);
    struct surd *rest = surds(m->arena, m->n + 1);
    for (int j = 0; j < m->n; j++) {
        for (int k = 0; k <= m->n; k++) {
            struct surd x = m->adjugate[k][i * m->n + j];
            sum[k] = surd_add(m->arena, sum[k], x);
            rest[k] = i == j ? surd_sub(m->arena, m->det[k], x)
                             : surd_neg(m->arena, x);
        }
        try_polynomial(m, rest);
    }
    try_polynomial(m, sum);
}

value tableau_ssp(struct arena *arena, const struct tableau *t)
{
    struct arena *work = arena_child(arena);
    int n = t->stages + 1;
    struct monotone m = {.arena = work, .tableau = t, .n = n};
    m.a = surds(work, n * n);
    m.det = surds(work, n + 1);
    m.adjugate = arena_array(work, (size_t)n + 1, sizeof *m.adjugate);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            m.a[i * n + j] = tableau_surd(t, i * (n - 1) + j);
    m.end = number_int(work, 0);
    if (!begins_negative(&m)) {
        m.end = NULL;
        of_traces(work, n, m.a, m.det, m.adjugate);
        for (int i = 0; i < n; i++)
            try_row(&m, i);
    }
    value end = m.end ? number_copy(arena, m.end) : NULL;
    arena_free(work);
    return end;
}
