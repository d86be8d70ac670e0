/* SPDX-License-Identifier: MIT
 *
 * What all commands share: jobs, and messages.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"

static void put_plain(FILE *out, const char *chars)
{
    while (*chars) {
        size_t n = text_printed(chars);
        if (n)
            fwrite(chars, 1, n, out);
        else
            putc('?', out);
        chars += n ? n : 1;
    }
    putc('\n', out);
}

void complain(const char *format, ...)
{
    char text[2 * PATH_MAX]; /* of longer words the beginning has to do */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs("polhode: ", stderr);
    put_plain(stderr, text);
}

void print_path(const char *path)
{
    if (isatty(STDOUT_FILENO))
        put_plain(stdout, path);
    else
        puts(path);
}

struct task {
    int (*work)(struct pol_job *, void *);
    void *argument;
    int exit;
};

static pol_status do_task(struct pol_job *job, void *argument)
{
    struct task *t = argument;
    t->exit = t->work(job, t->argument);
    return POL_OK;
}

int session_aside(const pol_options *o, int (*work)(struct pol_job *, void *),
                  void *argument)
{
    struct task t = {work, argument, EXIT_DONE};
    struct pol_job *job = pol_open(o);
    pol_status status = job ? job_run(job, do_task, &t) : POL_NO_MEMORY;
    if (status != POL_OK)
        t.exit = session_status(job, status);
    pol_close(job);
    return t.exit;
}

pol_status session_read(struct pol_job *job, const struct source *s)
{
    return pol_read_text(job, s->path, s->chars, s->length);
}

pol_status session_compile(struct pol_job *job, const struct source *s,
                           pol_compiler by, pol_image **image)
{
    pol_status status = job ? session_read(job, s) : POL_NO_MEMORY;
    return status == POL_OK ? pol_load(job, by, image) : status;
}

/* The word that says how bad it is, in colour on a terminal. */
static void print_message(const pol_diag *d)
{
    const char *word = d->is_error ? "error: " : "warning: ";
    const char *at = strstr(d->text, word);
    if (!isatty(STDERR_FILENO) || !at) {
        fputs(d->text, stderr);
        return;
    }
    fprintf(stderr, "%.*s\033[1;%dm%s\033[0m%s", (int)(at - d->text), d->text,
            d->is_error ? 31 : 35, word, at + strlen(word));
}

void session_messages(struct pol_job *job)
{
    struct diags *d = &job->diags;
    job_show(job);
    for (; job->told < job->shown_count; job->told++)
        print_message(job->shown[job->told]);
    if (d->left_out)
        fprintf(stderr, "... and %d more error%s\n", d->left_out,
                d->left_out > 1 ? "s" : "");
    d->left_out = 0;
}

int session_status(struct pol_job *job, pol_status status)
{
    if (job)
        session_messages(job);
    switch (status) {
    case POL_OK:
        return EXIT_DONE;
    case POL_NO_MEMORY:
        if (!job || !job->told_full)
            complain("out of memory");
        return EXIT_BUG;
    case POL_BUG:
        complain("internal error (please report)");
        return EXIT_BUG;
    case POL_STOPPED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_FAULT;
    }
}

bool is_among(const char *list, char between, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == between) && (at[n] == between || !at[n]))
            return true;
    return false;
}

struct text session_record(struct pol_job *job, const struct request *r)
{
    return r->json ? text_new(job->arena) : json_lua(job->arena);
}

bool session_page(struct pol_job *job, const char *form,
                  const struct text *record)
{
    struct text out = text_new(job->arena);
    if (!json_is_lua(record))
        puts(text_chars(record));
    else if (report_page(job->arena, &job->diags, form, record, &out))
        fwrite(text_chars(&out), 1, out.length, stdout);
    else
        return false;
    return true;
}

const char *const *session_headings(struct text *line, const char *group,
                                    const char *const *name, int n)
{
    const char **heading = arena_array(line->arena, (size_t)n, sizeof *heading);
    for (int i = 0; i < n; i++) {
        heading[i] = is_among(text_chars(line), ',', name[i])
                         ? text_format(line->arena, "%s.%s", group, name[i])
                         : name[i];
        text_print(line, ",%s", heading[i]);
    }
    return heading;
}
