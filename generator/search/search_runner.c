/* SPDX-License-Identifier: MIT
 *
 * Candidates on the body of the spec: the text with numbers for its free
 * symbols goes through all stages, in a job of its own, and is run.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct runner {
    const struct search *search;
    const struct problem *problem;
    struct arena *arena;
    struct explore explore;
    struct explore_state end; /* of the reference */
};

struct trial {
    struct runner *runner;
    const pol_stepper *stepper;
    double value;
};

static double energy_drift(struct trial *t)
{
    struct drift_result drift;
    if (explore_drift(t->stepper, &t->runner->explore, 0, NULL, NULL, &drift) !=
        EXPLORE_OK)
        return HUGE_VAL;
    return drift.worst.of[DRIFT_ENERGY];
}

static double attitude_error(struct trial *t)
{
    struct explore_state end;
    if (explore_run(t->stepper, &t->runner->explore, 0, NULL, NULL, &end) !=
        EXPLORE_OK)
        return HUGE_VAL;
    return explore_angle(t->runner->end.R, end.R);
}

static pol_status try_it(struct pol_job *job, void *argument)
{
    struct trial *t = argument;
    t->runner->explore.arena = job->arena;
    double value = t->runner->search->aim == AIM_ENERGY ? energy_drift(t)
                                                        : attitude_error(t);
    t->value = isnan(value) ? HUGE_VAL : value;
    return POL_OK;
}

/* The whole spec with these values. */
static const char *text_with(struct runner *r, const double *x)
{
    const struct search *s = r->search;
    const struct source *text = s->text;
    const struct number *number[SEARCH_FREES];
    const char *value[SEARCH_FREES];
    struct text out = text_new(r->arena);
    search_refine(r->problem, x, number);
    for (int i = 0; i < s->tableau->frees; i++)
        value[i] = search_digits(r->arena, number[i]);
    size_t first = s->block->place.offset, n = s->block->place.length;
    text_add(&out, text->chars, first);
    text_put(&out, search_block(r->arena, s, s->order, value));
    text_add(&out, text->chars + first + n, text->length - first - n);
    return text_chars(&out);
}

static pol_status load(struct pol_job *job, const struct search *s,
                       const char *text, pol_image **image)
{
    pol_status status = pol_read_text(job, s->text->path, text, strlen(text));
    return status == POL_OK ? pol_load(job, s->request->compiler, image)
                            : status;
}

double runner_value(struct runner *r, const double *x)
{
    struct trial trial = {.runner = r, .value = HUGE_VAL};
    struct arena_mark mark = arena_mark(r->arena);
    const char *text = text_with(r, x);
    pol_options options = r->search->request->options;
    options.fixed = 1;
    struct pol_job *job = pol_open(&options);
    pol_image *image = NULL;
    if (job && load(job, r->search, text, &image) == POL_OK) {
        trial.stepper = pol_image_stepper(image);
        job_run(job, try_it, &trial);
    }
    if (image)
        pol_unload(image);
    if (job)
        pol_close(job);
    arena_release(r->arena, mark);
    return trial.value;
}

/* ---- opening ---- */

static pol_status span(struct pol_job *job, void *argument)
{
    struct runner *r = argument;
    struct span span;
    bool good = session_span(job, r->search->request, false, &span);
    r->explore.t_end = span.until;
    r->explore.h = span.step;
    return good ? POL_OK : POL_BAD_SPEC;
}

struct reference {
    struct runner *runner;
    const pol_stepper *stepper;
    enum explore_status status;
};

static pol_status run_reference(struct pol_job *job, void *argument)
{
    struct reference *ref = argument;
    struct explore e = ref->runner->explore;
    e.arena = job->arena;
    ref->status = explore_reference(ref->stepper, &e, ref->runner->end.R);
    return POL_OK;
}

/* The end that all candidates should meet. */
static pol_status find_end(struct runner *r)
{
    struct pol_job *job = r->search->job;
    const struct tableau *best = shelved_most_accurate(job);
    if (!best)
        return POL_BAD_SHELF;
    pol_options options = r->search->request->options;
    options.method =
        text_format(r->arena, "rkmk(%s, dexpinv = exact)", best->name);
    options.attitude = "quaternion";
    options.map = "exp";
    options.fixed = 1;
    struct pol_job *second = pol_open(&options);
    pol_image *image = NULL;
    struct reference ref = {.runner = r, .status = EXPLORE_FAILED};
    if (!second)
        return POL_NO_MEMORY;
    pol_status status = load(second, r->search, r->search->text->chars, &image);
    if (status == POL_OK) {
        ref.stepper = pol_image_stepper(image);
        status = job_run(second, run_reference, &ref);
        pol_unload(image);
    }
    session_messages(second);
    pol_close(second);
    if (status == POL_OK && ref.status != EXPLORE_OK)
        diag_error_line(&r->search->job->diags, r->search->text->path, 0,
                        "the reference for attitude_error cannot be run; use a "
                        "smaller step");
    return status == POL_OK && ref.status != EXPLORE_OK ? POL_FAILED : status;
}

/* The candidates' texts must be good but for their numbers: one is tried. */
static pol_status try_text(struct runner *r)
{
    double x[SEARCH_FREES];
    const struct tableau *t = r->search->tableau;
    pol_options options = r->search->request->options;
    options.fixed = 1;
    for (int i = 0; i < t->frees; i++)
        x[i] = number_double(t->free[i].start);
    struct pol_job *job = pol_open(&options);
    if (!job)
        return POL_NO_MEMORY;
    const char *text = text_with(r, x);
    pol_status status =
        pol_read_text(job, r->search->text->path, text, strlen(text));
    if (status == POL_OK)
        status = job_run(job, span, r);
    if (status != POL_OK)
        session_messages(job);
    pol_close(job);
    return status;
}

struct runner *runner_open(struct arena *arena, const struct problem *p)
{
    const struct search *s = p->search;
    struct runner *r = arena_alloc(arena, sizeof *r);
    *r = (struct runner){.search = s, .problem = p, .arena = arena};
    pol_status status = try_text(r);
    if (status == POL_OK && s->aim == AIM_ATTITUDE)
        status = find_end(r);
    return status == POL_OK ? r : NULL;
}
