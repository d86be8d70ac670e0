/* SPDX-License-Identifier: MIT
 *
 * Inputs.  The emitted code takes them as arguments, held over a step; what
 * runs the body in memory puts an input's signal, a function of time, into the
 * equations in its place, so that steps see it inside of them, too.
 */
#include "model/check.h"

#include <string.h>

int field_size(struct check *c, const struct ast *s, const char *what)
{
    long n;
    if (!s->size)
        return 0;
    const struct number *size = evaluate_number(
        c, s->size, text_format(c->arena, "the size of %s", what));
    if (!size)
        return 0;
    if (number_is_int(size, &n) && (n == 1 || n == 3 || n == 9))
        return (int)n;
    diag_error(c->diags, s->size->place, "%s has 1, 3 or 9 values", what);
    return 0;
}

/* The last one that is given for this input. */
static const struct setting *find_signal(const struct check *c,
                                         const char *name)
{
    for (int i = c->given->signals - 1; i >= 0; i--)
        if (!strcmp(c->given->signal[i].name, name))
            return &c->given->signal[i];
    return NULL;
}

static bool is_file(const struct ast *a)
{
    return a && a->kind == AST_CALL && !strcmp(a->name, "file");
}

/* An expression, or the columns of a file. */
static struct value signal_value(struct check *c, const struct ast *s,
                                 const struct ast *a, int n)
{
    static const struct purpose purpose = {
        "a signal", NEED_ANY & ~(unsigned)(NEED_T | NEED_PARAM)};
    if (!is_file(a))
        return evaluate_for(c, a, purpose, n);
    int first = series_read(&c->model->series, c->diags, a, s->name, &n);
    struct value v = {.n = first < 0 ? 0 : n};
    for (int i = 0; i < v.n; i++) {
        const struct expr *at[2] = {expr_int(c->pool, first + i), c->model->t};
        v.x[i] = expr_apply(c->pool, OP_SIGNAL, 2, at);
    }
    return v;
}

/* Of the shape n (0: any), as it is given, or else as the spec has it; a file
 * in whose place something is given is not looked at. */
static struct value signal_of(struct check *c, const struct ast *s, int n)
{
    const struct setting *given = find_signal(c, s->name);
    const struct ast *own = s->n ? s->child[0] : NULL;
    struct value v = value_none();
    if (given && given->value && is_file(own))
        own = NULL;
    if (own)
        v = signal_value(c, s, own, n);
    if (given && given->value && (v.n || !own))
        v = signal_value(c, s, given->value, own ? v.n : n);
    return v;
}

/* Without a size, an input has that of the signal in the spec, else 1. */
void input_check(struct check *c, const struct ast *s, struct field *fields)
{
    int errors = c->diags->errors, n = field_size(c, s, "an input");
    if (!n && !s->n)
        n = 1;
    struct value signal = signal_of(c, s, n);
    if (c->diags->errors > errors)
        n = 0;
    else if (!n)
        n = signal.n;
    struct field f = field_make(c, s, n, SYMBOL_INPUT);
    f.signal = signal;
    if (scope_declare(c, s, ENTRY_INPUT, field_value(&f), NEED_INPUT))
        fields[c->model->inputs++] = f;
}

/* Not before: a derivative along the motion takes an input as constant. */
void input_act(struct check *c, struct named *lets)
{
    struct model *m = c->model;
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        int n = f->signal.n;
        expr_subst(c->pool, 3, m->torque.x, n, f->symbol, f->signal.x,
                   m->torque.x);
        expr_subst(c->pool, 3, m->force.x, n, f->symbol, f->signal.x,
                   m->force.x);
        for (int k = 0; k < m->lets; k++)
            expr_subst(c->pool, lets[k].value.n, lets[k].value.x, n, f->symbol,
                       f->signal.x, lets[k].value.x);
    }
}

void input_check_given(struct check *c)
{
    const struct model *m = c->model;
    for (int i = 0; i < c->given->signals; i++) {
        const char *name = c->given->signal[i].name;
        struct nearest near = nearest_to(name);
        bool known = false;
        for (int k = 0; k < c->entries; k++)
            if (c->entry[k]->kind == ENTRY_INPUT) {
                known |= !strcmp(c->entry[k]->name, name);
                nearest_offer(&near, c->entry[k]->name);
            }
        if (known)
            continue;
        diag_error_line(c->diags, "--input", 0, "the spec has no input '%s'",
                        name);
        if (near.best)
            diag_hint(c->diags, "did you mean '%s'?", near.best);
        else if (m->inputs == 1)
            diag_hint(c->diags, "its input is %s", m->input[0].name);
    }
}

void input_watch(struct check *c, struct named *keeps)
{
    struct model *m = c->model;
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++) {
            const struct field *f = &m->input[i];
            const struct expr *x =
                f->signal.n ? f->signal.x[k] : expr_int(c->pool, 0);
            keeps[m->keeps++] = (struct named){.name = f->symbol[k]->name,
                                               .value = {.n = 1, .x = {x}}};
            m->held++;
        }
}
