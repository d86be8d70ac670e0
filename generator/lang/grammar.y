/* SPDX-License-Identifier: MIT
 *
 * The language.  LALR(1) without conflicts: every statement begins with its
 * keyword, so lines need no end mark; actions only build nodes.
 */
%include {
#include "lang/parse.h"

#include <string.h>

#define NDEBUG 1 /* no trace, hence no global variable */
#include <assert.h>

/* The generated code fetches `parse` where it has no use for it. */
#pragma GCC diagnostic ignored "-Wunused-variable"
}

%name grammar_
%token_prefix TOK_
%token_type {struct token}
%default_type {struct ast *}
%extra_context {struct parse *parse}
%stack_size 2000 /* GRAMMAR_STACK */

%type parameters {struct list}
%type arguments {struct list}
%type expressions {struct list}
%type numbers {struct list}
%type rows {struct list}
%type rounded {bool}
%type size {struct size}

%nonassoc LT LE GT GE EQ NE.
%left PLUS MINUS.
%left STAR SLASH.
%right NEGATIVE.
%right POWER.
%left PRIME LBRACKET.

%syntax_error { parse_unexpected(parse, TOKEN); }
%stack_overflow { parse_too_deep(parse, parse->current.place); }

%start_symbol root

/* The driver pushes one of these first: what is to be read. */
root ::= START_FILE statements.
root ::= START_CALL shelf_name(A). { parse->result = A; }
root ::= START_VALUE expr(A). { parse->result = A; }

statements ::= .
statements ::= statements statement(S). { parse_statement(parse, S); }

statement(A) ::= BODY(K) NAME(N).
    { A = node_statement(parse, AST_BODY, K, &N, NULL); }
statement(A) ::= CONST(K) NAME(N) ASSIGN expr(E).
    { A = node_statement(parse, AST_CONST, K, &N, E); }
statement(A) ::= PARAM(K) NAME(N) size(S) ASSIGN expr(E).
    { A = node_sized(parse, AST_PARAM, K, N, S, E); }
statement(A) ::= INPUT(K) NAME(N) size(S).
    { A = node_sized(parse, AST_INPUT, K, N, S, NULL); }
statement(A) ::= INPUT(K) NAME(N) size(S) ASSIGN expr(E).
    { A = node_sized(parse, AST_INPUT, K, N, S, E); }
statement(A) ::= LET(K) NAME(N) ASSIGN expr(E).
    { A = node_statement(parse, AST_LET, K, &N, E); }
statement(A) ::= INERTIA(K) expr(E).
    { A = node_statement(parse, AST_INERTIA, K, NULL, E); }
statement(A) ::= TORQUE(K) BODY expr(E).
    { A = node_framed(parse, AST_TORQUE, K, 'b', E); }
statement(A) ::= TORQUE(K) SPACE expr(E).
    { A = node_framed(parse, AST_TORQUE, K, 's', E); }
statement(A) ::= MASS(K) expr(E).
    { A = node_statement(parse, AST_MASS, K, NULL, E); }
statement(A) ::= FORCE(K) BODY expr(E).
    { A = node_framed(parse, AST_FORCE, K, 'b', E); }
statement(A) ::= FORCE(K) SPACE expr(E).
    { A = node_framed(parse, AST_FORCE, K, 's', E); }
statement(A) ::= POTENTIAL(K) expr(E).
    { A = node_statement(parse, AST_POTENTIAL, K, NULL, E); }
statement(A) ::= KEEP(K) NAME(N) ASSIGN expr(E).
    { A = node_statement(parse, AST_KEEP, K, &N, E); }
statement(A) ::= ATTITUDE(K) shelf_name(E).
    { A = node_statement(parse, AST_ATTITUDE, K, NULL, E); }
statement(A) ::= SHOW(K) shelf_name(E).
    { A = node_statement(parse, AST_SHOW, K, NULL, E); }
statement(A) ::= MAP(K) shelf_name(E).
    { A = node_statement(parse, AST_MAP, K, NULL, E); }
statement(A) ::= METHOD(K) shelf_name(E).
    { A = node_statement(parse, AST_METHOD, K, NULL, E); }
statement(A) ::= START(K) NAME(N) ASSIGN expr(E).
    { A = node_statement(parse, AST_START, K, &N, E); }
