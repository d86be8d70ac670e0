/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: a tableau of the shelf or of a file, and all that can be
 * said about it.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "report/report.h"

/* What was asked for, and what it is. */
struct asked {
    const char *name;
    const struct source *file; /* NULL: it stands on the shelf */
    const struct tableau *tableau;
    struct analysis analysis;
    struct report report;
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
    if (job->diags.errors)
        return POL_BAD_SHELF;
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

/* What stands on the shelf is what others are compared with. */
static void look_beyond(struct pol_job *job, struct asked *a)
{
    struct report *r = &a->report;
    observed_measure(job, a->name, statement(job, a), &a->analysis,
                     &r->rotations);
    if (!a->file)
        return;
    struct report_catalogue *c = arena_alloc(job->arena, sizeof *c);
    *c = report_catalogue_of(job->arena, shelved_catalogue(job, a->tableau),
                             &a->analysis);
    r->catalogue = c;
}

static pol_status plot(struct pol_job *job, const char *file,
                       const struct asked *a)
{
    bool is_own = a->file && file_same(file, a->name);
    if (is_own)
        diag_error_line(&job->diags, file, 0, "this is the tableau itself");
    return !is_own && plot_stability(job, file, a->tableau->name, &a->analysis)
               ? POL_OK
               : POL_NO_FILE;
}

int command_tableau(struct pol_job *job, struct request *r)
{
    struct asked a = {.name = r->operand[0]};
    struct text out = text_new(job->arena);
    pol_status status = find(job, &a);
    if (status != POL_OK)
        return session_status(job, status);
    a.analysis = tableau_analyse(job->arena, a.tableau);
    a.report.analysis = &a.analysis;
    a.report.rotations = report_rotations_of(&a.analysis);
    if (!r->latex && !r->csv)
        look_beyond(job, &a);
    const char *form = r->json    ? "json"
                       : r->latex ? "latex"
                       : r->csv   ? "csv"
                                  : "text";
    if (!report_write(job->arena, &job->diags, &a.report, form, &out))
        return session_status(job, POL_BAD_SHELF);
    fputs(text_chars(&out), stdout);
    if (r->plot)
        status = plot(job, r->plot, &a);
    return session_status(job, status);
}
