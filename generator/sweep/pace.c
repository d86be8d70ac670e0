/* SPDX-License-Identifier: MIT
 *
 * The steps of the cases of a sweep, when each case is looked at, and how long
 * all of them take.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>

#include "base/process.h"
#include "explore/explore.h"
#include "sweep/plan.h"

static bool has_steps(const struct cases *c)
{
    return c->sources > 0 && c->source->to < 0;
}

double plan_step(const struct plan *s, int pace, double otherwise)
{
    const struct cases *c = &s->work.cases;
    double value[CASES_VALUES];
    if (!has_steps(c))
        return otherwise;
    cases_values(c, s->work.draws, (uint64_t)pace * c->source->stride, value);
    return value[c->source->at];
}

/* Finds the steps of a pace and the looks between; NULL, or an error text. */
static const char *find_pace(const struct plan *s, struct work_pace *pace,
                             double requested, double sample)
{
    const struct work *w = &s->work;
    pace->steps = explore_steps(w->until, requested);
    if (pace->steps == 0)
        return text_format(s->arena, "%g s in steps of %g s are too many steps",
                           w->until, requested);
    pace->h = w->until / (double)pace->steps;
    pace->each = (pace->steps + WORK_SAMPLES - 1) / WORK_SAMPLES;
    if (fabs(pace->h - requested) > 1e-9 * requested && w->paces == 1)
        fprintf(stderr,
                "note: step %.9g (asked for %.9g: until %.9g is no multiple)\n",
                pace->h, requested, w->until);
    if (!(sample > 0))
        return NULL;
    const double steps = round(sample / pace->h);
    if (!(steps >= 1) || fabs(steps * pace->h - sample) > 1e-9 * sample)
        return text_format(s->arena,
                           "a sample every %.9g s is no multiple of the step, "
                           "%.9g s: --sample %.9g",
                           sample, pace->h, fmax(1, steps) * pace->h);
    pace->each = steps < (double)pace->steps ? (long)steps : pace->steps;
    return NULL;
}

const char *plan_paces(struct plan *s, double until, double step, double sample,
                       bool trajectories)
{
    struct work *w = &s->work;
    const char *why = NULL;
    w->until = until;
    w->between = sample > 0 ? sample : w->until / WORK_SAMPLES;
    w->paces = has_steps(&w->cases) ? (int)w->cases.source->count : 1;
    w->pace = arena_array(s->arena, (size_t)w->paces, sizeof *w->pace);
    if (w->until / w->between > 1e9)
        return text_format(s->arena,
                           "%g s with a sample every %g s are too many samples",
                           w->until, w->between);
    for (int i = 0; i < w->paces && step > 0 && !why; i++)
        why = find_pace(s, &w->pace[i], plan_step(s, i, step), sample);
    if (trajectories)
        w->rows = 1 + (long)(w->until / w->between * (1 + 1e-9));
    return why;
}

double plan_seconds(struct plan *s, work_stopped *stopped)
{
    enum { SOME = 64 };
    struct work_pace pace = s->work.pace[s->work.paces / 2];
    struct work some = s->work;
    const int n = some.cases.count < SOME ? (int)some.cases.count : SOME;
    const double steps = (double)pace.steps;
    some.pace = &pace;
    some.paces = 1;
    struct work_bench *bench = work_bench(s->arena, &some, n);
    double *values =
        arena_array(s->arena, (size_t)n * (size_t)some.columns, sizeof *values);
    unsigned char *status = arena_alloc(s->arena, (size_t)n);
    for (int i = 0; i < n && some.cases.has_rows; i++)
        rows_next(s, values + i * some.columns);
    rows_rewind(s);
    /* Only the last and longest run counts, because the first steps are not
     * typical; a run over whole cases is repeated, and the mean counts. */
    double spent = 0, seconds = 0, done = 0, before = 0;
    for (double share = 1.0 / 1024; spent < 0.3; share = fmin(1, 2 * share)) {
        pace.steps = (long)ceil(steps * share);
        some.until = s->work.until * share;
        const double begun = process_seconds(CLOCK_MONOTONIC);
        if (!work_block(bench, 0, n, stopped, NULL, values, status, NULL))
            break;
        seconds = (share > before ? 0 : seconds) +
                  process_seconds(CLOCK_MONOTONIC) - begun;
        done = (share > before ? 0 : done) +
               (steps > 0 ? (double)pace.steps / steps : share);
        spent += process_seconds(CLOCK_MONOTONIC) - begun;
        before = share;
    }
    return seconds / done / n * (double)s->work.cases.count;
}
