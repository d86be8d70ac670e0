/* SPDX-License-Identifier: MIT
 *
 * `let name = constant` and `free name = start in [low, high]`.
 */
#include "tableau/symbols.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

static const struct constant_place entries = {
    .what = "an entry of a tableau",
    .where = "a tableau",
    .hint = "entries are constants, such as 1/3, sqrt(3) or names of `let`; "
            "weights follow `b :` and `bhat :`",
};

static bool has_free(const struct ast *tableau)
{
    for (int i = 0; i < tableau->n; i++)
        if (tableau->child[i]->kind == AST_FREE)
            return true;
    return false;
}

struct symbols symbols_open(struct arena *arena, struct diags *diags,
                            struct pool *pool, const struct ast *tableau,
                            const struct number *const *given)
{
    size_t n = (size_t)tableau->n;
    struct symbols s = {.arena = arena,
                        .diags = diags,
                        .pool = pool,
                        .given = given,
                        .numbers = entries,
                        .formulas = entries,
                        .loose = entries,
                        .decimals = decimals_of(tableau)};
    s.numbers.rounded = s.formulas.rounded = tableau->op == 'r';
    s.name = arena_array(arena, n, sizeof *s.name);
    s.number = arena_array(arena, n, sizeof *s.number);
    s.formula = arena_array(arena, n, sizeof *s.formula);
    s.loosely = arena_array(arena, n, sizeof *s.loosely);
    s.surd = arena_array(arena, n, sizeof *s.surd);
    s.numbers.name = s.formulas.name = s.name;
    s.numbers.value = s.number;
    s.formulas.value = s.formula;
    s.loose.name = s.name;
    s.loose.value = s.loosely;
    s.declared = arena_array(arena, n, sizeof *s.declared);
    if (has_free(tableau)) {
        s.formula_pool = pool_new(arena);
        s.free = arena_array(arena, n, sizeof *s.free);
        s.symbol = arena_array(arena, n, sizeof *s.symbol);
    }
    return s;
}

const struct number *symbols_number(struct symbols *s, const struct ast *ast)
{
    return constant_value(s->pool, s->diags, &s->numbers, ast);
}

/* The number as it may be off; of one that is said to be rounded that is known
 * anyway. */
static const struct number *
loosely(const struct symbols *s, const struct ast *ast, const struct number *v)
{
    struct constant_place place = s->loose;
    struct diags ignored = diags_new(s->arena);
    place.loose = &s->decimals;
    bool any = s->decimals.digits > 0 || s->decimals.fractions;
    const struct number *loose =
        any && !s->numbers.rounded
            ? constant_value(s->pool, &ignored, &place, ast)
            : NULL;
    return loose ? loose : v;
}

double symbols_slack(const struct symbols *s, const struct ast *ast,
                     const struct number *v)
{
    double slack = number_error(loosely(s, ast, v));
    return slack > 2 * number_error(v) ? slack : 0;
}

const struct expr *symbols_formula(struct symbols *s, const struct ast *ast)
{
    struct diags ignored = diags_new(s->arena);
    if (!s->formula_pool)
        return NULL;
    return constant_fold(s->formula_pool, &ignored, &s->formulas, ast);
}

/* -- surds ------------------------------------------------------------------
 */

static bool read(const struct symbols *, const struct ast *, struct surd *);

static bool read_name(const struct symbols *s, const char *name,
                      struct surd *out)
{
    for (int i = 0; i < s->numbers.names; i++)
        if (strcmp(name, s->name[i]) == 0) {
            *out = s->surd[i];
            return number_is_exact(out->p);
        }
    return false;
}

static bool read_power(const struct symbols *s, const struct ast *base,
                       const struct ast *exponent, struct surd *out)
{
    enum { MOST = 64 };
    struct surd x;
    long n;
    if (exponent->kind != AST_NUMBER || !number_is_int(exponent->number, &n) ||
        n > MOST || !read(s, base, &x))
        return false;
    *out = surd_of(number_int(s->arena, 1));
    for (long i = 0; i < n; i++)
        *out = surd_mul(s->arena, *out, x);
    return true;
}

static bool read_binary(const struct symbols *s, const struct ast *ast,
                        struct surd x, struct surd *out)
{
    struct surd y;
    if (!read(s, ast->child[1], &y))
        return false;
    if (ast->op == '/')
        return surd_div(s->arena, x, y, out);
    *out = ast->op == '+'   ? surd_add(s->arena, x, y)
           : ast->op == '-' ? surd_sub(s->arena, x, y)
                            : surd_mul(s->arena, x, y);
    return true;
}

/* Sums and products go on to the left, however long they are. */
static bool read_chain(const struct symbols *s, const struct ast *ast,
                       struct surd *out)
{
    int n, first = 0;
    const struct ast *const *part = ast_chain(s->arena, ast, &n);
    for (int i = 0; i < n; i++)
        if (part[i]->op == '^')
            first = i;
    const struct ast *begin = part[first];
    if (begin->op == '^' ? !read_power(s, begin->child[0], begin->child[1], out)
                         : !read(s, begin->child[0], out))
        return false;
    for (int i = first + (begin->op == '^'); i < n; i++)
        if (!read_binary(s, part[i], *out, out))
            return false;
    return true;
}

