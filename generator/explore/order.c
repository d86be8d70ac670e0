/* SPDX-License-Identifier: MIT
 *
 * A reference end state: from more and more steps, until two runs agree and the
 * torque does nothing between their stages.  Then runs with halved steps,
 * compared with it, and what their errors show: an order, or why none is seen.
 */
#include "explore/drive.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"

/* The error that rounding alone causes in this number of steps. */
static double roundoff(long steps)
{
    return DBL_EPSILON * sqrt((double)steps);
}

/* Looks during a run that find the largest sizes of wheels and states. */
enum { WAYPOINTS = 64 };

static void note_sizes(const pol_stepper *s, struct explore_goal *goal)
{
    for (int k = s->parts - 1; k > 0 && s->part[k].kind >= POL_WHEEL; k--)
        for (int i = 0, at = explore_place(s, &s->part[k]);
             i < s->part[k].count; i++, at++)
            goal->size[at] = fmax(goal->size[at], fabs(goal->end.rest[at]));
}

/* Runs n steps to t_end, from..to of the progress.  A state that is not finite,
 * or a rejected step, is a failure. */
static enum explore_status reach(const pol_stepper *s, const struct explore *e,
                                 long n, double from, double to,
                                 struct explore_goal *goal)
{
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive d = drive_new(s, e, n);
    d.from = from;
    d.to = to;
    enum explore_status status = EXPLORE_OK;
    *goal = (struct explore_goal){0};
    drive_state(&d, &goal->end);
    note_sizes(s, goal);
    for (int i = 1; i < s->parts && s->part[i].kind < POL_WHEEL; i++) {
        const int at = explore_place(s, &s->part[i]);
        goal->size[at] = vector_norm(goal->end.rest + at);
    }
    for (long i = 1; i <= WAYPOINTS && status == EXPLORE_OK && s->extra; i++) {
        status = drive_advance(&d, n * i / WAYPOINTS - n * (i - 1) / WAYPOINTS);
        drive_state(&d, &goal->end);
        note_sizes(s, goal);
    }
    if (status == EXPLORE_OK) /* breakpoints add steps */
        status = drive_advance(&d, d.control ? LONG_MAX : n - d.steps);
    drive_state(&d, &goal->end);
    arena_release(e->arena, mark);
    double sum = 0; /* finite only if all terms are */
    for (int i = 0; i < 9; i++)
        sum += goal->end.R[i];
    for (int i = 0; i < EXPLORE_REST; i++)
        sum += goal->end.rest[i];
    const bool is_uncertain =
        !isfinite(sum) || goal->end.rejected; /* or a step was rejected */
    return status == EXPLORE_OK && is_uncertain ? EXPLORE_FAILED : status;
}

/* ---- the distance of two ends ---- */

/* The error of L is relative to |L| at the end, or to REST times |L| at the
 * start if that is larger: a body at rest has rounding alone. */
#define REST 1e-8

/* The column of a part. */
static enum order_column column_of(const pol_state_part *p)
{
    static const enum order_column of[] = {ORDER_ATTITUDE, ORDER_MOMENTUM,
                                           ORDER_MOTION, ORDER_MOTION};
    return p->kind < POL_WHEEL ? of[p->kind] : ORDER_STATES;
}

/* The error of a part at `rest[at]`; for wheels and states, of number i. */
static double part_error(const pol_state_part *p, int at, int i,
                         const struct explore_goal *from,
                         const struct explore_goal *to)
{
    const double *a = from->end.rest + at, *b = to->end.rest + at;
    const bool is_vector = p->kind < POL_WHEEL;
    double size = from->size[at + i];
    if (is_vector)
        size =
            fmax(vector_norm(a), p->kind == POL_MOMENTUM ? REST * size : size);
    const double off = is_vector ? vector_distance(a, b) : fabs(b[i] - a[i]);
    return off / (size > 0 ? size : 1);
}

