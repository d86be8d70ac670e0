/* SPDX-License-Identifier: MIT
 *
 * Expressions of the syntax tree to values: shapes, operators, indices.
 */
#include "model/check.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct value refuse(struct check *c, struct place place, const char *hint,
                    const char *format, ...)
{
    struct text message = text_new(c->arena);
    va_list list;
    va_start(list, format);
    text_vprint(&message, format, list);
    va_end(list);
    diag_error(c->diags, place, "%s", text_chars(&message));
    if (hint)
        diag_hint(c->diags, "%s", hint);
    return value_none();
}

const char *shape_name(int n)
{
    return n == 1 ? "a scalar" : n == 3 ? "a 3-vector" : "a 3x3 matrix";
}

struct value value_finite(struct check *c, const struct ast *a, struct value v,
                          const char *otherwise)
{
    for (int i = 0; i < v.n; i++)
        if (expr_is_undefined(v.x[i]))
            return refuse(c, a->place, NULL, "%s", otherwise);
    return v;
}

/* -- operators --------------------------------------------------------------
 */

static struct value each(struct check *c, struct value a, struct value b,
                         expr (*make)(struct pool *, expr, expr))
{
    for (int i = 0; i < a.n; i++)
        a.x[i] = make(c->pool, a.x[i], b.n == 1 ? b.x[0] : b.x[i]);
    return a;
}

static struct value mismatch(struct check *c, const struct ast *a,
                             struct value l, struct value r)
{
    const char *hint = NULL;
    if (a->op == '*' && l.n == 3 && r.n == 3)
        hint = "dot(a, b), cross(a, b) or outer(a, b)";
    else if (a->op == '*' && r.n == 9)
        hint = "a row times a matrix is M' * v";
    else if (a->op == '/' && r.n == 9)
        hint = "there is no division by a matrix";
    return refuse(c, a->place, hint, "'%c' between %s and %s", a->op,
                  shape_name(l.n), shape_name(r.n));
}

static struct value product(struct check *c, const struct ast *a,
                            struct value l, struct value r)
{
    if (l.n == 1)
        return each(c, r, l, expr_mul);
    if (r.n == 1)
        return each(c, l, r, expr_mul);
    if (l.n == 9 && r.n == 9)
        return value_mat(mat_mul(c->pool, l.mat, r.mat));
    if (l.n == 9 && r.n == 3)
        return value_vec(mat_apply(c->pool, l.mat, r.vec));
    return mismatch(c, a, l, r);
}

struct value value_power(struct check *c, const struct ast *a, struct value l,
                         struct value r)
{
    expr x = l.x[0], exponent = r.x[0], y;
    long twice; /* the exponent, if that is a small integer */
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "powers are of scalars",
                      "a power of %s to %s", shape_name(l.n), shape_name(r.n));
    const struct number *n =
        expr_is_const(exponent)
            ? number_mul(c->arena, exponent->number, number_int(c->arena, 2))
            : NULL;
    if (!n || !number_is_int(n, &twice) || labs(twice) > 128)
        y = expr_binary(c->pool, OP_POWER, x, exponent);
    else if (twice % 2 == 0)
        y = expr_power(c->pool, x, (int)(twice / 2));
    else
        y = expr_power(c->pool, expr_unary(c->pool, OP_SQRT, x), (int)twice);
    return value_finite(c, a, value_scalar(y), "the power has no finite value");
}

static struct value binary(struct check *c, const struct ast *a, struct value l,
                           struct value r)
{
    if (!l.n || !r.n)
        return value_none();
    if (a->op == '*')
        return value_finite(c, a, product(c, a, l, r),
                            "the product is out of range");
    if (a->op == '^')
        return value_power(c, a, l, r);
    if (a->op == '/' && r.n == 1)
        return value_finite(c, a, each(c, l, r, expr_div),
                            expr_is_zero(r.x[0])
                                ? "division by zero"
                                : "the quotient is out of range");
    if (a->op == '/' || l.n != r.n)
        return mismatch(c, a, l, r);
    return value_finite(c, a, each(c, l, r, a->op == '+' ? expr_add : expr_sub),
                        "the sum is out of range");
}

static struct value chain(struct check *c, const struct ast *a)
{
    int n;
    const struct ast *const *part = ast_chain(c->arena, a, &n);
    struct value v = evaluate(c, part[0]->child[0]);
    for (int i = 0; i < n; i++)
        v = binary(c, part[i], v, evaluate(c, part[i]->child[1]));
    return v;
}

static struct value comparison(struct check *c, const struct ast *a)
{
    struct value l = evaluate(c, a->child[0]), r = evaluate(c, a->child[1]);
    if (!l.n || !r.n)
        return value_none();
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "only scalars are compared",
                      "a comparison of %s and %s", shape_name(l.n),
                      shape_name(r.n));
    bool swap = a->op == '>' || a->op == 'g';
    enum op op = a->op == '<' || a->op == '>'   ? OP_LT
                 : a->op == 'l' || a->op == 'g' ? OP_LE
                                                : OP_EQ;
    expr y = expr_binary(c->pool, op, swap ? r.x[0] : l.x[0],
                         swap ? l.x[0] : r.x[0]);
    if (a->op == 'n')
        y = expr_sub(c->pool, expr_int(c->pool, 1), y);
    return value_scalar(y);
}

