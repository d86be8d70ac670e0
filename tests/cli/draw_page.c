/* SPDX-License-Identifier: MIT
 *
 * Draws a page of templates/plots from a record that nobody has measured:
 *     draw_page PAGE RECORD.lua PICTURE
 */
#include <stdio.h>

#include "job.h"
#include "report/report.h"

struct asked {
    const char *page, *record, *picture;
};

static pol_status work(struct pol_job *job, void *argument)
{
    const struct asked *q = argument;
    const struct source *s = job_read_file(job, q->record, LARGEST_TEXT);
    struct text record = text_new(job->arena);
    if (s)
        text_add(&record, s->chars, s->length);
    return s && plot_page(&job->diags, q->page, &record, q->picture) ? POL_OK : POL_NO_FILE;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    struct asked q = {argv[1], argv[2], argv[3]};
    struct pol_job *job = pol_open(NULL);
    const pol_status status = job_run(job, work, &q);
    for (int i = 0; i < pol_diag_count(job); i++)
        fputs(pol_diag_at(job, i)->text, stderr);
    pol_close(job);
    return status == POL_OK ? 0 : 1;
}
