/* SPDX-License-Identifier: MIT
 *
 * polhode search: runs the starts, keeps the finding of each in the checkpoint,
 * and reports on all findings there.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"
#include "search/search.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct search_run {
    struct pol_job *job;
    const struct request *request;
    struct answer *answer;
    struct search search;
    struct problem problem;
    struct measuring measuring;
    FILE *checkpoint; /* or NULL */
};

/* ---- the checkpoint ---- */

enum { LARGEST = 1 << 30 };

/* Reports why a file could not be written, if `why` is not NULL. */
static bool is_written(const char *path, const char *why)
{
    if (why)
        complain("cannot write to %s: %s", path, why);
    return !why;
}

/* Adds the findings of a file; nothing if it does not exist yet. */
static bool take(struct search_run *g, const char *path)
{
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    const struct source *file = job_read_file(g->job, path, LARGEST);
    return file && checkpoint_read(&g->search, file);
}

/* Rewrites the checkpoint with its findings, without a partial line that a kill
 * may have left. */
static bool renew(struct search_run *g, const char *path)
{
    FILE *old = NULL; /* locked: no other writer */
    bool good = is_written(path, checkpoint_lock(path, &old)) &&
                take(g, path) &&
                is_written(path, checkpoint_write(&g->search, path));
    if (old)
        fclose(old);
    return good;
}

/* ---- the starts ---- */

/* True if it has a value: measurements on steppers need no rest. */
static bool has_value(enum found found, bool runs)
{
    return found == FOUND_GOOD || (found == FOUND_NOT_OPTIMAL && runs);
}

static void print_finding(const struct search_run *g, const struct finding *f)
{
    const struct search *s = &g->search;
    bool runs = search_runs(s);
    double best = HUGE_VAL, sign = s->aim == AIM_INTERVAL ? -1 : 1;
    if (option_given(g->request, "quiet"))
        return;
    for (int i = 0; i < s->starts; i++) {
        const struct finding *other = g->search.finding[i];
        if (other && has_value(other->found, runs))
            best = fmin(best, other->value);
    }
    fprintf(stderr, "start %ld of %d: ", f->start + 1, s->starts);
    if (has_value(f->found, runs))
        fprintf(stderr, "%.8g", sign * f->value);
    else
        fprintf(stderr, "%s", found_kind[f->found].brief);
    if (isfinite(best))
        fprintf(stderr, "; best so far %.8g", sign * best);
    fprintf(stderr, "\n");
}

static pol_status run_starts(struct search_run *g)
{
    const struct request *r = g->request;
    struct progress progress;
    pol_status status = POL_OK;
    progress_begin(&progress);
    progress.terminal = false; /* lines instead of a percentage */
    for (long i = r->shard; !status && i < g->search.starts; i += r->shards) {
        if (g->search.finding[i])
            continue;
        if (progress_report(&progress, 0)) {
            status = POL_STOPPED;
            break;
        }
        struct finding f = search_start(&g->problem, i);
        search_keep(&g->search, &f);
        if (g->checkpoint &&
            !is_written(option_text(r, "checkpoint"),
                        checkpoint_add(&g->search, &f, g->checkpoint)))
            status = POL_NO_FILE;
        print_finding(g, &f);
    }
    progress_end(&progress);
    return status;
}

static pol_status report(const struct search_run *g)
{
    const char *why = search_report(&g->problem, &g->answer->record);
    if (why)
        complain("%s", why);
    return why ? POL_FAILED : POL_OK;
}

/* ---- measuring ---- */

static struct source spec_of(const struct search_run *g, const double *x)
{
    const char *text = problem_text(&g->problem, x);
    return (struct source){g->search.text->path, text, strlen(text)};
}

static double measure(void *host, const double *x)
{
    struct search_run *g = host;
    const struct arena_mark mark = arena_mark(g->job->arena);
    const struct source spec = spec_of(g, x);
    const double value = measure_of(&g->measuring, &spec);
    arena_release(g->job->arena, mark);
    return value;
}