statement(A) ::= STEP(K) expr(E).
    { A = node_statement(parse, AST_STEP, K, NULL, E); }
statement(A) ::= UNTIL(K) expr(E).
    { A = node_statement(parse, AST_UNTIL, K, NULL, E); }
statement(A) ::= AT(K) expr(E).
    { A = node_statement(parse, AST_AT, K, NULL, E); }
statement(A) ::= SEARCH(K) shelf_name(E).
    { A = node_statement(parse, AST_SEARCH, K, NULL, E); }
statement(A) ::= TABLEAU(K) NAME(N) ORDER NUMBER(O) rounded(D)
                 LBRACE rows(L) RBRACE(B).
    { A = node_tableau(parse, K, N, &O, D, L, B); }
statement(A) ::= TABLEAU(K) NAME(N) rounded(D) LBRACE rows(L) RBRACE(B).
    { A = node_tableau(parse, K, N, NULL, D, L, B); }
statement(A) ::= COMPOSITION(K) NAME(N) ORDER NUMBER(O) FOR SYMMETRIC ORDER
                 NUMBER(Q) COLON expressions(L).
    { A = node_composition(parse, K, N, &O, Q, L); }
statement(A) ::= COMPOSITION(K) NAME(N) FOR SYMMETRIC ORDER NUMBER(Q) COLON
                 expressions(L).
    { A = node_composition(parse, K, N, NULL, Q, L); }

size(A) ::= . { A = (struct size){0}; }
size(A) ::= LBRACKET expr(E) RBRACKET(B). { A = (struct size){E, B.place}; }

rounded(A) ::= . { A = false; }
rounded(A) ::= ROUNDED. { A = true; }

rows(A) ::= row(R). { A = list_add(parse, list_empty(), R); }
rows(A) ::= rows(L) row(R). { A = list_add(parse, L, R); }
row(A) ::= ROW expr(C) COLON(K). { A = node_row(parse, C, list_empty(), K); }
row(A) ::= ROW expr(C) COLON(K) expressions(L). { A = node_row(parse, C, L, K); }
row(A) ::= LET(K) NAME(N) ASSIGN expr(E).
    { A = node_statement(parse, AST_LET, K, &N, E); }
row(A) ::= FREE(K) NAME(N) ASSIGN expr(E) IN
           LBRACKET expr(L) COMMA expr(H) RBRACKET(R).
    { A = node_free(parse, K, N, E, L, H, R); }

/* What stands on the shelf is named, or called with options. */
shelf_name(A) ::= NAME(N). { A = node_name(parse, N); }
shelf_name(A) ::= call(C). { A = C; }

call(A) ::= NAME(N) LPAREN parameters(L) RPAREN(R).
    { A = node_list(parse, AST_CALL, &N, L, N.place, R.place); }
parameters(A) ::= . { A = list_empty(); }
parameters(A) ::= arguments(L). { A = L; }
arguments(A) ::= argument(E). { A = list_add(parse, list_empty(), E); }
arguments(A) ::= arguments(L) COMMA argument(E).
    { A = list_add(parse, L, E); }
argument(A) ::= expr(E). { A = E; }
argument(A) ::= TEXT(T). { A = node_name(parse, T); }
argument(A) ::= NAME(N) ASSIGN expr(E). { A = node_option(parse, N, E); }
argument(A) ::= NAME(N) ASSIGN numbers(L).
    { A = node_option(parse, N, node_numbers(parse, L)); }
/* One number is an expression; these are two or more. */
numbers(A) ::= NUMBER(N) NUMBER(M).
    { A = list_add(parse, list_empty(), node_number(parse, N));
      A = list_add(parse, A, node_number(parse, M)); }
numbers(A) ::= numbers(L) NUMBER(N).
    { A = list_add(parse, L, node_number(parse, N)); }

expr(A) ::= NUMBER(N). { A = node_number(parse, N); }
expr(A) ::= NAME(N). { A = node_name(parse, N); }
expr(A) ::= call(C). { A = C; }
expr(A) ::= LPAREN(L) expr(E) RPAREN(R). { A = node_widen(E, L, R); }
expr(A) ::= LBRACKET(L) expressions(E) RBRACKET(R).
    { A = node_list(parse, AST_VECTOR, NULL, E, L.place, R.place); }
