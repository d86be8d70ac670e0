/* SPDX-License-Identifier: MIT
 *
 * polhode order: errors and observed order as the step is halved, against a
 * second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>

#include "command/shelved.h"
#include "explore/explore.h"

static pol_status name_reference(struct pol_job *job, void *argument)
{
    const char **method = argument;
    const struct tableau *t = shelved_most_accurate(job);
    if (!t)
        return POL_BAD_SHELF;
    *method = text_format(job->arena, "rkmk(%s, dexpinv = exact)", t->name);
    return POL_OK;
}

/* A stepper of the same spec by the shelf's most accurate tableau. */
static int load_reference(struct pol_job *job, const struct request *r,
                          pol_image **image)
{
    struct request reference = *r;
    const char *method = NULL;
    pol_status status = job_run(job, name_reference, &method);
    if (status != POL_OK) {
        session_messages(job);
        return session_status(job, status);
    }
    reference.options.method = method;
    reference.options.attitude = "quaternion";
    reference.options.map = "exp";
    reference.options.real = POL_DOUBLE;
    reference.options.inputs = POL_ACT;
    struct pol_job *second = session_open(&reference);
    if (!second)
        return EXIT_BUG;
    status = pol_read_text(second, job->source->path, job->source->chars,
                           job->source->length);
    if (status == POL_OK)
        status = pol_load(second, r->compiler, image);
    if (status != POL_OK)
        session_messages(second);
    int exit = session_status(second, status);
    pol_close(second);
    return exit;
}

static const char *remark(const struct order_row *row)
{
    return row->failed ? "  step failed" : row->roundoff ? "  round-off" : "";
}

/* A blank and the order, or a dash where none is seen. */
static void print_order(double order, int width)
{
    if (isnan(order))
        printf(" %*s", width, "-");
    else
        printf(" %*.2f", width, order);
}

static void print_error(double error, double order)
{
    printf(" %12.3e", error);
    print_order(order, 7);
}

static void print_observed(const struct order_result *o)
{
    if (isnan(o->attitude_order) && isnan(o->momentum_order) &&
        isnan(o->motion_order)) {
        printf("observed order: none; no two rows lie between round-off and "
               "too large a step\n");
        return;
    }
    printf("observed order: attitude");
    print_order(o->attitude_order, 0);
    printf(", momentum");
    print_order(o->momentum_order, 0);
    if (o->moves) {
        printf(", motion");
        print_order(o->motion_order, 0);
    }
    printf("\n");
}

static void print_text(const pol_stepper *s, const struct order_result *o)
{
    printf("%s, %s, ", s->name, s->method);
    if (s->order >= ORDER_EXACT)
        printf("exact\n");
    else
        printf("order %d\n", s->order);
    printf("%10s %12s %12s %7s %12s %7s", "steps", "h", "attitude", "order",
           "momentum", "order");
    if (o->moves)
        printf(" %12s %7s", "motion", "order");
    printf("\n");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%10ld %12.5g", row->steps, row->h);
        print_error(row->attitude, row->attitude_order);
        print_error(row->momentum, row->momentum_order);
        if (o->moves)
            print_error(row->motion, row->motion_order);
        printf("%s\n", remark(row));
    }
    print_observed(o);
    printf("reference: %ld steps, uncertain by %.1e rad and %.1e",
           o->reference_steps, o->uncertainty_attitude,
           o->uncertainty_momentum);
    if (o->moves)
        printf(" and %.1e", o->uncertainty_motion);
    printf("\n");
}

static void print_csv(const struct span *span, const struct order_result *o)
{
    printf("steps,h,attitude,momentum,attitude_order,momentum_order,"
           "roundoff,failed%s\n",
           o->moves ? ",motion,motion_order" : "");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%ld,%s,%s,%s,%.6g,%.6g,%d,%d", row->steps,
               shortest(session_held(span, row->h)).text,
               shortest(row->attitude).text, shortest(row->momentum).text,
               row->attitude_order, row->momentum_order, row->roundoff != 0,
               row->failed != 0);
        if (o->moves)
            printf(",%s,%.6g", shortest(row->motion).text, row->motion_order);
        printf("\n");
    }
}

