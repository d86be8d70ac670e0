/* SPDX-License-Identifier: MIT
 *
 * One method: the cost of its steps, its ladder of steps, its drifts.
 */
#define _POSIX_C_SOURCE 200809L

#include "contest/contest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/process.h"

static double weigh(const double w[WEIGHTS], const struct operations *o)
{
    return w[MUL] * o->mul + w[ADD] * o->add + w[DIV] * o->div +
           w[SQRT] * o->sqrt + w[CALL] * o->calls;
}

/* The cost of elliptic functions beyond the calls that they count as. */
static double weigh_elliptic(const double w[WEIGHTS], const struct block *b)
{
    double more = 0;
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++) {
            const char *call = b->paragraph[i].line[k].call;
            if (call && strcmp(call, "jacobi") == 0)
                more += w[JACOBI] - w[CALL];
            else if (call && strcmp(call, "jacobi_pi") == 0)
                more += w[JACOBI_PI] - w[CALL];
        }
    return more;
}

/* A method that runs. */
struct method_trial {
    const struct contest *contest;
    struct outcome *out;
    struct pol_job *job;
    int loops;
    long *swept;         /* sweeps of its steps so far, or NULL */
    const double *sweep; /* cost of a sweep of each iteration */
    double sweeps;       /* per step of the last run */
};

/* The cost of the run that has just ended; resets its sweeps. */
static double cost_of_run(void *context, long steps)
{
    struct method_trial *r = context;
    double sweeping = 0, least = r->out->price;
    r->sweeps = steps ? 0 : r->sweeps;
    for (int k = 0; k < r->loops; k++) {
        least += r->sweep[k];
        if (!r->swept)
            continue;
        sweeping += (double)r->swept[k] * r->sweep[k];
        r->sweeps += steps ? (double)r->swept[k] / (double)steps : 0;
        r->swept[k] = 0;
    }
    return steps ? r->out->price * (double)steps + sweeping : least;
}

/* True if the method keeps this for the body: most is kept only without torque.
 * Axes without torque are looked for among those of space. */
static bool keeps_for_body(const struct method_trial *r, const char *property)
{
    const struct recipe *recipe = r->job->recipe;
    const double *kept = r->contest->kept + DRIFT_MOMENTUM;
    if (strcmp(property, "symplectic") == 0)
        return recipe->is_free || recipe->model->facts.conservative;
    if (strcmp(property, "axis_momentum") == 0)
        return kept[0] + kept[1] + kept[2] > 0;
    return recipe->is_free || strcmp(property, "energy_linear_potential") == 0;
}

static void price(struct method_trial *r)
{
    struct outcome *o = r->out;
    const struct page *page = r->job->page;
    const struct program *p = page->advance;
    const struct promise *promise = &r->job->recipe->promise;
    const double *w = r->contest->weight;
    const struct cost cost = page_cost(page);
    const enum real real = job_real(r->job);
    double *sweep =
        arena_array(r->job->arena, (size_t)p->blocks + 1, sizeof *sweep);
    o->price = weigh(w, &cost.step);
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        const double more = weigh_elliptic(w, b);
        if (b->kind == BLOCK_NEWTON) {
            const struct operations n = block_sweep(b, real);
            sweep[r->loops++] = weigh(w, &n) + more;
        } else {
            o->price += more;
        }
    }
    r->sweep = sweep;
    o->order = page->step->order;
    o->is_implicit = promise->is_implicit;
    o->symmetric = promise->symmetric;
    for (int i = 0, at = 0; i < promise->keeps; i++)
        if (keeps_for_body(r, promise->keep[i]) && at < (int)sizeof o->keeps)
            at += snprintf(o->keeps + at, sizeof o->keeps - (size_t)at, "%s%s",
                           at ? " " : "", promise->keep[i]);
    o->step = cost.step;
    o->operations = cost_of_run(r, 0);
    o->torques = r->job->step->torques.step;
}

/* The last rung with errors above noise, or else the first good rung. */
static long steps_of_rung(const struct order_result *o)
{
    long steps = 0;
    for (int k = 0; k < o->rows; k++)
        if (!o->row[k].failed && (!steps || o->row[k].noise != o->columns))
            steps = o->row[k].steps;
    return steps;
}

/* The shortest time per step of several measurements of some thousand steps, by
 * the clock: the processor's time may advance in ticks. */
static double time_step(const struct session *s, long steps)
{
    enum { ENOUGH = 3000 };
    const pol_stepper *p = &s->stepper;
    struct arena *arena = s->explore.arena;
    double *x = arena_array(arena, (size_t)p->state + 1, sizeof *x);
    double *par = arena_array(arena, (size_t)p->par + 1, sizeof *par);
    double *in = arena_array(arena, (size_t)p->input + 1, sizeof *in);
    const double h = s->explore.t_end / (double)steps;
    const long runs = steps < ENOUGH ? ENOUGH / steps : 1;
    const double begun = process_seconds(CLOCK_MONOTONIC);
    double least = INFINITY, now = begun;
    for (int i = 0; i < 3 || (now < begun + 0.01 && i < 1000); i++) {
        const double before = now;
        for (long k = 0; k < runs; k++) {
            p->start(x, par);
            p->run(x, par, in, h, steps);
        }
        now = process_seconds(CLOCK_MONOTONIC);
        least = fmin(least, now - before);
    }
    return least / ((double)runs * (double)steps);
}

