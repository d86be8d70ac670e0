/* SPDX-License-Identifier: MIT
 *
 * What the pattern of a tableau shows: which stages need which, whether the
 * last one is the step, which ones are idle.
 */
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

static value entry(const struct tableau *t, int i, int j)
{
    return t->a[(size_t)i * (size_t)t->stages + (size_t)j];
}

static bool is_zero_row(const struct tableau *t, int i)
{
    for (int j = 0; j < t->stages; j++)
        if (!tableau_means_zero(t, entry(t, i, j)))
            return false;
    return true;
}

static bool is_full(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = i + 1; j < t->stages; j++)
            if (!tableau_means_zero(t, entry(t, i, j)))
                return true;
    return false;
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
    if (is_full(t))
        return SHAPE_FULL;
    if (is_single(arena, t, 0))
        return SHAPE_SDIRK;
    return is_zero_row(t, 0) && is_single(arena, t, 1) ? SHAPE_ESDIRK
                                                       : SHAPE_DIRK;
}

static bool ends_in_weights(struct arena *arena, const struct tableau *t)
{
    for (int j = 0; j < t->stages; j++)
        if (!tableau_means_equal(arena, t, entry(t, t->stages - 1, j), t->b[j]))
            return false;
    return true;
}

static bool is_confluent(struct arena *arena, const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = 0; j < i; j++)
            if (tableau_means_equal(arena, t, t->c[i], t->c[j]))
                return true;
    return false;
}

/* Marks the stages with a weight in one of the rows. */
static void mark_weights(const struct tableau *t, bool *used)
{
    for (int i = 0; i < t->stages; i++) {
        used[i] = !tableau_means_zero(t, t->b[i]);
        for (int row = 0; row < t->embedded; row++)
            used[i] |= !tableau_means_zero(
                t, t->bhat[(size_t)row * (size_t)t->stages + (size_t)i]);
    }
}

/* Marks what the marked ones need; were there more? */
static bool mark_needed(const struct tableau *t, bool *used)
{
    bool more = false;
    for (int i = 0; i < t->stages; i++)
        for (int j = 0; used[i] && j < t->stages; j++)
            if (!used[j] && !tableau_means_zero(t, entry(t, i, j)))
                more = used[j] = true;
    return more;
}

static int idle_stages(const struct tableau *t)
{
    bool used[TABLEAU_STAGES] = {false};
    mark_weights(t, used);
    while (mark_needed(t, used))
        continue;
    int idle = 0;
    for (int i = 0; i < t->stages; i++)
        idle += !used[i];
    return idle;
}

struct analysis_structure tableau_structure(struct arena *arena,
                                            const struct tableau *t)
{
    struct analysis_structure s = {.shape = shape_of(arena, t)};
    s.stiffly_accurate = ends_in_weights(arena, t);
    s.fsal = s.stiffly_accurate && t->stages > 1 && is_zero_row(t, 0);
    s.symmetric = tableau_is_symmetric(arena, t);
    s.confluent = is_confluent(arena, t);
    s.idle = idle_stages(t);
    s.equal = tableau_equal_stages(arena, t);
    tableau_judge_squares(arena, t, &s);
    s.ssp = tableau_ssp(arena, t);
    return s;
}
