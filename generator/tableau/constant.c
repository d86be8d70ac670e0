/* SPDX-License-Identifier: MIT
 *
 * Constant expressions: the syntax tree is folded on numbers alone and, for
 * formulas, by the constructors of the algebra.  In a pool equal values are one
 * node, so that a surd may find itself to be the fraction that it happens to
 * equal in all bits; numbers that something is proven of stay out of it.  And
 * the last digit of a decimal, and what it says of the number that was meant.
 */
#include "tableau/constant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/name.h"

typedef const struct expr *expr;
/* ---- decimals ---- */

/* Digits by which programs print doubles, so that they are read back. */
enum { DOUBLE_LEAST = 15, DOUBLE_MOST = 17 };

/* A unit of the last digit, and how many there are; 0 for short decimals and
 * all other texts. */
static double unit(const char *text, int *count)
{
    text += *text == '-' || *text == '+';
    const char *point = strchr(text, '.');
    size_t length = strspn(text, ".0123456789");
    char *end = (char *)text + length;
    int digits = number_digits(text, length);
    int behind = point ? (int)(end - point) - 1 : 0;
    long exponent = 0;
    if (*end == 'e' || *end == 'E')
        exponent = strtol(end + 1, &end, 10);
    if (*end != '\0' || !point || digits < DECIMAL_LONG || labs(exponent) > 999)
        return 0;
    *count = digits;
    return pow(10, (double)exponent - behind);
}

/* Are these the digits by which printf shows x, as many as there are? */
static bool is_printed(const char *text, double x, int digits)
{
    enum { MOST = 60 };
    char shown[MOST + 20];
    if (digits > MOST)
        return false;
    snprintf(shown, sizeof shown, "%.*e", digits - 1, x);
    text += strcspn(text, "123456789"); /* digits count from here on */
    for (const char *c = shown; *text && !strchr("eE", *text); text++) {
        while (ascii_is_digit(*text) && !ascii_is_digit(*c))
            c++;
        if (ascii_is_digit(*text) && *c++ != *text)
            return false;
    }
    return true;
}

double decimal_slack(const char *text)
{
    int digits = 0;
    double slack = unit(text, &digits), x = strtod(text, NULL);
    if (slack > 0 && digits >= DOUBLE_LEAST &&
        (digits <= DOUBLE_MOST || is_printed(text, x, digits)))
        slack += fabs(x) * 0x1p-53;
    return 1.0000001 * slack;
}

/* ---- decimals among others ---- */

static int digits_of(const char *text)
{
    return strchr(text, '.') ? number_digits(text, strlen(text)) : 0;
}

/* Behind the point, exponent included. */
static int places_of(const char *text)
{
    const char *point = strchr(text, '.'), *e = strpbrk(text, "eE");
    size_t behind = point ? strspn(point + 1, "0123456789") : 0;
    return (int)behind - (e ? atoi(e + 1) : 0);
}

/* Half a unit of the last place of the file, or of the last digit that an entry
 * of this size has there, whichever is larger: a table has either as many
 * places in all entries or as many digits, and programs leave out zeros behind
 * these. */
static double shared_slack(const struct decimals *d, const char *text)
{
    double x = fabs(strtod(text, NULL)), unit = pow(10, -d->places);
    if (d->places == 0 || (x == 0 && places_of(text) < d->places))
        return 0;
    if (x > 0)
        unit = fmax(unit, pow(10, floor(log10(x)) + 1 - d->most));
    return 0.5000001 * unit;
}

/* What the last digits of a decimal have in common with a power of ten. */
static double common_divisor(const char *text)
{
    enum { MOST = 18 };
    unsigned long long last = 0, unit = 1;
    const char *end = text + strcspn(text, "eE"), *point = strchr(text, '.');
    double common = 1;
    while (end > point + 1 && end[-1] == '0' && (common *= 10) > 0)
        end--;
    for (int n = 0; end > point + 1 && n < MOST; n++, unit *= 10)
        last += unit * (unsigned long long)(*--end - '0');
    for (; last && last % 5 == 0; last /= 5)
        common *= 5;
    for (; last && last % 2 == 0; last /= 2)
        common *= 2;
    return common;
}

/* 0.6140625 = 393/640 among longer ones, and 0.500000000 anywhere, are not what
 * is left of longer ones: of decimals at random few have so short fractions. */
static bool is_exact(const struct decimals *d, const char *text)
{
    const double SHORT = 1e3, ANY = 1e6;
    enum { LESS = 3 };
    double common = common_divisor(text);
    return common >= ANY ||
           (common >= SHORT && digits_of(text) <= d->most - LESS);
}

