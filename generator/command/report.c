/* SPDX-License-Identifier: MIT
 *
 * polhode report: a page that one opens in a browser.  It holds what `order`,
 * `drift` and `compare` find, and the emitted C of the spec's method and of
 * another one as modules of WebAssembly, which the page runs; where they cannot
 * be made, a motion that has been recorded.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "model/model.h"
#include "report/plot.h"

/* A page has no more than 2 MB: bytes of a module, numbers of a motion.  Of
 * more than LARGEST_CODE bytes of C clang would make a module for minutes. */
enum { RUNS = 2, LARGEST = 300000, LARGEST_CODE = 600000, RECORDED = 16000 };

/* What another command has told. */
struct told {
    const char *record;          /* Lua or JSON; NULL: none */
    const char *picture, *notes; /* an SVG in base64; text */
};

struct run {
    const char *method, *title, *source;
    const char *module, *why; /* in base64, or why there is none */
    struct told motion;       /* instead of it */
};

struct page_of {
    struct pol_job *job;
    struct request *request;
    struct explore span; /* how long, in which steps */
    double shown;        /* so long, s, the motion is shown */
    struct told order, drift, compare;
    struct text files;  /* as JSON and as Lua alike: of the emitted C */
    struct text params; /* of the modules */
    const char *command;
    int runs;
    struct run run[RUNS];
    bool adaptive, draws;
};

/* RFC 4648, section 4. */
static const char *base64(struct arena *arena, const char *bytes, size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text out = text_new(arena);
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

static const char *copied(const struct page_of *p, const char *text)
{
    return text ? arena_text(p->job->arena, text, strlen(text)) : NULL;
}

/* ---- other commands ---- */

/* One of them, in a job of its own. */
struct part {
    struct page_of *page;
    struct request *request;
    command_body *body;
    const char *name;
    struct told *told;
    int exit;
};

static pol_status run_part(struct pol_job *job, void *argument)
{
    struct part *part = argument;
    struct told *told = part->told;
    struct answer a = answer_new(job->arena, part->name, part->request->json);
    struct text picture = {0};
    a.draws = part->page->draws;
    job->text = part->page->job->source;
    part->exit = part->body(job, part->request, &a);
    if (!json_is_empty(&a.record))
        told->record = copied(part->page, text_chars(&a.record));
    if (a.draws && !json_is_empty(&a.picture) &&
        plot_svg(&job->diags, a.plot, &a.picture, &picture))
        told->picture =
            base64(part->page->job->arena, picture.chars, picture.length);
    return POL_OK;
}

/* Has a command's body find its record and its picture; false: the user has
 * stopped it. */
static bool have_told(struct page_of *p, struct request *r, const char *name,
                      command_body *body, struct told *told)
{
    const bool is_seen = !p->request->quiet && isatty(STDERR_FILENO);
    struct text notes = text_new(p->job->arena);
    struct part part = {p, r, body, name, told, EXIT_DONE};
    if (is_seen)
        fprintf(stderr, "\r%-12s", name);
    struct pol_job *job = pol_open(&r->options);
    if (job)
        job->notes = &notes;
    const int status = session_status(job, job ? job_run(job, run_part, &part)
                                               : POL_NO_MEMORY);
    pol_close(job);
    told->notes = notes.length ? text_chars(&notes) : NULL;
    if (is_seen)
        fprintf(stderr, "\r%12s\r", "");
    if ((status || part.exit) && !session_interrupted())
        fprintf(stderr, "note: `polhode %s` failed: the page says why\n", name);
    return !session_interrupted();
}

/* As it was asked for, and steps of one size where those are compared. */
static struct request request_like(const struct page_of *p, bool fixed)
{
    struct request r = *p->request;
    if (fixed && p->adaptive) {
        r.options.fixed = 1;
        r.options.tolerance = 0;
        r.options.landings = 0;
        r.options.step = p->span.t_end / 1024; /* as `compare` begins */
    }
    return r;
}

static bool have_all_told(struct page_of *p)
{
    struct request order = request_like(p, true), compare = order;
    struct request drift = request_like(p, false);
    compare.method[0] = p->run[0].method;
    compare.method[1] = p->request->beside;
    compare.methods = compare.method[1] ? 2 : 1;
    compare.known = true;
    return have_told(p, &order, "order", command_order, &p->order) &&
           have_told(p, &drift, "drift", command_drift, &p->drift) &&
           (p->request->quick ||
            have_told(p, &compare, "compare", command_compare, &p->compare));
}

/* ---- the modules ---- */

/* Params, then the start value that the page lets one change. */
static void put_params(struct text *out, const struct model *m,
                       const char *freed)
{
    json_print(out, "[");
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const bool starts = i >= m->params - m->freed;
        double value[9];
        for (int k = 0; k < f->n; k++)
            value[k] = number_double(f->value[k]);
        json_print(out, "{name:s note:s value:a start:b}",
                   starts ? freed : f->name, starts ? NULL : f->note, f->n,
                   value, starts);
    }
    json_print(out, "]");
}