/* Tries one candidate: all texts must be good except for their numbers. */
static pol_status prepare(struct search_run *g)
{
    const struct source spec = spec_of(g, g->problem.start);
    g->measuring.reaches = g->search.aim == AIM_ATTITUDE;
    const int exit = measure_begin(&g->measuring, g->search.text, &spec);
    g->job->shown.memory_reported |= exit == EXIT_BUG;
    return exit == EXIT_DONE          ? POL_OK
           : exit == EXIT_INTERRUPTED ? POL_STOPPED
           : exit == EXIT_BUG         ? POL_NO_MEMORY
                                      : POL_BAD_SPEC;
}

/* ---- one search ---- */

static pol_status run(struct pol_job *job, void *argument)
{
    struct search_run *g = argument;
    const struct request *r = g->request;
    const char *path = option_text(r, "checkpoint");
    const struct source *text = job_read_file(job, r->operand[0], LARGEST_TEXT);
    if (!text)
        return POL_NO_FILE;
    struct wish wish = {option_text(r, "aim"),
                        option_int(r, "order", 0),
                        option_int(r, "starts", 0),
                        option_int(r, "seed", -1),
                        NULL,
                        r->options,
                        option_number(r, "until"),
                        measure,
                        g};
    if (!search_read(&g->search, &wish, text))
        return POL_BAD_SPEC;
    g->problem = problem_of(&g->search);
    if (!problem_is_fixed(&g->problem))
        return POL_BAD_SPEC;
    pol_status status = search_runs(&g->search) ? prepare(g) : POL_OK;
    if (status != POL_OK)
        return status;
    if (path && (!renew(g, path) ||
                 !is_written(path, checkpoint_lock(path, &g->checkpoint))))
        return POL_BAD_SPEC;
    status = run_starts(g);
    return status == POL_OK ? report(g) : status;
}

static pol_status merge(struct pol_job *job, void *argument)
{
    struct search_run *g = argument;
    const struct request *r = g->request;
    const struct source *first = job_read_file(job, r->operand[1], LARGEST);
    if (!first || !checkpoint_search(&g->search, first))
        return POL_BAD_SPEC;
    for (int i = 1; i < r->operands; i++) {
        if (access(r->operand[i], F_OK) != 0) {
            complain("cannot read %s: %s", r->operand[i],
                     strcmp(r->operand[i], "-") ? strerror(errno)
                                                : "a checkpoint is a file");
            return POL_NO_FILE;
        }
        if (!take(g, r->operand[i]))
            return POL_BAD_SPEC;
    }
    if (option_text(r, "checkpoint") && !renew(g, option_text(r, "checkpoint")))
        return POL_NO_FILE;
    g->problem = problem_of(&g->search);
    return report(g);
}

int command_search(struct pol_job *job, struct request *r, struct answer *a)
{
    struct search_run g = {.job = job,
                           .request = r,
                           .answer = a,
                           .measuring = {.job = job,
                                         .options = r->options,
                                         .compiler = r->compiler,
                                         .span = span_of(r),
                                         .explore = {.arena = job->arena}},
                           .search = {.arena = job->arena,
                                      .names = job->names,
                                      .diags = &job->diags}};
    bool merges = strcmp(r->operand[0], "merge") == 0;
    if (merges ? r->operands < 2 : r->operands > 1)
        return complain(merges
                            ? "merge takes the checkpoints of a search"
                            : "one FILE is searched at a time; `polhode search "
                              "merge` takes several");
    if (!merges && option_int(r, "order", 0) > SEARCH_ORDER)
        return complain("--order takes an integer from 1 to %d, not '%ld'",
                        SEARCH_ORDER, option_int(r, "order", 0));
    g.measuring.options.fixed = 1;
    pol_status status = job_run(job, merges ? merge : run, &g);
    if (g.checkpoint)
        fclose(g.checkpoint);
    return session_status(job, status);
}
