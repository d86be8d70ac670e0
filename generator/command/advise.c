/* SPDX-License-Identifier: MIT
 *
 * polhode advise: the cheapest ways to an error that is asked for, and why not
 * the others.  Methods run from cheap to dear, as their order and the price of
 * a step let expect; each stops where it is dearer than the last of the best.
 */
#include "command/contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEST = 5 };
#define LIKELY 1.5

static bool is_good(const struct entrant *e)
{
    const struct outcome *o = e->outcome;
    return o && o->kind == OUTCOME_RAN && o->ladder.is_reached;
}

/* A method is of no use that costs more than the last of the best; its rungs
 * may be twice as dear as what it needs in the end. */
static void set_limit(struct contest *c)
{
    double best[BEST];
    for (int i = 0; i < BEST; i++)
        best[i] = INFINITY;
    for (int i = 0; i < c->entrants; i++) {
        const struct entrant *e = &c->entrant[i];
        double cost = is_good(e) ? e->outcome->ladder.reached_cost : INFINITY;
        for (int k = 0; k < BEST; k++)
            if (cost < best[k]) {
                const double other = best[k];
                best[k] = cost;
                cost = other;
            }
    }
    c->most = fmin(c->budget, 2 * best[BEST - 1]);
}

/* Steps of a method of order p, as far as no more is known: error^(-1/p). */
static double expected_of(const struct contest *c, const struct outcome *o)
{
    const int order = o->order > 0 ? o->order : 1;
    return o->operations * pow(c->error, -1.0 / order);
}

static double expected(const struct contest *c, int i)
{
    return expected_of(c, c->entrant[i].outcome);
}

/* May it be among the best?  Errors of one order differ by some factor. */
static bool is_likely(struct contest *c, const struct outcome *o)
{
    int better = 0;
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *other = c->entrant[i].outcome;
        better += other && other->kind == OUTCOME_PRICED &&
                  LIKELY * expected_of(c, other) < expected_of(c, o);
    }
    return better < BEST;
}

/* Those that take the body, from cheap to dear. */
static void set_turns(struct contest *c)
{
    c->turns = 0;
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_PRICED)
            continue;
        int k = c->turns++;
        for (; k > 0 && expected(c, i) < expected(c, c->turn[k - 1]); k--)
            c->turn[k] = c->turn[k - 1];
        c->turn[k] = i;
    }
}

/* ---- what is told ---- */

/* The fewest digits of a step that is taken so many times. */
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

/* What it has that the first has not; or NULL. */
static const char *merit(struct arena *arena, const struct outcome *o,
                         const struct outcome *first)
{
    static const char *const words[] = {"symplectic", "energy",
                                        "energy_linear_potential", "momentum",
                                        "axis_momentum"};
    static const char *const says[] = {
        "it is symplectic", "it keeps the energy",
        "it keeps the energy if the potential is linear in R",
        "it keeps the spatial momentum",
        "it keeps the spatial momentum along axes without torque"};
    for (int i = 0; i < 5; i++)
        if (text_among(o->keeps, ' ', words[i]) >= 0 &&
            text_among(first->keeps, ' ', words[i]) < 0)
            return says[i];
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

static const char *why(const struct contest *c, const struct entrant *e)
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
    const char *has = merit(arena, o, first);
    return text_format(arena, "%s%s%s",
                       times_first(c, e, first->ladder.reached_cost),
                       has ? ", but " : "", has ? has : "");
}

/* Why it is not among the best. */
static const char *why_not(const struct contest *c, const struct entrant *e,
                           double first)
{
    const struct outcome *o = e->outcome;
    struct arena *arena = c->job->arena;
    if (!o || o->kind == OUTCOME_PRICED)
        return "not tried";
    if (o->kind != OUTCOME_RAN)
        return o->reason;
    const double least = outcome_least(o);
    if (o->ladder.is_reached)
        return times_first(c, e, first);
    if (o->ladder.is_dear && c->most < c->budget && !o->least)
        return "dearer than these";
    if (o->least)
        return text_format(arena, "the damping needs %ld steps or more",
                           o->least);
    if (o->ladder.is_dear && isfinite(least))
        return text_format(arena,
                           "error %.1e where a run costs %.0e operations",
                           least, c->budget);
    if (isfinite(least))
        return text_format(arena, "its errors stay above %.1e", least);
    return o->ladder.order.status ? session_failure(o->ladder.order.status)
                                  : "every run fails";
}

