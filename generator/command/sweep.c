/* SPDX-License-Identifier: MIT
 *
 * polhode sweep: many cases of a body, each with its own params and start, by
 * the batch stepper and on all cores; their results are in a file that records
 * which cases are done.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/sweep.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"

/* ---- how it runs ---- */

/* Plans the length of runs, their steps, and the looks at them. */
static bool plan_run(struct sweep *s)
{
    const struct request *r = s->request;
    struct span asked_span = span_of(r);
    struct explore span;
    double requested;
    asked_span.step = plan_step(&s->plan, 0, r->options.step);
    if (!session_span(s->job, &asked_span, true, &span, &requested))
        return false;
    const char *why =
        plan_paces(&s->plan, span.t_end, span.h > 0 ? requested : 0,
                   asked_span.sample, option_given(r, "trajectories"));
    return !why || !complain("%s", why);
}

/* ---- the cases ---- */

/* Blocks that are handed out here, and the reported progress. */
struct sweep_run {
    struct sweep *sweep;
    struct progress progress;
    int unit;
    uint64_t taken, blocks, done, all, fresh;
};

static uint64_t next_block(void *context)
{
    struct sweep_run *g = context;
    const struct request *r = g->sweep->request;
    const uint64_t i = r->ranks ? r->ranks->take(r->ranks) : g->taken;
    g->taken = i + 1;
    return i < g->blocks ? (uint64_t)r->shard + i * (uint64_t)r->shards
                         : g->blocks;
}

/* Reports progress; with ranks, all blocks that any rank has taken. */
static void report_done(void *context, uint64_t cases, uint64_t fresh)
{
    struct sweep_run *g = context;
    g->done = g->sweep->request->ranks ? g->taken * (uint64_t)g->unit
                                       : g->done + cases;
    g->fresh = g->sweep->request->ranks ? g->done : g->fresh + fresh;
    progress_cases(&g->progress, fmin((double)g->done, (double)g->all),
                   (double)g->all, (double)g->fresh);
}

static bool is_interrupted(void *context)
{
    const struct sweep_run *g = context;
    struct sweep_ranks *ranks = g ? g->sweep->request->ranks : NULL;
    if (ranks)
        ranks->poll(ranks);
    return session_interrupted();
}

/* ---- the code ---- */

static const char QUICK[] =
    "-O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -march=native"
#ifdef __x86_64__
    " -mprefer-vector-width=512"
#endif
    ;

/* True if the sweep is long enough to wait for an optimising compiler. */
static bool is_long(const struct sweep *s)
{
    const double quick = 3e8, seconds = 5; /* operations per second, tcc */
    const struct cost cost = page_cost(s->job->page);
    const double steps = s->plan.work.pace->steps > 0
                             ? (double)s->plan.work.pace->steps
                             : s->plan.work.until * 1e3;
    return (double)s->plan.work.cases.count * steps *
               operations_total(&cost.step) / quick / s->threads >
           seconds;
}

/* Compiles the code; false with a message. */
static bool load(struct sweep *s, const struct emission *e)
{
    struct request *r = s->request;
    struct work *w = &s->plan.work;
    if (!option_given(r, "cc") && is_long(s))
        choose_compiler(r);
    struct text code = text_new(s->job->arena);
    for (int i = 0; i < e->files; i++)
        text_print(&code, "#line 1 \"%s\"\n%s\n", e->file[i].path,
                   e->file[i].chars);
    const struct source all = {"sweep.c", text_chars(&code), code.length};
    s->code = all.chars;
    s->body = s->job->page->step->facts.name;
    s->flags = r->options.flags ? r->options.flags : QUICK;
    s->job->image[JOB_STEPPER] =
        jit_load(&s->job->diags, r->compiler, s->body, &all, 1, s->flags);
    if (!s->job->image[JOB_STEPPER])
        return false;
    w->stepper = pol_image_stepper(s->job->image[JOB_STEPPER]);
    w->batch = s->job->image[JOB_STEPPER]->batch;
    /* tcc's code is not faster side by side, and stores more */
    w->is_alone = r->compiler == POL_TCC || w->pace->each == 0 || w->held ||
                  w->stepper->events || w->stepper->samples;
    work_measure(w);
    return true;
}

/* ---- the files ---- */

