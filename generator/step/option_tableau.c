/* SPDX-License-Identifier: MIT
 *
 * The tableau that an option names: one of the body's own, or of the shelf.
 */
#include "step/derive.h"

static const struct ast *tableau_in(const struct ast *file)
{
    for (int i = 0; file && i < file->n; i++)
        if (file->child[i]->kind == AST_TABLEAU)
            return file->child[i];
    return NULL;
}

static const struct ast *tableau_of_shelf(struct derive *d,
                                          const struct shelf_file *file)
{
    int errors = d->diags->errors;
    const struct ast *tree =
        lang_parse(d->arena, d->names, d->diags, file->text);
    if (d->diags->errors > errors)
        return NULL;
    tree = tableau_in(tree);
    if (!tree)
        diag_error_line(d->diags, file->text->path, 0,
                        "there is no tableau in this file");
    return tree;
}

/* The body's own tableaus come before the shelf's. */
const struct tableau *option_tableau(struct derive *d, const struct ast *value)
{
    const struct model *m = d->model;
    if (value->kind != AST_NAME && value->kind != AST_CALL) {
        diag_error(d->diags, value->place, "the name of a tableau is expected");
        return NULL;
    }
    for (int i = 0; i < m->tableaus; i++)
        if (option_same(d, m->tableau[i]->name, value->name))
            return tableau_build(d->arena, d->diags, d->pool, m->tableau[i]);
    const struct shelf_file *file =
        shelf_find(d->shelf, SHELF_TABLEAU, value->name);
    if (!file) {
        option_unknown(d, SHELF_TABLEAU, value->place, value->name);
        return NULL;
    }
    if (value->kind == AST_CALL) {
        diag_error(d->diags, value->place, "the tableau '%s' has no options",
                   file->name);
        return NULL;
    }
    const struct ast *tree = tableau_of_shelf(d, file);
    return tree ? tableau_build(d->arena, d->diags, d->pool, tree) : NULL;
}