/* Measures drifts and time, with the fewest steps that reach the error. */
static void measure_run(struct method_trial *r, struct session *s)
{
    struct outcome *o = r->out;
    struct drift_result d;
    struct explore e = s->explore;
    o->steps = o->ladder.is_reached ? o->ladder.reached.steps
                                    : steps_of_rung(&o->ladder.order);
    if (!o->steps)
        return;
    e.h = e.t_end / (double)o->steps;
    cost_of_run(r, 0);
    explore_drift(&s->stepper, &e, 0, NULL, NULL, &d);
    /* an event may end it in its first step */
    const long steps = d.worst.steps > 0 ? d.worst.steps : 1;
    o->operations = cost_of_run(r, steps) / (double)steps;
    const struct evaluations torques = r->job->step->torques;
    o->sweeps = r->sweeps;
    o->torques = torques.step;
    if (r->loops)
        o->torques += torques.sweep * r->sweeps / r->loops;
    o->energy = d.worst.of[DRIFT_ENERGY];
    memcpy(o->keep, d.worst.of + DRIFT_KEEP, sizeof o->keep);
    o->seconds = time_step(s, o->steps);
}

/* The fewest steps that the body's mean damping allows; errors show the effect
 * of brief damping. */
static long stable_steps(const struct session *s,
                         const struct session *observed)
{
    const double observations =
        observed->observations < 1 ? 1 : observed->observations;
    const double turns = s->explore.t_end * observed->dampings / observations;
    return (long)fmin(ceil(turns / session_limit(s)), 1e15);
}

static void run_ladder(struct method_trial *r)
{
    const struct contest *c = r->contest;
    struct outcome *o = r->out;
    struct session s = c->session;
    s.job = r->job;
    s.local = local_new(r->job->model);
    s.explore.arena = r->job->arena;
    s.explore.damping = &s.damping;
    s.explore.observe_context = &s;
    s.explore.quality = &o->quality;
    o->quality.since = NAN;
    s.explore.progress = NULL;
    session_take(&s, r->job->image[JOB_STEPPER]);
    r->swept = r->job->image[JOB_STEPPER]->sweeps;
    struct ladder_demand demand = {
        .error = c->error,
        .most = c->most,
        .is_brief = c->is_brief,
        .steps = explore_steps(s.explore.t_end, s.explore.h),
        .cost = cost_of_run,
        .context = r};
    explore_ladder(&s.stepper, &s.explore, &c->exact, &demand, &o->ladder);
    o->least = o->ladder.is_reached ? stable_steps(&s, &c->session) : 0;
    o->least = o->ladder.reached.steps < o->least ? o->least : 0;
    if ((demand.least = o->least) > 0)
        explore_ladder(&s.stepper, &s.explore, &c->exact, &demand, &o->ladder);
    measure_run(r, &s);
    o->kind = OUTCOME_RAN;
}

/* Refuses the method, with the first error as the reason. */
static void refuse(struct method_trial *r, pol_status status)
{
    struct pol_job *job = r->job;
    job_show(job);
    int i = 0;
    while (i < job->shown.count && !job->shown.item[i]->is_error)
        i++;
    r->out->kind = OUTCOME_REFUSED;
    snprintf(r->out->reason, sizeof r->out->reason, "%s",
             i < job->shown.count      ? job->shown.item[i]->message
             : status == POL_NO_MEMORY ? "out of memory"
                                       : "internal error");
}

static pol_status enter(struct pol_job *job, void *racer)
{
    struct method_trial *r = racer;
    const struct contest *c = r->contest;
    r->job = job;
    job->counts = true;
    pol_status status = session_read(job, c->job->source, pol_lower);
    if (status == POL_OK)
        price(r);
    if (status == POL_OK && !c->is_price)
        status = pol_load(job, c->compiler, &job->image[JOB_STEPPER]);
    r->out->kind = OUTCOME_PRICED;
    if (status != POL_OK)
        refuse(r, status);
    else if (!c->is_price)
        run_ladder(r);
    return status;
}

void contest_run_method(const struct contest *c, const char *call,
                        struct outcome *out)
{
    struct method_trial r = {.contest = c, .out = out};
    pol_options o = c->options;
    o.method = call;
    struct pol_job *job = pol_open(&o);
    const pol_status status = job ? job_run(job, enter, &r) : POL_NO_MEMORY;
    if (status != POL_OK && out->kind == OUTCOME_NONE) {
        out->kind = OUTCOME_REFUSED;
        snprintf(out->reason, sizeof out->reason, "out of memory");
    }
}
