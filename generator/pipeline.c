/* SPDX-License-Identifier: MIT
 *
 * The public functions: the stages in order, one call each, and the output that
 * is available after each.
 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "opt/pass.h"

/* ---- texts ---- */

static const struct source *named_source(struct pol_job *job, const char *path,
                                         const char *chars, size_t length)
{
    const struct source s = {job_text(job->arena, path), chars, length};
    return arena_copy(job->arena, &s, sizeof s);
}

const struct source *job_read_file(struct pol_job *job, const char *path,
                                   size_t most)
{
    bool is_stdin = strcmp(path, "-") == 0;
    const char *name = is_stdin ? "<stdin>" : path;
    size_t length = 0;
    char *chars =
        file_read_any(job->arena, is_stdin ? NULL : path, most, &length);
    if (!chars) {
        int error = errno;
        diag_error_line(&job->diags, job_text(job->arena, name), 0,
                        "cannot be read: %s", strerror(error));
        return NULL;
    }
    const struct source *s = named_source(job, name, chars, length);
    return lang_is_text(&job->diags, s) ? s : NULL;
}

/* Parses settings; `u=FILE.csv`, `:hold` or `:cubic` after it, is a call. */
static struct setting *parse_settings(struct pol_job *job, const char *option,
                                      const pol_setting *setting, int n)
{
    struct setting *list = arena_array(job->arena, (size_t)n + 1, sizeof *list);
    for (int i = 0; i < n; i++) {
        const pol_setting *s = &setting[i];
        const char *path = text_format(job->arena, "%s %s", option, s->name);
        const char *value = s->value;
        const char *colon = strrchr(value, ':'), *word = colon ? colon + 1 : "";
        const bool has_word = !strcmp(word, "hold") || !strcmp(word, "cubic");
        const char *file = arena_text(
            job->arena, value, strlen(value) - (has_word ? strlen(colon) : 0));
        if ((shelf_ends_in(file, ".csv") || shelf_ends_in(file, ".CSV")) &&
            !strchr(file, '"'))
            value = text_format(job->arena, "file(\"%s\"%s%s)", file,
                                has_word ? ", " : "", has_word ? word : "");
        list[i].name = name_of_text(job->names, s->name);
        list[i].value =
            lang_parse_part(job->names, &job->diags, LANG_VALUE, path, value);
    }
    return list;
}

static syntax parse_choice(struct pol_job *job, const char *option,
                           const char *text)
{
    return text ? lang_parse_part(job->names, &job->diags, LANG_CALL, option,
                                  text)
                : NULL;
}

/* ---- shared by several stages ---- */

struct kit job_kit(struct pol_job *job)
{
    return (struct kit){.arena = job->arena,
                        .names = job->names,
                        .diags = &job->diags,
                        .shelf = job_shelf(job),
                        .pool = job->pool};
}

/* ---- the stages ----
 *
 * Each puts its result into the job and returns a status. */

/* POL_OK, `fault` after new errors, or POL_BUG without result or error. */
static pol_status verdict(const struct pol_job *job, const void *result,
                          int errors_before, pol_status fault)
{
    if (job->diags.errors > errors_before)
        return fault;
    return result ? POL_OK : POL_BUG;
}

static pol_status parse(struct pol_job *job)
{
    int before = job->diags.errors;
    job->ast = lang_parse(job->names, &job->diags, job->source);
    return verdict(job, job->ast, before, POL_BAD_SPEC);
}

static pol_status check(struct pol_job *job)
{
    int before = job->diags.errors;
    const pol_options *o = &job->options;
    struct additions given = job->additions;
    given.real = job_real(job);
    given.name = parse_choice(job, "--name", o->name);
    given.setting = parse_settings(job, "--set", o->setting, o->settings);
    given.settings = o->settings;
    given.signal = parse_settings(job, "--input", o->signal, o->signals);
    given.signals = o->signals;
    given.is_adaptive = o->tolerance > 0;
    given.inputs = o->inputs == POL_ACT    ? INPUTS_SIGNALS
                   : o->inputs == POL_HOLD ? INPUTS_HELD
                                           : INPUTS_ARGUMENTS;
    if (job->diags.errors == before)
        job->model =
            model_check(job->names, &job->diags, job->pool, job->ast, &given);
    return verdict(job, job->model, before, POL_BAD_SPEC);
}

