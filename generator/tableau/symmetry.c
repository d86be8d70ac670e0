/* SPDX-License-Identifier: MIT
 *
 * Symmetry, and the matrix m_ij = b_i a_ij + b_j a_ji - b_i b_j: where it is
 * zero, quadratic invariants are kept (G. J. Cooper, IMA J. Numer. Anal. 7
 * (1987) 1-13, J. M. Sanz-Serna, BIT 28 (1988) 877-883); where neither it nor b
 * is negative, the method is algebraically stable (K. Burrage, J. C. Butcher,
 * SIAM J. Numer. Anal. 16 (1979) 46-57).
 */
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

static value entry(const struct tableau *t, int i, int j)
{
    return t->a[i * t->stages + j];
}

/* ---- its own adjoint ---- */

/* More attempts are for tableaus that nobody integrates with. */
enum { MOST_ATTEMPTS = 100000 };

struct search {
    struct arena *arena;
    const struct tableau *tableau;
    int partner[TABLEAU_STAGES];
    bool taken[TABLEAU_STAGES];
    long attempts;
};

static bool mirrors(const struct search *s, int i, int j)
{
    const struct tableau *t = s->tableau;
    value sum = number_add(s->arena, entry(t, s->partner[i], s->partner[j]),
                           entry(t, i, j));
    return tableau_means_equal(s->arena, t, sum, t->b[j]);
}

/* Is its partner one for stage i, beside those of stages before? */
static bool fits(const struct search *s, int i)
{
    const struct tableau *t = s->tableau;
    if (!tableau_means_equal(s->arena, t, t->b[s->partner[i]], t->b[i]))
        return false;
    for (int j = 0; j <= i; j++)
        if (!mirrors(s, i, j) || !mirrors(s, j, i))
            return false;
    return true;
}

/* Are there partners for stage i and those behind it? */
static bool pair(struct search *s, int i)
{
    int n = s->tableau->stages;
    for (int k = 0; k < n && i < n; k++) {
        if (s->attempts++ >= MOST_ATTEMPTS)
            return false;
        if (s->taken[k])
            continue;
        struct arena_mark mark = arena_mark(s->arena);
        s->partner[i] = k;
        bool good = fits(s, i);
        arena_release(s->arena, mark);
        s->taken[k] = true;
        if (good && pair(s, i + 1))
            return true;
        s->taken[k] = false;
    }
    return i == n;
}

/* It is if its stages can be put in an order s with
 *     a[s(i)][s(j)] + a[i][j] = b[j],   b[s(j)] = b[j]
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, theorem V.2.3. */
bool tableau_is_symmetric(struct arena *arena, const struct tableau *t)
{
    struct search s = {.arena = arena, .tableau = t};
    return pair(&s, 0);
}

/* ---- squares ---- */

struct matrix {
    struct arena *arena;
    const struct tableau *tableau;
    int n;
    value *entry;
    bool done[TABLEAU_STAGES]; /* rows that are eliminated */
};

static value *at(const struct matrix *m, int i, int j)
{
    return &m->entry[i * m->n + j];
}

static struct matrix matrix_of(struct arena *arena, const struct tableau *t)
{
    int n = t->stages;
    struct matrix m = {.arena = arena, .tableau = t, .n = n};
    m.entry = arena_array(arena, (size_t)n * (size_t)n, sizeof(value));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            value one = number_mul(arena, t->b[i], entry(t, i, j));
            value other = number_mul(arena, t->b[j], entry(t, j, i));
            value sum = number_add(arena, one, other);
            value both = number_mul(arena, t->b[i], t->b[j]);
            *at(&m, i, j) = *at(&m, j, i) = number_sub(arena, sum, both);
        }
    return m;
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

/* No pivot is negative, and what has none is zero: a diagonal becomes less only
 * by those behind it, and is not zero then. */
static bool is_never_negative(struct matrix *m)
{
    for (int p = 0; p < m->n; p++) {
        int sign = tableau_sign(m->tableau, *at(m, p, p));
        if (m->done[p] || sign == 0)
            continue;
        if (sign < 0)
            return false;
        eliminate(m, p);
    }
    return rest_is_zero(m);
}

/* A weight, or what is on the diagonal: cheap, and enough for explicit
 * tableaus. */
static bool is_soon_negative(const struct matrix *m)
{
    for (int i = 0; i < m->n; i++)
        if (tableau_sign(m->tableau, m->tableau->b[i]) < 0 ||
            tableau_sign(m->tableau, *at(m, i, i)) < 0)
            return true;
    return false;
}

void tableau_judge_squares(struct arena *arena, const struct tableau *t,
                           struct analysis_structure *s)
{
    struct arena_mark mark = arena_mark(arena);
    struct matrix m = matrix_of(arena, t);
    s->symplectic = rest_is_zero(&m);
    s->algebraic = !is_soon_negative(&m) && is_never_negative(&m);
    arena_release(arena, mark);
}