/* The start is said as w, or as L. */
static const char *said_start(const struct pol_job *job)
{
    for (int i = 0; i < job->ast->n; i++) {
        syntax s = job->ast->child[i];
        if (s->kind == AST_START && !strcmp(s->name, "L"))
            return "L";
    }
    return "w";
}

/* Of the page's next run. */
static pol_status make_module(struct pol_job *job, void *page)
{
    struct page_of *p = page;
    struct run *run = &p->run[p->runs];
    struct arena *arena = p->job->arena;
    const char *freed[] = {said_start(p->job)};
    size_t length;
    pol_status status;
    job->given.is_swept = true;
    job->given.freed = freed;
    job->given.freeds = 1;
    status = session_read(job, p->job->source);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status != POL_OK)
        return status;
    const struct claim *claim = &job->step->recipe->method.claim;
    run->method = copied(p, claim->name);
    run->title = copied(p, claim->title);
    run->source = copied(p, claim->source);
    const struct emission *e = job_sweep_text(job, &status);
    if (!e)
        return status;
    size_t code = 0;
    for (int i = 0; i < e->files; i++)
        code += e->file[i].length;
    if (code > LARGEST_CODE) { /* before clang works on it */
        run->why = text_format(arena, "its C has %zu kB, more than %d",
                               code / 1000, LARGEST_CODE / 1000);
        return POL_OK;
    }
    const char *bytes = jit_module(arena, job->page->step->facts.name, e->file,
                                   e->files, &length, &run->why);
    if (bytes && length > LARGEST)
        run->why = text_format(arena, "its module has %zu kB", length / 1000);
    if (!bytes || length > LARGEST)
        return POL_OK;
    run->module = base64(arena, bytes, length);
    run->why = NULL;
    p->params = text_new(arena);
    put_params(&p->params, job->model, freed[0]);
    return POL_OK;
}

/* By the method, NULL: that of the spec.  False: it does not take the body; the
 * message is told. */
static bool add_run(struct page_of *p, const char *method, unsigned without)
{
    struct run *run = &p->run[p->runs];
    pol_options o = request_like(p, p->runs > 0).options;
    o.method = method ? method : o.method;
    o.without |= without;
    struct pol_job *job = pol_open(&o);
    pol_status status = POL_NO_MEMORY;
    if (job) {
        job->method_by = method ? "--beside" : NULL;
        status = job_run(job, make_module, p);
    }
    if (!run->method)
        session_status(job, status);
    for (int i = 0; status != POL_OK && job && i < pol_diag_count(job); i++)
        if (pol_diag_at(job, i)->is_error)
            run->why = copied(p, pol_diag_at(job, i)->message);
    pol_close(job);
    if (status == POL_BAD_SPEC && run->method && !without)
        return add_run(p, method, POL_INTERP); /* some bodies have no such */
    p->runs += run->method != NULL;
    return run->method != NULL;
}

/* Of runs without a module: as long as the rows, half a radian of the turning
 * at the start apart, reach. */
static bool record_runs(struct page_of *p)
{
    const struct model *m = p->job->model;
    const int rows = RECORDED / (24 + 2 * m->extra_values + m->keeps) + 1;
    double rate = 0;
    for (int i = 0; i < 3; i++)
        rate = hypot(rate, number_double(m->start_L[i]) /
                               number_double(m->facts.inertia[4 * i]));
    const double h = p->span.h, most = fmin(p->span.t_end, rows / (2 * rate));
    const long steps = h > 0 ? (long)fmax(1, most / h * (1 + 1e-9)) : 0;
    for (int i = 0; i < p->runs; i++) {
        struct request r = request_like(p, i > 0);
        r.until = steps ? (double)steps * h : most;
        r.every = steps / rows + (steps > 0);
        r.sample = steps ? 0 : most / rows;
        r.options.method = p->run[i].method;
        r.json = true;
        p->shown = p->run[i].module ? p->shown : r.until;
        if (!p->run[i].module &&
            !have_told(p, &r, "run", command_run, &p->run[i].motion))
            return false;
    }
    return true;
}

