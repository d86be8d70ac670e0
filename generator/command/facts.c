/* SPDX-License-Identifier: MIT
 *
 * What commands take from the shelf: tableaus and compositions, and what
 * `polhode list` shows of each entry.
 */
#include "command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tableau/analysis.h"

/* ---- texts ---- */

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

/* ---- found out ---- */

/* The first paragraph of the comment that a file begins with, without the
 * file's own name. */
static const char *first_paragraph(struct pol_job *job, const char *name,
                                   const char *comment)
{
    struct text out = text_new(job->arena);
    const size_t n = strlen(name);
    if (strncmp(comment, name, n) == 0 &&
        strncmp(comment + n, ".pol - ", 7) == 0)
        comment += n + 7;
    for (bool ends = false; *comment && !ends;) {
        const size_t length = strcspn(comment, "\n");
        text_put(&out, out.length ? " " : "");
        text_add(&out, comment, length);
        ends = length && comment[length - 1] == '.';
        comment += length + (comment[length] == '\n');
    }
    return text_chars(&out);
}

static void look_at_tableau(struct pol_job *job, const struct tableau *t,
                            struct listed *f)
{
    const struct analysis a = tableau_analyse(job->arena, t);
    const bool is[FACTS] = {
        [PLACE_EXPLICIT] = t->is_explicit,
        [PLACE_IMPLICIT] = !t->is_explicit,
        [PLACE_PAIR] = a.rows > 1,
        [PLACE_SYMMETRIC] = a.structure.symmetric,
        [PLACE_SYMPLECTIC] = a.structure.symplectic,
        [PLACE_STIFFLY] = a.structure.stiffly_accurate,
        [PLACE_A_STABLE] = a.stability.a_stable,
        [PLACE_L_STABLE] = a.stability.l_stable,
    };
    for (int i = 0; i < FACTS; i++)
        f->is |= (unsigned)is[i] << i;
    f->order = f->most = t->claim ? t->claim : analysis_order(&a.row[0]);
    f->orders = text_format(job->arena, "%d", f->order);
    if (a.rows > 1)
        f->orders = text_format(job->arena, "%s(%d)", f->orders,
                                analysis_order(&a.row[1]));
    f->stages = t->stages;
}

static bool find_tableau(struct pol_job *job, const struct shelf_file *file,
                         struct listed *f)
{
    const struct tableau *t = shelved_tableau(job, file->text);
    if (!t)
        return false;
    look_at_tableau(job, t, f);
    f->title = first_paragraph(job, file->name, t->source ? t->source : "");
    return true;
}

/* The range of orders; what is so of its first and its last. */
static bool find_family(struct pol_job *job, const struct shelf_file *file,
                        struct listed *f)
{
    struct shelf_claim c;
    const struct kit kit = job_kit(job);
    if (!shelf_describe(&job->diags, file, &c))
        return false;
    f->title = c.title;
    if (!c.whole)
        return true;
    const long value[2] = {c.least, c.most};
    struct listed end[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        const struct tableau *t = tableau_of_text(
            &kit, text_format(job->arena, "%s(%ld)", file->name, value[i]));
        if (!t)
            return false;
        look_at_tableau(job, t, &end[i]);
    }
    f->name = text_format(job->arena, "%s(%s)", file->name, c.whole);
    f->order = end[0].order;
    f->most = end[1].order;
    f->orders = text_format(job->arena, "%d-%d", f->order, f->most);
    f->is = (end[0].is & end[1].is) |
            ((end[0].is | end[1].is) & (FACT_EXPLICIT | FACT_IMPLICIT));
    return true;
}

static bool find_composition(struct pol_job *job, const struct shelf_file *file,
                             struct listed *f)
{
    const struct composition *c = shelved_composition(job, file->text);
    if (!c)
        return false;
    f->order = f->most =
        c->claim ? c->claim
                 : composition_order(job->arena, c, COMPOSITION_ORDER);
    f->orders = text_format(job->arena, "%d", f->order);
    f->stages = c->steps;
    f->is = FACT_SYMMETRIC;
    f->title =
        text_format(job->arena, "for symmetric methods of order %d", c->base);
    return true;
}

