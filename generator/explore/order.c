/* SPDX-License-Identifier: MIT
 *
 * Runs with halved steps against a reference.
 */
#include "explore/drive.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "explore/verdict.h"

/* An end state as errors are measured from it, and sizes at the start. */
struct goal {
    double R[9], L[3], x[3], v[3];
    double size_L, size_x, size_v;
};

/* Distance of two end states: an angle, and relative to |L|, |x| and |v|, there
 * or at the start, which is larger. */
struct distance {
    double of[ORDER_COLUMNS];
};

static double relative(const double from[3], const double to[3], double least)
{
    double d[3], size = fmax(vector_norm(from), least);
    for (int i = 0; i < 3; i++)
        d[i] = to[i] - from[i];
    return vector_norm(d) / (size > 0 ? size : 1);
}

static struct distance distance(const struct goal *from, const struct goal *to)
{
    return (struct distance){{explore_angle(from->R, to->R),
                              relative(from->L, to->L, from->size_L),
                              fmax(relative(from->x, to->x, from->size_x),
                                   relative(from->v, to->v, from->size_v))}};
}

static double largest(struct distance d)
{
    return fmax(d.of[0], fmax(d.of[1], d.of[2]));
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
    drive_momentum(&d, goal->L);
    drive_position(&d, goal->x, goal->v);
    goal->size_L = vector_norm(goal->L);
    goal->size_x = vector_norm(goal->x);
    goal->size_v = vector_norm(goal->v);
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

/* Do more steps not help any more?  Either the difference is round-off, or it
 * is small and shrinks much slower than the order promises. */
static int settled(struct distance now, struct distance before, long n,
                   int order)
{
    const double worst = largest(now), last = largest(before);
    return worst <= order_roundoff(n) ||
           (last < 1e-7 && worst > last / pow(2, 0.5 * order));
}

static void keep_uncertainty(struct order_result *r, struct distance d, long n)
{
    for (int c = 0; c < ORDER_COLUMNS; c++)
        r->uncertainty[c] = fmax(d.of[c], order_roundoff(n));
    r->reference_steps = n;
}

/* Doubles the steps until it is settled.  The first half of the progress. */
static enum explore_status find_reference(const pol_stepper *s,
                                          const struct explore *e, long first,
                                          long most, struct goal *goal,
                                          struct order_result *r)
{
    struct goal last;
    struct distance now = {{INFINITY, INFINITY, INFINITY}}, before = now;
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

/* ---- the rows -------------------------------------------------------- */

static enum explore_status run_row(const pol_stepper *s,
                                   const struct explore *e,
                                   const struct goal *reference, long steps,
                                   struct share share, struct order_result *r,
                                   struct order_row *row)
{
    struct goal end;
    int failure;
    struct distance d = {{NAN, NAN, NAN}};
    enum explore_status status = reach(s, e, steps, share, &end, &failure);
    *row = (struct order_row){.steps = steps,
                              .h = e->t_end / (double)steps,
                              .failed = status == EXPLORE_FAILED};
    if (status == EXPLORE_OK)
        d = distance(reference, &end);
    memcpy(row->error, d.of, sizeof row->error);
    r->status = failure ? failure : r->status;
    return status;
}

static enum explore_status run_rows(const pol_stepper *s,
                                    const struct explore *e,
                                    const struct goal *reference, long first,
                                    int rows, struct order_result *r)
{
    /* Row k has 2^k of 2^rows - 1 parts of the work. */
    const double part = 0.5 / (ldexp(1, rows) - 1);
    int good = 0;
    for (r->rows = 0; r->rows < rows; r->rows++) {
        const int k = r->rows;
        struct share share = {0.5 + part * (ldexp(1, k) - 1),
                              0.5 + part * (ldexp(1, k + 1) - 1)};
        if (run_row(s, e, reference, first << k, share, r, &r->row[k]) ==
            EXPLORE_STOPPED)
            return EXPLORE_STOPPED; /* what is done stays */
        good += !r->row[k].failed;
    }
    return good ? EXPLORE_OK : EXPLORE_FAILED;
}

/* Puts a row of steps twice as large before the others; false if it is of no
 * use. */
static bool run_coarser(const pol_stepper *s, const struct explore *e,
                        const struct goal *reference, struct order_result *r)
{
    struct order_row row;
    const int status = r->status;
    const long steps = (r->row[0].steps + 1) / 2;
    if (r->rows == EXPLORE_ROWS || r->row[0].failed || steps < 2 ||
        run_row(s, e, reference, steps, (struct share){1, 1}, r, &row) !=
            EXPLORE_OK ||
        !(row.error[ORDER_ATTITUDE] < ORDER_FAR)) {
        r->status = status;
        return false;
    }
    memmove(r->row + 1, r->row, (size_t)r->rows * sizeof row);
    r->row[0] = row;
    r->rows++;
    return true;
}

static double damping(const struct explore *e)
{
    return e->damping ? *e->damping : 0;
}

enum explore_status explore_order(const pol_stepper *s,
                                  const pol_stepper *reference,
                                  const struct explore *e, int halvings,
                                  struct order_result *result)
{
    struct goal goal;
    double h;
    const int claim = e->held && s->order > 1 ? 1 : s->order;
    const long first = explore_steps(e->t_end, e->h, &h);
    memset(result, 0, sizeof *result);
    result->columns = s->moves ? ORDER_COLUMNS : ORDER_MOTION;
    order_judge(result, claim, e->rounding, damping(e));
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
    status = run_rows(s, e, &goal, first, halvings + 1, result);
    do
        order_judge(result, claim, e->rounding, damping(e));
    while (status == EXPLORE_OK && result->verdict != ORDER_CONVERGING &&
           run_coarser(s, e, &goal, result));
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
