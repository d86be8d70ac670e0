/* SPDX-License-Identifier: MIT
 *
 * Runs the generated parser over a text.  After a syntax error it restarts at
 * the next keyword, so that one run reports the errors of all statements.
 */
#include "lang/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

static bool accepts(const struct parse *p, int token)
{
    return grammar_accepts(p->states, p->depth, token);
}

/* Text of the tokens that are possible here. */
static const char *expected(const struct parse *p)
{
    const bool number = accepts(p, TOK_NUMBER), name = accepts(p, TOK_NAME);
    const bool value = number && accepts(p, TOK_LPAREN);
    const bool inside = !accepts(p, TOK_PLUS);
    const bool part = !accepts(p, TOK_STEP); /* `let` is in blocks, too */
    const struct {
        int kind;
        bool is_listed;
        const char *words;
    } all[] = {{TOK_NUMBER, value, "a value"},
               {TOK_NUMBER, !value, "a number"},
               {TOK_NAME, !number, "a name"},
               {TOK_LPAREN, !number && !name && inside, "'('"},
               {TOK_BODY, part, "'body'"},
               {TOK_RPAREN, true, "')'"},
               {TOK_RBRACKET, true, "']'"},
               {TOK_COMMA, true, "','"},
               {TOK_ASSIGN, true, "'='"},
               {TOK_COLON, true, "':'"},
               {TOK_LBRACE, true, "'{'"},
               {TOK_RBRACE, true, "'}'"},
               {TOK_ORDER, true, NULL}, /* and other words */
               {TOK_ROW, true, "a row `c : a, a, ...`"},
               {TOK_FREE, true, "'let'"},
               {TOK_FREE, true, "'free'"},
               {TOK_LBRACKET, !value && inside, "'['"},
               {TOK_PLUS, true, "an operator"},
               {TOK_STEP, true, "a statement"},
               {0, part, "the end"}};
    const char *phrase[sizeof all / sizeof *all + TOK_SPACE - TOK_ORDER];
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = all[i].kind; k <= (all[i].words ? all[i].kind : TOK_SPACE);
             k++)
            if (all[i].is_listed && accepts(p, k))
                phrase[n++] =
                    all[i].words ? all[i].words
                                 : text_format(p->arena, "'%s'", lexer_word(k));
    return text_list(p->arena, n, phrase, " or ");
}

/* Number of blanks right before the token. */
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

/* The keyword that a word misspells, or 0. '=' never follows a keyword. */
static int likely_keyword(const struct parse *p, const char *word)
{
    struct nearest near = nearest_to(word);
    int kind = TOK_COMPOSITION;
    if (hint_for_statement(word) || lexer_assign_follows(&p->lexer))
        return 0;
    for (int k = TOK_COMPOSITION; k >= TOK_BODY; k--) /* tableau, not table */
        if (k != TOK_AT)                              /* near too many words */
            nearest_offer(&near, ast_statement(lexer_statement(k))->word);
    while (kind && near.best != ast_statement(lexer_statement(kind))->word)
        kind--;
    return kind;
}

/* A hint for "0,5" or "1,0,0"; else NULL. */
static const char *comma_hint(const struct parse *p, struct token t)
{
    const struct place before = p->previous.place;
    const char *next = p->source->chars + t.place.offset + t.place.length;
    if (t.kind != TOK_COMMA || p->previous.kind != TOK_NUMBER ||
        !ascii_is_digit(*next) ||
        before.offset + before.length != t.place.offset)
        return NULL;
    return next[strspn(next, "0123456789")] == ','
               ? "write vectors in brackets: [1, 0, 0]"
               : "decimals have a point";
}

/* True if the token is a value after a value. */
static bool is_product(const struct parse *p, struct token t)
{
    return accepts(p, TOK_PLUS) && !begins_line(p, t) &&
           (t.kind == TOK_NAME || t.kind == TOK_NUMBER || t.kind == TOK_LPAREN);
}

/* A hint for a value after a value: a name, a number, a parenthesis. */
static void product_hint(struct parse *p, struct token t, const char *word)
{
    const int before = p->previous.kind;
    struct place number = p->previous.place; /* no length: it is not a number */
    number.length = before == TOK_NUMBER ? number.length : 0;
    bool is_declared = false;
    for (int i = 0; i < p->statements.count; i++)
        is_declared |= p->statements.items[i]->name == word;
    if (t.kind == TOK_NAME &&
        (number.length || before == TOK_RBRACKET || before == TOK_RPAREN))
        hint_behind_number(p->diags, number, t.place, is_declared);
    else if (t.kind == TOK_NUMBER && p->lexer.brackets > 0)
        diag_hint(p->diags, "separate entries with commas, as in [1, 2, 3]");
    else
        diag_hint(p->diags, "a product needs '*'%s",
                  before == TOK_NAME ? ", a function's argument parentheses"
                                     : "");
}

