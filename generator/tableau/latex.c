/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree of a constant to LaTeX.
 */
#include "tableau/latex.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "lang/ast.h"

/* What binds tighter is higher. */
enum rank { RANK_SUM, RANK_NEGATED, RANK_PRODUCT, RANK_POWER, RANK_ATOM };

struct writing {
    struct text *out;
    const struct ast *signed_before; /* its sign has been written */
};

static bool put(struct writing *, const struct ast *, enum rank least);

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

static enum rank rank_of(const struct writing *w, const struct ast *a)
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

static bool put_fraction(struct writing *w, const struct ast *over,
                         const struct ast *under)
{
    text_put(w->out, "\\frac{");
    bool good = put(w, over, RANK_SUM);
    text_put(w->out, "}{");
    good = good && put(w, under, RANK_SUM);
    text_char(w->out, '}');
    return good;
}

static bool put_power(struct writing *w, const struct ast *base,
                      const struct ast *exponent)
{
    bool is_bar = is_operation(base, "/");
    text_put(w->out, is_bar ? "\\left(" : "");
    bool good = put(w, base, is_bar ? RANK_SUM : RANK_ATOM);
    text_put(w->out, is_bar ? "\\right)^{" : "^{");
    good = good && put(w, exponent, RANK_SUM);
    text_char(w->out, '}');
    return good;
}

static bool put_product(struct writing *w, const struct ast *x,
                        const struct ast *y)
{
    bool good = put(w, x, RANK_PRODUCT);
    text_put(w->out, y->kind == AST_NUMBER ? " \\cdot " : " ");
    return good && put(w, y, RANK_POWER);
}

static bool put_sum(struct writing *w, char op, const struct ast *x,
                    const struct ast *y)
{
    bool good = put(w, x, RANK_SUM);
    text_print(w->out, " %c ", op);
    return good && put(w, y, RANK_PRODUCT);
}

static bool put_binary(struct writing *w, const struct ast *a)
{
    const struct ast *x = a->child[0], *y = a->child[1];
    switch (a->op) {
    case '/':
        return put_fraction(w, x, y);
    case '^':
        return put_power(w, x, y);
    case '*':
        return put_product(w, x, y);
    default:
        return put_sum(w, a->op, x, y);
    }
}

static bool put_root(struct writing *w, const struct ast *a)
{
    if (strcmp(a->name, "sqrt") != 0 || a->n != 1)
        return false;
    text_put(w->out, "\\sqrt{");
    bool good = put(w, a->child[0], RANK_SUM);
    text_char(w->out, '}');
    return good;
}

static bool put_plain(struct writing *w, const struct ast *a)
{
    switch (a->kind) {
    case AST_NUMBER:
        text_put(w->out, a->name);
        return true;
    case AST_NAME:
        text_put(w->out, "\\pi");
        return strcmp(a->name, "pi") == 0;
    case AST_NEGATE:
        return put(w, a->child[0], RANK_PRODUCT);
    case AST_BINARY:
        return put_binary(w, a);
    case AST_CALL:
        return put_root(w, a);
    default:
        return false;
    }
}

/* In parentheses if it binds less than `least`.  The depth of the tree is
 * bounded by AST_DEPTH. */
static bool put(struct writing *w, const struct ast *a, enum rank least)
{
    const struct ast *sign = sign_of(a);
    bool loose = rank_of(w, a) < least;
    text_put(w->out, loose ? "(" : "");
    if (sign && sign != w->signed_before) {
        text_char(w->out, '-');
        w->signed_before = sign;
    }
    bool good = put_plain(w, a);
    text_put(w->out, loose ? ")" : "");
    return good;
}

const char *latex_of_constant(struct arena *arena, const char *written)
{
    struct diags ignored = diags_new(arena);
    struct source *s = arena_alloc(arena, sizeof *s);
    struct text out = text_new(arena);
    struct writing w = {.out = &out};
    *s = (struct source){"entry", written, strlen(written)};
    const struct ast *a =
        lang_parse_value(arena, names_new(arena), &ignored, s);
    if (!a || ignored.errors || !put(&w, a, RANK_SUM))
        return NULL;
    return text_chars(&out);
}
