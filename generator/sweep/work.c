/* SPDX-License-Identifier: MIT
 */
#include "sweep/work.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "explore/explore.h"

/* Steps, summed over all cases, between two checks whether to stop. */
enum { PIECE = 1 << 21 };
enum { START_NUMBERS = 6 };

struct work_bench {
    const struct work *work;
    double *x, *par, *in, *keep; /* buffers of one case for its stepper; `par`
                                    follows the state */
    int alive, *case_at; /* used places in the arrays, and the case at each */
    void **array;        /* for the batch, one per number of x and par; NULL: a
                            param that does not vary */
    double *control;     /* by place */
    unsigned char *failed; /* by place; POL_STEP_EVENT: completed */
    double *start; /* by case: time and energy at the start, energy scale, when
                      R was lost (or NaN), |R'R - 1|, whether steps chatter,
                      kept values at the start */
    struct work_quality quality;
    double most; /* limit of adaptive steps per case; 0: none */
    struct chatter *chatter;
    double *values, *row;  /* the caller's, for a block */
    unsigned char *status; /* the caller's */
    work_stopped *is_stopped;
    void *context;
};

/* ---- the layout ---- */

void work_measure(struct work *w)
{
    const pol_stepper *s = w->stepper;
    w->row = 1 + 3 + s->extra + 1; /* t, w, wheels and states, energy */
    for (int i = 0; i < s->parts && s->part[i].kind < POL_WHEEL; i++)
        w->row += s->part[i].count;
    w->values = w->cases.values;
    w->columns = w->values + w->row + 1 + w->kept + 2 * s->events + w->observes;
}

