/* SPDX-License-Identifier: MIT
 *
 * A command from its words to its exit status, and its record as a page; the
 * values of options that are given.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/process.h"
#include "report/report.h"

static void note_file(void *noted, const char *path)
{
    char *at = noted, *end = at + NOTED_ROOM;
    while (*at && strcmp(at, path) != 0)
        at += strlen(at) + 1;
    if (strlen(path) + 2 <= (size_t)(end - at))
        strcpy(at, path);
}

void job_files(struct pol_job *job, const char *target, told_path *tell,
               void *to)
{
    const struct shelf_file *const *used;
    const int files = shelf_used(job_shelf(job), target, &used);
    const struct series *series = job->model ? &job->model->series : NULL;
    for (int i = 0; series && i < series->files; i++)
        tell(to, series->file[i].source->path);
    for (int i = 0; job->model && i < job->model->reads; i++)
        tell(to, job->model->read[i]->path);
    for (int i = 0; i < files; i++)
        if (shelf_own(used[i]->text->path) != used[i]->text) /* not built in */
            tell(to, used[i]->text->path);
}

void note_files(const struct request *r, struct pol_job *job)
{
    if (!r->noted)
        return;
    job_files(job, target_of(r), note_file, r->noted);
    for (int i = 0; i < job->shown.count; i++)
        if (job->shown.item[i]->file) /* which could not be read */
            note_file(r->noted, job->shown.item[i]->file);
}

/* The one printer of answers; false with a message. */
static bool answer_print(struct pol_job *job, const struct request *r,
                         const struct answer *a)
{
    fwrite(text_chars(&a->ahead), 1, a->ahead.length, stdout);
    const bool good =
        json_is_empty(&a->record) || session_page(job, a->page, &a->record);
    fwrite(text_chars(&a->behind), 1, a->behind.length, stdout);
    return good && (!a->draws || json_is_empty(&a->picture) ||
                    plot_page(&job->diags, a->plot, &a->picture,
                              option_text(r, "plot")));
}

static pol_status run_command(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    struct answer a =
        answer_new(job->arena, r->command->name, option_given(r, "json"));
    const char *plot = option_text(r, "plot");
    a.draws = plot != NULL;
    const bool may_go = !plot || !(r->command->is & READS_SPEC) ||
                        plot_may_go(&job->diags, plot, "spec", r->operand[0]);
    r->exit = may_go ? r->command->run(job, r, &a) : EXIT_FAULT;
    if (!answer_print(job, r, &a) && r->exit == EXIT_DONE)
        r->exit = EXIT_FAULT;
    job_show(job);
    note_files(r, job);
    return POL_OK;
}

/* A stack that has to grow when memory has ended is a crash: it grows first. */
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
        status = session_aside(&r->options, run_command, r);
        status = status ? status : r->exit;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "polhode: cannot write to stdout\n");
        return status ? status : EXIT_FAULT;
    }
    return status;
}

void compiler_at_hand(struct request *r)
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
                           .ahead = text_new(arena),
                           .behind = text_new(arena),
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

/* The last one of an option, or NULL. */
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

long option_whole(const struct request *r, const char *name, long otherwise)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->whole : otherwise;
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
