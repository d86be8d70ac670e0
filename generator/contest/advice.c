/* SPDX-License-Identifier: MIT
 *
 * The cheapest ways to an error that is asked for.  Methods run from cheap to
 * dear, as their order and the price of a step let expect; each stops where it
 * is dearer than the last of the best.
 */
#include "contest/contest.h"

#include <math.h>

#define LIKELY 1.5

bool contest_is_good(const struct entrant *e)
{
    const struct outcome *o = e->outcome;
    return o && o->kind == OUTCOME_RAN && o->ladder.is_reached;
}

static double cost_of(const struct entrant *e)
{
    return contest_is_good(e) ? e->outcome->ladder.reached_cost : INFINITY;
}

/* A method is of no use that costs more than the last of the best; its rungs
 * may be twice as dear as what it needs in the end. */
static void set_limit(struct contest *c)
{
    c->most = c->budget;
    for (int i = 0; i < c->entrants; i++) {
        int best = 0;
        for (int k = 0; k < c->entrants; k++)
            best += cost_of(&c->entrant[k]) <= cost_of(&c->entrant[i]);
        if (best >= CONTEST_BEST)
            c->most = fmin(c->most, 2 * cost_of(&c->entrant[i]));
    }
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
    return better < CONTEST_BEST;
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

/* Runs the best again by the compiler that makes the quickest code: their steps
 * have the same bits, and tcc found them in a fraction of the time. */
static enum explore_status time_best(struct contest *c, pol_compiler by)
{
    if (c->compiler == by)
        return EXPLORE_OK;
    const double most = c->most;
    c->compiler = by;
    c->most = c->budget;
    c->ended = NULL;
    for (c->turns = 0; c->turns < CONTEST_BEST && c->turns < c->entrants &&
                       contest_is_good(&c->entrant[c->turns]);
         c->turns++)
        c->turn[c->turns] = c->turns;
    const enum explore_status status = contest_run(c);
    c->most = most; /* by which the others were left out */
    contest_rank(c);
    return status;
}

enum explore_status contest_advise(struct contest *c, bool kin, pol_compiler by)
{
    c->is_price = true;
    contest_turn_all(c);
    enum explore_status status = contest_run(c);
    /* across a jump or a kink high orders gain nothing */
    if (status == EXPLORE_OK && kin && !c->session.explore.rough) {
        contest_enter_kin(c, is_likely);
        contest_turn_all(c);
        status = contest_run(c);
    }
    c->is_price = false;
    c->is_brief = true;
    c->ended = set_limit;
    set_turns(c);
    if (status == EXPLORE_OK)
        status = contest_run(c);
    contest_rank(c);
    return status == EXPLORE_OK ? time_best(c, by) : status;
}
