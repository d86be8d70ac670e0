/* SPDX-License-Identifier: MIT
 *
 * The grammar.  LALR(1) without conflicts: every statement begins with its
 * keyword, so lines need no end mark; actions only build nodes.
 */
%include {
#include "lang/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "num/number.h"

#define NDEBUG 1 /* no trace, hence no global variable */
#include <assert.h>

/* The generated code defines `parse` even where it does not use it. */
#pragma GCC diagnostic ignored "-Wunused-variable"

static const struct list none;

static struct list add(struct parse *p, struct list l, struct ast *a)
{
    arena_push(p->arena, l.items, l.count, l.room, a);
    return l;
}

static struct list append(struct parse *p, struct list l, struct list rest)
{
    for (int i = 0; i < rest.count; i++)
        l = add(p, l, rest.items[i]);
    return l;
}

/* A list of the node, then the items of the list. */
static struct list join(struct parse *p, struct ast *a, struct list rest)
{
    return append(p, add(p, none, a), rest);
}

/* A node with these children, from `first` to `last`; the name may be NULL. */
static struct ast *node(struct parse *p, enum ast_kind kind, struct place first,
                        struct place last, const struct token *name,
                        struct list l)
{
    struct ast *a = arena_alloc(p->arena, sizeof *a);
    *a = (struct ast){.kind = kind, .n = l.count, .child = l.items};
    a->place = place_join(first, last);
    if (name) {
        const struct place n = a->name_place = name->place;
        a->name = name_of(p->names, n.source->chars + n.offset, n.length);
    }
    for (int i = 0; i < l.count; i++) {
        bool beside = kind == AST_BINARY && i == 0;
        int depth = l.items[i] ? l.items[i]->depth + !beside : 0;
        a->depth = depth > a->depth ? depth : a->depth;
    }
    if (a->depth >= AST_DEPTH)
        parse_too_deep(p, a->place);
    return a;
}

static struct ast *leaf(struct parse *p, enum ast_kind kind, struct token t)
{
    struct ast *a = node(p, kind, t.place, t.place, &t, none);
    if (kind == AST_NUMBER)
        a->number = number_decimal(p->arena, a->name, t.place.length);
    if (kind == AST_NUMBER && !a->number)
        diag_error(p->diags, t.place, "the number is out of range");
    return a;
}

static struct ast *binary(struct parse *p, struct token op, struct ast *e,
                          struct ast *f)
{
    bool compares = op.kind >= TOK_LT && op.kind <= TOK_NE;
    struct ast *a = node(p, compares ? AST_COMPARE : AST_BINARY, e->place,
                         f->place, &op, join(p, e, add(p, none, f)));
    a->op = *a->name;
    return a;
}

/* keyword name = child; name or child may be NULL. */
static struct ast *statement(struct parse *p, struct token keyword,
                             const struct token *name, struct ast *child)
{
    return node(p, lexer_statement(keyword.kind), keyword.place,
                child ? child->place : name->place, name,
                child ? add(p, none, child) : none);
}

static struct ast *option(struct parse *p, struct token name, struct ast *e)
{
    return node(p, AST_OPTION, name.place, e->place, &name, add(p, none, e));
}

/* The children: the guard; the limit, or NULL; the name `stop`, or
 * assignments. */
static struct ast *event(struct parse *p, struct token keyword,
                         struct token name, struct ast *when,
                         struct list outcome, struct ast *limit)
{
    const struct ast *last = limit           ? limit
                             : outcome.count ? outcome.items[outcome.count - 1]
                                             : when;
    return node(p, AST_EVENT, keyword.place, last->place, &name,
                join(p, when, join(p, limit, outcome)));
}

/* A tableau or a composition; order.kind 0: it claims no order. */
static struct ast *published(struct parse *p, struct token keyword,
                             struct token name, struct token order,
                             struct list l, struct place last)
{
    struct ast *a = node(p, lexer_statement(keyword.kind), keyword.place, last,
                         &name, l);
    if (order.kind)
        a->number = leaf(p, AST_NUMBER, order)->number;
    return a;
}

/* The children: the call `cd(x)`, how it is made, entries. */
static struct ast *table(struct parse *p, struct token keyword,
                         struct ast *call, struct ast *how, struct list entries,
                         struct place last)
{
    const struct token name = {TOK_NAME, call->name_place};
    return node(p, AST_TABLE, keyword.place, last, &name,
                join(p, call, join(p, how, entries)));
}

/* Rows of weights have a name in place of c. */
static struct ast *row(struct parse *p, struct ast *c, struct token colon,
                       struct list l)
{
    bool is_weights = c->kind == AST_NAME &&
                      (!strcmp(c->name, "b") || !strcmp(c->name, "bhat"));
    struct place last = l.count ? l.items[l.count - 1]->place : colon.place;
    const struct token name = {TOK_NAME, c->place};
    return node(p, AST_ROW, c->place, last, is_weights ? &name : NULL,
                join(p, is_weights ? NULL : c, l));
}
}

