/* SPDX-License-Identifier: MIT
 *
 * Constant expressions: the syntax tree is folded by the constructors of the
 * algebra, or on numbers alone.  In a pool equal values are one node, so that
 * a surd may find itself to be the fraction that it happens to equal in all
 * bits; numbers that something is proven of stay out of it.
 */
#include "tableau/constant.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "sym/root.h"
#include "tableau/decimal.h"

static const char *const FUNCTIONS[] = {
    "sqrt", "exp",  "log",  "sin",   "cos",  "tan", "asin",
    "acos", "atan", "sinh", "cosh",  "tanh", "abs", "atan2",
    "min",  "max",  "pow",  "floor", "root"};

enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

struct folding {
    struct pool *pool;
    struct diags *diags;
    const struct constant_place *place;
    bool numeric; /* values are numbers, wrapped up, of no pool */
    bool in_root; /* x is the variable of a polynomial */
};

typedef const struct expr *expr;

static expr fold(struct folding *, const struct ast *);
static expr fold_exactly(struct folding *, const struct ast *);

static void hint_at_name(struct folding *f, const char *name)
{
    struct nearest near = nearest_to(name);
    nearest_offer(&near, "pi");
    for (int i = 0; i < f->place->names; i++)
        nearest_offer(&near, f->place->name[i]);
    for (int i = 0; i < FUNCTION_COUNT; i++)
        nearest_offer(&near, FUNCTIONS[i]);
    if (near.best)
        diag_hint(f->diags, "did you mean '%s'?", near.best);
    else
        diag_hint(f->diags, "%s", f->place->hint);
}

static expr constant(struct folding *f, const struct number *n)
{
    if (n && f->numeric)
        return constant_wrap(pool_arena(f->pool), n);
    return expr_number(f->pool, n);
}

static expr fold_name(struct folding *f, const struct ast *ast)
{
    if (strcmp(ast->name, "pi") == 0)
        return constant(f, number_pi(pool_arena(f->pool)));
    if (f->in_root && strcmp(ast->name, "x") == 0)
        return root_variable(f->pool);
    for (int i = 0; i < f->place->names; i++)
        if (strcmp(ast->name, f->place->name[i]) == 0) {
            expr value = f->place->value[i];
            if (!value) /* as it was told */
                return NULL;
            return expr_is_const(value) ? constant(f, value->number) : value;
        }
    diag_error(f->diags, ast->place, "unknown name '%s' in %s", ast->name,
               f->place->where);
    hint_at_name(f, ast->name);
    return NULL;
}

/* -- operations -------------------------------------------------------------
 */

static expr of_numbers(struct folding *f, char op, expr a, expr b)
{
    struct arena *arena = pool_arena(f->pool);
    const struct number *x = a->number, *y = b->number;
    if (!expr_is_const(a) || !expr_is_const(b))
        return expr_undefined(f->pool);
    switch (op) {
    case '+':
        return constant(f, number_add(arena, x, y));
    case '-':
        return constant(f, number_sub(arena, x, y));
    case '*':
        return constant(f, number_mul(arena, x, y));
    default:
        return constant(f, number_div(arena, x, y));
    }
}

static expr combine(struct folding *f, char op, expr a, expr b)
{
    if (f->numeric)
        return of_numbers(f, op, a, b);
    switch (op) {
    case '+':
        return expr_add(f->pool, a, b);
    case '-':
        return expr_sub(f->pool, a, b);
    case '*':
        return expr_mul(f->pool, a, b);
    default:
        return expr_div(f->pool, a, b);
    }
}

static expr power(struct folding *f, expr x, int n)
{
    if (!f->numeric)
        return expr_power(f->pool, x, n);
    if (!expr_is_const(x))
        return x;
    return constant(f, number_power(pool_arena(f->pool), x->number, n));
}

static expr apply(struct folding *f, const char *name, int n, const expr *arg)
{
    if (!f->numeric)
        return expr_apply(f->pool, op_find(name), n, arg);
    const struct number *x[2] = {NULL, NULL};
    for (int i = 0; i < n; i++) {
        if (!expr_is_const(arg[i]))
            return arg[i];
        x[i] = arg[i]->number;
    }
    struct arena *arena = pool_arena(f->pool);
    return constant(f, expr_of_numbers(arena, op_find(name), n, x));
}

/* x^y, by repeated multiplication where that is exact */
static expr raise(struct folding *f, expr x, expr y)
{
    long n;
    if (expr_is_const(y) && number_is_int(y->number, &n) && n >= -9999 &&
        n <= 9999)
        return power(f, x, (int)n);
    if (expr_is_const(y) &&
        number_equal(y->number, number_fraction(pool_arena(f->pool), 1, 2)))
        return apply(f, "sqrt", 1, &x);
    expr logarithm = apply(f, "log", 1, &x);
    expr exponent = combine(f, '*', y, logarithm);
    return apply(f, "exp", 1, &exponent);
}

