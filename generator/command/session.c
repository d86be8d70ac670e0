/* SPDX-License-Identifier: MIT
 *
 * What all commands share: a job for the request, its messages, and a compiled
 * stepper.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/text.h"
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

struct pol_job *session_open(const struct request *r)
{
    struct pol_job *job = pol_open(&r->options);
    if (!job)
        session_status(NULL, POL_NO_MEMORY);
    return job;
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

void session_messages(const struct pol_job *job)
{
    for (int i = 0; i < pol_diag_count(job); i++)
        print_message(pol_diag_at(job, i));
    if (job->diags.left_out)
        fprintf(stderr, "... and %d more error%s\n", job->diags.left_out,
                job->diags.left_out > 1 ? "s" : "");
}

int session_status(const struct pol_job *job, pol_status status)
{
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

int session_load(struct pol_job *job, const struct request *r,
                 pol_image **image)
{
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = check_keeps(job);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status == POL_OK)
        status = check_shown(job);
    if (status == POL_OK)
        status = pol_load(job, r->compiler, image);
    session_messages(job);
    if (status == POL_OK)
        tell_inputs(job, r);
    return session_status(job, status);
}

pol_status session_try_emit(struct pol_job *job, void *argument)
{
    pol_status status;
    (void)argument;
    (void)job_emit(job, "c99", &status);
    return status;
}

pol_stepper session_stepper(const struct pol_job *job, const pol_image *image)
{
    pol_stepper s = *pol_image_stepper(image);
    s.kept -= job->model->held;
    return s;
}

/* Does the real type hold an option's number? */
static bool fits(const struct pol_job *job, const char *option, double x)
{
    enum fit fit = number_fit(number_of_double(job->arena, x), job_real(job));
    if (fit != FIT_WELL)
        complain("%s %g is too %s for a %s", option, x,
                 fit == FIT_TOO_LARGE ? "large" : "small",
                 job_real(job) == REAL_FLOAT ? "float" : "double");
    return fit == FIT_WELL;
}

/* Breakpoints that are said, and come after the end. */
static void tell_beyond(const struct pol_job *job, double until)
{
    double end = number_double(job->model->start_t) + until;
    const pol_options *o = &job->options;
    for (int i = 0; i < o->landings; i++)
        if (o->landing[i] > end) {
            fprintf(stderr,
                    "note: --at %s lies beyond the end of the run, at t = %s\n",
                    shortest(o->landing[i]).text, shortest(end).text);
            return;
        }
}

/* A leap that steps of one size go across. */
static void tell_leaps(const struct pol_job *job, double until)
{
    const struct model *m = job->model;
    double start = number_double(m->start_t), first = INFINITY;
    for (int i = 0; i < m->breaks; i++) {
        struct value time = {1, {m->breakpoint[i].time}};
        time = model_at_defaults(m, time);
        double t = expr_is_const(time.x[0]) ? number_double(time.x[0]->number)
                                            : INFINITY;
        if (!m->breakpoint[i].is_kink && t > start && t < start + until)
            first = fmin(first, t);
    }
    for (int i = 0; i < m->series.files; i++) {
        const struct series_file *f = &m->series.file[i];
        if (f->holds && f->first < f->last && f->first < start + until)
            first = fmin(first, f->first);
    }
    if (isfinite(first) && job->options.inputs != POL_HOLD)
        fprintf(stderr,
                "note: torque or force leap (from t = %.9g on): across a leap "
                "steps of one size are\nof order 1; adaptive ones end there\n",
                first);
}

/* So many as steps may be. */
static bool check_samples(double until, double spacing)
{
    double exact;
    if (!(spacing > 0 && spacing < until) ||
        explore_steps(until, spacing, &exact) > 0)
        return true;
    complain("%g s with a sample every %g s are too many samples", until,
             spacing);
    return false;
}

