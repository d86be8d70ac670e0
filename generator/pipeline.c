/* SPDX-License-Identifier: MIT
 *
 * The public functions: the stages in order, one call each.
 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/plain.h"

enum { COOKIE = 0x706f6c };
/* What a job may hold by default. */
#define MEMORY ((size_t)2 << 30)

/* ---- memory and messages ---------------------------------------------- */

static void escape(void *context)
{
    longjmp(**(jmp_buf **)context, 1);
}

/* In a place of its own: what was given out stays where it is. */
static const pol_diag *show(struct pol_job *job, const struct diag *d)
{
    pol_diag *out = arena_alloc(job->arena, sizeof *out);
    struct text t = text_new(job->arena);
    diag_print(d, &t);
    *out = (pol_diag){.is_error = d->kind == DIAG_ERROR,
                      .file = d->path,
                      .line = d->line,
                      .message = d->message,
                      .text = text_chars(&t)};
    if (d->place.source) {
        out->file = d->place.source->path;
        place_find(d->place, &out->line, &out->column);
    }
    return out;
}

void job_show(struct pol_job *job)
{
    while (job->shown_count < job->diags.count) {
        const pol_diag *d = show(job, &job->diags.items[job->shown_count]);
        arena_push(job->arena, job->shown, job->shown_count, job->shown_room);
        job->shown[job->shown_count++] = d;
    }
}

/* Does the file stand in a folder that the user gave? */
static bool is_given(const struct pol_job *job, const char *path)
{
    for (int i = 0; i < job->options.shelves; i++)
        if (!strncmp(path, job->options.shelf[i],
                     strlen(job->options.shelf[i])))
            return true;
    return false;
}

/* Where the job may hold no more, a message says so: with a little more. */
static pol_status tell_full(struct pol_job *job)
{
    if (!arena_is_full(job->arena) || setjmp(*job->escape))
        return POL_NO_MEMORY;
    arena_limit(job->arena, 0);
    diags_begin(&job->diags);
    const char *message =
        text_format(job->arena, "more than %zu MB of memory would be needed",
                    job->options.memory >> 20);
    if (job->diags.busy && is_given(job, job->diags.busy))
        diag_error_line(&job->diags, job->diags.busy, 0, "%s", message);
    else /* it is the spec that is large */
        diag_error(&job->diags, (struct place){0}, "%s", message);
    job->diags.busy = NULL;
    diag_hint(&job->diags, "--memory allows more");
    job_show(job);
    job->told_full = true;
    arena_limit(job->arena, job->options.memory);
    return POL_NO_MEMORY;
}

static pol_status run(struct pol_job *job,
                      pol_status (*work)(struct pol_job *, void *),
                      void *argument)
{
    if (setjmp(*job->escape))
        return tell_full(job);
    pol_status status = work(job, argument);
    job_show(job);
    return status;
}

pol_status job_run(struct pol_job *job,
                   pol_status (*work)(struct pol_job *, void *), void *argument)
{
    if (!job)
        return POL_MISUSE;
    jmp_buf here, *outer = job->escape;
    struct plain plain = plain_enter();
    job->escape = &here;
    pol_status status = run(job, work, argument);
    job->escape = outer;
    plain_leave(plain);
    return status;
}

int pol_diag_count(const pol_job *job)
{
    return job ? job->shown_count : 0;
}

const pol_diag *pol_diag_at(const pol_job *job, int i)
{
    return i >= 0 && i < pol_diag_count(job) ? job->shown[i] : NULL;
}

/* ---- a job's life ------------------------------------------------------ */

pol_options pol_default_options(void)
{
    return (pol_options){
        .real = POL_DOUBLE, .memory = MEMORY, .cookie = COOKIE};
}

static const char *copy(struct arena *a, const char *text)
{
    return text ? arena_text(a, text, strlen(text)) : NULL;
}

static const pol_setting *copy_settings(struct arena *a,
                                        const pol_setting *from, int n)
{
    pol_setting *to = arena_array(a, (size_t)n + 1, sizeof *to);
    for (int i = 0; i < n; i++)
        to[i] = (pol_setting){copy(a, from[i].name), copy(a, from[i].value)};
    return to;
}