static expr fold_binary(struct folding *f, const struct ast *ast, expr a,
                        expr b)
{
    if (!a || !b)
        return NULL;
    return ast->op == '^' ? raise(f, a, b) : combine(f, ast->op, a, b);
}

static expr fold_chain(struct folding *f, const struct ast *ast)
{
    int n;
    const struct ast *const *part = ast_chain(pool_arena(f->pool), ast, &n);
    expr value = fold(f, part[0]->child[0]);
    for (int i = 0; i < n; i++)
        value = fold_binary(f, part[i], value, fold(f, part[i]->child[1]));
    return value;
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
    struct pool *pool = f->numeric ? pool_new(pool_arena(f->pool)) : f->pool;
    struct folding inner = {pool, f->diags, f->place, .in_root = true};
    expr polynomial = fold(&inner, ast->child[0]);
    expr k = polynomial ? fold(f, ast->child[1]) : NULL;
    if (!k)
        return NULL;
    struct root root = root_find(pool, polynomial, k);
    if (root.value)
        return constant(f, root.value);
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
    if (!a || !f->numeric || !expr_is_const(a))
        return a ? expr_neg(f->pool, a) : NULL;
    return constant(f, number_neg(pool_arena(f->pool), a->number));
}

/* Long integers, as in fractions, are what they are. */
static bool is_rounded(const char *text, size_t length)
{
    return memchr(text, '.', length) &&
           number_digits(text, length) >= CONSTANT_ROUNDED_DIGITS;
}

static expr fold_number(struct folding *f, const struct ast *ast)
{
    size_t length = strlen(ast->name);
    if (!f->place->rounded || !is_rounded(ast->name, length))
        return constant(f, ast->number);
    return constant(f, number_rounded(pool_arena(f->pool), ast->name, length));
}

static expr loosen(struct folding *f, const struct ast *ast, expr value)
{
    double slack = decimals_slack(f->place->loose, ast);
    if (!value || !expr_is_const(value) || slack == 0)
        return value;
    struct arena *arena = pool_arena(f->pool);
    const struct number *real = number_real(arena, value->number);
    return constant(f, number_widen(arena, real, slack));
}

static expr fold(struct folding *f, const struct ast *ast)
{
    expr value = fold_exactly(f, ast);
    return f->place->loose && !f->in_root ? loosen(f, ast, value) : value;
}

/* The depth of the tree is bounded by AST_DEPTH. */
static expr fold_exactly(struct folding *f, const struct ast *ast)
{
    switch (ast->kind) {
    case AST_NUMBER:
        return fold_number(f, ast);
    case AST_NAME:
        return fold_name(f, ast);
    case AST_NEGATE:
        return fold_negation(f, ast);
    case AST_BINARY:
        return fold_chain(f, ast);
    case AST_CALL:
        return fold_call(f, ast);
    default:
        diag_error(f->diags, ast->place, "%s must be a number", f->place->what);
        return NULL;
    }
}

static expr fold_whole(struct folding *f, const struct ast *ast)
{
    expr value = fold(f, ast);
    if (!value || value->op != OP_UNDEFINED)
        return value;
    diag_error(f->diags, ast->place, "%s has no finite value", f->place->what);
    return NULL;
}

const struct expr *constant_fold(struct pool *pool, struct diags *diags,
                                 const struct constant_place *place,
                                 const struct ast *ast)
{
    struct folding f = {pool, diags, place, .numeric = false};
    return fold_whole(&f, ast);
}

const struct number *constant_value(struct pool *pool, struct diags *diags,
                                    const struct constant_place *place,
                                    const struct ast *ast)
{
    struct folding f = {pool, diags, place, .numeric = true};
    expr value = fold_whole(&f, ast);
    return value ? value->number : NULL;
}

const struct expr *constant_wrap(struct arena *arena, const struct number *n)
{
    struct expr *e = arena_alloc(arena, sizeof *e);
    *e = (struct expr){.op = OP_CONST, .number = n};
    return e;
}

const char *constant_name_fault(const char *name)
{
    static const char *const words[] = {"b",  "bhat",  "free",
                                        "in", "order", "rounded"};
    if (strcmp(name, "pi") == 0)
        return "is a number of its own";
    if (is_function(name))
        return "is a function";
    if (lang_is_word(name))
        return "is a word of the language";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return "is a word of the language";
    return NULL;
}
