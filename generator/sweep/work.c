/* SPDX-License-Identifier: MIT
 */
#include "sweep/work.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* Steps of all bodies between two looks at whether to stop. */
enum { PIECE = 1 << 21 };
enum { BEGAN = 3 };

struct work_bench {
    const struct work *work;
    double *par, *in, *x, *control, *keep; /* of one case, for its descriptor */
    double *began;   /* of each case: time, energy, its scale, kept values */
    int alive, *who; /* places in the arrays, and the case that each holds */
    void **state, **param; /* the batch's arrays; a param's may be NULL */
    unsigned char *failed; /* by place */
    work_stopped *is_stopped;
    void *context;
};

/* ---- the layout ---- */

static int stored_of(const pol_stepper *s)
{
    return s->state - s->stored - (s->moves ? 11 : 5);
}

void work_measure(struct work *w)
{
    const pol_stepper *s = w->stepper;
    w->row = 1 + stored_of(s) + 6 + (s->moves ? 6 : 0) + s->extra + 1;
    w->values = w->cases.values;
    w->columns = w->values + w->row + 1 + w->kept + w->observes;
}

static double *doubles(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

static int control_of(const pol_stepper *s)
{
    return s->control > 0 ? s->control : 1;
}

struct work_bench *work_bench(struct arena *arena, const struct work *w, int n)
{
    const pol_stepper *s = w->stepper;
    struct work_bench *b = arena_alloc(arena, sizeof *b);
    const size_t reals = (size_t)(w->batch->real * n);
    *b = (struct work_bench){
        .work = w,
        .par = doubles(arena, s->par),
        .in = doubles(arena, s->input),
        .x = doubles(arena, s->state),
        .control = doubles(arena, n * control_of(s)),
        .keep = doubles(arena, s->kept),
        .began = doubles(arena, n * (BEGAN + w->kept)),
        .who = arena_array(arena, (size_t)n + 1, sizeof *b->who),
        .failed = arena_alloc(arena, (size_t)n + 1),
        .state = arena_array(arena, (size_t)s->state, sizeof *b->state),
        .param = arena_array(arena, (size_t)s->par + 1, sizeof *b->param)};
    for (int i = 0; i < s->state; i++)
        b->state[i] = arena_alloc(arena, reals);
    for (int i = 0; i < w->cases.sources; i++)
        for (int j = 0; j < w->cases.source[i].n; j++)
            if (w->cases.source[i].to >= 0)
                b->param[w->cases.source[i].to + j] = arena_alloc(arena, reals);
    return b;
}

/* ---- numbers of the stepper's real type ---- */

static double number_at(const struct work *w, const void *array, int i)
{
    return w->batch->real == (int)sizeof(float)
               ? (double)((const float *)array)[i]
               : ((const double *)array)[i];
}

static void put_number(const struct work *w, void *array, int i, double x)
{
    if (w->batch->real == (int)sizeof(float))
        ((float *)array)[i] = (float)x;
    else
        ((double *)array)[i] = x;
}

/* All params of a case whose values these are. */
static void take_params(struct work_bench *b, const double *value)
{
    const struct cases *c = &b->work->cases;
    for (const struct case_source *s = c->source; s < c->source + c->sources;
         s++)
        if (s->to >= 0)
            memcpy(b->par + s->to, value + s->at, (size_t)s->n * sizeof *value);
}

/* The state in place i, as the descriptor has it. */
static void take_state(struct work_bench *b, int i)
{
    for (int k = 0; k < b->work->stepper->state; k++)
        b->x[k] = number_at(b->work, b->state[k], i);
}

static void put_state(struct work_bench *b, int i)
{
    for (int k = 0; k < b->work->stepper->state; k++)
        put_number(b->work, b->state[k], i, b->x[k]);
}

/* The last of those that are alive takes place i. */
static void drop(struct work_bench *b, int i)
{
    const pol_stepper *s = b->work->stepper;
    const int last = --b->alive, control = control_of(s);
    for (int k = 0; k < s->state; k++)
        put_number(b->work, b->state[k], i,
                   number_at(b->work, b->state[k], last));
    for (int k = 0; k < s->par; k++)
        if (b->param[k])
            put_number(b->work, b->param[k], i,
                       number_at(b->work, b->param[k], last));
    memmove(b->control + i * control, b->control + last * control,
            (size_t)control * sizeof *b->control);
    b->failed[i] = b->failed[last];
    b->who[i] = b->who[last];
}

/* ---- looks ---- */

/* Time, attitude, L, w, x and v, wheels and states, energy. */
static void state_numbers(const struct work_bench *b, double *out)
{
    const pol_stepper *s = b->work->stepper;
    const int stored = stored_of(s), more = 3 + (s->moves ? 6 : 0);
    *out++ = s->time(b->x);
    memcpy(out, b->x, (size_t)(stored + 3) * sizeof *out);
    out += stored + 3;
    s->omega(b->x, b->par, b->in, out);
    memcpy(out + 3, b->x + stored + 3, (size_t)(more - 3) * sizeof *out);
    out += more;
    if (s->extra)
        s->extras(b->x, b->par, b->in, out);
    out[s->extra] = s->energy(b->x, b->par, b->in);
}

/* A value that is none does not count, unless there is no other. */
static double larger(double so_far, double x)
{
    return x > so_far || isnan(so_far) ? x : so_far;
}

/* Of drifts: what has been none once stays so. */
static double worse(double so_far, double x)
{
    return isnan(so_far) || x <= so_far ? so_far : x;
}

static double observed(const struct work_bench *b, const struct work_observe *o,
                       double so_far, long look)
{
    const double x = b->keep[o->value];
    switch (o->how) {
    case WORK_MAX:
        return look ? larger(so_far, x) : x;
    case WORK_MIN:
        return look ? -larger(-so_far, -x) : x;
    case WORK_MEAN:
        return look ? so_far + (x - so_far) / (double)(look + 1) : x;
    case WORK_LAST:
        return x;
    case WORK_FIRST:
        so_far = look ? so_far : NAN;
        return isnan(so_far) && b->keep[o->condition] != 0 ? x : so_far;
    }
    return NAN;
}

/* What is seen of a case in the state that it has now, the last one or not. */
static void look_at(struct work_bench *b, int which, long look, double *value,
                    double *row)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    double *end = value + w->values,
           *began = b->began + which * (BEGAN + w->kept);
    double *drift = end + w->row, *seen = drift + 1 + w->kept;
    take_params(b, value);
    state_numbers(b, end);
    if (row)
        memcpy(row, end, (size_t)w->row * sizeof *row);
    if (s->kept)
        s->keep(b->x, b->par, b->in, b->keep);
    const double energy = end[w->row - 1];
    if (look == 0) {
        const double *L = b->x + stored_of(s), *omega = end + 4 + stored_of(s);
        const double kinetic =
            (L[0] * omega[0] + L[1] * omega[1] + L[2] * omega[2]) / 2;
        const double scale =
            fmax(fabs(energy), w->has_gyro ? 0 : fabs(kinetic));
        began[0] = *end;
        began[1] = energy;
        began[2] = scale > 0 ? scale : 1;
        memcpy(began + BEGAN, b->keep, (size_t)w->kept * sizeof *began);
        memset(drift, 0, (size_t)(1 + w->kept) * sizeof *drift);
    }
    drift[0] = worse(drift[0], fabs(energy - began[1]) / began[2]);
    for (int i = 0; i < w->kept; i++)
        drift[1 + i] = worse(drift[1 + i], fabs(b->keep[i] - began[BEGAN + i]));
    for (int i = 0; i < w->observes; i++)
        seen[i] = observed(b, &w->observe[i], seen[i], look);
}