/* The number of an option; an error if it does not fit the real type. */
static num option_number(struct pol_job *job, const char *option, double x)
{
    num n = number_of_double(job->arena, x);
    enum fit fit = number_fit(n, job_real(job));
    if (fit != FIT_WELL)
        diag_error_line(&job->diags, option, 0, "%g is too %s for a %s", x,
                        fit == FIT_TOO_LARGE ? "large" : "small",
                        job->options.real == POL_FLOAT ? "float" : "double");
    return n;
}

/* POL_BAD_SPEC if the first error is in the spec or an option, POL_BAD_SHELF if
 * it is in a file of the shelf. */
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

static pol_status choose(struct pol_job *job)
{
    recipe_close(job->recipe);
    job->recipe = NULL;
    int before = job->diags.errors;
    const pol_options *o = &job->options;
    struct choice choice = {
        .method = parse_choice(
            job, job->method_option ? job->method_option : "--method",
            o->method),
        .attitude = parse_choice(job, "--attitude", o->attitude),
        .map = parse_choice(job, "--map", o->map),
        .real = job_real(job),
        .fixed = o->fixed != 0 || o->step > 0,
        .no_dense = o->without & POL_INTERP,
        .landings = o->landings,
    };
    num *landing =
        arena_array(job->arena, (size_t)o->landings + 1, sizeof *landing);
    if (o->tolerance > 0)
        choice.tolerance = option_number(job, "--tolerance", o->tolerance);
    for (int i = 0; i < o->landings; i++)
        landing[i] = option_number(job, "--at", o->landing[i]);
    if (o->step > 0)
        choice.step = option_number(job, "--step", o->step);
    choice.landing = landing;
    struct kit kit = job_kit(job);
    if (job->diags.errors == before)
        job->recipe = recipe_choose(&kit, job->model, &choice);
    return verdict(job, job->recipe, before, blame(job));
}

static pol_status derive(struct pol_job *job)
{
    int before = job->diags.errors;
    job->reached = STAGE_CHOOSE; /* the recipe is used up, even on failure */
    job->step = step_derive(job->recipe);
    return verdict(job, job->step, before, blame(job));
}

static pol_status lower(struct pol_job *job)
{
    int passes = job->is_draft ? 0 : -1;
    const struct page *page = page_build(job->arena, job->names, job->step,
                                         job_real(job), passes, job->left_out);
    const struct program *p = page->faulty;
    bool is_between =
        p == page->interp || p == page->loads || p == page->load_rates;
    if (p && p->is_beyond) {
        /* each derivative of rotvec(v) needs higher Stumpff functions */
        diag_error(&job->diags, (struct place){0},
                   "%s needs higher derivatives of rotvec(v), with a v that "
                   "changes, than emitted code has",
                   is_between ? "dense output" : "the method");
        diag_hint(&job->diags,
                  is_between && job->step->recipe->adaptive
                      ? "--without interp needs none"
                  : is_between
                      ? "a method up to order 4 needs fewer, and --without "
                        "interp none"
                      : "an explicit method needs fewer, and turn(axis, angle) "
                        "about a constant axis has them all");
        return POL_BAD_SPEC;
    }
    const char *wrong = program_check(job->arena, p ? p : page->advance);
    if (wrong) {
        diag_error(&job->diags, (struct place){0},
                   "internal error (please report): %s", wrong);
        return POL_BUG;
    }
    job->page = page;
    return POL_OK;
}

typedef pol_status stage_body(struct pol_job *);

/* Sets the parts to leave out; in memory the page may have more than needed. */
static void aim(struct pol_job *job)
{
    unsigned left_out = job->options.without & (LEAVE_INTERP | LEAVE_ACCESS);
    if (job->in_memory)
        left_out = (left_out & LEAVE_INTERP) | LEAVE_UNSEEN;
    bool fits = job->in_memory ? !(job->left_out & ~left_out)
                               : job->left_out == left_out;
    if (job->reached > STAGE_LOWER && !fits)
        job->reached = STAGE_LOWER;
    if (job->reached <= STAGE_LOWER)
        job->left_out = left_out;
}

