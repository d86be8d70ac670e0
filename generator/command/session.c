/* SPDX-License-Identifier: MIT
 *
 * What all commands share: a job for the request, its messages, and a compiled
 * stepper.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static pol_status check_room(const char *what, int n, int most)
{
    if (n <= most)
        return POL_OK;
    complain("%d %s are too many; at most %d", n, what, most);
    return POL_BAD_SPEC;
}

/* What `run` and `drift` have room for. */
static pol_status check_keeps(struct pol_job *job)
{
    return check_room("values to keep", job->model->keeps, EXPLORE_KEEPS);
}

static pol_status check_shown(struct pol_job *job)
{
    int n = 0;
    for (int i = 0; i < job->step->shows; i++)
        n += job->step->shown[i].asked ? job->step->shown[i].numbers.n : 0;
    return check_room("numbers of the attitude to show", n, EXPLORE_SHOWN);
}

/* Files that end before the run does, or begin after it. */
static void tell_ends(const struct pol_job *job, const struct request *r)
{
    const struct series *s = &job->model->series;
    double start = number_double(job->model->start_t);
    double until = r->until > 0        ? r->until
                   : job->model->until ? number_double(job->model->until)
                                       : 1;
    for (int i = 0; i < s->files; i++) {
        const struct series_file *f = &s->file[i];
        if (f->first > start)
            fprintf(stderr,
                    "note: before its first time, %.9g s, '%s' is as there "
                    "(%s)\n",
                    f->first, f->input, f->source->path);
        if (f->last < start + until * (1 - 1e-9))
            fprintf(stderr,
                    "note: after its last time, %.9g s, '%s' is as there "
                    "(%s)\n",
                    f->last, f->input, f->source->path);
    }
}

/* What the inputs are while it runs. */
static void tell_inputs(const struct pol_job *job, const struct request *r)
{
    const struct model *m = job->model;
    bool signals = false;
    for (int i = 0; i < m->inputs; i++) {
        signals |= m->input[i].signal.n > 0;
        if (!m->input[i].signal.n)
            fprintf(stderr,
                    "note: the input '%s' has no signal and is 0; "
                    "--input '%s = ...'\n",
                    m->input[i].name, m->input[i].name);
    }
    tell_ends(job, r);
    if (job->options.inputs != POL_HOLD)
        return;
    fprintf(stderr,
            signals ? "note: inputs are held from the start of each step, "
                      "which is of order 1\n"
                    : "note: --hold changes nothing: no input has a signal\n");
}

int session_load(struct pol_job *job, struct request *r)
{
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = check_keeps(job);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status == POL_OK)
        status = check_shown(job);
    if (status == POL_OK)
        status = pol_load(job, r->compiler, &r->image[0]);
    int exit = session_status(job, status);
    if (exit == EXIT_DONE)
        tell_inputs(job, r);
    return exit;
}

pol_status session_try_emit(struct pol_job *job)
{
    pol_status status;
    (void)job_emit(job, "c99", &status);
    return status;
}

static bool is_taken(const char *line, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at++)
        if ((at == line || at[-1] == ',') && (at[n] == ',' || !at[n]))
            return true;
    return false;
}

const char *const *session_headings(struct text *line, const char *group,
                                    const char *const *name, int n)
{
    const char **heading = arena_array(line->arena, (size_t)n, sizeof *heading);
    for (int i = 0; i < n; i++) {
        heading[i] = is_taken(text_chars(line), name[i])
                         ? text_format(line->arena, "%s.%s", group, name[i])
                         : name[i];
        text_print(line, ",%s", heading[i]);
    }
    return heading;
}