/* FILE.npy, or FILE.csv.npy until FILE.csv is written; NULL: no file. */
static const char *records_of(struct arena *arena, const struct request *r)
{
    const char *file = option_text(r, "output");
    return !file || shelf_ends_in(file, ".npy")
               ? file
               : text_format(arena, "%s.npy", file);
}

/* ---- preparation ---- */

/* Does everything up to the compiled code; false with messages. */
static bool prepare(struct sweep *s)
{
    struct pol_job *job = s->job;
    struct work *w = &s->plan.work;
    pol_status status;
    const struct source *spec =
        job_read_file(job, s->request->operand[0], LARGEST_TEXT);
    if (!spec || !vary_read(&s->plan, spec) || !plan_observes(&s->plan))
        return false;
    job->additions.is_swept = true;
    job->options.without |= POL_INTERP;
    const bool steps_vary = s->plan.varieds > 0 && !s->plan.varied->name;
    job->options.fixed |= steps_vary;
    job->additions.keeps_loads = !steps_vary && !(s->request->options.step > 0);
    if (session_read(job, spec, NULL) != POL_OK || !session_holds(job) ||
        !vary_cases(&s->plan, job->model) ||
        job_reach(job, STAGE_DERIVE) != POL_OK)
        return false;
    w->draws = draws_new(job->arena, w->cases.seed, w->cases.is_sobol);
    w->has_gyro = job->model->has_gyro;
    w->held = job->model->held;
    w->kept = model_kept(job->model) - job->model->watched;
    w->first_switch = model_kept(job->model);
    w->switches = job->model->switches;
    const struct span span = span_of(s->request);
    session_inputs(job, span.until);
    const struct emission *e = job_emit(job, NULL, &status);
    return e && session_slender(job, &span) && plan_run(s) && load(s, e);
}

static int threads_of(const struct request *r)
{
    const int own = r->ranks ? r->ranks->threads : loop_threads();
    return (int)option_int(r, "threads", own);
}

/* ---- results ---- */

/* The command, without options that only change files, reports and speed. */
static const char *command_of(const struct sweep *s)
{
    static const char emit[] = "polhode emit";
    struct pol_job *job = s->job;
    struct text out = text_new(job->arena);
    const unsigned without = job->options.without;
    job->options.without = 0; /* no option of sweep */
    text_print(&out, "polhode sweep%s",
               job_command(job, shelf_target, false) + strlen(emit));
    job->options.without = without;
    /* flags of a compiler may change the bits */
    args_put(
        &out, s->request,
        "input hold vary random observe cases until number seed sample sobol "
        "trajectories cflags");
    return text_chars(&out);
}

/* Puts the plan, with the estimated seconds; false with a message. */
static bool put_plan(struct sweep *s, double seconds)
{
    struct text *out = &s->answer->record;
    *out = json_lua(s->job->arena);
    json_print(out, "{");
    const bool good = plan_put(out, &s->plan);
    json_print(out, "seconds:r threads:i compiler:s}", seconds, s->threads,
               jit_name[s->request->compiler]);
    return good;
}

/* True if the columns that --plot draws exist; else a message. */
static bool may_draw(struct sweep *s)
{
    const struct plan_options *o = &s->plan.options;
    const char *plotted = option_text(s->request, "plot-of");
    const char *of = plotted       ? plotted
                     : o->observes ? o->observe[0].name
                                   : "energy_drift";
    const char *comma = strchr(of, ',');
    if (comma && strchr(comma + 1, ','))
        return diag_error_line(&s->job->diags, "--plot-of", 0,
                               "one column, or two: 'mgl, energy'");
    s->across = plan_find(&s->plan, of);
    s->up = comma ? plan_find(&s->plan, comma + 1) : -1;
    return s->across >= 0 && (s->up >= 0 || !comma);
}

