/* SPDX-License-Identifier: MIT
 *
 * Everything about a tableau, in one record.  Elementary weights are computed
 * once for all rows of weights.
 */
#include "tableau/analysis.h"

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"
#include "tableau/error.h"
#include "tableau/order.h"

typedef const struct number *value;

/* Trees with t on the right side are many more. */
enum { TIMED_TREES = 8 };

struct analysing {
    struct arena *arena;
    const struct tableau *tableau;
    const struct tableau *as_rounded; /* or NULL */
    const struct tableau *working; /* the one of them that makes more sense */
    struct analysis *out;
    struct analysis_row *row;
    struct elementary *meant, *rounded, *timed; /* the latter may be NULL */
};

static value entry(const struct tableau *t, int i, int j)
{
    return t->a[(size_t)i * (size_t)t->stages + (size_t)j];
}

/* Row 0 is b, the others are those of bhat. */
static const value *weights_at(const struct tableau *t, int row)
{
    return row ? t->bhat + (size_t)(row - 1) * (size_t)t->stages : t->b;
}

/* ---- c beside the sums of rows ---- */

static value row_sum(struct arena *arena, const struct tableau *t, int i)
{
    value sum = number_int(arena, 0);
    for (int j = 0; j < t->stages; j++)
        sum = number_add(arena, sum, entry(t, i, j));
    return sum;
}

/* The stages whose c is not the sum of their row; their number. */
static int stages_off(struct arena *arena, const struct tableau *t, int *stage)
{
    int n = 0;
    for (int i = 0; i < t->stages; i++)
        if (!tableau_means_equal(arena, t, row_sum(arena, t, i), t->c[i]))
            stage[n++] = i;
    return n;
}

static void find_stages_off(struct analysing *a)
{
    size_t n = (size_t)a->tableau->stages;
    int *off = arena_array(a->arena, n, sizeof *off);
    a->out->off_stage = off;
    a->out->off = a->out->off_rounded = stages_off(a->arena, a->tableau, off);
}

/* What is left of them if numbers were rounded. */
static void compare_sums(struct analysing *a)
{
    size_t n = (size_t)a->tableau->stages;
    int *rest = arena_array(a->arena, n, sizeof *rest);
    if (a->as_rounded)
        a->out->off_rounded = stages_off(a->arena, a->as_rounded, rest);
}

/* ---- orders ---- */

static struct analysis_failure failure_of(const struct elementary *e,
                                          const struct weights *w, int tree)
{
    struct text text = text_new(e->arena);
    forest_print(&e->forest, tree, &text);
    return (struct analysis_failure){text_chars(&text),
                                     elementary_miss(e, w, tree)};
}

/* Order p follows from B(p), C(q), D(r) if p <= q + r + 1, 2 q + 2. */
static int implied_order(const struct analysis_row *r, int c)
{
    int sum = c + r->d + 1, twice = 2 * c + 2;
    int least = sum < twice ? sum : twice;
    return least < r->b ? least : r->b;
}

/* What sum_i b_i c_i^leaves = 1/(leaves + 1) is missed by, where c_i is the sum
 * of its row, as it is for trees. */
static struct analysis_failure leaves_alone(const struct analysing *a,
                                            const value *v, int leaves)
{
    struct arena *arena = a->arena;
    struct text tree = text_new(arena);
    value sum = number_fraction(arena, -1, leaves + 1);
    for (int i = 0; i < a->tableau->stages; i++) {
        value c = row_sum(arena, a->tableau, i);
        value power = number_power(arena, c, leaves);
        sum = number_add(arena, sum, number_mul(arena, v[i], power));
    }
    for (int i = 0; i < leaves; i++)
        text_put(&tree, i ? ",t" : "[t");
    text_char(&tree, ']');
    return (struct analysis_failure){text_chars(&tree), sum};
}

/* By its trees: the orders that are sure and that are left open, and the tree
 * that fails; false if none is in doubt. */
