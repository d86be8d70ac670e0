/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: a tableau of the shelf or of a file, and all that can be
 * said about it.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "command/observed.h"
#include "command/plot.h"
#include "command/shelved.h"
#include "report/report.h"

/* What was asked for, and what it is. */
struct asked {
    const struct request *request;
    const char *name;
    const struct source *file; /* NULL: it stands on the shelf */
    const struct tableau *tableau;
    struct analysis analysis;
    struct report_rotations rotations;
    struct report_catalogue catalogue; /* of a file */
};

/* A file has a point or a slash in its name, but a call may have them too. */
static bool is_file(const char *name)
{
    return strcmp(name, "-") == 0 ||
           (strpbrk(name, "./") && !strchr(name, '('));
}

/* A name that nothing on the shelf has may be meant as that of a file. */
static void hint_at_file(struct pol_job *job, const char *name)
{
    FILE *file = name[strcspn(name, "(")] ? NULL : fopen(name, "r");
    if (!file)
        return;
    fclose(file);
    job->diags.items[job->diags.count - 1].hint = NULL; /* that of the shelf */
    diag_hint(&job->diags, "there is a file of this name: ./%s", name);
}

/* That of a file, or of a name or call. */
static pol_status find(struct pol_job *job, struct asked *a)
{
    struct makings m = shelved_makings(job);
    if (!is_file(a->name)) {
        a->tableau = tableau_of_text(&m, a->name);
        if (!a->tableau)
            hint_at_file(job, a->name);
    } else {
        a->file = job_read_file(job, a->name, LARGEST_TEXT);
        if (!a->file)
            return POL_NO_FILE;
        a->tableau = shelved_tableau(job, a->file);
    }
    return a->tableau ? POL_OK : POL_BAD_SHELF;
}

static pol_status analyse(struct pol_job *job, void *argument)
{
    struct asked *a = argument;
    job_shelf(job);
    pol_status status = job->diags.errors ? POL_BAD_SHELF : find(job, a);
    if (status != POL_OK)
        return status;
    a->analysis = tableau_analyse(job->arena, a->tableau);
    a->rotations = report_rotations_of(&a->analysis);
    return POL_OK;
}

/* What stands on the shelf is what others are compared with. */
static pol_status look_up(struct pol_job *job, void *argument)
{
    struct asked *a = argument;
    if (a->file)
        a->catalogue = report_catalogue_of(
            job->arena, shelved_catalogue(job, a->tableau), &a->analysis);
    return POL_OK;
}

/* The statement of the tableau alone: the file may have others. */
static const struct source *statement(struct pol_job *job,
                                      const struct asked *a)
{
    struct place place = a->tableau->place;
    if (!a->file)
        return NULL;
    struct source *s = arena_alloc(job->arena, sizeof *s);
    s->path = place.source->path;
    s->chars = arena_text(job->arena, place.source->chars + place.offset,
                          place.length);
    s->length = place.length;
    return s;
}

static pol_status print_it(struct pol_job *job, void *argument)
{
    const struct asked *a = argument;
    struct text out = text_new(job->arena);
    struct report report = {&a->analysis, a->rotations,
                            a->file ? &a->catalogue : NULL};
    if (a->request->json)
        report_json(job->arena, &report, &out);
    else if (a->request->latex)
        report_latex(job->arena, &report, &out);
    else if (a->request->csv)
        report_csv(job->arena, &report, &out);
    else
        report_text(job->arena, &report, &out);
    fputs(text_chars(&out), stdout);
    return POL_OK;
}

static pol_status observe(struct pol_job *job, void *argument)
{
    struct asked *a = argument;
    observed_measure(job->arena, a->request, a->name, statement(job, a),
                     &a->analysis, &a->rotations);
    return POL_OK;
}

static pol_status plot(struct pol_job *job, void *argument)
{
    const struct asked *a = argument;
    const char *file = a->request->plot;
    if (!file)
        return POL_OK;
    if (a->file && file_same(file, a->name)) {
        diag_error_line(&job->diags, file, 0, "this is the tableau itself");
        return POL_NO_FILE;
    }
    return plot_stability(job->arena, &job->diags, file, a->tableau->name,
                          &a->analysis)
               ? POL_OK
               : POL_NO_FILE;
}

static int report(struct pol_job *job, struct asked *a)
{
    pol_status status = job_run(job, analyse, a);
    if (status == POL_OK && !a->request->latex && !a->request->csv)
        status = job_run(job, observe, a);
    if (status == POL_OK && !a->request->latex && !a->request->csv)
        status = job_run(job, look_up, a);
    if (status == POL_OK)
        status = job_run(job, print_it, a);
    if (status == POL_OK)
        status = job_run(job, plot, a);
    session_messages(job);
    return session_status(job, status);
}

int command_tableau(struct request *r)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    struct asked a = {.request = r, .name = r->operand[0]};
    int status = report(job, &a);
    pol_close(job);
    return status;
}
