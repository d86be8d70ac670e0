/* SPDX-License-Identifier: MIT
 *
 * polhode run: integrates in memory and prints the end state, with --every or
 * --sample the trajectory, as CSV or JSON.  polhode drift: how far energy,
 * spatial momentum, |L|, orthogonality and each keep of the spec move from
 * their start. polhode order: errors and observed order as the step is halved,
 * against a second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <math.h>

#include "session/rows.h"

/* Begins each of the three commands; EXIT_DONE or an exit status. */
static int begin(struct session *s, struct pol_job *job,
                 const struct request *r, bool adaptive)
{
    const struct span span = span_of(r);
    const int exit =
        session_begin(s, job, r->operand[0], &span, r->compiler, adaptive);
    s->method_index = r->method_index;
    return exit;
}

/* ---- run ---- */

static void row_of_state(void *rows, const struct explore_state *x)
{
    rows_put(rows, NULL, x->t, x);
}

/* Reads what to draw, and begins. */
static int begin_run(struct session *s, struct pol_job *job,
                     const struct request *r)
{
    pol_setting text[MOST_SHELVES];
    enum plotted of = PLOTTED_STATE;
    int exit = plotted_read(job, option_settings(r, "plot-of", text), text,
                            option_text(r, "section"), &of);
    exit = exit ? exit : begin(s, job, r, true);
    s->plotted = of;
    return exit ? exit : plotted_fits(s);
}

int command_run(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    const int exit = begin_run(&s, job, r);
    if (exit != EXIT_DONE)
        return exit;
    const bool is_section = option_given(r, "section"),
               json = option_given(r, "json"), csv = option_given(r, "csv"),
               rows = is_section || option_given(r, "every") ||
                      option_given(r, "sample");
    struct course course;
    struct explore_state end = {0};
    a->has_begun = true;
    course_begin(&course, &s,
                 (struct rows){.part = rows || csv ? course.part : NULL,
                               .json = json,
                               .streams = !a->collects,
                               .out = &a->before,
                               .drawing = a->draws ? &course.drawing : NULL},
                 is_section, json_is_lua(&a->record));
    course.rows.ended = !rows; /* no rows but the last one */
    s.explore.spacing = option_number(r, "sample");
    const long drawn = a->draws ? course_draw(&course, &s, rows) : 0;
    const enum explore_status status =
        explore_run(&s.stepper, &s.explore, option_int(r, "every", drawn),
                    (rows || a->draws) && !is_section ? row_of_state : NULL,
                    &course.rows, &end);
    progress_end(&s.progress);
    course.rows.ended = rows;
    if (csv && !rows)
        rows_put(&course.rows, NULL, end.t, &end);
    if (json || !(rows || csv)) {
        text_put(&a->record, rows ? "\n]" : "");
        state_put(&a->record, &s, course.part, &end, rows ? "end" : NULL,
                  course_list(&course));
        text_put(&a->record, rows ? "}" : "");
    }
    if (a->draws)
        a->plot = course_picture(&course, &a->picture, span_of(r).until,
                                 option_text(r, "section"), &end);
    return session_end(&s, status, &end,
                       json || rows || csv ? NULL : &a->after);
}

/* ---- drift ---- */

static void row_of_drift(void *rows, const struct drift_row *row)
{
    rows_put(rows, &row->steps, row->t, row->of);
}

static void note_energy(const struct pol_job *job)
{
    const struct facts *f = &job->model->facts;
    if (!f->changes &&
        (f->burns || f->has_exhaust)) /* else drift.tpl notes it */
        session_note(job, "note: the energy is not kept, since mass leaves or "
                          "changes\n");
}

int command_drift(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    double kept[DRIFT_COLUMNS] = {0};
    struct drift_result d = {0};
    int exit = begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    a->has_begun = true;
    session_kept(job, option_number(r, "until"), false, kept);
    note_energy(job);
    const bool json = option_given(r, "json");
    const bool rows = option_given(r, "csv") || option_int(r, "every", 0) > 0;
    struct part part[PARTS];
    struct drawing drawing;
    struct rows to = {.part = rows ? part : NULL,
                      .json = json,
                      .method_index = s.method_index,
                      .method = s.stepper.method,
                      .streams = !a->collects,
                      .out = &a->before,
                      .drawing = a->draws ? &drawing : NULL};
    const char *headings = drift_parts(&s, !rows && !json, part);
    if (rows)
        rows_begin(&s, &to, headings, false);
    if (a->draws)
        drawing_begin(&drawing, job->arena, part, DRAWN_VALUES, DRAWN);
    enum explore_status status =
        explore_drift(&s.stepper, &s.explore, option_int(r, "every", 0),
                      row_of_drift, &to, &d);
    progress_end(&s.progress);
    if (json || !rows)
        drift_put(&a->record, &s, part, &d, kept, rows);
    if (a->draws) {
        drawing_add(&drawing, d.last.t, d.last.of, true);
        drawing_put(&a->picture, &s, &drawing);
        json_print(&a->picture, "conserved:{");
        parts_put(part, kept, &a->picture, false);
        json_print(&a->picture, "}}");
    }
    return session_end(&s, status, &s.failed_at,
                       json || rows ? NULL : &a->after);
}

/* ---- order ---- */

/* Shortens the run: over long times, growing errors of higher order hide the
 * order, and the body's motion magnifies rounding. */
static void shorten(struct session *s)
{
    const double first = 128 * s->requested_step;
    if (s->explore.t_end <= first)
        return;
    s->explore.t_end = first;
    s->explore.h = s->requested_step;
    if (s->explore.rough_at >
        number_double(s->job->model->facts.start_t) + first)
        s->explore.rough = 0;
}

int command_order(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    struct order_result o = {0};
    job->options.fixed = 1; /* the step is varied */
    int exit = begin(&s, job, r, false);
    pol_options exact = job->options;
    exact.real = POL_DOUBLE;
    exact.inputs = POL_ACT;
    if (exit == EXIT_DONE)
        exit = session_reference(job, job->source, exact, r->compiler);
    if (exit != EXIT_DONE)
        return exit;
    if (!(option_number(r, "until") > 0))
        shorten(&s);
    s.explore.loads = model_kept_loads(job->model);
    s.explore.quality = NULL; /* rows have their own */
    enum explore_status status =
        explore_order(&s.stepper, pol_image_stepper(job->image[JOB_REFERENCE]),
                      &s.explore, (int)option_int(r, "halvings", 7), &o);
    progress_end(&s.progress);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    const bool is_data = option_given(r, "json") || option_given(r, "csv");
    a->page = option_given(r, "csv") ? "order_csv" : "order";
    if (is_data || status == EXPLORE_OK)
        order_put_record(&a->record, &s, &o);
    order_put_record(&a->picture, &s, &o);
    int loose = o.rows - 1; /* the finest row in which R is lost */
    while (loose >= 0 && isnan(o.row[loose].quality.since))
        loose--;
    if (loose >= 0)
        session_warn_rotation(
            job, text_format(job->arena, "in %ld steps ", o.row[loose].steps),
            &o.row[loose].quality);
    return session_end(&s, status, &s.failed_at, is_data ? NULL : &a->after);
}
