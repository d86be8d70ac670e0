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

/* A tableau ready to be compared. */
struct side {
    const struct tableau *tableau;
    const double *slack; /* how far entries may be off what they stand for;
                          * NULL: they are what they stand for */
    int used;            /* stages that b has a use for, */
    int *use;            /* in their order */
};

struct catalogue {
    int count;
    struct side *known;
};

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

static struct side prepare(struct arena *arena, const struct tableau *t,
                           const double *slack)
{
    struct side s = {.tableau = t, .slack = slack};
    s.use = arena_array(arena, (size_t)t->stages, sizeof *s.use);
    s.used = tableau_used(t, 1, s.use);
    return s;
}

struct catalogue *catalogue_new(struct arena *arena, int count,
                                const struct tableau *const *known)
{
    struct catalogue *c = arena_alloc(arena, sizeof *c);
    c->known = arena_array(arena, (size_t)count, sizeof *c->known);
    for (int i = 0; i < count; i++)
        c->known[i] = prepare(arena, known[i], NULL);
    c->count = count;
    return c;
}

/* ---- one beside one ---- */

enum {
    DIFFERENCE = 8, /* what makes one tableau farther than another */
    EXCHANGED = 2,
    REDUCED = 1
};

struct beside {
    struct arena *arena; /* for passing work */
    const struct side *x, *y;
    int stages; /* of each that are compared: */
    const int *xs, *ys;
    bool reduced;
    /* Filled only where there is room for differences. */
    struct catalogue_difference *difference;
    struct catalogue_match match;
};

enum likeness { SAME, ROUNDED, OTHER };

