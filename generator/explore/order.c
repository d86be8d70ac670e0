/* SPDX-License-Identifier: MIT
 *
 * The observed order: runs with halved steps against a reference, and where
 * in them the order can be read off.
 */
#include "explore/drive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"

/* An end state as errors are measured from it. */
struct goal {
    double R[9], L[3], x[3], v[3];
};

/* Distance of two end states: an angle, and relative to |L|, |x| and |v|. */
struct distance {
    double attitude, momentum, motion;
};

static double relative(const double from[3], const double to[3])
{
    double d[3], size = vector_norm(from);
    for (int i = 0; i < 3; i++)
        d[i] = to[i] - from[i];
    return vector_norm(d) / (size > 0 ? size : 1);
}

static struct distance distance(const struct goal *from, const struct goal *to)
{
    return (struct distance){
        explore_angle(from->R, to->R), relative(from->L, to->L),
        fmax(relative(from->x, to->x), relative(from->v, to->v))};
}

static double largest(struct distance d)
{
    return fmax(d.attitude, fmax(d.momentum, d.motion));
}

static int is_finite(const struct goal *g)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += g->R[i];
    for (int i = 0; i < 3; i++)
        sum += g->L[i] + g->x[i] + g->v[i];
    return isfinite(sum);
}

/* The share of the progress that a run is. */
struct share {
    double from, to;
};

/* Runs n steps to t_end.  A state that has left the numbers is a failure. */
static enum explore_status reach(const pol_stepper *s, const struct explore *e,
                                 long n, struct share share, struct goal *goal,
                                 int *failure)
{
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive d = drive_new(s, e, e->t_end / (double)n, n);
    d.from = share.from;
    d.to = share.to;
    enum explore_status status = drive_advance(&d, n);
    drive_rotation(&d, goal->R);
    drive_momentum(&d, goal->L);
    drive_position(&d, goal->x, goal->v);
    *failure = d.status;
    arena_release(e->arena, mark);
    return status == EXPLORE_OK && !is_finite(goal) ? EXPLORE_FAILED : status;
}

/* ---- the reference --------------------------------------------------- */

/* More steps than this are of no use to a method of high order. */
enum { REFERENCE_MOST = 1 << 18, REFERENCE_LEAST = 16 };

static double roundoff(long n)
{
    return DBL_EPSILON * sqrt((double)n);
}

/* Do more steps not help any more?  Either the difference is round-off, or it
 * is small and shrinks much slower than the order promises. */
static int settled(struct distance now, struct distance before, long n,
                   int order)
{
    const double worst = largest(now), last = largest(before);
    return worst <= roundoff(n) ||
           (last < 1e-7 && worst > last / pow(2, 0.5 * order));
}

static void keep_uncertainty(struct order_result *r, struct distance d, long n)
{
    r->uncertainty_attitude = fmax(d.attitude, roundoff(n));
    r->uncertainty_momentum = fmax(d.momentum, roundoff(n));
    r->uncertainty_motion = fmax(d.motion, roundoff(n));
    r->reference_steps = n;
}

/* Doubles the steps until it is settled.  The first half of the progress. */
static enum explore_status find_reference(const pol_stepper *s,
                                          const struct explore *e, long first,
                                          long most, struct goal *goal,
                                          struct order_result *r)
{
    struct goal last;
    struct distance now = {INFINITY, INFINITY, INFINITY}, before = now;
    double done = 0;
    int have = 0;
    for (long n = first; n <= most; n *= 2, done += (0.5 - done) / 4) {
        struct share share = {done, done + (0.5 - done) / 4};
        enum explore_status status = reach(s, e, n, share, goal, &r->status);
        if (status == EXPLORE_STOPPED)
            return status;
        if (status == EXPLORE_OK && have) {
            before = now;
            now = distance(&last, goal);
            keep_uncertainty(r, now, n);
            if (settled(now, before, n, s->order))
                return EXPLORE_OK;
        }
        have = status == EXPLORE_OK;
        last = *goal;
    }
    return r->reference_steps && have ? EXPLORE_OK : EXPLORE_FAILED;
}

/* ---- reading the order off ------------------------------------------- */

/* One kind of error down the rows. */
struct column {
    int rows;
    double error[EXPLORE_ROWS], order[EXPLORE_ROWS];
    int roundoff[EXPLORE_ROWS];
};

static int usable(const struct column *c, int k)
{
    return k >= 0 && k < c->rows && !c->roundoff[k] && isfinite(c->error[k]) &&
           c->error[k] > 0;
}

/* Round-off begins where an error comes near to the reference's uncertainty,
 * or, already small, stops shrinking; it does not end again. */
static void find_roundoff(struct column *c, double uncertainty)
{
    int begun = 0;
    for (int k = 0; k < c->rows; k++) {
        const double last = k ? c->error[k - 1] : INFINITY;
        begun = begun || c->error[k] <= 10 * uncertainty ||
                (last < 1e-3 && c->error[k] > 0.75 * last);
        c->roundoff[k] = begun;
    }
}

static void find_orders(struct column *c)
{
    for (int k = 0; k < c->rows; k++)
        c->order[k] = k ? log2(c->error[k - 1] / c->error[k]) : NAN;
}