%name grammar_
%token_prefix TOK_
%token_type {struct token}
%default_type {struct ast *}
%extra_context {struct parse *parse}
%stack_size 2000 /* GRAMMAR_STACK */

/* Keywords that begin statements, in the order of AST_BODY and so on. */
%token BODY CONST PARAM INPUT TABLE LET WHEEL STATE SAMPLE GYRO INERTIA TORQUE MASS
       FORCE EXHAUST POTENTIAL KEEP ATTITUDE SHOW MAP METHOD START STEP UNTIL AT EVENT SEARCH
       TABLEAU COMPOSITION.
/* FREE begins one in a tableau.  All are names where no keyword is accepted. */
%token FREE ORDER FOR SYMMETRIC ROUNDED IN RATE WHEN RISING FALLING STOP THEN LIMIT
       EVERY OFFSET DELAY SPACE.

%type order {struct token}
%type parameters {struct list}
%type arguments {struct list}
%type expressions {struct list}
%type numbers {struct list}
%type rows {struct list}
%type knots {struct list}
%type entries {struct list}
%type listed {struct list}
%type rounded {bool}
%type size {struct size}
%type crossing {char}
%type outcome {struct list}
%type assignments {struct list}
%type limit {struct ast *}

%nonassoc LT LE GT GE EQ NE.
%left PLUS MINUS.
%left STAR SLASH.
%right NEGATIVE.
%right POWER.
%left PRIME LBRACKET.

%syntax_error { parse_unexpected(parse, TOKEN); }
%stack_overflow { parse_too_deep(parse, parse->current.place); }

%start_symbol root

/* The driver first pushes one of these, for the kind of text to read. */
root ::= START_FILE statements.
root ::= START_CALL shelf_name(A). { parse->result = A; }
root ::= START_VALUE expr(A). { parse->result = A; }

statements ::= .
statements ::= statements statement(S). { parse_statement(parse, S); }

statement(A) ::= BODY(K) NAME(N). { A = statement(parse, K, &N, NULL); }
statement(A) ::= CONST|LET|KEEP|START(K) NAME(N) ASSIGN expr(E).
    { A = statement(parse, K, &N, E); }
statement(A) ::= PARAM(K) NAME(N) size(S) ASSIGN expr(E).
    { A = statement(parse, K, &N, E); A->size = S.n; }
statement(A) ::= INPUT(K) NAME(N) size(S) signal(E).
    { A = statement(parse, K, &N, E); A->size = S.n;
      A->place = place_join(A->place, E ? E->place : S.end); }
statement(A) ::= TABLE(K) call(C) ASSIGN call(F).
    { A = table(parse, K, C, F, none, F->place); }
statement(A) ::= TABLE(K) call(C) shelf_name(F) LBRACE knots(L) RBRACE(B).
    { A = table(parse, K, C, F, L, B.place); }
statement(A) ::= WHEEL(K) call(C).
    { A = C; A->kind = lexer_statement(K.kind); A->place = place_join(K.place, A->place); }
statement(A) ::= EXHAUST(K) LPAREN parameters(L) RPAREN(R).
    { A = node(parse, AST_EXHAUST, K.place, R.place, NULL, L); }
statement(A) ::= STATE(K) NAME(N) size(S) ASSIGN expr(E) RATE expr(F).
    { A = node(parse, AST_STATE, K.place, F->place, &N,
               join(parse, E, add(parse, none, F))); A->size = S.n; }
statement(A) ::= SAMPLE(K) NAME(N) size(S) ASSIGN expr(E) EVERY expr(T) offset(O)
                 delay(D) COLON expr(F).
    { A = node(parse, AST_SAMPLE, K.place, F->place, &N,
               join(parse, E, join(parse, T, join(parse, O, join(parse, D, add(parse, none, F))))));
      A->size = S.n; }
