/* SPDX-License-Identifier: MIT
 *
 * Runs the generated parser over a text.  After a syntax error it starts anew
 * at the next keyword, so that one run shows the errors of all statements.
 */
#include "lang/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/name.h"
#include "base/text.h"
#include "lang/grammar.h"
#include "lang/hint.h"

/* Tokens that a message names by themselves; the others are summed up. */
static const struct {
    int kind;
    const char *words;
} single[] = {
    {TOK_RPAREN, "')'"},
    {TOK_RBRACKET, "']'"},
    {TOK_COMMA, "','"},
    {TOK_ASSIGN, "'='"},
    {TOK_COLON, "':'"},
    {TOK_LBRACE, "'{'"},
    {TOK_RBRACE, "'}'"},
    {TOK_ORDER, "'order'"},
    {TOK_SPACE, "'space'"},
    {TOK_FOR, "'for'"},
    {TOK_SYMMETRIC, "'symmetric'"},
    {TOK_ROUNDED, "'rounded'"},
    {TOK_IN, "'in'"},
    {TOK_ROW, "a row `c : a, a, ...`"},
};

static bool accepts(const struct parse *p, int token)
{
    return grammar_accepts(p->states, p->depth, token);
}

/* A tableau's block has `let` as well. */
static bool accepts_statement(const struct parse *p)
{
    return accepts(p, TOK_STEP);
}

/* The phrases for what could stand here; their number. */
static int expected(const struct parse *p, const char **phrase)
{
    bool value = accepts(p, TOK_LPAREN) && accepts(p, TOK_NUMBER);
    bool is_operator = accepts(p, TOK_PLUS);
    bool statement = accepts_statement(p);
    int n = 0;
    if (value)
        phrase[n++] = "a value";
    else if (accepts(p, TOK_NUMBER))
        phrase[n++] = "a number";
    else if (accepts(p, TOK_NAME))
        phrase[n++] = "a name";
    else if (accepts(p, TOK_LPAREN) && !is_operator)
        phrase[n++] = "'('";
    if (accepts(p, TOK_BODY) && !statement)
        phrase[n++] = "'body'";
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (accepts(p, single[i].kind))
            phrase[n++] = single[i].words;
    if (accepts(p, TOK_FREE)) {
        phrase[n++] = "'let'";
        phrase[n++] = "'free'";
    }
    if (!value && !is_operator && accepts(p, TOK_LBRACKET))
        phrase[n++] = "'['";
    if (is_operator)
        phrase[n++] = "an operator";
    if (statement)
        phrase[n++] = "a statement";
    else if (accepts(p, 0))
        phrase[n++] = "the end";
    return n;
}

static const char *expected_text(struct parse *p)
{
    const char *phrase[24];
    int n = expected(p, phrase);
    struct text t = text_new(p->arena);
    for (int i = 0; i < n; i++)
        text_print(&t, "%s%s",
                   i == 0       ? ""
                   : i == n - 1 ? " or "
                                : ", ",
                   phrase[i]);
    return text_chars(&t);
}

static bool same_line(const struct parse *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (p->source->chars[i] == '\n')
            return false;
    return true;
}

/* Where the token before this one ended. */
static size_t gap_start(const struct parse *p, struct place at)
{
    size_t i = at.offset;
    while (i > 0 && strchr(" \t\r\n", p->source->chars[i - 1]))
        i--;
    return i;
}

/* The blanks before the token. */
static size_t indent_of(const struct parse *p, struct token t)
{
    size_t i = t.place.offset;
    while (i > 0 && strchr(" \t", p->source->chars[i - 1]))
        i--;
    return t.place.offset - i;
}

static bool begins_line(const struct parse *p, struct token t)
{
    size_t i = t.place.offset - indent_of(p, t);
    return i == 0 || p->source->chars[i - 1] == '\n';
}

/* On the line of the token before it? */
static bool is_in_line(const struct parse *p, struct token t)
{
    return same_line(p, gap_start(p, t.place), t.place.offset);
}

/* Was a keyword written where a name or a value must stand? */
static bool is_misused(const struct parse *p, struct token t)
{
    return lexer_is_keyword(t.kind) && accepts(p, TOK_NAME) && is_in_line(p, t);
}

static bool is_declared(const struct parse *p, const char *name)
{
    for (int i = 0; i < p->statements.count; i++)
        if (p->statements.items[i]->name == name)
            return true;
    return false;
}

/* The keyword that a word is a misspelling of; NULL: of none.  Behind none of
 * them stands '='. */
static const char *meant_keyword(const struct parse *p, const char *word)
{
    return hint_for_statement(word) || lexer_assign_follows(&p->lexer)
               ? NULL
               : lexer_nearest_keyword(word);
}

