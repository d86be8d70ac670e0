/* SPDX-License-Identifier: MIT
 *
 * The syntax tree of a .pol file: what was written and where, no meaning.
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
    AST_BINARY,    /* a op b; op one of + - * / ^, which is the name, too */
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
    AST_FREE, /* name, of a tableau; children: its start and its bounds */
    AST_ROW,  /* child 0: c, or NULL with name "b" / "bhat"; then entries. A
                 table has x, or NULL for the row of the second variable */
    AST_FILE  /* children are statements */
};

/* Does the statement declare something that is stored? */
#define AST_IS_STORED(kind) ((kind) == AST_WHEEL || (kind) == AST_STATE)

/* How trees and parts of them are spoken of. */
typedef const struct ast *syntax;

struct ast {
    enum ast_kind kind;
    char op;
    struct place place;      /* the whole construct */
    struct place name_place; /* the name in it */
    const char *name;        /* interned, case kept; the text of a number */
    const struct number *number;
    /* AST_FILE: the first comment line, if the text begins with one.
     * AST_TABLEAU, AST_COMPOSITION: the comment lines before it, the file's
     * first left out. Other statements: the comment that ends their last line.
     * Else NULL. */
    const char *note;
    int depth; /* levels of the expression, at most AST_DEPTH; the left
                  operand of AST_BINARY is on its own level */
    int n;
    struct ast *const *child;
    syntax size; /* u[3] of a declaration, or NULL */
};

/* Expressions are nested at most this deep, so that walks may recurse; but not
 * into the left operand of AST_BINARY: a + b - c is as long as one likes. */
enum { AST_DEPTH = 1000 };

/* Its next child of this kind behind another one, behind NULL the first; NULL:
 * there is none. */
syntax ast_next(syntax, enum ast_kind, syntax behind);

/* The kinds of statements.def, and AST_FREE. */
const struct ast_statement {
    const char *word, *example; /* or NULL */
    bool is_soft;               /* the word may be a name, too */
} * ast_statement(enum ast_kind);

/* An AST_BINARY and those that are its left operand, that of the left operand
 * and so on: n of them, the innermost first. */
syntax const *ast_chain(struct arena *, syntax, int *n);

/* Is it a text at all?  Else a message. */
bool lang_is_text(struct diags *, const struct source *);
/* Parses a text into the arena of its messages; NULL with messages. */
syntax lang_parse(struct names *, struct diags *, const struct source *);
/* Parses a text that messages call `path`: one call or name, as `--method` on
 * the command line takes it, or one expression, as `--set name=value` does. */
enum lang_part { LANG_CALL, LANG_VALUE };
syntax lang_parse_part(struct names *, struct diags *, enum lang_part,
                       const char *path, const char *text);
/* Does this word begin statements?  And may nothing be called so? */
bool lang_is_word(const char *word);
bool lang_is_reserved(const char *word);
/* What is meant by a name, such as that of a unit, or by the function of
 * another language that is called; NULL: nothing is known of it. */
const char *lang_hint(struct arena *, const char *word, bool is_call);
/* The lines of comment right before the place (blank lines between them do not
 * count), without `#`, joined by line ends; NULL without comment.  `brief`:
 * in one line those after an empty one, without the file's first. */
const char *ast_comment(struct arena *, struct place, bool brief);
/* Prints what was written, without comments: blanks are single ones, or only
 * where two words or numbers would run together. */
void ast_print(syntax, bool blanks, struct text *);
/* Prints the tree in a form people can diff. */
void ast_show(syntax, struct text *);