/* A fraction with so long a denominator stands for what nobody can write: it is
 * the simplest one so near, which is about 1/q^2 off. */
static double fraction_slack(syntax a)
{
    const double LONG = 1e7, ABOUT = 64;
    syntax over = a->child[0], under = a->child[1];
    if (over->kind == AST_NEGATE)
        over = over->child[0];
    if (a->op != '/' || over->kind != AST_NUMBER || under->kind != AST_NUMBER)
        return 0;
    double q = number_double(under->number);
    return q > LONG && q == floor(q) ? ABOUT / (q * q) : 0;
}

struct noting {
    struct decimals out;
    bool lengths;       /* these first, alone */
    int longs, singles; /* decimals that may be rounded, and floats of them */
};

static void note_decimal(struct noting *n, const char *text)
{
    int digits = 0;
    if (n->lengths && digits_of(text) > n->out.most)
        n->out.most = digits_of(text);
    if (n->lengths && places_of(text) >= DECIMAL_PLACES &&
        places_of(text) > n->out.places)
        n->out.places = places_of(text);
    if (n->lengths || !(unit(text, &digits) > 0) || is_exact(&n->out, text))
        return;
    bool padded = is_printed(text, strtod(text, NULL), digits);
    int known = padded && digits > DOUBLE_MOST ? DOUBLE_MOST : digits;
    if (n->out.digits == 0 || known < n->out.digits)
        n->out.digits = known;
    n->longs++;
    n->singles += is_printed(text, (double)strtof(text, NULL), digits);
}

/* The depth of the tree is bounded by AST_DEPTH, but for sums and products,
 * which go on to the left. */
static void note(struct noting *n, syntax a)
{
    for (; a->kind == AST_BINARY; a = a->child[0]) {
        n->out.fraction = fmax(n->out.fraction, fraction_slack(a));
        note(n, a->child[1]);
    }
    if (a->kind == AST_NUMBER)
        note_decimal(n, a->name);
    for (int i = 0; i < a->n; i++)
        if (a->child[i])
            note(n, a->child[i]);
}

/* Decimals of seven digits are all near floats, and some may be wrong. */
struct decimals decimals_of(syntax tableau)
{
    enum { LEAST = 8, WRONG = 8 };
    struct noting n = {.lengths = true};
    note(&n, tableau);
    n.lengths = false;
    note(&n, tableau);
    n.out.single = n.longs > 0 && n.out.most >= LEAST &&
                   WRONG * (n.longs - n.singles) <= n.longs;
    return n.out;
}

/* How far off a decimal or a fraction may be, given all others: in a table all
 * are rounded to the same accuracy.  0 for what is exact, and for all other
 * expressions. */
static double slack_among(const struct constant_place *place, syntax a)
{
    const struct decimals *d = place->loose;
    if (a->kind == AST_BINARY)
        return fraction_slack(a) > 0 && !place->rounded ? d->fraction : 0;
    if (a->kind != AST_NUMBER || !strchr(a->name, '.'))
        return 0;
    if (place->rounded) /* the number has its error; but for zeros left out */
        return digits_of(a->name) >= DECIMAL_LONG &&
                       digits_of(a->name) < CONSTANT_ROUNDED_DIGITS
                   ? shared_slack(d, a->name)
                   : 0;
    double slack = shared_slack(d, a->name);
    if (!is_exact(d, a->name))
        slack = fmax(slack, decimal_slack(a->name));
    if (d->single) /* and the decimal nearest to that, however short */
        slack = fmax(slack, fabs(strtod(a->name, NULL)) * 0x1.0001p-23);
    return slack;
}

/* ---- expressions ---- */

/* Functions are operations from the square root on, and behind them `root`. */
enum { ROOT = OP_MAX + 1 };

static const char *function_name(int i)
{
    return i == ROOT       ? "root"
           : i == OP_POWER ? "pow"
                           : op_info((enum op)i)->name;
}

/* Below OP_SQRT: it is none. */
static int function_of(const char *name)
{
    int i = ROOT;
    while (i >= OP_SQRT && strcmp(function_name(i), name) != 0)
        i--;
    return i;
}

struct folding {
    struct arena *arena;
    struct pool *pool; /* of formulas, or NULL */
    struct diags *diags;
    const struct constant_place *place;
    bool by_formula; /* it must have a value, else the number must */
    bool in_root; /* x is the variable of a polynomial, a formula in which names
                   * are what they are by that */
};

static bool fold(struct folding *, syntax, struct constant *);

