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
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "report/plot.h"

/* ---- what run and drift print ---- */

/* Numbers that belong together. */
struct part {
    const char *name;
    enum { NUMBER, ARRAY, OBJECT } shape; /* in JSON */
    int n;     /* 0: the body has no such part, or an object has no members */
    size_t at; /* bytes from the start of what is printed */
    const char *const *key; /* of each that has a name of its own */
    const char **heading;   /* of its column */
    const char *unit;       /* NULL: unknown, or */
    const char **units;     /* of each */
};
enum { PARTS = 10 };

static double number_of(const struct part *q, int i, const void *printed)
{
    return ((const double *)((const char *)printed + q->at))[i];
}

/* Headings behind what stands there, by commas: of objects, which the spec
 * names (where "w1" is taken it becomes "keep.w1", "state.w1", "show.w1"), or
 * all. */
static void put_headings(struct part *part, struct text *line, bool all)
{
    struct arena *arena = line->arena;
    for (struct part *q = part; q < part + PARTS; q++) {
        q->heading = arena_array(arena, (size_t)q->n + 1, sizeof *q->heading);
        for (int i = 0; i < q->n; i++) {
            const char *name = q->key ? q->key[i] : q->name;
            if (!q->key && q->shape == ARRAY) /* "L1", "q0" */
                name = text_format(arena, "%s%d", name, i + (q->n != 4));
            if (q->shape == OBJECT &&
                text_among(text_chars(line), ',', name) >= 0)
                name = text_format(arena, "%.*s.%s",
                                   (int)strlen(q->name) - (*q->name == 's'),
                                   q->name, name);
            if (q->shape == OBJECT || all)
                text_print(line, ",%s", name);
            q->heading[i] = name;
        }
    }
}

static const char *unit_of(const struct part *q, int i)
{
    return q->units ? q->units[i] : q->unit;
}

/* Numbers, or what 0, 1 and 2 say.  Pages have them in their order. */
static void put_parts(const struct part *part, const void *printed,
                      struct text *out, bool says)
{
    static const char *const word[] = {"false", "true", "null"};
    const bool is_page = json_is_lua(out);
    json_print(out, "| parts:[");
    for (const struct part *q = part; q < part + PARTS; q++) {
        const bool encloses = q->shape == OBJECT || (q->shape == ARRAY && q->n);
        if (is_page)
            json_print(out, "{name:s is_object:b heading:w value:[", q->name,
                       q->shape == OBJECT, q->n, q->heading);
        else if (encloses)
            json_print(out, q->shape == ARRAY ? "*:[" : "*:{", q->name);
        for (int i = 0; i < q->n; i++) {
            const double x = number_of(q, i, printed);
            const char *key = is_page || q->shape == ARRAY ? NULL
                              : q->shape == NUMBER         ? q->name
                                                           : q->key[i];
            if (says)
                json_print(out, "*:v", key, word[(int)x]);
            else
                json_print(out, "*:r", key, x);
        }
        if (encloses || is_page)
            json_print(out, is_page ? "]}" : q->shape == ARRAY ? "]" : "}");
    }
    json_print(out, "| ]");
}

/* ---- what is drawn ----
 *
 * Rows of a run, or every second, fourth, ... of them, and the last one. */

enum {
    DRAWN = 1000,      /* steps, or times, if none are asked for */
    DRAWN_ROWS = 2000, /* at most */
    DRAWN_VALUES = 32  /* of a part */
};

struct drawing {
    struct part part[PARTS];
    double *row; /* of `columns` numbers, the first one is the time */
    int columns, rows;
    long seen, each;
};

/* Of each part at most so many numbers. */
static void drawing_begin(struct drawing *d, struct arena *arena,
                          const struct part part[PARTS], int most)
{
    *d = (struct drawing){.columns = 1, .each = 1};
    memcpy(d->part, part, sizeof d->part);
    for (struct part *q = d->part; q < d->part + PARTS; q++) {
        q->n = q->n < most ? q->n : most;
        d->columns += q->n;
    }
    d->row = arena_array(arena, (size_t)d->columns * (DRAWN_ROWS + 1),
                         sizeof *d->row);
}