static void copy_options(struct pol_job *job, const pol_options *from)
{
    struct arena *a = job->arena;
    job->options = *from;
    pol_options *to = &job->options;
    to->method = copy(a, from->method);
    to->attitude = copy(a, from->attitude);
    to->map = copy(a, from->map);
    to->flags = copy(a, from->flags);
    to->setting = copy_settings(a, from->setting, from->settings);
    to->signal = copy_settings(a, from->signal, from->signals);
    const char **shelf =
        arena_array(a, (size_t)from->shelves + 1, sizeof *shelf);
    for (int i = 0; i < from->shelves; i++)
        shelf[i] = copy(a, from->shelf[i]);
    to->shelf = shelf;
    double *landing =
        arena_array(a, (size_t)from->landings + 1, sizeof *landing);
    for (int i = 0; i < from->landings; i++)
        landing[i] = from->landing[i];
    to->landing = landing;
}

static struct pol_job *new_job(struct arena *arena, const pol_options *options)
{
    struct pol_job *job = arena_alloc(arena, sizeof *job);
    job->arena = arena;
    job->names = names_new(arena);
    job->diags = diags_new(arena);
    job->pool = pool_new(arena);
    copy_options(job, options);
    return job;
}

static bool are_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static bool are_settings(const pol_setting *s, int n)
{
    if (n < 0 || (n > 0 && !s))
        return false;
    for (int i = 0; i < n; i++)
        if (!s[i].name || !s[i].value)
            return false;
    return true;
}

/* Is there what is counted, and do numbers stand for something? */
static bool are_sound(const pol_options *o)
{
    if (o->cookie != COOKIE || !are_settings(o->setting, o->settings) ||
        !are_settings(o->signal, o->signals) || o->shelves < 0 ||
        o->landings < 0 || (o->shelves > 0 && !o->shelf) ||
        (o->landings > 0 && !o->landing))
        return false;
    for (int i = 0; i < o->shelves; i++)
        if (!o->shelf[i])
            return false;
    return are_finite(o->landing, o->landings) &&
           are_finite(&o->tolerance, 1) && o->tolerance >= 0 &&
           are_finite(&o->step, 1) && o->step >= 0 &&
           !(o->step > 0 && o->tolerance > 0) &&
           o->without <= (POL_INTERP | POL_ACCESS | POL_STEPPER) &&
           (o->real == POL_DOUBLE || o->real == POL_FLOAT) &&
           (unsigned)o->inputs <= POL_HOLD;
}

pol_job *pol_open(const pol_options *options)
{
    jmp_buf no_memory, *here = &no_memory;
    pol_options defaults = pol_default_options();
    if (options && !are_sound(options))
        return NULL;
    struct arena *volatile arena = arena_new(escape, &here);
    if (!arena)
        return NULL;
    if (setjmp(no_memory)) {
        arena_free(arena);
        return NULL;
    }
    arena_limit(arena, options ? options->memory : defaults.memory);
    struct pol_job *job = new_job(arena, options ? options : &defaults);
    arena_fail *fail = escape;
    void *context = &job->escape;
    arena_swap_fail(arena, &fail, &context);
    return job;
}

void pol_close(pol_job *job)
{
    if (job)
        arena_free(job->arena);
    number_forget();
}

/* ---- the stages -------------------------------------------------------- */

/* Runs a stage's result through: fine, or the fault that its messages show. */
static pol_status verdict(const struct pol_job *job, const void *result,
                          int errors_before, pol_status fault)
{
    if (job->diags.errors > errors_before)
        return fault;
    return result ? POL_OK : POL_BUG;
}

static const struct source *named_source(struct pol_job *job, const char *path,
                                         const char *chars, size_t length)
{
    struct source *s = arena_alloc(job->arena, sizeof *s);
    s->path = copy(job->arena, path);
    s->chars = chars;
    s->length = length;
    return s;
}

const struct source *job_read_file(struct pol_job *job, const char *path,
                                   size_t most)
{
    bool is_stdin = strcmp(path, "-") == 0;
    const char *name = is_stdin ? "<stdin>" : path;
    size_t length = 0;
    char *chars = file_read(job->arena, is_stdin ? NULL : path, most, &length);
    if (!chars) {
        int error = errno;
        diag_error_line(&job->diags, copy(job->arena, name), 0,
                        "cannot be read: %s", strerror(error));
        return NULL;
    }
    const struct source *s = named_source(job, name, chars, length);
    return lang_is_text(&job->diags, s) ? s : NULL;
}

pol_status job_parse(struct pol_job *job)
{
    if (job->ast)
        return POL_OK;
    if (!job->source)
        return POL_NO_FILE;
    int before = job->diags.errors;
    job->ast = lang_parse(job->arena, job->names, &job->diags, job->source);
    pol_status status = verdict(job, job->ast, before, POL_BAD_SPEC);
    if (status != POL_OK)
        job->ast = NULL;
    return status;
}