/* Of a name that is no `kind`, "name" or "function". */
static bool unknown(struct folding *f, struct place place, const char *kind,
                    const char *name)
{
    struct nearest near = nearest_to(name);
    nearest_offer(&near, "pi");
    for (int i = 0; i < f->place->names; i++)
        nearest_offer(&near, f->place->name[i]);
    for (int i = OP_SQRT; i <= ROOT; i++)
        nearest_offer(&near, function_name(i));
    diag_error(f->diags, place, "unknown %s '%s' in %s", kind, name,
               f->place->where);
    return diag_near(f->diags, near.best, f->place->hint);
}

/* NULL: without a finite value. */
static void set(struct folding *f, struct constant *out, num v)
{
    *out = (struct constant){.number = v, .loose = v};
    if (f->pool)
        out->formula = expr_number(f->pool, v);
}

/* ---- names ---- */

static bool fold_name(struct folding *f, syntax ast, struct constant *out)
{
    const struct constant *known = NULL;
    const bool by_number = f->in_root && !f->by_formula;
    if (strcmp(ast->name, "pi") == 0) {
        set(f, out, number_pi(f->arena));
        return true;
    }
    if (f->in_root && strcmp(ast->name, "x") == 0) {
        out->formula = root_variable(f->pool);
        return true;
    }
    for (int i = 0; i < f->place->names && !known; i++)
        if (strcmp(ast->name, f->place->name[i]) == 0)
            known = &f->place->value[i];
    if (!known)
        return unknown(f, ast->place, "name", ast->name);
    *out = *known;
    if (f->pool && (by_number || !known->formula))
        out->formula = expr_number(f->pool, by_number ? known->number : NULL);
    /* without a value it was wrong, and that has been told */
    return f->by_formula ? known->formula != NULL : known->number != NULL;
}

/* ---- operations ---- */

/* By a whole exponent repeatedly, as that is exact. */
static num power(struct arena *arena, num x, num y)
{
    long n;
    if (number_is_int(y, &n) && labs(n) <= 9999)
        return number_power(arena, x, n);
    if (number_equal(y, number_fraction(arena, 1, 2)))
        return number_sqrt(arena, x);
    num log = expr_of_numbers(arena, OP_LOG, 1, &x);
    num product = log ? number_mul(arena, y, log) : NULL;
    return product ? expr_of_numbers(arena, OP_EXP, 1, &product) : NULL;
}

static expr power_formula(struct pool *p, expr x, expr y)
{
    return expr_binary(p, OP_POWER, x, y);
}

static const struct operation {
    char op;
    expr (*formula)(struct pool *, expr, expr);
    num (*number)(struct arena *, num, num);
} OPERATIONS[] = {{'+', expr_add, number_add},
                  {'-', expr_sub, number_sub},
                  {'*', expr_mul, number_mul},
                  {'/', expr_div, number_div},
                  {'^', power_formula, power}};

static bool fold_binary(struct folding *f, char op, const struct constant *x,
                        const struct constant *y, struct constant *out)
{
    const struct operation *o = OPERATIONS;
    struct constant c = {.number = NULL};
    while (o->op != op)
        o++;
    if (x->number && y->number)
        c.number = o->number(f->arena, x->number, y->number);
    if (f->place->loose && x->loose && y->loose)
        c.loose = o->number(f->arena, x->loose, y->loose);
    if (f->pool)
        c.formula = o->formula(f->pool, x->formula, y->formula);
    *out = c;
    return true;
}

static bool fold_chain(struct folding *f, syntax ast, struct constant *out)
{
    int n;
    syntax const *part = ast_chain(f->arena, ast, &n);
    bool good = fold(f, part[0]->child[0], out);
    for (int i = 0; i < n; i++) {
        struct constant right;
        good &= fold(f, part[i]->child[1], &right);
        good = good && fold_binary(f, part[i]->op, out, &right, out);
    }
    return good;
}

/* ---- functions ---- */

/* root(a polynomial in x, which of its real roots) */
static bool fold_root(struct folding *f, syntax ast, struct constant *out)
{
    struct constant polynomial, which;
    struct folding inner = *f;
    inner.in_root = true;
    if (!f->by_formula)
        inner.pool = pool_new(f->arena);
    if (!fold(&inner, ast->child[0], &polynomial) ||
        !fold(f, ast->child[1], &which))
        return false;
    expr k =
        f->by_formula ? which.formula : expr_number(inner.pool, which.number);
    struct root root = root_find(inner.pool, polynomial.formula, k);
    if (root.value)
        set(f, out, root.value);
    return root.value || diag_refuse(f->diags, ast->child[root.argument]->place,
                                     root.hint, "%s", root.fault);
}

