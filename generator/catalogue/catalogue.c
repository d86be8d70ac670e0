/* SPDX-License-Identifier: MIT
 *
 * The known tableau nearest to a given one: with the fewest differing entries,
 * then with the smallest differences.  Rows of weights and stages may be in
 * another order; stages that b does not use are optional.
 */
#include "catalogue/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* ---- entries ---- */

const char *catalogue_entry_name(struct arena *arena, const struct tableau *t,
                                 int at)
{
    int n = t->stages, row = at / n, column = at % n + 1;
    if (row < n)
        return text_format(arena, n < 10 ? "a%d%d" : "a[%d,%d]", row + 1,
                           column);
    if (row == n)
        return text_format(arena, "b%d", column);
    if (row > n + t->embedded)
        return text_format(arena, "c%d", column);
    return t->embedded > 1 ? text_format(arena, "bhat%d[%d]", row - n, column)
                           : text_format(arena, "bhat%d", column);
}

/* ---- comparison ---- */

/* The distance of tableaus.  An entry that is off by its own size costs
 * DIFFERENCE; a smaller error costs that times the fourth root of the relative
 * error, so that both the number of entries and their errors matter. */
enum { DIFFERENCE = 8, RENUMBERED = 3, EXCHANGED = 2, REDUCED = 2 };

struct comparison {
    struct arena *arena; /* for temporaries */
    const struct tableau *x, *y;
    bool reduced;
    int stages; /* number of compared stages, in pairs: */
    int xs[TABLEAU_STAGES], ys[TABLEAU_STAGES];
    bool renumbered;
    /* Results are stored if `known` is set. */
    struct catalogue_match match;
};

enum likeness { SAME, ROUNDED, OTHER };

/* Compares entry i of x, within its slack, to entry j of y. */
static enum likeness compare(const struct comparison *b, int i, int j)
{
    num u = b->x->a[i], v = b->y->a[j];
    if (u == v)
        return SAME;
    double x = number_double(u), y = number_double(v);
    double slack = b->x->slack ? b->x->slack[i] : 0;
    double room = number_error(u) + slack + number_error(v);
    if (fabs(x - y) > room + ldexp(fabs(x) + fabs(y), -52))
        return OTHER;
    if (number_equal(u, v))
        return SAME;
    if (room == 0 || fabs(number_double(number_sub(b->arena, u, v))) > room)
        return OTHER;
    return slack > 0 ? ROUNDED : SAME;
}

/* The cost of differing entries in rows of a, b, the rows of bhat, c. */
static double differ_row(struct comparison *b, int row, int row_known)
{
    struct catalogue_match *m = &b->match;
    double cost = 0;
    for (int k = 0; k < b->stages; k++) {
        int i = row * b->x->stages + b->xs[k];
        int j = row_known * b->y->stages + b->ys[k];
        enum likeness like = compare(b, i, j);
        double u = number_double(b->x->a[i]), v = number_double(b->y->a[j]);
        double off = fabs(u - v) / fmax(fabs(u), fabs(v));
        if (like == OTHER) /* may be beyond doubles */
            cost += DIFFERENCE * sqrt(sqrt(off <= 2 ? off : 2));
        if (!m->known)
            continue;
        m->entries += u != 0 || v != 0;
        m->rounded += like == ROUNDED;
        if (like == OTHER)
            m->difference[m->differences++] =
                (struct catalogue_difference){i, j, fabs(u - v)};
    }
    return cost;
}

static double differ_a(struct comparison *b)
{
    double cost = 0;
    for (int i = 0; i < b->stages; i++)
        cost += differ_row(b, b->xs[i], b->ys[i]);
    return cost;
}

/* Row 0 is b, and c follows the last bhat. */
static double differ_weights(struct comparison *b, int row, int row_known)
{
    return differ_row(b, b->x->stages + row, b->y->stages + row_known);
}

static double differ_c(struct comparison *b)
{
    return differ_weights(b, 1 + b->x->embedded, 1 + b->y->embedded);
}

/* ---- which row is which ---- */

static bool is_exchanged(const struct comparison *b, const int *row)
{
    for (int i = 0; i <= b->x->embedded; i++)
        if (row[i] >= 0 && row[i] != i)
            return true;
    return false;
}

/* Assigns b to the known row `first`, and each later row to the nearest free
 * known row (its own row if equally near); returns the cost. */
static double assign_from(struct comparison *b, int first, int *row)
{
    int known = b->y->embedded;
    double sum = 0;
    bool *taken = arena_array(b->arena, (size_t)known + 1, sizeof *taken);
    for (int i = 0; i <= b->x->embedded; i++) {
        int best = -1;
        double least = INFINITY;
        for (int k = 0; k <= known; k++) {
            if (i == 0 ? k != first : taken[k] || b->reduced)
                continue;
            double cost = differ_weights(b, i, k);
            if (cost > least || (cost >= least && k != i))
                continue;
            best = k;
            least = cost;
        }
        row[i] = best;
        if (best >= 0)
            taken[best] = true;
        sum += best < 0 ? DIFFERENCE * (b->x->stages + 1) : least;
    }
    return sum + (is_exchanged(b, row) ? EXCHANGED : 0);
}