expr(A) ::= expr(E) LBRACKET expressions(I) RBRACKET(R).
    { A = node_index(parse, E, I, R); }
expr(A) ::= expr(E) PRIME(Q).
    { A = node_unary(parse, AST_TRANSPOSE, E, place_join(E->place, Q.place)); }
expr(A) ::= MINUS(M) expr(E). [NEGATIVE]
    { A = node_unary(parse, AST_NEGATE, E, place_join(M.place, E->place)); }
expr(A) ::= expr(E) POWER expr(F).
    { A = node_binary(parse, AST_BINARY, '^', E, F); }
expr(A) ::= expr(E) STAR expr(F).
    { A = node_binary(parse, AST_BINARY, '*', E, F); }
expr(A) ::= expr(E) SLASH expr(F).
    { A = node_binary(parse, AST_BINARY, '/', E, F); }
expr(A) ::= expr(E) PLUS expr(F).
    { A = node_binary(parse, AST_BINARY, '+', E, F); }
expr(A) ::= expr(E) MINUS expr(F).
    { A = node_binary(parse, AST_BINARY, '-', E, F); }
expr(A) ::= expr(E) LT expr(F).
    { A = node_binary(parse, AST_COMPARE, '<', E, F); }
expr(A) ::= expr(E) LE expr(F).
    { A = node_binary(parse, AST_COMPARE, 'l', E, F); }
expr(A) ::= expr(E) GT expr(F).
    { A = node_binary(parse, AST_COMPARE, '>', E, F); }
expr(A) ::= expr(E) GE expr(F).
    { A = node_binary(parse, AST_COMPARE, 'g', E, F); }
expr(A) ::= expr(E) EQ expr(F).
    { A = node_binary(parse, AST_COMPARE, '=', E, F); }
expr(A) ::= expr(E) NE expr(F).
    { A = node_binary(parse, AST_COMPARE, 'n', E, F); }

expressions(A) ::= expr(E). { A = list_add(parse, list_empty(), E); }
expressions(A) ::= expressions(L) COMMA expr(E). { A = list_add(parse, L, E); }

%code {
_Static_assert(YYSTACKDEPTH == GRAMMAR_STACK, "the stack's two sizes differ");

size_t grammar_size(void)
{
    return sizeof(yyParser);
}

void grammar_open(void *parser, struct parse *parse)
{
    grammar_Init(parser, parse);
}

void grammar_push(void *parser, struct token token)
{
    grammar_(parser, token.kind, token);
}

void grammar_close(void *parser)
{
    grammar_Finalize(parser);
}

int grammar_states(const void *parser, int *states)
{
    const yyParser *p = parser;
    int n = 0;
    for (const yyStackEntry *e = p->yystack; e <= p->yytos; e++)
        states[n++] = e->stateno;
    return n;
}

/* A stored state above the shift states is the reduction itself. */
static YYACTIONTYPE action(YYACTIONTYPE state, int token)
{
    if (state > YY_MAX_SHIFT)
        return state;
    return yy_find_shift_action((YYCODETYPE)token, state);
}

/* Plays the parser on states alone: default reductions make a look at the
 * top state's actions not enough. */
bool grammar_accepts(const int *states, int n, int token)
{
    YYACTIONTYPE stack[GRAMMAR_STACK + 2];
    for (int i = 0; i < n; i++)
        stack[i] = (YYACTIONTYPE)states[i];
    for (int guard = 0; guard < 4 * GRAMMAR_STACK; guard++) {
        YYACTIONTYPE a = action(stack[n - 1], token);
        if (a <= YY_MAX_SHIFTREDUCE || a == YY_ACCEPT_ACTION)
            return true;
        if (a < YY_MIN_REDUCE)
            return false;
        unsigned rule = (unsigned)(a - YY_MIN_REDUCE);
        n += yyRuleInfoNRhs[rule];
        if (n < 1 || n > GRAMMAR_STACK)
            return false;
        stack[n] = yy_find_reduce_action(stack[n - 1], yyRuleInfoLhs[rule]);
        if (stack[n] == YY_ACCEPT_ACTION)
            return true;
        n++;
    }
    return false;
}
}
