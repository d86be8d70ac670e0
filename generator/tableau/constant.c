/* SPDX-License-Identifier: MIT
 *
 * Constant expressions: the syntax tree is folded by the constructors of the
 * algebra.
 */
#include "tableau/constant.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "sym/root.h"

static const char *const FUNCTIONS[] = {
    "sqrt", "exp",  "log",  "sin",   "cos",  "tan", "asin",
    "acos", "atan", "sinh", "cosh",  "tanh", "abs", "atan2",
    "min",  "max",  "pow",  "floor", "root"};

enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

struct folding {
    struct pool *pool;
    struct diags *diags;
    const struct constant_place *place;
    bool in_root; /* x is the variable of a polynomial */
};

typedef const struct expr *expr;

static expr fold(struct folding *, const struct ast *);

static void hint_at_name(struct folding *f, const char *name)
{
    const char *best = "pi";
    int distance = name_distance(name, best);
    for (int i = 0; i < f->place->names; i++) {
        int d = name_distance(name, f->place->name[i]);
        if (d < distance) {
            distance = d;
            best = f->place->name[i];
        }
    }
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        int d = name_distance(name, FUNCTIONS[i]);
        if (d < distance) {
            distance = d;
            best = FUNCTIONS[i];
        }
    }
    if (distance <= 2)
        diag_hint(f->diags, "did you mean '%s'?", best);
    else
        diag_hint(f->diags, "%s", f->place->hint);
}

static expr fold_name(struct folding *f, const struct ast *ast)
{
    if (strcmp(ast->name, "pi") == 0)
        return expr_number(f->pool, number_pi(pool_arena(f->pool)));
    if (f->in_root && strcmp(ast->name, "x") == 0)
        return root_variable(f->pool);
    for (int i = 0; i < f->place->names; i++)
        if (strcmp(ast->name, f->place->name[i]) == 0)
            return f->place->value[i];
    diag_error(f->diags, ast->place, "unknown name '%s' in %s", ast->name,
               f->place->where);
    hint_at_name(f, ast->name);
    return NULL;
}

static expr apply(struct folding *f, const char *name, int n, const expr *arg)
{
    return expr_apply(f->pool, op_find(name), n, arg);
}

/* x^y, by repeated multiplication where that is exact */
static expr raise(struct folding *f, expr x, expr y)
{
    long n;
    if (expr_is_const(y) && number_is_int(y->number, &n) && n >= -9999 &&
        n <= 9999)
        return expr_power(f->pool, x, (int)n);
    if (y == expr_fraction(f->pool, 1, 2))
        return apply(f, "sqrt", 1, &x);
    expr exponent = expr_mul(f->pool, y, apply(f, "log", 1, &x));
    return apply(f, "exp", 1, &exponent);
}

static expr fold_binary(struct folding *f, const struct ast *ast)
{
    expr a = fold(f, ast->child[0]), b = fold(f, ast->child[1]);
    if (!a || !b)
        return NULL;
    switch (ast->op) {
    case '+':
        return expr_add(f->pool, a, b);
    case '-':
        return expr_sub(f->pool, a, b);
    case '*':
        return expr_mul(f->pool, a, b);
    case '/':
        return expr_div(f->pool, a, b);
    default:
        return raise(f, a, b);
    }
}

static bool is_function(const char *name)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(name, FUNCTIONS[i]) == 0)
            return true;
    return false;
}

static expr call(struct folding *f, const char *name, int n, const expr *arg)
{
    if (strcmp(name, "pow") == 0)
        return raise(f, arg[0], arg[1]);
    return apply(f, name, n, arg);
}

static int arity_of(const char *name)
{
    if (strcmp(name, "pow") == 0 || strcmp(name, "root") == 0)
        return 2;
    return op_info(op_find(name))->arity;
}

/* root(a polynomial in x, which of its real roots) */
static expr fold_root(struct folding *f, const struct ast *ast)
{
    bool outer = f->in_root;
    f->in_root = true;
    expr polynomial = fold(f, ast->child[0]);
    f->in_root = outer;
    expr k = polynomial ? fold(f, ast->child[1]) : NULL;
    if (!k)
        return NULL;
    struct root root = root_find(f->pool, polynomial, k);
    if (root.value)
        return expr_number(f->pool, root.value);
    diag_error(f->diags, ast->child[root.argument]->place, "%s", root.fault);
    if (root.hint)
        diag_hint(f->diags, "%s", root.hint);
    return NULL;
}

static expr fold_call(struct folding *f, const struct ast *ast)
{
    if (!is_function(ast->name)) {
        diag_error(f->diags, ast->name_place, "unknown function '%s' in %s",
                   ast->name, f->place->where);
        hint_at_name(f, ast->name);
        return NULL;
    }
    int arity = arity_of(ast->name);
    if (ast->n != arity) {
        diag_error(f->diags, ast->place, "%s takes %d argument%s, not %d",
                   ast->name, arity, arity == 1 ? "" : "s", ast->n);
        return NULL;
    }
    if (strcmp(ast->name, "root") == 0)
        return fold_root(f, ast);
    expr arg[2] = {NULL, NULL};
    for (int i = 0; i < arity; i++)
        if (!(arg[i] = fold(f, ast->child[i])))
            return NULL;
    return call(f, ast->name, arity, arg);
}

static expr fold_negation(struct folding *f, const struct ast *ast)
{
    expr a = fold(f, ast->child[0]);
    return a ? expr_neg(f->pool, a) : NULL;
}

/* The depth of the tree is bounded by AST_DEPTH. */
static expr fold(struct folding *f, const struct ast *ast)
{
    switch (ast->kind) {
    case AST_NUMBER:
        return expr_number(f->pool, ast->number);
    case AST_NAME:
        return fold_name(f, ast);
    case AST_NEGATE:
        return fold_negation(f, ast);
    case AST_BINARY:
        return fold_binary(f, ast);
    case AST_CALL:
        return fold_call(f, ast);
    default:
        diag_error(f->diags, ast->place, "%s must be a number", f->place->what);
        return NULL;
    }
}

const struct expr *constant_fold(struct pool *pool, struct diags *diags,
                                 const struct constant_place *place,
                                 const struct ast *ast)
{
    struct folding f = {pool, diags, place, false};
    expr value = fold(&f, ast);
    if (value && value->op == OP_UNDEFINED) {
        diag_error(diags, ast->place, "%s has no finite value", place->what);
        return NULL;
    }
    return value;
}

const struct number *constant_value(struct pool *pool, struct diags *diags,
                                    const struct constant_place *place,
                                    const struct ast *ast)
{
    expr value = constant_fold(pool, diags, place, ast);
    if (!value || expr_is_const(value))
        return value ? value->number : NULL;
    diag_error(diags, ast->place, "%s has no finite value", place->what);
    return NULL;
}
