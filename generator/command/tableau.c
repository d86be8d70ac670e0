/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: prints a tableau of the shelf or of a file, and its order.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "command/shelved.h"
#include "tableau/report.h"

static const struct source *find(struct pol_job *job, const char *name)
{
    struct shelf *shelf = job_shelf(job);
    if (strchr(name, '.') || strchr(name, '/') || strcmp(name, "-") == 0)
        return job_read_file(job, name);
    const struct shelf_file *file = shelf_find(shelf, SHELF_TABLEAU, name);
    if (file)
        return file->text;
    diag_error(&job->diags, (struct place){0},
               "there is no tableau '%s' on the shelf", name);
    const char *near = shelf_nearest(shelf, SHELF_TABLEAU, name);
    if (near)
        diag_hint(&job->diags, "did you mean '%s'?", near);
    return NULL;
}

static pol_status print_it(struct pol_job *job, void *argument)
{
    const struct source *source = find(job, argument);
    const struct tableau *t = source ? shelved_tableau(job, source) : NULL;
    if (!t)
        return source ? POL_BAD_SHELF : POL_NO_FILE;
    struct text out = text_new(job->arena);
    struct analysis analysis = tableau_analyse(job->arena, t);
    struct report report = {&analysis, report_rotations_of(&analysis)};
    report_text(job->arena, &report, &out);
    fputs(text_chars(&out), stdout);
    return POL_OK;
}

int command_tableau(struct request *r)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    char *name = text_format(job->arena, "%s", r->operand[0]);
    pol_status status = job_run(job, print_it, name);
    session_messages(job);
    pol_close(job);
    return session_status(status);
}
