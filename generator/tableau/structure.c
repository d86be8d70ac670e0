/* SPDX-License-Identifier: MIT
 *
 * What the pattern of a tableau shows: which stages need which, whether the
 * last one is the step, which ones are idle or equal to others.
 */
#include "tableau/analysis.h"

#include <string.h>

#include "base/arena.h"

typedef const struct number *value;

static value entry(const struct tableau *t, int i, int j)
{
    return t->a[i * t->stages + j];
}

/* ---- shape ---- */

static bool is_zero_row(const struct tableau *t, int i)
{
    bool zero = true;
    for (int j = 0; j < t->stages; j++)
        zero &= tableau_means_zero(t, entry(t, i, j));
    return zero;
}

bool tableau_is_triangular(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = i + 1; j < t->stages; j++)
            if (!tableau_means_zero(t, entry(t, i, j)))
                return false;
    return true;
}

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
    return is_zero_row(t, 0) && is_single(arena, t, 1) ? SHAPE_ESDIRK
                                                       : SHAPE_DIRK;
}

/* Two stages at the same c, and a last one that is the step. */
static void compare(struct arena *arena, const struct tableau *t,
                    struct analysis_structure *s)
{
    int n = t->stages;
    s->stiffly_accurate = true;
    for (int i = 0; i < n; i++) {
        s->stiffly_accurate &=
            tableau_means_equal(arena, t, entry(t, n - 1, i), t->b[i]);
        for (int j = 0; j < i; j++)
            s->confluent |= tableau_means_equal(arena, t, t->c[i], t->c[j]);
    }
}

/* ---- stages that are used ---- */

/* Marks what a row needs; was there more? */
static bool mark_needed(const struct tableau *t, const value *row, bool *used)
{
    bool more = false;
    for (int j = 0; j < t->stages; j++)
        if (!used[j] && !tableau_means_zero(t, row[j]))
            more = used[j] = true;
    return more;
}

int tableau_used(const struct tableau *t, int rows, int *use)
{
    bool used[TABLEAU_STAGES] = {false}, more = true;
    int n = 0;
    for (int row = 0; row < rows; row++)
        mark_needed(t, tableau_weights(t, row), used);
    while (more) {
        more = false;
        for (int i = 0; i < t->stages; i++)
            more |= used[i] && mark_needed(t, t->a + i * t->stages, used);
    }
    for (int i = 0; i < t->stages; i++)
        if (used[i])
            use[n++] = i;
    return n;
}

/* ---- equal stages ----
 *
 * Stages that are equal whatever the equation is: the coarsest partition of the
 * stages of which all in one class have the same sum of a over each class.  One
 * of each class is enough.
 * R. Jeltsch, W. Hundsdorfer, M. Spijker: S-reducible, as in E. Hairer,
 * G. Wanner, Solving Ordinary Differential Equations II, section IV.12. */

/* The sum of a row's entries over a class. */
static value sum_over(struct arena *arena, const struct tableau *t,
                      const value *row, const int *of, int class)
{
    value sum = number_int(arena, 0);
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
    *m = (struct tableau){.name = t->name,
                          .stages = n,
                          .claim = t->claim,
                          .embedded = t->embedded,
                          .is_explicit = t->is_explicit,
                          .exact = t->exact,
                          .rounded = t->rounded,
                          .meant = t->meant};
    value *entry =
        arena_array(arena, (size_t)tableau_entries(m), sizeof *entry);
    for (int row = t->stages + t->embedded; row >= 0; row--) {
        int to = row < t->stages ? of[row] : n + row - t->stages;
        for (int k = 0; k < n; k++)
            entry[to * n + k] =
                sum_over(arena, t, t->a + row * t->stages, of, k);
    }
    for (int i = t->stages - 1; i >= 0; i--)
        entry[tableau_written_c(m) + of[i]] = t->c[i];
    tableau_place(m, entry);
    return m;
}

/* ---- all ---- */

struct analysis_structure tableau_structure(struct arena *arena,
                                            const struct tableau *t)
{
    struct analysis_structure s = {.shape = shape_of(arena, t)};
    int of[TABLEAU_STAGES];
    compare(arena, t, &s);
    s.fsal = s.stiffly_accurate && t->stages > 1 && is_zero_row(t, 0);
    s.symmetric = tableau_is_symmetric(arena, t);
    s.idle = t->stages - tableau_used(t, 1 + t->embedded, of);
    s.equal = t->stages - classes_of(arena, t, of);
    tableau_judge_squares(arena, t, &s);
    s.ssp = tableau_ssp(arena, t);
    return s;
}
