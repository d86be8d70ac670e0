/* SPDX-License-Identifier: MIT
 *
 * The known tableau nearest to one: that with the fewest other entries.  Rows
 * of weights may stand in another order, and stages without use for b may be
 * missing or there.  Without a right one beside it: the single entry whose
 * change makes all conditions hold, and entries that do not look as if they
 * were meant.
 */
#include "catalogue/catalogue.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "num/polynomial.h"
#include "tableau/elementary.h"

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

/* ---- one beside one ---- */

enum {
    DIFFERENCE = 8, /* what makes one tableau farther than another */
    EXCHANGED = 2,
    REDUCED = 1
};

struct beside {
    struct arena *arena; /* for passing work */
    const struct tableau *x, *y;
    bool reduced;
    int stages; /* of each that are compared: */
    int xs[TABLEAU_STAGES], ys[TABLEAU_STAGES];
    /* What is found is noted, where `known` is set. */
    struct catalogue_match match;
};

enum likeness { SAME, ROUNDED, OTHER };

/* Those of x may be off what they stand for by their slack. */
static enum likeness compare(const struct beside *b, int i, int j)
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

/* How many entries differ in rows of a, b, the rows of bhat, c. */
static int differ_row(struct beside *b, int row, int row_known)
{
    struct catalogue_match *m = &b->match;
    int n = 0;
    for (int k = 0; k < b->stages; k++) {
        int i = row * b->x->stages + b->xs[k];
        int j = row_known * b->y->stages + b->ys[k];
        enum likeness like = compare(b, i, j);
        n += like == OTHER;
        if (!m->known)
            continue;
        m->entries +=
            number_double(b->x->a[i]) != 0 || number_double(b->y->a[j]) != 0;
        m->rounded += like == ROUNDED;
        if (like == OTHER)
            m->difference[m->differences++] =
                (struct catalogue_difference){i, j};
    }
    return n;
}

static int differ_a(struct beside *b)
{
    int n = 0;
    for (int i = 0; i < b->stages; i++)
        n += differ_row(b, b->xs[i], b->ys[i]);
    return n;
}

/* Row 0 is b, and c stands behind all of bhat. */
static int differ_weights(struct beside *b, int row, int row_known)
{
    return differ_row(b, b->x->stages + row, b->y->stages + row_known);
}

static int differ_c(struct beside *b)
{
    return differ_weights(b, 1 + b->x->embedded, 1 + b->y->embedded);
}

/* ---- which row is which ---- */

static bool is_exchanged(const struct beside *b, const int *row)
{
    for (int i = 0; i <= b->x->embedded; i++)
        if (row[i] >= 0 && row[i] != i)
            return true;
    return false;
}

/* b to the known row `first`, each row behind it to the known one nearest to it
 * that is not taken, its own one if that is as near; what that costs. */
static int assign_from(struct beside *b, int first, int *row)
{
    int sum = 0, known = b->y->embedded;
    bool *taken = arena_array(b->arena, (size_t)known + 1, sizeof *taken);
    for (int i = 0; i <= b->x->embedded; i++) {
        int best = -1, least = b->x->stages + 1;
        for (int k = 0; k <= known; k++) {
            if (i == 0 ? k != first : taken[k] || b->reduced)
                continue;
            int n = differ_weights(b, i, k);
            if (n > least || (n == least && k != i))
                continue;
            best = k;
            least = n;
        }
        row[i] = best;
        if (best >= 0)
            taken[best] = true;
        sum += least;
    }
    return DIFFERENCE * sum + (is_exchanged(b, row) ? EXCHANGED : 0);
}

/* The best assignment, in the lasting arena; its cost is added. */
static const int *assign(struct beside *b, struct arena *arena, int *cost)
{
    size_t rows = (size_t)b->x->embedded + 1;
    int known = b->reduced ? 0 : b->y->embedded, least = INT_MAX;
    int *trial = arena_array(b->arena, rows, sizeof *trial);
    int *row = arena_array(arena, rows, sizeof *row);
    for (int first = 0; first <= known; first++) {
        int n = assign_from(b, first, trial);
        if (n < least)
            memcpy(row, trial, rows * sizeof *row);
        least = n < least ? n : least;
    }
    *cost += least;
    return row;
}