static double *doubles(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

struct work_bench *work_bench(struct arena *arena, const struct work *w, int n)
{
    const pol_stepper *s = w->stepper;
    const struct cases *c = &w->cases;
    const int numbers = s->state + s->par;
    const size_t reals = (size_t)(w->batch->real * n);
    struct work_bench *b = arena_alloc(arena, sizeof *b);
    *b = (struct work_bench){
        .work = w,
        .x = doubles(arena, numbers),
        .in = doubles(arena, s->input),
        .keep = doubles(arena, s->kept),
        .case_at = arena_array(arena, (size_t)n + 1, sizeof *b->case_at),
        .array = arena_array(arena, (size_t)numbers, sizeof *b->array),
        .control = doubles(arena, n * s->control),
        .failed = arena_alloc(arena, (size_t)n + 1),
        .start = doubles(arena, n * (START_NUMBERS + w->kept))};
    b->par = b->x + s->state;
    b->chatter = chatter_new(arena, w->first_switch, w->switches);
    for (int i = 0; i < s->state; i++)
        b->array[i] = arena_alloc(arena, reals);
    for (int i = 0; i < c->sources; i++)
        for (int j = 0; j < c->source[i].n && c->source[i].to >= 0; j++)
            b->array[s->state + c->source[i].to + j] =
                arena_alloc(arena, reals);
    return b;
}

/* ---- places ---- */

static bool is_float(const struct work_bench *b)
{
    return b->work->batch->real == (int)sizeof(float);
}

static double epsilon(const struct work_bench *b)
{
    return is_float(b) ? FLT_EPSILON : DBL_EPSILON;
}

/* Copies state and params of the case at place i to x and par. */
static void take(struct work_bench *b, int i)
{
    const pol_stepper *s = b->work->stepper;
    for (int k = 0; k < s->state + s->par; k++)
        if (b->array[k])
            b->x[k] = is_float(b) ? (double)((const float *)b->array[k])[i]
                                  : ((const double *)b->array[k])[i];
}

static void put(struct work_bench *b, int i)
{
    const pol_stepper *s = b->work->stepper;
    for (int k = 0; k < s->state + s->par; k++)
        if (b->array[k] && is_float(b))
            ((float *)b->array[k])[i] = (float)b->x[k];
        else if (b->array[k])
            ((double *)b->array[k])[i] = b->x[k];
}

/* Removes the case at place i: the last live case takes its place. */
static void drop(struct work_bench *b, int i)
{
    const int last = --b->alive, control = b->work->stepper->control;
    take(b, last);
    put(b, i);
    memmove(b->control + i * control, b->control + last * control,
            (size_t)control * sizeof *b->control);
    b->failed[i] = b->failed[last];
    b->case_at[i] = b->case_at[last];
}

/* Samples the held inputs, just after the start of a step of h. */
static void hold(struct work_bench *b, double h)
{
    const pol_stepper *s = b->work->stepper;
    const int held = b->work->held;
    double *t = b->x + s->state - 2, start = *t;
    if (held == 0)
        return;
    *t += 4 * epsilon(b) * (fabs(start) + h);
    s->keep(b->x, b->par, b->in, b->keep);
    memcpy(b->in, b->keep + s->kept - held, (size_t)held * sizeof *b->in);
    *t = start;
}

/* ---- looks ---- */

/* Writes time; the parts of the state, w after L; values of wheels and states;
 * energy. */
static void state_numbers(const struct work_bench *b, double *out)
{
    const pol_stepper *s = b->work->stepper;
    const pol_state_part *const end = s->part + s->parts;
    *out++ = s->time(b->x);
    for (const pol_state_part *p = s->part; p < end && p->kind < POL_WHEEL;
         p++) {
        memcpy(out, b->x + p->first, (size_t)p->count * sizeof *out);
        out += p->count;
        if (p->kind != POL_MOMENTUM)
            continue;
        s->omega(b->x, b->par, b->in, out);
        out += 3;
    }
    if (s->extra)
        s->extras(b->x, b->par, b->in, out);
    out[s->extra] = s->energy(b->x, b->par, b->in);
}

/* The larger one; NaN only if both are NaN. */
static double larger(double so_far, double x)
{
    return x > so_far || isnan(so_far) ? x : so_far;
}

/* The larger one; NaN once `so_far` or x is NaN. */
static double worse(double so_far, double x)
{
    return isnan(so_far) || x <= so_far ? so_far : x;
}

/* Updates an observed value; so_far is NaN at the first look. */
static double observed(const struct work_bench *b, const struct work_observe *o,
                       double so_far, long sample)
{
    const double *watched = b->keep + b->work->kept;
    const double x = watched[o->value];
    switch (o->how) {
    case WORK_MAX:
        return larger(so_far, x);
    case WORK_MIN:
        return -larger(-so_far, -x);
    case WORK_MEAN:
        return sample ? so_far + (x - so_far) / (double)(sample + 1) : x;
    case WORK_LAST:
        return x;
    case WORK_FIRST:
        return isnan(so_far) && watched[o->condition] != 0 ? x : so_far;
    }
    return NAN;
}

/* For each event of this case, its first time and its count. */
static double *events_of(const struct work_bench *b, int case_index)
{
    const struct work *w = b->work;
    return b->values + case_index * w->columns + w->values + w->row + 1 +
           w->kept;
}

/* True if this sample has a row.  If an event has ended the case, only if the
 * event is at the sample's time. */
static bool has_row(const struct work_bench *b, int i, long sample,
                    double after)
{
    const struct work *w = b->work;
    const bool ends = b->failed[i] == POL_STEP_EVENT;
    return b->row && sample < w->rows &&
           (!b->failed[i] ||
            (ends &&
             fabs(after - (double)sample * w->between) <= 1e-9 * w->between));
}

/* Sets the start values for drifts and event counts of a case. */
static void set_start(const struct work_bench *b, const double *end,
                      double *start, double *drift, double *event)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    const double *L = end + 1 + s->part[POL_MOMENTUM].first, *omega = L + 3;
    const double energy = end[w->row - 1];
    const double kinetic = fabs(vector_dot(L, omega)) / 2;
    const double scale = fmax(fabs(energy), w->has_gyro ? 0 : kinetic);
    start[0] = *end;
    start[1] = energy;
    start[2] = scale > 0 ? scale : 1;
    memcpy(start + START_NUMBERS, b->keep, (size_t)w->kept * sizeof *start);
    memset(drift, 0, (size_t)(1 + w->kept) * sizeof *drift);
    for (int k = 0; k < s->events; k++)
        event[2 * k + 1] = 0;
}

/* Updates the record of the case at place i. */
static void update_record(struct work_bench *b, int i, long sample)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    const size_t case_index = (size_t)b->case_at[i], row = (size_t)w->row;
    double *end = b->values + case_index * (size_t)w->columns + w->values;
    double *drift = end + w->row, *event = events_of(b, b->case_at[i]);
    double *seen = event + 2 * s->events;
    double *start = b->start + case_index * (size_t)(START_NUMBERS + w->kept),
           R[9];
    take(b, i);
    hold(b, 0);
    state_numbers(b, end);
    if (s->kept)
        s->keep(b->x, b->par, b->in, b->keep);
    const double energy = end[w->row - 1];
    if (sample == 0)
        set_start(b, end, start, drift, event);
    s->rotation(b->x, R);
    start[4] = explore_orthogonality(R);
    if (start[4] <= explore_rotation_bound(epsilon(b)))
        start[3] = NAN;
    else if (sample == 0 || isnan(start[3]))
        start[3] = *end;
    drift[0] = worse(drift[0], fabs(energy - start[1]) / start[2]);
    for (int k = 0; k < w->kept; k++)
        drift[1 + k] =
            worse(drift[1 + k], fabs(b->keep[k] - start[START_NUMBERS + k]));
    for (int k = 0; k < w->observes; k++)
        seen[k] = observed(b, &w->observe[k], seen[k], sample);
    if (has_row(b, i, sample, *end - *start))
        memcpy(b->row + (case_index * (size_t)w->rows + (size_t)sample) * row,
               end, row * sizeof *end);
    b->status[case_index] = b->failed[i] == POL_STEP_EVENT ? 0 : b->failed[i];
}