static int clean_pair(const struct column *c, int k)
{
    return usable(c, k - 1) && usable(c, k) && c->error[k - 1] < 0.5;
}

/* The finest pair of rows whose order agrees with the pair before it; if none
 * agrees well, the one that agrees best; if there is but one, that. */
static int best_pair(const struct column *c)
{
    const double enough = 0.05;
    double least = INFINITY;
    int best = -1;
    for (int k = 1; k < c->rows; k++) {
        if (!clean_pair(c, k))
            continue;
        double change = clean_pair(c, k - 1)
                            ? fabs(c->order[k] - c->order[k - 1])
                            : DBL_MAX;
        if (change <= fmax(least, enough)) {
            least = change;
            best = k;
        }
    }
    return best;
}

static double read_column(struct column *c, double uncertainty)
{
    find_orders(c);
    find_roundoff(c, uncertainty);
    const int best = best_pair(c);
    return best < 0 ? NAN : c->order[best];
}

static void read_orders(struct order_result *r)
{
    struct column a = {.rows = r->rows}, m = a, x = a;
    for (int k = 0; k < r->rows; k++) {
        a.error[k] = r->row[k].attitude;
        m.error[k] = r->row[k].momentum;
        x.error[k] = r->row[k].motion;
    }
    r->attitude_order = read_column(&a, r->uncertainty_attitude);
    r->momentum_order = read_column(&m, r->uncertainty_momentum);
    if (r->moves)
        r->motion_order = read_column(&x, r->uncertainty_motion);
    for (int k = 0; k < r->rows; k++) {
        struct order_row *row = &r->row[k];
        row->attitude_order = a.order[k];
        row->momentum_order = m.order[k];
        row->motion_order = r->moves ? x.order[k] : NAN;
        row->roundoff = (a.roundoff[k] ? 1 : 0) | (m.roundoff[k] ? 2 : 0) |
                        (r->moves && x.roundoff[k] ? 4 : 0);
    }
}

/* ---- the rows -------------------------------------------------------- */

static void fill_row(struct order_row *row, const struct goal *reference,
                     const struct goal *end, enum explore_status status)
{
    struct distance d = {NAN, NAN, NAN};
    row->failed = status == EXPLORE_FAILED;
    if (!row->failed)
        d = distance(reference, end);
    row->attitude = d.attitude;
    row->momentum = d.momentum;
    row->motion = d.motion;
}

static enum explore_status run_rows(const pol_stepper *s,
                                    const struct explore *e,
                                    const struct goal *reference, long first,
                                    struct order_result *r)
{
    /* Row k has 2^k of 2^rows - 1 parts of the work. */
    const double part = 0.5 / (ldexp(1, r->rows) - 1);
    int good = 0;
    for (int k = 0; k < r->rows; k++) {
        struct order_row *row = &r->row[k];
        struct share share = {0.5 + part * (ldexp(1, k) - 1),
                              0.5 + part * (ldexp(1, k + 1) - 1)};
        struct goal end;
        int failure;
        row->steps = first << k;
        row->h = e->t_end / (double)row->steps;
        enum explore_status status =
            reach(s, e, row->steps, share, &end, &failure);
        if (status == EXPLORE_STOPPED) {
            r->rows = k; /* what is done stays */
            return status;
        }
        fill_row(row, reference, &end, status);
        r->status = failure ? failure : r->status;
        good += !row->failed;
    }
    return good ? EXPLORE_OK : EXPLORE_FAILED;
}

enum explore_status explore_order(const pol_stepper *s,
                                  const pol_stepper *reference,
                                  const struct explore *e, int halvings,
                                  struct order_result *result)
{
    struct goal goal;
    double h;
    const long first = explore_steps(e->t_end, e->h, &h);
    memset(result, 0, sizeof *result);
    result->moves = s->moves;
    result->attitude_order = result->momentum_order = NAN;
    result->motion_order = NAN;
    if (first <= 0)
        return EXPLORE_OK;
    halvings = halvings < 0 ? 0 : halvings;
    halvings = halvings < EXPLORE_ROWS ? halvings : EXPLORE_ROWS - 1;
    while (halvings > 0 && first > (1L << 40) >> halvings)
        halvings--; /* no machine gets to the end of that */

    const long finest = first << halvings;
    const long least = first < REFERENCE_LEAST ? REFERENCE_LEAST : first;
    const long most = 2 * (finest > REFERENCE_MOST ? finest : REFERENCE_MOST);
    struct explore exact = *e;
    exact.held = 0;
    enum explore_status status =
        find_reference(reference, &exact, least, most, &goal, result);
    if (status != EXPLORE_OK)
        return status;
    result->status = 0;
    result->rows = halvings + 1;
    status = run_rows(s, e, &goal, first, result);
    read_orders(result);
    return status;
}

enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *e, double R[9])
{
    struct order_result result = {0};
    struct goal goal = {0};
    double h;
    long first = explore_steps(e->t_end, e->h, &h);
    long least = first < REFERENCE_LEAST ? REFERENCE_LEAST : first;
    long most = 2 * (first > REFERENCE_MOST ? first : REFERENCE_MOST);
    enum explore_status status =
        find_reference(reference, e, least, most, &goal, &result);
    memcpy(R, goal.R, sizeof goal.R);
    return status;
}
