/* SPDX-License-Identifier: MIT
 *
 * polhode run: integrates in memory and prints the end state, with --every or
 * --sample the trajectory as CSV.  polhode drift: how far energy, spatial
 * momentum, |L|, orthogonality and each keep of the spec move from their start.
 * polhode order: errors and observed order as the step is halved, against a
 * second stepper of the same spec that is far more accurate.
 */
#include "command/command.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"

/* ---- what run and drift print ---- */

/* Numbers that belong together. */
struct part {
    const char *name;
    enum { NUMBER, ARRAY, OBJECT } shape; /* in JSON */
    int n; /* 0: the body has no such part, or an object has no members */
    const double *x;
    const char *const *heading; /* of each; NULL: the name */
    const char *const *key;     /* in the object */
};
enum { PARTS = 9, STORED = EXPLORE_STORED };

struct printing {
    const pol_stepper *stepper;
    bool moves;         /* has the body a mass? */
    const char *stored; /* the attitude's field, "q"; NULL: R, which stands
                           there anyway */
    const char *number[STORED];             /* "q0" */
    const char *const *keep, *const *shown; /* headings */
    struct part part[PARTS];
};

static const char *const velocity[] = {"v1", "v2", "v3"};

/* Adds the headings of values that the spec names to those that stand there
 * already, by commas: "keep.w1" where w1 is taken. */
static const char *const *named_headings(struct text *line, const char *group,
                                         const char *const *name, int n)
{
    const char **heading = arena_array(line->arena, (size_t)n, sizeof *heading);
    for (int i = 0; i < n; i++) {
        heading[i] = number_among(text_chars(line), ',', name[i]) >= 0
                         ? text_format(line->arena, "%s.%s", group, name[i])
                         : name[i];
        text_print(line, ",%s", heading[i]);
    }
    return heading;
}

/* Of all but what the spec names, behind what stands there. */
static void put_headings(const struct printing *p, struct text *line)
{
    for (const struct part *q = p->part; q < p->part + PARTS; q++)
        for (int i = 0; q->shape != OBJECT && i < q->n; i++)
            text_print(line, ",%s", q->heading ? q->heading[i] : q->name);
}

/* Of a column that has room for what the spec names. */
static int width_of(const struct printing *p, int width)
{
    for (const struct part *q = p->part; q < p->part + PARTS; q++)
        for (int i = 0; q->shape == OBJECT && i < q->n; i++)
            if ((int)strlen(q->heading[i]) > width)
                width = (int)strlen(q->heading[i]);
    return width;
}

/* Numbers, or what 0, 1 and 2 say. */
static void json_parts(const struct printing *p, struct text *out, bool says)
{
    static const char *const word[] = {"false", "true", "null"};
    for (const struct part *q = p->part; q < p->part + PARTS; q++) {
        const bool encloses = q->shape == OBJECT || (q->shape == ARRAY && q->n);
        if (encloses)
            json_open(out, q->name, q->shape == ARRAY ? '[' : '{');
        for (int i = 0; i < q->n; i++) {
            const char *key = q->shape == NUMBER  ? q->name
                              : q->shape == ARRAY ? NULL
                                                  : q->key[i];
            if (says)
                json_value(out, key, word[(int)q->x[i]]);
            else
                json_real(out, key, q->x[i]);
        }
        if (encloses)
            json_close(out, q->shape == ARRAY ? ']' : '}');
    }
}

/* A step as the real type holds it. */
static double held(const struct session *s, double step)
{
    return job_real(s->job) == REAL_FLOAT ? (double)(float)step : step;
}

/* ---- run ---- */

