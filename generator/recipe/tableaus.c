/* SPDX-License-Identifier: MIT
 *
 * The tableau that a call means: a text of the shelf, or a family's; and all
 * of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/family.h"
#include "recipe/family_algebra.h"
#include "recipe/option.h"

/* ---- one ---- */

static const struct ast *tableau_in(const struct ast *file)
{
    for (int i = 0; file && i < file->n; i++)
        if (file->child[i]->kind == AST_TABLEAU)
            return file->child[i];
    return NULL;
}

static const struct ast *parse_text(const struct makings *m,
                                    const struct shelf_file *file)
{
    int errors = m->diags->errors;
    const struct ast *tree =
        lang_parse(m->arena, m->names, m->diags, file->text);
    if (m->diags->errors > errors)
        return NULL;
    tree = tableau_in(tree);
    if (!tree)
        diag_error_line(m->diags, file->text->path, 0,
                        "there is no tableau in this file");
    return tree;
}

static const struct tableau *read_text(const struct makings *m,
                                       const struct shelf_file *file)
{
    const struct ast *tree = parse_text(m, file);
    return tree ? tableau_build(m->arena, m->diags, tree) : NULL;
}

static const struct ast *parse(const struct makings *m, const char *path,
                               const char *call)
{
    struct source *s = arena_alloc(m->arena, sizeof *s);
    *s = (struct source){path, call, strlen(call)};
    return lang_parse_call(m->arena, m->names, m->diags, s);
}

/* What stands for the call: itself, or that for which its name stands. */
static const struct ast *resolve(const struct makings *m,
                                 const struct ast *call)
{
    const char *other =
        shelf_find(m->shelf, SHELF_TABLEAU, call->name)
            ? NULL
            : shelf_instance(m->shelf, SHELF_TABLEAU, call->name);
    if (!other)
        return call;
    if (call->kind == AST_CALL) {
        diag_error(m->diags, call->place, "the tableau '%s' has no options",
                   call->name);
        return NULL;
    }
    return parse(m, text_format(m->arena, "'%s'", call->name), other);
}

const struct tableau *tableau_of_call(const struct makings *m,
                                      const struct ast *call)
{
    struct derive d = {.arena = m->arena,
                       .names = m->names,
                       .diags = m->diags,
                       .shelf = m->shelf,
                       .pool = m->pool};
    struct called c;
    if (call->kind == AST_NAME || call->kind == AST_CALL)
        call = resolve(m, call);
    if (!call || !option_resolve(&d, SHELF_TABLEAU, call, NULL, &c))
        return NULL;
    if (c.file->is_lua)
        return family_tableau(m, &c);
    if (call->kind == AST_NAME)
        return read_text(m, c.file);
    diag_error(m->diags, call->place, "the tableau '%s' has no options",
               c.file->name);
    return NULL;
}

const struct tableau *tableau_of_text(const struct makings *m, const char *call)
{
    int errors = m->diags->errors;
    const struct ast *ast = parse(m, "tableau", call);
    return ast && m->diags->errors == errors ? tableau_of_call(m, ast) : NULL;
}

/* ---- all ---- */

struct calls {
    const struct makings *makings;
    const char **call;
    int n, room;
};

static void add(struct calls *all, const char *call)
{
    arena_push(all->makings->arena, all->call, all->n, all->room);
    all->call[all->n++] = call;
}

static void add_family(struct calls *all, const struct shelf_file *file)
{
    const struct makings *m = all->makings;
    struct shelf_claim c;
    if (!shelf_describe(m->shelf, m->diags, file, &c))
        return;
    for (long k = c.least; c.whole && k <= c.most; k++)
        add(all, text_format(m->arena, "%s(%ld)", file->name, k));
    for (int i = 0; !c.whole && i < c.examples; i++)
        add(all, c.example[i]);
}

int tableau_calls(const struct makings *m, const char *const **call)
{
    struct calls all = {.makings = m};
    for (int i = 0; i < shelf_count(m->shelf, SHELF_TABLEAU); i++) {
        const struct shelf_file *file = shelf_at(m->shelf, SHELF_TABLEAU, i);
        if (file->is_lua)
            add_family(&all, file);
        else
            add(&all, file->name);
    }
    *call = all.call;
    return all.n;
}

/* ---- those of a size ---- */

struct sized {
    const struct makings *makings;
    int stages;
    const struct tableau **tableau;
    int n, room;
};

static void take(struct sized *all, const struct tableau *t)
{
    if (!t || abs(t->stages - all->stages) > 1)
        return;
    arena_push(all->makings->arena, all->tableau, all->n, all->room);
    all->tableau[all->n++] = t;
}

/* What is of another size is not computed. */
static void take_text(struct sized *all, const struct shelf_file *file)
{
    const struct makings *m = all->makings;
    const struct ast *ast = parse_text(m, file);
    if (ast && abs(tableau_stages(ast) - all->stages) <= 1)
        take(all, tableau_build(m->arena, m->diags, ast));
}

/* A family's only number is that of its stages, if it is called so. */
static void take_family(struct sized *all, const struct shelf_file *file)
{
    const struct makings *m = all->makings;
    struct shelf_claim c;
    if (!shelf_describe(m->shelf, m->diags, file, &c))
        return;
    bool stages = c.whole && strcmp(c.whole, "s") == 0;
    for (long k = c.least; c.whole && k <= c.most; k++)
        if (!stages || k == all->stages)
            take(all, tableau_of_text(
                          m, text_format(m->arena, "%s(%ld)", file->name, k)));
    for (int i = 0; !c.whole && i < c.examples; i++)
        take(all, tableau_of_text(m, c.example[i]));
}

int tableaus_near(const struct makings *m, int stages,
                  const struct tableau *const **out)
{
    struct sized all = {.makings = m, .stages = stages};
    for (int i = 0; i < shelf_count(m->shelf, SHELF_TABLEAU); i++) {
        const struct shelf_file *file = shelf_at(m->shelf, SHELF_TABLEAU, i);
        if (file->is_lua)
            take_family(&all, file);
        else
            take_text(&all, file);
    }
    *out = all.tableau;
    return all.n;
}
