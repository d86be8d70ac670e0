/* SPDX-License-Identifier: MIT
 *
 * Runs with halved steps against a reference, and what their errors show: an
 * order, or why there is none to be seen.
 */
#include "explore/drive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"

/* ---- what is seen ---- */

/* Rows that show an order, how well their orders agree, and how far below the
 * claim the order is another one; errors beyond FAR, rad or relative, say
 * nothing of small steps; beyond LOST the reference says nothing. */
enum { ENOUGH = 4 };
#define AGREE 0.15
#define FAR   0.5
#define BELOW 0.3
#define SURE  0.05
#define LOST  1e-3
#define FEW   10 /* errors of so many uncertainties are taken for noise */

/* What rounding alone makes of that many steps. */
static double roundoff(long steps)
{
    return DBL_EPSILON * sqrt((double)steps);
}

/* What a run of so many steps leaves uncertain: the body's motion magnifies
 * the stepper's rounding as it does the reference's. */
static double noise(const struct order_result *r, int c, long steps,
                    double rounding)
{
    double u = r->uncertainty[c];
    double magnified = fmax(1, u / roundoff(r->reference_steps));
    return fmax(u, magnified * rounding / DBL_EPSILON * roundoff(steps));
}

static bool is_clean(const struct order_row *row, int c)
{
    return !row->failed && !(row->noise >> c & 1) && row->error[c] > 0 &&
           row->error[c] < FAR;
}

static void fill_orders(struct order_result *r, double rounding)
{
    for (int k = 0; k < r->rows; k++) {
        struct order_row *row = &r->row[k], *last = row - 1;
        row->noise = 0;
        for (int c = 0; c < r->columns; c++) {
            double most = FEW * noise(r, c, row->steps, rounding);
            row->order[c] =
                k ? log2(last->error[c] / row->error[c]) /
                        log2((double)row->steps / (double)last->steps)
                  : NAN;
            if (row->error[c] <= most || (k && last->noise >> c & 1))
                row->noise |= 1U << c; /* and with smaller steps it stays */
        }
    }
}

/* The columns in which there are rows enough. */
static unsigned telling(const struct order_result *r)
{
    unsigned columns = 0;
    for (int c = 0; c < r->columns; c++) {
        int clean = 0;
        for (int k = 0; k < r->rows; k++)
            clean += is_clean(&r->row[k], c);
        columns |= (unsigned)(clean >= ENOUGH) << c;
    }
    return columns;
}

/* Are the ENOUGH rows up to k clean, and do neighbouring orders agree? */
static bool agree(const struct order_result *r, int k, unsigned columns)
{
    const int first = k - ENOUGH + 1;
    for (int c = 0; c < r->columns && first >= 0; c++)
        for (int i = first; columns >> c & 1 && i <= k; i++)
            if (!is_clean(&r->row[i], c) ||
                (i > first + 1 &&
                 !(fabs(r->row[i].order[c] - r->row[i - 1].order[c]) <= AGREE)))
                return false;
    return columns && first >= 0;
}

/* Is it the claimed order there, or a higher one?  An order that is no whole
 * number is on its way to another. */
static bool is_claimed(const struct order_row *row, unsigned telling, int claim)
{
    for (int c = 0; c < ORDER_COLUMNS; c++) {
        double order = row->order[c];
        if (telling >> c & 1 &&
            (order < claim - BELOW ||
             (order > claim + BELOW && fabs(order - round(order)) > SURE)))
            return false;
    }
    return true;
}

static bool is_less(const struct order_row *row, unsigned telling, int claim)
{
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (telling >> c & 1 && row->order[c] > BELOW &&
            row->order[c] < claim - BELOW)
            return true;
    return false;
}

static void set_order(struct order_result *r, int to, unsigned columns)
{
    r->verdict = ORDER_CONVERGING;
    r->to = to;
    r->from = to - ENOUGH + 1;
    while (r->from > 0 && agree(r, r->from + ENOUGH - 2, columns))
        r->from--;
    for (int c = 0; c < r->columns; c++)
        if (columns >> c & 1)
            r->order[c] = r->row[to].order[c];
}

