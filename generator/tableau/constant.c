/* SPDX-License-Identifier: MIT
 *
 * Constant expressions: the syntax tree is folded by the constructors of the
 * algebra, and on numbers alone.  In a pool equal values are one node, so that
 * a surd may find itself to be the fraction that it happens to equal in all
 * bits; numbers that something is proven of stay out of it.
 */
#include "tableau/constant.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "sym/expr.h"
#include "tableau/decimal.h"

static const char *const FUNCTIONS[] = {
    "sqrt", "exp",  "log",  "sin",   "cos",  "tan", "asin",
    "acos", "atan", "sinh", "cosh",  "tanh", "abs", "atan2",
    "min",  "max",  "pow",  "floor", "root"};

enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

struct folding {
    struct arena *arena;
    struct pool *pool; /* of formulas, or NULL */
    struct diags *diags;
    const struct constant_place *place;
    int first; /* of the parts that are wanted */
    bool wanted[CONSTANT_PARTS];
    bool in_root; /* x is the variable of a polynomial, a formula in which names
                   * are what they are by the first part */
};

typedef const struct expr *expr;

static bool fold(struct folding *, const struct ast *, struct constant *);

static const struct surd no_surd = {NULL, NULL, 0};

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

static expr wrap(struct arena *arena, const struct number *n)
{
    struct expr *e = arena_alloc(arena, sizeof *e);
    *e = (struct expr){.op = n ? OP_CONST : OP_UNDEFINED, .number = n};
    return e;
}

struct constant constant_of(struct arena *arena, const struct number *n)
{
    expr e = wrap(arena, n);
    return (struct constant){{e, e, e}, surd_of(n), 0};
}

/* NULL: the part has no finite value. */
static expr constant(struct folding *f, int part, const struct number *n)
{
    return part == CONSTANT_FORMULA ? expr_number(f->pool, n)
                                    : wrap(f->arena, n);
}

static void set(struct folding *f, struct constant *out, const struct number *n)
{
    for (int k = 0; k < CONSTANT_PARTS; k++)
        out->part[k] = f->wanted[k] ? constant(f, k, n) : NULL;
    out->surd = no_surd;
}

/* ---- names ---- */

/* Without a value it was wrong, and that has been told. */
static bool fold_known(struct folding *f, const struct constant *known,
                       struct constant *out)
{
    if (!known->part[f->first])
        return false;
    for (int k = 0; k < CONSTANT_PARTS; k++) {
        expr e = known->part[f->in_root ? f->first : k];
        if (f->wanted[k])
            out->part[k] = !e || expr_is_const(e)
                               ? constant(f, k, e ? e->number : NULL)
                               : e;
    }
    if (f->wanted[CONSTANT_NUMBER])
        out->surd = known->surd;
    return true;
}

static bool fold_name(struct folding *f, const struct ast *ast,
                      struct constant *out)
{
    if (strcmp(ast->name, "pi") == 0) {
        set(f, out, number_pi(f->arena));
        return true;
    }
    if (f->in_root && strcmp(ast->name, "x") == 0) {
        out->part[CONSTANT_FORMULA] = root_variable(f->pool);
        return true;
    }
    for (int i = 0; i < f->place->names; i++)
        if (strcmp(ast->name, f->place->name[i]) == 0)
            return fold_known(f, &f->place->value[i], out);
    diag_error(f->diags, ast->place, "unknown name '%s' in %s", ast->name,
               f->place->where);
    hint_at_name(f, ast->name);
    return false;
}

/* ---- operations ---- */

static expr negate(struct folding *f, int part, expr x)
{
    if (part == CONSTANT_FORMULA)
        return expr_neg(f->pool, x);
    return expr_is_const(x) ? constant(f, part, number_neg(f->arena, x->number))
                            : x;
}

static struct surd divide(struct arena *arena, struct surd x, struct surd y)
{
    struct surd out = no_surd;
    surd_div(arena, x, y, &out);
    return out;
}