/* The state, which stays where it is. */
static void set_state(struct printing *p, const struct explore_state *x)
{
    static const char *const R[] = {"R11", "R12", "R13", "R21", "R22",
                                    "R23", "R31", "R32", "R33"};
    static const char *const L[] = {"L1", "L2", "L3"};
    static const char *const w[] = {"w1", "w2", "w3"};
    static const char *const place[] = {"x1", "x2", "x3"};
    const pol_stepper *s = p->stepper;
    const int stored = p->stored ? x->stored : 0, vector = p->moves ? 3 : 0;
    const struct part parts[PARTS] = {
        {"R", ARRAY, 9, x->R, R, NULL},
        {p->stored, ARRAY, stored, x->attitude, p->number, NULL},
        {"L", ARRAY, 3, x->L, L, NULL},
        {"w", ARRAY, 3, x->w, w, NULL},
        {"x", ARRAY, vector, x->x, place, NULL},
        {"v", ARRAY, vector, x->v, velocity, NULL},
        {"energy", NUMBER, 1, &x->energy, NULL, NULL},
        {"keep", OBJECT, s->kept, x->keep, p->keep, s->keep_name},
        {"shown", s->shown ? OBJECT : NUMBER, s->shown, x->shown, p->shown,
         s->shown_name},
    };
    memcpy(p->part, parts, sizeof parts);
}

/* What stands there beside what the spec names: columns, which are printed, or
 * lines. */
static void name_state(struct printing *p, const struct pol_job *job, bool rows)
{
    const struct field *store = &job->step->store[0];
    const struct explore_state like = {.stored = store->n};
    const pol_stepper *s = p->stepper;
    struct text line = text_new(job->arena);
    p->moves = job->model->moves;
    if (strcmp(store->name, "R") != 0 || store->n != 9)
        p->stored = store->name;
    for (int i = 0; i < STORED; i++)
        p->number[i] =
            text_format(job->arena, "%s%d", store->name, i + (store->n != 4));
    text_put(&line, rows ? "t" : "t,R,L,w,x,v,energy,steps,rejected,status,");
    text_put(&line, !rows && p->stored ? p->stored : "");
    set_state(p, &like);
    if (rows)
        put_headings(p, &line);
    p->keep = named_headings(&line, "keep", s->keep_name, s->kept);
    p->shown = named_headings(&line, "show", s->shown_name, s->shown);
    if (rows)
        puts(text_chars(&line));
}

static void csv_state(void *to, const struct explore_state *x)
{
    struct printing *p = to;
    set_state(p, x);
    printf("%s", shortest(x->t).text);
    for (const struct part *q = p->part; q < p->part + PARTS; q++)
        for (int i = 0; i < q->n; i++)
            printf(",%s", shortest(q->x[i]).text);
    printf("\n");
}

static void print_state(const struct printing *p, const struct explore_state *x)
{
    const int width = width_of(p, 8);
    printf("%-*s %24s\n", width, "t", shortest(x->t).text);
    for (const struct part *q = p->part; q < p->part + PARTS; q++) {
        const int row = q->shape == OBJECT ? 1 : q->x == x->R ? 3 : q->n;
        for (int i = 0; i < q->n; i++) {
            const char *name = q->shape == OBJECT ? q->heading[i] : q->name;
            if (i % row == 0)
                printf("%-*s", width, i && row > 1 ? "" : name);
            printf(" %24s%s", shortest(q->x[i]).text,
                   i % row == row - 1 ? "\n" : "");
        }
    }
    printf("%-*s %24ld\n", width, "steps", x->steps);
    if (x->adaptive)
        printf("%-*s %24ld\n%-*s %24s\n%-*s %24s\n", width, "rejected",
               x->rejected, width, "least h", shortest(x->smallest).text, width,
               "most h", shortest(x->largest).text);
    printf("%-*s %24d\n", width, "status", x->status);
}