/* What to write for a word at which a statement would have to begin. */
static const char *hint_statement(struct parse *p, const char *word)
{
    const char *known = hint_for_statement(word),
               *near = meant_keyword(p, word);
    if (known)
        return known;
    if (near)
        return text_format(p->arena, "did you mean '%s'?", near);
    return lexer_assign_follows(&p->lexer)
               ? "a name is declared by `const`, `param` or `let`"
               : NULL;
}

/* "0,5", or with `again` "1,0,0". */
static bool is_decimal_comma(const struct parse *p, struct token t, bool again)
{
    size_t end = t.place.offset + t.place.length, last = end;
    while (last < p->source->length && ascii_is_digit(p->source->chars[last]))
        last++;
    if (again != (p->source->chars[last] == ','))
        return false;
    return t.kind == TOK_COMMA && p->previous.kind == TOK_NUMBER &&
           end < p->source->length && ascii_is_digit(p->source->chars[end]) &&
           gap_start(p, t.place) + 1 == end;
}

/* Behind a value stands another one. */
static bool is_product(const struct parse *p, struct token t)
{
    return accepts(p, TOK_PLUS) && is_in_line(p, t) &&
           (t.kind == TOK_NAME || t.kind == TOK_NUMBER || t.kind == TOK_LPAREN);
}

static bool is_behind_value(const struct parse *p)
{
    int kind = p->previous.kind;
    return kind == TOK_NUMBER || kind == TOK_RBRACKET || kind == TOK_RPAREN;
}

/* Without a length if something else stands there. */
static struct place number_before(const struct parse *p)
{
    struct place before = p->previous.place;
    before.length = p->previous.kind == TOK_NUMBER ? before.length : 0;
    return before;
}

static bool wants_frame(const struct parse *p)
{
    return p->previous.kind == TOK_TORQUE || p->previous.kind == TOK_FORCE;
}

/* 'word', as quotes stand in other languages. */
static bool is_quoted(const struct parse *p, struct token t)
{
    const char *c = p->source->chars + t.place.offset + 1;
    size_t n = 0;
    while (ascii_is_word(c[n]))
        n++;
    return n > 0 && c[n] == '\'';
}

static void hint(struct parse *p, struct token t, const char *word)
{
    if (is_misused(p, t))
        diag_hint(p->diags, "'%s' is a word of the language, not a name", word);
    else if (wants_frame(p))
        diag_hint(p->diags,
                  "`%s body v` is in body coordinates, `%s space v` in those "
                  "of space",
                  p->previous.kind == TOK_TORQUE ? "torque" : "force",
                  p->previous.kind == TOK_TORQUE ? "torque" : "force");
    else if (t.kind == TOK_ASSIGN && accepts(p, TOK_PLUS))
        diag_hint(p->diags, "equality is written '=='");
    else if (is_decimal_comma(p, t, false))
        diag_hint(p->diags, "decimals have a point");
    else if (is_decimal_comma(p, t, true))
        diag_hint(p->diags, "vectors stand in brackets: [1, 0, 0]");
    else if (p->begun == TOK_TABLEAU && !strcmp(word, "free") &&
             accepts(p, TOK_FREE))
        diag_hint(p->diags, "it stands on a line of its own");
    else if (is_product(p, t) && t.kind == TOK_NAME && is_behind_value(p))
        hint_behind_number(p->diags, number_before(p), t.place,
                           is_declared(p, word));
    else if (is_product(p, t) && t.kind == TOK_NUMBER && p->lexer.brackets > 0)
        diag_hint(p->diags, "entries stand between commas, as in [1, 2, 3]");
    else if (is_product(p, t))
        diag_hint(p->diags, "a product needs '*'%s",
                  p->previous.kind == TOK_NAME
                      ? ", a function's argument parentheses"
                      : "");
    else if (t.kind == TOK_PRIME && is_quoted(p, t))
        diag_hint(p->diags, "names stand without quotes");
}

static void report_unexpected(struct parse *p, struct token t)
{
    const char *wanted = expected_text(p);
    int n = (int)(t.place.length < 60 ? t.place.length : 60);
    const char *chars = p->source->chars + t.place.offset;
    if (t.kind == 0)
        diag_error(p->diags, t.place, "unexpected end of the text, expected %s",
                   wanted);
    else if (t.kind == TOK_ROW)
        diag_error(p->diags, t.place, "unexpected new row, expected %s",
                   wanted);
    else
        diag_error(p->diags, t.place, "unexpected '%.*s', expected %s", n,
                   chars, wanted);
}

/* The `let` of a tableau's block begins no statement. */
static bool begins_statement(const struct parse *p, struct token t)
{
    return lexer_is_keyword(t.kind) &&
           !(t.kind == TOK_LET && p->begun == TOK_TABLEAU);
}

