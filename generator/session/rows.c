/* SPDX-License-Identifier: MIT
 *
 * Rows of numbers and events from a run; records of states, drifts and orders.
 */
#include "session/rows.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static double number_of(const struct part *q, int i, const void *printed)
{
    return ((const double *)((const char *)printed + q->at))[i];
}

/* Fills in the headings, and adds them to the line, comma-separated: those of
 * objects, whose names are from a spec ("keep.w1" if "w1" is taken, as "event"
 * always is), or those of all parts. */
static void parts_head(struct part part[PARTS], struct text *line, bool all)
{
    struct arena *arena = line->arena;
    for (struct part *q = part; q < part + PARTS; q++) {
        q->heading = arena_array(arena, (size_t)q->n + 1, sizeof *q->heading);
        for (int i = 0; i < q->n; i++) {
            const char *name = q->key ? q->key[i] : q->name;
            if (!q->key && q->shape == ARRAY) /* "L1", "q0" */
                name = text_format(arena, "%s%d", name, i + (q->n != 4));
            if (q->shape == OBJECT &&
                (text_among(text_chars(line), ',', name) >= 0 ||
                 !strcmp(name, "event")))
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

void parts_put(const struct part part[PARTS], const void *printed,
               struct text *out, bool as_words)
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
            if (as_words)
                json_print(out, "*:v", key, word[(int)x]);
            else
                json_print(out, "*:r", key, x);
        }
        if (encloses || is_page)
            json_print(out, is_page ? "]}" : q->shape == ARRAY ? "]" : "}");
    }
    json_print(out, "| ]");
}

void drawing_begin(struct drawing *d, struct arena *arena,
                   const struct part part[PARTS], int most, int points)
{
    *d = (struct drawing){.columns = 1, .each = 1, .most = 2 * points};
    memcpy(d->part, part, sizeof d->part);
    for (struct part *q = d->part; q < d->part + PARTS; q++) {
        q->n = q->n < most ? q->n : most;
        d->columns += q->n;
    }
    d->row = arena_array(arena, (size_t)d->columns * ((size_t)d->most + 1),
                         sizeof *d->row);
}

void drawing_add(struct drawing *d, double t, const void *printed, bool is_last)
{
    const size_t n = (size_t)d->columns;
    const double *last = d->row + (d->rows ? (size_t)d->rows - 1 : 0) * n;
    if (is_last ? d->rows && (*last - t) * (t - *d->row) >= 0 /* either way */
                : d->seen++ % d->each != 0)
        return;
    if (d->rows == d->most && !is_last) {
        d->rows /= 2;
        for (size_t i = 1; i < (size_t)d->rows; i++)
            memcpy(d->row + i * n, d->row + 2 * i * n, n * sizeof *d->row);
        d->each *= 2;
    }
    double *to = d->row + (size_t)d->rows++ * n;
    *to++ = t;
    for (const struct part *q = d->part; q < d->part + PARTS; q++)
        for (int i = 0; i < q->n; i++)
            *to++ = number_of(q, i, printed);
}

void rows_put(struct rows *to, const long *steps, double t, const void *printed)
{
    const char *comma = to->json ? ", " : ",";
    struct text *out = to->out;
    if (to->drawing)
        drawing_add(to->drawing, t, printed, false);
    if (!to->part || to->ended)
        return;
    if (to->json)
        text_put(out, to->printed++ ? ",\n[" : "\n[");
    else if (to->method_index)
        text_print(out, "\"%s\",", to->method);
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
    if (to->has_events && !to->json)
        text_print(out, ",%s", to->event ? to->event : "");
    text_put(out, to->json ? "]" : "\n");
    if (to->streams) {
        fwrite(out->chars, 1, out->length, stdout);
        out->length = 0;
    }
}