static const struct operation {
    char op;
    expr (*formula)(struct pool *, expr, expr);
    const struct number *(*number)(struct arena *, const struct number *,
                                   const struct number *);
    struct surd (*surd)(struct arena *, struct surd, struct surd);
} OPERATIONS[] = {{'+', expr_add, number_add, surd_add},
                  {'-', expr_sub, number_sub, surd_sub},
                  {'*', expr_mul, number_mul, surd_mul},
                  {'/', expr_div, number_div, divide}};

static const struct operation *operation_of(char op)
{
    int i = 0;
    while (OPERATIONS[i].op != op)
        i++;
    return &OPERATIONS[i];
}

static expr combine(struct folding *f, int part, char op, expr a, expr b)
{
    const struct operation *o = operation_of(op);
    if (part == CONSTANT_FORMULA)
        return o->formula(f->pool, a, b);
    bool known = expr_is_const(a) && expr_is_const(b);
    return constant(f, part,
                    known ? o->number(f->arena, a->number, b->number) : NULL);
}

static expr apply(struct folding *f, int part, const char *name, int n,
                  const expr *arg)
{
    if (part == CONSTANT_FORMULA)
        return expr_apply(f->pool, op_find(name), n, arg);
    const struct number *x[2] = {NULL, NULL};
    for (int i = 0; i < n; i++) {
        if (!expr_is_const(arg[i]))
            return arg[i];
        x[i] = arg[i]->number;
    }
    return constant(f, part, expr_of_numbers(f->arena, op_find(name), n, x));
}

/* x^y, by repeated multiplication where that is exact */
static expr raise(struct folding *f, int part, expr x, expr y)
{
    long n;
    if (expr_is_const(y) && number_is_int(y->number, &n) && n >= -9999 &&
        n <= 9999)
        return part == CONSTANT_FORMULA ? expr_power(f->pool, x, (int)n)
               : !expr_is_const(x)
                   ? x
                   : constant(f, part, number_power(f->arena, x->number, n));
    if (expr_is_const(y) &&
        number_equal(y->number, number_fraction(f->arena, 1, 2)))
        return apply(f, part, "sqrt", 1, &x);
    expr logarithm = apply(f, part, "log", 1, &x);
    expr exponent = combine(f, part, '*', y, logarithm);
    return apply(f, part, "exp", 1, &exponent);
}

/* ---- surds ---- */

/* What is made of fractions and roots of them is known exactly, unless long
 * decimals are rounded ones. */
static void settle(const struct folding *f, struct constant *c)
{
    expr e = c->part[CONSTANT_NUMBER];
    if (e && expr_is_const(e) && number_is_exact(e->number))
        c->surd = surd_of(e->number);
    else if (f->place->rounded)
        c->surd = no_surd;
}

static struct surd surd_power(struct arena *arena, struct surd x, expr by)
{
    enum { MOST = 64 };
    struct surd out = surd_of(number_int(arena, 1));
    long n;
    if (!expr_is_const(by) || !number_is_int(by->number, &n) || n < 0 ||
        n > MOST)
        return no_surd;
    for (long i = 0; i < n; i++)
        out = surd_mul(arena, out, x);
    return out;
}

static struct surd surd_combine(const struct folding *f, char op,
                                const struct constant *a,
                                const struct constant *b)
{
    if (!a->surd.p || !b->surd.p)
        return no_surd;
    struct surd out =
        op == '^' ? surd_power(f->arena, a->surd, b->part[CONSTANT_NUMBER])
                  : operation_of(op)->surd(f->arena, a->surd, b->surd);
    return out.p && number_is_exact(out.p) ? out : no_surd;
}

/* ---- expressions ---- */