static struct value transpose(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a->child[0]);
    if (v.n == 9)
        return value_mat(mat_transpose(v.mat));
    if (v.n)
        refuse(c, a->place,
               v.n == 3 ? "dot(a, b) or outer(a, b)"
                        : "' is the transpose of a matrix",
               "the transpose of %s", shape_name(v.n));
    return value_none();
}

/* -- indices and brackets ---------------------------------------------------
 */

/* 0, 1 or 2, or -1 with a message. */
static int axis_index(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a);
    long i;
    if (v.n == 1 && expr_is_const(v.x[0]) &&
        number_is_int(v.x[0]->number, &i) && i >= 1 && i <= 3)
        return (int)i - 1;
    if (v.n)
        refuse(c, a->place, NULL, "an index must be 1, 2 or 3");
    return -1;
}

static struct value element(struct check *c, const struct ast *a)
{
    if (a->n > 3)
        return refuse(c, a->place, NULL, "more than two indices");
    struct value v = evaluate(c, a->child[0]);
    int i = axis_index(c, a->child[1]);
    int j = a->n > 2 ? axis_index(c, a->child[2]) : 0;
    if (!v.n || i < 0 || j < 0)
        return value_none();
    if (v.n == 3 && a->n == 2)
        return value_scalar(v.x[i]);
    if (v.n == 9 && a->n == 2)
        return value_vec(mat_row(v.mat, i));
    if (v.n == 9 && a->n == 3)
        return value_scalar(v.x[3 * i + j]);
    return refuse(c, a->place, NULL, "%d %s for %s", a->n - 1,
                  a->n == 2 ? "index" : "indices", shape_name(v.n));
}

static struct value bracket(struct check *c, const struct ast *a)
{
    struct value part[3];
    bool known = true;
    for (int i = 0; i < a->n; i++) {
        struct value v = evaluate(c, a->child[i]);
        known = known && v.n;
        if (i < 3)
            part[i] = v;
    }
    if (!known)
        return value_none();
    if (a->n != 3)
        return refuse(c, a->place, NULL, "a vector has 3 entries, not %d",
                      a->n);
    int n = part[0].n;
    if (n != part[1].n || n != part[2].n || n == 9)
        return refuse(c, a->place,
                      "[a, b, c] of scalars is a vector, of vectors the "
                      "matrix with these rows",
                      "brackets around %s, %s and %s", shape_name(n),
                      shape_name(part[1].n), shape_name(part[2].n));
    struct value v = {.n = 3 * n};
    for (int i = 0; i < v.n; i++)
        v.x[i] = part[i / n].x[i % n];
    return v;
}

/* The depth of a tree is bounded by AST_DEPTH. */
struct value evaluate(struct check *c, const struct ast *a)
{
    const struct entry *e;
    struct value v;
    switch (a->kind) {
    case AST_NUMBER:
        return value_scalar(expr_number(c->pool, a->number));
    case AST_NAME:
        if (c->variable && !strcmp(a->name, "x"))
            return value_scalar(c->variable);
        e = scope_find(c, a);
        return e ? e->value : value_none();
    case AST_NEGATE:
        v = evaluate(c, a->child[0]);
        for (int i = 0; i < v.n; i++)
            v.x[i] = expr_neg(c->pool, v.x[i]);
        return v;
    case AST_BINARY:
        return chain(c, a);
    case AST_COMPARE:
        return comparison(c, a);
    case AST_TRANSPOSE:
        return transpose(c, a);
    case AST_INDEX:
        return element(c, a);
    case AST_VECTOR:
        return bracket(c, a);
    case AST_CALL:
        return evaluate_call(c, a);
    default:
        return refuse(c, a->place, NULL, "an option outside of a call");
    }
}

/* -- the real type ----------------------------------------------------------
 */

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

struct value evaluate_for(struct check *c, const struct ast *a,
                          const char *what, unsigned forbidden, int n)
{
    c->what = what;
    c->forbidden = forbidden;
    c->needs = 0;
    c->evaluations++;
    struct value v = evaluate(c, a);
    const struct number *unfit =
        forbidden != NEED_ANY ? unfit_in(c, a, v) : NULL;
    if (unfit) {
        bool is_constant = !(c->needs || forbidden & NEED_PARAM) && forbidden;
        report_unfit(c, a, is_constant ? what : "a number in it", unfit,
                     c->real);
        return value_none();
    }
    if (!v.n || !n || v.n == n)
        return v;
    return refuse(c, a->place, NULL, "%s where %s is expected", shape_name(v.n),
                  shape_name(n));
}

/* -- constants --------------------------------------------------------------
 */

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

bool evaluate_numbers(struct check *c, const struct ast *a, const char *what,
                      int n, const struct number **out)
{
    struct value v = evaluate_for(c, a, what, NEED_ANY, n);
    return v.n && value_fits(c, a, v, what, out);
}

const struct number *evaluate_positive(struct check *c, const struct ast *a,
                                       const char *what)
{
    const struct number *n;
    if (!evaluate_numbers(c, a, what, 1, &n))
        return NULL;
    if (number_sign(n) <= 0)
        refuse(c, a->place, NULL, "%s must be positive", what);
    return n;
}