/* ---- the nearest ---- */

static struct catalogue_match describe(struct arena *arena, struct beside *b,
                                       const int *row)
{
    size_t entries = (size_t)tableau_entries(b->x);
    b->match = (struct catalogue_match){
        .known = b->y,
        .row = row,
        .exchanged = is_exchanged(b, row),
        .reduced = b->reduced,
        .difference = arena_array(arena, entries, sizeof *b->match.difference)};
    differ_a(b);
    for (int i = 0; i <= b->x->embedded; i++)
        if (row[i] >= 0)
            differ_weights(b, i, row[i]);
        else
            b->match.extra++;
    differ_c(b);
    return b->match;
}

/* Costs are compared as soon as they are too high. */
static void try_known(struct arena *arena, struct beside *b, int *least,
                      struct catalogue_look *look)
{
    const int *row = NULL;
    int cost = (b->reduced ? REDUCED : 0) + DIFFERENCE * differ_a(b);
    if (cost <= *least)
        cost += DIFFERENCE * differ_c(b);
    if (cost <= *least)
        row = assign(b, arena, &cost);
    if (cost > *least)
        return;
    if (cost != *least)
        look->matches = 0;
    *least = cost;
    if (look->matches < CATALOGUE_MATCHES)
        look->match[look->matches++] = describe(arena, b, row);
}

/* The stages that are compared: all, or those that b has a use for. */
static int compared(const struct tableau *t, bool reduced, int *stage)
{
    for (int i = 0; i < t->stages; i++)
        stage[i] = i;
    return reduced ? tableau_used(t, 1, stage) : t->stages;
}

struct catalogue_look catalogue_look(struct arena *arena,
                                     const struct catalogue *c,
                                     const struct tableau *t)
{
    struct catalogue_look look = {0};
    struct arena *work = arena_child(arena);
    int least = INT_MAX;
    for (int i = 0; i < c->count; i++) {
        struct arena_mark mark = arena_mark(work);
        struct beside b = {.arena = work, .x = t, .y = c->known[i]};
        b.reduced = b.x->stages != b.y->stages;
        b.stages = compared(b.x, b.reduced, b.xs);
        if (compared(b.y, b.reduced, b.ys) == b.stages)
            try_known(arena, &b, &least, &look);
        arena_release(work, mark);
    }
    arena_free(work);
    return look;
}

/* ---- the verdict ---- */

/* Is every row of weights of the order that it has in the known tableau, and
 * c the sum of its row as there? */
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
                                       const struct catalogue_look *look,
                                       const struct analysis *a)
{
    enum { NEAR = 4 }; /* one of so many entries may differ */
    const struct catalogue_match *m = &look->match[0];
    if (look->matches == 0)
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
    sound &= (a->rounded ? a->off_rounded : a->off) == 0;
    return sound ? CATALOGUE_SOUND : CATALOGUE_WRONG;
}

/* ---- what mends it ----
 *
 * Three mistakes can be undone: a sum of a row that is not c tells by how much
 * an entry of that row is off; so does a sum of weights that is not 1; and if a
 * row's c has moved with it, the first condition that fails is a polynomial in
 * that entry, whose roots are tried. */

/* Beyond this order conditions are too many to be tried for every entry. */
enum { MOST_ORDER = 8, MOST_STAGES = 20 };

struct mending {
    struct arena *arena, *work; /* for what is found, and for passing work */
    const struct analysis *analysis;
    const struct tableau *tableau; /* as rounded, where that makes sense */
    int want;                      /* order of b */
    int best;                      /* sum of the orders of all rows */
    int found;
    struct catalogue_mend *mend; /* the first of them */
};