static void fold_binary(struct folding *f, char op, const struct constant *a,
                        const struct constant *b, struct constant *out)
{
    struct constant c = {.surd = no_surd};
    for (int k = 0; k < CONSTANT_PARTS; k++)
        if (f->wanted[k])
            c.part[k] = op == '^' ? raise(f, k, a->part[k], b->part[k])
                                  : combine(f, k, op, a->part[k], b->part[k]);
    settle(f, &c);
    if (!c.surd.p)
        c.surd = surd_combine(f, op, a, b);
    *out = c;
}

static bool fold_chain(struct folding *f, const struct ast *ast,
                       struct constant *out)
{
    int n;
    const struct ast *const *part = ast_chain(f->arena, ast, &n);
    bool good = fold(f, part[0]->child[0], out);
    for (int i = 0; i < n; i++) {
        struct constant right;
        good &= fold(f, part[i]->child[1], &right);
        if (good)
            fold_binary(f, part[i]->op, out, &right, out);
    }
    return good;
}

static bool fold_negation(struct folding *f, const struct ast *ast,
                          struct constant *out)
{
    if (!fold(f, ast->child[0], out))
        return false;
    for (int k = 0; k < CONSTANT_PARTS; k++)
        if (f->wanted[k])
            out->part[k] = negate(f, k, out->part[k]);
    if (out->surd.p)
        out->surd = surd_neg(f->arena, out->surd);
    return true;
}

static bool is_function(const char *name)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(name, FUNCTIONS[i]) == 0)
            return true;
    return false;
}

static int arity_of(const char *name)
{
    if (strcmp(name, "pow") == 0 || strcmp(name, "root") == 0)
        return 2;
    return op_info(op_find(name))->arity;
}

/* root(a polynomial in x, which of its real roots) */
static bool fold_root(struct folding *f, const struct ast *ast,
                      struct constant *out)
{
    struct pool *pool =
        f->first == CONSTANT_FORMULA ? f->pool : pool_new(f->arena);
    struct folding inner = {
        f->arena,       pool,     f->diags,
        f->place,       f->first, .wanted = {[CONSTANT_FORMULA] = true},
        .in_root = true};
    struct constant polynomial, which;
    if (!fold(&inner, ast->child[0], &polynomial) ||
        !fold(f, ast->child[1], &which))
        return false;
    struct root root = root_find(pool, polynomial.part[CONSTANT_FORMULA],
                                 which.part[f->first]);
    if (root.value) {
        set(f, out, root.value);
        return true;
    }
    diag_error(f->diags, ast->child[root.argument]->place, "%s", root.fault);
    if (root.hint)
        diag_hint(f->diags, "%s", root.hint);
    return false;
}

static bool fold_call(struct folding *f, const struct ast *ast,
                      struct constant *out)
{
    if (!is_function(ast->name)) {
        diag_error(f->diags, ast->name_place, "unknown function '%s' in %s",
                   ast->name, f->place->where);
        hint_at_name(f, ast->name);
        return false;
    }
    int arity = arity_of(ast->name);
    if (ast->n != arity) {
        diag_error(f->diags, ast->place, "%s takes %d argument%s, not %d",
                   ast->name, arity, arity == 1 ? "" : "s", ast->n);
        return false;
    }
    if (strcmp(ast->name, "root") == 0)
        return fold_root(f, ast, out);
    struct constant arg[2] = {{.surd = no_surd}};
    for (int i = 0; i < arity; i++)
        if (!fold(f, ast->child[i], &arg[i]))
            return false;
    if (strcmp(ast->name, "pow") == 0) {
        fold_binary(f, '^', &arg[0], &arg[1], out);
        return true;
    }
    for (int k = 0; k < CONSTANT_PARTS; k++) {
        expr x[2] = {arg[0].part[k], arg[1].part[k]};
        if (f->wanted[k])
            out->part[k] = apply(f, k, ast->name, arity, x);
    }
    struct surd root;
    if (strcmp(ast->name, "sqrt") == 0 && arg[0].surd.p &&
        surd_sqrt(f->arena, arg[0].surd, &root) && number_is_exact(root.p))
        out->surd = root;
    return true;
}

