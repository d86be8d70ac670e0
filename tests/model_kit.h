/* SPDX-License-Identifier: MIT
 *
 * For tests of models: a text checked, and values at a given state.
 */
#ifndef POL_MODEL_KIT_H
#define POL_MODEL_KIT_H

#include "language.h"
#include "model/model.h"

struct checked {
    struct language l;
    const struct model *model; /* NULL: refused */
};

static inline struct checked model_kit_text(const char *text)
{
    struct checked c = {.l = language_text(text)};
    struct language *l = &c.l;
    syntax file = lang_parse(l->names, &l->diags, l->source);
    if (!l->diags.errors)
        c.model =
            model_check(l->names, &l->diags, pool_new(l->arena), file, &(struct additions){0});
    assert_int_equal(!c.model, l->diags.errors > 0);
    return c;
}

/* Without any message. */
static inline struct checked model_kit_good(const char *text)
{
    struct checked c = model_kit_text(text);
    assert_string_equal(language_messages(&c.l), "");
    return c;
}

static inline void model_kit_free(struct checked *c)
{
    language_free(&c->l);
}

/* Where expressions are evaluated. */
struct model_point {
    double t, R[9], L[3], w[3], x[3], v[3];
};

/* Parameters at their defaults, inputs at `input`. */
static inline void model_kit_eval(const struct model *m, int n, const expr *x,
                                  const struct model_point *at, double input, double *out)
{
    expr symbol[100];
    double value[100];
    int k = 0;
    symbol[k] = m->t, value[k++] = at->t;
    for (int i = 0; i < 9; i++)
        symbol[k] = m->R.x[i], value[k++] = at->R[i];
    for (int i = 0; i < 3; i++) {
        symbol[k] = m->w.x[i], value[k++] = at->w[i];
        symbol[k] = m->L.x[i], value[k++] = at->L[i];
        if (!m->moves)
            continue;
        symbol[k] = m->x.x[i], value[k++] = at->x[i];
        symbol[k] = m->v.x[i], value[k++] = at->v[i];
    }
    for (int i = 0; i < m->params; i++)
        for (int j = 0; j < m->param[i].n; j++) {
            symbol[k] = m->param[i].symbol[j];
            value[k++] = number_double(m->param[i].value[j]);
        }
    for (int i = 0; i < m->inputs; i++)
        for (int j = 0; j < m->input[i].n; j++)
            symbol[k] = m->input[i].symbol[j], value[k++] = input;
    expr_eval(m->pool, n, x, k, symbol, value, out);
}

#endif