/* Embedded weights are one order below, unless they are said to be more. */
static int wanted(const struct mending *m, int row)
{
    int least = row == 0 ? m->want : m->want - 1;
    return least > 1 ? least : 1;
}

/* ---- a change ---- */

static struct tableau change(const struct mending *m, int at, num v)
{
    size_t entries = (size_t)tableau_entries(m->tableau);
    num *entry = arena_copy(m->work, m->tableau->a, entries * sizeof *entry);
    entry[at] = v;
    return tableau_changed(m->tableau, entry);
}

/* Notes the change if with it no row's order is too low; those with a higher
 * sum of all orders take the place of others. */
static void try_value(struct mending *m, int at, num v)
{
    struct tableau t = change(m, at, v);
    int sum = 0, order_of_b = 0;
    for (int row = 0; row <= t.embedded; row++) {
        int limit = wanted(m, row) + (row ? 2 : 0);
        limit = limit < MOST_ORDER ? limit : MOST_ORDER;
        int order = tableau_order(m->work, &t, row, limit);
        if (order < wanted(m, row) && order < limit)
            return;
        if (row == 0)
            order_of_b = order;
        sum += order;
    }
    if (sum < m->best)
        return;
    if (sum > m->best)
        m->found = 0;
    m->best = sum;
    if (m->found < CATALOGUE_MENDS)
        m->mend[m->found] =
            (struct catalogue_mend){at, number_copy(m->arena, v), order_of_b};
    m->found++;
}

/* Could this entry be other than zero? */
static bool may_stand(const struct tableau *t, int at)
{
    int i = at / t->stages, j = at % t->stages;
    return !t->is_explicit || j < i;
}

/* ---- sums that are not what they should be ---- */

static num row_sum(const struct mending *m, int row)
{
    int n = m->tableau->stages;
    return tableau_sum(m->work, n, m->tableau->a + row * n);
}

/* Rows are those of a and, below them, of weights. */
static void mend_row(struct mending *m, int row, num sum)
{
    const struct tableau *t = m->tableau;
    num miss = number_sub(m->work, sum, row_sum(m, row));
    for (int at = row * t->stages; at < (row + 1) * t->stages; at++)
        if (may_stand(t, at))
            try_value(m, at, number_add(m->work, t->a[at], miss));
}

/* ---- an entry with which c has moved ---- */

/* Newton's: the polynomial through y[k] at x = k. */
static struct polynomial interpolate(struct arena *work, int n, num *y)
{
    for (int k = 1; k < n; k++)
        for (int i = n - 1; i >= k; i--)
            y[i] = number_div(work, number_sub(work, y[i], y[i - 1]),
                              number_int(work, k));
    for (int k = n - 2; k >= 0; k--) /* y[k] + (x - k) * (those behind it) */
        for (int i = k; i < n - 1; i++)
            y[i] = number_sub(work, y[i],
                              number_mul(work, number_int(work, k), y[i + 1]));
    return polynomial_of(work, n, y);
}

/* By what the tree misses its condition by if the entry is changed by 0, 1, 2
 * and so on. */
static void mend_entry(struct mending *m, int row, int tree, int order, int at)
{
    struct arena *work = m->work;
    num miss[MOST_ORDER + 1], v = m->tableau->a[at];
    for (int k = 0; k < order; k++) {
        num changed = number_add(work, v, number_int(work, k));
        struct tableau t = change(m, at, changed);
        struct elementary *e = elementary_new(work, &t, false);
        elementary_grow(e, order);
        miss[k] = elementary_miss(e, row, tree);
    }
    struct polynomial p = interpolate(work, order, miss);
    if (p.degree < 1)
        return;
    struct sturm s = sturm_of(work, p);
    int roots = sturm_count(&s, NULL, NULL);
    for (int k = 1; k <= roots; k++) {
        num root = sturm_root(work, &s, k);
        if (number_is_exact(root))
            try_value(m, at, number_add(work, v, root));
    }
}

