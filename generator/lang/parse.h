/* SPDX-License-Identifier: MIT
 *
 * Tokens of a .pol text, characters that are not tokens, and functions that
 * build nodes for the grammar's actions; private to the stage.
 */
#pragma once

#include "lang/ast.h"
#include "lang/grammar.h"

/* `kind` is a TOK_ code of the grammar; 0 at the end of the text. */
struct token {
    int kind;
    struct place place;
};

enum { LEXER_REPORTED = 32 };

struct lexer {
    const struct source *source;
    struct diags *diags;
    size_t at, begin;
    size_t scanned_from, scanned; /* range scanned for a colon in the line */
    size_t tail;                  /* characters right after a number */
    size_t end;                   /* end of the last token */
    int last;                     /* kind of the last token */
    bool in_block;                /* between the braces of a tableau */
    bool line_begins;             /* the current token begins a line */
    bool row_given;               /* TOK_ROW was returned for the row at `at` */
    bool spoilt; /* text was skipped: the statement makes no sense */
    int brackets, parentheses; /* currently open */
    unsigned taken;            /* keywords declared as names, one bit each */

    unsigned reported[LEXER_REPORTED]; /* keys of strange characters reported */
    int reports;
    int faults;      /* found so far, reported or not */
    bool mute;       /* report nothing (after a fault), but count */
    unsigned sought; /* strange characters with this key */
    int found;       /* their count */
};

struct lexer lexer_new(const struct source *, struct diags *);

/* The next token.  Characters that belong to no token are reported and skipped.
 * In a block, TOK_ROW precedes a line that contains a colon, as rows have no
 * other separator.  Words from TOK_ORDER to TOK_SPACE are names where the
 * grammar does not accept the keyword. */
struct token lexer_next(struct lexer *);

/* True if the token begins a statement. */
static inline bool lexer_is_keyword(int kind)
{
    return kind >= TOK_BODY && kind <= TOK_COMPOSITION;
}

/* The word of a token that has one: "order". */
const char *lexer_word(int kind);

/* The kind of statement that the keyword begins. */
static inline enum ast_kind lexer_statement(int keyword)
{
    return (enum ast_kind)(keyword - TOK_BODY + AST_BODY);
}

#define STATEMENT(NAME, ...)                                                   \
    _Static_assert(TOK_##NAME - TOK_BODY == AST_##NAME - AST_BODY,             \
                   "grammar.y and statements.def have another order");
#include "lang/statements.def"
#undef STATEMENT

/* True if the next character is a single '='. */
bool lexer_assign_follows(const struct lexer *);

/* -- foreign.c: text that is not in the language --------------------------- */

/* What the lexer does with a strange character; below all tokens. */
enum {
    FOREIGN_BLANK = -4,   /* skip it */
    FOREIGN_COMMENT = -3, /* skip it and the rest of the line */
    FOREIGN_LETTER = -2,  /* take it as part of a name */
    FOREIGN_SPOILS = -1   /* give up the statement */
};

struct foreign {
    size_t length; /* in bytes */
    unsigned key;  /* equal keys are reported once; 0: not strange */
    unsigned code; /* the character; 0: several, or not UTF-8 */
    bool is_visible;
    const char *name; /* "minus sign"; NULL: shown as it is */
    const char *hint; /* or NULL, then: */
    char ascii[12];   /* what to write; "": no replacement */
    int kind;         /* the token that is meant, or one of the above */
};

/* Classifies the text at `chars`, which does not begin with an ASCII letter,
 * digit or blank.  It may be a sign of the language. */
struct foreign foreign_at(const char *chars, size_t length);

/* A hint for a word that is no statement, or NULL. */
const char *hint_for_statement(const char *word);

/* Adds a hint for a word after a number, or (length 0) after a bracket: a unit,
 * or a product; `is_name`: the text declares the word. */
void hint_behind_number(struct diags *, struct place number, struct place word,
                        bool is_name);

/* -- parse.c --------------------------------------------------------------- */

/* A list of children for a node. */
struct list {
    struct ast **items;
    int count, room;
};

/* [n] after a declared name; n is NULL without it. */
struct size {
    syntax n;
    struct place end;
};

struct parse {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    const struct source *source;
    struct lexer lexer;
    struct token current;   /* the token being pushed */
    struct token previous;  /* the token before it */
    struct ast *result;     /* result for a call or a value */
    struct list statements; /* statements of a file */
    bool failed;            /* a syntax error in this statement */
    int faults;             /* faults of the lexer before the statement */
    bool guessed;           /* the statement's keyword was misspelt */
    bool deep;              /* too deep nesting was reported */
    size_t indent;          /* indentation of the statement's first line */
    int begun;              /* kind of the statement's first token */
    /* The parser's states before the current token, to find expected tokens. */
    int *states;
    int depth;
};

/* Adds a complete statement. */
void parse_statement(struct parse *, struct ast *);
/* Reports an unexpected token; once per statement. */
void parse_unexpected(struct parse *, struct token);
void parse_too_deep(struct parse *, struct place);

/* -- the generated parser -------------------------------------------------- */

enum { GRAMMAR_STACK = 2000 };
size_t grammar_size(void);
void grammar_Init(void *parser, struct parse *);
void grammar_(void *parser, int kind, struct token);
void grammar_Finalize(void *parser);
/* Writes the states of the stack, bottom first; returns their number. */
int grammar_states(const void *parser, int *states);
/* True if a parser in these states accepts the token. */
bool grammar_accepts(const int *states, int n, int token);
