/* SPDX-License-Identifier: MIT
 *
 * Runs a stepper to an end time, in pieces that are small enough to report
 * progress and to stop, with states at steps and between them.
 */
#include "explore/drive.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"

/* ---- a run, with its buffers ---- */

/* Steps per piece: some milliseconds even if they are costly. */
enum { PIECE = 4096 };

static double *buffer(struct arena *arena, int count)
{
    return arena_array(arena, (size_t)(count > 0 ? count : 1), sizeof(double));
}

/* Bytes of a state with its control. */
static size_t size_of(const pol_stepper *s)
{
    return (size_t)(s->state + s->control) * sizeof(double);
}

static const double *inputs_of(const struct drive *);

/* Samples the held inputs, just after the start of a step. */
static void hold(struct drive *d)
{
    const int held = d->explore->held;
    double *t = d->x + d->stepper->state - 2, start = *t;
    if (!held)
        return;
    *t += 4 * fmax(d->explore->rounding, DBL_EPSILON) * (fabs(start) + d->h);
    memcpy(d->in, inputs_of(d), (size_t)held * sizeof(double));
    *t = start;
}

struct drive drive_new(const pol_stepper *s, const struct explore *e,
                       long total)
{
    struct drive d = {.stepper = s,
                      .explore = e,
                      .x = buffer(e->arena, s->state + s->control),
                      .before = buffer(e->arena, s->state),
                      .par = buffer(e->arena, s->par),
                      .in = buffer(e->arena, s->input),
                      .keep = buffer(e->arena, s->kept + e->loads +
                                                   2 * e->switches + e->held),
                      .h = total > 0 ? e->t_end / (double)total : 0,
                      .total = total,
                      .to = 1};
    s->start(d.x, d.par);
    d.from_t = s->time(d.x);
    d.until = d.from_t + e->t_end;
    if (s->advance && (s->events || s->samples || !(e->h > 0))) {
        d.control = d.x + s->state;
        s->control_start(d.control);
        d.is_fixed = e->h > 0;
    }
    if (d.is_fixed) {
        d.control[s->control + POL_CONTROL_H] = fabs(d.h);
    } else if (d.control) {
        double *end = d.control + s->control;
        d.most = total > 0 ? 0 : (long)end[POL_CONTROL_MOST];
        d.chatter = chatter_new(e->arena, s->kept, e->switches);
        if (e->misses && total == 0 && !e->held && e->loads)
            d.missed = missed_new(&d);
        if (total > 0) {
            end[POL_CONTROL_FIRST] = end[POL_CONTROL_MAX] = d.h;
            end[POL_CONTROL_MIN] = 0;
        }
    }
    if (e->in)
        memcpy(d.in, e->in, (size_t)s->input * sizeof(double));
    hold(&d);
    if (s->samples) /* those at the start; a failure recurs in a step */
        (void)s->advance(d.x, d.par, d.in, d.control, d.from_t);
    return d;
}

/* `run` does not return how far it got when it fails: the piece is then
 * repeated step by step, which gives the same bits. */
static void step_piece(struct drive *d, long n)
{
    const size_t size = (size_t)d->stepper->state * sizeof(double);
    memcpy(d->before, d->x, size);
    if (d->stepper->run && d->stepper->run(d->x, d->par, d->in, d->h, n) == 0) {
        d->steps += n;
        return;
    }
    memcpy(d->x, d->before, size);
    for (long i = 0; i < n && !d->status; i++) {
        d->status = d->stepper->step_once(d->x, d->par, d->in, d->h);
        d->steps += !d->status;
    }
}

static void take_event(struct drive *d)
{
    const struct explore *e = d->explore;
    const int which = (int)d->control[d->stepper->control + POL_CONTROL_EVENT];
    struct explore_state state;
    d->status = POL_STEP_OK;
    d->arrived |= d->stepper->event[which].stops != 0;
    if (e->quality)
        e->quality->cuts++;
    if (!e->event)
        return;
    drive_state(d, &state);
    e->event(e->events, which, &state);
}

/* Takes at most n steps, to this time or to an event. */
static void continue_run(struct drive *d, long n, double until)
{
    double *end = d->control + d->stepper->control;
    const double before = end[POL_CONTROL_NEXT];
    end[POL_CONTROL_MOST] = (double)n;
    d->status = d->stepper->advance(d->x, d->par, d->in, d->control, until);
    d->steps = (long)end[POL_CONTROL_STEPS];
    d->arrived = d->status == POL_STEP_OK && until == d->until;
    if (d->explore->quality && d->is_fixed) /* cut by samples */
        d->explore->quality->cuts += (long)(end[POL_CONTROL_NEXT] - before);
    if (d->status == POL_STEP_UNFINISHED)
        d->status = POL_STEP_OK;
    if (d->status == POL_STEP_EVENT)
        take_event(d);
}

