/* SPDX-License-Identifier: MIT
 *
 * A tableau that cannot be compared with a known one: the single entry whose
 * change makes all conditions hold, and suspicious entries.
 */
#include "catalogue/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "num/polynomial.h"
#include "tableau/elementary.h"

/* ---- repairs ----
 *
 * Three kinds of error can be repaired.  If c is not the sum of its row, the
 * difference is the error of one entry of the row; so it is if a sum of weights
 * is not 1.  If an entry and its c are both wrong, the first failing condition
 * is a polynomial in that entry, whose roots are tried. */

/* Above this order there are too many conditions to try for every entry. */
enum { MOST_ORDER = 8, MOST_STAGES = 20 };

struct repairing {
    struct arena *arena, *work; /* for results; for temporaries */
    const struct analysis *analysis;
    const struct tableau *tableau; /* or its rounded form if better */
    int order;                     /* required order of b */
    int best;                      /* best sum of the orders of all rows */
    int repairs;
    struct catalogue_repair *repair; /* the first CATALOGUE_REPAIRS of them */
};

/* The required order: that of embedded weights is one below b's. */
static int required_order(const struct repairing *m, int row)
{
    int least = row == 0 ? m->order : m->order - 1;
    return least > 1 ? least : 1;
}

/* ---- a change ---- */

static struct tableau change(const struct repairing *m, int at, num v)
{
    size_t entries = (size_t)tableau_entries(m->tableau);
    num *entry = arena_copy(m->work, m->tableau->a, entries * sizeof *entry);
    entry[at] = v;
    return tableau_changed(m->tableau, entry);
}

/* Keeps the change if no row's order is then too low; a higher sum of all
 * orders replaces earlier changes. */
static void try_value(struct repairing *m, int at, num v)
{
    struct tableau t = change(m, at, v);
    int sum = 0, order_of_b = 0;
    for (int row = 0; row <= t.embedded; row++) {
        int limit = required_order(m, row) + (row ? 2 : 0);
        limit = limit < MOST_ORDER ? limit : MOST_ORDER;
        int order = tableau_order(m->work, &t, row, limit);
        if (order < required_order(m, row) && order < limit)
            return;
        if (row == 0)
            order_of_b = order;
        sum += order;
    }
    if (sum < m->best)
        return;
    if (sum > m->best)
        m->repairs = 0;
    m->best = sum;
    if (m->repairs < CATALOGUE_REPAIRS)
        m->repair[m->repairs] =
            (struct catalogue_repair){at, number_copy(m->arena, v), order_of_b};
    m->repairs++;
}

/* True if this entry may be nonzero. */
static bool may_be_nonzero(const struct tableau *t, int at)
{
    int i = at / t->stages, j = at % t->stages;
    return !t->is_explicit || j < i;
}

/* ---- wrong sums ---- */

static num row_sum(const struct repairing *m, int row)
{
    int n = m->tableau->stages;
    return tableau_sum(m->work, n, m->tableau->a + row * n);
}

/* Repairs a row of a, or of weights below a, to have this sum. */
static void repair_row(struct repairing *m, int row, num sum)
{
    const struct tableau *t = m->tableau;
    num miss = number_sub(m->work, sum, row_sum(m, row));
    for (int at = row * t->stages; at < (row + 1) * t->stages; at++)
        if (may_be_nonzero(t, at))
            try_value(m, at, number_add(m->work, t->a[at], miss));
}

/* ---- an entry and its c ---- */

/* Newton's polynomial through y[k] at x = k. */
static struct polynomial interpolate(struct arena *work, int n, num *y)
{
    for (int k = 1; k < n; k++)
        for (int i = n - 1; i >= k; i--)
            y[i] = number_div(work, number_sub(work, y[i], y[i - 1]),
                              number_int(work, k));
    for (int k = n - 2; k >= 0; k--) /* y[k] + (x - k) * (the later ones) */
        for (int i = k; i < n - 1; i++)
            y[i] = number_sub(work, y[i],
                              number_mul(work, number_int(work, k), y[i + 1]));
    return polynomial_of(work, n, y);
}

