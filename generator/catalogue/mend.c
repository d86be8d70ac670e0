/* SPDX-License-Identifier: MIT
 *
 * The single entry whose change makes all conditions hold.  Three mistakes can
 * be undone without a right tableau beside: a sum of a row that is not c tells
 * by how much an entry of that row is off; so does a sum of weights that is
 * not 1; and if a row's c has moved with it, the first condition that fails is
 * a polynomial in that entry, whose roots are tried.
 */
#include "catalogue/catalogue.h"

#include <string.h>

#include "base/arena.h"
#include "num/polynomial.h"
#include "tableau/elementary.h"

typedef const struct number *value;

/* Beyond this order conditions are too many to be tried for every entry. */
enum { MOST_ORDER = 8, MOST_STAGES = 20 };

struct mending {
    struct arena *arena; /* for what is found */
    const struct analysis *analysis;
    const struct tableau *tableau; /* as rounded, where that makes sense */
    int want;                      /* order of b */
    int best;                      /* sum of the orders of all rows */
    int room, found;
    struct catalogue_mend *mend;
};

/* Embedded weights are one order below, unless they are said to be more. */
static int wanted(const struct mending *m, int row)
{
    int least = row == 0 ? m->want : m->want - 1;
    return least > 1 ? least : 1;
}

static bool is_broken(const struct mending *m, int row)
{
    return analysis_order(&m->analysis->row[row]) < wanted(m, row);
}

/* How many are broken, and the first of them. */
static int broken_rows(const struct mending *m, int *first)
{
    int n = 0;
    for (int row = m->analysis->rows - 1; row >= 0; row--)
        if (is_broken(m, row)) {
            *first = row;
            n++;
        }
    return n;
}

/* ---- a change ---- */

static struct tableau change(struct arena *arena, const struct tableau *t,
                             int at, value v)
{
    size_t entries = (size_t)tableau_entries(t);
    value *entry = arena_array(arena, entries, sizeof *entry);
    memcpy(entry, t->a, entries * sizeof *entry);
    entry[at] = v;
    return tableau_changed(t, entry);
}

/* The sum of all rows' orders, -1 if one is too low; b's order is left. */
static int orders(const struct mending *m, struct arena *work,
                  const struct tableau *t, int *order)
{
    int sum = 0;
    for (int row = 0; row <= t->embedded; row++) {
        int limit = wanted(m, row) + (row ? 2 : 0);
        if (limit > MOST_ORDER)
            limit = MOST_ORDER;
        int p = tableau_order(work, t, row, limit);
        if (p < wanted(m, row) && p < limit)
            return -1;
        if (row == 0)
            *order = p;
        sum += p;
    }
    return sum;
}

/* Notes the change if it mends; better ones take the place of others. */
static void try_value(struct mending *m, struct arena *work, int at, value v)
{
    struct tableau t = change(work, m->tableau, at, v);
    int order = 0, sum = orders(m, work, &t, &order);
    if (sum < 0 || sum < m->best)
        return;
    if (sum > m->best)
        m->found = 0;
    m->best = sum;
    if (m->found < m->room)
        m->mend[m->found] =
            (struct catalogue_mend){at, number_copy(m->arena, v), order};
    m->found++;
}

static void try_change(struct mending *m, struct arena *work, int at,
                       value change)
{
    try_value(m, work, at, number_add(work, m->tableau->a[at], change));
}

/* ---- sums that are not what they should be ---- */

static value sum_from(struct arena *work, const struct tableau *t, int at)
{
    return tableau_sum(work, t->stages, t->a + at);
}

/* The one stage whose c is not the sum of its row; -1 if there are others. */
static int only_stage_off(struct mending *m, struct arena *work)
{
    const struct tableau *t = m->tableau;
    int off = -1;
    for (int i = 0; i < t->stages; i++) {
        value sum = sum_from(work, t, i * t->stages);
        if (tableau_means_equal(work, t, sum, t->c[i]))
            continue;
        if (off >= 0)
            return -1;
        off = i;
    }
    return off;
}

/* Could this entry be other than zero? */
static bool may_stand(const struct tableau *t, int i, int j)
{
    return !t->is_explicit || j < i;
}

static void mend_stage(struct mending *m, struct arena *work, int i)
{
    const struct tableau *t = m->tableau;
    value sum = sum_from(work, t, i * t->stages);
    value miss = number_sub(work, t->c[i], sum);
    for (int j = 0; j < t->stages; j++)
        if (may_stand(t, i, j))
            try_change(m, work, i * t->stages + j, miss);
    try_value(m, work, tableau_written_c(t) + i, sum);
}