pol_status job_reach(struct pol_job *job, enum job_stage to)
{
    static stage_body *const run[STAGES] = {
        [STAGE_PARSE] = parse,   [STAGE_CHECK] = check, [STAGE_CHOOSE] = choose,
        [STAGE_DERIVE] = derive, [STAGE_LOWER] = lower,
    };
    pol_status status = job->source ? POL_OK : POL_NO_FILE;
    if (to == STAGE_LOWER)
        aim(job);
    if (job->reached > to)
        return POL_OK;
    if (to > STAGE_PARSE)
        status = job_reach(job, to - 1);
    if (status == POL_OK)
        status = run[to](job);
    if (status == POL_OK)
        job->reached = to + 1;
    return status;
}

/* ---- emission ---- */

static bool try_image(struct pol_job *, struct provenance *);

static const struct emission *emit(struct pol_job *job, const char *target,
                                   const void *tables, pol_status *status)
{
    const bool in_memory = target == NULL;
    target = in_memory ? shelf_target : target;
    job->in_memory = in_memory;
    *status = job_reach(job, STAGE_LOWER);
    job->in_memory = false;
    if (*status != POL_OK)
        return NULL;
    int before = job->diags.errors;
    const struct page *page = job->page; /* try_image replaces it */
    job_rounding(job);
    struct provenance from = job_provenance(job, target);
    from.tables = tables;
    if (in_memory) {
        const bool with_signals =
            !tables && job->options.inputs != POL_ARGUMENT;
        from.series = with_signals ? job->model->series.n : 0;
        from.table = job->model->series.table;
        from.with = job->additions.is_swept ? "batch" : NULL;
        from.without = LEAVE_UNSEEN;
        from.counts = job->counts;
    } else if (from.with && text_among(from.with, ',', "test") >= 0 &&
               !try_image(job, &from)) {
        *status = verdict(job, NULL, before, POL_BAD_SPEC);
        return NULL;
    }
    const struct emission *e =
        emit_page(job->arena, &job->diags, job_shelf(job), target, page,
                  job_real(job), &from);
    *status = verdict(job, e, before, POL_BAD_SHELF);
    return *status == POL_OK ? e : NULL;
}

const struct emission *job_emit(struct pol_job *job, const char *target,
                                pol_status *status)
{
    return emit(job, target, NULL, status);
}

/* ---- the public functions ---- */

/* Reads the spec, a file if chars is NULL, and drops the one before. */
static pol_status do_read(struct pol_job *job, void *argument)
{
    const struct source *a = argument;
    a = a->chars || !job->text ? a : job->text;
    diags_begin(&job->diags);
    job->pool = pool_new(job->arena);
    recipe_close(job->recipe);
    job->recipe = NULL;
    job->reached = STAGE_PARSE;
    job->model = NULL;
    job->step = NULL;
    job->page = NULL;
    job->rounding_reported = false;
    if (job->shelf)
        shelf_use_none(job->shelf);
    job->source =
        a->chars ? named_source(job, a->path,
                                arena_text(job->arena, a->chars, a->length),
                                a->length)
                 : job_read_file(job, a->path, LARGEST_TEXT);
    return job->source ? job_reach(job, STAGE_CHECK) : POL_NO_FILE;
}

pol_status pol_read_text(pol_job *job, const char *name, const char *text,
                         size_t length)
{
    struct source a = {name, text, length};
    return name && text ? job_run(job, do_read, &a) : POL_MISUSE;
}

pol_status pol_read(pol_job *job, const char *path)
{
    struct source a = {path, NULL, 0};
    return path ? job_run(job, do_read, &a) : POL_MISUSE;
}

static pol_status do_reach(struct pol_job *job, void *to)
{
    return job_reach(job, *(enum job_stage *)to);
}

pol_status pol_derive(pol_job *job)
{
    return job_run(job, do_reach, &(enum job_stage){STAGE_DERIVE});
}

pol_status pol_lower(pol_job *job)
{
    return job_run(job, do_reach, &(enum job_stage){STAGE_LOWER});
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
        a->out(a->to, e->file[i].path, e->file[i].chars, e->file[i].length);
    return status;
}

pol_status pol_emit(pol_job *job, const char *target, pol_file *out, void *to)
{
    struct emit_argument a = {target, out, to};
    bool good = job && target && out && job->options.inputs == POL_ARGUMENT;
    return good ? job_run(job, do_emit, &a) : POL_MISUSE;
}

/* ---- in memory ---- */

struct load_argument {
    pol_compiler which;
    pol_image *image;
    void *tables; /* table of signals from files, `size` bytes */
    size_t size;
};

