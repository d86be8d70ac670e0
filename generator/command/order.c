/* SPDX-License-Identifier: MIT
 *
 * polhode order: errors and observed order as the step is halved, against a
 * second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <float.h>
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

static const char *const column_name[ORDER_COLUMNS] = {"attitude", "momentum",
                                                       "motion"};
static const char *const verdict_name[] = {
    [ORDER_CONVERGING] = "converging",   [ORDER_REDUCED] = "reduced",
    [ORDER_NOISE] = "round-off",         [ORDER_LOST] = "reference lost",
    [ORDER_NOT_SETTLED] = "not settled",
};

static void print_remark(const struct order_row *row, int columns)
{
    const unsigned all = (1U << columns) - 1;
    if (row->failed)
        printf("  step failed");
    else if (row->noise)
        printf("  round-off");
    for (int c = 0; c < columns && !row->failed && row->noise != all; c++)
        if (row->noise >> c & 1)
            printf(" (%s)", column_name[c]);
    printf("\n");
}

/* A blank and the order, or a dash where none is seen. */
static void print_order(double order, int width)
{
    if (isfinite(order))
        printf(" %*.2f", width, order);
    else
        printf(" %*s", width, "-");
}

static void print_orders(const struct order_result *o)
{
    printf("observed order:");
    for (int c = 0; c < o->columns; c++) {
        printf("%s %s", c ? "," : "", column_name[c]);
        print_order(o->order[c], 0);
    }
    printf(" (%ld to %ld steps)\n", o->row[o->from].steps, o->row[o->to].steps);
}

static void print_verdict(const struct order_result *o, bool is_exact)
{
    if (is_exact && o->verdict == ORDER_NOISE) {
        printf("observed order: none; exact, errors are at round-off\n");
        return;
    }
    switch (o->verdict) {
    case ORDER_CONVERGING:
        print_orders(o);
        return;
    case ORDER_REDUCED:
        printf("observed order: none; errors fall, but not by the power that "
               "is claimed:\norder reduction, or steps too large for a stiff "
               "torque\n");
        return;
    case ORDER_NOISE:
        printf("observed order: none; errors are at round-off before four rows "
               "show one:\nlonger steps, or a longer --until\n");
        return;
    case ORDER_LOST:
        printf("observed order: none; the reference is lost: a shorter "
               "--until\n");
        return;
    default:
        printf("observed order: not settled; no four rows agree within 0.15: "
               "smaller steps,\na shorter --until, or a torque that is not "
               "smooth\n");
    }
}

static void print_text(const pol_stepper *s, const struct span *span,
                       const struct order_result *o)
{
    printf("%s, %s, ", s->name, s->method);
    if (s->order >= ORDER_EXACT)
        printf("exact");
    else
        printf("order %d", s->order);
    printf(", over %s s\n%10s %12s", shortest(span->until).text, "steps", "h");
    for (int c = 0; c < o->columns; c++)
        printf(" %12s %7s", column_name[c], "order");
    printf("\n");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%10ld %12.5g", row->steps, row->h);
        for (int c = 0; c < o->columns; c++) {
            printf(" %12.3e", row->error[c]);
            print_order(row->order[c], 7);
        }
        print_remark(row, o->columns);
    }
    print_verdict(o, s->order >= ORDER_EXACT);
    printf("reference: %ld steps, uncertain by %.1e rad", o->reference_steps,
           o->uncertainty[ORDER_ATTITUDE]);
    for (int c = ORDER_MOMENTUM; c < o->columns; c++)
        printf(" and %.1e", o->uncertainty[c]);
    printf("\n");
}

static void print_csv(const struct span *span, const struct order_result *o)
{
    printf("steps,h,attitude,momentum,attitude_order,momentum_order,"
           "roundoff,failed%s\n",
           o->columns > ORDER_MOTION ? ",motion,motion_order" : "");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%ld,%s,%s,%s,%.6g,%.6g,%d,%d", row->steps,
               shortest(session_held(span, row->h)).text,
               shortest(row->error[ORDER_ATTITUDE]).text,
               shortest(row->error[ORDER_MOMENTUM]).text,
               row->order[ORDER_ATTITUDE], row->order[ORDER_MOMENTUM],
               row->noise != 0, row->failed != 0);
        if (o->columns > ORDER_MOTION)
            printf(",%s,%.6g", shortest(row->error[ORDER_MOTION]).text,
                   row->order[ORDER_MOTION]);
        printf("\n");
    }
}

static void json_pair(const char *key, double value)
{
    json_text(key);
    printf(": ");
    json_number(value);
    printf(", ");
}

/* "attitude_order": 4.0, "momentum_order": 4.1, */
static void json_columns(const char *format, const double *value, int columns)
{
    for (int c = 0; c < columns; c++) {
        char key[32];
        snprintf(key, sizeof key, format, column_name[c]);
        json_pair(key, value[c]);
    }
}

static void print_json(const pol_stepper *s, const struct span *span,
                       const struct order_result *o)
{
    printf("{\"body\": ");
    json_text(s->name);
    printf(", \"method\": ");
    json_text(s->method);
    printf(", \"claim\": %d, ", s->order);
    json_pair("h", session_held(span, span->step));
    json_pair("until", span->until);
    printf("\"rows\": [");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%s{\"steps\": %ld, ", i ? ", " : "", row->steps);
        json_pair("h", session_held(span, row->h));
        json_columns("%s", row->error, o->columns);
        json_columns("%s_order", row->order, o->columns);
        printf("\"roundoff\": %s, \"failed\": %s}",
               row->noise ? "true" : "false", row->failed ? "true" : "false");
    }
    printf("], \"verdict\": \"%s\", ", verdict_name[o->verdict]);
    if (o->verdict == ORDER_CONVERGING)
        printf("\"from_steps\": %ld, \"to_steps\": %ld, ",
               o->row[o->from].steps, o->row[o->to].steps);
    json_columns("%s_order", o->order, o->columns);
    json_columns("uncertainty_%s", o->uncertainty, o->columns);
    printf("\"reference_steps\": %ld}\n", o->reference_steps);
}

/* Over long times errors of higher order, which grow, hide the order, and the
 * body's motion magnifies rounding. */
static bool first_steps(const struct pol_job *job, const struct request *r,
                        struct span *span)
{
    enum { STEPS = 128 };
    if (!session_span(job, r, false, span))
        return false;
    if (!(r->until > 0) && span->until > STEPS * span->asked) {
        span->until = STEPS * span->asked;
        span->step = span->asked;
    }
    return true;
}

static int measure(struct pol_job *job, const struct request *r,
                   const pol_stepper *s, const pol_stepper *reference)
{
    struct progress progress;
    struct explore e = {.arena = job->arena,
                        .held = job->model->held,
                        .rounding = job_real(job) == REAL_FLOAT ? FLT_EPSILON
                                                                : DBL_EPSILON,
                        .progress = progress_report,
                        .context = &progress};
    struct order_result o = {0};
    struct span span;
    if (!first_steps(job, r, &span))
        return EXIT_FAULT;
    e.t_end = span.until;
    e.h = span.step;
    struct watch watch;
    watch_begin(&watch, job, &e);
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
    else if (status == EXPLORE_OK)
        print_text(s, &span, &o);
    session_step(&span, !r->json && !r->csv);
    watch_tell(&watch, r, s, e.h);
    const struct explore_state *x = &watch.failed_at;
    return session_judge(status, (struct outcome){x->steps, x->t, x->status},
                         &watch, e.h);
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
    r->options.without |= POL_INTERP;
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
