/* SPDX-License-Identifier: MIT
 *
 * Constants and names in LaTeX.
 */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* A longer text is no formula that anybody reads. */
enum { LONGEST = 1000 };

/* What binds tighter is higher. */
enum rank { RANK_SUM, RANK_NEGATED, RANK_PRODUCT, RANK_POWER, RANK_ATOM };

struct formula {
    struct arena *arena;
    struct text *out;
    const struct tableau *tableau;   /* whose names may stand there */
    bool in_root;                    /* and x, the variable of a polynomial */
    bool bad;                        /* there is something else */
    const struct ast *signed_before; /* its sign has been written */
};

static void put(struct formula *, const struct ast *, enum rank least);

static bool is_operation(const struct ast *a, const char *ops)
{
    return a->kind == AST_BINARY && strchr(ops, a->op);
}

/* The sign of -7*sqrt(6)/360 belongs to the 7 and stands before it all. */
static const struct ast *sign_of(const struct ast *a)
{
    while (is_operation(a, "*/"))
        a = a->child[0];
    return a->kind == AST_NEGATE ? a : NULL;
}

static enum rank rank_of(const struct formula *w, const struct ast *a)
{
    const struct ast *sign = sign_of(a);
    if (sign && sign != w->signed_before)
        return RANK_NEGATED;
    if (is_operation(a, "+-"))
        return RANK_SUM;
    if (is_operation(a, "^"))
        return RANK_POWER;
    /* a fraction's bar holds it together */
    return is_operation(a, "*") ? RANK_PRODUCT : RANK_ATOM;
}

/* "1.5e-3" as "1.5 \cdot 10^{-3}". */
static void put_decimal(struct text *out, const char *text)
{
    size_t n = strcspn(text, "eE");
    text_add(out, text, n);
    if (text[n])
        text_print(out, " \\cdot 10^{%ld}", strtol(text + n + 1, NULL, 10));
}

static void put_between(struct formula *w, const char *before,
                        const struct ast *a, const char *behind)
{
    text_put(w->out, before);
    put(w, a, RANK_SUM);
    text_put(w->out, behind);
}

static void put_binary(struct formula *w, const struct ast *a)
{
    const struct ast *x = a->child[0], *y = a->child[1];
    switch (a->op) {
    case '/':
        if (x->kind == AST_NEGATE) /* the sign stands before the bar */
            x = x->child[0];
        put_between(w, "\\frac{", x, "}");
        put_between(w, "{", y, "}");
        break;
    case '^':
        if (is_operation(x, "/"))
            put_between(w, "\\left(", x, "\\right)");
        else
            put(w, x, RANK_ATOM);
        put_between(w, "^{", y, "}");
        break;
    case '*':
        put(w, x, RANK_PRODUCT);
        text_put(w->out, y->kind == AST_NUMBER ? " \\cdot " : " ");
        put(w, y, RANK_POWER);
        break;
    default:
        put(w, x, RANK_SUM);
        text_print(w->out, " %c ", a->op);
        put(w, y, RANK_PRODUCT);
    }
}

static void put_call(struct formula *w, const struct ast *a)
{
    /* of one argument: its name, and what stands before and behind that */
    static const char *const known[][3] = {
        {"sqrt", "\\sqrt{", "}"},   {"abs", "|", "|"},
        {"sin", "\\sin(", ")"},     {"cos", "\\cos(", ")"},
        {"tan", "\\tan(", ")"},     {"asin", "\\arcsin(", ")"},
        {"acos", "\\arccos(", ")"}, {"atan", "\\arctan(", ")"},
        {"exp", "\\exp(", ")"},     {"log", "\\log(", ")"},
        {"sinh", "\\sinh(", ")"},   {"cosh", "\\cosh(", ")"},
        {"tanh", "\\tanh(", ")"},
    };
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(a->name, known[i][0]) != 0)
        i++;
    if (i < n && a->n == 1) {
        put_between(w, known[i][1], a->child[0], known[i][2]);
    } else if (strcmp(a->name, "root") == 0 && a->n == 2) {
        put_between(w, "\\mathrm{root}_{", a->child[1], "}");
        w->in_root = true;
        put_between(w, "(", a->child[0], ")");
        w->in_root = false;
    } else {
        w->bad = true;
    }
}

static void put_symbol(struct formula *w, const char *name)
{
    bool known = strcmp(name, "pi") == 0 || (w->in_root && !strcmp(name, "x"));
    for (int i = 0; w->tableau && i < w->tableau->lets; i++)
        known |= strcmp(name, w->tableau->let[i].name) == 0;
    text_put(w->out, latex_of_name(w->arena, name));
    w->bad |= !known;
}

/* In parentheses if it binds less than `least`.  The tree is less deep than its
 * text is long. */
static void put(struct formula *w, const struct ast *a, enum rank least)
{
    const struct ast *sign = sign_of(a);
    bool loose = rank_of(w, a) < least;
    text_put(w->out, loose ? "(" : "");
    if (sign && sign != w->signed_before) {
        text_char(w->out, '-');
        w->signed_before = sign;
    }
    if (a->kind == AST_NUMBER)
        put_decimal(w->out, a->name);
    else if (a->kind == AST_NAME)
        put_symbol(w, a->name);
    else if (a->kind == AST_NEGATE)
        put(w, a->child[0], RANK_PRODUCT);
    else if (a->kind == AST_BINARY)
        put_binary(w, a);
    else if (a->kind == AST_CALL)
        put_call(w, a);
    else
        w->bad = true;
    text_put(w->out, loose ? ")" : "");
}

/* What stands before the digits, and these as an index. */
const char *latex_of_name(struct arena *arena, const char *name)
{
    static const char letters[] =
        " alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi "
        "pi rho sigma tau phi chi psi omega ";
    struct text out = text_new(arena);
    size_t n = strlen(name), end = n;
    while (n > 1 && ascii_is_digit(name[n - 1]))
        n--;
    const char *index = name + n;
    while (n > 1 && n < end && name[n - 1] == '_')
        n--;
    bool greek = strstr(letters, text_format(arena, " %.*s ", (int)n, name));
    text_put(&out, greek ? "\\" : n > 1 ? "\\mathrm{" : "");
    for (size_t i = 0; i < n; i++)
        text_print(&out, "%s%c", name[i] == '_' ? "\\" : "", name[i]);
    text_put(&out, n > 1 && !greek ? "}" : "");
    if (*index)
        text_print(&out, "_{%s}", index);
    return text_chars(&out);
}

const char *latex_of_constant(struct arena *arena, const struct tableau *t,
                              const char *written)
{
    struct diags ignored = diags_new(arena);
    struct text out = text_new(arena);
    struct formula w = {.arena = arena, .out = &out, .tableau = t};
    if (strlen(written) > LONGEST)
        return NULL;
    const struct ast *a = lang_parse_part(arena, names_new(arena), &ignored,
                                          LANG_VALUE, "entry", written);
    if (!a || ignored.errors)
        return NULL;
    put(&w, a, RANK_SUM);
    return w.bad ? NULL : text_chars(&out);
}