/* Weights whose sum is not 1. */
static void mend_weights(struct mending *m, struct arena *work, int row)
{
    const struct tableau *t = m->tableau;
    int first = (t->stages + row) * t->stages;
    value miss =
        number_sub(work, number_int(work, 1), sum_from(work, t, first));
    for (int j = 0; j < t->stages; j++)
        try_change(m, work, first + j, miss);
}

/* ---- an entry with which c has moved ---- */

/* What the first tree that fails misses its condition by, if the entry is
 * changed so much. */
static value miss_with(const struct mending *m, struct arena *work, int row,
                       int tree, int order, int at, long change_by)
{
    value v = number_add(work, m->tableau->a[at], number_int(work, change_by));
    struct tableau t = change(work, m->tableau, at, v);
    struct elementary *e = elementary_new(work, &t, false);
    elementary_grow(e, order);
    return elementary_miss(e, row, tree);
}

/* Newton's: the polynomial through y[k] at x = k. */
static struct polynomial interpolate(struct arena *work, int n, value *y)
{
    for (int k = 1; k < n; k++)
        for (int i = n - 1; i >= k; i--)
            y[i] = number_div(work, number_sub(work, y[i], y[i - 1]),
                              number_int(work, k));
    struct polynomial p = polynomial_of(work, 1, &y[n - 1]);
    for (int k = n - 2; k >= 0; k--) {
        value factor[2] = {number_int(work, -k), number_int(work, 1)};
        struct polynomial by = polynomial_of(work, 2, factor);
        struct polynomial last = polynomial_of(work, 1, &y[k]);
        p = polynomial_mul(work, &p, &by);
        p = polynomial_add(work, &p, &last);
    }
    return p;
}

static void mend_entry(struct mending *m, struct arena *work, int row, int tree,
                       int order, int at)
{
    value miss[MOST_ORDER + 1];
    for (int k = 0; k < order; k++)
        miss[k] = miss_with(m, work, row, tree, order, at, k);
    struct polynomial p = interpolate(work, order, miss);
    if (p.degree < 1)
        return;
    struct sturm s = sturm_of(work, &p);
    int roots = sturm_count(&s, NULL, NULL);
    for (int k = 1; k <= roots; k++) {
        value root = sturm_root(work, &s, k);
        if (number_is_exact(root))
            try_change(m, work, at, root);
    }
}

static void mend_entries(struct mending *m, struct arena *work, int row)
{
    const struct tableau *t = m->tableau;
    struct elementary *e = elementary_new(work, t, false);
    int tree = elementary_failure(e, row, wanted(m, row));
    int order = tree < 0 ? 0 : e->forest.tree[tree].order;
    for (int at = 0; tree >= 0 && at < t->stages * t->stages; at++) {
        struct arena_mark mark = arena_mark(work);
        if (may_stand(t, at / t->stages, at % t->stages))
            mend_entry(m, work, row, tree, order, at);
        arena_release(work, mark);
    }
}

/* ---- all ---- */

static void mend(struct mending *m, struct arena *work, int off)
{
    int row = 0, broken = broken_rows(m, &row);
    int stage = off ? only_stage_off(m, work) : -1;
    if (stage >= 0)
        mend_stage(m, work, stage);
    if (off || broken == 0)
        return;
    if (analysis_order(&m->analysis->row[row]) > 0) {
        if (m->tableau->exact)
            mend_entries(m, work, row);
    } else if (broken == 1) {
        mend_weights(m, work, row);
    }
}

int catalogue_mends(struct arena *arena, const struct analysis *a, int room,
                    struct catalogue_mend *out)
{
    const struct tableau *t = a->tableau;
    struct mending m = {
        .arena = arena, .analysis = a, .tableau = t, .room = room, .mend = out};
    m.want = t->claim ? t->claim : analysis_order(&a->row[0]);
    if (m.want > MOST_ORDER || t->stages > MOST_STAGES)
        return 0;
    struct arena *work = arena_child(arena);
    if (a->rounded)
        m.tableau = tableau_as_rounded(work, t);
    mend(&m, work, a->rounded ? a->off_rounded : a->off);
    arena_free(work);
    return m.found <= room ? m.found : 0;
}