static void drawing_add(struct drawing *d, double t, const void *printed,
                        bool is_last)
{
    const size_t n = (size_t)d->columns;
    const double *last = d->row + (size_t)(d->rows - 1) * n;
    if (is_last ? d->rows && (*last - t) * (t - *d->row) >= 0 /* or back */
                : d->seen++ % d->each != 0)
        return;
    if (d->rows == DRAWN_ROWS && !is_last) {
        d->rows /= 2;
        for (size_t i = 1; i < DRAWN_ROWS / 2; i++)
            memcpy(d->row + i * n, d->row + 2 * i * n, n * sizeof *d->row);
        d->each *= 2;
    }
    double *to = d->row + (size_t)d->rows++ * n;
    *to++ = t;
    for (const struct part *q = d->part; q < d->part + PARTS; q++)
        for (int i = 0; i < q->n; i++)
            *to++ = number_of(q, i, printed);
}

/* Rows on their way to stdout, as CSV or as an array in JSON, and into a
 * picture. */
struct rows {
    const struct part *part; /* NULL: nothing is printed */
    bool json, streams;      /* each row is printed as it comes */
    struct text *out;
    long printed;
    struct drawing *drawing; /* or NULL */
};

/* Of run, or with the steps of drift; then CSV has seven digits. */
static void put_row(struct rows *to, const long *steps, double t,
                    const void *printed)
{
    const char *comma = to->json ? ", " : ",";
    struct text *out = to->out;
    if (to->drawing)
        drawing_add(to->drawing, t, printed, false);
    if (!to->part)
        return;
    if (to->json)
        text_put(out, to->printed++ ? ",\n[" : "\n[");
    if (steps)
        text_print(out, "%ld%s", *steps, comma);
    text_put(out, shortest(t).text);
    for (const struct part *q = to->part, *end = q + PARTS; q < end; q++)
        for (int i = 0; i < q->n; i++) {
            const double x = number_of(q, i, printed);
            if (steps && !to->json)
                text_print(out, ",%.6e", plain_number(x));
            else
                text_print(out, "%s%s", comma,
                           to->json && !isfinite(x) ? "null"
                                                    : shortest(x).text);
        }
    text_put(out, to->json ? "]" : "\n");
    if (to->streams) {
        fwrite(out->chars, 1, out->length, stdout);
        out->length = 0;
    }
}

/* A step as the real type holds it. */
static double held(const struct session *s, double step)
{
    return job_real(s->job) == REAL_FLOAT ? (double)(float)step : step;
}

/* An object that is left open; `first` is the place in rows, from 1. */
static void put_drawing(struct text *out, const struct session *s,
                        const struct drawing *d)
{
    int first = 2;
    json_print(out, "{body:s method:s h:r t:r failed:i parts:[",
               s->stepper.name, s->stepper.method, held(s, s->explore.h),
               s->explore.t_end, s->failed_at.status);
    for (const struct part *q = d->part; q < d->part + PARTS; q++) {
        json_print(out, "{name:s first:i heading:w units:[", q->name, first,
                   q->n, q->heading);
        for (int i = 0; i < q->n; i++)
            json_print(out, "s", unit_of(q, i) ? unit_of(q, i) : "");
        json_print(out, "]}");
        first += q->n;
    }
    json_print(out, "] rows:[");
    const double *x = d->row;
    for (int i = 0; i < d->rows; i++, x += d->columns)
        json_print(out, "a", d->columns, x);
    json_print(out, "]");
}

/* What all three begin with; EXIT_DONE or an exit status. */
static int begin(struct session *s, struct pol_job *job,
                 const struct request *r, bool adaptive)
{
    const struct span span = span_of(r);
    return session_begin(s, job, r->operand[0], &span, r->compiler, adaptive);
}

/* ---- run ---- */

/* Of the part `shown`, each. */
static const char **units_of_shown(const struct session *s, int n)
{
    const struct step *step = s->job->step;
    const char **unit = arena_array(s->job->arena, (size_t)n + 1, sizeof *unit);
    for (int i = 0, k = 0; i < step->recipe->shows; i++) {
        const struct shown *as = &step->shown[i];
        for (int j = 0; as->as->asked && j < as->numbers.n; j++)
            unit[k++] = as->numbers.unit;
    }
    return unit;
}

#define AT(field) offsetof(struct explore_state, field)

/* What is stored of this kind; a body that does not move has no x and v, which
 * pages expect. */
