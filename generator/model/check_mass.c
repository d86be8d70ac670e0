/* SPDX-License-Identifier: MIT
 *
 * The mass.  A body that has one moves: its spec knows the position x and the
 * velocity v of the centre of mass, wherever the `mass` stands in it.
 */
#include "model/check.h"

bool mass_is_given(const struct check *c)
{
    for (int i = 0; i < c->file->n; i++)
        if (c->file->child[i]->kind == AST_MASS)
            return true;
    return false;
}

bool mass_needed(struct check *c, const struct ast *s, const char *what)
{
    if (c->model->moves)
        return true;
    diag_error(c->diags, s->place, "%s needs a body with `mass`", what);
    diag_hint(c->diags, "declare one, such as `mass 2`, in kg");
    return false;
}

static struct vec symbols(struct check *c, const char *name, int tag)
{
    struct vec v;
    for (int i = 0; i < 3; i++) {
        const char *text = text_format(c->arena, "%s%d", name, i + 1);
        v.x[i] = expr_symbol(c->pool, name_of_text(c->names, text), tag);
    }
    return v;
}

void mass_open(struct check *c)
{
    struct model *m = c->model;
    m->moves = true;
    m->x = symbols(c, "x", SYMBOL_X);
    m->v = symbols(c, "v", SYMBOL_V);
}

void mass_check(struct check *c, const struct ast *s)
{
    struct purpose purpose = {"the mass", NEED_ANY & ~(unsigned)NEED_PARAM};
    const struct number *n;
    struct value v = evaluate_for(c, s->child[0], purpose, 1);
    if (!v.n)
        return;
    struct value value = model_at_defaults(c->model, v);
    if (!value_fits(c, s->child[0], value, "the mass", &n))
        return;
    c->model->mass = v.x[0];
    value_note(c, s->child[0], n);
    if (number_sign(n) <= 0) {
        diag_error(c->diags, s->child[0]->place,
                   "the mass must be positive, and it is %g", number_double(n));
        return;
    }
    struct value inverse =
        value_scalar(expr_div(c->pool, expr_int(c->pool, 1), value.x[0]));
    value_fits(c, s->child[0], inverse, "the inverse of the mass", &n);
}
