/* SPDX-License-Identifier: MIT
 *
 * What the grammar's actions build nodes with; private to the stage.
 */
#ifndef POL_PARSE_H
#define POL_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/ast.h"
#include "lang/lexer.h"

/* Children on their way into a node. */
struct list {
    struct ast **items;
    int count, room;
};

/* [n] after a name that is declared; n is NULL without. */
struct size {
    const struct ast *n;
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
    size_t indent;          /* of the line in which it begins */
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

/* -- hint.c: what to write for words that other programs have -------------- */

/* For a word that is no statement; NULL: nothing is known of it. */
const char *hint_for_statement(const char *word);

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

#endif
