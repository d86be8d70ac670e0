/* SPDX-License-Identifier: MIT
 *
 * What is said of values, and which numbers the real type holds.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

struct value refuse_hint(struct check *c, const char *hint)
{
    if (hint)
        diag_hint(c->diags, "%s", hint);
    return value_none();
}

const char *did_you_mean(struct check *c, struct nearest near)
{
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
                     : NULL;
}

const char *line_hint(struct check *c, const char *what, struct place place)
{
    int line, column;
    place_find(place, &line, &column);
    return text_format(c->arena, "%s in line %d", what, line);
}

const char *shape_name(int n)
{
    return n == 1 ? "a scalar" : n == 3 ? "a 3-vector" : "a 3x3 matrix";
}

struct value value_finite(struct check *c, const struct ast *a, struct value v,
                          const char *otherwise)
{
    for (int i = 0; i < v.n; i++)
        if (v.x[i]->op == OP_UNDEFINED)
            return refuse(c, a->place, NULL, "%s", otherwise);
    return v;
}

struct value value_of(struct pool *p, int n, const struct number *const *number)
{
    struct value v = {.n = n};
    for (int i = 0; i < n; i++)
        v.x[i] = expr_number(p, number[i]);
    return v;
}

struct value model_at_defaults(const struct model *m, struct value v)
{
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const struct value at = value_of(m->pool, f->n, f->value);
        expr_subst(m->pool, v.n, v.x, f->n, f->symbol, at.x, v.x);
    }
    return v;
}

/* -- the real type --------------------------------------------------------- */

void value_note(struct check *c, const struct ast *a, const struct number *n)
{
    double far = number_is_zero(n) ? 0 : fabs(log2(fabs(number_double(n))));
    if (!isfinite(far) || far <= c->extreme)
        return;
    c->extreme = far;
    c->model->extreme = a->place;
}

static void report_unfit(struct check *c, const struct ast *a, const char *what,
                         const struct number *n, enum real real)
{
    bool is_large = number_fit(n, real) == FIT_TOO_LARGE;
    bool is_double = number_fit(n, REAL_DOUBLE) == FIT_WELL;
    refuse(c, a->place,
           is_double ? "take units in which it is moderate, or --real double"
                     : "take units in which it is moderate",
           "%s is too %s for a %s", what, is_large ? "large" : "small",
           real == REAL_FLOAT ? "float" : "double");
}

/* The first number of a node that does not fit; NULL: all do. */
static const struct number *unfit_in_node(struct check *c, const struct ast *a,
                                          expr e)
{
    if (e->op == OP_SYMBOL)
        return NULL;
    for (int i = e->number ? -1 : 0; i < (e->coef ? e->arity : 0); i++) {
        const struct number *n = i < 0 ? e->number : e->coef[i];
        if (number_fit(n, c->real) != FIT_WELL)
            return n;
        value_note(c, a, n);
    }
    return NULL;
}

/* The first number inside that the real type does not hold; NULL: it holds
 * all.  Lets stand in one another: what was looked at is not looked at again.
 */
static const struct number *unfit_in(struct check *c, const struct ast *a,
                                     struct value v)
{
    enum { PENDING = 1, FITS = 2 };
    const struct number *unfit = NULL;
    int size = pool_size(c->pool);
    if (size > c->fits_size) {
        c->fits = arena_grow(c->arena, c->fits, (size_t)c->fits_size,
                             2 * (size_t)size);
        c->fits_size = 2 * size;
    }
    for (int i = 0; i < v.n; i++)
        if (!c->fits[v.x[i]->id])
            c->fits[v.x[i]->id] = PENDING;
    for (int id = size; (id = marked_below(c->fits, id)) >= 0;) {
        expr e = pool_node(c->pool, id);
        const struct number *n = unfit_in_node(c, a, e);
        unfit = n ? n : unfit;
        c->fits[id] = FITS;
        for (int k = 0; k < e->arity; k++)
            if (!c->fits[e->arg[k]->id])
                c->fits[e->arg[k]->id] = PENDING;
    }
    if (unfit)
        memset(c->fits, 0, (size_t)c->fits_size);
    return unfit;
}

bool value_holds(struct check *c, const struct ast *a, struct value v,
                 const char *what)
{
    const struct number *unfit = unfit_in(c, a, v);
    if (unfit)
        report_unfit(c, a, what, unfit, c->real);
    return !unfit;
}

/* -- constants ------------------------------------------------------------- */

/* The constructors fold what has no symbol in it. */
static bool constants(struct check *c, const struct ast *a, struct value v,
                      const struct number **out)
{
    for (int i = 0; i < v.n; i++) {
        if (!expr_is_const(v.x[i])) {
            refuse(c, a->place, NULL, "the value is not a number");
            return false;
        }
        out[i] = v.x[i]->number;
    }
    return v.n > 0;
}

/* A const stands for its exact value, of which a double need not have all
 * digits. */
bool value_numbers(struct check *c, const struct ast *a, struct value v,
                   const struct number **out)
{
    bool good = constants(c, a, v, out);
    for (int i = 0; i < v.n && good; i++) {
        double x = number_double(out[i]);
        good = isfinite(x) && (x != 0 || number_is_zero(out[i]));
        if (!good)
            report_unfit(c, a, "the value", out[i], REAL_DOUBLE);
    }
    return good;
}

bool value_fits(struct check *c, const struct ast *a, struct value v,
                const char *what, const struct number **out)
{
    bool good = constants(c, a, v, out);
    for (int i = 0; i < v.n && good; i++) {
        good = number_fit(out[i], c->real) == FIT_WELL;
        if (!good)
            report_unfit(c, a, what, out[i], c->real);
    }
    return good;
}