statement(A) ::= EVENT(K) NAME(N) WHEN expr(E) crossing(D) outcome(O) limit(L).
    { A = event(parse, K, N, E, O, L); A->op = D; }
statement(A) ::= GYRO|INERTIA|MASS|POTENTIAL|STEP|UNTIL|AT(K) expr(E).
    { A = statement(parse, K, NULL, E); }
statement(A) ::= TORQUE|FORCE(K) BODY|SPACE(F) expr(E).
    { A = statement(parse, K, NULL, E);
      A->op = F.kind == TOK_BODY ? 'b' : 's'; }
statement(A) ::= ATTITUDE|SHOW|MAP|METHOD|SEARCH(K) shelf_name(E).
    { A = statement(parse, K, NULL, E); }
statement(A) ::= TABLEAU(K) NAME(N) order(O) rounded(D)
                 LBRACE rows(L) RBRACE(B).
    { A = published(parse, K, N, O, L, B.place); A->op = D ? 'r' : '\0'; }
statement(A) ::= COMPOSITION(K) NAME(N) order(O) FOR SYMMETRIC ORDER NUMBER(Q)
                 COLON expressions(L).
    { A = published(parse, K, N, O, join(parse, leaf(parse, AST_NUMBER, Q), L),
                    L.items[L.count - 1]->place); }

crossing(A) ::= . { A = '\0'; }
crossing(A) ::= RISING. { A = 'r'; }
crossing(A) ::= FALLING. { A = 'f'; }
outcome(A) ::= . { A = none; }
outcome(A) ::= STOP(K). { A = add(parse, none, leaf(parse, AST_NAME, K)); }
outcome(A) ::= THEN assignments(L). { A = L; }
assignments(A) ::= NAME(N) ASSIGN expr(E). { A = add(parse, none, option(parse, N, E)); }
assignments(A) ::= assignments(L) COMMA NAME(N) ASSIGN expr(E).
    { A = add(parse, L, option(parse, N, E)); }
limit(A) ::= . { A = NULL; }
limit(A) ::= LIMIT expr(E). { A = E; }

offset(A) ::= . { A = NULL; }
offset(A) ::= OFFSET expr(E). { A = E; }
delay(A) ::= . { A = NULL; }
delay(A) ::= DELAY expr(E). { A = E; }

size(A) ::= . { A = (struct size){0}; }
size(A) ::= LBRACKET expr(E) RBRACKET(B). { A = (struct size){E, B.place}; }

signal(A) ::= . { A = NULL; }
signal(A) ::= ASSIGN expr(E). { A = E; }

order(A) ::= . { A = (struct token){0}; }
order(A) ::= ORDER NUMBER(O). { A = O; }

rounded(A) ::= . { A = false; }
rounded(A) ::= ROUNDED. { A = true; }

rows(A) ::= row(R). { A = add(parse, none, R); }
rows(A) ::= rows(L) row(R). { A = add(parse, L, R); }
row(A) ::= ROW expr(C) COLON(K). { A = row(parse, C, K, none); }
row(A) ::= ROW expr(C) COLON(K) expressions(L). { A = row(parse, C, K, L); }
row(A) ::= LET(K) NAME(N) ASSIGN expr(E). { A = statement(parse, K, &N, E); }
row(A) ::= FREE(K) NAME(N) ASSIGN expr(E) IN
           LBRACKET expr(L) COMMA expr(H) RBRACKET(R).
    { A = node(parse, AST_FREE, K.place, R.place, &N,
               join(parse, E, join(parse, L, add(parse, none, H)))); }

/* Rows of a table, `x: y`, in one line or several; a value without a colon
 * belongs to the row before it. */
knots(A) ::= ROW listed(L). { A = L; }
knots(A) ::= knots(K) ROW listed(L). { A = append(parse, K, L); }
listed(A) ::= entries(L). { A = L; }
listed(A) ::= entries(L) COMMA. { A = L; }
entries(A) ::= entry(E). { A = add(parse, none, E); }
entries(A) ::= entries(L) COMMA entry(E). { A = add(parse, L, E); }
entry(A) ::= expr(E). { A = E; }
entry(A) ::= expr(E) COLON(K) expr(F). { A = row(parse, E, K, add(parse, none, F)); }
entry(A) ::= COLON(K) expr(F).
    { A = node(parse, AST_ROW, K.place, F->place, NULL,
               join(parse, NULL, add(parse, none, F))); }

