/* SPDX-License-Identifier: MIT
 *
 * What commands take from the shelf: tableaus and compositions, and what
 * `polhode list` shows of each entry.
 */
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tableau/analysis.h"

/* ---- texts ---- */

/* The first statement of the kind in a text, with a warning where others
 * follow, of which nothing will be said; NULL with messages. */
static const struct ast *find(struct pol_job *job, const struct source *s,
                              enum ast_kind kind, const char *name)
{
    int before = job->diags.errors;
    const struct ast *file = lang_parse(job->arena, job->names, &job->diags, s);
    const struct ast *first = NULL;
    if (!file || job->diags.errors > before)
        return NULL;
    for (int i = 0; i < file->n; i++) {
        const struct ast *at = file->child[i];
        if (at->kind == kind && first)
            diag_warning(&job->diags, at->name_place,
                         "ignored: only the first, '%s', is used", first->name);
        else if (at->kind == kind)
            first = at;
    }
    if (!first)
        diag_error_line(&job->diags, s->path, 0, "has no %s in it", name);
    return first;
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
    f->is = (t->is_explicit ? FACT_EXPLICIT : FACT_IMPLICIT) |
            (a.rows > 1 ? FACT_PAIR : 0) |
            (a.structure.symmetric ? FACT_SYMMETRIC : 0) |
            (a.structure.symplectic ? FACT_SYMPLECTIC : 0) |
            (a.structure.stiffly_accurate ? FACT_STIFFLY : 0) |
            (a.stability.a_stable ? FACT_A_STABLE : 0) |
            (a.stability.l_stable ? FACT_L_STABLE : 0);
    f->order = f->most = t->claim ? t->claim : analysis_order(&a.row[0]);
    f->orders = a.rows > 1 ? text_format(job->arena, "%d(%d)", f->order,
                                         analysis_order(&a.row[1]))
                           : text_format(job->arena, "%d", f->order);
    f->stages = t->stages;
}

/* The range of orders; what is so of its first and its last. */
static bool find_family(struct pol_job *job, const struct shelf_file *file,
                        const struct shelf_claim *c, struct listed *f)
{
    const struct kit kit = job_kit(job);
    const long value[2] = {c->least, c->most};
    struct listed end[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        const struct tableau *t = tableau_of_text(
            &kit, text_format(job->arena, "%s(%ld)", file->name, value[i]));
        if (!t)
            return false;
        look_at_tableau(job, t, &end[i]);
    }
    f->name = text_format(job->arena, "%s(%s)", file->name, c->whole);
    f->order = end[0].order;
    f->most = end[1].order;
    f->orders = text_format(job->arena, "%d-%d", f->order, f->most);
    f->is = (end[0].is & end[1].is) |
            ((end[0].is | end[1].is) & (FACT_EXPLICIT | FACT_IMPLICIT));
    return true;
}

static void find_method(struct pol_job *job, const struct shelf_claim *c,
                        struct listed *f)
{
    struct text keeps = text_new(job->arena);
    for (int i = 0; i < c->keeps; i++) {
        text_print(&keeps, "%s%s", i ? " " : "", c->keep[i]);
        if (strcmp(c->keep[i], "symplectic") == 0)
            f->is |= FACT_SYMPLECTIC;
    }
    f->keeps = text_chars(&keeps);
    f->order = f->most = c->order;
    f->orders = c->order ? text_format(job->arena, "%d", c->order) : "";
    f->is |= c->symmetric ? FACT_SYMMETRIC : 0;
    f->is |= c->implicit_varies ? FACT_EXPLICIT | FACT_IMPLICIT
             : c->is_implicit   ? FACT_IMPLICIT
                                : FACT_EXPLICIT;
}

bool facts_find_out(struct pol_job *job, const struct shelf_file *file,
                    struct listed *f)
{
    const struct tableau *t;
    const struct composition *k;
    struct shelf_claim c = {0};
    *f = (struct listed){
        .name = file->name, .orders = "", .keeps = "", .title = ""};
    if (file->kind == SHELF_TABLEAU && !file->is_lua) {
        if (!(t = shelved_tableau(job, file->text)))
            return false;
        look_at_tableau(job, t, f);
        f->title = first_paragraph(job, file->name, t->source ? t->source : "");
        return true;
    }
    if (file->kind == SHELF_COMPOSITION) {
        if (!(k = shelved_composition(job, file->text)))
            return false;
        f->order = f->most =
            k->claim ? k->claim
                     : composition_order(job->arena, k, COMPOSITION_ORDER);
        f->orders = text_format(job->arena, "%d", f->order);
        f->stages = k->steps;
        f->is = FACT_SYMMETRIC;
        f->title = text_format(job->arena, "for symmetric methods of order %d",
                               k->base);
        return true;
    }
    if (!shelf_describe(&job->diags, file, &c))
        return false;
    f->title = c.title ? c.title : "";
    if (file->kind == SHELF_METHOD)
        find_method(job, &c, f);
    return file->kind != SHELF_TABLEAU || !c.whole ||
           find_family(job, file, &c, f);
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

bool facts_of(struct pol_job *job, const struct shelf_file *file,
              struct listed *f)
{
    const struct source *known = shelf_own("facts.tsv");
    const char *mark = text_format(job->arena, "%016llx\t", mark_of(file));
    const char *line = known ? strstr(known->chars, mark) : NULL;
    const char *field[9];
    if (!line)
        return facts_find_out(job, file, f);
    for (int i = 0; i < 9; i++) {
        const size_t n = strcspn(line, "\t\n");
        field[i] = arena_text(job->arena, line, n);
        line += n + (line[n] != '\0');
    }
    *f = (struct listed){.name = field[1],
                         .orders = field[2],
                         .order = atoi(field[3]),
                         .most = atoi(field[4]),
                         .stages = atoi(field[5]),
                         .is = (unsigned)strtoul(field[6], NULL, 10),
                         .keeps = field[7],
                         .title = field[8]};
    return true;
}
