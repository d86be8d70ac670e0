/* SPDX-License-Identifier: MIT
 *
 * A job: its options, its memory, and the messages that it shows.
 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x706f6c };
/* Default limit of a job's memory, bytes. */
#define MEMORY ((size_t)2 << 30)

/* ---- memory and messages ---------------------------------------------- */

static void escape(void *context)
{
    longjmp(**(jmp_buf **)context, 1);
}

void job_show(struct pol_job *job)
{
    while (job->shown.count < job->diags.count) {
        const struct diag *d = &job->diags.items[job->shown.count];
        struct text t = text_new(job->arena);
        diag_print(d, &t);
        pol_diag out = {.is_error = d->kind == DIAG_ERROR,
                        .file = d->path,
                        .line = d->line,
                        .message = d->message,
                        .text = text_chars(&t)};
        if (d->place.source) {
            out.file = d->place.source->path;
            place_find(d->place, &out.line, &out.column);
        }
        /* allocated one by one: pointers already returned stay valid */
        arena_push(job->arena, job->shown.item, job->shown.count,
                   job->shown.room, arena_copy(job->arena, &out, sizeof out));
    }
}

/* Reports that the memory limit is reached; lifts it to do so. */
static pol_status report_memory(struct pol_job *job)
{
    job->shown.out_of_memory = true;
    if (!arena_is_full(job->arena) || setjmp(*job->escape))
        return POL_NO_MEMORY;
    arena_limit(job->arena, 0);
    diags_begin(&job->diags);
    const char *message =
        text_format(job->arena, "more than %zu MB of memory would be needed",
                    job->options.memory >> 20);
    bool is_given = false; /* the busy file is in a --shelf folder */
    const char *busy = job->diags.busy;
    for (int i = 0; busy && i < job->options.shelves; i++) {
        const char *folder = job->options.shelf[i];
        is_given |= strncmp(busy, folder, strlen(folder)) == 0;
    }
    if (is_given)
        diag_error_line(&job->diags, busy, 0, "%s", message);
    else /* the spec is too large */
        diag_error(&job->diags, (struct place){0}, "%s", message);
    job->diags.busy = NULL;
    diag_hint(&job->diags, "--memory allows more");
    job_show(job);
    job->shown.memory_reported = true;
    arena_limit(job->arena, job->options.memory);
    return POL_NO_MEMORY;
}

static pol_status run(struct pol_job *job, job_work *work, void *argument)
{
    if (setjmp(*job->escape))
        return report_memory(job);
    pol_status status = work(job, argument);
    job_show(job);
    return status;
}

pol_status job_run(struct pol_job *job, job_work *work, void *argument)
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
    return job ? job->shown.count : 0;
}

const pol_diag *pol_diag_at(const pol_job *job, int i)
{
    return i >= 0 && i < pol_diag_count(job) ? job->shown.item[i] : NULL;
}

/* ---- a job's life ------------------------------------------------------ */

pol_options pol_default_options(void)
{
    return (pol_options){
        .real = POL_DOUBLE, .memory = MEMORY, .cookie = COOKIE};
}

const char *job_text(struct arena *a, const char *text)
{
    return text ? arena_text(a, text, strlen(text)) : NULL;
}

static const pol_setting *copy_settings(struct arena *a,
                                        const pol_setting *from, int n)
{
    pol_setting *to = arena_array(a, (size_t)n + 1, sizeof *to);
    for (int i = 0; i < n; i++)
        to[i] = (pol_setting){job_text(a, from[i].name),
                              job_text(a, from[i].value)};
    return to;
}

static void copy_options(struct pol_job *job, const pol_options *from)
{
    struct arena *a = job->arena;
    job->options = *from;
    pol_options *to = &job->options;
    const char **text[] = {&to->name,     &to->with, &to->method,
                           &to->attitude, &to->map,  &to->flags};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        *text[i] = job_text(a, *text[i]);
    to->setting = copy_settings(a, from->setting, from->settings);
    to->signal = copy_settings(a, from->signal, from->signals);
    const char **shelf =
        arena_array(a, (size_t)from->shelves + 1, sizeof *shelf);
    for (int i = 0; i < from->shelves; i++)
        shelf[i] = job_text(a, from->shelf[i]);
    to->shelf = shelf;
    to->landing = arena_copy(a, from->landing,
                             (size_t)from->landings * sizeof *to->landing);
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

/* True if the counted arrays exist and all numbers are valid. */
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
    for (int i = 0; i < o->landings; i++)
        if (!isfinite(o->landing[i]))
            return false;
    return o->tolerance >= 0 && isfinite(o->tolerance) && o->step >= 0 &&
           isfinite(o->step) && !(o->step > 0 && o->tolerance > 0) &&
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
    struct pol_job *job = arena_alloc(arena, sizeof *job);
    job->arena = arena;
    job->names = names_new(arena);
    job->diags = diags_new(arena);
    job->pool = pool_new(arena);
    copy_options(job, options ? options : &defaults);
    arena_fail *fail = escape;
    void *context = &job->escape;
    arena_swap_fail(arena, &fail, &context);
    return job;
}

enum real job_real(const struct pol_job *job)
{
    return job->options.real == POL_FLOAT ? REAL_FLOAT : REAL_DOUBLE;
}

/* A shelf that cannot be opened fails each stage that needs it. */
struct shelf *job_shelf(struct pol_job *job)
{
    const int before = job->diags.errors;
    if (job->shelf)
        return job->shelf;
    struct shelf *shelf =
        shelf_open(&job->diags, job->options.shelf, job->options.shelves);
    if (job->diags.errors == before)
        job->shelf = shelf;
    return shelf;
}

void pol_close(pol_job *job)
{
    if (job) {
        for (int i = 0; i < JOB_IMAGES; i++)
            pol_unload(job->image[i]);
        recipe_close(job->recipe);
        arena_free(job->arena);
    }
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); /* this thread's */
}