static struct part stored_part(const pol_stepper *s, enum pol_kind kind)
{
    struct part none = {kind == POL_POSITION ? "x" : "v", ARRAY, .unit = ""};
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++)
        if (p->kind == (int)kind)
            return (struct part){p->name, ARRAY, p->count,
                                 kind == POL_ATTITUDE
                                     ? AT(attitude)
                                     : AT(rest[explore_place(s, p)]),
                                 .unit = p->unit};
    return none;
}

/* The parts of a state, whose columns are printed, or lines; keeps are those of
 * the spec, or those that are watched beside them.  The headings of the
 * columns.
 */
static const char *name_state(const struct session *s, bool rows, bool watched,
                              struct part part[PARTS])
{
    static const char *const R[] = {"R11", "R12", "R13", "R21", "R22",
                                    "R23", "R31", "R32", "R33"};
    const pol_stepper *of = &s->stepper;
    const int more = s->job->model->watched;
    const int first = watched ? of->kept - more : 0;
    struct text line = text_new(s->job->arena);
    const size_t extras = (size_t)of->extra + 1;
    const char **key = arena_array(s->job->arena, 2 * extras, sizeof *key);
    const char **unit = key + extras;
    for (int i = 0; i < of->extra; i++) {
        key[i] = of->value[i].name;
        unit[i] = *of->value[i].unit ? of->value[i].unit : NULL;
    }
    struct part parts[PARTS] = {
        {"R", ARRAY, 9, AT(R), .key = R, .unit = "1"},
        stored_part(of, POL_ATTITUDE),
        stored_part(of, POL_MOMENTUM),
        {"w", ARRAY, 3, AT(w), .unit = "rad/s"},
        stored_part(of, POL_POSITION),
        stored_part(of, POL_VELOCITY),
        {"energy", NUMBER, 1, AT(energy), .unit = "J"},
        {"states", of->extra ? OBJECT : NUMBER, of->extra, AT(extra),
         .key = key, .units = unit},
        {"keep", OBJECT, watched ? more : of->kept - more, AT(keep[first]),
         .key = of->keep_name + first},
        {"shown", of->shown ? OBJECT : NUMBER, of->shown, AT(shown),
         .key = of->shown_name, .units = units_of_shown(s, of->shown)},
    };
    if (strcmp(parts[1].name, "R") == 0 && parts[1].n == 9)
        parts[1].n = 0; /* as above */
    memcpy(part, parts, sizeof parts);
    text_put(&line, rows ? "t" : "t,R,L,w,x,v,energy,steps,rejected,status,");
    text_put(&line, rows ? "" : parts[1].name);
    put_headings(part, &line, rows);
    return text_chars(&line);
}

#undef AT

/* Of each column, or of each quantity, of which arrays have a shape. */
static void put_units(struct text *out, const struct part *part, bool columns,
                      bool adaptive)
{
    const struct part *const end = part + PARTS;
    json_print(out, "units:{t:s", "s");
    for (const struct part *q = part; q < end; q++) {
        const bool opens = !columns && q->shape == OBJECT;
        json_print(out, opens ? "*:{" : "", q->name);
        for (int i = 0; i < (columns || opens ? q->n : q->n > 0); i++)
            json_print(out, "*:s",
                       columns ? q->heading[i]
                       : opens ? q->key[i]
                               : q->name,
                       unit_of(q, i));
        json_print(out, opens ? "}" : "");
    }
    if (!columns)
        json_print(out, adaptive ? "smallest:s largest:s" : "h:s", "s", "s");
    json_print(out, columns ? "}" : "} shapes:{");
    for (const struct part *q = part; q < end && !columns; q++)
        if (q->shape == ARRAY && q->n)
            json_print(out, q->key ? "*:[i i]" : "*:[i]", q->name,
                       q->key ? 3 : q->n, 3);
    json_print(out, columns ? "" : "}");
}

/* Up to the first row: names of columns, by commas, and of run their units. */
static void begin_rows(const struct session *s, const struct rows *to,
                       const char *headings, bool units)
{
    struct text *out = to->out;
    if (!to->json) {
        text_print(out, "%s\n", headings);
        return;
    }
    json_print(out, "{body:s method:s", s->stepper.name, s->stepper.method);
    if (units)
        put_units(out, to->part, true, false);
    json_print(out, "columns:[");
    for (size_t n; *headings; headings += n + (headings[n] == ',')) {
        n = strcspn(headings, ",");
        json_print(out, "s", arena_text(out->arena, headings, n));
    }
    json_print(out, "] rows:[");
}

