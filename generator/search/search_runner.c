/* SPDX-License-Identifier: MIT
 *
 * Candidates on the body of the spec: the text with numbers for its free
 * symbols goes through all stages, in a job of its own, and is run.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

#include "explore/explore.h"

struct runner {
    const struct problem *problem;
    struct explore explore;
    double end[9]; /* the attitude of the reference */
};

/* The whole spec with these values. */
static const char *text_with(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    const struct number *number[SEARCH_FREES];
    const char *value[SEARCH_FREES];
    struct text out = text_new(p->arena);
    search_refine(p, x, number);
    for (int i = 0; i < p->n; i++)
        value[i] = search_digits(p->arena, number[i]);
    size_t first = s->block->place.offset, n = s->block->place.length;
    text_add(&out, s->text->chars, first);
    text_put(&out, search_block(s, s->order, value));
    text_add(&out, s->text->chars + first + n, s->text->length - first - n);
    return text_chars(&out);
}

/* Reads a text in a job of its own, by this method unless it is NULL, and
 * compiles it, or finds how long and in which steps it is run.  Messages of
 * candidates are kept back: it is their numbers that they are about. */
static pol_status load(struct runner *r, const char *text, const char *method,
                       pol_image **image)
{
    const struct wish *w = r->problem->search->wish;
    pol_options options = w->options;
    options.fixed = 1;
    if (method) {
        options.method = method;
        options.attitude = "quaternion";
        options.map = "exp";
    }
    pol_job *job = pol_open(&options);
    if (!job)
        return POL_NO_MEMORY;
    pol_status status =
        pol_read_text(job, r->problem->search->text->path, text, strlen(text));
    if (status == POL_OK)
        status = image
                     ? pol_load(job, w->compiler, image)
                     : w->span(w->host, job, &r->explore.t_end, &r->explore.h);
    if (method || (!image && status != POL_OK))
        w->tell(job);
    pol_close(job);
    return status;
}

static double measure(const struct runner *r, const pol_stepper *stepper)
{
    struct drift_result drift;
    struct explore_state end;
    if (r->problem->search->aim == AIM_ENERGY)
        return explore_drift(stepper, &r->explore, 0, NULL, NULL, &drift)
                   ? HUGE_VAL
                   : drift.worst.of[DRIFT_ENERGY];
    return explore_run(stepper, &r->explore, 0, NULL, NULL, &end)
               ? HUGE_VAL
               : explore_angle(r->end, end.R);
}

double runner_value(struct runner *r, const double *x)
{
    struct arena_mark mark = arena_mark(r->problem->arena);
    pol_image *image = NULL;
    double value = HUGE_VAL;
    if (load(r, text_with(r->problem, x), NULL, &image) == POL_OK)
        value = measure(r, pol_image_stepper(image));
    pol_unload(image);
    arena_release(r->problem->arena, mark);
    return isnan(value) ? HUGE_VAL : value;
}

/* The end that all candidates should meet. */
static bool find_end(struct runner *r)
{
    const struct search *s = r->problem->search;
    const char *best = s->wish->reference(s->wish->host);
    pol_image *image = NULL;
    if (!best || load(r, s->text->chars,
                      text_format(s->arena, "rkmk(%s, dexpinv = exact)", best),
                      &image) != POL_OK)
        return false;
    enum explore_status status =
        explore_reference(pol_image_stepper(image), &r->explore, r->end);
    pol_unload(image);
    if (status != EXPLORE_OK)
        diag_error_line(s->diags, s->text->path, 0,
                        "the reference for attitude_error cannot be run; use a "
                        "smaller step");
    return status == EXPLORE_OK;
}

/* The candidates' texts must be good but for their numbers: one is tried. */
bool problem_run(struct problem *p)
{
    struct runner *r = p->runner = arena_alloc(p->arena, sizeof *r);
    *r = (struct runner){.problem = p, .explore.arena = p->arena};
    return load(r, text_with(p, p->start), NULL, NULL) == POL_OK &&
           (p->search->aim != AIM_ATTITUDE || find_end(r));
}
