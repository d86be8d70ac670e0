/* SPDX-License-Identifier: MIT
 *
 * Expressions of the syntax tree to values: shapes, operators, indices.
 */
#include "model/check.h"

#include <limits.h>
#include <math.h>
#include <string.h>

struct value value_none(void)
{
    return (struct value){0};
}

struct value value_scalar(const struct expr *x)
{
    return (struct value){.n = 1, .x = {x}};
}

struct value value_vec(struct vec v)
{
    return (struct value){.n = 3, .x = {v.x[0], v.x[1], v.x[2]}};
}

struct value value_mat(struct mat m)
{
    struct value v = {.n = 9};
    for (int i = 0; i < 9; i++)
        v.x[i] = m.x[i];
    return v;
}

struct vec vec_of_value(struct value v)
{
    return (struct vec){{v.x[0], v.x[1], v.x[2]}};
}

struct mat mat_of_value(struct value v)
{
    struct mat m;
    for (int i = 0; i < 9; i++)
        m.x[i] = v.x[i];
    return m;
}

const char *shape_name(int n)
{
    return n == 1 ? "a scalar" : n == 3 ? "a 3-vector" : "a 3x3 matrix";
}

struct value value_finite(struct check *c, const struct ast *a, struct value v,
                          const char *otherwise)
{
    for (int i = 0; i < v.n; i++)
        if (expr_is_undefined(v.x[i])) {
            diag_error(c->diags, a->place, "%s", otherwise);
            return value_none();
        }
    return v;
}

/* -- operators --------------------------------------------------------------
 */

static struct value each(struct check *c, struct value a, struct value b,
                         const struct expr *(*make)(struct pool *,
                                                    const struct expr *,
                                                    const struct expr *))
{
    struct value v = {.n = a.n};
    for (int i = 0; i < a.n; i++)
        v.x[i] = make(c->pool, a.x[i], b.n == 1 ? b.x[0] : b.x[i]);
    return v;
}

static struct value mismatch(struct check *c, const struct ast *a,
                             struct value l, struct value r)
{
    diag_error(c->diags, a->place, "'%c' between %s and %s", a->op,
               shape_name(l.n), shape_name(r.n));
    if (a->op == '*' && l.n == 3 && r.n == 3)
        diag_hint(c->diags, "dot(a, b), cross(a, b) or outer(a, b)");
    else if (a->op == '*' && r.n == 9)
        diag_hint(c->diags, "a row times a matrix is M' * v");
    else if (a->op == '/' && r.n == 9)
        diag_hint(c->diags, "there is no division by a matrix");
    return value_none();
}

static struct value product(struct check *c, const struct ast *a,
                            struct value l, struct value r)
{
    if (l.n == 1)
        return each(c, r, l, expr_mul);
    if (r.n == 1)
        return each(c, l, r, expr_mul);
    if (l.n == 9 && r.n == 9)
        return value_mat(mat_mul(c->pool, mat_of_value(l), mat_of_value(r)));
    if (l.n == 9 && r.n == 3)
        return value_vec(mat_apply(c->pool, mat_of_value(l), vec_of_value(r)));
    return mismatch(c, a, l, r);
}

/* Twice the exponent if that is a small integer. */
static bool is_half_integer(struct check *c, const struct expr *e, long *twice)
{
    if (!expr_is_const(e))
        return false;
    const struct number *n =
        number_mul(c->arena, e->number, number_int(c->arena, 2));
    return n && number_is_int(n, twice) && *twice >= -128 && *twice <= 128;
}

