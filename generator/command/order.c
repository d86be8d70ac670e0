/* SPDX-License-Identifier: MIT
 *
 * polhode order: errors and observed order as the step is halved, against a
 * second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* A stepper of the same spec by the shelf's most accurate tableau. */
static int open_reference(struct pol_job *job, struct request *r)
{
    const struct tableau *t = shelved_most_accurate(job);
    if (!t)
        return EXIT_FAULT;
    pol_options o = job->options;
    o.method = text_format(job->arena, "rkmk(%s, dexpinv = exact)", t->name);
    o.attitude = "quaternion";
    o.map = "exp";
    o.real = POL_DOUBLE;
    o.inputs = POL_ACT;
    struct pol_job *second = pol_open(&o);
    pol_status status =
        session_compile(second, job->source, r->compiler, &r->image[1]);
    int exit = session_status(second, status);
    pol_close(second);
    return exit;
}

static const char *const column_name[ORDER_COLUMNS] = {"attitude", "momentum",
                                                       "motion"};
static const char *const verdict_name[] = {
    [ORDER_CONVERGING] = "converging",   [ORDER_REDUCED] = "reduced",
    [ORDER_NOISE] = "round-off",         [ORDER_LOST] = "reference lost",
    [ORDER_NOT_SETTLED] = "not settled",
};

/* "attitude_order": 4.0, "momentum_order": 4.1 */
static void json_columns(struct text *out, const char *format,
                         const double *value, int columns)
{
    for (int c = 0; c < columns; c++) {
        char key[32];
        snprintf(key, sizeof key, format, column_name[c]);
        json_real(out, key, value[c]);
    }
}

/* Pages see also steps as they are, and whose error is noise. */
static void put_record(struct text *out, const struct session *s,
                       const struct order_result *o)
{
    json_open(out, NULL, '{');
    json_string(out, "body", s->stepper.name);
    json_string(out, "method", s->stepper.method);
    json_int(out, "claim", s->stepper.order);
    json_real(out, "h", session_held(s, s->span.step));
    json_real(out, "until", s->span.until);
    json_open(out, "rows", '[');
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_open(out, NULL, '{');
        json_int(out, "steps", row->steps);
        json_real(out, "h", session_held(s, row->h));
        json_columns(out, "%s", row->error, o->columns);
        json_columns(out, "%s_order", row->order, o->columns);
        json_bool(out, "roundoff", row->noise);
        json_bool(out, "failed", row->failed);
        if (json_is_lua(out)) {
            json_real(out, "size", row->h);
            json_int(out, "noise", row->noise);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
    json_string(out, "verdict", verdict_name[o->verdict]);
    if (o->verdict == ORDER_CONVERGING) {
        json_int(out, "from_steps", o->row[o->from].steps);
        json_int(out, "to_steps", o->row[o->to].steps);
    }
    json_columns(out, "%s_order", o->order, o->columns);
    json_columns(out, "uncertainty_%s", o->uncertainty, o->columns);
    json_int(out, "reference_steps", o->reference_steps);
    json_close(out, '}');
}

int command_order(struct pol_job *job, struct request *r)
{
    struct session s;
    struct order_result o = {0};
    job->options.fixed = 1; /* it is the step that is varied */
    int exit = session_begin(&s, job, r, false);
    if (exit == EXIT_DONE)
        exit = open_reference(job, r);
    if (exit != EXIT_DONE)
        return exit;
    /* over long times errors of higher order, which grow, hide the order, and
     * the body's motion magnifies rounding */
    const double first = 128 * s.span.asked;
    if (!(r->until > 0) && s.span.until > first) {
        s.explore.t_end = s.span.until = first;
        s.explore.h = s.span.step = s.span.asked;
    }
    s.explore.rounding =
        job_real(job) == REAL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    enum explore_status status =
        explore_order(&s.stepper, pol_image_stepper(r->image[1]), &s.explore,
                      (int)r->halvings, &o);
    progress_end(&s.progress);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    struct text record = session_record(job, r);
    put_record(&record, &s, &o);
    if (r->json || r->csv || status == EXPLORE_OK)
        session_page(job, r->csv ? "order_csv" : "order", &record);
    return session_end(&s, status, &s.failed_at, !r->json && !r->csv);
}
