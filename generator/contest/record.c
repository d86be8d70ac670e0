/* SPDX-License-Identifier: MIT
 *
 * The results of methods, as a record; the reasons for the cheapest ones, and
 * why not the others.
 */
#include "contest/contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void put_row(struct text *out, const char *key, const struct contest *c,
                    const struct outcome *o, const struct order_row *row,
                    double cost)
{
    const double worst = order_worst(row, o->ladder.order.columns);
    json_print(out, "*:{steps:l h:r", key, row->steps, row->h);
    order_put(out, "%s", row->error, o->ladder.order.columns);
    json_print(out, "error:r time:r cost:r roundoff:b failed:b}", worst,
               1e9 * o->seconds,
               row->failed ? NAN : cost / c->session.explore.t_end,
               row->noise == o->ladder.order.columns, row->failed);
}

static void put_ladder(struct text *out, const struct contest *c,
                       const struct outcome *o)
{
    const struct order_result *r = &o->ladder.order;
    json_print(out, "ladder:[");
    for (int k = 0; k < r->rows; k++)
        put_row(out, NULL, c, o, &r->row[k], o->ladder.cost[k]);
    json_print(out, "]");
    if (o->ladder.is_reached)
        put_row(out, "reached", c, o, &o->ladder.reached,
                o->ladder.reached_cost);
}

static void put_drift(struct text *out, const struct contest *c,
                      const struct outcome *o)
{
    const pol_stepper *s = pol_image_stepper(c->job->image[JOB_REFERENCE]);
    const int keeps = c->job->model->keeps - c->job->model->held;
    const bool energy = c->kept[DRIFT_ENERGY] == INVARIANT_YES;
    json_print(out, "drift:{steps:l energy:r keep:{", o->steps,
               energy ? o->energy : NAN);
    for (int i = 0; i < keeps; i++)
        json_print(out, "*:r", s->keep_name[i],
                   c->kept[DRIFT_KEEP + i] == INVARIANT_YES ? o->keep[i] : NAN);
    json_print(out, "} | names:w", keeps, s->keep_name);
    json_print(out, "}");
}

static void put_entrant(struct text *out, const struct contest *c,
                        const struct entrant *e, int rank)
{
    const struct outcome *o = e->outcome;
    const struct order_result *r = &o->ladder.order;
    json_print(out, "method:s tableau:s rank:n order:i verdict:s", e->call,
               e->tableau, rank, o->order, order_verdict_name[r->verdict]);
    order_put(out, "%s_order", r->order, r->columns);
    json_print(out, "implicit:b mul:i add:i div:i sqrt:i calls:i",
               o->is_implicit, o->step.mul, o->step.add, o->step.div,
               o->step.sqrt, o->step.calls);
    json_print(out, "operations:r sweeps:r torques:r time:r", o->operations,
               o->sweeps, o->torques, 1e9 * o->seconds);
    json_print(out, "failure:s too_expensive:b least_steps:l",
               r->status ? explore_fault(r->status)->text : NULL,
               o->ladder.is_costly, o->least);
    if (o->steps)
        put_drift(out, c, o);
    json_words(out, "invariants", o->keeps, ' ');
    put_ladder(out, c, o);
}

/* Opens the record: the body, the reference, the weights of operations. */
static void put_head(struct text *out, const struct contest *c,
                     const char *against)
{
    const pol_stepper *s = pol_image_stepper(c->job->image[JOB_REFERENCE]);
    const double *w = c->weight;
    json_print(out, "{body:s until:r error:r ranked:b compiler:s against:s",
               s->name, c->session.explore.t_end, c->error,
               contest_is_ranked(c), jit_name[c->compiler], against);
    json_print(out, "weights:{mul:r add:r div:r sqrt:r call:r}", w[MUL], w[ADD],
               w[DIV], w[SQRT], w[CALL]);
    json_print(out, "reference:{method:s steps:l", s->method, c->exact.steps);
    order_put(out, "%s", c->exact.uncertainty, order_new(s, &c->exact).columns);
    json_print(out, "}");
}

void contest_put(struct text *out, const struct contest *c, const char *against)
{
    put_head(out, c, against);
    json_print(out, "methods:[");
    for (int i = 0, rank = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_RAN)
            continue;
        const bool has = contest_is_ranked(c) && o->ladder.is_reached;
        json_print(out, "{");
        put_entrant(out, c, &c->entrant[i], has ? ++rank : 0);
        json_print(out, "}");
    }
    json_print(out, "] left_out:[");
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_RAN)
            json_print(out, "{method:s reason:s}", c->entrant[i].call,
                       o ? o->reason : "not tried");
    }
    json_print(out, "]}");
}

/* ---- advice ---- */

