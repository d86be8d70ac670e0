/* SPDX-License-Identifier: MIT
 *
 * polhode report: a page for a browser.  It has the results of `order`, `drift`
 * and `compare`, and the emitted C of the spec's method and of another one as
 * modules of WebAssembly, which the page runs; if they cannot be made, a
 * recorded motion.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "page/page.h"
#include "report/report.h"

/* ---- other commands ---- */

/* Limits of a recorded motion: numbers in rows, characters in all. */
enum { MOST_NUMBERS = 16000, MOST_CHARS = 500000 };

struct reporting {
    struct web_page page;
    struct request *request;
    struct answer *answer;
};

/* One command, in a job of its own. */
struct part {
    struct web_page *page;
    struct request *request;
    command_body *body;
    const char *name;
    struct page_part *result;
    int exit;
};

static pol_status run_part(struct pol_job *job, void *argument)
{
    struct part *part = argument;
    struct page_part *result = part->result;
    /* a run puts rows and releases the job's memory at its end */
    struct answer a = answer_new(arena_child(job->arena), part->name,
                                 option_given(part->request, "json"));
    struct text picture = {0};
    a.draws = part->page->draws;
    a.collects = true;
    job->text = part->page->job->source;
    part->exit = part->body(job, part->request, &a);
    if (!json_is_empty(&a.record))
        result->record =
            text_format(part->page->job->arena, "%s%s", text_chars(&a.before),
                        text_chars(&a.record));
    if (a.draws && !json_is_empty(&a.picture) &&
        plot_svg(&job->diags, a.plot, &a.picture, &picture))
        result->picture =
            page_base64(part->page, picture.chars, picture.length);
    return POL_OK;
}

/* Runs a command's body for its record and its picture; false if the user has
 * stopped it. */
static bool run_recorded(struct reporting *p, struct request *r,
                         const char *name, command_body *body,
                         struct page_part *result)
{
    const bool is_shown =
        !option_given(p->request, "quiet") && isatty(STDERR_FILENO);
    struct text notes = text_new(p->page.job->arena);
    struct part part = {&p->page, r, body, name, result, EXIT_DONE};
    if (is_shown)
        fprintf(stderr, "\r%-12s", name);
    struct pol_job *job = pol_open(&r->options);
    if (job)
        job->notes = &notes;
    const int status = session_status(job, job ? job_run(job, run_part, &part)
                                               : POL_NO_MEMORY);
    pol_close(job);
    result->notes = notes.length ? text_chars(&notes) : NULL;
    if (is_shown)
        fprintf(stderr, "\r%12s\r", "");
    if ((status || part.exit) && !session_interrupted())
        fprintf(stderr, "note: `polhode %s` failed: the page says why\n", name);
    return !session_interrupted();
}

/* A copy of the request; `fixed`: with steps of one size, to compare them. */
static struct request copy_request(const struct reporting *p, bool fixed)
{
    struct request r = *p->request;
    if (fixed && p->page.adaptive) {
        r.options.fixed = 1;
        r.options.tolerance = 0;
        r.options.landings = 0;
        r.options.step = p->page.span.t_end / 1024; /* as in `compare` */
    }
    return r;
}

static void drop_methods(struct request *r)
{
    int n = 0;
    for (int i = 0; i < r->values; i++)
        if (strcmp(r->value[i].option, "method") != 0)
            r->value[n++] = r->value[i];
    r->values = n;
}

static bool run_all_recorded(struct reporting *p)
{
    struct request order = copy_request(p, true), compare = order;
    struct request drift = copy_request(p, false);
    const char *second = option_text(p->request, "beside");
    drop_methods(&compare);
    option_put(&compare,
               (struct option_value){.option = "method",
                                     .set.value = p->page.run[0].method});
    if (second)
        option_put(&compare, (struct option_value){.option = "method",
                                                   .set.value = second});
    compare.with_listed = true;
    return run_recorded(p, &order, "order", command_order, &p->page.order) &&
           run_recorded(p, &drift, "drift", command_drift, &p->page.drift) &&
           (option_given(p->request, "quick") ||
            run_recorded(p, &compare, "compare", command_compare,
                         &p->page.compare));
}

/* Adds a run by the method (NULL: the spec's).  False with a message if the
 * method does not take the body. */
static bool add_run(struct reporting *p, const char *method, unsigned without)
{
    struct page_run *run = &p->page.run[p->page.runs];
    pol_options o = copy_request(p, p->page.runs > 0).options;
    o.method = method ? method : o.method;
    o.without |= without;
    struct pol_job *job = pol_open(&o);
    pol_status status = POL_NO_MEMORY;
    if (job) {
        job->method_option = method ? "--beside" : NULL;
        status = job_run(job, page_module, &p->page);
    }
    if (!run->method)
        session_status(job, status);
    for (int i = 0; status != POL_OK && job && i < pol_diag_count(job); i++)
        if (pol_diag_at(job, i)->is_error)
            run->reason =
                job_text(p->page.job->arena, pol_diag_at(job, i)->message);
    pol_close(job);
    if (status == POL_BAD_SPEC && run->method && !without)
        return add_run(p, method, POL_INTERP); /* retry without dense output */
    p->page.runs += run->method != NULL;
    return run->method != NULL;
}

/* Records runs without a module, as long as the rows reach, half a radian of
 * the initial turning apart; half as long if there are too many events. */
