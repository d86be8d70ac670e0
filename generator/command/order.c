/* SPDX-License-Identifier: MIT
 *
 * polhode order: errors and observed order as the step is halved, against a
 * second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "explore/explore.h"

struct reference {
    const struct source *source;
    pol_compiler compiler;
    pol_image *image;
};

/* A stepper of the same spec by the shelf's most accurate tableau. */
static int load_reference(struct pol_job *second, void *argument)
{
    struct reference *ref = argument;
    pol_status status = session_read(second, ref->source);
    if (status == POL_OK)
        status = pol_load(second, ref->compiler, &ref->image);
    return status == POL_OK ? EXIT_DONE : session_status(second, status);
}

static int open_reference(struct pol_job *job, struct request *r)
{
    struct reference ref = {job->source, r->compiler, NULL};
    const struct tableau *t = shelved_most_accurate(job);
    if (!t)
        return EXIT_FAULT;
    pol_options o = job->options;
    o.method = text_format(job->arena, "rkmk(%s, dexpinv = exact)", t->name);
    o.attitude = "quaternion";
    o.map = "exp";
    o.real = POL_DOUBLE;
    o.inputs = POL_ACT;
    int exit = session_aside(&o, load_reference, &ref);
    r->image[1] = ref.image;
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

/* Why there is none. */
static const char *const no_order[] = {
    [ORDER_REDUCED] = "none; errors fall, but not by the power that is "
                      "claimed:\norder reduction, or steps too large for a "
                      "stiff torque",
    [ORDER_NOISE] = "none; errors are at round-off before four rows show "
                    "one:\nlonger steps, or a longer --until",
    [ORDER_LOST] = "none; the reference is lost: a shorter --until",
    [ORDER_NOT_SETTLED] = "not settled; no four rows agree within 0.15: "
                          "smaller steps,\na shorter --until, or a torque that "
                          "is not smooth",
};

static void print_verdict(const struct order_result *o, bool is_exact)
{
    printf("observed order:");
    if (o->verdict != ORDER_CONVERGING) {
        printf(" %s\n", is_exact && o->verdict == ORDER_NOISE
                            ? "none; exact, errors are at round-off"
                            : no_order[o->verdict]);
        return;
    }
    for (int c = 0; c < o->columns; c++) {
        printf("%s %s", c ? "," : "", column_name[c]);
        print_order(o->order[c], 0);
    }
    printf(" (%ld to %ld steps)\n", o->row[o->from].steps, o->row[o->to].steps);
}

static void print_text(const struct session *run, const struct order_result *o)
{
    const pol_stepper *s = &run->stepper;
    printf("%s, %s, ", s->name, s->method);
    if (s->order >= ORDER_EXACT)
        printf("exact");
    else
        printf("order %d", s->order);
    printf(", over %s s\n%10s %12s", shortest(run->span.until).text, "steps",
           "h");
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

static void print_csv(const struct session *s, const struct order_result *o)
{
    printf("steps,h,attitude,momentum,attitude_order,momentum_order,"
           "roundoff,failed%s\n",
           o->columns > ORDER_MOTION ? ",motion,motion_order" : "");
    for (int i = 0; i < o->rows; i++) {
        const struct order_row *row = &o->row[i];
        printf("%ld,%s,%s,%s,%.6g,%.6g,%d,%d", row->steps,
               shortest(session_held(s, row->h)).text,
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

static void print_json(const struct session *s, const struct order_result *o)
{
    struct text out = text_new(s->job->arena);
    json_open(&out, NULL, '{');
    json_string(&out, "body", s->stepper.name);
    json_string(&out, "method", s->stepper.method);
    json_int(&out, "claim", s->stepper.order);
    json_real(&out, "h", session_held(s, s->span.step));
    json_real(&out, "until", s->span.until);
    json_open(&out, "rows", '[');
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_open(&out, NULL, '{');
        json_int(&out, "steps", row->steps);
        json_real(&out, "h", session_held(s, row->h));
        json_columns(&out, "%s", row->error, o->columns);
        json_columns(&out, "%s_order", row->order, o->columns);
        json_bool(&out, "roundoff", row->noise);
        json_bool(&out, "failed", row->failed);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_string(&out, "verdict", verdict_name[o->verdict]);
    if (o->verdict == ORDER_CONVERGING) {
        json_int(&out, "from_steps", o->row[o->from].steps);
        json_int(&out, "to_steps", o->row[o->to].steps);
    }
    json_columns(&out, "%s_order", o->order, o->columns);
    json_columns(&out, "uncertainty_%s", o->uncertainty, o->columns);
    json_int(&out, "reference_steps", o->reference_steps);
    json_close(&out, '}');
    puts(text_chars(&out));
}

/* Over long times errors of higher order, which grow, hide the order, and the
 * body's motion magnifies rounding. */
static void take_first_steps(struct session *s)
{
    const double first = 128 * s->span.asked;
    if (s->span.until > first) {
        s->explore.t_end = s->span.until = first;
        s->explore.h = s->span.step = s->span.asked;
    }
}

int command_order(struct pol_job *job, struct request *r)
{
    struct session s;
    struct order_result o = {0};
    job->options.fixed = 1; /* it is the step that is varied */
    int exit = session_load(job, r);
    if (exit == EXIT_DONE)
        exit = open_reference(job, r);
    if (exit != EXIT_DONE)
        return exit;
    if (!session_begin(&s, job, r, false))
        return EXIT_FAULT;
    if (!(r->until > 0))
        take_first_steps(&s);
    s.explore.rounding =
        job_real(job) == REAL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    enum explore_status status =
        explore_order(&s.stepper, pol_image_stepper(r->image[1]), &s.explore,
                      (int)r->halvings, &o);
    progress_end(&s.progress);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (r->json)
        print_json(&s, &o);
    else if (r->csv)
        print_csv(&s, &o);
    else if (status == EXPLORE_OK)
        print_text(&s, &o);
    return session_end(&s, status, &s.failed_at, !r->json && !r->csv);
}