bool session_span(const struct pol_job *job, const struct request *r,
                  bool adaptive, struct span *span)
{
    const struct model *m = job->model;
    if (!fits(job, "--step", r->options.step) ||
        !fits(job, "--until", r->until))
        return false;
    *span = (struct span){.until = r->until > 0 ? r->until
                                   : m->until   ? number_double(m->until)
                                                : 1};
    if (!check_samples(span->until, r->sample))
        return false;
    if (adaptive && job->step->adaptive && m->held) {
        complain("--hold holds inputs over steps of one size: --step H");
        return false;
    }
    if (adaptive && job->step->adaptive) {
        tell_beyond(job, span->until);
        return true;
    }
    span->asked = r->options.step > 0 ? r->options.step
                  : m->step           ? number_double(m->step)
                                      : 0;
    if (span->asked <= 0) {
        complain("%s", job->model->adaptive
                           ? "steps of one size are compared: --step H"
                           : "no step size: write `step` in the spec, or "
                             "--step");
        return false;
    }
    if (explore_steps(span->until, span->asked, &span->step) == 0) {
        complain("%g s in steps of %g s are too many steps", span->until,
                 span->asked);
        return false;
    }
    span->is_float = job_real(job) == REAL_FLOAT;
    if (job->step && job->step->promise.order > 1)
        tell_leaps(job, span->until);
    return true;
}

double session_held(const struct span *s, double step)
{
    return s->is_float ? (double)(float)step : step;
}

void session_step(const struct span *s, bool is_text)
{
    bool as_asked = !(fabs(s->step - s->asked) > 1e-9 * s->asked);
    FILE *to = is_text ? stdout : stderr;
    if (s->step <= 0 || (as_asked && !is_text))
        return;
    fprintf(to, "%sstep %.9g",
            is_text ? "" : "note: ", as_asked ? s->asked : s->step);
    if (!as_asked)
        fprintf(to, " (asked for %.9g: until %.9g is no multiple)", s->asked,
                s->until);
    fprintf(to, "\n");
}

static const char *failure(int status)
{
    switch (status) {
    case POL_STEP_TOO_LARGE:
        return "the body turns too far in one step";
    case POL_STEP_SINGULAR:
        return "the attitude's numbers are singular there";
    case POL_STEP_TOO_SMALL:
        return "it would have to be smaller than the least";
    case POL_STEP_REJECTED:
        return "its error stays above the tolerance, however small it is";
    case POL_STEP_NOT_FINITE:
        return "the state is no longer finite";
    default:
        return "Newton's iteration did not converge";
    }
}

static const char *advice(int status)
{
    if (status == POL_STEP_SINGULAR)
        return "use another --attitude";
    return status < POL_STEP_TOO_SMALL || status == POL_STEP_NOT_FINITE
               ? "use a smaller --step"
               : "use a larger --tolerance, or `at` where the torque is "
                 "discontinuous";
}

int session_judge(enum explore_status status, struct outcome end,
                  const struct watch *w, double h)
{
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (status != EXPLORE_FAILED)
        return EXIT_DONE;
    complain("step %ld, at t = %s, failed: %s", end.steps + 1,
             shortest(end.t).text, failure(end.status));
    if (!watch_blame(w, h))
        fprintf(stderr, "hint: %s\n", advice(end.status));
    return EXIT_FAULT;
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

struct task {
    const struct request *request;
    session_measuring *measure;
    const pol_stepper *stepper;
    int status;
};

static pol_status do_task(struct pol_job *job, void *argument)
{
    struct task *t = argument;
    t->status = t->measure(job, t->request, t->stepper);
    return POL_OK;
}

int session_measure(const struct request *r, session_measuring *measure)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_image *image = NULL;
    int status = session_load(job, r, &image);
    if (status == EXIT_DONE) {
        pol_stepper stepper = session_stepper(job, image);
        struct task t = {r, measure, &stepper, EXIT_DONE};
        status = session_status(job, job_run(job, do_task, &t));
        if (status == EXIT_DONE)
            status = t.status;
    }
    if (image)
        pol_unload(image);
    pol_close(job);
    return status;
}
