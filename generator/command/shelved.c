/* SPDX-License-Identifier: MIT
 *
 * What commands take from the shelf: tableaus and compositions.
 */
#include "command/command.h"

#include "catalogue/catalogue.h"

/* There may be others, of which nothing will be said. */
static void warn_of_others(struct pol_job *job, const struct ast *file, int at)
{
    for (int i = at + 1; i < file->n; i++)
        if (file->child[i]->kind == file->child[at]->kind)
            diag_warning(&job->diags, file->child[i]->name_place,
                         "ignored: only the first, '%s', is used",
                         file->child[at]->name);
}

/* The first statement of the kind in a text; NULL with messages. */
static const struct ast *find(struct pol_job *job, const struct source *s,
                              enum ast_kind kind, const char *name)
{
    int before = job->diags.errors;
    const struct ast *file = lang_parse(job->arena, job->names, &job->diags, s);
    if (!file || job->diags.errors > before)
        return NULL;
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == kind) {
            warn_of_others(job, file, i);
            return file->child[i];
        }
    diag_error_line(&job->diags, s->path, 0, "has no %s in it", name);
    return NULL;
}

const struct composition *shelved_composition(struct pol_job *job,
                                              const struct source *s)
{
    const struct ast *ast = find(job, s, AST_COMPOSITION, "composition");
    return ast ? composition_build(job->arena, &job->diags, ast) : NULL;
}

const struct tableau *shelved_tableau(struct pol_job *job,
                                      const struct source *s)
{
    const struct ast *ast = find(job, s, AST_TABLEAU, "tableau");
    return ast ? tableau_build(job->arena, &job->diags, ast) : NULL;
}

const struct tableau *shelved_most_accurate(struct pol_job *job)
{
    struct kit kit = job_kit(job);
    const char *const *call;
    int n = tableau_calls(&kit, &call);
    const struct tableau *best = NULL;
    for (int i = 0; i < n; i++) {
        const struct tableau *t = tableau_of_text(&kit, call[i]);
        if (!t)
            return NULL;
        if (t->is_explicit && (!best || t->claim > best->claim))
            best = t;
    }
    return best;
}

const struct catalogue *shelved_catalogue(struct pol_job *job,
                                          const struct tableau *beside)
{
    struct kit kit = job_kit(job);
    const struct tableau *const *known;
    int n = tableaus_near(&kit, beside->stages, &known);
    return catalogue_new(job->arena, n, known);
}
