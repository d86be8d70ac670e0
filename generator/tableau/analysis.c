/* SPDX-License-Identifier: MIT
 *
 * Everything about a tableau, in one record.  Elementary weights are computed
 * once for all rows of weights.
 */
#include "tableau/analysis.h"

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"

/* Trees with t on the right side are many more. */
enum { TIMED_TREES = 8 };

struct analysing {
    struct arena *arena;
    const struct tableau *working; /* it, or as rounded: what makes sense */
    struct analysis *out;
    struct elementary *meant, *rounded, *timed; /* the latter may be NULL */
};

static int least(int x, int y)
{
    return x < y ? x : y;
}

static int largest(int x, int y)
{
    return x > y ? x : y;
}

/* ---- c beside the sums of rows ---- */

/* The stages whose c is not the sum of their row; their number. */
static int stages_off(struct arena *arena, const struct tableau *t,
                      const int **stage)
{
    int n = 0, *off = arena_array(arena, (size_t)t->stages, sizeof *off);
    for (int i = 0; i < t->stages; i++)
        if (!tableau_means_equal(
                arena, t, tableau_sum(arena, t->stages, t->a + i * t->stages),
                t->c[i]))
            off[n++] = i;
    *stage = off;
    return n;
}

/* ---- simplifying assumptions ---- */

/* The largest k up to which hold, with x = c^(k-1) and w the weights,
 *     B: w x = 1/k,   C: A x = c x / k,   D: (w x) A = w (1 - c x) / k,
 * products of vectors being those of their entries.
 * J. C. Butcher, Math. Comp. 18 (1964) 50-64. */
enum assumption { ASSUMES_B, ASSUMES_C, ASSUMES_D };

/* x is c^(k-1), of D times the weights. */
static bool holds(struct arena *arena, const struct tableau *t,
                  enum assumption kind, const num *w, const num *x, int k)
{
    int n = t->stages;
    for (int i = 0; i < (kind == ASSUMES_B ? 1 : n); i++) {
        const num *row = kind == ASSUMES_B ? w : t->a + i * n;
        num sum = kind == ASSUMES_D ? tableau_dot(arena, n, x, t->a + i, n)
                                    : tableau_dot(arena, n, row, x, 1);
        num want = kind == ASSUMES_B ? number_int(arena, 1)
                                     : number_mul(arena, x[i], t->c[i]);
        if (kind == ASSUMES_D)
            want = number_sub(arena, w[i], want);
        want = number_div(arena, want, number_int(arena, k));
        if (!tableau_means_equal(arena, t, sum, want))
            return false;
    }
    return true;
}

static int assumed(struct arena *arena, const struct tableau *t,
                   enum assumption kind, const num *w)
{
    struct arena_mark mark = arena_mark(arena);
    num *x = arena_array(arena, (size_t)t->stages, sizeof *x);
    int k = 1;
    for (int i = 0; i < t->stages; i++)
        x[i] = kind == ASSUMES_D ? w[i] : number_int(arena, 1);
    for (; k <= ANALYSIS_ORDER && holds(arena, t, kind, w, x, k); k++)
        for (int i = 0; i < t->stages; i++)
            x[i] = number_mul(arena, x[i], t->c[i]);
    arena_release(arena, mark);
    return k - 1;
}

/* ---- orders ---- */

static struct analysis_failure failure_of(struct elementary *e, int row,
                                          int tree)
{
    struct text text = text_new(e->arena);
    forest_print(&e->forest, tree, &text);
    return (struct analysis_failure){text_chars(&text),
                                     elementary_miss(e, row, tree)};
}

/* What sum_i b_i c_i^leaves = 1/(leaves + 1) is missed by, where c_i is the sum
 * of its row, as it is for trees. */
static struct analysis_failure leaves_alone(const struct analysing *a,
                                            const num *v, int leaves)
{
    struct arena *arena = a->arena;
    const int n = a->out->tableau->stages;
    struct text tree = text_new(arena);
    num sum = number_fraction(arena, -1, leaves + 1);
    for (int i = 0; i < n; i++) {
        num c = tableau_sum(arena, n, a->out->tableau->a + i * n);
        num power = number_power(arena, c, leaves);
        sum = number_add(arena, sum, number_mul(arena, v[i], power));
    }
    for (int i = 0; i < leaves; i++)
        text_put(&tree, i ? ",t" : "[t");
    text_char(&tree, ']');
    return (struct analysis_failure){text_chars(&tree), sum};
}

/* By its trees: the orders that are sure and that are left open, and the tree
 * that fails; false if none is in doubt. */
static bool find_by_trees(struct elementary *e, int row, int *order, int *most,
                          int *refuted)
{
    int tree = elementary_failure(e, row, ANALYSIS_TREES, false);
    *refuted = tree < 0 ? -1 : elementary_failure(e, row, ANALYSIS_TREES, true);
    if (tree < 0)
        return false;
    *order = e->forest.tree[tree].order - 1;
    *most = *refuted < 0 ? ANALYSIS_ORDER : e->forest.tree[*refuted].order - 1;
    return true;
}

/* Of the numbers as they stand.  Beyond trees order p follows from B(p), C(q),
 * D(r) if p <= q + r + 1, 2 q + 2. */