/* ---- steps ---- */

/* Puts cases at their start; a case whose start fails is not alive. */
static void begin(struct work_bench *b, uint64_t from, int n, double h)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    const struct case_source *const end = w->cases.source + w->cases.sources;
    b->alive = 0;
    s->start(b->x, b->par);
    for (int i = 0; i < n; i++) {
        double *value = b->values + (size_t)i * (size_t)w->columns;
        cases_values(&w->cases, w->draws, from + (uint64_t)i, value);
        for (const struct case_source *c = w->cases.source; c < end; c++)
            if (c->to >= 0)
                memcpy(b->par + c->to, value + c->at,
                       (size_t)c->n * sizeof *value);
            else /* the actual step, not the requested one */
                value[c->at] = h;
        for (int k = w->values; k < w->columns; k++)
            value[k] = NAN;
        b->start[i * (START_NUMBERS + w->kept) + 3] = NAN;
        b->start[i * (START_NUMBERS + w->kept) + 5] = 0;
        b->status[i] = (unsigned char)w->batch->begin(b->x, b->par);
        if (b->status[i])
            continue;
        if (s->control) {
            double *control = b->control + b->alive * s->control;
            s->control_start(control);
            b->most = control[s->control + POL_CONTROL_MOST];
            hold(b, h);
            if (s->samples) /* at the start; a failure recurs in a step */
                (void)s->advance(b->x, b->par, b->in, control, s->time(b->x));
        }
        put(b, b->alive);
        b->failed[b->alive] = 0;
        b->case_at[b->alive++] = i;
    }
}

/* Takes at most `most` steps, to a time or an event, and counts the event.
 * Returns POL_STEP_UNFINISHED after an event that does not stop. */
static int advance(struct work_bench *b, int i, double *control, long most,
                   double until)
{
    const pol_stepper *s = b->work->stepper;
    double *end = control + s->control;
    end[POL_CONTROL_MOST] = (double)most;
    const int status = s->advance(b->x, b->par, b->in, control, until);
    const int which = (int)end[POL_CONTROL_EVENT];
    if (status == POL_STEP_OK || status == POL_STEP_UNFINISHED || which < 0 ||
        !s->events)
        return status;
    double *of = events_of(b, b->case_at[i]) + 2 * which;
    if (of[1]++ == 0)
        of[0] = s->time(b->x);
    return status == POL_STEP_EVENT && !s->event[which].stops
               ? POL_STEP_UNFINISHED
               : status;
}

/* Runs the case at place i by adaptive steps, to a time after its start. */
static int run_adaptive(struct work_bench *b, int i, double *control,
                        double time)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    double *start = b->start + b->case_at[i] * (START_NUMBERS + w->kept);
    int status = POL_STEP_UNFINISHED;
    chatter_begin(b->chatter);
    while (status == POL_STEP_UNFINISHED && !b->is_stopped(b->context)) {
        const long most =
            chatter_check(b->chatter, s, b->x, b->par, b->in, control, b->keep);
        status =
            advance(b, i, control, most < 4096 ? most : 4096, *start + time);
        if (chatter_found(b->chatter) >= 0 && start[5] == 0) {
            start[5] = 1;
            b->quality.chatter++;
            b->quality.which = chatter_found(b->chatter);
            b->quality.at = s->time(b->x);
        }
        if (b->most > 0 && control[s->control + POL_CONTROL_STEPS] >= b->most)
            break; /* it has failed */
    }
    return status;
}

