/* SPDX-License-Identifier: MIT
 *
 * The known tableau nearest to one: that with the fewest other entries.  Rows
 * of weights may stand in another order, and stages without use for b may be
 * missing or there.
 */
#include "catalogue/catalogue.h"

#include <limits.h>
#include <math.h>
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
    /* What is found is noted; `difference` has room for all entries. */
    bool noting;
    struct catalogue_difference *difference;
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
        if (!b->noting)
            continue;
        m->entries +=
            number_double(b->x->a[i]) != 0 || number_double(b->y->a[j]) != 0;
        m->rounded += like == ROUNDED;
        if (like == OTHER)
            b->difference[m->differences++] =
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
    b->noting = true;
    b->difference = arena_array(arena, entries, sizeof *b->difference);
    b->match = (struct catalogue_match){.known = b->y,
                                        .row = row,
                                        .exchanged = is_exchanged(b, row),
                                        .reduced = b->reduced,
                                        .difference = b->difference};
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
    int cost = (b->reduced ? REDUCED : 0) + DIFFERENCE * differ_a(b);
    if (cost > *least)
        return;
    cost += DIFFERENCE * differ_c(b);
    if (cost > *least)
        return;
    const int *row = assign(b, arena, &cost);
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