int command_run(struct pol_job *job, struct request *r)
{
    struct session s;
    int exit = session_begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    struct printing p = {.stepper = &s.stepper};
    struct explore_state end = {0};
    const bool rows = r->every || r->sample > 0, is_text = !r->json && !rows;
    name_state(&p, job, rows);
    s.explore.spacing = r->sample;
    enum explore_status status = explore_run(&s.stepper, &s.explore, r->every,
                                             rows ? csv_state : NULL, &p, &end);
    progress_end(&s.progress);
    set_state(&p, &end);
    if (r->json) {
        struct text out = text_new(job->arena);
        json_print(&out, "{t:r", end.t);
        json_parts(&p, &out, false);
        if (!end.adaptive)
            json_real(&out, "h", held(&s, s.span.step));
        json_print(&out, "steps:l", end.steps);
        if (end.adaptive)
            json_print(&out, "rejected:l smallest:r largest:r", end.rejected,
                       end.smallest, end.largest);
        json_print(&out, "status:i}", end.status);
        puts(text_chars(&out));
    } else if (is_text) {
        print_state(&p, &end);
    }
    return session_end(&s, status, &end, is_text);
}

/* ---- drift ---- */

static void set_drift(struct printing *p, const double *x, bool is_text)
{
    static const char *const momentum[] = {"momentum_x", "momentum_y",
                                           "momentum_z"};
    static const char *const v[] = {"v_x", "v_y", "v_z"};
    const pol_stepper *s = p->stepper;
    const int vector = p->moves ? 3 : 0;
    const struct part parts[PARTS] = {
        {"energy", NUMBER, 1, x + DRIFT_ENERGY, NULL, NULL},
        {"momentum", ARRAY, 3, x + DRIFT_MOMENTUM, momentum, NULL},
        {is_text ? "|L|" : "norm_L", NUMBER, 1, x + DRIFT_NORM, NULL, NULL},
        {"orthogonality", NUMBER, 1, x + DRIFT_ORTHOGONALITY, NULL, NULL},
        {"velocity", ARRAY, vector, x + DRIFT_VELOCITY, is_text ? v : velocity,
         NULL},
        {"keep", OBJECT, s->kept, x + DRIFT_KEEP, p->keep, s->keep_name},
    };
    memcpy(p->part, parts, sizeof parts);
}

static void csv_drift(void *to, const struct drift_row *row)
{
    struct printing *p = to;
    set_drift(p, row->of, false);
    printf("%ld,%s", row->steps, shortest(row->t).text);
    for (const struct part *q = p->part; q < p->part + PARTS; q++)
        for (int i = 0; i < q->n; i++)
            printf(",%.6e", plain_number(q->x[i]));
    printf("\n");
}

static void print_drift(struct printing *p, const struct drift_result *d,
                        const double *kept)
{
    static const char *const word[] = {"no", "yes", "?"};
    const pol_stepper *s = p->stepper;
    set_drift(p, kept, true);
    const int width = width_of(p, (int)strlen("orthogonality") + 1);
    printf("%s, %s: %ld steps to t = %.9g\n", s->name, s->method, d->last.steps,
           d->last.t);
    printf("  %-*s kept %12s %12s\n", width, "", "largest", "at the end");
    for (const struct part *q = p->part; q < p->part + PARTS; q++)
        for (int i = 0; i < q->n; i++) {
            const ptrdiff_t at = q->x + i - kept;
            printf("  %-*s %-4s %12.3e %12.3e\n", width,
                   q->heading ? q->heading[i] : q->name, word[(int)kept[at]],
                   plain_number(d->worst.of[at]), plain_number(d->last.of[at]));
        }
    printf("  energy drifts by %.2e a second\n", plain_number(d->energy_slope));
}

static void json_drift(struct printing *p, const struct session *run,
                       const struct drift_result *d, const double *kept)
{
    const struct drift_row *row[] = {&d->worst, &d->last};
    struct text out = text_new(run->job->arena);
    json_print(&out, "{body:s method:s", p->stepper->name, p->stepper->method);
    if (run->span.step > 0)
        json_real(&out, "h", held(run, run->span.step));
    json_print(&out, "kept:{");
    set_drift(p, kept, false);
    p->part[3].n = 0; /* orthogonality is no matter of the motion */
    json_parts(p, &out, true);
    json_close(&out, '}');
    for (int i = 0; i < 2; i++) {
        json_open(&out, i == 0 ? "largest" : "end", '{');
        json_print(&out, "steps:l t:r", row[i]->steps, row[i]->t);
        set_drift(p, row[i]->of, false);
        json_parts(p, &out, false);
        json_close(&out, '}');
    }
    json_print(&out, "energy_slope:r status:i}", d->energy_slope, d->status);
    puts(text_chars(&out));
}