static void mend_entries(struct mending *m, int row)
{
    const struct tableau *t = m->tableau;
    struct elementary *e = elementary_new(m->work, t, false);
    int tree = elementary_failure(e, row, wanted(m, row), false);
    int order = tree < 0 ? 0 : e->forest.tree[tree].order;
    for (int at = 0; tree >= 0 && at < t->stages * t->stages; at++) {
        struct arena_mark mark = arena_mark(m->work);
        if (may_stand(t, at))
            mend_entry(m, row, tree, order, at);
        arena_release(m->work, mark);
    }
}

/* ---- all that mends ---- */

static void mend(struct mending *m)
{
    const struct tableau *t = m->tableau;
    int first = 0, broken = 0;
    for (int row = m->analysis->rows - 1; row >= 0; row--)
        if (analysis_order(&m->analysis->row[row]) < wanted(m, row)) {
            first = row;
            broken++;
        }
    int order = analysis_order(&m->analysis->row[first]);
    const int *stage, off = tableau_off(m->work, t, &stage);
    if (off == 1) {
        mend_row(m, *stage, t->c[*stage]);
        try_value(m, tableau_written_c(t) + *stage, row_sum(m, *stage));
    } else if (off == 0 && broken > 0 && order > 0 && t->exact) {
        mend_entries(m, first);
    } else if (off == 0 && broken == 1 && order == 0) {
        mend_row(m, t->stages + first, number_int(m->work, 1));
    }
}

int catalogue_mends(struct arena *arena, const struct analysis *a,
                    struct catalogue_mend out[CATALOGUE_MENDS])
{
    const struct tableau *t = a->tableau;
    struct mending m = {
        .arena = arena, .analysis = a, .tableau = t, .mend = out};
    m.want = t->claim ? t->claim : analysis_order(&a->row[0]);
    if (m.want > MOST_ORDER || t->stages > MOST_STAGES)
        return 0;
    m.work = arena_child(arena);
    if (a->rounded)
        m.tableau = tableau_as_rounded(m.work, t);
    mend(&m);
    arena_free(m.work);
    return m.found <= CATALOGUE_MENDS ? m.found : 0;
}

/* ---- entries that are not meant ----
 *
 * Decimals that are a fraction or a root cut short, decimals with fewer digits
 * than all others, sizes that make errors of rounding large. */

struct suspecting {
    struct arena *arena;
    const struct tableau *tableau;
    int count, room;
    struct catalogue_suspect *suspect;
};

static void add(struct suspecting *s, const char *doubt, int at,
                const char *meant, double size, double others)
{
    arena_push(s->arena, s->suspect, s->count, s->room,
               (struct catalogue_suspect){doubt, at, meant, size, others});
}

/* ---- decimals ---- */

/* Of a decimal with a point, whatever its length; else 0. */
static int digits_of(const char *text)
{
    bool is_decimal =
        strchr(text, '.') && strspn(text, "+-.0123456789") == strlen(text);
    return is_decimal ? number_digits(text, strlen(text)) : 0;
}

/* Chances are against it that a number lies so near to such a fraction. */
enum { CHANCE = 200, SHORT = 3 };

/* The root (p + sqrt(n))/m within the error of x, if there is one that cannot
 * be by chance: in every m and p there is one n to try. */
static const char *root_meant(struct arena *arena, double x, double error)
{
    enum { UNDER = 30, OVER = 60, RADICAND = 5000 };
    if (error * UNDER * 2 * OVER * UNDER * sqrt(RADICAND) * CHANCE > 1)
        return NULL;
    for (int m = 1; m <= UNDER; m++)
        for (int p = 0; p <= OVER; p = p > 0 ? -p : 1 - p) {
            double r = m * x - p, n = nearbyint(r * r);
            if (n < 2 || n > RADICAND ||
                fabs(r * r - n) > 2 * fabs(r) * m * error + 1e-14 * n)
                continue;
            if (sqrt(n) == nearbyint(sqrt(n)))
                continue;
            const char *sign = r < 0 ? "-" : p ? "+" : "";
            const char *first = p ? text_format(arena, "%d ", p) : "";
            return text_format(
                arena, m == 1 ? "%s%s%ssqrt(%.0f)" : "(%s%s%ssqrt(%.0f))/%d",
                first, sign, p ? " " : "", n, m);
        }
    return NULL;
}