/* `u=FILE.csv` and `u=FILE.csv:hold` in the words of the language. */
static const char *file_call(struct arena *a, const char *value)
{
    size_t n = strlen(value);
    bool holds = n > 5 && !strcmp(value + n - 5, ":hold");
    n -= holds ? 5 : 0;
    bool is_file = n > 4 && (!strncmp(value + n - 4, ".csv", 4) ||
                             !strncmp(value + n - 4, ".CSV", 4));
    if (!is_file || memchr(value, '"', n))
        return value;
    return text_format(a, "file(\"%.*s\"%s)", (int)n, value,
                       holds ? ", hold" : "");
}

static struct setting *parse_settings(struct pol_job *job, const char *option,
                                      const pol_setting *setting, int n)
{
    struct setting *list = arena_array(job->arena, (size_t)n + 1, sizeof *list);
    for (int i = 0; i < n; i++) {
        const pol_setting *s = &setting[i];
        const char *path = text_format(job->arena, "%s %s", option, s->name);
        const char *value = file_call(job->arena, s->value);
        const struct source *source =
            named_source(job, path, value, strlen(value));
        list[i].name = name_of_text(job->names, s->name);
        list[i].value =
            lang_parse_value(job->arena, job->names, &job->diags, source);
        list[i].place = (struct place){source, 0, source->length};
    }
    return list;
}

pol_status job_check(struct pol_job *job)
{
    if (job->model)
        return POL_OK;
    pol_status status = job_parse(job);
    if (status != POL_OK)
        return status;
    int before = job->diags.errors;
    const pol_options *o = &job->options;
    struct given given = {
        .real = job_real(job),
        .setting = parse_settings(job, "--set", o->setting, o->settings),
        .settings = o->settings,
        .signal = parse_settings(job, "--input", o->signal, o->signals),
        .signals = o->signals,
        .inputs = o->inputs == POL_ACT    ? INPUTS_SIGNALS
                  : o->inputs == POL_HOLD ? INPUTS_HELD
                                          : INPUTS_ARGUMENTS};
    if (job->diags.errors > before)
        return POL_BAD_SPEC;
    const struct model *model = model_check(job->arena, job->names, &job->diags,
                                            job->pool, job->ast, &given);
    status = verdict(job, model, before, POL_BAD_SPEC);
    if (status == POL_OK)
        job->model = model;
    return status;
}

static const struct ast *parse_choice(struct pol_job *job, const char *option,
                                      const char *text)
{
    if (!text)
        return NULL;
    const struct source *source = named_source(job, option, text, strlen(text));
    return lang_parse_call(job->arena, job->names, &job->diags, source);
}

enum real job_real(const struct pol_job *job)
{
    return job->options.real == POL_FLOAT ? REAL_FLOAT : REAL_DOUBLE;
}

/* A number that an option gives, as the real type must hold it. */
static const struct number *option_number(struct pol_job *job,
                                          const char *option, double x)
{
    const struct number *n = number_of_double(job->arena, x);
    enum fit fit = number_fit(n, job_real(job));
    if (fit != FIT_WELL)
        diag_error_line(&job->diags, option, 0, "%g is too %s for a %s", x,
                        fit == FIT_TOO_LARGE ? "large" : "small",
                        job->options.real == POL_FLOAT ? "float" : "double");
    return n;
}

static void choose_control(struct pol_job *job, struct choice *c)
{
    const pol_options *o = &job->options;
    const struct number **landing =
        arena_array(job->arena, (size_t)o->landings + 1, sizeof *landing);
    if (o->tolerance > 0)
        c->tolerance = option_number(job, "--tolerance", o->tolerance);
    for (int i = 0; i < o->landings; i++)
        landing[i] = option_number(job, "--at", o->landing[i]);
    if (o->step > 0)
        c->step = option_number(job, "--step", o->step);
    c->fixed = o->fixed != 0 || o->step > 0;
    c->landings = o->landings;
    c->landing = landing;
}

struct shelf *job_shelf(struct pol_job *job)
{
    if (!job->shelf)
        job->shelf = shelf_open(job->arena, &job->diags, job->options.shelf,
                                job->options.shelves);
    return job->shelf;
}

/* Whose fault is the first error: that of the spec or of an option, or that of
 * a file of the shelf? */
