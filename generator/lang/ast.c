/* SPDX-License-Identifier: MIT
 *
 * Prints a syntax tree in the language itself, one statement a line, operations
 * in parentheses, so that the output parses to the same tree.
 */
#include "lang/ast.h"

#include <string.h>

#include "base/arena.h"
#include "num/number.h"
#include "base/text.h"

const struct ast_statement *ast_statement(enum ast_kind kind)
{
    static const struct ast_statement all[] = {
#define STATEMENT(NAME, word, once, soft, check, hint) {word, hint, soft},
#include "lang/statements.def"
#undef STATEMENT
        {"free", NULL, false},
    };
    return &all[kind - AST_BODY];
}

syntax ast_next(syntax a, enum ast_kind kind, syntax after)
{
    bool is_behind = !after;
    for (int i = 0; i < a->n; i++) {
        if (is_behind && a->child[i]->kind == kind)
            return a->child[i];
        is_behind |= a->child[i] == after;
    }
    return NULL;
}

syntax const *ast_chain(struct arena *arena, syntax a, int *n)
{
    syntax left = a->child[0];
    for (*n = 1; left->kind == AST_BINARY; left = left->child[0])
        ++*n;
    syntax *chain = arena_array(arena, (size_t)*n, sizeof *chain);
    for (int i = *n; i-- > 0; a = a->child[0])
        chain[i] = a;
    return chain;
}

const char *ast_comment(struct arena *arena, struct place place, bool brief)
{
    const char *const blank = " \t\r";
    if (!place.source)
        return NULL;
    const char *first = place.source->chars, *stop = first + place.offset;
    while (stop > first && stop[-1] != '\n')
        stop--;
    const char *c = stop;
    for (const char *above = c; above > first; c = above) {
        for (above--; above > first && above[-1] != '\n';)
            above--;
        const char *text = above + strspn(above, blank);
        if (*text != '#' && *text != '\n')
            break;
    }
    if (brief && c == first && c < stop)
        c = strchr(c, '\n') + 1;
    struct text out = text_new(arena);
    for (const char *next; c < stop; c = next) {
        const char *end = strchr(c, '\n');
        next = end + 1;
        c += strspn(c, blank);
        if (*c != '#')
            continue;
        c += 1 + strspn(c + 1, brief ? "# " : blank);
        while (end > c && strchr(blank, end[-1]))
            end--;
        if (brief && c == end)
            out.length = 0;
        else
            text_put(&out, !out.length ? "" : brief ? " " : "\n");
        text_plain(&out, c, (size_t)(end - c));
    }
    return out.length ? text_chars(&out) : NULL;
}

void ast_print(syntax a, bool blanks, struct text *out)
{
    const char *c = a->place.source->chars + a->place.offset;
    const char *end = c + a->place.length;
    bool gap = false;
    for (char last = '('; c < end; c++) {
        c += *c == '#' ? strcspn(c, "\n") : 0;
        if ((unsigned char)*c <= ' ') {
            gap = true;
            continue;
        }
        if (gap && (blanks || ((ascii_is_word(last) || last == '.') &&
                               (ascii_is_word(*c) || *c == '.'))))
            text_char(out, ' ');
        text_char(out, last = *c);
        gap = false;
    }
}

static void show(syntax, struct text *);

/* The children from `first` on, between brackets such as "[]", or without. */
static void show_list(syntax a, int first, const char *brackets,
                      struct text *out)
{
    text_add(out, brackets, *brackets != 0);
    for (int i = first; i < a->n; i++) {
        text_put(out, i > first ? ", " : "");
        show(a->child[i], out);
    }
    text_put(out, *brackets ? brackets + 1 : "");
}

/* A chain of operations; a comparison is a chain of one. */
static void show_chain(syntax a, struct text *out)
{
    int n;
    syntax const *chain = ast_chain(out->arena, a, &n);
    for (int i = 0; i < n; i++)
        text_char(out, '(');
    show(chain[0]->child[0], out);
    for (int i = 0; i < n; i++) {
        text_print(out, " %s ", chain[i]->name);
        show(chain[i]->child[1], out);
        text_char(out, ')');
    }
}

/* An expression; its depth is bounded by AST_DEPTH. */
static void show(syntax a, struct text *out)
{
    switch (a->kind) {
    case AST_OPTION:
        text_print(out, "%s = ", a->name);
        show(a->child[0], out);
        break;
    case AST_CALL:
        text_put(out, a->name);
        show_list(a, 0, "()", out);
        break;
    case AST_VECTOR:
        show_list(a, 0, "[]", out);
        break;
    case AST_NEGATE:
        text_char(out, '(');
        show_list(a, 0, "-)", out);
        break;
    case AST_TRANSPOSE:
        show(a->child[0], out);
        text_char(out, '\'');
        break;
    case AST_INDEX:
        show(a->child[0], out);
        show_list(a, 1, "[]", out);
        break;
    case AST_BINARY:
    case AST_COMPARE:
        show_chain(a, out);
        break;
    default: /* a number or a name */
        text_put(out, a->name);
    }
}