static void row_of_state(void *rows, const struct explore_state *x)
{
    put_row(rows, NULL, x->t, x);
}

/* With units, if it stands alone and not under a key. */
static void put_state(struct text *out, const struct session *s,
                      const struct part *part, const struct explore_state *x,
                      const char *key)
{
    json_print(out, key ? "*:{" : "{", key);
    if (!key && !json_is_lua(out))
        put_units(out, part, false, x->adaptive);
    json_print(out, "t:r", x->t);
    put_parts(part, x, out, false);
    if (!x->adaptive)
        json_print(out, "h:r", held(s, s->explore.h));
    json_print(out, "steps:l", x->steps);
    if (x->adaptive)
        json_print(out, "rejected:l smallest:r largest:r", x->rejected,
                   x->smallest, x->largest);
    json_print(out, "status:i}", x->status);
}

/* What is told beside the rows: of each keep whether the motion keeps it, so
 * many states, and the expressions that are drawn alone, once for each of their
 * numbers. */
static void put_run(struct text *out, const struct session *s,
                    const struct request *r, const struct drawing *d)
{
    const struct model *m = s->job->model;
    const int keeps = model_kept(m);
    double kept[DRIFT_COLUMNS] = {0};
    put_drawing(out, s, d);
    json_print(out, "gyro:b states:i keeps:i kept:[", s->explore.gyro,
               s->stepper.extra, keeps - m->watched);
    session_kept(s->job, option_number(r, "until"), false, kept);
    for (int i = 0; i < keeps; i++)
        json_print(out, "i", (int)kept[DRIFT_KEEP + i]);
    json_print(out, "] watch:[");
    for (int i = keeps - m->watched; i < keeps; i++)
        json_print(out, "s", m->keep[i].note);
    json_print(out, "]}");
}

/* What is drawn, and how often; of expressions they alone. */
static long plan_drawing(struct session *s, const struct request *r, bool rows,
                         struct drawing *d)
{
    struct part part[PARTS];
    name_state(s, false, option_count(r, "plot-of") > 0, part);
    for (int i = 0; i < PARTS && option_count(r, "plot-of"); i++)
        part[i].n *= strcmp(part[i].name, "keep") == 0;
    drawing_begin(d, s->job->arena, part,
                  option_count(r, "plot-of") ? 9 * MOST_SHELVES : DRAWN_VALUES);
    if (rows)
        return option_whole(r, "every", 0);
    if (s->explore.h > 0)
        return explore_steps(s->explore.t_end, s->explore.h) / DRAWN + 1;
    s->explore.spacing = fabs(s->explore.t_end) / DRAWN;
    return 0;
}

/* Takes the expressions of --plot-of. */
static int watch_plotted(struct pol_job *job, const struct request *r)
{
    struct given *g = &job->given;
    struct viewed *watch = arena_array(job->arena, MOST_SHELVES, sizeof *watch);
    g->watch = watch;
    for (const struct option_value *v = NULL;
         (v = option_next(r, "plot-of", v)); g->watches++) {
        watch[g->watches] = (struct viewed){
            .value = lang_parse_part(job->names, &job->diags, LANG_VALUE,
                                     "--plot-of", v->set.value),
            .what = "a plotted value"};
        if (!watch[g->watches].value)
            return session_status(job, POL_BAD_SPEC);
    }
    return EXIT_DONE;
}

int command_run(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    int exit = watch_plotted(job, r);
    if (exit != EXIT_DONE)
        return exit;
    exit = begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    struct part part[PARTS];
    struct drawing drawing;
    struct explore_state end = {0};
    const bool rows =
        option_whole(r, "every", 0) || option_number(r, "sample") > 0;
    struct rows to = {.part = rows ? part : NULL,
                      .json = option_given(r, "json"),
                      .streams = !a->collects,
                      .out = &a->ahead,
                      .drawing = a->draws ? &drawing : NULL};
    const char *headings = name_state(&s, rows, false, part);
    if (rows)
        begin_rows(&s, &to, headings, true);
    s.explore.spacing = option_number(r, "sample");
    const long every = a->draws ? plan_drawing(&s, r, rows, &drawing)
                                : option_whole(r, "every", 0);
    enum explore_status status =
        explore_run(&s.stepper, &s.explore, every,
                    rows || a->draws ? row_of_state : NULL, &to, &end);
    progress_end(&s.progress);
    if (option_given(r, "json") || !rows) {
        text_put(&a->record, rows ? "\n]" : "");
        put_state(&a->record, &s, part, &end, rows ? "end" : NULL);
        text_put(&a->record, rows ? "}" : "");
    }
    if (a->draws) {
        drawing_add(&drawing, end.t, &end, true);
        put_run(&a->picture, &s, r, &drawing);
    }
    return session_end(&s, status, &end,
                       option_given(r, "json") || rows ? NULL : &a->behind);
}