/* The fraction or root that a decimal stands for; NULL if it may be exact. */
static void doubt_decimal(struct suspecting *s, int at)
{
    const char *text = s->tableau->written[at];
    int digits = digits_of(text);
    if (digits < SHORT)
        return;
    num v = s->tableau->a[at];
    double slack = s->tableau->slack ? s->tableau->slack[at] : 0;
    double behind = (double)strlen(strchr(text, '.') + 1);
    double error = fmax(0.5000001 * pow(10, -behind), slack); /* half a unit */
    num meant = fraction_simplest(s->arena, v, error);
    double size = meant ? mpz_get_d(mpq_denref(number_mpq(meant))) : 0;
    if (meant && size * size * error * CHANCE < 1) {
        if (!number_equal(meant, v))
            add(s, "fraction", at, number_show(s->arena, meant), 0, 0);
        return;
    }
    const char *root = root_meant(s->arena, number_double(v), error);
    if (root)
        add(s, "root", at, root, 0, 0);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Against the digits that half of the long decimals have at least, if these are
 * enough to tell.  Short decimals are exact; those between may have lost some.
 */
static void doubt_digits(struct suspecting *s)
{
    enum { FEW = 4, EXACT = 4, LOST = 3 };
    const struct tableau *t = s->tableau;
    int n = tableau_entries(t), longs = 0;
    int *sorted = arena_array(s->arena, (size_t)n, sizeof *sorted);
    for (int at = 0; at < n; at++) {
        sorted[longs] = digits_of(t->written[at]);
        longs += sorted[longs] >= DECIMAL_LONG;
    }
    qsort(sorted, (size_t)longs, sizeof *sorted, compare_ints);
    for (int at = 0; at < n && longs >= FEW; at++) {
        int digits = digits_of(t->written[at]), usual = sorted[longs / 2];
        if (digits > EXACT && digits < usual - LOST)
            add(s, "digits", at, NULL, digits, usual);
    }
}

/* ---- sizes ---- */

/* Row i of a, or of weights below it: the sum of sizes and that of entries. */
static void doubt_row(struct suspecting *s, int row)
{
    const double LARGE = 100;
    const struct tableau *t = s->tableau;
    double sizes = 0, sum = 0;
    for (int j = 0; j < t->stages; j++) {
        double x = number_double(t->a[row * t->stages + j]);
        sizes += fabs(x);
        sum += x;
    }
    if (sizes > LARGE && sizes > LARGE * fabs(sum))
        add(s, "sum", row * t->stages, NULL, sizes, sum);
}

/* The largest entry, if it is far above the next or above what tableaus have.
 */
static void doubt_largest(struct suspecting *s)
{
    const double FAR = 20, LARGE = 10, HUGE_ENTRY = 100;
    const struct tableau *t = s->tableau;
    double most = 0, next = 0;
    int where = 0;
    for (int at = 0; at < tableau_entries(t); at++) {
        double size = fabs(number_double(t->a[at]));
        if (size > most) {
            next = most;
            most = size;
            where = at;
        } else if (size > next) {
            next = size;
        }
    }
    if (most > HUGE_ENTRY || (most > LARGE && most > FAR * next))
        add(s, "large", where, NULL, most, next);
}

int catalogue_suspects(struct arena *arena, const struct tableau *t,
                       const struct catalogue_suspect **out)
{
    struct suspecting s = {.arena = arena, .tableau = t};
    for (int at = 0; at < tableau_entries(t); at++)
        doubt_decimal(&s, at);
    doubt_digits(&s);
    doubt_largest(&s);
    for (int row = 0; row <= t->stages + t->embedded; row++)
        doubt_row(&s, row);
    *out = s.suspect;
    return s.count;
}