/* The step size for this number of steps, with the fewest digits. */
static double step_of(const struct contest *c, long steps)
{
    const double t = c->session.explore.t_end, h = t / (double)steps;
    char text[40];
    for (int digits = 3; digits < 17; digits++) {
        const double unit = pow(10, floor(log10(h)) - digits + 1);
        snprintf(text, sizeof text, "%.*g", digits,
                 ceil(h / unit * (1 - 1e-12)) * unit);
        if (explore_steps(t, strtod(text, NULL)) == steps)
            return strtod(text, NULL);
    }
    return h;
}

/* An advantage over the first method, or NULL. */
static const char *advantage(struct arena *arena, const struct outcome *o,
                             const struct outcome *first)
{
    static const char *const texts[][2] = {
        {"symplectic", "it is symplectic"},
        {"energy", "it keeps the energy"},
        {"energy_linear_potential",
         "it keeps the energy if the potential is linear in R"},
        {"momentum", "it keeps the spatial momentum"},
        {"axis_momentum",
         "it keeps the spatial momentum along axes without torque"}};
    for (int i = 0; i < 5; i++)
        if (text_among(o->keeps, ' ', texts[i][0]) >= 0 &&
            text_among(first->keeps, ' ', texts[i][0]) < 0)
            return texts[i][1];
    if (o->symmetric && !first->symmetric)
        return "it is symmetric";
    if (first->is_implicit && !o->is_implicit)
        return "it needs no iteration";
    if (o->operations < 0.7 * first->operations)
        return text_format(arena, "its steps have %.0f instead of %.0f",
                           o->operations, first->operations);
    return NULL;
}

/* "1.59 times the operations of the first", "12 times ..." */
static const char *times_first(const struct contest *c, const struct entrant *e,
                               double first)
{
    const double times = e->outcome->ladder.reached_cost / first;
    return text_format(c->job->arena, "%.*f times the operations of the first",
                       times < 9.995 ? 2 : 0, times);
}

static const char *reason_for(const struct contest *c, const struct entrant *e)
{
    const struct outcome *o = e->outcome, *first = c->entrant[0].outcome;
    struct arena *arena = c->job->arena;
    if (e == c->entrant && o->order >= ORDER_EXACT)
        return "the fewest operations of the methods tried: it is exact for "
               "steps of any size";
    if (e == c->entrant)
        return text_format(
            arena,
            "the fewest operations of the methods tried: %ld steps of order "
            "%d, %.0f each",
            o->ladder.reached.steps, o->order, o->operations);
    const char *has = advantage(arena, o, first);
    return text_format(arena, "%s%s%s",
                       times_first(c, e, first->ladder.reached_cost),
                       has ? ", but " : "", has ? has : "");
}

/* The reason why it is not among the best. */
static const char *reason_against(const struct contest *c,
                                  const struct entrant *e, double first)
{
    const struct outcome *o = e->outcome;
    struct arena *arena = c->job->arena;
    if (!o || o->kind == OUTCOME_PRICED)
        return "not tried";
    if (o->kind != OUTCOME_RAN)
        return o->reason;
    const double least = contest_least(o);
    if (o->ladder.is_reached)
        return times_first(c, e, first);
    if (o->ladder.is_costly && c->most < c->budget && !o->least)
        return "dearer than these";
    if (o->least)
        return text_format(arena, "the damping needs %ld steps or more",
                           o->least);
    if (o->ladder.is_costly && isfinite(least))
        return text_format(arena,
                           "error %.1e where a run costs %.0e operations",
                           least, c->budget);
    if (isfinite(least))
        return text_format(arena, "its errors stay above %.1e", least);
    return o->ladder.order.status ? explore_fault(o->ladder.order.status)->text
                                  : "every run fails";
}

void contest_put_advice(struct text *out, struct contest *c)
{
    const double first = contest_is_good(c->entrant)
                             ? c->entrant->outcome->ladder.reached_cost
                             : NAN;
    pol_options *o = &c->job->options;
    int n = 0;
    put_head(out, c, "cost");
    json_print(out, "advice:[");
    while (n < CONTEST_BEST && n < c->entrants &&
           contest_is_good(&c->entrant[n])) {
        const struct entrant *e = &c->entrant[n++];
        o->method = e->call;
        o->step = step_of(c, e->outcome->ladder.reached.steps);
        json_print(out, "{why:s step:r command:s", reason_for(c, e), o->step,
                   job_command(c->job, shelf_target, true));
        put_entrant(out, c, e, n);
        json_print(out, "}");
    }
    json_print(out, "] left_out:[");
    for (int i = n; i < c->entrants; i++)
        json_print(out, "{method:s reason:s}", c->entrant[i].call,
                   reason_against(c, &c->entrant[i], first));
    json_print(out, "]}");
}