/* The errors between two ends; see enum order_column. */
static void distance(const pol_stepper *s, const struct explore_goal *from,
                     const struct explore_goal *to, double of[ORDER_COLUMNS])
{
    memset(of, 0, ORDER_COLUMNS * sizeof *of);
    of[ORDER_ATTITUDE] = explore_angle(from->end.R, to->end.R);
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++) {
        double *error = &of[column_of(p)];
        const int errors = p->kind == POL_ATTITUDE ? 0
                           : p->kind < POL_WHEEL   ? 1
                                                   : p->count;
        for (int i = 0; i < errors; i++)
            *error =
                fmax(*error, part_error(p, explore_place(s, p), i, from, to));
    }
}

/* The columns that the stepper has, as bits. */
static unsigned columns_of(const pol_stepper *s)
{
    unsigned columns = 0;
    for (int i = 0; i < s->parts; i++)
        columns |= 1U << column_of(&s->part[i]);
    return columns;
}

/* ---- changes that steps miss ---- */

enum { EVALUATIONS = 100, EVALUATIONS_MOST = 2000000, SEEN = 64 };

/* The change that n steps miss, with LOOKS evaluations in each step of a run of
 * `least` steps, but EVALUATIONS_MOST in all. */
static double find_missed(const pol_stepper *s, const struct explore *e, long n,
                          long least)
{
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive drive = drive_new(s, e, n);
    struct scan c = scan_new(&drive, s->kept - e->loads);
    double most = (double)EVALUATIONS * (double)least / (double)n;
    most = fmin(most, (double)EVALUATIONS_MOST / (double)n) / SCAN_POINTS;
    const int parts = most > 2 ? (int)most : 2;
    double worst = 0;
    for (bool more = true; more;) {
        memcpy(c.before, drive.x, (size_t)s->state * sizeof *c.before);
        more = drive_advance(&drive, 1) == EXPLORE_OK &&
               s->time(c.before) < s->time(drive.x);
        worst = fmax(worst, more ? scan_step(&c, parts) : 0);
    }
    arena_release(e->arena, mark);
    return worst;
}

/* ---- the reference ---- */

/* More than REFERENCE_MOST steps do not help a method of high order.  Missed
 * changes are ignored up to BESIDE times the uncertainty. */
enum { REFERENCE_MOST = 1 << 18, REFERENCE_LEAST = 16, DEVIATION = 100 };

/* True if more steps do not help: the difference is round-off, or it is small
 * and shrinks much slower than the order promises. */
static bool is_settled(const pol_stepper *reference, long n, double before,
                       double now)
{
    return now <= roundoff(n) ||
           (before < 1e-7 && now > before / pow(2, 0.5 * reference->order));
}

enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *explore, long first,
                                      long finest, struct explore_exact *exact)
{
    struct explore e = *explore;
    struct explore_goal last;
    double worst = INFINITY, before, done = 0, off[ORDER_COLUMNS];
    bool have = false;
    const long least = first < REFERENCE_LEAST ? REFERENCE_LEAST : first;
    const long most = 2 * (finest > REFERENCE_MOST ? finest : REFERENCE_MOST);
    *exact = (struct explore_exact){.steps = 0};
    e.h = 0; /* adaptive, at most t_end/n: steps end on breakpoints */
    for (long n = least; n <= most; n *= 2) {
        const double to = done + (0.5 - done) / 4;
        enum explore_status status =
            reach(reference, &e, n, done, to, &exact->goal);
        done = to;
        exact->status = exact->goal.end.status;
        if (status == EXPLORE_STOPPED)
            return status;
        if (status == EXPLORE_OK && have) {
            distance(reference, &last, &exact->goal, off);
            before = worst;
            worst = fmax(fmax(off[0], off[1]), fmax(off[2], off[3]));
            exact->steps = exact->goal.end.steps;
            exact->is_settled = is_settled(reference, n, before, worst);
            double missed = 0;
            if (e.loads && n < SEEN * least &&
                (exact->is_settled || 2 * n > most))
                missed = find_missed(reference, &e, n, least);
            if (!(missed > DEVIATION * fmax(worst, roundoff(n))))
                missed = 0;
            for (int c = 0; c < ORDER_COLUMNS; c++)
                exact->uncertainty[c] = fmax(fmax(off[c], roundoff(n)), missed);
            if (exact->is_settled && !(missed > 0))
                return EXPLORE_OK;
        }
        have = status == EXPLORE_OK;
        last = exact->goal;
    }
    return exact->steps && have ? EXPLORE_OK : EXPLORE_FAILED;
}

