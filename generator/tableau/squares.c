/* SPDX-License-Identifier: MIT
 *
 * The matrix m_ij = b_i a_ij + b_j a_ji - b_i b_j: where it is zero, quadratic
 * invariants are kept (G. J. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13, J. M.
 * Sanz-Serna, BIT 28 (1988) 877-883); where neither it nor b is negative, the
 * method is algebraically stable (K. Burrage, J. C. Butcher, SIAM J. Numer.
 * Anal. 16 (1979) 46-57).
 */
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

struct matrix {
    struct arena *arena;
    const struct tableau *tableau;
    int n;
    value *entry;
    bool *done; /* rows that are eliminated */
};

static value *at(const struct matrix *m, int i, int j)
{
    return &m->entry[(size_t)i * (size_t)m->n + (size_t)j];
}

static value product(struct arena *arena, const struct tableau *t, int i, int j)
{
    value a = t->a[(size_t)i * (size_t)t->stages + (size_t)j];
    return number_mul(arena, t->b[i], a);
}

static struct matrix matrix_of(struct arena *arena, const struct tableau *t)
{
    int n = t->stages;
    struct matrix m = {.arena = arena, .tableau = t, .n = n};
    m.entry = arena_array(arena, (size_t)n * (size_t)n, sizeof(value));
    m.done = arena_array(arena, (size_t)n, sizeof(bool));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            value one = product(arena, t, i, j),
                  other = product(arena, t, j, i);
            value sum = number_add(arena, one, other);
            value both = number_mul(arena, t->b[i], t->b[j]);
            *at(&m, i, j) = *at(&m, j, i) = number_sub(arena, sum, both);
        }
    return m;
}

static bool is_zero(const struct matrix *m)
{
    for (int i = 0; i < m->n * m->n; i++)
        if (!tableau_means_zero(m->tableau, m->entry[i]))
            return false;
    return true;
}

/* A row with a diagonal that is surely not zero; -1: there is none. */
static int pivot_of(const struct matrix *m)
{
    for (int i = 0; i < m->n; i++)
        if (!m->done[i] && !tableau_means_zero(m->tableau, *at(m, i, i)))
            return i;
    return -1;
}

static void eliminate(struct matrix *m, int p)
{
    m->done[p] = true;
    for (int i = 0; i < m->n; i++) {
        if (m->done[i])
            continue;
        value factor = number_div(m->arena, *at(m, i, p), *at(m, p, p));
        for (int j = 0; j < m->n; j++) {
            if (m->done[j])
                continue;
            value less = number_mul(m->arena, factor, *at(m, p, j));
            *at(m, i, j) = number_sub(m->arena, *at(m, i, j), less);
        }
    }
}

static bool rest_is_zero(const struct matrix *m)
{
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            if (!m->done[i] && !m->done[j] &&
                !tableau_means_zero(m->tableau, *at(m, i, j)))
                return false;
    return true;
}

/* No pivot is negative, and what has none is zero. */
static bool is_never_negative(struct matrix *m)
{
    for (int p = pivot_of(m); p >= 0; p = pivot_of(m)) {
        if (number_sign(*at(m, p, p)) < 0)
            return false;
        eliminate(m, p);
    }
    return rest_is_zero(m);
}

static bool has_negative_weight(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        if (!tableau_means_zero(t, t->b[i]) && number_sign(t->b[i]) < 0)
            return true;
    return false;
}

/* Cheap, and enough for explicit tableaus. */
static bool has_negative_diagonal(const struct matrix *m)
{
    for (int i = 0; i < m->n; i++)
        if (!tableau_means_zero(m->tableau, *at(m, i, i)) &&
            number_sign(*at(m, i, i)) < 0)
            return true;
    return false;
}

void tableau_judge_squares(struct arena *arena, const struct tableau *t,
                           struct analysis_structure *s)
{
    struct arena_mark mark = arena_mark(arena);
    struct matrix m = matrix_of(arena, t);
    s->symplectic = is_zero(&m);
    s->algebraic = !has_negative_weight(t) && !has_negative_diagonal(&m) &&
                   is_never_negative(&m);
    arena_release(arena, mark);
}
