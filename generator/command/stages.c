/* SPDX-License-Identifier: MIT
 *
 * polhode new, polhode example: a spec to start from, and some to read.
 * polhode check: reports errors in specs, and does nothing else; --json for
 * editors.  polhode emit: writes the files of a target and reports their cost.
 * polhode show: prints a spec after a stage.
 */
#include "command/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"

/* Emits without files, for all messages of `emit`. */
static pol_status try_emit(struct pol_job *job)
{
    pol_status status;
    (void)job_emit(job, shelf_target, &status);
    return status;
}

/* ---- example ---- */

static const char ending[] = ".pol";

/* "ralston3" of the built-in file specs/searches/ralston3.pol; NULL for one
 * that is no spec. */
static const char *spec_name(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *end = strrchr(path, '.');
    if (strncmp(path, "specs/", 6) != 0 || !end || strcmp(end, ending) != 0)
        return NULL;
    return text_format(a, "%.*s", (int)(end - slash - 1), slash + 1);
}

/* Lists the specs with the reason in their first line, "# NAME.pol - why it is
 * there"; or prints the requested one. */
int command_example(struct pol_job *job, struct request *r, struct answer *a)
{
    const char *wanted = r->operands ? r->operand[0] : NULL;
    struct nearest near = nearest_to(wanted ? wanted : "");
    for (int k = 0; k < 2; k++) {
        if (!wanted)
            text_put(&a->after, k ? "searches for tableaus\n" : "bodies\n");
        for (int i = 0; i < shelf_builtin_count; i++) {
            const struct source *e = &shelf_builtin[i].text;
            const char *name = spec_name(job->arena, e->path);
            const char *why = strstr(e->chars, " - ");
            if (!name || (strstr(e->path, "/searches/") != NULL) != k)
                continue;
            nearest_offer(&near, name);
            if (!wanted && why) {
                text_print(&a->after, "  %-14s %.*s\n", name,
                           (int)strcspn(why + 3, "\n"), why + 3);
            } else if (wanted && strcmp(name, wanted) == 0) {
                text_add(&a->after, e->chars, e->length);
                return EXIT_DONE;
            }
        }
    }
    if (!wanted) {
        text_put(&a->after,
                 "\nto a file: polhode example fast_top > fast_top.pol\n");
        return EXIT_DONE;
    }
    diag_error_line(&job->diags, wanted, 0, "there is no such example");
    diag_near(&job->diags, near.best, "polhode example lists them");
    return EXIT_FAULT;
}

/* ---- new ---- */

int command_new(struct pol_job *job, struct request *r, struct answer *a)
{
    const char *name = r->operand[0]; /* the body's */
    size_t n = 0;
    while (ascii_is_word(name[n]))
        n++;
    if (name[n] || !ascii_is_letter(*name))
        return complain("a name has letters, digits and _, and begins with a "
                        "letter; not '%s'",
                        name);
    const char *path = text_format(job->arena, "%s%s", name, ending);
    struct text record = json_lua(job->arena), text = text_new(job->arena);
    json_print(&record, "{name:s}", name);
    pol_status status = POL_BAD_SHELF;
    if (report_page(&job->diags, "new", &record, &text))
        status = pol_read_text(job, path, text_chars(&text), text.length);
    if (status == POL_OK) /* is it valid as a body's name? */
        status = try_emit(job);
    if (status != POL_OK)
        return session_status(job, status);
    FILE *f = fopen(path, "wx"); /* overwrites nothing */
    bool good = f && fputs(text_chars(&text), f) >= 0;
    if (f && fclose(f) == 0 && good) {
        text_print(&a->after,
                   "%s\npolhode run %s runs it, polhode emit %s makes C of "
                   "it\n",
                   path, path, path);
        return EXIT_DONE;
    }
    diag_error_line(&job->diags, path, 0, "cannot be written: %s",
                    strerror(errno));
    if (f)
        remove(path);
    return EXIT_FAULT;
}

/* ---- check ---- */

struct checking {
    const struct request *request;
    struct arena *arena; /* not a spec's, which may be full */
    const char *path;
    struct text *json; /* for messages; NULL: they go to stderr */
    int messages;
};

static pol_status check_one(struct pol_job *job, void *argument)
{
    struct checking *c = argument;
    pol_status status = pol_read(job, c->path);
    if (status == POL_OK)
        status = try_emit(job);
    const struct span span = span_of(c->request);
    if (status == POL_OK && !session_slender(job, &span))
        status = POL_BAD_SPEC;
    note_files(c->request, job);
    return status;
}

