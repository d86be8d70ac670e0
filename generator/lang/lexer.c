/* SPDX-License-Identifier: MIT
 *
 * The lexer, written by hand.  Words are keywords only where keywords can be:
 * `map` in the option `map = cay` is a name, `space` is a keyword only after
 * `torque` or `force`; `mass`, `force`, `show` and `at` are names wherever a
 * value is possible.  A property of a wheel is one word: `wheel1.speed`.
 */
#include "lang/parse.h"

#include <string.h>

#include "base/text.h"

enum { TOK_NONE = -1 }; /* no token begins here */

struct lexer lexer_new(const struct source *source, struct diags *diags)
{
    struct lexer x = {.source = source, .diags = diags};
    static const char mark[] = "\xEF\xBB\xBF"; /* UTF-8's byte order mark */
    if (source->length >= 3 && !memcmp(source->chars, mark, 3))
        x.at = x.begin = 3;
    return x;
}

/* The next character; 0 at the end of the text. */
static char peek(const struct lexer *x)
{
    return x->source->chars[x->at];
}

/* Skips blanks and comments.  True if a line ended or the text begins here. */
static bool skip_blanks(struct lexer *x)
{
    bool new_line = x->at == x->begin;
    for (;; x->at++) {
        if (peek(x) == '#')
            x->at += strcspn(x->source->chars + x->at, "\n");
        if (!peek(x) || !strchr(" \t\r\n\f", peek(x)))
            return new_line;
        new_line |= peek(x) == '\n';
    }
}

/* True if a colon comes before the end of the line or block.  The scanned range
 * is remembered, and not scanned again. */
static bool row_begins(struct lexer *x)
{
    if (x->at < x->scanned_from || x->at >= x->scanned) {
        x->scanned_from = x->at;
        x->scanned = x->at + strcspn(x->source->chars + x->at, ":\n#}");
    }
    return x->source->chars[x->scanned] == ':';
}

/* Reports a tail such as the `kg` of `2kg`; the number is kept. */
static void report_tail(struct lexer *x, size_t start, size_t tail)
{
    struct place number = {x->source, start, tail - start};
    struct place p = {x->source, tail, x->at - tail};
    const char *chars = x->source->chars;
    diag_error(x->diags, p, "'%.*s' directly after a number",
               (int)(p.length < 40 ? p.length : 40), chars + tail);
    if (chars[tail] == '_')
        diag_hint(x->diags, "write the digits of a number without separators");
    else if (p.length == 1 && (chars[tail] == 'e' || chars[tail] == 'E'))
        diag_hint(x->diags, "an exponent has digits, as in 1e-3");
    else if (number.length == 1 && chars[start] == '0' &&
             (chars[tail] == 'x' || chars[tail] == 'X'))
        diag_hint(x->diags, "numbers are decimal");
    else if (ascii_is_letter(chars[tail]))
        hint_behind_number(x->diags, number, p, false);
}

static int read_number(struct lexer *x)
{
    static const char digits[] = "0123456789";
    const size_t first = x->at;
    const char *c = x->source->chars + first;
    c += strspn(c, digits);
    c += *c == '.';
    c += strspn(c, digits);
    const char *e = *c == 'e' || *c == 'E' ? c + 1 : "";
    e += *e == '+' || *e == '-';
    if (ascii_is_digit(*e))
        c = e + strspn(e, digits);
    const size_t start = x->at = (size_t)(c - x->source->chars);
    while (ascii_is_word(peek(x)) || peek(x) == '.')
        x->at++;
    x->tail = x->at - start;
    x->faults += x->tail > 0;
    if (x->tail && !x->mute)
        report_tail(x, first, start);
    return TOK_NUMBER;
}

/* ---- strange characters -------------------------------------------------- */

static struct foreign foreign_here(const struct lexer *x)
{
    struct foreign s =
        foreign_at(x->source->chars + x->at, x->source->length - x->at);
    if (s.code != ';')
        return s;
    bool of_values = x->brackets > 0 || x->parentheses > 0;
    s.key += of_values ? 0x400000 : 0;
    s.kind = of_values ? TOK_COMMA : FOREIGN_BLANK;
    s.hint = x->parentheses > 0 ? "separate arguments with commas"
             : of_values
                 ? "separate entries with commas; rows are [[..], [..], [..]]"
             : x->in_block ? "rows need no separator"
                           : "statements need no separator";
    return s;
}

