/* SPDX-License-Identifier: MIT
 *
 * Prints a syntax tree: one statement a line, operations in parentheses, in
 * the language itself, so that what was printed reads back as the same tree.
 */
#include "lang/ast.h"

#include "base/arena.h"
#include "num/number.h"
#include "base/text.h"

static const char *const keyword[] = {
    [AST_BODY] = "body",
    [AST_CONST] = "const",
    [AST_PARAM] = "param",
    [AST_INPUT] = "input",
    [AST_LET] = "let",
    [AST_INERTIA] = "inertia",
    [AST_TORQUE] = "torque",
    [AST_POTENTIAL] = "potential",
    [AST_KEEP] = "keep",
    [AST_ATTITUDE] = "attitude",
    [AST_SHOW] = "show",
    [AST_MASS] = "mass",
    [AST_FORCE] = "force",
    [AST_MAP] = "map",
    [AST_METHOD] = "method",
    [AST_START] = "start",
    [AST_STEP] = "step",
    [AST_UNTIL] = "until",
    [AST_AT] = "at",
    [AST_SEARCH] = "search",
    [AST_TABLEAU] = "tableau",
    [AST_FREE] = "free",
    [AST_COMPOSITION] = "composition",
};

static void show(const struct ast *, struct text *);

static void show_list(const struct ast *a, int first, struct text *out)
{
    for (int i = first; i < a->n; i++) {
        text_put(out, i > first ? ", " : "");
        show(a->child[i], out);
    }
}

static const char *sign(const struct ast *a)
{
    switch (a->op) {
    case 'l':
        return "<=";
    case 'g':
        return ">=";
    case '=':
        return "==";
    case 'n':
        return "!=";
    case '<':
        return "<";
    case '>':
        return ">";
    case '+':
        return "+";
    case '-':
        return "-";
    case '*':
        return "*";
    case '/':
        return "/";
    default:
        return "^";
    }
}

const struct ast *const *ast_chain(struct arena *arena, const struct ast *a,
                                   int *n)
{
    const struct ast *left = a;
    for (*n = 0; left->kind == AST_BINARY; left = left->child[0])
        ++*n;
    const struct ast **chain = arena_array(arena, (size_t)*n, sizeof *chain);
    for (int i = *n; i-- > 0; a = a->child[0])
        chain[i] = a;
    return chain;
}

static void show_pair(const struct ast *a, struct text *out)
{
    text_print(out, " %s ", sign(a));
    show(a->child[1], out);
    text_char(out, ')');
}

static void show_chain(const struct ast *a, struct text *out)
{
    int n;
    const struct ast *const *chain = ast_chain(out->arena, a, &n);
    for (int i = 0; i < n; i++)
        text_char(out, '(');
    show(chain[0]->child[0], out);
    for (int i = 0; i < n; i++)
        show_pair(chain[i], out);
}

static void show_operation(const struct ast *a, struct text *out)
{
    if (a->kind == AST_NEGATE) {
        text_put(out, "(-");
        show(a->child[0], out);
        text_char(out, ')');
    } else if (a->kind == AST_TRANSPOSE) {
        show(a->child[0], out);
        text_char(out, '\'');
    } else if (a->kind == AST_INDEX) {
        show(a->child[0], out);
        text_char(out, '[');
        show_list(a, 1, out);
        text_char(out, ']');
    } else if (a->kind == AST_BINARY) {
        show_chain(a, out);
    } else {
        text_char(out, '(');
        show(a->child[0], out);
        show_pair(a, out);
    }
}

/* An expression; its depth is bounded by AST_DEPTH. */
static void show(const struct ast *a, struct text *out)
{
    switch (a->kind) {
    case AST_NUMBER:
    case AST_NAME:
        text_put(out, a->name);
        break;
    case AST_OPTION:
        text_print(out, "%s = ", a->name);
        show(a->child[0], out);
        break;
    case AST_CALL:
        text_print(out, "%s(", a->name);
        show_list(a, 0, out);
        text_char(out, ')');
        break;
    case AST_VECTOR:
        text_char(out, '[');
        show_list(a, 0, out);
        text_char(out, ']');
        break;
    default:
        show_operation(a, out);
    }
}

static void show_row(const struct ast *row, struct text *out)
{
    text_put(out, "  ");
    if (row->kind == AST_LET || row->kind == AST_FREE) {
        text_print(out, "%s %s = ", keyword[row->kind], row->name);
        show(row->child[0], out);
        if (row->kind == AST_FREE) {
            text_put(out, " in [");
            show_list(row, 1, out);
            text_char(out, ']');
        }
        text_char(out, '\n');
        return;
    }
    if (row->name)
        text_put(out, row->name);
    else
        show(row->child[0], out);
    text_put(out, " : ");
    show_list(row, 1, out);
    text_char(out, '\n');
}

static void show_tableau(const struct ast *a, struct text *out)
{
    if (a->note)
        text_print(out, "# %s\n", a->note);
    text_print(out, "tableau %s ", a->name);
    if (a->number)
        text_print(out, "order %g ", number_double(a->number));
    text_put(out, a->op == 'r' ? "rounded {\n" : "{\n");
    for (int i = 0; i < a->n; i++)
        show_row(a->child[i], out);
    text_put(out, "}\n");
}

static void show_composition(const struct ast *a, struct text *out)
{
    if (a->note)
        text_print(out, "# %s\n", a->note);
    text_print(out, "composition %s ", a->name);
    if (a->number)
        text_print(out, "order %g ", number_double(a->number));
    text_put(out, "for symmetric order ");
    show(a->child[0], out);
    text_put(out, ": ");
    show_list(a, 1, out);
    text_char(out, '\n');
}

static void show_statement(const struct ast *a, struct text *out)
{
    text_put(out, keyword[a->kind]);
    if (a->kind == AST_TORQUE || a->kind == AST_FORCE)
        text_put(out, a->op == 'b' ? " body" : " space");
    if (a->name)
        text_print(out, " %s", a->name);
    if (a->size) {
        text_char(out, '[');
        show(a->size, out);
        text_char(out, ']');
    }
    if (a->n) {
        text_put(out, a->name ? " = " : " ");
        show(a->child[0], out);
    }
    if (a->note)
        text_print(out, "  # %s", a->note);
    text_char(out, '\n');
}

void ast_show(const struct ast *a, struct text *out)
{
    if (a->kind < AST_BODY) {
        show(a, out);
        text_char(out, '\n');
        return;
    }
    if (a->note && a->kind == AST_FILE)
        text_print(out, "# %s\n", a->note);
    for (int i = 0; i < a->n && a->kind == AST_FILE; i++) {
        if (a->child[i]->kind == AST_TABLEAU)
            show_tableau(a->child[i], out);
        else if (a->child[i]->kind == AST_COMPOSITION)
            show_composition(a->child[i], out);
        else
            show_statement(a->child[i], out);
    }
}