/* ---- the record ---- */

/* What `polhode emit` makes. */
static pol_status take_code(struct pol_job *job, void *page)
{
    struct page_of *p = page;
    pol_status status = session_read(job, p->job->source);
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

static void put_breaks(struct text *out, const struct page_of *p)
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

static void put_kept(struct text *out, const struct page_of *p)
{
    double kept[DRIFT_COLUMNS] = {0};
    int is[DRIFT_COLUMNS];
    /* the page changes params */
    session_kept(p->job, p->request->until, true, kept);
    /* of what is unknown nothing is said */
    for (int i = 0; i < DRIFT_COLUMNS; i++)
        is[i] = kept[i] == INVARIANT_YES;
    json_print(out, "kept:{energy:i momentum:[i i i] norm:i keep:[",
               is[DRIFT_ENERGY], is[DRIFT_MOMENTUM], is[DRIFT_MOMENTUM + 1],
               is[DRIFT_MOMENTUM + 2], is[DRIFT_NORM]);
    for (int i = 0; i < p->job->model->keeps; i++)
        json_print(out, "i", is[DRIFT_KEEP + i]);
    json_print(out, "]}");
}

/* As it may stand in an element of HTML. */
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

/* What the page's script needs. */
static const char *data_of(const struct page_of *p)
{
    struct text all = text_new(p->job->arena), *out = &all;
    const struct model *m = p->job->model;
    const struct solid *solid = &m->solid;
    double inertia[9];
    json_print(out, "{body:s runs:[", m->facts.name);
    for (int i = 0; i < p->runs; i++) {
        const struct run *r = &p->run[i];
        const bool adapts = i == 0 && p->adaptive;
        json_print(out,
                   "\n{method:s module:s adaptive:b step:r why:s recorded:v}",
                   r->method, r->module, adapts,
                   p->span.h > 0 ? p->span.h : NAN, r->why, r->motion.record);
    }
    json_print(out, "] params:v inputs:[",
               p->params.length ? text_chars(&p->params) : "[]");
    for (int i = 0; i < m->inputs; i++)
        if (!m->input[i].signal.n)
            json_print(out, "{name:s note:s n:i}", m->input[i].name,
                       m->input[i].note, m->input[i].n);
    json_print(out, "] until:r acted:b gyro:b", p->shown,
               !p->job->step->recipe->is_free, m->has_gyro);
    if (solid->name)
        json_print(out, "shape:{kind:s size:a at:a}", solid->name,
                   strcmp(solid->name, "box") ? 2 : 3, solid->size, 3,
                   solid->centre);
    for (int i = 0; i < 9; i++)
        inertia[i] = number_double(m->facts.own[i] ? m->facts.own[i]
                                                   : m->facts.inertia[i]);
    json_print(out, "inertia:a", 9, inertia);
    put_kept(out, p);
    put_breaks(out, p);
    json_print(out, "}");
    return in_script(out);
}

static void put_told(struct text *out, const char *name,
                     const struct told *told)
{
    json_print(out, "*:{record:v picture:s notes:s}", name,
               told->record ? told->record + strlen("return ") : NULL,
               told->picture, told->notes);
}

static struct text record_of(const struct page_of *p)
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
    json_print(&out, "adaptive:b h:r files:v data:s runs:[", p->adaptive,
               p->span.h, text_chars(&p->files) + strlen("return "),
               data_of(p));
    for (int i = 0; i < p->runs; i++)
        json_print(&out, "{method:s title:s source:s why:s is_live:b}",
                   p->run[i].method, p->run[i].title, p->run[i].source,
                   p->run[i].why, p->run[i].module != NULL);
    json_print(&out, "]");
    put_told(&out, "order", &p->order);
    put_told(&out, "drift", &p->drift);
    if (!p->request->quick)
        put_told(&out, "compare", &p->compare);
    json_print(&out, "}");
    return out;
}