static void json_pair(const char *key, double value, const char *after)
{
    json_text(key);
    printf(": ");
    json_number(value);
    printf("%s", after);
}

static void print_json(const pol_stepper *s, const struct span *span,
                       const struct order_result *o)
{
    printf("{\"body\": ");
    json_text(s->name);
    printf(", \"method\": ");
    json_text(s->method);
    printf(", \"claim\": %d, ", s->order);
    json_pair("h", session_held(span, span->step), ", ");
    printf("\"rows\": [");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%s{\"steps\": %ld, ", i ? ", " : "", row->steps);
        json_pair("h", session_held(span, row->h), ", ");
        json_pair("attitude", row->attitude, ", ");
        json_pair("momentum", row->momentum, ", ");
        json_pair("attitude_order", row->attitude_order, ", ");
        json_pair("momentum_order", row->momentum_order, ", ");
        if (o->moves) {
            json_pair("motion", row->motion, ", ");
            json_pair("motion_order", row->motion_order, ", ");
        }
        printf("\"roundoff\": %s, \"failed\": %s}",
               row->roundoff ? "true" : "false",
               row->failed ? "true" : "false");
    }
    printf("], ");
    json_pair("attitude_order", o->attitude_order, ", ");
    json_pair("momentum_order", o->momentum_order, ", ");
    json_pair("uncertainty_attitude", o->uncertainty_attitude, ", ");
    json_pair("uncertainty_momentum", o->uncertainty_momentum, ", ");
    if (o->moves) {
        json_pair("motion_order", o->motion_order, ", ");
        json_pair("uncertainty_motion", o->uncertainty_motion, ", ");
    }
    printf("\"reference_steps\": %ld}\n", o->reference_steps);
}

static int measure(struct pol_job *job, const struct request *r,
                   const pol_stepper *s, const pol_stepper *reference)
{
    struct progress progress;
    struct explore e = {.arena = job->arena,
                        .held = job->model->held,
                        .progress = progress_report,
                        .context = &progress};
    struct order_result o = {0};
    struct span span;
    if (!session_span(job, r, false, &span))
        return EXIT_FAULT;
    e.t_end = span.until;
    e.h = span.step;
    progress_begin(&progress);
    enum explore_status status =
        explore_order(s, reference, &e, r->halvings, &o);
    progress_end(&progress);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (r->json)
        print_json(s, &span, &o);
    else if (r->csv)
        print_csv(&span, &o);
    else
        print_text(s, &o);
    session_step(&span, !r->json && !r->csv);
    return status == EXPLORE_OK ? EXIT_DONE : EXIT_FAULT;
}

struct task {
    const struct request *request;
    const pol_stepper *stepper, *reference;
    int status;
};

static pol_status do_task(struct pol_job *job, void *argument)
{
    struct task *t = argument;
    t->status = measure(job, t->request, t->stepper, t->reference);
    return POL_OK;
}

int command_order(struct request *r)
{
    r->options.fixed = 1; /* it is the step that is varied */
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_image *image = NULL, *reference = NULL;
    int status = session_load(job, r, &image);
    if (status == EXIT_DONE)
        status = load_reference(job, r, &reference);
    if (status == EXIT_DONE) {
        pol_stepper stepper = session_stepper(job, image);
        struct task t = {r, &stepper, pol_image_stepper(reference), EXIT_DONE};
        status = session_status(job, job_run(job, do_task, &t));
        if (status == EXIT_DONE)
            status = t.status;
    }
    if (image)
        pol_unload(image);
    if (reference)
        pol_unload(reference);
    pol_close(job);
    return status;
}
