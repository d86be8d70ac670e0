/* SPDX-License-Identifier: MIT
 *
 * Shared by all commands: jobs whose messages are printed, the progress of long
 * runs on a terminal with a clean stop on Ctrl-C, numbers of the command line.
 */
#define _POSIX_C_SOURCE 200809L

#include "session/session.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "model/constant.h"

/* A signal handler can only reach a global. */
static volatile sig_atomic_t interrupted;

/* Replaces control characters of a terminal. */
static const char *plain(char *text)
{
    for (char *at = text; *at;) {
        const size_t n = text_printed(at);
        if (!n)
            *at = '?';
        at += n ? n : 1;
    }
    return text;
}

static void put_notes(const struct pol_job *job, const char *text)
{
    if (job && job->notes)
        text_put(job->notes, text);
    else
        fputs(text, stderr);
}

void session_note(const struct pol_job *job, const char *format, ...)
{
    char text[2 * PATH_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put_notes(job, text);
}

int session_complain(const struct pol_job *job, const char *format, ...)
{
    char text[2 * PATH_MAX]; /* longer words are truncated */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    session_note(job, "polhode: %s\n", plain(text));
    return EXIT_USAGE;
}

void path_put(struct text *out, const char *path)
{
    char text[PATH_MAX];
    snprintf(text, sizeof text, "%s", path);
    text_print(out, "%s\n", isatty(STDOUT_FILENO) ? plain(text) : path);
}

int session_run_new(const pol_options *o, job_work *work, void *argument)
{
    struct pol_job *job = pol_open(o);
    int exit =
        session_status(job, job ? job_run(job, work, argument) : POL_NO_MEMORY);
    pol_close(job);
    return exit;
}

pol_status session_read(struct pol_job *job, const struct source *s,
                        pol_status then(pol_job *))
{
    const pol_status status = pol_read_text(job, s->path, s->chars, s->length);
    return status == POL_OK && then ? then(job) : status;
}

pol_status session_compile(struct pol_job *job, const struct source *s,
                           pol_compiler by, pol_image **image)
{
    pol_status status = job ? session_read(job, s, NULL) : POL_NO_MEMORY;
    return status == POL_OK ? pol_load(job, by, image) : status;
}

pol_image *session_image(const pol_options *o, const struct source *s)
{
    pol_image *image = NULL;
    struct pol_job *job = pol_open(o);
    session_compile(job, s, jit_compiler(), &image);
    pol_close(job);
    return image;
}

/* Prints the messages not printed yet. */
static void print_messages(struct pol_job *job)
{
    struct diags *d = &job->diags;
    job_show(job);
    for (; job->shown.printed < job->shown.count; job->shown.printed++) {
        const pol_diag *m = job->shown.item[job->shown.printed];
        /* the severity word, in colour on a terminal */
        const char *word = m->is_error ? "error: " : "warning: ";
        const bool colours = !job->notes && isatty(STDERR_FILENO);
        const char *at = colours ? strstr(m->text, word) : NULL;
        if (at)
            fprintf(stderr, "%.*s\033[1;%dm%s\033[0m%s", (int)(at - m->text),
                    m->text, m->is_error ? 31 : 35, word, at + strlen(word));
        else
            put_notes(job, m->text);
    }
    if (d->left_out)
        session_note(job, "... and %d more error%s\n", d->left_out,
                     d->left_out > 1 ? "s" : "");
    d->left_out = 0;
}

void session_mark_printed(struct pol_job *job)
{
    job->shown.printed = job->shown.count;
    job->diags.left_out = 0;
}

int session_status(struct pol_job *job, pol_status status)
{
    if (interrupted && status != POL_OK) { /* a compiler is interrupted, too */
        session_complain(job, "interrupted");
        return EXIT_INTERRUPTED;
    }
    if (job)
        print_messages(job);
    if (job && job->shown.out_of_memory &&
        status != POL_OK) /* or its effects */
        status = POL_NO_MEMORY;
    if (status == POL_NO_MEMORY && !(job && job->shown.memory_reported))
        session_complain(job, "out of memory");
    if (status == POL_BUG)
        session_complain(job, "internal error (please report)");
    return status == POL_OK                               ? EXIT_DONE
           : status == POL_STOPPED                        ? EXIT_INTERRUPTED
           : status == POL_BUG || status == POL_NO_MEMORY ? EXIT_BUG
                                                          : EXIT_FAULT;
}

/* ---- progress ---- */

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void progress_begin(struct progress *p)
{
    const struct sigaction action = {.sa_handler = note_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    *p = (struct progress){.begun = process_seconds(CLOCK_MONOTONIC),
                           .terminal = isatty(STDERR_FILENO) == 1};
}

int progress_report(void *context, double done)
{
    struct progress *p = context;
    if (interrupted)
        return 1;
    const bool shows = p->terminal && !p->is_part;
    double t = shows ? process_seconds(CLOCK_MONOTONIC) : 0;
    if (shows && t - p->begun > 0.5 && t - p->shown > 0.1) {
        fprintf(stderr, "\r%5.1f %%", 100 * done);
        p->shown = t;
    }
    return 0;
}

int progress_cases(void *context, double done, double all, double fresh)
{
    struct progress *p = context;
    const double before = p->shown;
    const int stops = progress_report(p, done / all);
    const double rate = fresh / (process_seconds(CLOCK_MONOTONIC) - p->begun);
    if (p->shown > before && fresh > 0)
        fprintf(stderr, "  %.3g cases a second, %.0f s left  ", rate,
                (all - done) / rate);
    return stops;
}

bool session_interrupted(void)
{
    return interrupted;
}

void progress_clear(const struct progress *p)
{
    if (p->shown > 0)
        fprintf(stderr, "\r%48s\r", "");
}

void progress_end(const struct progress *p)
{
    progress_clear(p);
    if (interrupted && !p->is_part)
        session_complain(NULL, "interrupted");
}

/* ---- numbers ---- */

struct number_argument {
    const char *text;
    double x;
};

static pol_status evaluate(struct pol_job *job, void *argument)
{
    static const struct constant_scope scope = {.subject = "a number"};
    struct number_argument *a = argument;
    struct diags unseen = diags_new(job->arena);
    syntax tree =
        lang_parse_part(job->names, &unseen, LANG_VALUE, "an option", a->text);
    num n = tree ? constant_value(&unseen, &scope, tree) : NULL;
    a->x = n ? number_double(n) : NAN;
    return POL_OK;
}

bool session_number(const char *text, double *out)
{
    char *end;
    struct number_argument a = {text, NAN};
    a.x = strtod(text, &end);
    if (end == text || *end)
        session_run_new(NULL, evaluate, &a);
    *out = a.x;
    return isfinite(*out);
}