static bool find_by_trees(struct elementary *e, const struct weights *w,
                          int *order, int *most, int *refuted)
{
    int tree = order_first_failure(e, w, ANALYSIS_TREES);
    *refuted = -1;
    if (tree < 0)
        return false;
    *order = e->forest.tree[tree].order - 1;
    *refuted = order_first_refuted(e, w, ANALYSIS_TREES);
    *most = *refuted < 0 ? ANALYSIS_ORDER : e->forest.tree[*refuted].order - 1;
    return true;
}

static void find_order(struct analysing *a, struct analysis_row *r,
                       const value *v, const struct weights *w)
{
    int tree;
    if (find_by_trees(a->meant, w, &r->order, &r->order_most, &tree)) {
        if (tree >= 0)
            r->failure = failure_of(a->meant, w, tree);
        return;
    }
    int implied = implied_order(r, a->out->c);
    r->order = implied > ANALYSIS_TREES ? implied : ANALYSIS_TREES;
    /* Trees that are all leaves need B, where the c are those of the trees. */
    r->order_most = a->out->off ? ANALYSIS_ORDER : r->b;
    if (r->order_most == r->order)
        r->failure = leaves_alone(a, v, r->order);
}

int analysis_order(const struct analysis_row *r)
{
    return r->order_rounded > r->order ? r->order_rounded : r->order;
}

int analysis_order_most(const struct analysis_row *r)
{
    return r->order_rounded_most > r->order_most ? r->order_rounded_most
                                                 : r->order_most;
}

/* What fails is told of the numbers as they stand. */
static void find_rounded_order(struct analysing *a, int row)
{
    struct analysis_row *r = &a->row[row];
    r->order_rounded = r->order_rounded_most = -1;
    if (!a->rounded)
        return;
    struct weights w =
        elementary_weights(a->rounded, weights_at(a->as_rounded, row));
    int tree;
    if (!find_by_trees(a->rounded, &w, &r->order_rounded,
                       &r->order_rounded_most, &tree))
        r->order_rounded = r->order_rounded_most = ANALYSIS_TREES;
    if (tree < 0)
        return;
    elementary_grow(a->meant, a->rounded->forest.tree[tree].order);
    w = elementary_weights(a->meant, weights_at(a->tableau, row));
    r->failure_rounded = failure_of(a->meant, &w, tree);
}

static void find_timed_order(struct analysing *a, struct analysis_row *r,
                             int row)
{
    r->order_timed = -1;
    if (!a->timed)
        return;
    struct weights w =
        elementary_weights(a->timed, weights_at(a->working, row));
    int most = analysis_order(r);
    int limit = most < TIMED_TREES ? most : TIMED_TREES;
    int tree = order_first_failure(a->timed, &w, limit);
    r->order_timed = limit;
    if (tree >= 0) {
        r->order_timed = a->timed->forest.tree[tree].order - 1;
        r->failure_timed = failure_of(a->timed, &w, tree);
    }
}

static bool all_positive(const struct tableau *t, const value *weights)
{
    for (int i = 0; i < t->stages; i++)
        if (tableau_means_zero(t, weights[i]) || number_sign(weights[i]) < 0)
            return false;
    return true;
}

/* Of the numbers as they stand. */
static void find_orders(struct analysing *a, int row)
{
    const struct tableau *t = a->tableau;
    struct analysis_row *r = &a->row[row];
    const value *v = weights_at(t, row);
    struct weights w = elementary_weights(a->meant, v);
    r->b = assumption_b(a->arena, t, v);
    r->d = assumption_d(a->arena, t, v);
    find_order(a, r, v, &w);
}

static void analyse_row(struct analysing *a, int row)
{
    struct analysis_row *r = &a->row[row];
    const value *v = weights_at(a->working, row);
    struct weights w =
        elementary_weights(a->meant, weights_at(a->tableau, row));
    int order = analysis_order(r) + 1;
    find_timed_order(a, r, row);
    r->positive = all_positive(a->working, v);
    if (a->working != a->tableau) {
        r->b = assumption_b(a->arena, a->working, v);
        r->d = assumption_d(a->arena, a->working, v);
    }
    if (order <= ANALYSIS_TREES + 1)
        r->error = error_of(a->meant, &w, order);
}