static void hint(struct parse *p, struct token t, const char *word)
{
    const int before = p->previous.kind;
    const char *comma = comma_hint(p, t);
    const char *quoted = p->source->chars + t.place.offset + 1;
    size_t n = 0;
    while (t.kind == TOK_PRIME && ascii_is_word(quoted[n]))
        n++;
    if (before == TOK_GYRO && t.kind == TOK_BODY)
        diag_hint(p->diags, "internal momentum is in body coordinates");
    else if (accepts(p, TOK_RPAREN) && accepts(p, TOK_COMMA) &&
             lexer_assign_follows(&p->lexer))
        diag_hint(p->diags, "separate arguments with commas");
    else if (lexer_is_keyword(t.kind) && accepts(p, TOK_NAME) &&
             (t.place.offset == 0 || !begins_line(p, t)))
        diag_hint(p->diags, "'%s' is a word of the language, not a name", word);
    else if (before == TOK_TORQUE || before == TOK_FORCE)
        diag_hint(p->diags,
                  "`%s body v` is in body coordinates, `%s space v` in space "
                  "coordinates",
                  ast_statement(lexer_statement(before))->word,
                  ast_statement(lexer_statement(before))->word);
    else if (t.kind == TOK_ASSIGN && accepts(p, TOK_PLUS) &&
             p->begun != TOK_GYRO)
        diag_hint(p->diags, "equality is written '=='");
    else if (comma)
        diag_hint(p->diags, "%s", comma);
    else if (p->begun == TOK_TABLEAU && !strcmp(word, "free") &&
             accepts(p, TOK_FREE))
        diag_hint(p->diags, "write it on a line of its own");
    else if (is_product(p, t))
        product_hint(p, t, word);
    else if (n > 0 && quoted[n] == '\'') /* as in other languages */
        diag_hint(p->diags, "write names without quotes");
    else if (lexer_is_keyword(p->begun) &&
             ast_statement(lexer_statement(p->begun))->example)
        diag_hint(p->diags, "such as `%s`",
                  ast_statement(lexer_statement(p->begun))->example);
}

/* True if parsing may resume at this token after a fault: a keyword, or a word
 * that may be a misspelt one, at the start of a line.  Indented words belong to
 * the statement before them; `let` in a tableau's block begins no statement. */
static bool may_resume_at(const struct parse *p, struct token t)
{
    bool in_tableau = p->begun == TOK_TABLEAU;
    bool is_indented = indent_of(p, t) > p->indent;
    bool begins =
        lexer_is_keyword(t.kind) && !(t.kind == TOK_LET && in_tableau);
    return begins_line(p, t) &&
           (begins ? !in_tableau || !is_indented
                   : t.kind == TOK_NAME && !in_tableau && !is_indented);
}

void parse_unexpected(struct parse *p, struct token t)
{
    if (p->failed)
        return;
    p->failed = true;
    if (p->lexer.faults > p->faults || (p->guessed && !may_resume_at(p, t)))
        return; /* it follows from a fault that was reported */
    const char *word =
        name_of(p->names, p->source->chars + t.place.offset, t.place.length);
    if (t.kind == TOK_NAME && accepts(p, TOK_STEP) && begins_line(p, t)) {
        const int near = likely_keyword(p, word);
        const char *hint =
            near ? text_format(p->arena, "did you mean '%s'?",
                               ast_statement(lexer_statement(near))->word)
                 : hint_for_statement(word);
        if (!hint && lexer_assign_follows(&p->lexer))
            hint = "a name is declared by `const`, `param` or `let`";
        if (hint) {
            diag_refuse(p->diags, t.place, hint, "unknown statement '%.60s'",
                        word);
            return;
        }
    }
    int n = (int)(t.place.length < 60 ? t.place.length : 60);
    const char *subject = t.kind == 0 ? "end of the text"
                          : t.kind == TOK_ROW
                              ? "new row"
                              : text_format(p->arena, "'%.*s'", n,
                                            p->source->chars + t.place.offset);
    diag_error(p->diags, t.place, "unexpected %s, expected %s", subject,
               expected(p));
    if (t.kind > 0 && t.kind != TOK_ROW)
        hint(p, t, word);
}

void parse_too_deep(struct parse *p, struct place place)
{
    p->failed = true;
    if (p->deep)
        return;
    p->deep = true;
    diag_refuse(p->diags, place, "give parts of it names by `let`",
                "the expression is nested too deeply");
}

/* The comment that begins at `at`, maybe after blanks, or NULL. */
static const char *comment_at(struct parse *p, size_t at)
{
    const char *text = p->source->chars + at;
    text += strspn(text, " \t");
    if (*text != '#')
        return NULL;
    text += strspn(text, "# ");
    size_t n = strcspn(text, "\n");
    while (n > 0 && strchr(" \t\r", text[n - 1]))
        n--;
    struct text plain = text_new(p->arena);
    text_plain(&plain, text, n);
    return n ? name_of_text(p->names, text_chars(&plain)) : NULL;
}

