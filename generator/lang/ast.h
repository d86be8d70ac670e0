/* SPDX-License-Identifier: MIT
 *
 * The syntax tree of a .pol file: structure and places of the text, no meaning.
 *
 * In: the text of a file, or of a call.  Out: `struct ast`, or NULL with
 * messages.
 */
#pragma once

#include <stdbool.h>

#include "base/diag.h"

struct arena;
struct names;
struct number;
struct text;

enum ast_kind {
    /* expressions */
    AST_NUMBER,    /* number */
    AST_NAME,      /* name */
    AST_NEGATE,    /* -a */
    AST_BINARY,    /* a op b; op, also the name, is one of + - * / ^ */
    AST_COMPARE,   /* a op b; the name is one of < > <= >= == != */
    AST_TRANSPOSE, /* a' */
    AST_INDEX,     /* a[i] or a[i, j]; child 0 is a */
    AST_VECTOR,    /* [a, b, c]; a matrix is a vector of vectors */
    AST_CALL,      /* name(...); children are arguments and options */
    AST_OPTION,    /* name = value, only inside a call */
/* statements */
#define STATEMENT(NAME, ...) AST_##NAME,
#include "lang/statements.def"
#undef STATEMENT
    AST_FREE, /* name, in a tableau; children: start and bounds */
    AST_ROW,  /* child 0: c, or NULL with name "b" / "bhat"; then entries.  In a
                 table: x, or NULL for the row of the second variable */
    AST_FILE  /* children are statements */
};

/* True if the statement declares a part of the state. */
#define AST_IS_STORED(kind) ((kind) == AST_WHEEL || (kind) == AST_STATE)

/* Handle of a tree or a part of it. */
typedef const struct ast *syntax;

struct ast {
    enum ast_kind kind;
    char op;
    struct place place;      /* the whole construct */
    struct place name_place; /* the name in the construct */
    const char *name;        /* interned, case kept; the text of a number */
    const struct number *number;
    /* AST_FILE: the first comment line, if the text begins with one.
     * AST_TABLEAU, AST_COMPOSITION: the comment lines before it, except the
     * file's first.  Other statements: the comment at the end of their last
     * line.  Else NULL. */
    const char *note;
    int depth; /* levels of the expression, at most AST_DEPTH; the left
                  operand of AST_BINARY is on its own level */
    int n;
    struct ast *const *child;
    syntax size; /* u[3] of a declaration, or NULL */
};

/* Maximum depth of expressions, so that walks may recurse, but not into the
 * left operand of AST_BINARY: chains a + b - c may have any length. */
enum { AST_DEPTH = 1000 };

/* The next child of this kind after `after` (NULL: the first), or NULL. */
syntax ast_next(syntax, enum ast_kind, syntax after);

/* Properties of a kind of statement: one of statements.def, or AST_FREE. */
const struct ast_statement {
    const char *word, *example; /* or NULL */
    bool is_soft;               /* the word may be a name, too */
} * ast_statement(enum ast_kind);

/* An AST_BINARY, its left operand if that is one, the left operand of that and
 * so on: n nodes, the innermost first. */
syntax const *ast_chain(struct arena *, syntax, int *n);

/* True if the source is text; else false with a message. */
bool lang_is_text(struct diags *, const struct source *);
/* Parses a text into the arena of its messages; NULL with messages. */
syntax lang_parse(struct names *, struct diags *, const struct source *);
/* Parses a text that messages call `path`: one call or name, as `--method` on
 * the command line takes it, or one expression, as `--set name=value` does. */
enum lang_part { LANG_CALL, LANG_VALUE };
syntax lang_parse_part(struct names *, struct diags *, enum lang_part,
                       const char *path, const char *text);
/* lang_is_word: true if the word begins statements; lang_is_reserved: true if
 * it also cannot be a name. */
bool lang_is_word(const char *word);
bool lang_is_reserved(const char *word);
/* A hint for an unknown name, such as a unit's, or for a called function of
 * another language; NULL: no hint. */
const char *lang_hint(struct arena *, const char *word, bool is_call);
/* The comment lines right before the place (blank lines are ignored), without
 * `#`, joined by newlines; NULL without comment.  `brief`: on one line, those
 * after the last empty comment line, without the file's first line. */
const char *ast_comment(struct arena *, struct place, bool brief);
/* Prints the source text without comments.  `blanks`: blanks become single
 * ones; else only those between two words or numbers are kept. */
void ast_print(syntax, bool blanks, struct text *);
/* Prints the tree in a form people can diff. */
void ast_show(syntax, struct text *);