/* ---- the method beside the spec's ---- */

/* As templates/page/beside.tpl chooses. */
static const char *beside_of(const struct page_of *p)
{
    struct text record = json_lua(p->job->arena), out = text_new(p->job->arena);
    json_print(&record, "{own:s", p->run[0].method);
    put_told(&record, "compare", &p->compare);
    json_print(&record, "}");
    return report_page(&p->job->diags, "page/beside", &record, &out) &&
                   out.length
               ? arena_text(p->job->arena, text_chars(&out), out.length - 1)
               : NULL;
}

/* ---- from its beginning to its end ---- */

/* The words that make the page again. */
static const char *command_of(struct page_of *p)
{
    struct text out = text_new(p->job->arena);
    text_print(&out, "polhode report%s",
               job_command(p->job, shelf_target, true) + strlen("polhode emit"));
    args_put(&out, p->request, "input until output beside quick error budget");
    return text_chars(&out);
}

static void tell_missing(const struct page_of *p)
{
    static const char without[] = "note: %s; the page has no %s\n";
    const struct run *run = &p->run[p->run[0].module ? p->runs - 1 : 0];
    if (p->request->quiet)
        return;
    if (!run->module)
        fprintf(stderr,
                "note: %s: no module is made, the motion is recorded\n%s",
                run->why,
                strncmp(run->why, "clang: ", 7) == 0
                    ? "hint: apt-get install clang lld wasi-libc\n"
                    : "");
    if (!p->draws)
        fprintf(stderr, without, "gnuplot is not there", "pictures");
    if (!shelf_own("page/three.min.js"))
        fprintf(stderr, without, "polhode was built without libjs-three", "3D");
}

/* To a file, or stdout (NULL). */
static int make_page(struct page_of *p, const char *file)
{
    struct pol_job *job = p->job;
    struct request *r = p->request;
    struct text page = text_new(job->arena);
    pol_options plain = job->options;
    plain.inputs = POL_ARGUMENT;
    int exit = session_aside(&plain, take_code, p);
    if (exit != EXIT_DONE)
        return exit;
    if (!add_run(p, NULL, 0) || (r->beside && !add_run(p, r->beside, 0)))
        return EXIT_FAULT;
    if (!have_all_told(p))
        return session_interrupted() ? EXIT_INTERRUPTED : EXIT_BUG;
    if (!r->beside)
        add_run(p, beside_of(p), 0);
    if (!record_runs(p) || session_interrupted())
        return session_interrupted() ? EXIT_INTERRUPTED : EXIT_BUG;
    const struct text record = record_of(p);
    tell_missing(p);
    bool good = report_page(&job->diags, "page/report", &record, &page);
    if (good && !file)
        fwrite(text_chars(&page), 1, page.length, stdout);
    else if (good && (good = write_whole(&job->diags, file, &page)) &&
             !r->quiet)
        print_path(file);
    return session_status(job, good ? POL_OK : POL_NO_FILE);
}

int command_report(struct pol_job *job, struct request *r, struct answer *a)
{
    (void)a; /* the page is written whole, or not at all */
    struct page_of p = {.job = job, .request = r};
    struct progress progress;
    const struct span span = span_of(r);
    double asked;
    const char *file = r->folder;
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status == POL_OK && pol_lower(job) == POL_BAD_SPEC) {
        session_hush(job); /* some bodies have no dense output */
        r->options.without |= POL_INTERP;
        job->options.without |= POL_INTERP;
    }
    if (status != POL_OK)
        return session_status(job, status);
    if (!file)
        file = text_format(job->arena, "%s.html", job->model->facts.name);
    else if (strcmp(file, "-") == 0)
        file = NULL;
    if (file && !report_may_go(&job->diags, file, r->operand[0]))
        return session_status(job, POL_NO_FILE);
    p.adaptive = job->step->recipe->adaptive;
    if (!session_holds(job) || !session_span(job, &span, true, &p.span, &asked))
        return session_status(job, POL_BAD_SPEC);
    p.command = command_of(&p);
    p.shown = p.span.t_end;
    p.draws = process_is_found("gnuplot");
    progress_begin(&progress);
    const int exit = make_page(&p, file);
    progress_end(&progress);
    return exit;
}