/* ---- judging the rows ---- */

/* ENOUGH rows show an order if neighbouring ones AGREE; it is another order if
 * it is more than BELOW below the claim; if above, it must be within SURE of an
 * integer.  Errors above FAR (rad or relative) are ignored; a reference that is
 * uncertain by more than LOST is useless. */
enum { ENOUGH = 4 };
#define AGREE 0.15
#define FAR   0.5
#define BELOW 0.3
#define SURE  0.05
#define LOST  1e-3
#define FEW   10 /* noise: errors below 10 uncertainties, */
#define BIAS  16 /* or below 16 roundings a step if they do not fall */
#define FALLS 0.5

/* How much the motion magnifies rounding, in the stepper as in the reference:
 * from the reference's uncertainty, if that is rounding alone; else 1. */
static double magnified(const struct order_result *r, int c)
{
    const double u = r->uncertainty[c] / roundoff(r->reference_steps);
    return r->is_settled ? fmax(1, u) : 1;
}

/* True if the error is noise: the reference's uncertainty and unbiased rounding
 * explain it; or it no longer falls, or was noise in the row before, and biased
 * rounding of this number of steps explains it. */
static bool is_noise(const struct order_result *r, int k, int c, double eps)
{
    const struct order_row *row = &r->row[k];
    const double rounding = magnified(r, c) * eps, n = (double)row->steps;
    const double error = row->error[c];
    if (error <= FEW * fmax(r->uncertainty[c], rounding * sqrt(n)))
        return true;
    return k && error <= BIAS * rounding * n &&
           (row[-1].noise >> c & 1 || !(row->order[c] > FALLS));
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
        for (int c = 0; c < ORDER_COLUMNS; c++) {
            row->order[c] =
                k ? log2(last->error[c] / row->error[c]) /
                        log2((double)row->steps / (double)last->steps)
                  : NAN;
            if (is_noise(r, k, c, rounding))
                row->noise |= r->columns & 1U << c;
        }
    }
}

/* The columns with enough clean rows, as bits. */
static unsigned significant_columns(const struct order_result *r)
{
    unsigned columns = 0;
    for (int c = 0; c < ORDER_COLUMNS; c++) {
        int clean = 0;
        for (int k = 0; k < r->rows; k++)
            clean += is_clean(&r->row[k], c);
        columns |= (unsigned)(clean >= ENOUGH) << c;
    }
    return columns;
}

/* True if the ENOUGH rows up to k are clean and neighbouring orders agree. */
static bool agree(const struct order_result *r, int k, unsigned columns)
{
    const int first = k - ENOUGH + 1;
    for (int c = 0; c < ORDER_COLUMNS && first >= 0; c++)
        for (int i = first; columns >> c & 1 && i <= k; i++)
            if (!is_clean(&r->row[i], c) ||
                (i > first + 1 &&
                 !(fabs(r->row[i].order[c] - r->row[i - 1].order[c]) <= AGREE)))
                return false;
    return columns && first >= 0;
}

/* True if the row has the claimed order, or a higher one.  A higher order that
 * is not an integer is still changing. */
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