/* Puts the results, as a record, a picture and CSV; false with a message. */
static bool put_results(struct sweep *s, struct progress *progress)
{
    const struct request *r = s->request;
    const char *file = option_text(r, "output");
    struct statistics all;
    const int error = statistics_take(s->job->arena, &s->plan.file,
                                      progress_report, progress, &all);
    progress_end(progress);
    if (error == ECANCELED && s->plan.file.has_name)
        fputs("note: all cases are done; --resume prints results\n", stderr);
    errno = error;
    if (error)
        return error != ECANCELED &&
               plan_cannot(&s->plan, "read", &s->plan.file);
    if (all.status[RECORD_UNDONE]) {
        fprintf(stderr,
                "note: %ju cases are left to other shards; --resume without "
                "--shard prints all results\n",
                (uintmax_t)all.status[RECORD_UNDONE]);
        return true;
    }
    if (!option_given(r, "csv"))
        plan_put_statistics(&s->answer->record, &s->plan, &all);
    const bool is_written =
        (!option_given(r, "csv") || plan_write(&s->plan, stdout) ||
         ferror(stdout)) &&
        (!s->answer->draws || plan_put_picture(&s->answer->picture, &s->plan,
                                               &all, s->across, s->up));
    if (!is_written)
        return plan_cannot(&s->plan, "read", &s->plan.file);
    return !ferror(stdout) && (!file || strcmp(file, s->plan.file.path) == 0 ||
                               plan_write_file(&s->plan, file));
}

/* ---- all of it ---- */

static void note_loop(struct sweep *s, const struct loop *l, bool good,
                      const struct sweep_run *g)
{
    const struct sweep_ranks *ranks = s->request->ranks;
    const bool leads = !ranks || ranks->rank == 0;
    const struct work_quality *quality = &l->quality;
    if (quality->not_rotations)
        session_warn_rotation(
            s->job,
            text_format(s->job->arena, "in %ju case%s ",
                        (uintmax_t)quality->not_rotations,
                        quality->not_rotations > 1 ? "s" : ""),
            &(struct run_quality){.orthogonality = quality->orthogonality,
                                  .since = quality->since});
    if (quality->chatter)
        session_chatter(
            s->job,
            text_format(s->job->arena, "%ju case%s",
                        (uintmax_t)quality->chatter,
                        quality->chatter > 1 ? "s chatter" : " chatters"),
            quality->which, quality->at);
    errno = l->error;
    if (l->failed)
        plan_cannot(&s->plan, l->verb, l->failed);
    else if (!good && ranks && leads)
        fputs("note: finished cases are kept; --resume continues\n", stderr);
    else if (!good && leads && s->plan.file.has_name)
        fprintf(stderr, "note: %llu of %llu cases done; --resume continues\n",
                (unsigned long long)g->done, (unsigned long long)g->all);
}

/* Notes how many cases were computed now, and how fast. */
static void note_speed(const struct sweep *s, uint64_t fresh, double seconds)
{
    const struct request *r = s->request;
    if (!option_given(r, "quiet") && fresh &&
        !(r->ranks && option_given(r, "resume")))
        fprintf(stderr,
                "%llu case%s in %.3g s, %.3g a second (%s, %d thread%s)\n",
                (unsigned long long)fresh, fresh > 1 ? "s" : "", seconds,
                (double)fresh / seconds, jit_name[r->compiler], s->threads,
                s->threads > 1 ? "s" : "");
}

bool sweep_cases(struct sweep *s)
{
    struct request *r = s->request;
    struct sweep_run g = {.sweep = s};
    /* all shards have the same blocks, on any machine */
    const int threads =
        r->shards > 1 || s->threads < 64 ? 64 * (int)r->shards : s->threads;
    struct loop l = {
        .work = &s->plan.work,
        .file = &s->plan.file,
        .rows = option_given(r, "trajectories") ? &s->plan.trajectories : NULL,
        .unit = g.unit = loop_unit(&s->plan.work, threads),
        .threads = threads_of(r),
        .next = next_block,
        .report = report_done,
        .is_stopped = is_interrupted,
        .context = &g};
    struct sweep_ranks *ranks = r->ranks;
    const bool leads = !ranks || ranks->rank == 0;
    g.blocks = loop_blocks(&l);
    g.all = plan_share(&s->plan, &l);
    if (leads &&
        (!plan_fill(&s->plan, &l) || (ranks && !ranks->begin(ranks, s))))
        return false;
    progress_begin(&g.progress);
    g.progress.terminal = g.progress.terminal && !option_given(r, "quiet");
    const bool good = loop_run(s->job->arena, &l);
    if (leads)
        progress_end(&g.progress);
    note_loop(s, &l, good, &g);
    int exit = l.failed ? EXIT_FAULT : good ? EXIT_DONE : EXIT_INTERRUPTED;
    if (ranks)
        exit = ranks->end(ranks, s, exit);
    if (exit != EXIT_DONE || !leads)
        return exit != EXIT_FAULT;
    note_speed(s, ranks ? g.all : l.fresh,
               process_seconds(CLOCK_MONOTONIC) - g.progress.begun);
    const bool has_results = put_results(s, &g.progress);
    const bool is_kept = record_close(&s->plan.file) &&
                         (!l.rows || record_close(&s->plan.trajectories));
    return has_results &&
           (is_kept || plan_cannot(&s->plan, "write", &s->plan.file));
}