/* ---- drift ---- */

/* The parts of drifts, whose columns are printed, or a text; the headings of
 * the columns. */
static const char *name_drift(const struct session *s, bool is_text,
                              struct part part[PARTS])
{
    static const char *const momentum[] = {"momentum_x", "momentum_y",
                                           "momentum_z"};
    static const char *const v[] = {"v_x", "v_y", "v_z"}, *const column[] = {
                                                              "v1", "v2", "v3"};
    struct text line = text_new(s->job->arena);
    const pol_stepper *of = &s->stepper;
#define AT(column) (column) * sizeof(double)
    const struct part parts[PARTS] = {
        {"energy", NUMBER, 1, AT(DRIFT_ENERGY), .key = NULL},
        {"momentum", ARRAY, 3, AT(DRIFT_MOMENTUM), .key = momentum},
        {is_text ? "|L|" : "norm_L", NUMBER, 1, AT(DRIFT_NORM), .key = NULL},
        {"orthogonality", NUMBER, 1, AT(DRIFT_ORTHOGONALITY), .key = NULL},
        {"velocity", ARRAY, of->moves ? 3 : 0, AT(DRIFT_VELOCITY),
         .key = is_text ? v : column},
        {"keep", OBJECT, of->kept, AT(DRIFT_KEEP), .key = of->keep_name},
    };
#undef AT
    memcpy(part, parts, sizeof parts);
    text_put(&line, "steps,t");
    put_headings(part, &line, true);
    return text_chars(&line);
}

static void row_of_drift(void *rows, const struct drift_row *row)
{
    put_row(rows, &row->steps, row->t, row->of);
}

/* All of it, or what stands behind rows. */
static void put_drift(struct text *out, const struct session *run,
                      struct part *part, const struct drift_result *d,
                      const double *kept, bool rows)
{
    const struct drift_row *row[] = {&d->worst, &d->last};
    const bool is_page = json_is_lua(out);
    if (rows)
        text_put(out, "\n]");
    else
        json_print(out, "{body:s method:s", run->stepper.name,
                   run->stepper.method);
    if (run->explore.h > 0)
        json_print(out, "h:r", held(run, run->explore.h));
    json_print(out, "conserved:{");
    part[3].n = is_page; /* orthogonality is no matter of the motion */
    put_parts(part, kept, out, !is_page);
    part[3].n = 1;
    json_print(out, "}");
    for (int i = 0; i < 2; i++) {
        json_print(out, "*:{steps:l t:r", i == 0 ? "largest" : "end",
                   row[i]->steps, row[i]->t);
        put_parts(part, row[i]->of, out, false);
        json_print(out, "}");
    }
    json_print(out, "energy_slope:r status:i}", d->energy_slope, d->status);
}

int command_drift(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    double kept[DRIFT_COLUMNS] = {0};
    struct drift_result d = {0};
    int exit = begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    session_kept(job, option_number(r, "until"), false, kept);
    const bool rows = option_given(r, "csv") || option_whole(r, "every", 0) > 0;
    struct part part[PARTS];
    struct drawing drawing;
    struct rows to = {.part = rows ? part : NULL,
                      .json = option_given(r, "json"),
                      .streams = !a->collects,
                      .out = &a->ahead,
                      .drawing = a->draws ? &drawing : NULL};
    const char *headings =
        name_drift(&s, !rows && !option_given(r, "json"), part);
    if (rows)
        begin_rows(&s, &to, headings, false);
    if (a->draws)
        drawing_begin(&drawing, job->arena, part, DRAWN_VALUES);
    enum explore_status status =
        explore_drift(&s.stepper, &s.explore, option_whole(r, "every", 0),
                      row_of_drift, &to, &d);
    progress_end(&s.progress);
    if (option_given(r, "json") || !rows)
        put_drift(&a->record, &s, part, &d, kept, rows);
    if (a->draws) {
        drawing_add(&drawing, d.last.t, d.last.of, true);
        put_drawing(&a->picture, &s, &drawing);
        json_print(&a->picture, "conserved:{");
        put_parts(part, kept, &a->picture, false);
        json_print(&a->picture, "}}");
    }
    return session_end(&s, status, &s.failed_at,
                       option_given(r, "json") || rows ? NULL : &a->behind);
}

