/* SPDX-License-Identifier: MIT
 *
 * Runs with more and more steps until an error is reached, then with the fewest
 * steps that reach it.
 */
#include "explore/drive.h"

#include <math.h>

/* A ladder ends at DEEP times the demanded error.  The fewest steps are found
 * within a factor SLACK, by at most TRIES runs, each aimed at ASIDE times the
 * error. */
#define DEEP  1e-3
#define SLACK 1.02
#define ASIDE 0.995
enum { ENOUGH = 4, TRIES = 8 };

struct climb {
    struct order_runs runs;
    const struct ladder_demand *demand;
    struct ladder_result *result;
};

double order_worst(const struct order_row *row, unsigned columns)
{
    double worst = row->failed ? INFINITY : 0;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (columns >> c & 1 && !(row->error[c] <= worst))
            worst =
                row->failed || isnan(row->error[c]) ? INFINITY : row->error[c];
    return worst;
}

/* Infinite if the row has too few steps. */
static double worst_of(const struct climb *c, const struct order_row *row)
{
    return row->steps < c->demand->least
               ? INFINITY
               : order_worst(row, c->result->order.columns);
}

static double worst_at(const struct climb *c, int k)
{
    return worst_of(c, &c->result->order.row[k]);
}

static enum explore_status run(const struct climb *c, long steps,
                               struct order_row *row, double *cost)
{
    enum explore_status status =
        order_run_row(&c->runs, steps, 0, 1, row, &c->result->order.status);
    /* an event or a sample cuts its step in two */
    *cost = c->demand->cost(c->demand->context,
                            row->failed ? 0 : steps + row->quality.cuts);
    return status;
}

/* True if finer rungs show nothing new. */
static bool is_deep(const struct climb *c)
{
    const struct order_result *o = &c->result->order;
    const int last = o->rows - 1;
    int clean = 0;
    if (o->row[last].noise == o->columns)
        return true;
    if (!(worst_at(c, last) <= c->demand->error))
        return false;
    if (c->demand->is_brief)
        return last > 0 && worst_at(c, last - 1) <= c->demand->error;
    if (last > 1 && worst_at(c, last) > worst_at(c, last - 2) / 2)
        return true; /* rounding grows */
    for (int k = 0; k <= last; k++)
        clean += !o->row[k].failed && worst_at(c, k) < 0.5;
    return clean > ENOUGH && o->verdict == ORDER_CONVERGING &&
           worst_at(c, last) <= DEEP * c->demand->error;
}

/* Runs the rungs: the spec's step, halved and doubled. */
static enum explore_status climb_up(const struct climb *c)
{
    struct order_result *o = &c->result->order;
    long rung[64];
    int n = 0;
    for (long s = c->demand->steps; n == 0 || rung[n - 1] > 1; s = (s + 1) / 2)
        rung[n++] = s;
    long count = rung[n - 1];
    while (o->rows < EXPLORE_ROWS) {
        double *cost = &c->result->cost[o->rows];
        if (run(c, count, &o->row[o->rows], cost) == EXPLORE_STOPPED)
            return EXPLORE_STOPPED;
        o->rows++;
        order_judge(o, order_claimed(c->runs.stepper, c->runs.explore),
                    c->runs.explore->rounding,
                    c->runs.explore->damping ? *c->runs.explore->damping : 0);
        const long more = o->rows < n ? rung[n - 1 - o->rows] : 2 * count;
        const double least = c->demand->cost(c->demand->context, 0);
        const double a_step =
            fmax(least, isfinite(*cost) ? *cost / (double)count : 0);
        if (is_deep(c))
            break;
        if (a_step * (double)more > c->demand->most) {
            c->result->is_costly = true;
            break;
        }
        count = more;
    }
    return EXPLORE_OK;
}

/* The first rung from which on all errors are small enough, or -1. */
static int first_reached(const struct climb *c)
{
    int k = c->result->order.rows;
    while (k > 0 && worst_at(c, k - 1) <= c->demand->error)
        k--;
    return k < c->result->order.rows ? k : -1;
}

/* Finds the fewest steps that reach the error, between a rung that does not and
 * one that does, by the line through both in logarithms. */
static enum explore_status refine(const struct climb *c, int k)
{
    struct ladder_result *r = c->result;
    struct order_row low = r->order.row[k - 1], row;
    double cost;
    for (int i = 0; i < TRIES; i++) {
        const double lo = (double)low.steps, hi = (double)r->reached.steps;
        if (hi <= SLACK * lo || hi - lo <= 1)
            break;
        const double over = worst_of(c, &low);
        const double under = worst_of(c, &r->reached);
        double part = 0.5;
        if (isfinite(over) && under > 0 && over > under)
            part = log(over / (ASIDE * c->demand->error)) / log(over / under);
        const double edge = fmin(0.5, log(SLACK) / log(hi / lo));
        part = fmin(fmax(part, edge / 2), 1 - edge);
        long steps = lround(lo * pow(hi / lo, part));
        steps = steps <= low.steps ? low.steps + 1 : steps;
        if (steps >= r->reached.steps)
            break;
        if (run(c, steps, &row, &cost) == EXPLORE_STOPPED)
            return EXPLORE_STOPPED;
        if (worst_of(c, &row) <= c->demand->error) {
            r->reached = row;
            r->reached_cost = cost;
        } else {
            low = row;
        }
    }
    return EXPLORE_OK;
}

/* Checks the error with half the step, since it may be met by chance; if it is
 * not met, the result is rung k, provided there is a finer rung. */
static enum explore_status confirm(const struct climb *c, int k)
{
    struct ladder_result *r = c->result;
    struct order_row row;
    double cost;
    enum explore_status status = run(c, 2 * r->reached.steps, &row, &cost);
    if (status == EXPLORE_STOPPED || worst_of(c, &row) <= c->demand->error)
        return status;
    r->is_reached = k + 1 < r->order.rows;
    r->reached = r->order.row[k];
    r->reached_cost = r->cost[k];
    return EXPLORE_OK;
}

enum explore_status explore_ladder(const pol_stepper *s,
                                   const struct explore *e,
                                   const struct explore_exact *exact,
                                   const struct ladder_demand *demand,
                                   struct ladder_result *result)
{
    const struct climb c = {{s, e, exact, &result->order}, demand, result};
    *result = (struct ladder_result){.order = order_new(s, exact)};
    enum explore_status status = climb_up(&c);
    const int k = first_reached(&c);
    if (status != EXPLORE_OK || k < 0)
        return status;
    result->is_reached = true;
    result->reached = result->order.row[k];
    result->reached_cost = result->cost[k];
    status = k > 0 ? refine(&c, k) : EXPLORE_OK;
    return status == EXPLORE_OK ? confirm(&c, k) : status;
}