static enum order_verdict no_order(const struct order_result *r,
                                   unsigned columns, int claim, double damping)
{
    bool noise = false, less = false;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (r->uncertainty[c] > LOST)
            return ORDER_UNCERTAIN;
    for (int k = 0; k < r->rows; k++) {
        const struct order_row *row = &r->row[k];
        noise |= row->noise != 0;
        const unsigned agreeing = agree(r, k, columns) ? columns : 0;
        for (int c = 0; c < ORDER_COLUMNS; c++) {
            less |= agreeing >> c & 1 && row->order[c] > BELOW &&
                    row->order[c] < claim - BELOW;
            /* some motion is damped faster than a clean step */
            less |= is_clean(row, c) && row->h * damping > 2;
        }
    }
    return less                ? ORDER_REDUCED
           : noise && !columns ? ORDER_NOISE
                               : ORDER_NOT_SETTLED;
}

int order_claimed(const pol_stepper *s, const struct explore *e)
{
    return e->held && s->order > 1 ? 1 : s->order;
}

/* The order of the last three clean rows, for a column with too few clean rows;
 * NaN if they show none. */
static double short_order(const struct order_result *r, int c)
{
    int k = r->rows - 1;
    while (k >= 2 && !is_clean(&r->row[k], c))
        k--;
    const struct order_row *row = &r->row[k];
    return k >= 2 && is_clean(row - 1, c) && is_clean(row - 2, c) &&
                   fabs(row->order[c] - row[-1].order[c]) <= AGREE
               ? row->order[c]
               : NAN;
}

void order_judge(struct order_result *r, int claim, double rounding,
                 double damping)
{
    fill_orders(r, fmax(rounding, DBL_EPSILON));
    for (int c = 0; c < ORDER_COLUMNS; c++)
        r->order[c] = NAN;
    const unsigned columns = significant_columns(r);
    int to = r->rows - 1;
    while (to >= 0 &&
           !(agree(r, to, columns) && is_claimed(&r->row[to], columns, claim)))
        to--;
    r->verdict =
        to < 0 ? no_order(r, columns, claim, damping) : ORDER_CONVERGING;
    if (to < 0)
        return;
    r->to = to;
    r->from = to - ENOUGH + 1;
    while (r->from > 0 && agree(r, r->from + ENOUGH - 2, columns))
        r->from--;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (columns >> c & 1)
            r->order[c] = r->row[to].order[c];
        else
            r->order[c] = short_order(r, c);
}

/* The power at which the errors of a column fall over all rows, by least
 * squares in the logarithms; NaN if fewer than ENOUGH are clean. */
static double slope_of(const struct order_result *r, int c)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int k = 0; k < r->rows; k++) {
        const double to = log((double)r->row[k].steps);
        const double error = -log(r->row[k].error[c]);
        if (!is_clean(&r->row[k], c))
            continue;
        n++;
        x += to;
        y += error;
        xx += to * to;
        xy += to * error;
    }
    return n < ENOUGH ? NAN : (n * xy - x * y) / (n * xx - x * x);
}

/* Sets ORDER_ROUGH if a jump or kink of the torque explains the order. */
static void judge_rough(struct order_result *r, const struct explore *e,
                        int claim)
{
    bool falls = false;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        falls |= r->columns >> c & 1 && fabs(slope_of(r, c) - e->rough) < 0.5;
    if (falls && e->rough < claim && r->verdict != ORDER_CONVERGING)
        r->verdict = ORDER_ROUGH;
}

/* ---- the rows ---- */

struct order_result order_new(const pol_stepper *s,
                              const struct explore_exact *exact)
{
    struct order_result r = {.columns = columns_of(s),
                             .reference_steps = exact->steps,
                             .is_settled = exact->is_settled};
    memcpy(r.uncertainty, exact->uncertainty, sizeof r.uncertainty);
    return r;
}