/* ---- order ---- */

/* Pages see also steps as they are, and whose error is noise. */
static void put_record(struct text *out, const struct session *s,
                       const struct order_result *o)
{
    const struct recipe *recipe = s->job->recipe;
    json_print(out, "{body:s method:s claim:i h:r until:r rows:[",
               s->stepper.name, s->stepper.method, s->stepper.order,
               held(s, s->explore.h), s->explore.t_end);
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_print(out, "{steps:l h:r", row->steps, held(s, row->h));
        order_put(out, "%s", row->error, o->columns);
        order_put(out, "%s_order", row->order, o->columns);
        json_print(out, "roundoff:b failed:b | size:r noise:i", row->noise,
                   row->failed, row->h, row->noise);
        json_print(out, "}");
    }
    json_print(out, "] verdict:s", order_verdict_name[o->verdict]);
    if (o->verdict == ORDER_ROUGH)
        json_print(
            out, "rough_order:i rough_at:r | rough_inside:b moves:b",
            s->explore.rough, s->explore.rough_at,
            fabs(remainder(s->explore.rough_at -
                               number_double(s->job->model->facts.start_t),
                           s->explore.h)) > 1e-9 * s->explore.h,
            s->job->model->moves);
    if (o->verdict == ORDER_CONVERGING)
        json_print(out, "from_steps:l to_steps:l", o->row[o->from].steps,
                   o->row[o->to].steps);
    order_put(out, "%s_order", o->order, o->columns);
    order_put(out, "uncertainty_%s", o->uncertainty, o->columns);
    json_print(out, "reference_steps:l c_not_row_sum:s}", o->reference_steps,
               recipe_off(s->job->arena, &recipe->method));
}

int command_order(struct pol_job *job, struct request *r, struct answer *a)
{
    struct session s;
    struct order_result o = {0};
    job->options.fixed = 1; /* it is the step that is varied */
    int exit = begin(&s, job, r, false);
    pol_options exact = job->options;
    exact.real = POL_DOUBLE;
    exact.inputs = POL_ACT;
    if (exit == EXIT_DONE)
        exit = session_reference(job, job->source, exact, r->compiler);
    if (exit != EXIT_DONE)
        return exit;
    /* over long times errors of higher order, which grow, hide the order, and
     * the body's motion magnifies rounding */
    const double first = 128 * s.asked;
    if (!(option_number(r, "until") > 0) && s.explore.t_end > first) {
        s.explore.t_end = first;
        s.explore.h = s.asked;
        if (s.explore.rough_at >
            number_double(job->model->facts.start_t) + first)
            s.explore.rough = 0;
    }
    s.explore.acts = model_acts(job->model);
    s.explore.watch = NULL; /* the rows have their own */
    enum explore_status status =
        explore_order(&s.stepper, pol_image_stepper(job->image[JOB_REFERENCE]),
                      &s.explore, (int)option_whole(r, "halvings", 7), &o);
    progress_end(&s.progress);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    a->page = option_given(r, "csv") ? "order_csv" : "order";
    if (option_given(r, "json") || option_given(r, "csv") ||
        status == EXPLORE_OK)
        put_record(&a->record, &s, &o);
    put_record(&a->picture, &s, &o);
    int loose = o.rows - 1; /* the finest such row */
    while (loose >= 0 && isnan(o.row[loose].seen.since))
        loose--;
    if (loose >= 0)
        session_loose(
            job, text_format(job->arena, "in %ld steps ", o.row[loose].steps),
            &o.row[loose].seen);
    return session_end(
        &s, status, &s.failed_at,
        option_given(r, "json") || option_given(r, "csv") ? NULL : &a->behind);
}
