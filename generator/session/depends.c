/* SPDX-License-Identifier: MIT
 *
 * The files that a job depends on, also as a rule for make.
 */
#include "session/session.h"

#include <string.h>

void session_files(struct pol_job *job, const char *target, told_path *tell,
                   void *to)
{
    const struct shelf_file *const *used;
    const int files = shelf_used(job_shelf(job), target, &used);
    const struct series *series = job->model ? &job->model->series : NULL;
    for (int i = 0; series && i < series->files; i++)
        tell(to, series->file[i].source->path);
    for (int i = 0; job->model && i < job->model->reads; i++)
        tell(to, job->model->read[i]->path);
    for (int i = 0; i < files; i++)
        if (shelf_own(used[i]->text->path) != used[i]->text) /* not built in */
            tell(to, used[i]->text->path);
}

/* A rule for make, and the first path that it cannot hold, or NULL. */
struct rule {
    struct text text;
    const char *unfit;
};

/* Neither make nor ninja has an escape for these: a ';' begins a recipe, a '='
 * an assignment, a '|' what is only ordered, and '\\' escapes. */
static bool is_unfit(char c)
{
    return strchr(";=|\\", c) || (unsigned char)c < ' ';
}

/* A path as it is written in a rule; the target's % would be a pattern. */
static void put_path(struct rule *r, const char *before, const char *path)
{
    text_put(&r->text, before);
    for (const char *c = path; *c; c++) {
        if (is_unfit(*c) && !r->unfit)
            r->unfit = path;
        if (strchr(*before ? " #:*?" : " #:*?%", *c))
            text_char(&r->text, '\\');
        text_put(&r->text, *c == '$' ? "$" : "");
        text_char(&r->text, *c);
    }
}

static void put_next(void *rule, const char *path)
{
    put_path(rule, " \\\n  ", path);
}

bool session_rule(struct pol_job *job, const char *path, const char *spec,
                  const char *target, struct source *out)
{
    struct rule rule = {text_new(job->arena), NULL};
    const size_t tail = shelf_ends_in(path, ".d") ? 2 : 0;
    put_path(&rule, "", arena_text(job->arena, path, strlen(path) - tail));
    text_char(&rule.text, ':');
    if (strcmp(spec, "-") != 0)
        put_path(&rule, " ", spec);
    session_files(job, target, put_next, &rule);
    text_char(&rule.text, '\n');
    *out = (struct source){path, text_chars(&rule.text), rule.text.length};
    if (!rule.unfit)
        return true;
    diag_error_line(&job->diags, "--depfile", 0,
                    "make and ninja cannot read the path '%s' in a rule",
                    rule.unfit);
    return diag_hint(
        &job->diags,
        "rename it: it has one of ; = | \\ or a control character");
}