static num apply(struct arena *arena, enum op op, int n, num x, num y)
{
    return x && (y || n < 2) ? expr_of_numbers(arena, op, n, (num[]){x, y})
                             : NULL;
}

static bool fold_call(struct folding *f, syntax ast, struct constant *out)
{
    const int found = function_of(ast->name);
    const enum op op = (enum op)found;
    if (found < OP_SQRT)
        return unknown(f, ast->name_place, "function", ast->name);
    const int arity = found == ROOT ? 2 : op_info(op)->arity;
    struct constant x[2] = {{.number = NULL}};
    if (ast->n != arity)
        return diag_error(f->diags, ast->place,
                          "%s takes %d argument%s, not %d", ast->name, arity,
                          arity == 1 ? "" : "s", ast->n);
    if (found == ROOT)
        return fold_root(f, ast, out);
    for (int i = 0; i < arity; i++)
        if (!fold(f, ast->child[i], &x[i]))
            return false;
    if (op == OP_POWER)
        return fold_binary(f, '^', &x[0], &x[1], out);
    out->number = apply(f->arena, op, arity, x[0].number, x[1].number);
    if (f->place->loose)
        out->loose = apply(f->arena, op, arity, x[0].loose, x[1].loose);
    if (f->pool)
        out->formula = expr_apply(f->pool, op, arity,
                                  (expr[]){x[0].formula, x[1].formula});
    return true;
}

/* ---- all ---- */

/* The depth of the tree is bounded by AST_DEPTH. */
static bool fold(struct folding *f, syntax ast, struct constant *out)
{
    bool good = true, rounded;
    size_t length;
    struct constant zero;
    *out = (struct constant){.number = NULL};
    switch (ast->kind) {
    case AST_NUMBER: /* long integers, as in fractions, are what they are */
        length = strlen(ast->name);
        rounded = f->place->rounded && strchr(ast->name, '.') &&
                  number_digits(ast->name, length) >= CONSTANT_ROUNDED_DIGITS;
        set(f, out,
            rounded ? number_rounded(f->arena, ast->name, length)
                    : ast->number);
        break;
    case AST_NAME:
        good = fold_name(f, ast, out);
        break;
    case AST_NEGATE:
        set(f, &zero, number_int(f->arena, 0));
        good =
            fold(f, ast->child[0], out) && fold_binary(f, '-', &zero, out, out);
        break;
    case AST_BINARY:
        good = fold_chain(f, ast, out);
        break;
    case AST_CALL:
        good = fold_call(f, ast, out);
        break;
    default:
        return diag_error(f->diags, ast->place, "%s must be a number",
                          f->place->what);
    }
    bool loose = good && f->place->loose && out->loose;
    double slack = loose ? slack_among(f->place, ast) : 0;
    if (slack > 0)
        out->loose =
            number_widen(f->arena, number_real(f->arena, out->loose), slack);
    return good;
}

/* What must have a value has one. */
static bool fold_whole(struct folding *f, syntax ast, struct constant *out)
{
    if (!fold(f, ast, out))
        return false;
    if (out->formula && out->formula->op == OP_UNDEFINED)
        out->formula = NULL;
    return (f->by_formula ? out->formula != NULL : out->number != NULL) ||
           diag_error(f->diags, ast->place, "%s has no finite value",
                      f->place->what);
}

bool constant_read(struct pool *formulas, struct diags *diags,
                   const struct constant_place *place, syntax ast,
                   struct constant *out)
{
    struct folding f = {diags->arena, formulas, diags, place, false, false};
    if (!fold_whole(&f, ast, out))
        return false;
    if (!place->loose || !out->loose)
        out->loose = out->number;
    out->slack = number_error(out->loose);
    if (out->slack <= 2 * number_error(out->number))
        out->slack = 0;
    return true;
}

num constant_value(struct diags *diags, const struct constant_place *place,
                   syntax ast)
{
    struct constant out;
    return constant_read(NULL, diags, place, ast, &out) ? out.number : NULL;
}

expr constant_fold(struct pool *pool, struct diags *diags,
                   const struct constant_place *place, syntax ast)
{
    struct constant out;
    struct folding f = {pool_arena(pool), pool, diags, place, true, false};
    return fold_whole(&f, ast, &out) ? out.formula : NULL;
}

const char *constant_name_fault(const char *name)
{
    if (strcmp(name, "pi") == 0)
        return "is a number of its own";
    if (function_of(name) >= OP_SQRT)
        return "is a function";
    bool is_word = lang_is_word(name) ||
                   text_among("b bhat free in order rounded", ' ', name) >= 0;
    return is_word ? "is a word of the language" : NULL;
}