enum explore_status order_run_row(const struct order_runs *runs, long steps,
                                  double from, double to, struct order_row *row,
                                  int *failed)
{
    struct explore_goal end;
    struct run_quality seen = {.since = NAN};
    struct explore watched = *runs->explore;
    watched.quality = &seen;
    enum explore_status status =
        reach(runs->stepper, &watched, steps, from, to, &end);
    *row = (struct order_row){.steps = steps,
                              .h = watched.t_end / (double)steps,
                              .error = {NAN, NAN, NAN, NAN},
                              .failed = status == EXPLORE_FAILED,
                              .quality = seen};
    if (status == EXPLORE_OK)
        distance(runs->stepper, &runs->exact->goal, &end, row->error);
    if (end.end.status)
        *failed = end.end.status;
    return status;
}

static enum explore_status run_rows(const struct order_runs *race, long first,
                                    int rows)
{
    /* row k has 2^k / (2^rows - 1) of the work */
    const double part = 0.5 / (ldexp(1, rows) - 1);
    struct order_result *r = race->result;
    int good = 0;
    for (int k = 0; k < rows; k++) {
        r->rows = k; /* keeps finished rows */
        if (order_run_row(race, first << k, 0.5 + part * (ldexp(1, k) - 1),
                          0.5 + part * (ldexp(1, k + 1) - 1), &r->row[k],
                          &r->status) == EXPLORE_STOPPED)
            return EXPLORE_STOPPED;
        good += !r->row[k].failed;
    }
    r->rows = rows;
    return good ? EXPLORE_OK : EXPLORE_FAILED;
}

/* Inserts a row with twice the step before the others; false if it is of no
 * use. */
static bool run_coarser(const struct order_runs *race)
{
    struct order_result *r = race->result;
    struct order_row row;
    int failed;
    const long steps = (r->row[0].steps + 1) / 2;
    if (r->rows == EXPLORE_ROWS || r->row[0].failed || steps < 2 ||
        order_run_row(race, steps, 1, 1, &row, &failed) != EXPLORE_OK ||
        !(row.error[ORDER_ATTITUDE] < FAR))
        return false;
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
    struct explore exactly = *e;
    struct explore_exact exact = {.steps = 0};
    const struct order_runs race = {s, e, &exact, result};
    const int claim = order_claimed(s, e);
    const long first = explore_steps(e->t_end, e->h);
    enum explore_status status = EXPLORE_OK;
    exactly.held = 0;
    halvings = halvings < 0 ? 0 : halvings;
    halvings = halvings < EXPLORE_ROWS ? halvings : EXPLORE_ROWS - 1;
    while (halvings > 0 && first > (1L << 40) >> halvings)
        halvings--; /* more steps take too long on any machine */
    if (first > 0)
        status = explore_reference(reference, &exactly, first,
                                   first << halvings, &exact);
    *result = order_new(s, &exact);
    order_judge(result, claim, e->rounding, 0);
    result->status = exact.status;
    if (first <= 0 || status != EXPLORE_OK)
        return status;
    result->status = 0;
    status = run_rows(&race, first, halvings + 1);
    do {
        order_judge(result, claim, e->rounding, e->damping ? *e->damping : 0);
        if (e->rough)
            judge_rough(result, e, claim);
    } while (status == EXPLORE_OK && result->verdict != ORDER_CONVERGING &&
             result->verdict != ORDER_ROUGH && run_coarser(&race));
    return status;
}

/* ---- records ---- */

static const char *const column_name[ORDER_COLUMNS] = {"attitude", "momentum",
                                                       "motion", "states"};
const char *const order_verdict_name[] = {
    [ORDER_CONVERGING] = "converging",
    [ORDER_REDUCED] = "reduced",
    [ORDER_ROUGH] = "rough",
    [ORDER_NOISE] = "round-off",
    [ORDER_UNCERTAIN] = "reference lost",
    [ORDER_NOT_SETTLED] = "not settled",
};

void order_put(struct text *out, const char *format, const double *value,
               unsigned columns)
{
    for (int c = 0; c < ORDER_COLUMNS; c++) {
        char key[32];
        if (!(columns >> c & 1))
            continue;
        snprintf(key, sizeof key, format, column_name[c]);
        json_print(out, "*:r", key, value[c]);
    }
}