static bool record_runs(struct reporting *p)
{
    const struct model *m = p->page.job->model;
    const int rows = MOST_NUMBERS / (24 + 2 * m->extra_values + m->keeps) + 1;
    const num *J = m->facts.line[0] ? m->facts.free_inertia : m->facts.inertia;
    double rate = 0;
    for (int i = 0; i < 3; i++)
        rate =
            hypot(rate, number_double(m->start_L[i]) / number_double(J[4 * i]));
    const double h = p->page.span.h;
    double most = fmin(p->page.span.t_end, rows / (2 * rate));
    for (int i = 0; i < p->page.runs; i++) {
        const long steps = h > 0 ? (long)fmax(1, most / h * (1 + 1e-9)) : 0;
        struct request r = copy_request(p, i > 0);
        const double until = steps ? (double)steps * h : most;
        const struct option_value values[] = {
            {.option = "json"},
            {.option = "until", .number = until},
            {.option = "every", .integer = steps / rows + (steps > 0)},
            {.option = "sample", .number = steps ? 0 : most / rows}};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            option_put(&r, values[k]);
        r.options.method = p->page.run[i].method;
        p->page.shown = p->page.run[i].module ? p->page.shown : until;
        if (!p->page.run[i].module &&
            !run_recorded(p, &r, "run", command_run, &p->page.run[i].motion))
            return false;
        const char *record = p->page.run[i].motion.record;
        if (record && strlen(record) > MOST_CHARS && m->events && steps != 1) {
            most /= 2;
            i = -1;
        }
    }
    return true;
}

/* ---- the second method ---- */

/* The method that templates/page/second.tpl chooses, or NULL. */
static const char *second_method(const struct reporting *p)
{
    const struct text record = page_choice(&p->page);
    struct text out = text_new(p->page.job->arena);
    return report_page(&p->page.job->diags, "page/second", &record, &out) &&
                   out.length
               ? arena_text(p->page.job->arena, text_chars(&out),
                            out.length - 1)
               : NULL;
}

/* The command that makes the page again. */
static const char *command_of(struct reporting *p)
{
    struct text out = text_new(p->page.job->arena);
    text_print(&out, "polhode report%s",
               job_command(p->page.job, shelf_target, true) +
                   strlen("polhode emit"));
    args_put(&out, p->request, "input until output beside quick error budget");
    return text_chars(&out);
}

static void note_missing(const struct reporting *p)
{
    static const char without[] = "note: %s; the page has no %s\n";
    const struct page_run *run =
        &p->page.run[p->page.run[0].module ? p->page.runs - 1 : 0];
    if (option_given(p->request, "quiet"))
        return;
    if (!run->module)
        fprintf(stderr,
                "note: %s: no module was built, the motion is recorded\n%s",
                run->reason,
                strncmp(run->reason, "clang: ", 7) == 0
                    ? "hint: apt-get install clang lld wasi-libc\n"
                    : "");
    if (!p->page.draws)
        fprintf(stderr, without, "gnuplot is not there", "pictures");
    if (!shelf_builtin_file("page/three.min.js"))
        fprintf(stderr, without, "polhode was built without libjs-three", "3D");
}

/* Writes the page to a file, or to stdout (NULL). */
static int make_page(struct reporting *p, const char *file)
{
    struct pol_job *job = p->page.job;
    struct request *r = p->request;
    const char *second = option_text(r, "beside");
    struct text page = text_new(job->arena);
    pol_options plain = job->options;
    plain.inputs = POL_ARGUMENT;
    int exit = session_run_new(&plain, page_code, &p->page);
    if (exit != EXIT_DONE)
        return exit;
    if (!add_run(p, NULL, 0) || (second && !add_run(p, second, 0)))
        return EXIT_FAULT;
    if (!run_all_recorded(p))
        return session_interrupted() ? EXIT_INTERRUPTED : EXIT_BUG;
    if (!second)
        add_run(p, second_method(p), 0);
    if (!record_runs(p) || session_interrupted())
        return session_interrupted() ? EXIT_INTERRUPTED : EXIT_BUG;
    const struct text record = page_record(&p->page);
    note_missing(p);
    bool good = report_page(&job->diags, "page/report", &record, &page);
    if (good && !file)
        fwrite(text_chars(&page), 1, page.length, stdout);
    else if (good && (good = write_text(&job->diags, file, &page)) &&
             !option_given(r, "quiet"))
        path_put(&p->answer->after, file);
    return session_status(job, good ? POL_OK : POL_NO_FILE);
}

int command_report(struct pol_job *job, struct request *r, struct answer *a)
{
    const struct span span = span_of(r);
    struct reporting p = {.page = {.job = job,
                                   .until = span.until,
                                   .compares = !option_given(r, "quick")},
                          .request = r,
                          .answer = a};
    struct progress progress;
    double requested;
    const char *file = option_text(r, "output");
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status == POL_OK && pol_lower(job) == POL_BAD_SPEC) {
        session_mark_printed(job); /* some bodies have no dense output */
        r->options.without |= POL_INTERP;
        job->options.without |= POL_INTERP;
    }
    if (status != POL_OK)
        return session_status(job, status);
    if (!file)
        file = text_format(job->arena, "%s.html", job->model->facts.name);
    else if (strcmp(file, "-") == 0)
        file = NULL;
    if (file && !report_may_write(&job->diags, file, r->operand[0]))
        return session_status(job, POL_NO_FILE);
    p.page.adaptive = job->step->recipe->adaptive;
    if (!session_holds(job) ||
        !session_span(job, &span, true, &p.page.span, &requested))
        return session_status(job, POL_BAD_SPEC);
    p.page.command = command_of(&p);
    p.page.shown = p.page.span.t_end;
    p.page.draws = process_is_found("gnuplot");
    progress_begin(&progress);
    const int exit = make_page(&p, file);
    progress_end(&progress);
    return exit;
}