static void describe(struct lexer *x, struct place p, const struct foreign *s,
                     const char *where)
{
    const char *chars = x->source->chars + p.offset;
    unsigned char first = (unsigned char)*chars;
    struct text subject = text_new(x->diags->arena);
    if (!s->code && s->name)
        text_print(&subject, "%s, 0x%02X", s->name, first);
    else if (first < 0x20 || first == 0x7F)
        text_print(&subject, "control character 0x%02X", first);
    else if (first < 0x80 || s->is_visible)
        text_print(&subject, "'%.*s'", (int)s->length, chars);
    else
        text_print(&subject, "%s (U+%04X)", s->name, s->code);
    if (first >= 0x80 && s->code && s->is_visible)
        text_print(&subject, " (U+%04X%s%s)", s->code, s->name ? ", " : "",
                   s->name ? s->name : "");
    diag_error(x->diags, p, "unexpected %s%s", text_chars(&subject), where);
    if (s->hint || *s->ascii)
        diag_hint(x->diags, s->hint ? "%s" : "write '%s'",
                  s->hint ? s->hint : s->ascii);
}

enum { COUNTED = 100000 };

/* Reports a strange character, once for all its places. */
static void report(struct lexer *x, const struct foreign *s)
{
    x->found += s->key == x->sought;
    x->faults++;
    for (int i = 0; i < x->reports; i++)
        if (x->reported[i] == s->key)
            return;
    if (x->mute || x->reports == LEXER_REPORTED)
        return;
    struct lexer rest = *x; /* count only in texts up to COUNTED */
    rest.mute = true;
    rest.sought = s->key;
    rest.found = 0;
    while (x->source->length <= COUNTED && lexer_next(&rest).kind)
        continue;
    int more = rest.found - 1;
    x->reported[x->reports++] = s->key;
    struct place p = {x->source, x->at, s->length};
    describe(x, p, s,
             more > 0
                 ? text_format(x->diags->arena, ", here and in %d more place%s",
                               more, more > 1 ? "s" : "")
                 : "");
}

/* Skips a word.  Letters of other alphabets are reported, but belong to it. */
static void skip_word(struct lexer *x)
{
    for (;;) {
        if (ascii_is_word(peek(x))) {
            x->at++;
            continue;
        }
        struct foreign s = {0};
        if ((unsigned char)peek(x) >= 0x80)
            s = foreign_here(x);
        if (s.kind != FOREIGN_LETTER)
            return;
        report(x, &s);
        x->at += s.length;
    }
}

const char *lexer_word(int kind)
{
    static const char *const placed[] = {
        "order", "for",    "symmetric", "rounded", "in",   "rate",
        "when",  "rising", "falling",   "stop",    "then", "limit",
        "every", "offset", "delay",     "space"};
    return kind < TOK_ORDER ? ast_statement(lexer_statement(kind))->word
                            : placed[kind - TOK_ORDER];
}

/* The token from TOK_BODY to `last` with this word; else TOK_NAME. */
static int word_kind(const char *word, size_t length, int last)
{
    for (int kind = TOK_BODY; kind <= last; kind++) {
        const char *one = lexer_word(kind);
        if (strlen(one) == length && !memcmp(one, word, length))
            return kind;
    }
    return TOK_NAME;
}

static bool is_soft(int kind)
{
    return lexer_is_keyword(kind) &&
           ast_statement(lexer_statement(kind))->is_soft;
}

/* True if a statement may end after the token `last`.  Soft words begin a
 * statement only there, since no name is possible. */
static bool statement_may_end(int last)
{
    return last == 0 || last == TOK_NAME || last == TOK_NUMBER ||
           last == TOK_RPAREN || last == TOK_RBRACKET || last == TOK_PRIME ||
           last == TOK_RBRACE ||
           (last >= TOK_RISING && last <= TOK_STOP); /* words of events */
}

/* The next character in this line that is not blank. */
static const char *next_character(const struct lexer *x)
{
    const char *next = x->source->chars + x->at;
    return next + strspn(next, " \t");
}

bool lexer_assign_follows(const struct lexer *x)
{
    const char *next = next_character(x);
    return next[0] == '=' && next[1] != '=';
}

/* True if the word must be a name: before `=` in an option, `map = cay`, or in
 * a declaration (which the checker then refuses), or as the whole value of an
 * option, `preprocess = inertia)`. */
static bool is_named(const struct lexer *x)
{
    const char next = *next_character(x);
    bool in_call = x->last == TOK_LPAREN || x->last == TOK_COMMA;
    bool is_given = in_call || x->last == TOK_CONST || x->last == TOK_PARAM ||
                    x->last == TOK_LET || x->last == TOK_KEEP;
    return (is_given && lexer_assign_follows(x)) ||
           ((in_call || x->last == TOK_ASSIGN) && (next == ',' || next == ')'));
}

/* True if a keyword was declared as a name, which was reported, and is used as
 * a name where no statement can begin: no second fault. */