/* What the motion itself keeps, whatever integrates it, as enum invariant. */
static void find_kept(struct pol_job *job, const struct request *r,
                      double kept[DRIFT_COLUMNS])
{
    struct model run = *job->model; /* as far as it goes */
    const struct model *m = &run;
    const struct vec momentum = mat_apply(m->pool, m->R, m->L);
    if (r->until > 0)
        run.until = number_of_double(job->arena, r->until);
    kept[DRIFT_ENERGY] = invariant_of(m, m->energy);
    kept[DRIFT_NORM] = invariant_of(m, vec_dot(m->pool, m->L, m->L));
    kept[DRIFT_ORTHOGONALITY] = INVARIANT_YES;
    for (int i = 0; i < 3; i++) {
        kept[DRIFT_MOMENTUM + i] = invariant_of(m, momentum.x[i]);
        if (m->moves)
            kept[DRIFT_VELOCITY + i] = invariant_of(m, m->v.x[i]);
    }
    for (int i = 0; i < m->keeps - m->held; i++)
        kept[DRIFT_KEEP + i] = invariant_of(m, m->keep[i].value.x[0]);
}

int command_drift(struct pol_job *job, struct request *r)
{
    struct session s;
    double kept[DRIFT_COLUMNS] = {0};
    struct drift_result d = {0};
    int exit = session_begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    find_kept(job, r, kept);
    const bool rows = r->csv || r->every > 0;
    struct printing p = {.stepper = &s.stepper, .moves = job->model->moves};
    struct text line = text_new(job->arena);
    text_put(&line, rows ? "steps,t" : "");
    set_drift(&p, kept, !rows);
    put_headings(&p, &line);
    p.keep = named_headings(&line, "keep", s.stepper.keep_name, s.stepper.kept);
    if (rows)
        puts(text_chars(&line));
    enum explore_status status = explore_drift(&s.stepper, &s.explore, r->every,
                                               rows ? csv_drift : NULL, &p, &d);
    progress_end(&s.progress);
    if (r->json)
        json_drift(&p, &s, &d, kept);
    else if (!rows)
        print_drift(&p, &d, kept);
    return session_end(&s, status, &s.failed_at, !r->json && !rows);
}

/* ---- order ---- */

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
    json_print(out, "{body:s method:s claim:i h:r until:r rows:[",
               s->stepper.name, s->stepper.method, s->stepper.order,
               held(s, s->span.step), s->span.until);
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_print(out, "{steps:l h:r", row->steps, held(s, row->h));
        json_columns(out, "%s", row->error, o->columns);
        json_columns(out, "%s_order", row->order, o->columns);
        json_print(out, "roundoff:b failed:b", row->noise, row->failed);
        if (json_is_lua(out))
            json_print(out, "size:r noise:i", row->h, row->noise);
        json_close(out, '}');
    }
    json_print(out, "] verdict:s", verdict_name[o->verdict]);
    if (o->verdict == ORDER_CONVERGING)
        json_print(out, "from_steps:l to_steps:l", o->row[o->from].steps,
                   o->row[o->to].steps);
    json_columns(out, "%s_order", o->order, o->columns);
    json_columns(out, "uncertainty_%s", o->uncertainty, o->columns);
    json_print(out, "reference_steps:l}", o->reference_steps);
}

int command_order(struct pol_job *job, struct request *r)
{
    struct session s;
    struct order_result o = {0};
    job->options.fixed = 1; /* it is the step that is varied */
    int exit = session_begin(&s, job, r, false);
    pol_options exact = job->options;
    exact.real = POL_DOUBLE;
    exact.inputs = POL_ACT;
    if (exit == EXIT_DONE)
        exit = session_reference(job, job->source, exact, r->compiler,
                                 &r->image[1]);
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
