/* SPDX-License-Identifier: MIT
 *
 * Stages that are equal whatever the equation is: the coarsest partition of the
 * stages of which all in one class have the same sum of a over each class.  One
 * of each class is enough.
 * R. Jeltsch, W. Hundsdorfer, M. Spijker: S-reducible, as in E. Hairer,
 * G. Wanner, Solving Ordinary Differential Equations II, section IV.12.
 */
#include "tableau/analysis.h"

#include "base/arena.h"

/* The sum of a row's entries over a class. */
static const struct number *sum_over(struct arena *arena,
                                     const struct tableau *t,
                                     const struct number *const *row,
                                     const int *of, int class)
{
    const struct number *sum = number_fraction(arena, 0, 1);
    for (int j = 0; j < t->stages; j++)
        if (of[j] == class)
            sum = number_add(arena, sum, row[j]);
    return sum;
}

static bool are_alike(struct arena *arena, const struct tableau *t, int i,
                      int k, const int *of, int classes)
{
    const struct number *const *x = t->a + i * t->stages;
    const struct number *const *y = t->a + k * t->stages;
    for (int c = 0; c < classes; c++)
        if (!tableau_means_equal(arena, t, sum_over(arena, t, x, of, c),
                                 sum_over(arena, t, y, of, c)))
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
        for (int i = 0; i < t->stages; i++)
            of[i] = next[i];
    }
    return n;
}

int tableau_equal_stages(struct arena *arena, const struct tableau *t)
{
    int of[TABLEAU_STAGES];
    return t->stages - classes_of(arena, t, of);
}

const struct tableau *tableau_merged(struct arena *arena,
                                     const struct tableau *t)
{
    int of[TABLEAU_STAGES], n = classes_of(arena, t, of);
    const size_t square = (size_t)n * (size_t)n;
    if (n == t->stages)
        return NULL;
    struct tableau *m = arena_alloc(arena, sizeof *m);
    const struct number **a = arena_array(arena, square, sizeof *a);
    const struct number **b = arena_array(arena, (size_t)n, sizeof *b);
    const struct number **c = arena_array(arena, (size_t)n, sizeof *c);
    const struct number **bhat =
        arena_array(arena, (size_t)(n * t->embedded) + 1, sizeof *bhat);
    for (int i = t->stages - 1; i >= 0; i--)
        c[of[i]] = t->c[i];
    for (int k = 0; k < n; k++) {
        b[k] = sum_over(arena, t, t->b, of, k);
        for (int row = 0; row < t->embedded; row++)
            bhat[row * n + k] =
                sum_over(arena, t, t->bhat + row * t->stages, of, k);
        for (int i = t->stages - 1; i >= 0; i--)
            a[of[i] * n + k] = sum_over(arena, t, t->a + i * t->stages, of, k);
    }
    *m = (struct tableau){.name = t->name,
                          .stages = n,
                          .claim = t->claim,
                          .a = a,
                          .b = b,
                          .bhat = t->embedded ? bhat : NULL,
                          .embedded = t->embedded,
                          .c = c,
                          .is_explicit = t->is_explicit,
                          .exact = t->exact,
                          .rounded = t->rounded,
                          .meant = t->meant};
    return m;
}