/* A table, each row in a line. */
static void show_table(syntax a, struct text *out)
{
    text_char(out, ' ');
    show(a->child[0], out);
    text_put(out, a->n > 2 ? " " : " = ");
    show(a->child[1], out);
    for (int i = 2; i < a->n; i++) {
        const bool begins = a->child[i]->kind == AST_ROW;
        text_put(out, i == 2 ? " {\n  " : begins ? "\n  " : ", ");
        if (begins && a->child[i]->child[0])
            show(a->child[i]->child[0], out);
        text_put(out, begins ? ": " : "");
        show(begins ? a->child[i]->child[1] : a->child[i], out);
    }
    text_put(out, a->n > 2 ? "\n}" : "");
}

static void show_event(syntax a, struct text *out)
{
    text_print(out, " %s when ", a->name);
    show(a->child[0], out);
    if (a->op)
        text_put(out, a->op == 'r' ? " rising" : " falling");
    for (int i = 2; i < a->n; i++) {
        const bool stops = a->child[i]->kind == AST_NAME;
        text_put(out, stops ? " " : i == 2 ? " then " : ", ");
        show(a->child[i], out);
    }
    if (a->child[1]) {
        text_put(out, " limit ");
        show(a->child[1], out);
    }
}

/* The part after the keyword of other statements. */
static void show_rest(syntax a, struct text *out)
{
    if (a->kind == AST_TORQUE || a->kind == AST_FORCE)
        text_put(out, a->op == 'b' ? " body" : " space");
    if (a->name)
        text_print(out, " %s", a->name);
    if (a->size) {
        text_char(out, '[');
        show(a->size, out);
        text_char(out, ']');
    }
    if (a->kind == AST_WHEEL || a->kind == AST_EXHAUST) {
        show_list(a, 0, "()", out);
    } else if (a->n) {
        text_put(out, a->name ? " = " : " ");
        show(a->child[0], out);
    }
    if (a->kind == AST_STATE) {
        text_put(out, " rate ");
        show(a->child[1], out);
    }
    for (int i = 1; i < a->n && a->kind == AST_SAMPLE; i++) {
        static const char *const before[] = {"", " every ", " offset ",
                                             " delay ", ": "};
        text_put(out, a->child[i] ? before[i] : "");
        if (a->child[i])
            show(a->child[i], out);
    }
    if (a->kind == AST_FREE) {
        text_put(out, " in ");
        show_list(a, 1, "[]", out);
    }
}

/* A statement, or a row of a tableau. */
static void show_statement(syntax a, struct text *out)
{
    if (a->kind == AST_ROW) {
        show(a->name ? a : a->child[0], out); /* the name, or c */
        text_put(out, " : ");
        show_list(a, 1, "", out);
    } else {
        text_put(out, ast_statement(a->kind)->word);
        (a->kind == AST_TABLE   ? show_table
         : a->kind == AST_EVENT ? show_event
                                : show_rest)(a, out);
    }
    if (a->note)
        text_print(out, "  # %s", a->note);
    text_char(out, '\n');
}

/* A tableau or a composition. */
static void show_published(syntax a, struct text *out)
{
    if (a->note)
        text_print(out, "# %s\n", a->note);
    text_print(out, "%s %s ", ast_statement(a->kind)->word, a->name);
    if (a->number)
        text_print(out, "order %g ", number_double(a->number));
    if (a->kind == AST_COMPOSITION) {
        text_put(out, "for symmetric order ");
        show(a->child[0], out);
        text_put(out, ": ");
        show_list(a, 1, "", out);
        text_char(out, '\n');
        return;
    }
    text_put(out, a->op == 'r' ? "rounded {\n" : "{\n");
    for (int i = 0; i < a->n; i++) {
        text_put(out, "  ");
        show_statement(a->child[i], out);
    }
    text_put(out, "}\n");
}

void ast_show(syntax a, struct text *out)
{
    if (a->kind < AST_BODY) {
        show(a, out);
        text_char(out, '\n');
        return;
    }
    if (a->note && a->kind == AST_FILE)
        text_print(out, "# %s\n", a->note);
    for (int i = 0; i < a->n && a->kind == AST_FILE; i++) {
        syntax s = a->child[i];
        bool is_published =
            s->kind == AST_TABLEAU || s->kind == AST_COMPOSITION;
        (is_published ? show_published : show_statement)(s, out);
    }
}