/* ---- pairs ---- */

static struct analysis_pair pair_of(struct analysing *a, int row)
{
    int q = analysis_order(&a->row[row]);
    const struct tableau *t = a->tableau;
    if (q + 2 > ANALYSIS_TREES + 1)
        return (struct analysis_pair){NULL, NULL, NULL};
    struct weights b = elementary_weights(a->meant, t->b);
    struct weights hat = elementary_weights(a->meant, weights_at(t, row));
    value first = error_norm(a->meant, &hat, NULL, q + 1);
    value second = error_norm(a->meant, &hat, NULL, q + 2);
    value between = error_norm(a->meant, &hat, &b, q + 2);
    value main = error_norm(a->meant, &b, NULL, q + 2);
    return (struct analysis_pair){number_div(a->arena, second, first),
                                  number_div(a->arena, between, first),
                                  number_div(a->arena, main, first)};
}

static void analyse_pairs(struct analysing *a)
{
    int n = a->tableau->embedded;
    struct analysis_pair *pair =
        arena_array(a->arena, (size_t)n + 1, sizeof *pair);
    for (int i = 0; i < n; i++)
        pair[i] = pair_of(a, i + 1);
    a->out->pair = pair;
}

/* ---- all ---- */

/* Of a and all weights. */
static value largest_of(struct arena *arena, const struct tableau *t)
{
    value largest = number_int(arena, 0);
    for (int at = 0; at < tableau_written_c(t); at++) {
        value v = tableau_entry(t, at);
        value size = number_sign(v) < 0 ? number_neg(arena, v) : v;
        if (number_compare(size, largest) > 0)
            largest = size;
    }
    return largest;
}

/* Long decimals may always be rounded; long fractions are where the order that
 * is claimed is not that of what stands there. */
static void loosen(struct analysing *a)
{
    const struct tableau *t = a->tableau;
    bool unmet = t->claim == 0 || a->row[0].order < t->claim;
    for (int row = 1; row < a->out->rows; row++)
        unmet |= a->row[row].order == 0;
    if (t->decimals.digits > 0 || unmet)
        a->as_rounded = tableau_as_rounded(a->arena, t);
    if (a->as_rounded)
        a->rounded = elementary_new(a->arena, a->as_rounded, false);
    for (int row = 0; row < a->out->rows; row++)
        find_rounded_order(a, row);
}

/* The orders; what else there is to say follows from them. */
static void find_all_orders(struct analysing *a)
{
    int n = 1 + a->tableau->embedded;
    a->row = arena_array(a->arena, (size_t)n, sizeof *a->row);
    a->out->rows = n;
    a->out->row = a->row;
    for (int row = 0; row < n; row++)
        find_orders(a, row);
    loosen(a);
}

/* Goes on with the tableau as rounded if that is what makes sense of it. */
static void choose(struct analysing *a)
{
    const struct analysis_row *b = &a->row[0];
    a->out->rounded = a->as_rounded && b->order_rounded > b->order;
    a->working = a->out->rounded ? a->as_rounded : a->tableau;
    int off = a->out->rounded ? a->out->off_rounded : a->out->off;
    if (off > 0)
        a->timed = elementary_new(a->arena, a->working, true);
}

struct analysis tableau_analyse(struct arena *arena, const struct tableau *t)
{
    struct analysis out = {.tableau = t};
    struct analysing a = {.arena = arena, .tableau = t, .out = &out};
    a.meant = elementary_new(arena, t, false);
    out.c = assumption_c(arena, t);
    find_stages_off(&a);
    find_all_orders(&a);
    compare_sums(&a);
    choose(&a);
    for (int row = 0; row < out.rows; row++)
        analyse_row(&a, row);
    analyse_pairs(&a);
    out.c = assumption_c(arena, a.working);
    out.stage_order = out.c < out.row[0].b ? out.c : out.row[0].b;
    out.largest = largest_of(arena, t);
    out.structure = tableau_structure(arena, a.working);
    out.stability = tableau_stability(arena, a.working);
    return out;
}