/* Checks that the options fit together; returns -1 or an exit status. */
static int check_options(const struct request *r)
{
    const char *file = option_text(r, "output");
    const bool resumes = option_given(r, "resume") || r->shards > 1;
    const bool is_npy = file && shelf_ends_in(file, ".npy");
    if (file && !is_npy && !shelf_ends_in(file, ".csv"))
        return complain("--output takes a file that ends in .npy or .csv, not "
                        "'%s'",
                        file);
    if (option_settings(r, "plot-of", NULL) > 1)
        return complain("--plot-of names one number, or two: 'mgl, energy'");
    if (option_given(r, "trajectories") &&
        !(is_npy && option_number(r, "sample") > 0))
        return complain("--trajectories needs --sample DT and -o FILE.npy");
    if (!file && resumes)
        return complain("%s needs -o FILE",
                        option_given(r, "resume") ? "--resume" : "--shard");
    if (r->ranks && !file && !option_given(r, "dry-run"))
        return complain("many processes share a file: -o FILE");
    if (!file || is_npy || access(file, F_OK) != 0)
        return -1;
    if (!resumes)
        return complain("%s is there already: remove it, or give another name",
                        file);
    fprintf(stderr, "note: %s is complete: nothing is left to do\n", file);
    return EXIT_DONE;
}

static struct plan plan_of(struct pol_job *job, const struct request *r,
                           pol_setting *vary, pol_setting *random,
                           pol_setting *observe)
{
    return (struct plan){
        .arena = job->arena,
        .names = job->names,
        .diags = &job->diags,
        .additions = &job->additions,
        .share = {r->shard, r->shards, option_given(r, "resume")},
        .options = {.vary = vary,
                    .varies = option_settings(r, "vary", vary),
                    .random = random,
                    .randoms = option_settings(r, "random", random),
                    .observe = observe,
                    .observes = option_settings(r, "observe", observe),
                    .number = option_int(r, "number", 0),
                    .has_step =
                        r->options.step > 0 || r->options.tolerance > 0},
        .work.cases = {.seed = (uint64_t)option_int(r, "seed", 0),
                       .is_sobol = option_given(r, "sobol")},
        .rows.csv = {.arena = job->arena,
                     .diags = &job->diags,
                     .path = option_text(r, "cases"),
                     .is_float = job_real(job) == REAL_FLOAT}};
}

int command_sweep(struct pol_job *job, struct request *r, struct answer *a)
{
    struct sweep *s = arena_alloc(job->arena, sizeof *s);
    pol_setting vary[MOST_SETTINGS], random[MOST_SETTINGS],
        observe[MOST_SETTINGS];
    *s = (struct sweep){.job = job,
                        .request = r,
                        .answer = a,
                        .plan = plan_of(job, r, vary, random, observe)};
    const int exit = check_options(r);
    if (exit >= 0)
        return exit;
    signal(SIGXFSZ, SIG_IGN); /* the write fails instead, and is reported */
    s->threads = threads_of(r) * (r->ranks ? r->ranks->count : 1);
    bool good = prepare(s) && plan_columns(&s->plan) &&
                (!option_given(r, "plot") || may_draw(s));
    if (good && option_given(r, "dry-run"))
        good = put_plan(s, plan_seconds(&s->plan, is_interrupted) / s->threads);
    else if (good) {
        const struct provenance from = job_provenance(job, shelf_target);
        const char *identity = plan_identity(
            &s->plan, from.version, command_of(s), from.spec, from.mark);
        good = plan_open(&s->plan, records_of(job->arena, r), identity,
                         option_given(r, "trajectories")) &&
               sweep_cases(s);
    }
    if (session_interrupted())
        return EXIT_INTERRUPTED;
    return session_status(job, good ? POL_OK : POL_BAD_SPEC);
}
