/* SPDX-License-Identifier: MIT
 *
 * Runs a request up to its exit status, and prints its record as a page; the
 * values of given options.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/process.h"
#include "report/report.h"

static void note_file(void *names, const char *path)
{
    char *at = names, *end = at + READ_FILES_ROOM;
    while (*at && strcmp(at, path) != 0)
        at += strlen(at) + 1;
    if (strlen(path) + 2 <= (size_t)(end - at))
        strcpy(at, path);
}

void note_files(const struct request *r, struct pol_job *job)
{
    if (!r->read_files)
        return;
    job_files(job, target_of(r), note_file, r->read_files);
    for (int i = 0; i < job->shown.count; i++)
        if (job->shown.item[i]->file) /* unreadable ones, too */
            note_file(r->read_files, job->shown.item[i]->file);
}

/* Prints an answer (nothing else does); false with a message. */
static bool answer_print(struct pol_job *job, const struct answer *a)
{
    fwrite(text_chars(&a->before), 1, a->before.length, stdout);
    const bool good =
        json_is_empty(&a->record) || session_page(job, a->page, &a->record);
    fwrite(text_chars(&a->after), 1, a->after.length, stdout);
    return good;
}

/* ---- several methods ---- */

/* One method, in a job of its own. */
struct method_run {
    struct request request;
    struct answer answer;
    const struct source *spec;
    struct text notes;
};

static pol_status run_method(struct pol_job *job, void *turn)
{
    struct method_run *t = turn;
    struct request *r = &t->request;
    job->text = t->spec;
    job->notes = &t->notes;
    r->exit = r->command->run(job, r, &t->answer);
    if (t->answer.has_begun && !answer_print(job, &t->answer) && !r->exit)
        r->exit = EXIT_FAULT;
    note_files(r, job);
    return POL_OK;
}

/* Runs each --method: a record or rows for each, and one picture. */
static int run_each(struct pol_job *job, const struct request *r,
                    struct answer *a)
{
    const bool json = option_given(r, "json");
    const struct source *spec = job_read_file(job, r->operand[0], LARGEST_TEXT);
    const char *before = ""; /* last messages, not repeated */
    const struct option_value *v = NULL;
    int worst = spec ? EXIT_DONE : EXIT_FAULT, begun = 0;
    if (a->draws && option_settings(r, "method", NULL) > 7) /* colours */
        return complain("a picture shows at most 7 methods");
    while (spec && (v = option_next(r, "method", v)) &&
           !session_interrupted()) {
        struct method_run *t = arena_alloc(job->arena, sizeof *t);
        *t = (struct method_run){*r, answer_new(job->arena, a->page, json),
                                 spec, text_new(job->arena)};
        t->request.options.method = v->set.value;
        t->request.method_index = begun + 1;
        t->answer.draws = a->draws;
        text_put(&t->answer.before, !json ? "" : begun ? ",\n" : "[");
        const int exit = session_run_new(&t->request.options, run_method, t);
        worst = exit > worst ? exit : worst;
        worst = t->request.exit > worst ? t->request.exit : worst;
        if (t->answer.has_begun && a->draws)
            json_print(&a->picture, begun ? "v" : "{runs:[v",
                       json_value(&t->answer.picture));
        a->plot = t->answer.plot;
        begun += t->answer.has_begun;
        if (t->notes.length && strcmp(before, text_chars(&t->notes)) != 0)
            fprintf(stderr, "by %s:\n%s", v->set.value,
                    before = text_chars(&t->notes));
    }
    json_print(&a->picture, begun && a->draws ? "]}" : "");
    fputs(json && begun ? "]\n" : "", stdout);
    return worst;
}

static pol_status run_command(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    struct answer a =
        answer_new(job->arena, r->command->name, option_given(r, "json"));
    const char *plot = option_text(r, "plot");
    const bool each =
        r->command->flags & RUNS_EACH && option_settings(r, "method", NULL) > 1;
    a.draws = plot != NULL;
    const bool may_replace =
        !plot || !(r->command->flags & READS_SPEC) ||
        plot_may_write(&job->diags, plot, "spec", r->operand[0]);
    r->exit = !may_replace ? EXIT_FAULT
              : each       ? run_each(job, r, &a)
                           : r->command->run(job, r, &a);
    const bool good = answer_print(job, &a) &&
                      (!plot || json_is_empty(&a.picture) ||
                       plot_page(&job->diags, a.plot, &a.picture, plot));
    if (!good && r->exit == EXIT_DONE)
        r->exit = EXIT_FAULT;
    job_show(job);
    note_files(r, job);
    return POL_OK;
}

/* Grows the stack early: it would crash if it grew when memory is exhausted. */
static void grow_stack(void)
{
    volatile char room[1 << 19];
    for (size_t i = 0; i < sizeof room; i += 4096)
        room[i] = 0;
    (void)room;
}

int session_run(struct request *r, int status)
{
    grow_stack();
    if (status < 0) {
        status = session_run_new(&r->options, run_command, r);
        status = status ? status : r->exit;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "polhode: cannot write to stdout\n");
        return status ? status : EXIT_FAULT;
    }
    return status;
}

void choose_compiler(struct request *r)
{
    if (!option_given(r, "cc"))
        r->compiler = process_is_found("gcc")     ? POL_GCC
                      : process_is_found("clang") ? POL_CLANG
                                                  : jit_compiler();
}

struct span span_of(const struct request *r)
{
    return (struct span){option_number(r, "until"), r->options.step,
                         option_number(r, "sample")};
}

struct answer answer_new(struct arena *arena, const char *page, bool json)
{
    return (struct answer){.page = page,
                           .plot = page,
                           .record = json ? text_new(arena) : json_lua(arena),
                           .before = text_new(arena),
                           .after = text_new(arena),
                           .picture = json_lua(arena)};
}

bool session_page(struct pol_job *job, const char *form,
                  const struct text *record)
{
    struct text out = text_new(job->arena);
    if (!json_is_lua(record))
        puts(text_chars(record));
    else if (report_page(&job->diags, form, record, &out))
        fwrite(text_chars(&out), 1, out.length, stdout);
    else
        return false;
    return true;
}

/* ---- options ---- */

const struct option_value *option_next(const struct request *r,
                                       const char *name,
                                       const struct option_value *v)
{
    for (v = v ? v + 1 : r->value; v < r->value + r->values; v++)
        if (strcmp(v->option, name) == 0)
            return v;
    return NULL;
}

/* The last value of an option, or NULL. */
static const struct option_value *value_of(const struct request *r,
                                           const char *name)
{
    const struct option_value *last = NULL;
    for (const struct option_value *v = NULL; (v = option_next(r, name, v));)
        last = v;
    return last;
}

bool option_given(const struct request *r, const char *name)
{
    return value_of(r, name) != NULL;
}

const char *option_text(const struct request *r, const char *name)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->set.value : NULL;
}

double option_number(const struct request *r, const char *name)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->number : 0;
}

long option_int(const struct request *r, const char *name, long otherwise)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->integer : otherwise;
}

int option_settings(const struct request *r, const char *name,
                    pol_setting *list)
{
    int n = 0;
    for (const struct option_value *v = NULL; (v = option_next(r, name, v));
         n++)
        if (list)
            list[n] = v->set;
    return n;
}

void option_put(struct request *r, struct option_value value)
{
    if (r->values < MOST_VALUES)
        r->value[r->values++] = value;
}