static void put_advice(struct text *out, struct contest *c)
{
    const double first =
        is_good(c->entrant) ? c->entrant->outcome->ladder.reached_cost : NAN;
    pol_options *o = &c->job->options;
    int n = 0;
    contest_put(out, c);
    json_print(out, "advice:[");
    while (n < BEST && n < c->entrants && is_good(&c->entrant[n])) {
        const struct entrant *e = &c->entrant[n++];
        o->method = e->call;
        o->step = step_of(c, e->outcome->ladder.reached.steps);
        json_print(out, "{why:s step:r command:s", why(c, e), o->step,
                   job_command(c->job, "c99", true));
        contest_put_entrant(out, c, e, n);
        json_print(out, "}");
    }
    json_print(out, "] left_out:[");
    for (int i = n; i < c->entrants; i++)
        json_print(out, "{method:s reason:s}", c->entrant[i].call,
                   why_not(c, &c->entrant[i], first));
    json_print(out, "]}");
}

/* The best once more, by the compiler that makes the quickest code: what they
 * do has the same bits, and took a fraction of the time to find out by tcc. */
static enum explore_status time_best(struct contest *c, pol_compiler by)
{
    if (c->request->compiler == by)
        return EXPLORE_OK;
    const double most = c->most;
    c->request->compiler = by;
    c->most = c->budget;
    c->ended = NULL;
    for (c->turns = 0; c->turns < BEST && c->turns < c->entrants &&
                       is_good(&c->entrant[c->turns]);
         c->turns++)
        c->turn[c->turns] = c->turns;
    const enum explore_status status = contest_run(c);
    c->most = most; /* by which the others were left out */
    contest_rank(c);
    return status;
}

int command_advise(struct pol_job *job, struct request *r)
{
    struct contest c;
    int exit = contest_begin(&c, job, r);
    if (exit != EXIT_DONE)
        return exit;
    for (int i = 0; i < r->methods; i++)
        contest_enter(&c, r->method[i], NULL, true);
    if (!r->methods) {
        contest_enter_known(&c, "method");
        contest_enter_known(&c, "tableau");
        contest_enter_shelf(&c);
    }
    exit = contest_reference(&c);
    if (exit != EXIT_DONE)
        return exit;
    if (!contest_is_ranked(&c)) {
        progress_end(&c.session.progress);
        complain("the reference is uncertain by %.1e, too much to tell an "
                 "error of %g; --until T takes less, --error more",
                 c.uncertain, c.error);
        return EXIT_FAULT;
    }
    const pol_compiler by = r->compiler;
    r->compiler = r->any_compiler ? jit_compiler() : by;
    c.is_price = true;
    contest_turn_all(&c);
    enum explore_status status = contest_run(&c);
    if (status == EXPLORE_OK && !r->methods) {
        contest_enter_kin(&c, is_likely);
        contest_turn_all(&c);
        status = contest_run(&c);
    }
    c.is_price = false;
    c.is_brief = true;
    c.ended = set_limit;
    set_turns(&c);
    if (status == EXPLORE_OK)
        status = contest_run(&c);
    contest_rank(&c);
    if (status == EXPLORE_OK)
        status = time_best(&c, by);
    progress_end(&c.session.progress);
    if (status != EXPLORE_OK)
        return status == EXPLORE_STOPPED ? EXIT_INTERRUPTED : EXIT_BUG;
    struct text record = r->json ? text_new(job->arena) : json_lua(job->arena);
    put_advice(&record, &c);
    session_page(job, "advise", &record);
    return is_good(c.entrant) ? EXIT_DONE : EXIT_FAULT;
}