/* Compiles the emitted code in memory. */
static pol_image *load(struct pol_job *job, pol_compiler which,
                       const void *tables, pol_status *status)
{
    const struct emission *e = emit(job, NULL, tables, status);
    if (!e)
        return NULL;
    return jit_load(&job->diags, which, job->page->step->facts.name, e->file,
                    e->files, job->options.flags);
}

/* Finds the facts for the emitted test, which covers all emitted code. */
static bool try_image(struct pol_job *job, struct provenance *from)
{
    pol_status status;
    pol_image *image = load(job, jit_compiler(), NULL, &status);
    bool good = image && job_trial(job, pol_image_stepper(image), from);
    pol_unload(image);
    return good;
}

static pol_status do_load(struct pol_job *job, void *argument)
{
    struct load_argument *a = argument;
    pol_status status = job_reach(job, STAGE_CHECK);
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
    a->image = load(job, a->which, a->tables, &status);
    return a->image || status != POL_OK ? status : POL_BAD_SHELF;
}

pol_status pol_load(pol_job *job, pol_compiler which, pol_image **image)
{
    struct load_argument a = {.which = which};
    if (!image)
        return POL_MISUSE;
    *image = NULL;
    if ((unsigned)which > POL_CLANG)
        return POL_MISUSE;
    pol_status status = job_run(job, do_load, &a);
    jit_keep(a.image, a.tables, a.size);
    *image = a.image;
    return status;
}

/* ---- printing a spec after a stage, and the gain of each pass ---- */

struct show_argument {
    pol_stage stage;
    struct text text;
};

static struct cost cost_after(struct pol_job *job, int passes)
{
    return program_lower(job->arena, job->names, job->step, &job->step->advance,
                         job_real(job), passes, false)
        ->cost;
}

/* Prints the operations of a step and of a Newton sweep, around each pass. */
static void show_passes(struct pol_job *job, struct text *t)
{
    struct cost before = cost_after(job, 0);
    text_print(t, "%-12s %13s %15s\n", "", "a step", "a sweep");
    text_print(t, "%-12s %6s %6s %8s %6s\n", "pass", "before", "after",
               "before", "after");
    text_print(t, "%-12s %6s %6d %8s %6d  %s\n", "(as derived)", "",
               operations_total(&before.step), "",
               operations_total(&before.sweep),
               "rows, zeros and like terms fold as nodes are made");
    for (int n = 1; n <= PASSES; n++) {
        struct cost after = cost_after(job, n);
        text_print(t, "%-12s %6d %6d %8d %6d  %s\n", all_passes[n - 1].name,
                   operations_total(&before.step),
                   operations_total(&after.step),
                   operations_total(&before.sweep),
                   operations_total(&after.sweep), all_passes[n - 1].note);
        before = after;
    }
}

static pol_status do_show(struct pol_job *job, void *argument)
{
    static const enum job_stage last[] = {[POL_SHOW_AST] = STAGE_PARSE,
                                          [POL_SHOW_MODEL] = STAGE_CHECK,
                                          [POL_SHOW_STEP] = STAGE_DERIVE,
                                          [POL_SHOW_PROGRAM] = STAGE_LOWER,
                                          [POL_SHOW_PASSES] = STAGE_DERIVE};
    struct show_argument *a = argument;
    pol_status status = job_reach(job, last[a->stage]);
    a->text = text_new(job->arena);
    if (status != POL_OK)
        return status;
    if (a->stage == POL_SHOW_AST)
        ast_show(job->ast, &a->text);
    else if (a->stage == POL_SHOW_MODEL)
        model_show(job->model, &a->text);
    else if (a->stage == POL_SHOW_STEP)
        step_show(job->step, &a->text);
    else if (a->stage == POL_SHOW_PASSES)
        show_passes(job, &a->text);
    if (a->stage != POL_SHOW_PROGRAM)
        return POL_OK;
    const struct page *page = job->page;
    for (int i = 0; i < page->programs; i++)
        if (page->program[i] == page->advance || page->program[i]->is_access)
            program_show(page->program[i], &a->text);
    return POL_OK;
}

pol_status pol_show(pol_job *job, pol_stage stage, pol_write *out, void *to)
{
    struct show_argument a = {.stage = stage};
    if (!out || (unsigned)stage > POL_SHOW_PASSES)
        return POL_MISUSE;
    pol_status status = job_run(job, do_show, &a);
    if (status == POL_OK)
        out(to, text_chars(&a.text), a.text.length);
    return status;
}