void drawing_put(struct text *out, const struct session *s,
                 const struct drawing *d)
{
    int first = 2;
    json_print(out, "{body:s method:s h:r t:r failed:i parts:[",
               s->stepper.name, s->stepper.method,
               job_round(s->job, s->explore.h), s->explore.t_end,
               s->failed_at.status);
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

/* The unit of each column, or of each quantity; then arrays have a shape. */
static void parts_units(struct text *out, const struct part part[PARTS],
                        bool columns, bool adaptive)
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

void rows_begin(const struct session *s, const struct rows *to,
                const char *headings, bool units)
{
    struct text *out = to->out;
    if (!to->json && to->method_index < 2)
        text_print(out, "%s%s%s\n", to->method_index ? "method," : "", headings,
                   to->has_events ? ",event" : "");
    if (!to->json)
        return;
    json_print(out, "{body:s method:s", s->stepper.name, s->stepper.method);
    if (units)
        parts_units(out, to->part, true, false);
    json_words(out, "columns", headings, ',');
    json_print(out, "rows:[");
}

/* ---- records ---- */

/* The unit of each number of the part `shown`. */
static const char **units_of_shown(const struct session *s, int n)
{
    const struct step *step = s->job->step;
    const char **unit = arena_array(s->job->arena, (size_t)n + 1, sizeof *unit);
    for (int i = 0, k = 0; i < step->recipe->shows; i++) {
        const struct shown *as = &step->offer.shown[i];
        for (int j = 0; as->representation->is_requested && j < as->numbers.n;
             j++)
            unit[k++] = as->numbers.unit;
    }
    return unit;
}

#define AT(field) offsetof(struct explore_state, field)

/* The stored part of this kind; a body that does not move has empty parts x and
 * v, which pages expect. */
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

/* Fills in the parts of a state, for columns (`rows`) or lines; `keep` has the
 * values of the spec, or (`watched`) those that are watched.  Returns the
 * headings of the columns. */
static const char *state_parts(const struct session *s, bool rows, bool watched,
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
         .key = of->keep_name ? of->keep_name + first : NULL},
        {"shown", of->shown ? OBJECT : NUMBER, of->shown, AT(shown),
         .key = of->shown_name, .units = units_of_shown(s, of->shown)},
    };
    if (strcmp(parts[1].name, "R") == 0 && parts[1].n == 9)
        parts[1].n = 0; /* already in R */
    memcpy(part, parts, sizeof parts);
    text_put(&line, rows ? "t" : "t,R,L,w,x,v,energy,steps,rejected,status,");
    text_put(&line, rows ? "" : parts[1].name);
    parts_head(part, &line, rows);
    return text_chars(&line);
}

#undef AT

void state_put(struct text *out, const struct session *s,
               const struct part *part, const struct explore_state *x,
               const char *key, const char *events)
{
    json_print(out, key ? "*:{" : "{", key);
    if (!key && s->method_index)
        json_print(out, "method:s | turn:i", s->stepper.method,
                   s->method_index);
    if (!key && !json_is_lua(out))
        parts_units(out, part, false, x->adaptive);
    json_print(out, "t:r", x->t);
    parts_put(part, x, out, false);
    if (!x->adaptive)
        json_print(out, "h:r", job_round(s->job, s->explore.h));
    json_print(out, "steps:l", x->steps);
    if (x->adaptive)
        json_print(out, "rejected:l smallest:r largest:r", x->rejected,
                   x->smallest, x->largest);
    json_print(out, "status:i", x->status);
    if (events)
        json_print(out, "events:v", events);
    json_print(out, "}");
}

const char *drift_parts(const struct session *s, bool is_text,
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
        {"velocity", ARRAY, s->job->model->moves ? 3 : 0, AT(DRIFT_VELOCITY),
         .key = is_text ? v : column},
        {"keep", OBJECT, of->kept, AT(DRIFT_KEEP), .key = of->keep_name},
    };
#undef AT
    memcpy(part, parts, sizeof parts);
    text_put(&line, "steps,t");
    parts_head(part, &line, true);
    return text_chars(&line);
}

void drift_put(struct text *out, const struct session *run, struct part *part,
               const struct drift_result *d, const double *kept, bool rows)
{
    const struct drift_row *row[] = {&d->worst, &d->last};
    const bool is_page = json_is_lua(out);
    if (rows)
        text_put(out, "\n]");
    else
        json_print(out, "{body:s method:s | turn:i", run->stepper.name,
                   run->stepper.method, run->method_index);
    if (run->explore.h > 0)
        json_print(out, "h:r", job_round(run->job, run->explore.h));
    json_print(out, "conserved:{");
    part[3].n = is_page; /* orthogonality is not a property of the motion */
    parts_put(part, kept, out, !is_page);
    part[3].n = 1;
    json_print(out, "}");
    for (int i = 0; i < 2; i++) {
        json_print(out, "*:{steps:l t:r", i == 0 ? "largest" : "end",
                   row[i]->steps, row[i]->t);
        parts_put(part, row[i]->of, out, false);
        json_print(out, "}");
    }
    if (run->job->model->facts.changes)
        json_print(out, "inertia_changes:b", true);
    json_print(out, "energy_slope:r status:i}", d->energy_slope, d->status);
}

void order_put_record(struct text *out, const struct session *s,
                      const struct order_result *o)
{
    const struct recipe *recipe = s->job->recipe;
    json_print(out, "{body:s method:s claim:i h:r until:r rows:[",
               s->stepper.name, s->stepper.method, s->stepper.order,
               job_round(s->job, s->explore.h), s->explore.t_end);
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_print(out, "{steps:l h:r", row->steps, job_round(s->job, row->h));
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
    json_print(out, "crossings:[");
    for (int i = 0; i < s->job->model->crossings; i++)
        json_print(out, "{table:s order:i}", s->job->model->crossing[i]->table,
                   s->job->model->crossing[i]->smooth + 2);
    json_print(out, "]");
    order_put(out, "%s_order", o->order, o->columns);
    order_put(out, "uncertainty_%s", o->uncertainty, o->columns);
    json_print(out, "reference_steps:l c_not_row_sum:s}", o->reference_steps,
               recipe_mismatch(s->job->arena, &recipe->method));
}