/* After a fault: a keyword, or a word that is meant for one, at the start of a
 * line.  Words that are indented belong to the statement before them. */
static bool may_go_on_at(const struct parse *p, struct token t)
{
    if (!begins_line(p, t))
        return false;
    bool is_indented = indent_of(p, t) > p->indent;
    bool in_tableau = p->begun == TOK_TABLEAU;
    return begins_statement(p, t)
               ? !in_tableau || !is_indented
               : t.kind == TOK_NAME && !in_tableau && !is_indented;
}

void parse_unexpected(struct parse *p, struct token t)
{
    if (p->failed)
        return;
    p->failed = true;
    if (p->lexer.faults > p->faults || (p->guessed && !may_go_on_at(p, t)))
        return; /* it follows from what was told of the statement */
    const char *word =
        name_of(p->names, p->source->chars + t.place.offset, t.place.length);
    const char *known = NULL;
    if (t.kind == TOK_NAME && accepts_statement(p) && begins_line(p, t))
        known = hint_statement(p, word);
    if (known) {
        diag_error(p->diags, t.place, "unknown statement '%.60s'", word);
        diag_hint(p->diags, "%s", known);
        return;
    }
    report_unexpected(p, t);
    if (t.kind > 0 && t.kind != TOK_ROW)
        hint(p, t, word);
}

void parse_too_deep(struct parse *p, struct place place)
{
    p->failed = true;
    if (p->deep)
        return;
    p->deep = true;
    diag_error(p->diags, place, "the expression is nested too deeply");
    diag_hint(p->diags, "give parts of it names by `let`");
}

/* The comment that begins at `at`, blanks before it left out, or NULL. */
static const char *comment_at(struct parse *p, size_t at)
{
    const char *chars = p->source->chars;
    size_t end = p->source->length;
    while (at < end && (chars[at] == ' ' || chars[at] == '\t'))
        at++;
    if (at >= end || chars[at] != '#')
        return NULL;
    while (at < end && (chars[at] == '#' || chars[at] == ' '))
        at++;
    size_t last = at;
    while (last < end && chars[last] != '\n')
        last++;
    while (last > at && strchr(" \t\r", chars[last - 1]))
        last--;
    struct text plain = text_new(p->arena);
    text_plain(&plain, chars + at, last - at);
    return last > at ? name_of_text(p->names, text_chars(&plain)) : NULL;
}

/* The start of the line before the one that begins at `start`. */
static size_t line_before(const struct parse *p, size_t start)
{
    size_t i = start - 1;
    while (i > 0 && p->source->chars[i - 1] != '\n')
        i--;
    return i;
}

static bool is_blank_line(const struct parse *p, size_t start)
{
    const char *c = p->source->chars + start;
    while (*c == ' ' || *c == '\t' || *c == '\r')
        c++;
    return *c == '\n';
}

/* The comment lines before a tableau or composition say where it is from. */
static const char *comments_before(struct parse *p, size_t at)
{
    while (at > 0 && p->source->chars[at - 1] != '\n')
        at--;
    size_t first = at;
    while (first > 0) {
        size_t line = line_before(p, first);
        if (!is_blank_line(p, line) && !comment_at(p, line))
            break;
        first = line;
    }
    struct text t = text_new(p->arena);
    for (size_t i = first; i < at; i++)
        if (i > 0 && p->source->chars[i - 1] == '\n') {
            const char *line = comment_at(p, i);
            if (line)
                text_print(&t, "%s%s", t.length ? " " : "", line);
        }
    return t.length ? text_chars(&t) : NULL;
}

/* A statement begins with this token, the last that was read. */
static void begin(struct parse *p, struct token t)
{
    p->begun = t.kind;
    if (begins_line(p, t)) /* else the line is that of the one before */
        p->indent = indent_of(p, t);
}

void parse_statement(struct parse *p, struct ast *s)
{
    size_t end = s->place.offset + s->place.length;
    bool is_published = s->kind == AST_TABLEAU || s->kind == AST_COMPOSITION;
    s->note =
        is_published ? comments_before(p, s->place.offset) : comment_at(p, end);
    p->statements = list_add(p, p->statements, s);
    p->deep = p->guessed = false;
    bool is_last = p->current.place.offset < end;
    p->begun = 0;
    /* The parser may complete a statement before it finds what is wrong. */
    if (is_last || lexer_is_keyword(p->current.kind))
        p->faults = p->lexer.faults;
    if (!is_last)
        begin(p, p->current);
}