/* Begins a statement at this token, the last one read. */
static void begin(struct parse *p, struct token t)
{
    p->begun = t.kind;
    if (begins_line(p, t)) /* else the line began with the statement before */
        p->indent = indent_of(p, t);
}

void parse_statement(struct parse *p, struct ast *s)
{
    size_t end = s->place.offset + s->place.length;
    bool is_published = s->kind == AST_TABLEAU || s->kind == AST_COMPOSITION;
    s->note = is_published ? ast_comment(p->arena, s->place, true)
                           : comment_at(p, end);
    arena_push(p->arena, p->statements.items, p->statements.count,
               p->statements.room, s);
    p->deep = p->guessed = false;
    bool is_last = p->current.place.offset < end;
    p->begun = 0;
    /* The parser may complete a statement before it sees a fault after it. */
    if (is_last || lexer_is_keyword(p->current.kind))
        p->faults = p->lexer.faults;
    if (!is_last)
        begin(p, p->current);
}

static void open(struct parse *p, void *parser, int start)
{
    grammar_Init(parser, p);
    p->failed = p->deep = false;
    p->faults = p->lexer.faults;
    p->begun = 0;
    grammar_(parser, start, (struct token){start, {0}});
}

/* Returns the token at which parsing resumes.  The rest of the line belongs to
 * the fault, and is skipped silently.  A misspelt keyword, already reported, is
 * read as the nearest keyword: later faults in its line follow from it. */
static struct token continue_after(struct parse *p, struct token t)
{
    bool reported = t.place.offset == p->current.place.offset;
    p->guessed = false;
    p->lexer.mute = true;
    if (reported && t.kind == TOK_NAME && begins_line(p, t) &&
        p->begun != TOK_TABLEAU) {
        const int near = likely_keyword(
            p, name_of(p->names, p->source->chars + t.place.offset,
                       t.place.length));
        if (near)
            t.kind = p->lexer.last = near;
        else
            t = lexer_next(&p->lexer);
        p->guessed = near;
    }
    while (t.kind && !may_resume_at(p, t)) {
        if (t.kind == TOK_RBRACE)
            p->begun = 0;
        t = lexer_next(&p->lexer);
    }
    p->lexer.spoilt = p->lexer.mute = false;
    return t;
}

static void run(struct parse *p, int start)
{
    void *parser = arena_alloc(p->arena, grammar_size());
    p->states = arena_array(p->arena, GRAMMAR_STACK + 1, sizeof *p->states);
    open(p, parser, start);
    for (;;) {
        struct token t = lexer_next(&p->lexer);
        /* without the skipped text the statement may make no sense */
        p->failed |= p->lexer.spoilt;
        for (;;) {
            if (!p->failed) {
                p->depth = grammar_states(parser, p->states);
                bool is_bound = t.kind == TOK_IN && p->current.kind == TOK_FREE;
                if (t.kind >= TOK_ORDER && t.kind <= TOK_SPACE && !is_bound &&
                    !accepts(p, t.kind))
                    t.kind = p->lexer.last = TOK_NAME;
                p->previous = p->current;
                p->current = t;
                if (!p->begun)
                    begin(p, t);
                grammar_(parser, t.kind, t);
            }
            if (!p->failed || !t.kind || start != TOK_START_FILE)
                break;
            t = continue_after(p, t);
            grammar_Finalize(parser);
            open(p, parser, start);
        }
        if (!t.kind || p->failed)
            break;
    }
    grammar_Finalize(parser);
}

static struct parse parse_new(struct names *names, struct diags *diags,
                              const struct source *source)
{
    return (struct parse){.arena = diags->arena,
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
    return diag_hint(diags, "if it is UTF-16, save it as UTF-8");
}

syntax lang_parse(struct names *names, struct diags *diags,
                  const struct source *source)
{
    struct parse p = parse_new(names, diags, source);
    const size_t begin = p.lexer.at;
    const char *text = source->chars + begin;
    const int before = diags->errors;
    bool is_text = lang_is_text(diags, source);
    if (is_text && !text[strspn(text, " \t\r\n\f")])
        diag_error_line(diags, source->path, 0, "the file is empty");
    else if (is_text)
        run(&p, TOK_START_FILE);
    struct ast *file = arena_alloc(diags->arena, sizeof *file);
    *file = (struct ast){.kind = AST_FILE,
                         .place = {source, begin, source->length - begin},
                         .note = comment_at(&p, begin),
                         .n = p.statements.count,
                         .child = p.statements.items};
    return diags->errors > before ? NULL : file;
}

syntax lang_parse_part(struct names *names, struct diags *diags,
                       enum lang_part part, const char *path, const char *text)
{
    const struct source source = {path, text, strlen(text)};
    const int before = diags->errors;
    struct parse p = parse_new(
        names, diags, arena_copy(diags->arena, &source, sizeof source));
    p.lexer.last = TOK_ASSIGN; /* so that no statement begins here */
    run(&p, part == LANG_CALL ? TOK_START_CALL : TOK_START_VALUE);
    return p.failed || diags->errors > before ? NULL : p.result;
}