static bool is_taken(struct lexer *x, int kind)
{
    const unsigned bit = 1u << (kind - TOK_BODY);
    bool is_frame =
        kind == TOK_BODY && (x->last == TOK_TORQUE || x->last == TOK_FORCE);
    bool taken = (x->taken & bit) && !x->line_begins && !is_frame &&
                 !statement_may_end(x->last);
    if (!x->line_begins && (x->last == TOK_CONST || x->last == TOK_PARAM ||
                            x->last == TOK_LET || x->last == TOK_INPUT))
        x->taken |= bit;
    return taken;
}

static int read_word(struct lexer *x)
{
    const char *word = x->source->chars + x->at;
    skip_word(x);
    if (peek(x) == '.' && ascii_is_letter(x->source->chars[x->at + 1])) {
        x->at++;
        skip_word(x);
        return TOK_NAME;
    }
    size_t n = (size_t)(x->source->chars + x->at - word);
    int kind = word_kind(word, n, TOK_SPACE);
    if (!lexer_is_keyword(kind))
        return x->mute || (kind == TOK_FREE && !(x->in_block && x->line_begins))
                   ? TOK_NAME
                   : kind;
    bool begins = x->mute && x->line_begins;
    if (is_taken(x, kind) || is_named(x) ||
        (is_soft(kind) && !statement_may_end(x->last) && !begins))
        return TOK_NAME;
    x->in_block &= kind == TOK_LET;
    return kind;
}

/* Reads a file's name, `file("f.csv"`, to the second quote in this line. */
static bool read_text(struct lexer *x)
{
    const char *chars = x->source->chars;
    size_t n = x->at;
    if (peek(x) != '"' || x->last != TOK_LPAREN)
        return false;
    while (n > 0 && strchr(" \t(", chars[n - 1]))
        n--;
    if (n < 4 || strncmp(chars + n - 4, "file", 4) != 0 ||
        (n > 4 && ascii_is_word(chars[n - 5])))
        return false;
    const char *rest = chars + x->at + 1;
    n = strcspn(rest, "\"\n");
    x->at += rest[n] == '"' ? n + 2 : 0;
    return rest[n] == '"';
}

static int read_kind(struct lexer *x)
{
    if (x->at >= x->source->length)
        return 0;
    if (ascii_is_digit(peek(x)) ||
        (peek(x) == '.' && ascii_is_digit(x->source->chars[x->at + 1])))
        return read_number(x);
    if (ascii_is_word(peek(x)))
        return read_word(x);
    if (read_text(x))
        return TOK_TEXT;
    struct foreign s = foreign_here(x);
    if (s.kind == FOREIGN_LETTER)
        return read_word(x);
    if (s.key) /* strange: read as the token that it means */
        report(x, &s);
    x->at += s.length;
    if (s.kind == FOREIGN_COMMENT)
        x->at += strcspn(x->source->chars + x->at, "\n");
    x->spoilt |= s.kind == FOREIGN_SPOILS;
    return s.kind < 0 ? TOK_NONE : s.kind;
}

static struct token make_token(struct lexer *x, int kind, size_t start)
{
    struct place p = {x->source, start, x->at - start - x->tail};
    x->tail = 0;
    if (kind == 0)
        p = (struct place){x->source, x->end, 0};
    else
        x->end = p.offset + p.length;
    if (kind == TOK_LBRACE || kind == TOK_RBRACE)
        x->in_block = kind == TOK_LBRACE;
    x->parentheses += kind == TOK_LPAREN;
    x->parentheses -= kind == TOK_RPAREN && x->parentheses > 0;
    x->brackets += kind == TOK_LBRACKET;
    x->brackets -= kind == TOK_RBRACKET && x->brackets > 0;
    if (lexer_is_keyword(kind))
        x->brackets = x->parentheses = 0;
    x->row_given = false;
    x->last = kind;
    return (struct token){kind, p};
}

struct token lexer_next(struct lexer *x)
{
    bool new_line = false;
    for (;;) {
        new_line |= skip_blanks(x);
        x->line_begins = new_line || x->last == TOK_LBRACE || x->row_given;
        if (x->in_block && !x->row_given && x->line_begins &&
            x->brackets + x->parentheses == 0 && row_begins(x)) {
            struct token t = make_token(x, TOK_ROW, x->at);
            t.place.length = 1;
            x->row_given = true;
            return t;
        }
        size_t start = x->at;
        int kind = read_kind(x);
        if (kind != TOK_NONE)
            return make_token(x, kind, start);
    }
}

bool lang_is_word(const char *word)
{
    return word_kind(word, strlen(word), TOK_COMPOSITION) != TOK_NAME;
}

bool lang_is_reserved(const char *word)
{
    int kind = word_kind(word, strlen(word), TOK_COMPOSITION);
    return kind != TOK_NAME && !is_soft(kind);
}