static void open(struct parse *p, void *parser, int start)
{
    grammar_open(parser, p);
    p->failed = p->deep = false;
    p->faults = p->lexer.faults;
    p->begun = 0;
    grammar_push(parser, (struct token){start, {0}});
}

static void push(struct parse *p, void *parser, struct token t)
{
    p->previous = p->current;
    p->current = t;
    if (!p->begun)
        begin(p, t);
    p->depth = grammar_states(parser, p->states);
    grammar_push(parser, t);
}

/* The token at which reading goes on: what stands in the same line belongs to
 * the fault, and nothing more is told of it.  A misspelt keyword, which was
 * told, is read as what it is near to: what does not fit that follows from it.
 */
static struct token go_on(struct parse *p, struct token t)
{
    bool told = t.place.offset == p->current.place.offset;
    p->guessed = false;
    if (told && t.kind == TOK_NAME && begins_line(p, t) &&
        p->begun != TOK_TABLEAU) {
        const char *near = meant_keyword(
            p, name_of(p->names, p->source->chars + t.place.offset,
                       t.place.length));
        t = near ? lexer_mend(&p->lexer, t, near) : lexer_skip(&p->lexer);
        p->guessed = near != NULL;
    }
    while (t.kind && !may_go_on_at(p, t)) {
        if (t.kind == TOK_RBRACE)
            p->begun = 0;
        t = lexer_skip(&p->lexer);
    }
    p->lexer.spoilt = false;
    return t;
}

/* The next token; what was left out before it may be a part of the statement
 * without which the rest makes no sense. */
static struct token next(struct parse *p)
{
    struct token t = lexer_next(&p->lexer);
    p->failed |= p->lexer.spoilt;
    return t;
}

static void run(struct parse *p, int start)
{
    void *parser = arena_alloc(p->arena, grammar_size());
    p->states = arena_array(p->arena, GRAMMAR_STACK + 1, sizeof *p->states);
    open(p, parser, start);
    struct token t = next(p);
    for (;;) {
        if (!p->failed)
            push(p, parser, t);
        if (p->failed && start != TOK_START_FILE)
            break;
        if (p->failed && t.kind) {
            t = go_on(p, t);
            grammar_close(parser);
            open(p, parser, start);
            continue;
        }
        if (!t.kind)
            break;
        t = next(p);
    }
    grammar_close(parser);
}

static struct parse parse_new(struct arena *arena, struct names *names,
                              struct diags *diags, const struct source *source)
{
    return (struct parse){.arena = arena,
                          .names = names,
                          .diags = diags,
                          .source = source,
                          .lexer = lexer_new(source, diags)};
}

bool lang_is_text(struct diags *diags, const struct source *source)
{
    const char *mark = source->length > 1 ? source->chars : "  ";
    if (!memchr(source->chars, '\0', source->length) &&
        memcmp(mark, "\xFF\xFE", 2) && memcmp(mark, "\xFE\xFF", 2))
        return true;
    diag_error_line(diags, source->path, 0, "not a text file");
    diag_hint(diags, "if it is UTF-16, save it as UTF-8");
    return false;
}

static bool is_empty(struct parse *p)
{
    size_t i = p->lexer.at, n = p->source->length;
    while (i < n && strchr(" \t\r\n\f", p->source->chars[i]))
        i++;
    if (i < n)
        return false;
    diag_error_line(p->diags, p->source->path, 0, "the file is empty");
    return true;
}

const struct ast *lang_parse(struct arena *arena, struct names *names,
                             struct diags *diags, const struct source *source)
{
    struct parse p = parse_new(arena, names, diags, source);
    size_t begin = p.lexer.at;
    if (lang_is_text(diags, source) && !is_empty(&p))
        run(&p, TOK_START_FILE);
    struct ast *file = arena_alloc(arena, sizeof *file);
    *file = (struct ast){.kind = AST_FILE,
                         .place = {source, begin, source->length - begin},
                         .note = comment_at(&p, begin),
                         .n = p.statements.count,
                         .child = p.statements.items};
    return file;
}

static const struct ast *parse_one(struct arena *arena, struct names *names,
                                   struct diags *diags,
                                   const struct source *source, int start)
{
    struct parse p = parse_new(arena, names, diags, source);
    p.lexer.last = TOK_ASSIGN; /* so that no statement begins here */
    run(&p, start);
    return p.failed ? NULL : p.result;
}

const struct ast *lang_parse_call(struct arena *arena, struct names *names,
                                  struct diags *diags,
                                  const struct source *source)
{
    return parse_one(arena, names, diags, source, TOK_START_CALL);
}

const struct ast *lang_parse_value(struct arena *arena, struct names *names,
                                   struct diags *diags,
                                   const struct source *source)
{
    return parse_one(arena, names, diags, source, TOK_START_VALUE);
}