struct value value_power(struct check *c, const struct ast *a, struct value l,
                         struct value r)
{
    long twice;
    const struct expr *pair[2] = {l.x[0], r.x[0]}, *y;
    if (l.n != 1 || r.n != 1) {
        diag_error(c->diags, a->place, "a power of %s to %s", shape_name(l.n),
                   shape_name(r.n));
        diag_hint(c->diags, "powers are of scalars");
        return value_none();
    }
    if (!is_half_integer(c, pair[1], &twice))
        y = expr_apply(c->pool, OP_POWER, 2, pair);
    else if (twice % 2 == 0)
        y = expr_power(c->pool, pair[0], (int)(twice / 2));
    else
        y = expr_power(c->pool, expr_apply(c->pool, OP_SQRT, 1, pair),
                       (int)twice);
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
                            expr_is_zero(r.x[0]) ? "division by zero"
                                                 : "the quotient is out of "
                                                   "range");
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
    if (l.n != 1 || r.n != 1) {
        diag_error(c->diags, a->place, "a comparison of %s and %s",
                   shape_name(l.n), shape_name(r.n));
        diag_hint(c->diags, "only scalars are compared");
        return value_none();
    }
    bool swap = a->op == '>' || a->op == 'g';
    const struct expr *pair[2] = {swap ? r.x[0] : l.x[0],
                                  swap ? l.x[0] : r.x[0]};
    enum op op = a->op == '<' || a->op == '>'   ? OP_LT
                 : a->op == 'l' || a->op == 'g' ? OP_LE
                                                : OP_EQ;
    const struct expr *y = expr_apply(c->pool, op, 2, pair);
    if (a->op == 'n')
        y = expr_sub(c->pool, expr_int(c->pool, 1), y);
    return value_scalar(y);
}

static struct value negation(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a->child[0]);
    for (int i = 0; i < v.n; i++)
        v.x[i] = expr_neg(c->pool, v.x[i]);
    return v;
}

static struct value transpose(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a->child[0]);
    if (v.n == 9)
        return value_mat(mat_transpose(mat_of_value(v)));
    if (v.n) {
        diag_error(c->diags, a->place, "the transpose of %s", shape_name(v.n));
        diag_hint(c->diags, v.n == 3 ? "dot(a, b) or outer(a, b)"
                                     : "' is the transpose of a matrix");
    }
    return value_none();
}

/* -- indices and brackets ---------------------------------------------------
 */

/* 0, 1 or 2, or -1 with a message. */
static int axis_index(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a);
    long i;
    if (!v.n)
        return -1;
    if (v.n != 1 || !expr_is_const(v.x[0]) ||
        !number_is_int(v.x[0]->number, &i) || i < 1 || i > 3) {
        diag_error(c->diags, a->place, "an index must be 1, 2 or 3");
        return -1;
    }
    return (int)i - 1;
}

static struct value element(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a->child[0]);
    int i = axis_index(c, a->child[1]);
    int j = a->n > 2 ? axis_index(c, a->child[2]) : 0;
    if (!v.n || i < 0 || j < 0)
        return value_none();
    if (v.n == 3 && a->n == 2)
        return value_scalar(v.x[i]);
    if (v.n == 9 && a->n == 2)
        return value_vec(mat_row(mat_of_value(v), i));
    if (v.n == 9 && a->n == 3)
        return value_scalar(v.x[3 * i + j]);
    diag_error(c->diags, a->place, "%d %s for %s", a->n - 1,
               a->n == 2 ? "index" : "indices", shape_name(v.n));
    return value_none();
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
    if (a->n != 3) {
        diag_error(c->diags, a->place, "a vector has 3 entries, not %d", a->n);
        return value_none();
    }
    if (part[0].n != part[1].n || part[0].n != part[2].n || part[0].n == 9) {
        diag_error(c->diags, a->place, "brackets around %s, %s and %s",
                   shape_name(part[0].n), shape_name(part[1].n),
                   shape_name(part[2].n));
        diag_hint(c->diags, "[a, b, c] of scalars is a vector, of vectors the "
                            "matrix with these rows");
        return value_none();
    }
    struct value v = {.n = 3 * part[0].n};
    for (int i = 0; i < v.n; i++)
        v.x[i] = part[i / part[0].n].x[i % part[0].n];
    return v;
}

static struct value name_value(struct check *c, const struct ast *a)
{
    if (c->variable && !strcmp(a->name, "x"))
        return value_scalar(c->variable);
    const struct entry *e = scope_find(c, a);
    return e ? e->value : value_none();
}

