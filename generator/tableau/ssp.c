/* SPDX-License-Identifier: MIT
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
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

struct monotone {
    struct arena *arena;
    const struct tableau *tableau;
    int n;                  /* stages, and one more row: the step itself */
    struct surd *a;         /* with b as the last row */
    struct surd **adjugate; /* matrices by powers of -r, of I + r A */
    struct surd *det;       /* and of its determinant */
    value end;              /* of all so far; NULL: there is none */
};

static void fill(struct monotone *m)
{
    int stages = m->n - 1;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            m->a[i * m->n + j] = j < stages
                                     ? tableau_surd(m->tableau, i * stages + j)
                                     : surd_of(number_int(m->arena, 0));
}

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

static void expand(struct monotone *m)
{
    m->adjugate[0] = stability_unit(m->arena, m->n);
    m->det[0] = surd_of(number_int(m->arena, 1));
    for (int k = 1; k <= m->n; k++)
        m->adjugate[k] = stability_adjugate(m->arena, m->n, m->a,
                                            m->adjugate[k - 1], k, &m->det[k]);
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
    struct surd *sum = arena_array(m->arena, (size_t)m->n + 1, sizeof *sum);
    struct surd *rest = arena_array(m->arena, (size_t)m->n + 1, sizeof *rest);
    for (int k = 0; k <= m->n; k++)
        sum[k] = surd_of(number_int(m->arena, 0));
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
    struct monotone m = {.arena = work, .tableau = t, .n = t->stages + 1};
    m.a = arena_array(work, (size_t)(m.n * m.n), sizeof *m.a);
    m.det = arena_array(work, (size_t)m.n + 1, sizeof *m.det);
    m.adjugate = arena_array(work, (size_t)m.n + 1, sizeof *m.adjugate);
    fill(&m);
    m.end = number_int(work, 0);
    if (!begins_negative(&m)) {
        m.end = NULL;
        expand(&m);
        for (int i = 0; i < m.n; i++)
            try_row(&m, i);
    }
    value end = m.end ? number_copy(arena, m.end) : NULL;
    arena_free(work);
    return end;
}