static enum order_verdict no_order(const struct order_result *r,
                                   unsigned columns, int claim, double damping)
{
    bool noise = false, less = false;
    for (int c = 0; c < r->columns; c++)
        if (r->uncertainty[c] > LOST)
            return ORDER_LOST;
    for (int k = 0; k < r->rows; k++) {
        const struct order_row *row = &r->row[k];
        noise |= row->noise != 0;
        less |= agree(r, k, columns) && is_less(row, columns, claim);
        /* is a damped part of the motion faster than a step that is clean? */
        for (int c = 0; c < r->columns; c++)
            less |= is_clean(row, c) && row->h * damping > 2;
    }
    return less                ? ORDER_REDUCED
           : noise && !columns ? ORDER_NOISE
                               : ORDER_NOT_SETTLED;
}

void order_judge(struct order_result *r, int claim, double rounding,
                 double damping)
{
    fill_orders(r, fmax(rounding, DBL_EPSILON));
    for (int c = 0; c < ORDER_COLUMNS; c++)
        r->order[c] = NAN;
    const unsigned columns = telling(r);
    for (int k = r->rows - 1; k >= 0; k--)
        if (agree(r, k, columns) && is_claimed(&r->row[k], columns, claim)) {
            set_order(r, k, columns);
            return;
        }
    r->verdict = no_order(r, columns, claim, damping);
}

/* ---- the runs ---- */

/* An end state, and sizes of L, x and v at the start. */
struct goal {
    struct explore_state end;
    double size[3];
};

/* What all runs have in common. */
struct race {
    const pol_stepper *stepper;
    const struct explore *explore;
    struct goal goal; /* where errors are measured from */
    struct order_result *result;
};

static double relative(const double from[3], const double to[3], double least)
{
    double d[3], size = fmax(vector_norm(from), least);
    for (int i = 0; i < 3; i++)
        d[i] = to[i] - from[i];
    return vector_norm(d) / (size > 0 ? size : 1);
}

/* Distance of two end states: an angle, and relative to |L|, |x| and |v|, there
 * or at the start, which is larger. */
static void distance(const struct goal *from, const struct goal *to,
                     double of[ORDER_COLUMNS])
{
    const struct explore_state *a = &from->end, *b = &to->end;
    of[ORDER_ATTITUDE] = explore_angle(a->R, b->R);
    of[ORDER_MOMENTUM] = relative(a->L, b->L, from->size[0]);
    of[ORDER_MOTION] = fmax(relative(a->x, b->x, from->size[1]),
                            relative(a->v, b->v, from->size[2]));
}

static bool is_finite(const struct explore_state *s)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += s->R[i];
    for (int i = 0; i < 3; i++)
        sum += s->L[i] + s->x[i] + s->v[i];
    return isfinite(sum);
}

/* Runs n steps to t_end, which are a share of the progress.  A state that has
 * left the numbers is a failure. */
static enum explore_status reach(const struct race *race, long n, double from,
                                 double to, struct goal *goal)
{
    const struct explore *e = race->explore;
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive d = drive_new(race->stepper, e, n);
    d.from = from;
    d.to = to;
    drive_state(&d, &goal->end);
    goal->size[0] = vector_norm(goal->end.L);
    goal->size[1] = vector_norm(goal->end.x);
    goal->size[2] = vector_norm(goal->end.v);
    enum explore_status status = drive_advance(&d, n);
    drive_state(&d, &goal->end);
    arena_release(e->arena, mark);
    return status == EXPLORE_OK && !is_finite(&goal->end) ? EXPLORE_FAILED
                                                          : status;
}

/* ---- the reference ---- */

/* More steps than this are of no use to a method of high order. */
enum { REFERENCE_MOST = 1 << 18, REFERENCE_LEAST = 16 };

/* Do more steps not help any more?  Either the difference is round-off, or it
 * is small and shrinks much slower than the order promises. */
static bool settled(double worst, double last, long n, int order)
{
    return worst <= roundoff(n) ||
           (last < 1e-7 && worst > last / pow(2, 0.5 * order));
}

/* Doubles the steps, from those of a run's first row on and beyond those of its
 * finest one, until it is settled.  The first half of the progress. */
static enum explore_status find_reference(struct race *race, long first,
                                          long finest)
{
    struct order_result *r = race->result;
    struct goal last;
    double worst = INFINITY, before, done = 0, off[ORDER_COLUMNS];
    bool have = false;
    const long most = 2 * (finest > REFERENCE_MOST ? finest : REFERENCE_MOST);
    for (long n = first < REFERENCE_LEAST ? REFERENCE_LEAST : first; n <= most;
         n *= 2) {
        const double to = done + (0.5 - done) / 4;
        enum explore_status status = reach(race, n, done, to, &race->goal);
        done = to;
        r->status = race->goal.end.status;
        if (status == EXPLORE_STOPPED)
            return status;
        if (status == EXPLORE_OK && have) {
            distance(&last, &race->goal, off);
            before = worst;
            worst = fmax(off[0], fmax(off[1], off[2]));
            for (int c = 0; c < ORDER_COLUMNS; c++)
                r->uncertainty[c] = fmax(off[c], roundoff(n));
            r->reference_steps = n;
            if (settled(worst, before, n, race->stepper->order))
                return EXPLORE_OK;
        }
        have = status == EXPLORE_OK;
        last = race->goal;
    }
    return r->reference_steps && have ? EXPLORE_OK : EXPLORE_FAILED;
}

