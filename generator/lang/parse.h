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

struct ast *node_number(struct parse *, struct token);
struct ast *node_name(struct parse *, struct token);
struct ast *node_unary(struct parse *, enum ast_kind, struct ast *,
                       struct place whole);
struct ast *node_binary(struct parse *, enum ast_kind, char op, struct ast *,
                        struct ast *);
/* With a list of children, from `first` to `last`; name may be empty. */
struct ast *node_list(struct parse *, enum ast_kind, const struct token *name,
                      struct list, struct place first, struct place last);
/* keyword name = child; name and child may be NULL. */
struct ast *node_statement(struct parse *, enum ast_kind, struct token keyword,
                           const struct token *name, struct ast *child);
/* keyword name[size] = child; child may be NULL. */
struct ast *node_sized(struct parse *, enum ast_kind, struct token keyword,
                       struct token name, struct size, struct ast *child);
struct ast *node_option(struct parse *, struct token name, struct ast *);
struct ast *node_index(struct parse *, struct ast *, struct list, struct token);
/* What is given in a frame, 'b' or 's': a torque or a force. */
struct ast *node_framed(struct parse *, enum ast_kind, struct token keyword,
                        char frame, struct ast *);
struct ast *node_tableau(struct parse *, struct token keyword,
                         struct token name, const struct token *order,
                         bool rounded, struct list rows, struct token brace);
/* free name = start in [low, high] */
struct ast *node_free(struct parse *, struct token keyword, struct token name,
                      struct ast *start, struct ast *low, struct ast *high,
                      struct token bracket);
struct ast *node_composition(struct parse *, struct token keyword,
                             struct token name, const struct token *order,
                             struct token base, struct list entries);
/* `1 2 3` among options: the vector of these. */
struct ast *node_numbers(struct parse *, struct list);
struct ast *node_row(struct parse *, struct ast *c, struct list entries,
                     struct token colon);
/* Parentheses belong to the place of what they hold. */
struct ast *node_widen(struct ast *, struct token left, struct token right);

struct list list_empty(void);
struct list list_add(struct parse *, struct list, struct ast *);

/* Takes a statement that is complete. */
void parse_statement(struct parse *, struct ast *);
/* Reports a token that cannot stand here; once a statement. */
void parse_unexpected(struct parse *, struct token);
void parse_too_deep(struct parse *, struct place);

/* Of the generated parser. */
enum { GRAMMAR_STACK = 2000 };
size_t grammar_size(void);
void grammar_open(void *parser, struct parse *);
void grammar_push(void *parser, struct token);
void grammar_close(void *parser);
/* Writes the stack's states, bottom first; their number. */
int grammar_states(const void *parser, int *states);
/* Would a parser in these states take the token? */
bool grammar_accepts(const int *states, int n, int token);

#endif