/* What is made of fractions and roots of them.  The depth of the tree is
 * bounded by AST_DEPTH, chains apart. */
static bool read(const struct symbols *s, const struct ast *ast,
                 struct surd *out)
{
    switch (ast->kind) {
    case AST_NUMBER:
        *out = surd_of(ast->number);
        return true;
    case AST_NAME:
        return read_name(s, ast->name, out);
    case AST_NEGATE:
        if (!read(s, ast->child[0], out))
            return false;
        *out = surd_neg(s->arena, *out);
        return true;
    case AST_BINARY:
        return read_chain(s, ast, out);
    case AST_CALL:
        return strcmp(ast->name, "sqrt") == 0 && read(s, ast->child[0], out) &&
               surd_sqrt(s->arena, *out, out);
    default:
        return false;
    }
}

struct surd symbols_surd(const struct symbols *s, const struct ast *ast,
                         const struct number *v)
{
    struct surd out;
    bool known = !number_is_exact(v) && !s->numbers.rounded &&
                 read(s, ast, &out) && number_is_exact(out.p);
    return known ? out : surd_of(v);
}

/* -- declaring --------------------------------------------------------------
 */

static bool check_name(struct symbols *s, const struct ast *ast)
{
    const char *fault = constant_name_fault(ast->name);
    int line, column;
    if (fault) {
        diag_error(s->diags, ast->name_place, "'%s' %s; take another name",
                   ast->name, fault);
        return false;
    }
    for (int i = 0; i < s->numbers.names; i++) {
        if (strcmp(s->numbers.name[i], ast->name) != 0)
            continue;
        diag_error(s->diags, ast->name_place,
                   "'%s' is declared already in this tableau", ast->name);
        place_find(s->declared[i]->place, &line, &column);
        diag_hint(s->diags, "its first declaration is in line %d", line);
        return false;
    }
    return true;
}

/* Without a value it was wrong, and that has been told: so are its uses. */
static void add(struct symbols *s, const struct ast *ast,
                const struct ast *what, const struct number *number,
                const struct expr *formula)
{
    int i = s->numbers.names;
    s->declared[i] = ast;
    s->name[i] = ast->name;
    s->formula[i] = formula;
    if (number) {
        s->number[i] = constant_wrap(s->arena, number);
        s->loosely[i] =
            constant_wrap(s->arena, what ? loosely(s, what, number) : number);
        s->surd[i] = what ? symbols_surd(s, what, number) : surd_of(number);
    }
    s->numbers.names = s->formulas.names = s->loose.names = i + 1;
}

/* Starts and bounds are constants without names. */
static const struct number *read_bound(struct symbols *s, const struct ast *ast)
{
    static const struct constant_place bound = {
        .what = "a free symbol's start or bound",
        .where = "a free symbol's start or bound",
        .hint = "it is a number, or made of numbers",
    };
    return constant_value(s->pool, s->diags, &bound, ast);
}

static bool read_bounds(struct symbols *s, const struct ast *ast,
                        struct free_symbol *f)
{
    f->name = ast->name;
    f->start = read_bound(s, ast->child[0]);
    f->low = read_bound(s, ast->child[1]);
    f->high = read_bound(s, ast->child[2]);
    if (!f->start || !f->low || !f->high)
        return false;
    double width = number_double(f->high) - number_double(f->low);
    bool ascends = number_compare(f->low, f->high) < 0;
    if (ascends && width > 0 && isfinite(width) &&
        number_compare(f->low, f->start) <= 0 &&
        number_compare(f->start, f->high) <= 0)
        return true;
    if (!ascends)
        diag_error(s->diags, ast->place,
                   "the lower bound of '%s' is not below the upper one",
                   ast->name);
    else if (!(width > 0 && isfinite(width)))
        diag_error(s->diags, ast->place,
                   "the bounds of '%s' are too %s for doubles", ast->name,
                   width > 0 ? "far apart" : "near each other");
    else
        diag_error(s->diags, ast->place,
                   "the start of '%s' does not lie between its bounds",
                   ast->name);
    diag_hint(s->diags, "free x = start in [least, most]");
    return false;
}

static void add_free(struct symbols *s, const struct ast *ast)
{
    struct free_symbol *f = &s->free[s->frees];
    const struct number *zero = number_int(s->arena, 0), *number = NULL;
    if (read_bounds(s, ast, f))
        number = s->given ? s->given[s->frees] : f->start;
    else
        *f = (struct free_symbol){ast->name, zero, zero, zero};
    const struct expr *symbol = expr_symbol(s->formula_pool, ast->name, 0);
    s->symbol[s->frees] = symbol;
    add(s, ast, NULL, number, symbol);
    s->frees++;
}

void symbols_declare(struct symbols *s, const struct ast *ast)
{
    if (!check_name(s, ast))
        return;
    if (ast->kind == AST_FREE) {
        add_free(s, ast);
    } else {
        const struct ast *what = ast->child[0];
        const struct number *number = symbols_number(s, what);
        add(s, ast, what, number, symbols_formula(s, what));
    }
}