static void put_message(struct checking *c, const struct diag *d)
{
    const struct source *s = d->place.source;
    struct text out = text_new(c->arena);
    int line = d->line, column = 0;
    if (s)
        place_find(d->place, &line, &column);
    json_print(&out, "{file:s line:i column:i length:i",
               s         ? s->path
               : d->path ? d->path
                         : "",
               line, column, s ? place_width(d->place) : 0);
    json_print(&out, "severity:s message:s hint:s}",
               d->kind == DIAG_ERROR ? "error" : "warning", d->message,
               d->hint);
    text_print(c->json, "%s\n  %s", c->messages++ ? "," : "", text_chars(&out));
}

/* A message without a place gets line 0.  A message about exhausted memory
 * needs another job, since the spec's job has no room for it. */
static int check_in_new_job(struct checking *c, const pol_options *o)
{
    struct pol_job *job = pol_open(o);
    pol_status status = job ? job_run(job, check_one, c) : POL_NO_MEMORY;
    for (; c->json && job && job->shown.printed < job->diags.count;
         job->shown.printed++)
        put_message(c, &job->diags.items[job->shown.printed]);
    bool untold =
        status == POL_NO_MEMORY && !(job && job->shown.memory_reported);
    int exit = EXIT_BUG;
    if (c->json && untold)
        put_message(c, &(struct diag){.kind = DIAG_ERROR,
                                      .path = c->path,
                                      .message = "out of memory"});
    else
        exit = session_status(job, status);
    pol_close(job);
    return exit;
}

int command_check(struct pol_job *job, struct request *r, struct answer *a)
{
    struct checking c = {.request = r,
                         .arena = job->arena,
                         .json = option_given(r, "json") ? &a->after : NULL};
    int worst = EXIT_DONE;
    pol_options o = job->options;
    o.inputs = POL_ARGUMENT; /* as in emitted code */
    text_put(&a->after, option_given(r, "json") ? "[" : "");
    for (int i = 0; i < r->operands; i++) {
        c.path = r->operand[i];
        int exit = check_in_new_job(&c, &o);
        worst = exit > worst ? exit : worst;
    }
    text_put(&a->after, option_given(r, "json") ? "\n]\n" : "");
    return worst;
}

/* ---- emit ---- */

/* Puts the code, or only the comment at its start: the description and the
 * cost. */
static void put_code(struct text *out, const struct emission *e, bool comment)
{
    for (const struct source *f = e->file; f < e->file + e->files; f++) {
        const char *end = comment ? strstr(f->chars, "*/") : NULL;
        if (!shelf_ends_in(f->path, ".c"))
            continue;
        if (!comment)
            text_add(out, f->chars, f->length);
        else if (end)
            text_print(out, "%.*s\n", (int)(end + 2 - f->chars), f->chars);
    }
}

int command_emit(struct pol_job *job, struct request *r, struct answer *a)
{
    const char *spec = r->operand[0], *output = option_text(r, "output");
    pol_status status = pol_read(job, spec);
    const struct emission *e =
        status == POL_OK ? job_emit(job, target_of(r), &status) : NULL;
    const struct span span = span_of(r);
    if (e && !session_slender(job, &span))
        return session_status(job, POL_BAD_SPEC);
    const bool prints = output && strcmp(output, "-") == 0;
    const bool writes = !prints && !option_given(r, "check");
    const bool is_listed = writes && !option_given(r, "quiet");
    struct source rule = {0};
    const char *depfile = option_text(r, "depfile");
    bool good =
        e && (!depfile || job_rule(job, depfile, spec, target_of(r), &rule));
    const struct emit_place place = {
        .folder = prints || !output ? "." : output,
        .input = strcmp(spec, "-") == 0 ? NULL : spec,
        .force = option_given(r, "force"),
        .rule = rule.path ? &rule : NULL,
    };
    const char *const *path = NULL;
    good = good &&
           (prints || writes || emit_check(job->arena, &job->diags, e, &place));
    if (good && (writes || place.rule)) { /* checked files stay the same */
        path = emit_write(job->arena, &job->diags,
                          prints ? &(struct emission){0} : e, &place);
        good = path != NULL;
    }
    for (int i = 0; good && is_listed && i < e->files; i++)
        path_put(&a->after, path[i]);
    if (good && (prints || is_listed))
        put_code(&a->after, e, writes);
    if (e && !good)
        status = POL_NO_FILE;
    return session_status(job, status);
}

/* ---- show ---- */

static void add(void *to, const char *text, size_t length)
{
    text_add(to, text, length);
}

int command_show(struct pol_job *job, struct request *r, struct answer *a)
{
    int stage = text_among("ast|model|step|program", '|', r->operand[0]);
    if (stage < 0)
        return complain("show takes ast, model, step or program, not '%s'",
                        r->operand[0]);
    if (option_given(r, "passes") && stage != POL_SHOW_PROGRAM)
        return complain("--passes goes with show program");
    pol_status status = pol_read(job, r->operand[1]);
    if (option_given(r, "passes"))
        stage = POL_SHOW_PASSES;
    if (status == POL_OK)
        status = pol_show(job, (pol_stage)stage, add, &a->after);
    return session_status(job, status);
}