/* ---- the rows ---- */

static enum explore_status run_row(const struct race *race, long steps,
                                   double from, double to,
                                   struct order_row *row)
{
    struct goal end;
    enum explore_status status = reach(race, steps, from, to, &end);
    *row = (struct order_row){.steps = steps,
                              .h = race->explore->t_end / (double)steps,
                              .error = {NAN, NAN, NAN},
                              .failed = status == EXPLORE_FAILED};
    if (status == EXPLORE_OK)
        distance(&race->goal, &end, row->error);
    if (end.end.status)
        race->result->status = end.end.status;
    return status;
}

static enum explore_status run_rows(const struct race *race, long first,
                                    int rows)
{
    /* Row k has 2^k of 2^rows - 1 parts of the work. */
    const double part = 0.5 / (ldexp(1, rows) - 1);
    struct order_result *r = race->result;
    int good = 0;
    for (int k = 0; k < rows; k++) {
        r->rows = k; /* what is done stays */
        if (run_row(race, first << k, 0.5 + part * (ldexp(1, k) - 1),
                    0.5 + part * (ldexp(1, k + 1) - 1),
                    &r->row[k]) == EXPLORE_STOPPED)
            return EXPLORE_STOPPED;
        good += !r->row[k].failed;
    }
    r->rows = rows;
    return good ? EXPLORE_OK : EXPLORE_FAILED;
}

/* Puts a row of steps twice as large before the others; false if it is of no
 * use. */
static bool run_coarser(const struct race *race)
{
    struct order_result *r = race->result;
    struct order_row row;
    const int status = r->status;
    const long steps = (r->row[0].steps + 1) / 2;
    if (r->rows == EXPLORE_ROWS || r->row[0].failed || steps < 2 ||
        run_row(race, steps, 1, 1, &row) != EXPLORE_OK ||
        !(row.error[ORDER_ATTITUDE] < FAR)) {
        r->status = status;
        return false;
    }
    memmove(r->row + 1, r->row, (size_t)r->rows * sizeof row);
    r->row[0] = row;
    r->rows++;
    return true;
}

enum explore_status explore_order(const pol_stepper *s,
                                  const pol_stepper *reference,
                                  const struct explore *e, int halvings,
                                  struct order_result *result)
{
    struct explore exact = *e;
    struct race race = {
        .stepper = reference, .explore = &exact, .result = result};
    double h;
    const int claim = e->held && s->order > 1 ? 1 : s->order;
    const long first = explore_steps(e->t_end, e->h, &h);
    exact.held = 0;
    *result = (struct order_result){.columns = s->moves ? ORDER_COLUMNS
                                                        : ORDER_MOTION};
    order_judge(result, claim, e->rounding, 0);
    if (first <= 0)
        return EXPLORE_OK;
    halvings = halvings < 0 ? 0 : halvings;
    halvings = halvings < EXPLORE_ROWS ? halvings : EXPLORE_ROWS - 1;
    while (halvings > 0 && first > (1L << 40) >> halvings)
        halvings--; /* no machine gets to the end of that */

    enum explore_status status =
        find_reference(&race, first, first << halvings);
    if (status != EXPLORE_OK)
        return status;
    result->status = 0;
    race.stepper = s;
    race.explore = e;
    status = run_rows(&race, first, halvings + 1);
    do
        order_judge(result, claim, e->rounding, e->damping ? *e->damping : 0);
    while (status == EXPLORE_OK && result->verdict != ORDER_CONVERGING &&
           run_coarser(&race));
    return status;
}

enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *e, double R[9])
{
    struct order_result result = {0};
    struct race race = {.stepper = reference, .explore = e, .result = &result};
    double h;
    const long first = explore_steps(e->t_end, e->h, &h);
    enum explore_status status = find_reference(&race, first, first);
    memcpy(R, race.goal.end.R, sizeof race.goal.end.R);
    return status;
}
