/* SPDX-License-Identifier: MIT
 *
 * Everything about a tableau, in one record.  Elementary weights are computed
 * once for all rows of weights.
 */
#include "tableau/analysis.h"

#include <math.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/decimal.h"
#include "tableau/elementary.h"
#include "tableau/error.h"
#include "tableau/order.h"

typedef const struct number *value;

/* Trees with t on the right side are many more. */
enum { TIMED_TREES = 8 };

struct analysing {
    struct arena *arena;
    const struct tableau *tableau;
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

static int written_at(const struct tableau *t, int row)
{
    return t->stages * (t->stages + row);
}

/* ---- c beside the sums of rows ---- */

static value row_sum(struct arena *arena, const struct tableau *t, int i)
{
    value sum = number_int(arena, 0);
    for (int j = 0; j < t->stages; j++)
        sum = number_add(arena, sum, entry(t, i, j));
    return sum;
}

static double half_units(const struct tableau *t, int i)
{
    int n = t->stages;
    double sum = decimal_half_unit(t->written[tableau_written_c(t) + i]);
    for (int j = 0; j < n; j++)
        sum += decimal_half_unit(t->written[i * n + j]);
    return sum;
}

static void compare_sums(struct analysing *a)
{
    const struct tableau *t = a->tableau;
    int *off = arena_array(a->arena, (size_t)t->stages, sizeof *off);
    a->out->off_stage = off;
    a->out->off_rounded = true;
    for (int i = 0; i < t->stages; i++) {
        value sum = row_sum(a->arena, t, i);
        if (tableau_means_equal(a->arena, t, sum, t->c[i]))
            continue;
        double miss = number_double(number_sub(a->arena, sum, t->c[i]));
        off[a->out->off++] = i;
        a->out->off_rounded &= fabs(miss) <= half_units(t, i);
    }
}

static bool has_long_decimals(const struct tableau *t)
{
    int n = t->stages * (t->stages + 2 + t->embedded);
    for (int i = 0; i < n && t->exact; i++)
        if (decimal_half_unit(t->written[i]) > 0)
            return true;
    return false;
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

/* What sum_i b_i c_i^leaves = 1/(leaves + 1) is missed by. */
static struct analysis_failure leaves_alone(const struct analysing *a,
                                            const value *v, int leaves)
{
    struct arena *arena = a->arena;
    struct text tree = text_new(arena);
    value sum = number_fraction(arena, -1, leaves + 1);
    for (int i = 0; i < a->tableau->stages; i++) {
        value power = number_power(arena, a->tableau->c[i], leaves);
        sum = number_add(arena, sum, number_mul(arena, v[i], power));
    }
    for (int i = 0; i < leaves; i++)
        text_put(&tree, i ? ",t" : "[t");
    text_char(&tree, ']');
    return (struct analysis_failure){text_chars(&tree), sum};
}

static void find_order(struct analysing *a, struct analysis_row *r,
                       const value *v, const struct weights *w)
{
    int tree = order_first_failure(a->meant, w, ANALYSIS_TREES);
    if (tree >= 0) {
        r->order = r->order_most = a->meant->forest.tree[tree].order - 1;
        r->failure = failure_of(a->meant, w, tree);
        return;
    }
    int implied = implied_order(r, a->out->c);
    r->order = implied > ANALYSIS_TREES ? implied : ANALYSIS_TREES;
    r->order_most = r->b; /* the tree that is all leaves needs it */
    if (r->order_most == r->order)
        r->failure = leaves_alone(a, v, r->order);
}

static void find_other_orders(struct analysing *a, struct analysis_row *r,
                              int row)
{
    const value *v = weights_at(a->tableau, row);
    int at = written_at(a->tableau, row);
    r->order_rounded = r->order_timed = -1;
    if (a->rounded) {
        struct weights w = elementary_weights(a->rounded, v, at);
        r->order_rounded = order_of(a->rounded, &w, ANALYSIS_TREES);
    }
    if (a->timed) {
        struct weights w = elementary_weights(a->timed, v, at);
        int limit = r->order < TIMED_TREES ? r->order : TIMED_TREES;
        int tree = order_first_failure(a->timed, &w, limit);
        r->order_timed = limit;
        if (tree >= 0) {
            r->order_timed = a->timed->forest.tree[tree].order - 1;
            r->failure_timed = failure_of(a->timed, &w, tree);
        }
    }
}

static bool all_positive(const struct tableau *t, const value *weights)
{
    for (int i = 0; i < t->stages; i++)
        if (tableau_means_zero(t, weights[i]) || number_sign(weights[i]) < 0)
            return false;
    return true;
}

/* The order that counts for the sizes of errors. */
static int working_order(const struct analysis_row *r)
{
    return r->order_rounded > r->order ? r->order_rounded : r->order;
}

static void analyse_row(struct analysing *a, int row)
{
    const struct tableau *t = a->tableau;
    struct analysis_row *r = &a->row[row];
    const value *v = weights_at(t, row);
    struct weights w = elementary_weights(a->meant, v, written_at(t, row));
    r->b = assumption_b(a->arena, t, v);
    r->d = assumption_d(a->arena, t, v);
    r->positive = all_positive(t, v);
    find_order(a, r, v, &w);
    find_other_orders(a, r, row);
    int order = working_order(r) + 1;
    if (order <= ANALYSIS_TREES + 1)
        r->error = error_of(a->meant, &w, order);
}

/* ---- pairs ---- */

static struct analysis_pair pair_of(struct analysing *a, int row)
{
    int q = working_order(&a->row[row]);
    const struct tableau *t = a->tableau;
    if (q + 2 > ANALYSIS_TREES + 1)
        return (struct analysis_pair){NAN, NAN, NAN};
    struct weights b = elementary_weights(a->meant, t->b, -1);
    struct weights hat = elementary_weights(a->meant, weights_at(t, row), -1);
    double first = error_norm(a->meant, &hat, NULL, q + 1);
    double second = error_norm(a->meant, &hat, NULL, q + 2);
    double between = error_norm(a->meant, &hat, &b, q + 2);
    double main = error_norm(a->meant, &b, NULL, q + 2);
    return (struct analysis_pair){second / first, between / first,
                                  main / first};
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

static double largest_of(const struct tableau *t)
{
    double largest = 0;
    for (int i = 0; i < t->stages * t->stages; i++)
        largest = fmax(largest, fabs(number_double(t->a[i])));
    for (int row = 0; row <= t->embedded; row++)
        for (int i = 0; i < t->stages; i++)
            largest = fmax(largest, fabs(number_double(weights_at(t, row)[i])));
    return largest;
}

static void analyse_rows(struct analysing *a)
{
    int n = 1 + a->tableau->embedded;
    a->row = arena_array(a->arena, (size_t)n, sizeof *a->row);
    a->out->rows = n;
    a->out->row = a->row;
    for (int row = 0; row < n; row++)
        analyse_row(a, row);
}

struct analysis tableau_analyse(struct arena *arena, const struct tableau *t)
{
    struct analysis out = {.tableau = t};
    struct analysing a = {.arena = arena, .tableau = t, .out = &out};
    compare_sums(&a);
    out.c = assumption_c(arena, t);
    a.meant = elementary_new(arena, t, READ_AS_MEANT, false);
    if (has_long_decimals(t))
        a.rounded = elementary_new(arena, t, READ_AS_ROUNDED, false);
    if (out.off > 0 && !out.off_rounded)
        a.timed = elementary_new(arena, t, READ_AS_MEANT, true);
    analyse_rows(&a);
    analyse_pairs(&a);
    out.stage_order = out.c < out.row[0].b ? out.c : out.row[0].b;
    out.largest = largest_of(t);
    out.structure = tableau_structure(arena, t);
    out.stability = tableau_stability(arena, t);
    return out;
}