/* Methods, maps, attitudes and targets: what their files say of themselves. */
static bool find_said(struct pol_job *job, const struct shelf_file *file,
                      struct listed *f)
{
    struct shelf_claim c = {0};
    struct text keeps = text_new(job->arena);
    if (!shelf_describe(&job->diags, file, &c))
        return false;
    f->title = c.title;
    if (file->kind != SHELF_METHOD)
        return true;
    for (int i = 0; i < c.keeps; i++) {
        text_print(&keeps, "%s%s", i ? " " : "", c.keep[i]);
        if (strcmp(c.keep[i], "symplectic") == 0)
            f->is |= FACT_SYMPLECTIC;
    }
    f->keeps = text_chars(&keeps);
    f->order = f->most = c.order;
    f->orders = c.order ? text_format(job->arena, "%d", c.order) : "";
    f->is |= c.symmetric ? FACT_SYMMETRIC : 0;
    f->is |= c.implicit_varies ? FACT_EXPLICIT | FACT_IMPLICIT
             : c.is_implicit   ? FACT_IMPLICIT
                               : FACT_EXPLICIT;
    return true;
}

bool facts_find_out(struct pol_job *job, const struct shelf_file *file,
                    struct listed *f)
{
    *f = (struct listed){
        .name = file->name, .orders = "", .keeps = "", .title = ""};
    bool good =
        file->kind == SHELF_TABLEAU && file->is_lua ? find_family(job, file, f)
        : file->kind == SHELF_TABLEAU               ? find_tableau(job, file, f)
        : file->kind == SHELF_COMPOSITION ? find_composition(job, file, f)
                                          : find_said(job, file, f);
    f->title = f->title ? f->title : "";
    return good;
}

/* ---- known ---- */

/* Of kind, name and text: a copy that is called otherwise is another one. */
static unsigned long long mark_of(const struct shelf_file *file)
{
    const XXH64_hash_t name = XXH3_64bits_withSeed(
        file->name, strlen(file->name), (XXH64_hash_t)file->kind);
    return XXH3_64bits_withSeed(file->text->chars, file->text->length, name);
}

void facts_write(const struct shelf_file *file, const struct listed *f,
                 struct text *out)
{
    text_print(out, "%016llx\t%s\t%s\t%d\t%d\t%d\t%u\t%s\t%s\n", mark_of(file),
               f->name, f->orders, f->order, f->most, f->stages, f->is,
               f->keeps, f->title);
}

/* The fields of a line, in places of their own. */
static struct listed read_line(struct pol_job *job, const char *line)
{
    const char *field[8];
    for (int i = 0; i < 8; i++) {
        const size_t n = strcspn(line, "\t\n");
        field[i] = arena_text(job->arena, line, n);
        line += n + (line[n] != '\0');
    }
    return (struct listed){.name = field[0],
                           .orders = field[1],
                           .order = atoi(field[2]),
                           .most = atoi(field[3]),
                           .stages = atoi(field[4]),
                           .is = (unsigned)strtoul(field[5], NULL, 10),
                           .keeps = field[6],
                           .title = field[7]};
}

bool facts_of(struct pol_job *job, const struct shelf_file *file,
              struct listed *f)
{
    const struct source *known = shelf_own("facts.tsv");
    char mark[20];
    const size_t n =
        (size_t)snprintf(mark, sizeof mark, "%016llx\t", mark_of(file));
    for (const char *line = known ? known->chars : ""; *line;) {
        if (strncmp(line, mark, n) == 0) {
            *f = read_line(job, line + n);
            return true;
        }
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : "";
    }
    return facts_find_out(job, file, f);
}