/* The best assignment, in the given arena; adds its cost. */
static const int *assign(struct comparison *b, struct arena *arena,
                         double *cost)
{
    size_t rows = (size_t)b->x->embedded + 1;
    int known = b->reduced ? 0 : b->y->embedded;
    double least = INFINITY;
    int *trial = arena_array(b->arena, rows, sizeof *trial);
    int *row = arena_array(arena, rows, sizeof *row);
    for (int first = 0; first <= known; first++) {
        double n = assign_from(b, first, trial);
        if (n < least)
            memcpy(row, trial, rows * sizeof *row);
        least = fmin(n, least);
    }
    *cost += least;
    return row;
}

/* ---- which stage is which ---- */

/* How different two stages are, for any order of stages and of rows of
 * weights. */
static double unlike(const struct comparison *b, int k, int known)
{
    enum { MARKS = 6 };
    double mark[2][MARKS] = {{0}}, sum = 0;
    for (int side = 0; side < 2; side++) {
        const struct tableau *t = side ? b->y : b->x;
        const int *stage = side ? b->ys : b->xs, at = stage[side ? known : k];
        int n = t->stages, rows = b->reduced ? 0 : t->embedded;
        double *m = mark[side];
        m[0] = number_double(t->c[at]);
        for (int j = 0; j < b->stages; j++) {
            double across = number_double(t->a[at * n + stage[j]]);
            double down = number_double(t->a[stage[j] * n + at]);
            double c = number_double(t->c[stage[j]]);
            m[1] += across * c;
            m[2] += across * across;
            m[3] += down;
            m[4] += down * c;
        }
        for (int row = 0; row <= rows; row++)
            m[5] += fabs(number_double(t->b[row * n + at]));
    }
    for (int i = 0; i < MARKS; i++)
        sum += fabs(mark[0][i] - mark[1][i]) /
               (1 + fabs(mark[0][i]) + fabs(mark[1][i]));
    return sum;
}

/* Permutes the stages of x to be most similar to those of y; false if the order
 * does not change. */
static bool renumber(struct comparison *b)
{
    for (int j = 0; j < b->stages; j++) {
        int best = j, here = b->xs[j];
        double least = INFINITY;
        for (int i = j; i < b->stages; i++) {
            double d = unlike(b, i, j);
            best = d < least ? i : best;
            least = fmin(d, least);
        }
        b->xs[j] = b->xs[best];
        b->xs[best] = here;
        b->renumbered |= best != j;
    }
    return b->renumbered;
}

/* ---- the nearest ---- */

static int by_size(const void *x, const void *y)
{
    const struct catalogue_difference *a = x, *b = y;
    return a->size != b->size ? (a->size < b->size) - (a->size > b->size)
                              : a->at - b->at;
}

static struct catalogue_match
describe(struct arena *arena, struct comparison *b, const int *row, double cost)
{
    const double FAR = 0.8;
    size_t entries = (size_t)tableau_entries(b->x);
    b->match = (struct catalogue_match){
        .known = b->y,
        .row = row,
        .exchanged = is_exchanged(b, row),
        .reduced = b->reduced,
        .order = b->renumbered ? arena_copy(arena, b->xs,
                                            (size_t)b->stages * sizeof *b->xs)
                               : NULL,
        .stages = b->stages,
        .difference = arena_array(arena, entries, sizeof *b->match.difference)};
    differ_a(b);
    for (int i = 0; i <= b->x->embedded; i++)
        if (row[i] >= 0)
            differ_weights(b, i, row[i]);
        else
            b->match.extra++;
    differ_c(b);
    b->match.far = cost > FAR * DIFFERENCE * b->match.entries;
    qsort(b->match.difference, (size_t)b->match.differences,
          sizeof *b->match.difference, by_size);
    return b->match;
}

/* Stops as soon as the cost is too high. */
static void try_known(struct arena *arena, struct comparison *b, double *least,
                      struct catalogue_nearest *nearest)
{
    const int *row = NULL;
    double cost = (b->reduced ? REDUCED : 0) +
                  (b->renumbered ? RENUMBERED : 0) + differ_a(b);
    if (cost <= *least)
        cost += differ_c(b);
    if (cost <= *least)
        row = assign(b, arena, &cost);
    if (cost > *least)
        return;
    if (cost < *least)
        nearest->matches = 0;
    *least = cost;
    if (nearest->matches < CATALOGUE_MATCHES)
        nearest->match[nearest->matches++] = describe(arena, b, row, cost);
}

/* Lists the stages to compare: all, or those that b uses. */
static int compared(const struct tableau *t, bool reduced, int *stage)
{
    for (int i = 0; i < t->stages; i++)
        stage[i] = i;
    return reduced ? tableau_used(t, 1, stage) : t->stages;
}