/* The depth of a tree is bounded by AST_DEPTH. */
struct value evaluate(struct check *c, const struct ast *a)
{
    switch (a->kind) {
    case AST_NUMBER:
        return value_scalar(expr_number(c->pool, a->number));
    case AST_NAME:
        return name_value(c, a);
    case AST_NEGATE:
        return negation(c, a);
    case AST_BINARY:
        return chain(c, a);
    case AST_COMPARE:
        return comparison(c, a);
    case AST_TRANSPOSE:
        return transpose(c, a);
    case AST_INDEX:
        if (a->n <= 3)
            return element(c, a);
        diag_error(c->diags, a->place, "more than two indices");
        return value_none();
    case AST_VECTOR:
        return bracket(c, a);
    case AST_CALL:
        return evaluate_call(c, a);
    default:
        diag_error(c->diags, a->place, "an option outside of a call");
        return value_none();
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
    diag_error(c->diags, a->place, "%s is too %s for a %s", what,
               is_large ? "large" : "small",
               real == REAL_FLOAT ? "float" : "double");
    diag_hint(c->diags, "take units in which it is moderate%s",
              is_double ? ", or --real double" : "");
}

/* The first number of a node that does not fit; NULL: all do. */
static const struct number *unfit_in_node(struct check *c, const struct ast *a,
                                          const struct expr *e)
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

struct pending {
    int n, room;
    const struct expr **node;
};

/* Unless it is known to fit; from now on it is. */
static void put_pending(struct check *c, struct pending *all,
                        const struct expr *e)
{
    if (c->fits[e->id])
        return;
    c->fits[e->id] = 1;
    arena_push(c->arena, all->node, all->n, all->room);
    all->node[all->n++] = e;
}

static void make_room_for_nodes(struct check *c)
{
    int size = pool_size(c->pool);
    if (size <= c->fits_size)
        return;
    c->fits =
        arena_grow(c->arena, c->fits, (size_t)c->fits_size, 2 * (size_t)size);
    c->fits_size = 2 * size;
}

/* The first number inside that the real type does not hold; NULL: it holds
 * all.  Lets stand in one another: what was looked at is not looked at again.
 */
static const struct number *unfit_in(struct check *c, const struct ast *a,
                                     struct value v)
{
    struct pending all = {0};
    const struct number *unfit = NULL;
    int first = INT_MAX;
    make_room_for_nodes(c);
    for (int i = 0; i < v.n; i++)
        put_pending(c, &all, v.x[i]);
    for (int i = 0; i < all.n; i++) {
        const struct expr *e = all.node[i];
        const struct number *n = unfit_in_node(c, a, e);
        for (int k = 0; k < e->arity; k++)
            put_pending(c, &all, e->arg[k]);
        if (n && e->id < first) {
            unfit = n;
            first = e->id;
        }
    }
    for (int i = 0; unfit && i < all.n; i++)
        c->fits[all.node[i]->id] = 0;
    return unfit;
}

struct value evaluate_for(struct check *c, const struct ast *a,
                          struct purpose purpose, int n)
{
    c->purpose = purpose;
    c->needs = 0;
    c->evaluations++;
    struct value v = evaluate(c, a);
    const struct number *unfit =
        purpose.forbidden != NEED_ANY ? unfit_in(c, a, v) : NULL;
    if (unfit) {
        bool is_constant =
            !(c->needs || purpose.forbidden & NEED_PARAM) && purpose.forbidden;
        report_unfit(c, a, is_constant ? purpose.what : "a number in it", unfit,
                     c->real);
        return value_none();
    }
    if (!v.n || !n || v.n == n)
        return v;
    diag_error(c->diags, a->place, "%s where %s is expected", shape_name(v.n),
               shape_name(n));
    return value_none();
}

/* -- constants --------------------------------------------------------------
 */

/* The constructors fold what has no symbol in it. */
static const struct number *number_of(const struct expr *x)
{
    return expr_is_const(x) ? x->number : NULL;
}

static bool constants(struct check *c, const struct ast *a, struct value v,
                      const struct number **out)
{
    for (int i = 0; i < v.n; i++) {
        out[i] = number_of(v.x[i]);
        if (out[i])
            continue;
        diag_error(c->diags, a->place, "the value is not a number");
        return false;
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

const struct number *evaluate_number(struct check *c, const struct ast *a,
                                     const char *what)
{
    const struct number *n;
    struct value v = evaluate_for(c, a, (struct purpose){what, NEED_ANY}, 1);
    return v.n && value_fits(c, a, v, what, &n) ? n : NULL;
}

const struct number *evaluate_positive(struct check *c, const struct ast *a,
                                       const char *what)
{
    const struct number *n = evaluate_number(c, a, what);
    if (n && number_sign(n) <= 0)
        diag_error(c->diags, a->place, "%s must be positive", what);
    return n;
}