/* Interpolates the tree's residual over changes of the entry by 0, 1, 2, ...,
 * and tries the roots. */
static void repair_entry(struct repairing *m, int row, int tree, int order,
                         int at)
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

static void repair_entries(struct repairing *m, int row)
{
    const struct tableau *t = m->tableau;
    struct elementary *e = elementary_new(m->work, t, false);
    int tree = elementary_failure(e, row, required_order(m, row), false);
    int order = tree < 0 ? 0 : e->forest.tree[tree].order;
    for (int at = 0; tree >= 0 && at < t->stages * t->stages; at++) {
        struct arena_mark mark = arena_mark(m->work);
        if (may_be_nonzero(t, at))
            repair_entry(m, row, tree, order, at);
        arena_release(m->work, mark);
    }
}

/* ---- all repairs ---- */

static void repair(struct repairing *m)
{
    const struct tableau *t = m->tableau;
    int first = 0, broken = 0;
    for (int row = m->analysis->rows - 1; row >= 0; row--)
        if (analysis_order(&m->analysis->row[row]) < required_order(m, row)) {
            first = row;
            broken++;
        }
    int order = analysis_order(&m->analysis->row[first]);
    const int *stage, off = tableau_mismatches(m->work, t, true, &stage);
    if (off == 1) {
        repair_row(m, *stage, t->c[*stage]);
        try_value(m, tableau_written_c(t) + *stage, row_sum(m, *stage));
    } else if (off == 0 && broken > 0 && order > 0 && t->exact) {
        repair_entries(m, first);
    } else if (off == 0 && broken == 1 && order == 0) {
        repair_row(m, t->stages + first, number_int(m->work, 1));
    }
}

int catalogue_repairs(struct arena *arena, const struct analysis *a,
                      struct catalogue_repair out[CATALOGUE_REPAIRS])
{
    const struct tableau *t = a->tableau;
    struct repairing m = {
        .arena = arena, .analysis = a, .tableau = t, .repair = out};
    m.order = t->claim ? t->claim : analysis_order(&a->row[0]);
    if (m.order > MOST_ORDER || t->stages > MOST_STAGES)
        return 0;
    m.work = arena_child(arena);
    if (a->rounded)
        m.tableau = tableau_as_rounded(m.work, t);
    repair(&m);
    arena_free(m.work);
    return m.repairs <= CATALOGUE_REPAIRS ? m.repairs : 0;
}

/* ---- suspicious entries ----
 *
 * Decimals that are a truncated fraction or root, decimals with fewer digits
 * than all others, sizes that amplify rounding errors. */

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

/* The number of digits of a decimal with a point, of any length; 0 if the text
 * is not one. */
static int digits_of(const char *text)
{
    bool is_decimal =
        strchr(text, '.') && strspn(text, "+-.0123456789") == strlen(text);
    return is_decimal ? number_digits(text, strlen(text)) : 0;
}

/* A match is meant if its chance is below 1/CHANCE; SHORT: fewest digits. */
enum { CHANCE = 200, SHORT = 3 };

/* The root (p + sqrt(n))/m within the error of x, if it cannot be by chance, or
 * NULL.  For each m and p one n is tried. */
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

/* Reports the fraction or root that an inexact decimal approximates. */
static void doubt_decimal(struct suspecting *s, int at)
{
    const char *text = s->tableau->written[at];
    int digits = digits_of(text);
    if (digits < SHORT)
        return;
    num v = s->tableau->a[at];
    double slack = s->tableau->slack ? s->tableau->slack[at] : 0;
    double after = (double)strlen(strchr(text, '.') + 1);
    double error = fmax(0.5000001 * pow(10, -after), slack); /* half a unit */
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

/* Reports decimals with over LOST digits less than the median of the long ones,
 * if these are FEW or more.  Up to EXACT digits decimals are exact; others may
 * have lost some.
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

/* Reports a row of a, or of weights below it, in which much cancels. */
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

/* Reports the largest entry if it is far above the next or above usual ones. */
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
