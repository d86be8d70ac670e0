/* SPDX-License-Identifier: MIT
 *
 * What the pattern of a tableau shows: which stages need which, whether the
 * last one is the step, which ones are idle or equal to others; symmetry, and
 * what keeps squares.
 */
#include "tableau/analysis.h"

#include <string.h>

#include "base/arena.h"

static num entry(const struct tableau *t, int i, int j)
{
    return t->a[i * t->stages + j];
}

/* ---- shape ---- */

/* All of the diagonal from stage `first` are the same number, not zero. */
static bool is_single(struct arena *arena, const struct tableau *t, int first)
{
    if (first >= t->stages || tableau_means_zero(t, entry(t, first, first)))
        return false;
    for (int i = first + 1; i < t->stages; i++)
        if (!tableau_means_equal(arena, t, entry(t, i, i),
                                 entry(t, first, first)))
            return false;
    return true;
}

static enum analysis_shape shape_of(struct arena *arena,
                                    const struct tableau *t)
{
    if (t->is_explicit)
        return SHAPE_EXPLICIT;
    if (!tableau_is_triangular(t))
        return SHAPE_FULL;
    if (is_single(arena, t, 0))
        return SHAPE_SDIRK;
    return tableau_are_zero(t, t->stages, t->a, 1) && is_single(arena, t, 1)
               ? SHAPE_ESDIRK
               : SHAPE_DIRK;
}

/* ---- stages that are used ---- */

int tableau_used(const struct tableau *t, int rows, int *use)
{
    bool used[TABLEAU_STAGES] = {false}, more = true;
    int n = t->stages, count = 0;
    while (more) {
        more = false;
        for (int at = 0; at < n * (n + rows); at++) { /* weights behind a */
            bool needed = at >= n * n || used[at / n];
            if (needed && !used[at % n] && !tableau_means_zero(t, t->a[at]))
                more = used[at % n] = true;
        }
    }
    for (int i = 0; i < n; i++)
        if (used[i])
            use[count++] = i;
    return count;
}

/* ---- equal stages ----
 *
 * Stages that are equal whatever the equation is: the coarsest partition of the
 * stages of which all in one class have the same sum of a over each class.  One
 * of each class is enough.
 * R. Jeltsch, W. Hundsdorfer, M. Spijker: S-reducible, as in E. Hairer,
 * G. Wanner, Solving Ordinary Differential Equations II, section IV.12. */

/* The sum of a row's entries over a class. */
static num sum_over(struct arena *arena, const struct tableau *t,
                    const num *row, const int *of, int class)
{
    num sum = number_int(arena, 0);
    for (int j = 0; j < t->stages; j++)
        if (of[j] == class)
            sum = number_add(arena, sum, row[j]);
    return sum;
}

static bool are_alike(struct arena *arena, const struct tableau *t, int i,
                      int k, const int *of, int classes)
{
    for (int c = 0; c < classes; c++)
        if (!tableau_means_equal(
                arena, t, sum_over(arena, t, t->a + i * t->stages, of, c),
                sum_over(arena, t, t->a + k * t->stages, of, c)))
            return false;
    return true;
}

/* Splits classes whose stages differ; how many there are then. */
static int split(struct arena *arena, const struct tableau *t, const int *of,
                 int classes, int *out)
{
    int n = 0;
    for (int i = 0; i < t->stages; i++) {
        int k = 0;
        while (k < i &&
               !(of[k] == of[i] && are_alike(arena, t, i, k, of, classes)))
            k++;
        out[i] = k < i ? out[k] : n++;
    }
    return n;
}

static int classes_of(struct arena *arena, const struct tableau *t, int *of)
{
    int next[TABLEAU_STAGES], n = 1, before = 0;
    for (int i = 0; i < t->stages; i++)
        of[i] = 0;
    while (n != before) {
        before = n;
        n = split(arena, t, of, n, next);
        memcpy(of, next, (size_t)t->stages * sizeof *of);
    }
    return n;
}

const struct tableau *tableau_merged(struct arena *arena,
                                     const struct tableau *t)
{
    int of[TABLEAU_STAGES], n = classes_of(arena, t, of);
    if (n == t->stages)
        return NULL;
    struct tableau *m = arena_alloc(arena, sizeof *m);
    *m = *t;
    m->stages = n;
    m->written = NULL;
    m->slack = NULL;
    num *entry = arena_array(arena, (size_t)tableau_entries(m), sizeof *entry);
    for (int row = t->stages + t->embedded; row >= 0; row--) {
        int to = row < t->stages ? of[row] : n + row - t->stages;
        for (int k = 0; k < n; k++)
            entry[to * n + k] =
                sum_over(arena, t, t->a + row * t->stages, of, k);
    }
    for (int i = t->stages - 1; i >= 0; i--)
        entry[tableau_written_c(m) + of[i]] = t->c[i];
    *m = tableau_changed(m, entry);
    return m;
}

