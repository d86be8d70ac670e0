/* SPDX-License-Identifier: MIT
 *
 * Measures steppers: the observed order of a tableau on the rotation group,
 * errors of texts that differ in numbers.
 */
#include "session/session.h"

#include <math.h>
#include <string.h>

/* A stepper is derived, emitted and compiled like any other, and run with 1, 2,
 * 4, ... steps.  With a method of order p, the differences of successive ends
 * shrink by 2^p. */

/* Smaller differences of ends are round-off; the interval in seconds. */
#define FLOOR 1e-13
#define UNTIL 1.0
#define AGREE 0.3 /* maximum difference of orders */

enum {
    DOUBLINGS = 12,
    HALVINGS = 3 /* for one order */
};

/* The order over the last halvings whose differences are not round-off, if
 * their orders agree: one order alone is unreliable where the leading term of
 * the error is small by chance; NaN if they disagree. */
static double order_of(const double *difference, int n)
{
    int last = n - 1;
    double least = INFINITY, most = -INFINITY;
    while (last > 0 && !(difference[last] > FLOOR))
        last--;
    int first = last > HALVINGS ? last - HALVINGS : 0;
    for (int i = first; i < last; i++) {
        double order = log2(difference[i] / difference[i + 1]);
        least = fmin(least, order);
        most = fmax(most, order);
    }
    double order = first < last ? log2(difference[first] / difference[last]) /
                                      (last - first)
                                : NAN;
    return most - least <= AGREE && order > AGREE && isfinite(order) ? order
                                                                     : NAN;
}

struct observing {
    const struct source *text; /* text of a tableau's file, or NULL */
    double *order;             /* attitude, momentum */
};

/* Starts with few steps, which are cheap; steps that are too large may fail. */
static pol_status measure(struct pol_job *job, void *argument)
{
    struct observing *m = argument;
    job->is_draft = true;
    if (m->text)
        shelf_add_file(job_shelf(job), SHELF_TABLEAU, "observed", m->text);
    pol_status status = session_compile(
        job, shelf_builtin_file("generator/session/observe.pol"), POL_TCC,
        &job->image[JOB_STEPPER]);
    if (status != POL_OK)
        return status;
    const pol_stepper *s = pol_image_stepper(job->image[JOB_STEPPER]);
    struct explore_state *end = arena_array(job->arena, 2, sizeof *end);
    struct explore e = {.arena = job->arena, .t_end = UNTIL};
    double attitude[DOUBLINGS], momentum[DOUBLINGS]; /* differences of ends */
    bool before = false;
    int n = 0;
    for (int k = 0; k <= DOUBLINGS; k++) {
        e.h = ldexp(UNTIL, -k);
        bool now = explore_run(s, &e, 0, NULL, NULL, &end[k % 2]) == EXPLORE_OK;
        if (now && before) {
            attitude[n] = explore_angle(end[0].R, end[1].R);
            momentum[n] = vector_distance(end[0].L, end[1].L);
            n++;
            if (attitude[n - 1] < FLOOR && momentum[n - 1] < FLOOR)
                break;
        }
        before = now;
    }
    m->order[0] = order_of(attitude, n);
    m->order[1] = order_of(momentum, n);
    return POL_OK;
}

bool session_observe(const pol_options *options, const struct source *text,
                     double order[2])
{
    struct observing m = {text, order};
    pol_options o = *options;
    o.without |= POL_INTERP;
    o.attitude = o.map = NULL;
    struct pol_job *observed = pol_open(&o);
    const pol_status status = job_run(observed, measure, &m);
    pol_close(observed);
    return status == POL_OK;
}

/* ---- texts that differ in numbers ---- */

static pol_status find_span(struct pol_job *job, void *argument)
{
    struct measuring *m = argument;
    double requested;
    pol_status status = session_read(job, m->text, NULL);
    if (status == POL_OK &&
        !session_span(job, &m->span, false, &m->explore, &requested))
        status = POL_BAD_SPEC;
    if (status == POL_OK)
        session_mark_printed(job);
    return status;
}

int measure_begin(struct measuring *m, const struct source *spec,
                  const struct source *text)
{
    m->text = text;
    int exit = session_run_new(&m->options, find_span, m);
    if (exit != EXIT_DONE || !m->reaches)
        return exit;
    exit = session_reference(m->job, spec, m->options, m->compiler);
    if (exit != EXIT_DONE)
        return exit;
    struct explore_exact exact;
    const long steps = explore_steps(m->explore.t_end, m->explore.h);
    const enum explore_status status =
        explore_reference(pol_image_stepper(m->job->image[JOB_REFERENCE]),
                          &m->explore, steps, steps, &exact);
    memcpy(m->end, exact.goal.end.R, sizeof m->end);
    if (status == EXPLORE_OK)
        return EXIT_DONE;
    diag_error_line(&m->job->diags, spec->path, 0,
                    "the reference for attitude_error cannot be run; use a "
                    "smaller step");
    return EXIT_FAULT;
}

double measure_of(struct measuring *m, const struct source *text)
{
    pol_image *image = NULL;
    double value = NAN;
    struct pol_job *job = pol_open(&m->options);
    const pol_status status = session_compile(job, text, m->compiler, &image);
    if (status == POL_NO_MEMORY) { /* not the fault of this text */
        session_status(job, status);
        pol_close(job);
        m->job->shown.memory_reported = true;
        arena_refuse(m->job->arena);
    }
    if (status == POL_OK) {
        const pol_stepper *stepper = pol_image_stepper(image);
        struct drift_result drift;
        struct explore_state end;
        if (m->reaches) {
            if (!explore_run(stepper, &m->explore, 0, NULL, NULL, &end))
                value = explore_angle(m->end, end.R);
        } else if (!explore_drift(stepper, &m->explore, 0, NULL, NULL, &drift))
            value = drift.worst.of[DRIFT_ENERGY];
    }
    pol_unload(image);
    pol_close(job);
    return value;
}
