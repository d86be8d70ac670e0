/* SPDX-License-Identifier: MIT
 *
 * Tableaus of the shelf and of files, for the commands.
 */
#include "command/shelved.h"

static const struct tableau *build(struct pol_job *job, const struct source *s)
{
    int before = job->diags.errors;
    const struct ast *file = lang_parse(job->arena, job->names, &job->diags, s);
    if (!file || job->diags.errors > before)
        return NULL;
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == AST_TABLEAU)
            return tableau_build(job->arena, &job->diags, job->pool,
                                 file->child[i]);
    diag_error_line(&job->diags, s->path, 0, "has no tableau in it");
    return NULL;
}

const struct tableau *shelved_tableau(struct pol_job *job,
                                      const struct source *s)
{
    return build(job, s);
}

const struct tableau *shelved_most_accurate(struct pol_job *job)
{
    struct shelf *shelf = job_shelf(job);
    const struct tableau *best = NULL;
    for (int i = 0; i < shelf_count(shelf, SHELF_TABLEAU); i++) {
        const struct tableau *t =
            build(job, shelf_at(shelf, SHELF_TABLEAU, i)->text);
        if (!t)
            return NULL;
        if (t->is_explicit && (!best || t->claim > best->claim))
            best = t;
    }
    return best;
}
