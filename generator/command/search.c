/* SPDX-License-Identifier: MIT
 *
 * polhode search: goes through the starts, keeps what each has found in the
 * checkpoint, and reports on all that stands there.
 */
#define _POSIX_C_SOURCE 200809L

#include "search/search.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

struct going {
    struct search search;
    struct problem problem;
    struct findings findings;
    FILE *checkpoint; /* or NULL */
    int status;
};

/* ---- the checkpoint ---- */

/* Writes it anew with what stands there already, but for what a kill has left
 * of a line. */
static bool renew(const struct search *s, const char *path,
                  struct findings *findings)
{
    FILE *old = NULL; /* nobody else writes to it meanwhile */
    bool good = checkpoint_lock(path, &old) &&
                checkpoint_read(s->job, s, path, findings) &&
                checkpoint_write(s, findings, path);
    if (old)
        fclose(old);
    return good;
}

static bool resume(struct going *g)
{
    const char *path = g->search.request->checkpoint;
    if (!path)
        return true;
    return renew(&g->search, path, &g->findings) &&
           checkpoint_lock(path, &g->checkpoint);
}

static bool keep(struct going *g, const struct finding *f)
{
    struct arena *arena = g->search.job->arena;
    findings_add(arena, &g->findings, f);
    if (!g->checkpoint)
        return true;
    fputs(checkpoint_line(arena, f, g->problem.n), g->checkpoint);
    return fflush(g->checkpoint) == 0 ||
           checkpoint_fails(g->search.request->checkpoint, strerror(errno));
}

/* ---- the starts ---- */

static bool is_done(const struct findings *f, long start)
{
    int low = 0, high = f->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (f->item[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->count && f->item[low].start == start;
}

/* What is measured on steppers has a value whether it rests or not. */
static bool has_value(enum found found, bool runs)
{
    return found == FOUND_GOOD || (found == FOUND_RESTLESS && runs);
}

static double best_of(const struct findings *f, bool runs)
{
    double best = HUGE_VAL;
    for (int i = 0; i < f->count; i++)
        if (has_value(f->item[i].found, runs))
            best = fmin(best, f->item[i].value);
    return best;
}

static void tell(const struct going *g, const struct finding *f)
{
    static const char *const words[FOUND_KINDS] = {
        "", "conditions not met", "not stable", "no value", "no optimum"};
    const struct search *s = &g->search;
    bool runs = search_runs(s);
    double best = best_of(&g->findings, runs);
    double sign = s->aim == AIM_INTERVAL ? -1 : 1;
    if (s->request->quiet)
        return;
    fprintf(stderr, "start %ld of %ld: ", f->start + 1, s->starts);
    if (has_value(f->found, runs))
        fprintf(stderr, "%.8g", sign * f->value);
    else
        fprintf(stderr, "%s", words[f->found]);
    if (isfinite(best))
        fprintf(stderr, "; best so far %.8g", sign * best);
    fprintf(stderr, "\n");
}

static bool go_through(struct going *g)
{
    const struct request *r = g->search.request;
    struct progress progress;
    bool good = true;
    progress_begin(&progress);
    progress.terminal = false; /* lines are shown, no percentage */
    for (long i = r->shard; good && i < g->search.starts; i += r->shards) {
        if (is_done(&g->findings, i))
            continue;
        if (progress_report(&progress, 0)) {
            g->status = EXIT_INTERRUPTED;
            break;
        }
        struct finding f = search_start(&g->problem, i);
        good = keep(g, &f);
        tell(g, &f);
    }
    progress_end(&progress);
    return good;
}

static pol_status run(struct pol_job *job, void *argument)
{
    struct going *g = argument;
    const struct request *r = g->search.request;
    g->status = EXIT_FAULT;
    const struct source *text = job_read_file(job, r->operand[0], LARGEST_TEXT);
    if (!text)
        return POL_NO_FILE;
    if (!search_read(&g->search, job, r, text))
        return POL_BAD_SPEC;
    g->problem = problem_of(job->arena, &g->search);
    if (search_runs(&g->search)) {
        g->problem.runner = runner_open(job->arena, &g->problem);
        if (!g->problem.runner)
            return POL_BAD_SPEC;
    }
    if (!resume(g))
        return POL_BAD_SPEC;
    g->status = EXIT_DONE;
    if (!go_through(g))
        g->status = EXIT_FAULT;
    if (g->status == EXIT_DONE)
        g->status = search_report(&g->problem, &g->findings);
    return POL_OK;
}

static int search(struct pol_job *job, struct request *r)
{
    struct going g = {.search.request = r};
    pol_status status = job_run(job, run, &g);
    if (g.checkpoint)
        fclose(g.checkpoint);
    session_messages(job);
    return status == POL_OK ? g.status : session_status(job, status);
}

enum { HIGHEST_ORDER = 9 }; /* of what is searched for */

int command_search(struct pol_job *job, struct request *r)
{
    if (strcmp(r->operand[0], "merge") == 0)
        return search_merge(job, r);
    if (r->operands > 1) {
        complain("one FILE is searched at a time; `polhode "
                 "search merge` takes several");
        return EXIT_USAGE;
    }
    if (r->order > HIGHEST_ORDER) {
        complain("--order takes an integer from 1 to %d, not '%ld'",
                 HIGHEST_ORDER, r->order);
        return EXIT_USAGE;
    }
    return search(job, r);
}

/* ---- merging ---- */

struct merging {
    const struct request *request;
    int status;
};

static pol_status merge(struct pol_job *job, void *argument)
{
    struct merging *m = argument;
    const struct request *r = m->request;
    struct search s;
    struct findings f = {0};
    if (!checkpoint_search(job, r->operand[1], &s))
        return POL_BAD_SPEC;
    for (int i = 1; i < r->operands; i++) {
        if (access(r->operand[i], F_OK) != 0) {
            complain("cannot read %s: %s", r->operand[i],
                     strcmp(r->operand[i], "-") ? strerror(errno)
                                                : "a checkpoint is a file");
            return POL_OK;
        }
        if (!checkpoint_read(job, &s, r->operand[i], &f))
            return POL_BAD_SPEC;
    }
    if (r->checkpoint && !renew(&s, r->checkpoint, &f))
        return POL_OK;
    struct problem p = problem_of(job->arena, &s);
    m->status = search_report(&p, &f);
    return POL_OK;
}

int search_merge(struct pol_job *job, struct request *r)
{
    struct merging m = {r, EXIT_FAULT};
    if (r->operands < 2) {
        complain("merge takes the checkpoints of a search");
        return EXIT_USAGE;
    }
    pol_status status = job_run(job, merge, &m);
    return status == POL_OK ? m.status : session_status(job, status);
}
