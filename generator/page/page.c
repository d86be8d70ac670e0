/* SPDX-License-Identifier: MIT
 */
#include "page/page.h"

#include <math.h>
#include <string.h>

#include "report/report.h"

/* ---- modules: the emitted C, compiled to WebAssembly ---- */

/* A page has at most 2 MB, so a module has at most LARGEST bytes.  Clang takes
 * minutes for more than LARGEST_CODE bytes of C. */
enum { LARGEST = 300000, LARGEST_CODE = 600000 };

/* RFC 4648, section 4. */
const char *page_base64(const struct web_page *p, const char *bytes,
                        size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text out = text_new(p->job->arena);
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = 0;
        for (size_t k = i; k < i + 3; k++)
            group = group << 8 | (k < length ? (unsigned char)bytes[k] : 0);
        for (size_t k = 0; k < 4; k++)
            text_char(&out, i + k <= length ? digit[group >> (18 - 6 * k) & 63]
                                            : '=');
    }
    return text_chars(&out);
}

/* Puts the params, then the start value that the user can change. */
static void put_params(struct text *out, const struct model *m,
                       const char *start_name)
{
    json_print(out, "[");
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const bool starts = i >= m->params - m->free_starts;
        double value[VALUE_NUMBERS];
        for (int k = 0; k < f->n; k++)
            value[k] = number_double(f->value[k]);
        json_print(out, "{name:s note:s value:a start:b}",
                   starts ? start_name : f->name, starts ? NULL : f->note, f->n,
                   value, starts);
    }
    json_print(out, "]");
}

/* The name of the start value in the spec: w or L. */
static const char *spec_start_name(const struct pol_job *job)
{
    for (int i = 0; i < job->ast->n; i++) {
        syntax s = job->ast->child[i];
        if (s->kind == AST_START && !strcmp(s->name, "L"))
            return "L";
    }
    return "w";
}

/* Makes the module of the page's next run. */
pol_status page_module(struct pol_job *job, void *page)
{
    struct web_page *p = page;
    struct page_run *run = &p->run[p->runs];
    struct arena *arena = p->job->arena;
    const char *start_name[] = {spec_start_name(p->job)};
    size_t length;
    pol_status status;
    job->additions.is_swept = true;
    job->additions.free_start = start_name;
    job->additions.free_starts = 1;
    status = session_read(job, p->job->source, pol_derive);
    if (status != POL_OK)
        return status;
    const struct claim *claim = &job->step->recipe->method.claim;
    run->method = job_text(arena, claim->name);
    run->title = job_text(arena, claim->title);
    run->source = job_text(arena, claim->source);
    const struct emission *e = job_emit(job, NULL, &status);
    if (!e)
        return status;
    size_t code = 0;
    for (int i = 0; i < e->files; i++)
        code += e->file[i].length;
    if (code > LARGEST_CODE) { /* before clang compiles it */
        run->reason = text_format(arena, "its C has %zu kB, more than %d",
                                  code / 1000, LARGEST_CODE / 1000);
        return POL_OK;
    }
    const char *bytes = jit_module(arena, job->page->step->facts.name, e->file,
                                   e->files, &length, &run->reason);
    if (bytes && length > LARGEST)
        run->reason =
            text_format(arena, "its module has %zu kB", length / 1000);
    if (!bytes || length > LARGEST)
        return POL_OK;
    run->module = page_base64(p, bytes, length);
    run->reason = NULL;
    p->params = text_new(arena);
    put_params(&p->params, job->model, start_name[0]);
    return POL_OK;
}

/* ---- the record, and the data that the page's script reads ---- */

/* Puts the files that `polhode emit` makes. */
pol_status page_code(struct pol_job *job, void *page)
{
    struct web_page *p = page;
    pol_status status = session_read(job, p->job->source, NULL);
    const struct emission *e =
        status == POL_OK ? job_emit(job, shelf_target, &status) : NULL;
    p->files = json_lua(p->job->arena);
    json_print(&p->files, "[");
    for (int i = 0; e && i < e->files; i++)
        json_print(&p->files, "{name:s text:s}", e->file[i].path,
                   e->file[i].chars);
    json_print(&p->files, "]");
    return status;
}

static void put_time(struct text *out, const struct model *m, expr time)
{
    struct value t = model_at_defaults(m, (struct value){.n = 1, .x = {time}});
    if (expr_is_const(t.x[0]))
        json_print(out, "r", number_double(t.x[0]->number));
}

static void put_breaks(struct text *out, const struct web_page *p)
{
    enum { MOST = 200 };
    const struct model *m = p->job->model;
    const struct control_facts *c = &p->job->step->recipe->control;
    const struct pol_table *hard = &m->series.table[SERIES_HARD];
    json_print(out, "breaks:[");
    for (int i = 0; m->series.n && i < hard->rows && i < MOST; i++)
        if (hard->value[i] > 0) /* a jump */
            json_print(out, "r", hard->time[i]);
    for (int i = 0; !p->adaptive && i < m->breaks && i < MOST; i++)
        if (!m->breakpoint[i].is_idle)
            put_time(out, m, m->breakpoint[i].time);
    for (int i = 0; p->adaptive && i < c->landings && i < MOST; i++)
        json_print(out, "r", number_double(c->landing[i].time));
    for (int i = 0; p->adaptive && i < c->moving && i < MOST; i++)
        put_time(out, m, c->moving_time[i]);
    json_print(out, "]");
}