/* The same by fixed steps of h; LONG_MAX: to the end. */
static int run_events(struct work_bench *b, int i, double *control, double h,
                      long steps)
{
    const struct work *w = b->work;
    double *end = control + w->stepper->control;
    const double until =
        b->start[b->case_at[i] * (START_NUMBERS + w->kept)] + w->until;
    int status = POL_STEP_UNFINISHED;
    end[POL_CONTROL_H] = h;
    while (status == POL_STEP_UNFINISHED && steps > 0 &&
           !b->is_stopped(b->context)) {
        const long piece = w->held ? 1 : steps < PIECE ? steps : PIECE;
        if (!(end[POL_CONTROL_EVENT - 1] > 0)) /* not inside a cut step */
            hold(b, h);
        end[POL_CONTROL_STEPS] = 0;
        status = advance(b, i, control, piece, until);
        steps -= (long)end[POL_CONTROL_STEPS];
    }
    return status == POL_STEP_UNFINISHED ? POL_STEP_OK : status;
}

/* Runs the case at place i alone: by a number of steps of h, the last ones if
 * it `ends`, or by adaptive steps (h = 0) to a time after its start. */
static void run_single(struct work_bench *b, int i, double h, long steps,
                       double time, bool ends)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    double *control = b->control + i * s->control;
    int status = POL_STEP_OK;
    take(b, i);
    if (h == 0) {
        status = run_adaptive(b, i, control, time);
    } else if (s->events || s->samples) {
        status = run_events(b, i, control, h, ends ? LONG_MAX : steps);
    } else {
        while (steps > 0 && !status && !b->is_stopped(b->context)) {
            const long piece = w->held ? 1 : steps < PIECE ? steps : PIECE;
            hold(b, h);
            status = s->run(b->x, b->par, b->in, h, piece);
            steps -= piece;
        }
    }
    put(b, i);
    b->failed[i] = (unsigned char)status;
}

/* Runs all cases side by side.  A failed case stays and fails again. */
static void run_batch(struct work_bench *b, double h, long steps)
{
    void **par = b->array + b->work->stepper->state;
    const long most = PIECE / b->alive;
    while (steps > 0 && !b->is_stopped(b->context)) {
        const long piece = steps < most ? steps : most;
        b->work->batch->run(b->alive, b->array, (const void *const *)par, h,
                            piece, b->failed);
        steps -= piece;
    }
}

/* Adds cases whose R is no longer a rotation. */
static void add_not_rotations(struct work_quality *to, uint64_t cases,
                              double off, double since)
{
    to->orthogonality = to->not_rotations ? worse(to->orthogonality, off) : off;
    to->since = to->not_rotations ? fmin(to->since, since) : since;
    to->not_rotations += cases;
}

void work_add_quality(const struct work_bench *b, struct work_quality *to)
{
    const struct work_quality *one = &b->quality;
    if (one->not_rotations)
        add_not_rotations(to, one->not_rotations, one->orthogonality,
                          one->since);
    to->which = one->chatter ? one->which : to->which;
    to->at = one->chatter ? one->at : to->at;
    to->chatter += one->chatter;
}

bool work_block(struct work_bench *b, uint64_t from, int n,
                work_stopped *is_stopped, void *context, double *values,
                unsigned char *status, double *row)
{
    const struct work *w = b->work;
    const uint64_t share = w->cases.count / (uint64_t)w->paces;
    const struct work_pace *pace = &w->pace[from / share];
    const size_t rows = (size_t)n * (size_t)w->rows * (size_t)w->row;
    b->is_stopped = is_stopped;
    b->context = context;
    b->values = values;
    b->status = status;
    b->row = row;
    for (size_t i = 0; row && i < rows; i++)
        row[i] = NAN; /* stays for cases that fail */
    begin(b, from, n, pace->h);
    bool ends = false;
    for (long sample = 0, left = pace->steps; !is_stopped(context); sample++) {
        for (int i = b->alive; i-- > 0;) {
            update_record(b, i, sample);
            if (b->failed[i])
                drop(b, i);
        }
        if (ends || b->alive == 0) {
            for (int i = 0; i < n; i++) {
                const double *start = b->start + i * (START_NUMBERS + w->kept);
                if (!isnan(start[3]))
                    add_not_rotations(&b->quality, 1, start[4], start[3]);
            }
            return true;
        }
        const long steps = left < pace->each ? left : pace->each;
        double time = (double)(sample + 1) * w->between;
        left -= steps;
        ends = pace->each ? left == 0 : time >= w->until * (1 - 1e-9);
        time = ends ? w->until : time;
        if (!w->is_alone)
            run_batch(b, pace->h, steps);
        for (int i = 0; i < b->alive && w->is_alone; i++)
            run_single(b, i, pace->h, steps, time, ends);
    }
    return false;
}