static enum likeness compare(const struct beside *b, int i, int j)
{
    num u = b->x->tableau->a[i], v = b->y->tableau->a[j];
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

/* 1 if the entries differ; with a list they are noted. */
static int differ(struct beside *b, int i, int j)
{
    enum likeness like = compare(b, i, j);
    struct catalogue_match *m = &b->match;
    if (b->difference) {
        m->entries += number_double(b->x->tableau->a[i]) != 0 ||
                      number_double(b->y->tableau->a[j]) != 0;
        m->rounded += like == ROUNDED;
        if (like == OTHER)
            b->difference[m->differences++] =
                (struct catalogue_difference){i, j};
    }
    return like == OTHER;
}

/* Rows of entries: of a, b, the rows of bhat, c. */
static int differ_row(struct beside *b, int row, int row_known)
{
    int n = 0, x = row * b->x->tableau->stages;
    int y = row_known * b->y->tableau->stages;
    for (int i = 0; i < b->stages; i++)
        n += differ(b, x + b->xs[i], y + b->ys[i]);
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
    return differ_row(b, b->x->tableau->stages + row,
                      b->y->tableau->stages + row_known);
}

static int differ_c(struct beside *b)
{
    return differ_weights(b, 1 + b->x->tableau->embedded,
                          1 + b->y->tableau->embedded);
}

/* ---- which row is which ---- */

static bool is_exchanged(const struct beside *b, const int *row)
{
    for (int i = 0; i <= b->x->tableau->embedded; i++)
        if (row[i] >= 0 && row[i] != i)
            return true;
    return false;
}

/* b to the known row `first`, each row behind it to the known one nearest to it
 * that is not taken, its own one if that is as near; what that costs. */
static int assign_from(struct beside *b, int first, int *row)
{
    int sum = 0, known = b->y->tableau->embedded;
    bool *taken = arena_array(b->arena, (size_t)known + 1, sizeof *taken);
    for (int i = 0; i <= b->x->tableau->embedded; i++) {
        int best = -1, least = b->x->tableau->stages + 1;
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

/* Leaves in `row` the best assignment; returns its cost. */
static int assign(struct beside *b, int *row)
{
    size_t rows = (size_t)b->x->tableau->embedded + 1;
    int known = b->reduced ? 0 : b->y->tableau->embedded, least = INT_MAX;
    int *trial = arena_array(b->arena, rows, sizeof *trial);
    for (int first = 0; first <= known; first++) {
        int cost = assign_from(b, first, trial);
        if (cost >= least)
            continue;
        least = cost;
        memcpy(row, trial, rows * sizeof *row);
    }
    return least;
}

/* ---- the nearest ---- */

struct looking {
    struct arena *arena, *work;
    const struct side *side;
    const int *all; /* 0, 1, 2, ... */
    int least;      /* cost */
    struct catalogue_look look;
};

static struct catalogue_match describe(struct looking *l, struct beside *b,
                                       const int *row)
{
    const struct tableau *t = l->side->tableau;
    b->difference = arena_array(l->arena, (size_t)tableau_entries(t),
                                sizeof *b->difference);
    b->match = (struct catalogue_match){.known = b->y->tableau,
                                        .row = row,
                                        .exchanged = is_exchanged(b, row),
                                        .reduced = b->reduced,
                                        .difference = b->difference};
    differ_a(b);
    for (int i = 0; i <= t->embedded; i++)
        if (row[i] >= 0)
            differ_weights(b, i, row[i]);
        else
            b->match.extra++;
    differ_c(b);
    return b->match;
}

static void try_stages(struct looking *l, struct beside b)
{
    size_t rows = (size_t)l->side->tableau->embedded + 1;
    int cost = (b.reduced ? REDUCED : 0) + DIFFERENCE * differ_a(&b);
    if (cost > l->least)
        return;
    cost += DIFFERENCE * differ_c(&b);
    if (cost > l->least)
        return;
    int *row = arena_array(l->work, rows, sizeof *row);
    cost += assign(&b, row);
    if (cost > l->least)
        return;
    if (cost != l->least)
        l->look.matches = 0;
    l->least = cost;
    if (l->look.matches == CATALOGUE_MATCHES)
        return;
    int *kept = arena_array(l->arena, rows, sizeof *kept);
    memcpy(kept, row, rows * sizeof *kept);
    l->look.match[l->look.matches++] = describe(l, &b, kept);
}

static void try_known(struct looking *l, const struct side *known)
{
    const struct side *x = l->side;
    struct beside b = {.arena = l->work, .x = x, .y = known};
    b.reduced = x->tableau->stages != known->tableau->stages;
    b.stages = b.reduced ? x->used : x->tableau->stages;
    b.xs = b.reduced ? x->use : l->all;
    b.ys = b.reduced ? known->use : l->all;
    if (!b.reduced || x->used == known->used)
        try_stages(l, b);
}

struct catalogue_look catalogue_look(struct arena *arena,
                                     const struct catalogue *c,
                                     const struct tableau *t)
{
    struct arena *work = arena_child(arena);
    struct side side = prepare(arena, t, t->slack);
    int *all = arena_array(arena, (size_t)t->stages, sizeof *all);
    for (int i = 0; i < t->stages; i++)
        all[i] = i;
    struct looking l = {arena, work, &side, all, INT_MAX, {0}};
    for (int i = 0; i < c->count; i++) {
        struct arena_mark mark = arena_mark(work);
        try_known(&l, &c->known[i]);
        arena_release(work, mark);
    }
    arena_free(work);
    return l.look;
}

/* ---- the verdict ---- */

/* Entries that differ in weights alone, and not in those of b. */
static bool is_other_row(const struct tableau *t,
                         const struct catalogue_match *m)
{
    int n = t->stages, first = n * (n + 1), last = tableau_written_c(t);
    bool embedded = m->differences > 1;
    for (int i = 0; i < m->differences; i++)
        embedded &= m->difference[i].at >= first && m->difference[i].at < last;
    return embedded;
}

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
    bool sound = is_sound(arena, m, a);
    if (sound && is_other_row(a->tableau, m))
        return CATALOGUE_ROW;
    if (m->differences > 1 && m->differences * NEAR > m->entries)
        return CATALOGUE_FAR;
    sound &= (a->rounded ? a->off_rounded : a->off) == 0;
    return sound ? CATALOGUE_SOUND : CATALOGUE_WRONG;
}
