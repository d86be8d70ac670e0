/* SPDX-License-Identifier: MIT
 *
 * Shapes of values; whether the real type holds the numbers in an expression.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

const char *shape_name(int shape)
{
    static const char *const name[] = {"a vector",
                                       "a scalar",
                                       "a 2-vector",
                                       "a 3-vector",
                                       "a 4-vector",
                                       "a 5-vector",
                                       "a 6-vector",
                                       "a 7-vector",
                                       "an 8-vector",
                                       "a 3x3 matrix",
                                       "a 10-vector",
                                       "an 11-vector",
                                       "a 12-vector",
                                       "a 13-vector",
                                       "a 14-vector",
                                       "a 15-vector",
                                       "a 16-vector",
                                       "a 9-vector",
                                       "a 9-vector or a 3x3 matrix"};
    return name[shape];
}

const char *shape_hint(int a, int b)
{
    return a * b == SHAPE_MATRIX * SHAPE_NINE
               ? "nine numbers in one row are a vector; three rows, [[a, b, "
                 "c], [d, e, f], [g, h, i]], are a matrix"
               : NULL;
}

void value_note(struct check *c, syntax a, num n)
{
    double far = number_is_zero(n) ? 0 : fabs(log2(fabs(number_double(n))));
    if (!isfinite(far) || far <= c->extreme)
        return;
    c->extreme = far;
    c->model->facts.extreme = a->place;
}

static void report_unfit(struct check *c, syntax a, const char *subject, num n,
                         enum real real)
{
    bool is_large = number_fit(n, real) == FIT_TOO_LARGE;
    bool is_double = number_fit(n, REAL_DOUBLE) == FIT_WELL;
    refuse(c, a->place,
           text_format(c->arena, "take units in which it is moderate%s",
                       is_double ? ", or --real double" : ""),
           "%s is too %s for a %s", subject, is_large ? "large" : "small",
           real == REAL_FLOAT ? "float" : "double");
}

/* Each node is checked only once, because lets share nodes. */
bool value_holds(struct check *c, syntax a, struct value v, const char *subject)
{
    enum { PENDING = 1, FITS = 2 };
    const int size = pool_size(c->pool);
    num unfit = NULL;
    if (size > c->fits.size) {
        c->fits.node = arena_grow(c->arena, c->fits.node, (size_t)c->fits.size,
                                  2 * (size_t)size);
        c->fits.size = 2 * size;
    }
    for (int i = 0; i < v.n; i++)
        c->fits.node[v.x[i]->id] |= PENDING;
    for (int id = size; (id = marked_below(c->fits.node, id)) >= 0;) {
        expr e = pool_node(c->pool, id);
        const int numbers = e->op == OP_SYMBOL ? -1 : e->coef ? e->arity : 0;
        for (int i = e->number ? -1 : 0; i < numbers; i++) {
            num n = i < 0 ? e->number : e->coef[i];
            if (number_fit(n, c->additions->real) == FIT_WELL)
                value_note(c, a, n);
            else
                unfit = n;
        }
        c->fits.node[id] = FITS;
        for (int k = 0; k < e->arity; k++)
            c->fits.node[e->arg[k]->id] |= PENDING;
    }
    if (unfit) {
        memset(c->fits.node, 0, (size_t)c->fits.size);
        report_unfit(c, a, subject, unfit, c->additions->real);
    }
    return !unfit;
}

/* Values without symbols are constant, as the constructors fold them. */
bool value_fits(struct check *c, syntax a, struct value v, const char *subject,
                num *out)
{
    const enum real real = subject ? c->additions->real : REAL_DOUBLE;
    bool good = v.n > 0;
    for (int i = 0; i < v.n; i++)
        good = good && expr_is_const(v.x[i]);
    if (!good && v.n)
        refuse(c, a->place, NULL, "the value is not a number");
    for (int i = 0; good && i < v.n; i++) {
        num n = v.x[i]->number;
        const double x = number_double(n);
        good = subject ? number_fit(n, real) == FIT_WELL
                       : isfinite(x) && (x != 0 || number_is_zero(n));
        if (!good)
            report_unfit(c, a, subject ? subject : "the value", n, real);
        if (out)
            out[i] = n;
    }
    return good;
}

/* -- dependences ---------- */

const char *use_name(unsigned uses)
{
    static const char *const name[] = {
        "t", "R", "w", "L", "x", "v", "an input", "a state", "a param"};
    int i = 0;
    while (i < 8 && !(uses >> i & 1))
        i++;
    return name[i];
}