/* A file of the shelf is named, or called with options. */
shelf_name(A) ::= NAME(N). { A = leaf(parse, AST_NAME, N); }
shelf_name(A) ::= call(C). { A = C; }

call(A) ::= NAME(N) LPAREN parameters(L) RPAREN(R).
    { A = node(parse, AST_CALL, N.place, R.place, &N, L); }
parameters(A) ::= . { A = none; }
parameters(A) ::= arguments(L). { A = L; }
arguments(A) ::= argument(E). { A = add(parse, none, E); }
arguments(A) ::= arguments(L) COMMA argument(E). { A = add(parse, L, E); }
argument(A) ::= expr(E). { A = E; }
argument(A) ::= TEXT(T). { A = leaf(parse, AST_NAME, T); }
argument(A) ::= NAME(N) ASSIGN expr(E). { A = option(parse, N, E); }
argument(A) ::= NAME(N) ASSIGN numbers(L).
    { A = option(parse, N, node(parse, AST_VECTOR, L.items[0]->place,
                                L.items[L.count - 1]->place, NULL, L)); }
/* Two or more numbers; a single one is an expression. */
numbers(A) ::= NUMBER(N) NUMBER(M).
    { A = add(parse, none, leaf(parse, AST_NUMBER, N));
      A = add(parse, A, leaf(parse, AST_NUMBER, M)); }
numbers(A) ::= numbers(L) NUMBER(N).
    { A = add(parse, L, leaf(parse, AST_NUMBER, N)); }

expr(A) ::= NUMBER(N). { A = leaf(parse, AST_NUMBER, N); }
expr(A) ::= NAME(N). { A = leaf(parse, AST_NAME, N); }
expr(A) ::= call(C). { A = C; }
expr(A) ::= LPAREN(L) expr(E) RPAREN(R).
    { A = E; A->place = place_join(L.place, R.place); }
expr(A) ::= LBRACKET(L) expressions(E) RBRACKET(R).
    { A = node(parse, AST_VECTOR, L.place, R.place, NULL, E); }
expr(A) ::= expr(E) LBRACKET expressions(I) RBRACKET(R).
    { A = node(parse, AST_INDEX, E->place, R.place, NULL, join(parse, E, I)); }
expr(A) ::= expr(E) PRIME(Q).
    { A = node(parse, AST_TRANSPOSE, E->place, Q.place, NULL,
               add(parse, none, E)); }
expr(A) ::= MINUS(M) expr(E). [NEGATIVE]
    { A = node(parse, AST_NEGATE, M.place, E->place, NULL,
               add(parse, none, E)); }
expr(A) ::= expr(E) POWER(O) expr(F). { A = binary(parse, O, E, F); }
expr(A) ::= expr(E) STAR|SLASH(O) expr(F). { A = binary(parse, O, E, F); }
expr(A) ::= expr(E) PLUS|MINUS(O) expr(F). { A = binary(parse, O, E, F); }
expr(A) ::= expr(E) LT|LE|GT|GE|EQ|NE(O) expr(F).
    { A = binary(parse, O, E, F); }

expressions(A) ::= expr(E). { A = add(parse, none, E); }
expressions(A) ::= expressions(L) COMMA expr(E). { A = add(parse, L, E); }

%code {
_Static_assert(YYSTACKDEPTH == GRAMMAR_STACK, "the stack's two sizes differ");

size_t grammar_size(void)
{
    return sizeof(yyParser);
}

int grammar_states(const void *parser, int *states)
{
    const yyParser *p = parser;
    int n = 0;
    for (const yyStackEntry *e = p->yystack; e <= p->yytos; e++)
        states[n++] = e->stateno;
    return n;
}

/* Simulates the parser on states only: because of default reductions, the
 * actions of the top state are not enough. */
bool grammar_accepts(const int *states, int n, int token)
{
    YYACTIONTYPE stack[GRAMMAR_STACK + 2];
    for (int i = 0; i < n; i++)
        stack[i] = (YYACTIONTYPE)states[i];
    for (int guard = 0; guard < 4 * GRAMMAR_STACK; guard++) {
        YYACTIONTYPE a =
            yy_find_shift_action((YYCODETYPE)token, stack[n - 1]);
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
