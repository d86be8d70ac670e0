/* SPDX-License-Identifier: MIT
 *
 * polhode check: what is wrong with specs, and nothing else; --json for
 * editors.
 */
#include "command/command.h"

#include <stdio.h>

#include "base/text.h"

/* A message that has no place stands in line 0. */
static void print_json(const struct diag *d, bool is_first)
{
    const struct source *s = d->place.source;
    int line = d->line, column = 0;
    if (s)
        place_find(d->place, &line, &column);
    printf("%s\n  {\"file\": ", is_first ? "" : ",");
    json_text(s ? s->path : d->path ? d->path : "");
    printf(", \"line\": %d, \"column\": %d, \"length\": %d, \"severity\": ",
           line, column, s ? place_width(d->place) : 0);
    json_text(d->kind == DIAG_ERROR ? "error" : "warning");
    printf(", \"message\": ");
    json_text(d->message);
    printf(", \"hint\": ");
    if (d->hint)
        json_text(d->hint);
    else
        printf("null");
    printf("}");
}

/* One spec; counts its messages if they are printed as JSON. */
static int check_one(const struct request *r, const char *path, int *messages)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_status status = pol_read(job, path);
    if (status == POL_OK)
        status = job_run(job, session_try_emit, NULL);
    for (int i = 0; i < job->diags.count && r->json; i++)
        print_json(&job->diags.items[i], (*messages)++ == 0);
    if (!r->json)
        session_messages(job);
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}

int command_check(struct request *r)
{
    int worst = EXIT_DONE, messages = 0;
    r->options.inputs = POL_ARGUMENT; /* as what is emitted has them */
    printf("%s", r->json ? "[" : "");
    for (int i = 0; i < r->operands; i++) {
        int exit = check_one(r, r->operand[i], &messages);
        worst = exit > worst ? exit : worst;
    }
    printf("%s", r->json ? "\n]\n" : "");
    return worst;
}