static pol_status blame(const struct pol_job *job)
{
    for (int i = job->diags.first; i < job->diags.count; i++) {
        const struct diag *d = &job->diags.items[i];
        const struct source *s = d->place.source;
        const char *path = s ? s->path : d->path;
        if (d->kind == DIAG_ERROR)
            return (s && s == job->source) ||
                           (path && strncmp(path, "--", 2) == 0)
                       ? POL_BAD_SPEC
                       : POL_BAD_SHELF;
    }
    return POL_BAD_SHELF;
}

pol_status job_derive(struct pol_job *job)
{
    if (job->step)
        return POL_OK;
    pol_status status = job_check(job);
    if (status != POL_OK)
        return status;
    int before = job->diags.errors;
    const pol_options *o = &job->options;
    struct choice choice = {
        .method = parse_choice(job, "--method", o->method),
        .attitude = parse_choice(job, "--attitude", o->attitude),
        .map = parse_choice(job, "--map", o->map),
        .real = job_real(job),
        .apart = o->without & POL_INTERP,
    };
    choose_control(job, &choice);
    struct shelf *shelf = job_shelf(job);
    if (job->diags.errors > before)
        return blame(job);
    const struct step *step = step_derive(job->arena, job->names, &job->diags,
                                          shelf, job->model, &choice);
    status = verdict(job, step, before, blame(job));
    if (status == POL_OK)
        job->step = step;
    return status;
}

/* Each derivative of rotvec(v) needs higher Stumpff functions. */
static void report_beyond(struct pol_job *job)
{
    const struct page *page = job->page;
    const struct program *p = page->faulty;
    bool is_between = p == page->interp || p == page->act || p == page->sway;
    diag_error(&job->diags, (struct place){0},
               "%s needs higher derivatives of rotvec(v), with a v that "
               "changes, than emitted code has",
               is_between ? "dense output" : "the method");
    diag_hint(&job->diags,
              is_between && job->step->adaptive ? "--without interp needs none"
              : is_between
                  ? "a method up to order 4 needs fewer, and --without interp "
                    "none"
                  : "an explicit method needs fewer, and turn(axis, angle) "
                    "about a constant axis has them all");
}

pol_status job_lower(struct pol_job *job)
{
    if (job->page)
        return POL_OK;
    pol_status status = job_derive(job);
    if (status != POL_OK)
        return status;
    int passes = job->is_draft ? 0 : -1;
    job->page =
        page_build(job->arena, job->names, job->step, job_real(job), passes);
    const struct program *faulty = job->page->faulty;
    if (faulty && faulty->is_beyond) {
        report_beyond(job);
        job->page = NULL;
        return POL_BAD_SPEC;
    }
    const char *fault =
        program_check(job->arena, faulty ? faulty : job->page->advance);
    if (fault) {
        diag_error(&job->diags, (struct place){0},
                   "internal error (please report): %s", fault);
        return POL_BUG;
    }
    return POL_OK;
}

/* Time in single precision: the state carries what rounding leaves out, but
 * the equations see t alone, rounded to 2^-24 of itself. */
static void warn_of_float_time(struct pol_job *job)
{
    const struct number *size = job->step->size;
    const double rounding = 0x1p-24;
    double bound = size ? 0.01 * number_double(size) : 1e-3;
    if (job_real(job) != REAL_FLOAT || !(job->model->uses & USES_T) ||
        job->is_told)
        return;
    job->is_told = true;
    diag_warning(&job->diags, (struct place){0},
                 "the equations use t, which a float rounds to 6e-8 of itself: "
                 "beyond |t| = %.2g s by more than %s",
                 bound / rounding, size ? "a hundredth of a step" : "1 ms");
    diag_hint(&job->diags, "count t anew from 0 before that, where the torque "
                           "repeats itself, or --real double");
}

static const struct emission *emit_parts(struct pol_job *job,
                                         const char *target, bool is_whole,
                                         const void *tables, pol_status *status)
{
    *status = job_lower(job);
    if (*status != POL_OK)
        return NULL;
    int before = job->diags.errors;
    warn_of_float_time(job);
    struct provenance from = job_provenance(job, target);
    from.tables = tables;
    if (is_whole) {
        from.without &= POL_INTERP;
        from.left_out = NULL;
    }
    const struct emission *e =
        emit_page(job->arena, &job->diags, job_shelf(job), target, job->page,
                  job_real(job), &from);
    *status = verdict(job, e, before, POL_BAD_SHELF);
    return *status == POL_OK ? e : NULL;
}

const struct emission *job_emit(struct pol_job *job, const char *target,
                                pol_status *status)
{
    return emit_parts(job, target, false, NULL, status);
}

/* ---- the public functions ---------------------------------------------- */