static void put_kept(struct text *out, const struct web_page *p)
{
    double kept[DRIFT_COLUMNS] = {0};
    /* the page changes params */
    session_kept(p->job, p->until, true, kept);
    /* unknown: not shown as kept */
    for (int i = 0; i < DRIFT_COLUMNS; i++)
        kept[i] = kept[i] == INVARIANT_YES;
    json_print(out, "kept:{energy:r momentum:a norm:r keep:a}",
               kept[DRIFT_ENERGY], 3, kept + DRIFT_MOMENTUM, kept[DRIFT_NORM],
               p->job->model->keeps, kept + DRIFT_KEEP);
}

static void put_events(struct text *out, const struct model *m)
{
    json_print(out, "events:[");
    for (const struct model_event *e = m->event; e < m->event + m->events; e++)
        json_print(out, "{name:s note:s stops:b}", e->name, e->note, e->stops);
    json_print(out, "]");
}

/* The JSON escaped for an HTML script element. */
static const char *in_script(const struct text *json)
{
    struct text out = text_new(json->arena);
    for (const char *c = text_chars(json); *c; c++)
        if (*c == '<')
            text_put(&out, "\\u003c");
        else
            text_char(&out, *c);
    return text_chars(&out);
}

/* The data that the page's script needs. */
static const char *data_of(const struct web_page *p)
{
    struct text all = text_new(p->job->arena), *out = &all;
    const struct model *m = p->job->model;
    const struct solid *solid = &m->solid;
    double inertia[9];
    json_print(out, "{body:s runs:[", m->facts.name);
    for (int i = 0; i < p->runs; i++) {
        const struct page_run *r = &p->run[i];
        const bool adapts = i == 0 && p->adaptive;
        json_print(
            out, "\n{method:s module:s adaptive:b step:r why:s recorded:v}",
            r->method, r->module, adapts, p->span.h > 0 ? p->span.h : NAN,
            r->reason, r->motion.record);
    }
    json_print(out, "] params:v inputs:[",
               p->params.length ? text_chars(&p->params) : "[]");
    for (int i = 0; i < m->inputs; i++)
        if (!m->input[i].signal.n)
            json_print(out, "{name:s note:s n:i}", m->input[i].name,
                       m->input[i].note, m->input[i].n);
    json_print(out, "] until:r acted:b gyro:b changes:b", p->shown,
               !p->job->step->recipe->is_free, m->has_gyro, m->facts.changes);
    if (solid->name)
        json_print(out, "shape:{kind:s size:a at:a}", solid->name,
                   strcmp(solid->name, "box") ? 2 : 3, solid->size, 3,
                   solid->centre);
    for (int i = 0; i < 9; i++)
        inertia[i] =
            number_double(m->facts.free_inertia[i] ? m->facts.free_inertia[i]
                                                   : m->facts.inertia[i]);
    json_print(out, "inertia:a", 9, inertia);
    if (m->events)
        put_events(out, m);
    put_kept(out, p);
    put_breaks(out, p);
    json_print(out, "}");
    return in_script(out);
}

static void put_part(struct text *out, const char *name,
                     const struct page_part *result)
{
    json_print(out, "*:{record:v picture:s notes:s}", name,
               result->record ? result->record + strlen("return ") : NULL,
               result->picture, result->notes);
}

struct text page_record(const struct web_page *p)
{
    struct text out = json_lua(p->job->arena);
    const struct pol_job *job = p->job;
    const struct source *spec = job->source;
    const char *slash = strrchr(spec->path, '/');
    json_print(&out,
               "{version:s head:s body:s note:s path:s spec:s command:s "
               "emit:s until:r",
               POLHODE_VERSION, REPORT_HEAD, job->model->facts.name,
               job->model->facts.note, slash ? slash + 1 : spec->path,
               spec->chars, p->command, job_command(job, shelf_target, false),
               p->span.t_end);
    json_print(&out, "adaptive:b h:r events:i files:v data:s runs:[",
               p->adaptive, p->span.h, job->model->events,
               text_chars(&p->files) + strlen("return "), data_of(p));
    for (int i = 0; i < p->runs; i++)
        json_print(&out, "{method:s title:s source:s why:s is_live:b}",
                   p->run[i].method, p->run[i].title, p->run[i].source,
                   p->run[i].reason, p->run[i].module != NULL);
    json_print(&out, "]");
    put_part(&out, "order", &p->order);
    put_part(&out, "drift", &p->drift);
    if (p->compares)
        put_part(&out, "compare", &p->compare);
    json_print(&out, "}");
    return out;
}

struct text page_choice(const struct web_page *p)
{
    struct text out = json_lua(p->job->arena);
    json_print(&out, "{own:s", p->run[0].method);
    put_part(&out, "compare", &p->compare);
    json_print(&out, "}");
    return out;
}