/* Takes at most n adaptive steps. */
static void step_freely(struct drive *d, long n)
{
    const struct explore *e = d->explore;
    const bool is_known = chatter_found(d->chatter) >= 0;
    const long most = chatter_check(d->chatter, d->stepper, d->x, d->par, d->in,
                                    d->control, d->keep);
    if (!is_known && chatter_found(d->chatter) >= 0 && e->chatters)
        e->chatters(e->observe_context, chatter_found(d->chatter),
                    d->stepper->time(d->x));
    n = most < n ? most : n;
    if (d->most > 0 && d->most - d->steps < n)
        n = d->most - d->steps;
    if (n <= 0) {
        d->status = POL_STEP_UNFINISHED;
        return;
    }
    double until = d->until;
    n = d->missed ? missed_scout(d->missed, d, n, &until) : n;
    continue_run(d, n, until);
}

/* Reports progress; true if the callback asks to stop. */
static bool is_stopped(const struct drive *d)
{
    const struct explore *e = d->explore;
    double share = 1;
    if (d->control)
        share = (d->stepper->time(d->x) - d->from_t) / (d->until - d->from_t);
    else if (d->total > 0)
        share = (double)d->steps / (double)d->total;
    return e->progress &&
           e->progress(e->context, d->from + (d->to - d->from) * share);
}

/* The number of steps left; LONG_MAX for adaptive steps before the end. */
static long left_of(const struct drive *d)
{
    if (d->control)
        return d->arrived ? 0 : LONG_MAX;
    return d->total - d->steps;
}

/* The inputs at this state: the given ones, or the values of signals. */
static const double *inputs_of(const struct drive *d)
{
    if (d->explore->held)
        d->stepper->keep(d->x, d->par, d->in, d->keep);
    return d->explore->held ? d->keep + d->stepper->kept : d->in;
}

static void watch(const struct drive *d, const struct explore_state *x)
{
    struct run_quality *w = d->explore->quality;
    if (!w)
        return;
    w->orthogonality = x->orthogonality;
    if (w->orthogonality <= explore_rotation_bound(d->explore->rounding))
        w->since = NAN;
    else if (isnan(w->since))
        w->since = x->t;
    w->turn = fmax(w->turn, fabs(d->h) * vector_norm(x->w));
}

static void note_control(const struct drive *d, struct explore_state *out)
{
    const pol_stepper *s = d->stepper;
    const double *end = d->control ? d->control + s->control : NULL;
    out->event = s->events ? (int)end[POL_CONTROL_EVENT] : -1;
    out->adaptive = d->control && !d->is_fixed;
    if (!out->adaptive)
        return;
    out->rejected = (long)end[POL_CONTROL_REJECTED];
    out->smallest = end[POL_CONTROL_SMALLEST];
    out->largest = end[POL_CONTROL_LARGEST];
}

void drive_state(const struct drive *d, struct explore_state *out)
{
    const pol_stepper *s = d->stepper;
    const double *in = inputs_of(d);
    *out = (struct explore_state){.steps = d->steps, .status = d->status};
    note_control(d, out);
    out->t = s->time(d->x);
    if (!left_of(d) && /* n h may be rounded */
        fabs(out->t - d->until) <=
            4 * DBL_EPSILON * (fabs(d->until) + fabs(d->from_t)))
        out->t = d->until;
    s->rotation(d->x, out->R);
    s->momentum(d->x, out->L);
    s->omega(d->x, d->par, in, out->w);
    const int stored = s->parts ? s->part->count : 0;
    memcpy(out->attitude, d->x, (size_t)stored * sizeof(double));
    memcpy(out->rest, d->x + stored,
           (size_t)(s->state - 2 - stored) * sizeof(double));
    if (s->extra)
        s->extras(d->x, d->par, in, out->extra);
    for (int i = 0; i < 3; i++)
        out->spatial[i] = vector_dot(out->R + 3 * i, out->L);
    out->energy = s->energy(d->x, d->par, in);
    out->orthogonality = explore_orthogonality(out->R);
    watch(d, out);
    if (s->kept > 0) {
        int n = s->kept < EXPLORE_KEEPS ? s->kept : EXPLORE_KEEPS;
        s->keep(d->x, d->par, in, d->keep);
        memcpy(out->keep, d->keep, (size_t)n * sizeof(double));
    }
    if (s->shown > 0 && s->shown <= EXPLORE_SHOWN)
        s->show(d->x, out->shown);
}

/* Shows some states of a run, and the last good one. */
static void observe(struct drive *d)
{
    enum { LOOKS = 16 };
    const struct explore *e = d->explore;
    struct explore_state state;
    if (!e->observe || (!d->status && d->steps < d->next_check))
        return;
    drive_state(d, &state);
    e->observe(e->observe_context, &state);
    d->next_check = d->total > 0 ? d->steps + d->total / LOOKS + 1 : LONG_MAX;
}

/* True if the run is inside a step that an event has cut. */
static bool is_cut(const struct drive *d)
{
    return d->is_fixed &&
           d->control[d->stepper->control + POL_CONTROL_EVENT - 1] > 0;
}