/* ---- its own adjoint ----
 *
 * It is if its stages can be put in an order s with
 *     a[s(i)][s(j)] + a[i][j] = b[j],   b[s(j)] = b[j]
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, theorem V.2.3. */

/* More attempts are for tableaus that nobody integrates with. */
enum { MOST_ATTEMPTS = 100000 };

struct search {
    struct arena *arena;
    const struct tableau *tableau;
    int partner[TABLEAU_STAGES];
    bool taken[TABLEAU_STAGES];
    long attempts;
};

/* Is its partner one for stage i, beside those of stages before? */
static bool fits(const struct search *s, int i)
{
    const struct tableau *t = s->tableau;
    const int *to = s->partner;
    bool good = tableau_means_equal(s->arena, t, t->b[to[i]], t->b[i]);
    for (int j = 0; j <= i && good; j++) {
        num right =
            number_add(s->arena, entry(t, to[i], to[j]), entry(t, i, j));
        num left = number_add(s->arena, entry(t, to[j], to[i]), entry(t, j, i));
        good = tableau_means_equal(s->arena, t, right, t->b[j]) &&
               tableau_means_equal(s->arena, t, left, t->b[i]);
    }
    return good;
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

/* ---- squares ----
 *
 * The matrix m_ij = b_i a_ij + b_j a_ji - b_i b_j: where it is zero, quadratic
 * invariants are kept (G. J. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13, J. M.
 * Sanz-Serna, BIT 28 (1988) 877-883); where neither it nor b is negative, the
 * method is algebraically stable (K. Burrage, J. C. Butcher, SIAM J. Numer.
 * Anal. 16 (1979) 46-57). */

static num *matrix_of(struct arena *arena, const struct tableau *t)
{
    int n = t->stages;
    num *m = arena_array(arena, (size_t)(n * n), sizeof *m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            num one = number_mul(arena, t->b[i], entry(t, i, j));
            num other = number_mul(arena, t->b[j], entry(t, j, i));
            num sum = number_add(arena, one, other);
            num both = number_mul(arena, t->b[i], t->b[j]);
            m[i * n + j] = m[j * n + i] = number_sub(arena, sum, both);
        }
    return m;
}

/* By elimination: no pivot is negative, and what has none is zero: a diagonal
 * becomes less only by those behind it, and is not zero then. */
static bool is_never_negative(struct arena *arena, const struct tableau *t,
                              num *m)
{
    int n = t->stages;
    for (int p = 0; p < n; p++) {
        int sign = tableau_sign(t, m[p * (n + 1)]);
        if (sign < 0)
            return false;
        for (int i = 0; i < n && sign > 0; i++) {
            num factor = number_div(arena, m[i * n + p], m[p * (n + 1)]);
            for (int j = 0; j < n && i != p; j++)
                m[i * n + j] =
                    number_sub(arena, m[i * n + j],
                               number_mul(arena, factor, m[p * n + j]));
        }
        for (int i = 0; i < n && sign > 0; i++)
            m[i * n + p] = m[p * n + i] = number_int(arena, 0);
    }
    return tableau_are_zero(t, n * n, m, 1);
}

static void judge_squares(struct arena *arena, const struct tableau *t,
                          struct analysis_structure *s)
{
    struct arena_mark mark = arena_mark(arena);
    num *m = matrix_of(arena, t);
    s->symplectic = tableau_are_zero(t, t->stages * t->stages, m, 1);
    s->algebraic = true;
    for (int i = 0; i < t->stages; i++)
        s->algebraic &= tableau_sign(t, t->b[i]) >= 0;
    s->algebraic = s->algebraic && is_never_negative(arena, t, m);
    arena_release(arena, mark);
}

/* ---- all ---- */

struct analysis_structure tableau_structure(struct arena *arena,
                                            const struct tableau *t)
{
    struct analysis_structure s = {.shape = shape_of(arena, t)};
    struct search search = {.arena = arena, .tableau = t};
    int of[TABLEAU_STAGES], n = t->stages;
    s.stiffly_accurate = true;
    for (int i = 0; i < n; i++) {
        s.stiffly_accurate &=
            tableau_means_equal(arena, t, entry(t, n - 1, i), t->b[i]);
        for (int j = 0; j < i; j++)
            s.confluent |= tableau_means_equal(arena, t, t->c[i], t->c[j]);
    }
    s.fsal = s.stiffly_accurate && t->stages > 1 &&
             tableau_are_zero(t, t->stages, t->a, 1);
    s.symmetric = pair(&search, 0);
    s.idle = t->stages - tableau_used(t, 1 + t->embedded, of);
    s.equal = t->stages - classes_of(arena, t, of);
    judge_squares(arena, t, &s);
    s.ssp = tableau_ssp(arena, t);
    return s;
}
