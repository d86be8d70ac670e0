/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: prints a tableau of the shelf or of a file, and its order.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "command/shelved.h"
#include "tableau/report.h"

/* A file has a point or a slash in its name, but a call may have them too. */
static bool is_file(const char *name)
{
    return strcmp(name, "-") == 0 ||
           (strpbrk(name, "./") && !strchr(name, '('));
}

/* That of a file, or of a name or call. */
static const struct tableau *find(struct pol_job *job, const char *name,
                                  bool *is_found)
{
    struct makings m = shelved_makings(job);
    *is_found = true;
    if (!is_file(name))
        return tableau_of_text(&m, name);
    const struct source *source = job_read_file(job, name);
    *is_found = source != NULL;
    return source ? shelved_tableau(job, source) : NULL;
}

static pol_status print_it(struct pol_job *job, void *argument)
{
    bool is_found;
    const struct tableau *t = find(job, argument, &is_found);
    if (!t)
        return is_found ? POL_BAD_SHELF : POL_NO_FILE;
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
