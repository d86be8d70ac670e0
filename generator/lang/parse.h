/* SPDX-License-Identifier: MIT
 *
 * Tokens of a .pol text, characters that are not tokens, and the functions that
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

enum { LEXER_TOLD = 32 };

struct lexer {
    const struct source *source;
    struct diags *diags;
    size_t at, begin;
    size_t looked_from, looked; /* up to the line's colon, or its end */
    size_t tail;      /* characters after a number that are not of it */
    size_t end;       /* of the last token */
    int last;         /* kind of the last token */
    bool in_block;    /* between the braces of a tableau */
    bool line_begins; /* with the token at hand */
    bool row_given;   /* the row that begins at `at` was announced */
    bool spoilt;      /* something was left out: the statement makes no sense */
    int brackets, parentheses; /* that are open */
    unsigned taken; /* keywords that were declared as names: bit by bit */

    unsigned told[LEXER_TOLD]; /* strange characters, each told once */
    int tells;
    int faults;      /* found so far, told or not */
    bool mute;       /* after a fault no message, but */
    unsigned sought; /* those of this kind */
    int found;       /* are counted */
};

struct lexer lexer_new(const struct source *, struct diags *);

/* The next token.  Characters that belong to none are reported and left out.
 * In a tableau's block a line that holds a colon is preceded by TOK_ROW, as
 * rows have no other mark between them.  Words from TOK_ORDER to TOK_SPACE are
 * names where the grammar does not take them. */
struct token lexer_next(struct lexer *);

/* Does this token begin a statement? */
static inline bool lexer_is_keyword(int kind)
{
    return kind >= TOK_BODY && kind <= TOK_COMPOSITION;
}

/* The word of a token that has one: "order". */
const char *lexer_word(int kind);

/* The kind of that statement. */
static inline enum ast_kind lexer_statement(int keyword)
{
    return (enum ast_kind)(keyword - TOK_BODY + AST_BODY);
}

#define STATEMENT(NAME, ...)                                                   \
    _Static_assert(TOK_##NAME - TOK_BODY == AST_##NAME - AST_BODY,             \
                   "grammar.y and statements.def have another order");
#include "lang/statements.def"
#undef STATEMENT

/* Is the next character a lone '='? */
bool lexer_assign_follows(const struct lexer *);

/* -- strange.c: what texts have and the language has not ------------------- */

/* What the lexer makes of one, below all tokens. */
enum {
    STRANGE_BLANK = -4,   /* it is left out */
    STRANGE_COMMENT = -3, /* so is the rest of the line */
    STRANGE_LETTER = -2,  /* a part of a name */
    STRANGE_SPOILS = -1   /* the statement cannot be read on */
};

struct strange {
    size_t length;    /* in bytes */
    unsigned key;     /* those with one key are reported once; 0: not strange */
    unsigned code;    /* the character; 0: several, or not UTF-8 */
    bool is_seen;     /* it shows */
    const char *name; /* "minus sign"; NULL: it goes by its looks */
    const char *hint; /* or NULL: */
    char ascii[12];   /* what to write; "": nothing is like it */
    int kind;         /* the token that is meant, or one of the above */
};

/* What begins with the first of these characters, which is no letter, digit or
 * blank of ASCII: it may be a sign of the language. */
struct strange strange_at(const char *chars, size_t length);

/* For a word that is no statement; NULL: nothing is known of it. */
const char *hint_for_statement(const char *word);

/* A hint for a word behind a number, or (without a length) behind a bracket: a
 * unit, or a product; `is_name` if the text declares it. */
void hint_behind_number(struct diags *, struct place number, struct place word,
                        bool is_name);

/* -- parse.c --------------------------------------------------------------- */

/* Children on their way into a node. */
struct list {
    struct ast **items;
    int count, room;
};

/* [n] after a name that is declared; n is NULL without. */
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
    struct token current;   /* the one being pushed */
    struct token previous;  /* that before it */
    struct ast *result;     /* of a call or a value */
    struct list statements; /* of a file */
    bool failed;            /* a syntax error in this statement */
    int faults;             /* of the lexer, before it */
    bool guessed;           /* its keyword was misspelt */
    bool deep;              /* its nesting was reported */
    size_t indent;          /* indentation of its first line */
    int begun;              /* the kind of its first token */
    /* The parser's states before the token at hand, for what was expected. */
    int *states;
    int depth;
};

/* Takes a statement that is complete. */
void parse_statement(struct parse *, struct ast *);
/* Reports a token that cannot stand here; once a statement. */
void parse_unexpected(struct parse *, struct token);
void parse_too_deep(struct parse *, struct place);

/* -- the generated parser -------------------------------------------------- */

enum { GRAMMAR_STACK = 2000 };
size_t grammar_size(void);
void grammar_Init(void *parser, struct parse *);
void grammar_(void *parser, int kind, struct token);
void grammar_Finalize(void *parser);
/* Writes the stack's states, bottom first; their number. */
int grammar_states(const void *parser, int *states);
/* Would a parser in these states take the token? */
bool grammar_accepts(const int *states, int n, int token);