/* ---- steps ---- */

/* The case at place i, its state taken, to a time by steps of their own size.
 */
static int advance(struct work_bench *b, int i, double t_end)
{
    const pol_stepper *s = b->work->stepper;
    double *control = b->control + i * control_of(s);
    int status;
    do {
        control[s->control + POL_CONTROL_MOST] = 4096;
        status = s->advance(b->x, b->par, b->in, control, t_end);
    } while (status == POL_STEP_UNFINISHED && !b->is_stopped(b->context));
    return status;
}

/* By so many steps. */
static int run(struct work_bench *b, double h, long steps)
{
    const pol_stepper *s = b->work->stepper;
    int status = POL_STEP_OK;
    while (steps > 0 && !status && !b->is_stopped(b->context)) {
        const long piece = steps < PIECE ? steps : PIECE;
        status = s->run(b->x, b->par, b->in, h, piece);
        steps -= piece;
    }
    return status;
}

/* The case at place i alone to a look. */
static void go_alone(struct work_bench *b, const struct work_pace *pace, int i,
                     long look, long steps, const double *value)
{
    const struct work *w = b->work;
    const double *began = b->began + b->who[i] * (BEGAN + w->kept);
    take_params(b, value);
    take_state(b, i);
    b->failed[i] =
        (unsigned char)(pace->each ? run(b, pace->h, steps)
                                   : advance(b, i,
                                             began[0] + fmin(w->until,
                                                             (double)look *
                                                                 w->between)));
    put_state(b, i);
}