/* As if nothing was read before. */
static void forget(struct pol_job *job)
{
    diags_begin(&job->diags);
    job->pool = pool_new(job->arena);
    job->source = NULL;
    job->ast = NULL;
    job->model = NULL;
    job->step = NULL;
    job->page = NULL;
    job->is_told = false;
    if (job->shelf)
        shelf_use_none(job->shelf);
}

struct read_argument {
    const char *name, *text; /* NULL: the file of this name */
    size_t length;
};

static pol_status do_read(struct pol_job *job, void *argument)
{
    const struct read_argument *a = argument;
    forget(job);
    if (a->text)
        job->source =
            named_source(job, a->name,
                         arena_text(job->arena, a->text, a->length), a->length);
    else
        job->source = job_read_file(job, a->name, LARGEST_TEXT);
    return job->source ? job_check(job) : POL_NO_FILE;
}

pol_status pol_read_text(pol_job *job, const char *name, const char *text,
                         size_t length)
{
    struct read_argument a = {name, text, length};
    return name && text ? job_run(job, do_read, &a) : POL_MISUSE;
}

pol_status pol_read(pol_job *job, const char *path)
{
    struct read_argument a = {path, NULL, 0};
    return path ? job_run(job, do_read, &a) : POL_MISUSE;
}

static pol_status do_derive(struct pol_job *job, void *argument)
{
    (void)argument;
    return job_derive(job);
}

pol_status pol_derive(pol_job *job)
{
    return job_run(job, do_derive, NULL);
}

static pol_status do_lower(struct pol_job *job, void *argument)
{
    (void)argument;
    return job_lower(job);
}

pol_status pol_lower(pol_job *job)
{
    return job_run(job, do_lower, NULL);
}

struct emit_argument {
    const char *target;
    pol_file *out;
    void *to;
};

static pol_status do_emit(struct pol_job *job, void *argument)
{
    const struct emit_argument *a = argument;
    pol_status status;
    const struct emission *e = job_emit(job, a->target, &status);
    for (int i = 0; e && i < e->files; i++)
        a->out(a->to, e->file[i].name, e->file[i].text, e->file[i].length);
    return status;
}

pol_status pol_emit(pol_job *job, const char *target, pol_file *out, void *to)
{
    struct emit_argument a = {target, out, to};
    bool good = job && target && out && job->options.inputs == POL_ARGUMENT;
    return good ? job_run(job, do_emit, &a) : POL_MISUSE;
}

/* ---- in memory --------------------------------------------------------- */

struct load_argument {
    enum jit_kind which;
    struct image *image;
    void *tables; /* of signals from files, `size` bytes */
    size_t size;
};

static pol_status do_load(struct pol_job *job, void *argument)
{
    struct load_argument *a = argument;
    pol_status status = job_check(job);
    if (status != POL_OK)
        return status;
    const struct series *series = &job->model->series;
    if (job->options.inputs != POL_ARGUMENT && series->n) {
        a->size = series_copy(series, NULL);
        a->tables = jit_room(a->size);
        if (!a->tables)
            return POL_NO_MEMORY;
        series_copy(series, a->tables);
    }
    const struct emission *e = emit_parts(job, "c99", true, a->tables, &status);
    if (!e)
        return status;
    struct jit_file *file =
        arena_array(job->arena, (size_t)e->files, sizeof *file);
    for (int i = 0; i < e->files; i++)
        file[i] = (struct jit_file){e->file[i].name, e->file[i].text};
    a->image = jit_load(&job->diags, a->which, job->page->body, file, e->files,
                        job->options.flags);
    return a->image ? POL_OK : POL_BAD_SHELF;
}

pol_status pol_load(pol_job *job, pol_compiler which, pol_image **image)
{
    static const enum jit_kind kinds[] = {
        [POL_TCC] = JIT_TCC, [POL_GCC] = JIT_GCC, [POL_CLANG] = JIT_CLANG};
    struct load_argument a = {0};
    if (!image)
        return POL_MISUSE;
    *image = NULL;
    if ((unsigned)which >= sizeof kinds / sizeof *kinds)
        return POL_MISUSE;
    a.which = kinds[which];
    pol_status status = job_run(job, do_load, &a);
    jit_keep(a.image, a.tables, a.size);
    *image = (pol_image *)a.image;
    return status;
}

void pol_unload(pol_image *image)
{
    jit_unload((struct image *)image);
}

const pol_stepper *pol_image_stepper(const pol_image *image)
{
    return image ? jit_stepper((const struct image *)image) : NULL;
}