static void find_order(struct analysing *a, int row)
{
    const struct tableau *t = a->out->tableau;
    struct analysis_row *r = &a->out->row[row];
    const num *v = tableau_weights(t, row);
    int tree, c = a->out->c;
    r->b = assumed(a->arena, t, ASSUMES_B, v);
    r->d = assumed(a->arena, t, ASSUMES_D, v);
    if (find_by_trees(a->meant, row, &r->order, &r->order_most, &tree)) {
        if (tree >= 0)
            r->failure = failure_of(a->meant, row, tree);
        return;
    }
    int implied = least(r->b, least(c + r->d + 1, 2 * c + 2));
    r->order = largest(implied, ANALYSIS_TREES);
    /* Trees that are all leaves need B, where the c are those of the trees. */
    r->order_most = a->out->off ? ANALYSIS_ORDER : r->b;
    if (r->order_most == r->order)
        r->failure = leaves_alone(a, v, r->order);
}

int analysis_order(const struct analysis_row *r)
{
    return largest(r->order_rounded, r->order);
}

int analysis_order_most(const struct analysis_row *r)
{
    return largest(r->order_rounded_most, r->order_most);
}

/* What fails is told of the numbers as they stand. */
static void find_rounded_order(struct analysing *a, int row)
{
    struct analysis_row *r = &a->out->row[row];
    int tree;
    r->order_rounded = r->order_rounded_most = -1;
    if (!a->rounded)
        return;
    if (!find_by_trees(a->rounded, row, &r->order_rounded,
                       &r->order_rounded_most, &tree))
        r->order_rounded = r->order_rounded_most = ANALYSIS_TREES;
    if (tree < 0)
        return;
    elementary_grow(a->meant, a->rounded->forest.tree[tree].order);
    r->failure_rounded = failure_of(a->meant, row, tree);
}

static void find_timed_order(struct analysing *a, int row)
{
    struct analysis_row *r = &a->out->row[row];
    r->order_timed = -1;
    if (!a->timed)
        return;
    r->order_timed = least(analysis_order(r), TIMED_TREES);
    int tree = elementary_failure(a->timed, row, r->order_timed, false);
    if (tree < 0)
        return;
    r->order_timed = a->timed->forest.tree[tree].order - 1;
    r->failure_timed = failure_of(a->timed, row, tree);
}

/* What follows from the orders. */
static void analyse_row(struct analysing *a, int row)
{
    struct analysis_row *r = &a->out->row[row];
    const num *v = tableau_weights(a->working, row);
    int order = analysis_order(r) + 1;
    find_timed_order(a, row);
    r->positive = true;
    for (int i = 0; i < a->working->stages; i++)
        r->positive &= tableau_sign(a->working, v[i]) > 0;
    if (a->working != a->out->tableau) {
        r->b = assumed(a->arena, a->working, ASSUMES_B, v);
        r->d = assumed(a->arena, a->working, ASSUMES_D, v);
    }
    if (order <= ANALYSIS_TREES + 1)
        r->error = error_of(a->meant, row, order);
    if (row > 0 && order <= ANALYSIS_TREES)
        r->pair = error_pair(a->meant, row, order - 1);
}

/* ---- all ---- */

/* Long decimals may always be rounded; long fractions are where the order that
 * is claimed is not that of what stands there.  Goes on with the tableau as
 * rounded if that is what makes sense of it. */
static void loosen(struct analysing *a)
{
    const struct tableau *t = a->out->tableau, *as_rounded = NULL;
    const struct analysis_row *b = &a->out->row[0];
    bool unmet = t->claim == 0 || b->order < t->claim;
    const int *rest;
    for (int row = 1; row < a->out->rows; row++)
        unmet |= a->out->row[row].order == 0;
    if (t->decimals.digits > 0 || unmet)
        as_rounded = tableau_as_rounded(a->arena, t);
    if (as_rounded) {
        a->rounded = elementary_new(a->arena, as_rounded, false);
        a->out->off_rounded = stages_off(a->arena, as_rounded, &rest);
    }
    for (int row = 0; row < a->out->rows; row++)
        find_rounded_order(a, row);
    a->out->rounded = as_rounded && b->order_rounded > b->order;
    a->working = a->out->rounded ? as_rounded : t;
    if ((a->out->rounded ? a->out->off_rounded : a->out->off) > 0)
        a->timed = elementary_new(a->arena, a->working, true);
}

struct analysis tableau_analyse(struct arena *arena, const struct tableau *t)
{
    struct analysis out = {.tableau = t, .rows = 1 + t->embedded};
    struct analysing a = {.arena = arena, .out = &out};
    out.row = arena_array(arena, (size_t)out.rows, sizeof *out.row);
    a.meant = elementary_new(arena, t, false);
    out.c = assumed(arena, t, ASSUMES_C, NULL);
    out.off = out.off_rounded = stages_off(arena, t, &out.off_stage);
    for (int row = 0; row < out.rows; row++)
        find_order(&a, row);
    loosen(&a);
    for (int row = 0; row < out.rows; row++)
        analyse_row(&a, row);
    out.c = assumed(arena, a.working, ASSUMES_C, NULL);
    out.stage_order = least(out.c, out.row[0].b);
    out.largest = tableau_largest(arena, tableau_written_c(t), t->a);
    out.structure = tableau_structure(arena, a.working);
    out.stability = tableau_stability(arena, a.working);
    return out;
}