/* Long integers, as in fractions, are what they are. */
static bool is_rounded(const char *text, size_t length)
{
    return memchr(text, '.', length) &&
           number_digits(text, length) >= CONSTANT_ROUNDED_DIGITS;
}

static void fold_number(struct folding *f, const struct ast *ast,
                        struct constant *out)
{
    size_t length = strlen(ast->name);
    bool rounded = f->place->rounded && is_rounded(ast->name, length);
    set(f, out,
        rounded ? number_rounded(f->arena, ast->name, length) : ast->number);
}

/* The depth of the tree is bounded by AST_DEPTH. */
static bool fold_exactly(struct folding *f, const struct ast *ast,
                         struct constant *out)
{
    switch (ast->kind) {
    case AST_NUMBER:
        fold_number(f, ast, out);
        return true;
    case AST_NAME:
        return fold_name(f, ast, out);
    case AST_NEGATE:
        return fold_negation(f, ast, out);
    case AST_BINARY:
        return fold_chain(f, ast, out);
    case AST_CALL:
        return fold_call(f, ast, out);
    default:
        diag_error(f->diags, ast->place, "%s must be a number", f->place->what);
        return false;
    }
}

static bool fold(struct folding *f, const struct ast *ast, struct constant *out)
{
    *out = (struct constant){.surd = no_surd};
    if (!fold_exactly(f, ast, out))
        return false;
    settle(f, out);
    expr loose = out->part[CONSTANT_LOOSE];
    double slack = loose ? decimals_slack(f->place->loose, ast) : 0;
    if (slack > 0 && expr_is_const(loose)) {
        const struct number *real = number_real(f->arena, loose->number);
        out->part[CONSTANT_LOOSE] =
            wrap(f->arena, number_widen(f->arena, real, slack));
    }
    return true;
}

/* The first part that is wanted must have a value. */
static bool fold_whole(struct folding *f, const struct ast *ast,
                       struct constant *out)
{
    bool good = fold(f, ast, out);
    for (int k = 0; k < CONSTANT_PARTS && good; k++)
        if (out->part[k] && out->part[k]->op == OP_UNDEFINED)
            out->part[k] = NULL;
    if (good && !out->part[f->first])
        diag_error(f->diags, ast->place, "%s has no finite value",
                   f->place->what);
    return good && out->part[f->first];
}

bool constant_read(struct arena *arena, struct pool *formulas,
                   struct diags *diags, const struct constant_place *place,
                   const struct ast *ast, struct constant *out)
{
    struct folding f = {
        arena, formulas,        diags,
        place, CONSTANT_NUMBER, .wanted = {true, place->loose, formulas}};
    if (!fold_whole(&f, ast, out))
        return false;
    double error = number_error(out->part[CONSTANT_NUMBER]->number);
    expr *loose = &out->part[CONSTANT_LOOSE];
    *loose = *loose ? *loose : out->part[CONSTANT_NUMBER];
    out->slack = number_error((*loose)->number);
    out->slack = out->slack > 2 * error ? out->slack : 0;
    return true;
}

const struct number *constant_value(struct arena *arena, struct diags *diags,
                                    const struct constant_place *place,
                                    const struct ast *ast)
{
    struct constant out;
    bool good = constant_read(arena, NULL, diags, place, ast, &out);
    return good ? out.part[CONSTANT_NUMBER]->number : NULL;
}

const struct expr *constant_fold(struct pool *pool, struct diags *diags,
                                 const struct constant_place *place,
                                 const struct ast *ast)
{
    struct constant out;
    struct folding f = {pool_arena(pool),
                        pool,
                        diags,
                        place,
                        CONSTANT_FORMULA,
                        .wanted = {[CONSTANT_FORMULA] = true}};
    return fold_whole(&f, ast, &out) ? out.part[CONSTANT_FORMULA] : NULL;
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