/* All side by side.  Who fails stays where it is, and fails again. */
static void go_together(struct work_bench *b, double h, long steps)
{
    const long most = PIECE / b->alive;
    while (steps > 0 && !b->is_stopped(b->context)) {
        const long piece = steps < most ? steps : most;
        b->work->batch->run(b->alive, b->state, (const void *const *)b->param,
                            h, piece, b->failed);
        steps -= piece;
    }
}

/* Puts the cases at their start; who has none is not alive. */
static void begin(struct work_bench *b, uint64_t from, int n, double *values,
                  unsigned char *status)
{
    const struct work *w = b->work;
    const pol_stepper *s = w->stepper;
    const int control = control_of(s);
    b->alive = 0;
    s->start(b->x, b->par);
    for (int i = 0; i < n; i++) {
        double *value = values + (size_t)i * (size_t)w->columns;
        cases_values(&w->cases, w->draws, from + (uint64_t)i, value);
        take_params(b, value);
        const int place = b->alive++;
        status[i] = (unsigned char)w->batch->begin(b->x, b->par);
        b->who[place] = i;
        if (status[i]) {
            for (int k = w->values; k < w->columns; k++)
                value[k] = NAN;
            b->alive--;
            continue;
        }
        put_state(b, place);
        for (int k = 0; k < s->par; k++)
            if (b->param[k])
                put_number(w, b->param[k], place, b->par[k]);
        if (s->control)
            s->control_start(b->control + place * control);
    }
}

/* Looks at all that are alive, and lets go who has failed. */
static void look(struct work_bench *b, long look, double *values,
                 unsigned char *status, double *row)
{
    const struct work *w = b->work;
    for (int i = b->alive; i-- > 0;) {
        const size_t who = (size_t)b->who[i];
        double *to =
            row && look < w->rows
                ? row + (who * (size_t)w->rows + (size_t)look) * (size_t)w->row
                : NULL;
        take_state(b, i);
        look_at(b, (int)who, look, values + who * (size_t)w->columns,
                b->failed[i] ? NULL : to);
        status[who] = b->failed[i];
        if (b->failed[i])
            drop(b, i);
    }
}

bool work_block(struct work_bench *b, uint64_t from, int n,
                work_stopped *is_stopped, void *context, double *values,
                unsigned char *status, double *row)
{
    const struct work *w = b->work;
    const uint64_t share = w->cases.count / (uint64_t)w->paces;
    const struct work_pace *pace = &w->pace[from / share];
    b->is_stopped = is_stopped;
    b->context = context;
    if (row)
        for (size_t i = 0; i < (size_t)n * (size_t)w->rows * (size_t)w->row;
             i++)
            row[i] = NAN; /* of who fails */
    begin(b, from, n, values, status);
    memset(b->failed, 0, (size_t)n);
    look(b, 0, values, status, row);
    bool ends = false;
    for (long at = 1, done = 0; b->alive && !ends; at++) {
        const long left = pace->steps - done;
        const long steps = left < pace->each ? left : pace->each;
        ends = pace->each ? steps == left
                          : (double)at * w->between >= w->until * (1 - 1e-9);
        if (w->is_alone)
            for (int i = 0; i < b->alive; i++)
                go_alone(b, pace, i, at, steps,
                         values + (size_t)b->who[i] * (size_t)w->columns);
        else
            go_together(b, pace->h, steps);
        if (is_stopped(context))
            return false;
        look(b, at, values, status, row);
        done += steps;
    }
    return !is_stopped(context);
}