/* ---- the rows and events of a run ---- */

static void row_of_event(void *to, int which, const struct explore_state *x)
{
    struct course *c = to;
    struct rows *rows = &c->rows;
    const char *name = c->session->stepper.event[which].name;
    if (which == c->section || (c->section < 0 && !rows->json)) {
        const bool stops = c->session->stepper.event[which].stops;
        rows->event = name;
        rows_put(rows, NULL, x->t, x);
        rows->event = stops ? name : NULL;
        rows->ended = rows->ended || (stops && !rows->json);
    } else if (c->section < 0 && rows->drawing) {
        drawing_add(rows->drawing, x->t, x, false);
    }
    if (which == c->section)
        return;
    json_print(&c->list, "{name:s t:r", name, x->t);
    parts_put(c->part, x, &c->list, false);
    json_print(&c->list, "}");
    json_print(&c->marks, "{which:i t:r}", which, x->t);
}

void course_begin(struct course *c, struct session *s, struct rows rows,
                  bool is_section, bool is_lua)
{
    struct arena *kept = arena_child(s->job->arena); /* outlives the run */
    const int events = s->stepper.events;
    *c = (struct course){.session = s,
                         .rows = rows,
                         .list = is_lua ? json_lua(kept) : text_new(kept),
                         .marks = json_lua(kept),
                         .section = is_section ? events - 1 : -1};
    c->rows.has_events = events > 0 && !is_section;
    c->rows.method_index = s->method_index;
    c->rows.method = s->stepper.method;
    const char *headings = state_parts(s, rows.part, false, c->part);
    if (rows.part)
        rows_begin(s, &c->rows, headings, true);
    json_print(&c->list, "[");
    json_print(&c->marks, "[");
    s->explore.event = row_of_event;
    s->explore.events = c;
}

const char *course_list(struct course *c)
{
    const int events = c->session->stepper.events;
    json_print(&c->list, "]");
    return events > (c->section >= 0) ? json_value(&c->list) : NULL;
}

long course_draw(struct course *c, struct session *s, bool rows)
{
    const bool is_curve = s->plotted >= PLOTTED_POLHODE;
    const bool is_watched = s->plotted && !is_curve;
    const int points = s->plotted >= PLOTTED_PAIRS ? 4 * DRAWN : DRAWN;
    struct part part[PARTS];
    state_parts(s, false, is_watched, part);
    for (int i = 0; i < PARTS; i++) /* a curve needs R, L, w */
        if (is_watched ? strcmp(part[i].name, "keep")
                       : is_curve && (i > 3 || i == 1))
            part[i].n = 0;
    drawing_begin(&c->drawing, s->job->arena, part,
                  is_watched ? s->job->model->watched : DRAWN_VALUES, points);
    if (rows)
        return 0;
    if (s->explore.h > 0)
        return explore_steps(s->explore.t_end, s->explore.h) / points + 1;
    s->explore.spacing = fabs(s->explore.t_end) / points;
    return 0;
}

const char *course_picture(struct course *c, struct text *out, double until,
                           const char *section, const struct explore_state *end)
{
    const struct session *s = c->session;
    const struct model *m = s->job->model;
    const struct source *before = NULL;
    const int keeps = model_kept(m);
    double kept[DRIFT_COLUMNS] = {0}, inertia[9];
    if (c->section < 0)
        drawing_add(&c->drawing, end->t, end, true);
    drawing_put(out, s, &c->drawing);
    session_kept(s->job, until, false, kept);
    for (int i = 0; i < 9; i++)
        inertia[i] = number_double(m->facts.inertia[i]);
    json_print(
        out, "herpolhode:b gyro:b states:i keeps:i kept:a inertia:a watch:[",
        s->plotted == PLOTTED_HERPOLHODE, s->explore.gyro, s->stepper.extra,
        keeps - m->watched, keeps, kept + DRIFT_KEEP, 9, inertia);
    for (int i = keeps - m->watched, which = -1; i < keeps; i++) {
        const struct named *k = &m->keep[i];
        which += k->place.source != before;
        before = k->place.source;
        json_print(out, "{text:s which:i unit:s}", k->note, which,
                   plotted_unit(m, s->job->additions.watch[which].value));
    }
    json_print(&c->marks, "]");
    json_print(out, "] marks:v section:s each:l events:[",
               json_value(&c->marks), section, c->drawing.each);
    for (int i = 0; i < s->stepper.events; i++)
        json_print(out, "s", s->stepper.event[i].name);
    json_print(out, "]}");
    return c->section >= 0 || s->plotted == PLOTTED_PAIRS ? "pairs"
           : s->plotted >= PLOTTED_POLHODE                ? "polhode"
                                                          : "run";
}
