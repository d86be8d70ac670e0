/* SPDX-License-Identifier: MIT
 *
 * The tableau that an option names: one of the body's own, or of the shelf.
 */
#include "step/derive.h"
#include "recipe/family.h"

/* The body's own tableaus come before the shelf's. */
static const struct ast *find_own(struct derive *d, const char *name)
{
    const struct model *m = d->model;
    for (int i = 0; i < m->tableaus; i++)
        if (option_same(m->tableau[i]->name, name))
            return m->tableau[i];
    return NULL;
}

const struct tableau *option_tableau(struct derive *d, const struct ast *value)
{
    struct makings m = {d->arena, d->names, d->diags, d->shelf, d->pool};
    const struct ast *own = value->kind == AST_NAME || value->kind == AST_CALL
                                ? find_own(d, value->name)
                                : NULL;
    if (!own)
        return tableau_of_call(&m, value);
    if (value->kind == AST_NAME)
        return tableau_build(d->arena, d->diags, own);
    diag_error(d->diags, value->place, "the tableau '%s' has no options",
               own->name);
    return NULL;
}