/* Renumbers stages only if more than one entry is wrong otherwise. */
struct catalogue_nearest catalogue_find(struct arena *arena,
                                        const struct catalogue *c,
                                        const struct tableau *t)
{
    enum { ONE = DIFFERENCE * 5 / 4 };
    struct catalogue_nearest nearest = {0};
    struct arena *work = arena_child(arena);
    double least = INFINITY;
    for (int i = 0; i < 2 * c->count && (i < c->count || least > ONE); i++) {
        struct arena_mark mark = arena_mark(work);
        struct comparison b = {
            .arena = work, .x = t, .y = c->known[i % c->count]};
        b.reduced = b.x->stages != b.y->stages;
        b.stages = compared(b.x, b.reduced, b.xs);
        if (compared(b.y, b.reduced, b.ys) == b.stages &&
            (i < c->count || renumber(&b)))
            try_known(arena, &b, &least, &nearest);
        arena_release(work, mark);
    }
    arena_free(work);
    return nearest;
}

/* The tableau where bhat is given as b - bhat, or as bhat - b if `negated`:
 * each row bhat whose sum is 0 is converted; NULL if there is none. */
static const struct tableau *reverse(struct arena *arena,
                                     const struct tableau *t, bool negated)
{
    int n = t->stages, b = n * n;
    size_t all = (size_t)tableau_entries(t);
    struct tableau *out = arena_alloc(arena, sizeof *out);
    num *entry = arena_copy(arena, t->a, all * sizeof *entry);
    char *turned = arena_array(arena, (size_t)t->embedded + 1, 1);
    bool any = false;
    *out = tableau_changed(t, entry);
    out->orientation = turned;
    out->written = arena_copy(arena, t->written, all * sizeof *t->written);
    out->slack = arena_copy(arena, t->slack, all * sizeof *t->slack);
    for (int row = 1; row <= t->embedded; row++) {
        int first = b + n * row;
        num sum = tableau_sum(arena, n, t->a + first);
        double slack = number_error(sum);
        for (int i = 0; i < n; i++)
            slack += t->slack[first + i];
        if (fabs(number_double(sum)) > slack ||
            tableau_are_zero(t, n, t->a + first, 1))
            continue;
        any = true;
        turned[row] = negated ? '+' : '-';
        for (int i = 0, at = first; i < n; i++, at++) {
            entry[at] =
                (negated ? number_add : number_sub)(arena, t->b[i], t->a[at]);
            out->slack[at] += t->slack[b + i];
            out->written[at] = number_show(arena, entry[at]);
        }
    }
    return any ? out : NULL;
}

const struct tableau *catalogue_orient(struct arena *arena,
                                       const struct catalogue *known,
                                       const struct tableau *t)
{
    const struct tableau *turned = reverse(arena, t, false), *other;
    if (!turned)
        return t;
    other = reverse(arena, t, true);
    const struct catalogue_nearest nearest =
        catalogue_find(arena, known, other);
    return nearest.matches && nearest.match[0].differences == 0 ? other
                                                                : turned;
}

/* ---- the verdict ---- */

/* True if every row of weights has the order of its row in the known
 * tableau. */
static bool is_sound(struct arena *arena, const struct catalogue_match *m,
                     const struct analysis *a)
{
    for (int row = 0; row < a->rows; row++) {
        const struct analysis_row *x = &a->row[row];
        int order = analysis_order(x);
        if (m->row[row] >= 0 && order < ANALYSIS_TREES &&
            tableau_order(arena, m->known, m->row[row], order + 1) > order)
            return false;
    }
    return true;
}

enum catalogue_verdict catalogue_judge(struct arena *arena,
                                       const struct catalogue_nearest *nearest,
                                       const struct analysis *a)
{
    enum { NEAR = 4 }; /* one of this number of entries may differ */
    const struct catalogue_match *m = &nearest->match[0];
    if (nearest->matches == 0)
        return CATALOGUE_NONE;
    if (m->differences == 0)
        return CATALOGUE_KNOWN;
    bool sound = is_sound(arena, m, a), is_other_row = m->differences > 1;
    int n = a->tableau->stages;
    for (int i = 0; i < m->differences; i++)
        is_other_row &= m->difference[i].at >= n * (n + 1) &&
                        m->difference[i].at < tableau_written_c(a->tableau);
    if (sound && is_other_row)
        return CATALOGUE_ROW;
    if (m->differences > 1 && m->differences * NEAR > m->entries)
        return CATALOGUE_FAR;
    sound &= a->mismatches_rounded == 0;
    return sound ? CATALOGUE_SOUND : CATALOGUE_WRONG;
}

void catalogue_prove(struct arena *arena, const struct catalogue_match *m,
                     struct analysis *a)
{
    a->proven = m->known->name;
    for (int row = 0; row < a->rows; row++) {
        struct analysis_row *r = &a->row[row];
        if (m->row[row] < 0)
            continue;
        int order = tableau_order(arena, m->known, m->row[row], ANALYSIS_TREES);
        if (order == ANALYSIS_TREES && m->row[row] == 0)
            order = m->known->claim;
        r->order_rounded = r->order_rounded_most = order;
        r->order_most = r->order_most < order ? r->order_most : order;
        r->failure_rounded.tree = NULL;
    }
}