enum explore_status drive_advance(struct drive *d, long n)
{
    const int held = d->explore->held;
    observe(d);
    while (n > 0 && left_of(d) > 0) {
        long most = held ? 1 : PIECE;
        if (d->explore->observe && d->next_check - d->steps < most)
            most = d->next_check > d->steps ? d->next_check - d->steps : 1;
        long piece = n < most ? n : most;
        if (!is_cut(d))
            hold(d);
        const long before = d->steps;
        if (d->is_fixed)
            continue_run(d, piece, d->until);
        else if (d->control)
            step_freely(d, piece);
        else
            step_piece(d, piece);
        observe(d);
        if (d->status)
            return EXPLORE_FAILED;
        n -= d->control ? d->steps - before : piece;
        if (is_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

/* ---- between steps ---- */

struct sampling {
    struct drive *drive;
    explore_observer *row;
    void *to;
    double *before, *between; /* the state before the step, and one inside, each
                                 with its control */
    long samples;             /* number of samples so far */
    const struct explore *requested;
    enum explore_status status; /* from the samples before an event */
};

/* Takes a step of `h` from the start of the step to the state `between`, which
 * is not part of the run; returns 0 or the status of a failure. */
static int sample_step(const struct sampling *s, double h)
{
    const struct drive *d = s->drive;
    const pol_stepper *stepper = d->stepper;
    double *control = s->between + stepper->state;
    memcpy(s->between, s->before, size_of(stepper));
    if (!d->control)
        return stepper->step_once(s->between, d->par, d->in, h);
    control[stepper->control + POL_CONTROL_MOST] = 0;
    const double to = stepper->time(s->before) + h;
    int status = POL_STEP_EVENT; /* passes known events of the step */
    while (status == POL_STEP_EVENT)
        status = stepper->advance(s->between, d->par, d->in, control, to);
    return status;
}

/* Gives the samples in the step from `before`, and, `with_end`, at its end. */
static enum explore_status give_samples(struct sampling *s, bool with_end)
{
    struct drive *d = s->drive, inside = *d;
    const pol_stepper *stepper = d->stepper;
    const double t = stepper->time(s->before) - d->from_t;
    const double h = d->control ? stepper->time(d->x) - d->from_t - t : d->h;
    const double spacing = copysign(d->explore->spacing, h);
    struct explore_state state;
    for (double at; at = (double)s->samples * spacing,
                    fabs(at) <= fabs(t + h * (1 + 1e-9));
         s->samples++) {
        const bool is_end = fabs(at - t) >= fabs(h) * (1 - 1e-9);
        if (is_end && !with_end)
            break;
        inside.x = is_end ? d->x : s->between;
        if (!is_end && (d->status = sample_step(s, at - t)) != 0)
            return EXPLORE_FAILED;
        drive_state(&inside, &state);
        if (!is_end || left_of(d))
            state.t = d->from_t + at;
        s->row(s->to, &state);
        if (is_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

/* Gives the samples before an event, then the event. */
static void pass_event(void *sampling, int which, const struct explore_state *x)
{
    struct sampling *s = sampling;
    s->status = give_samples(s, false);
    memcpy(s->before, s->drive->x, size_of(s->drive->stepper));
    if (s->status == EXPLORE_OK)
        s->requested->event(s->requested->events, which, x);
}

/* Takes the next steps, and gives their row or the samples inside. */
static enum explore_status take_piece(struct sampling *s, long steps,
                                      struct explore_state *end)
{
    struct drive *d = s->drive;
    memcpy(s->before, d->x, size_of(d->stepper));
    const enum explore_status status = drive_advance(d, steps);
    if (status != EXPLORE_OK || s->status != EXPLORE_OK)
        return status != EXPLORE_OK ? status : s->status;
    if (d->explore->spacing > 0)
        return give_samples(s, true);
    if (s->row) {
        drive_state(d, end);
        s->row(s->to, end);
    }
    return EXPLORE_OK;
}

enum explore_status explore_run(const pol_stepper *stepper,
                                const struct explore *e, long every,
                                explore_observer *row, void *to,
                                struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    const int size = stepper->state + stepper->control;
    struct explore own = *e;
    struct drive d = drive_new(stepper, &own, explore_steps(e->t_end, e->h));
    struct sampling s = {.drive = &d,
                         .row = row,
                         .to = to,
                         .before = buffer(e->arena, size),
                         .between = buffer(e->arena, size),
                         .samples = 1,
                         .requested = e};
    enum explore_status status = EXPLORE_OK;
    every = e->spacing > 0 ? 1 : every;
    if (e->event && e->spacing > 0) {
        own.event = pass_event;
        own.events = &s;
    }
    if (row) {
        drive_state(&d, end);
        row(to, end);
    }
    for (long left; (left = left_of(&d)) > 0 && status == EXPLORE_OK;)
        status = take_piece(&s, every > 0 && every < left ? every : left, end);
    drive_state(&d, end);
    const double ran = fmin(fabs(e->t_end), fabs(end->t - d.from_t));
    if (row && status == EXPLORE_OK && e->spacing > 0 &&
        (double)(s.samples - 1) * e->spacing < ran * (1 - 1e-9))
        row(to, end); /* the end is not a sample */
    arena_release(e->arena, mark);
    return status;
}
