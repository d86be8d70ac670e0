/* SPDX-License-Identifier: MIT
 *
 * Characters to tokens, by hand.  Words are keywords only where they can be:
 * `map = cay` among options is a name, `space` counts after `torque` alone;
 * `mass`, `force`, `show` and `at` are names wherever a value may stand.
 */
#include "lang/lexer.h"

#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "base/name.h"
#include "base/text.h"
#include "lang/ast.h"
#include "lang/grammar.h"
#include "lang/hint.h"
#include "lang/strange.h"

enum { TOK_NONE = -1 }; /* no token begins here */

static const struct keyword {
    const char *word;
    int kind;
} keywords[] = {
    {"body", TOK_BODY},     {"const", TOK_CONST},
    {"param", TOK_PARAM},   {"input", TOK_INPUT},
    {"let", TOK_LET},       {"inertia", TOK_INERTIA},
    {"torque", TOK_TORQUE}, {"mass", TOK_MASS},
    {"force", TOK_FORCE},   {"potential", TOK_POTENTIAL},
    {"keep", TOK_KEEP},     {"attitude", TOK_ATTITUDE},
    {"show", TOK_SHOW},     {"map", TOK_MAP},
    {"method", TOK_METHOD}, {"tableau", TOK_TABLEAU},
    {"start", TOK_START},   {"step", TOK_STEP},
    {"until", TOK_UNTIL},   {"at", TOK_AT},
    {"search", TOK_SEARCH}, {"composition", TOK_COMPOSITION},
};

enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static const struct sign {
    char text[3];
    int kind;
} signs[] = {
    {"<=", TOK_LE},      {">=", TOK_GE},      {"==", TOK_EQ},
    {"!=", TOK_NE},      {"<", TOK_LT},       {">", TOK_GT},
    {"=", TOK_ASSIGN},   {"+", TOK_PLUS},     {"-", TOK_MINUS},
    {"*", TOK_STAR},     {"/", TOK_SLASH},    {"^", TOK_POWER},
    {"'", TOK_PRIME},    {"(", TOK_LPAREN},   {")", TOK_RPAREN},
    {"[", TOK_LBRACKET}, {"]", TOK_RBRACKET}, {"{", TOK_LBRACE},
    {"}", TOK_RBRACE},   {",", TOK_COMMA},    {":", TOK_COLON},
};

static bool is_letter(char c)
{
    return ascii_is_letter(c) || c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

struct lexer lexer_new(const struct source *source, struct diags *diags)
{
    struct lexer x = {.source = source, .diags = diags};
    static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, by some editors */
    if (source->length >= 3 && !memcmp(source->chars, mark, 3))
        x.at = x.begin = 3;
    return x;
}

static bool at_end(const struct lexer *x)
{
    return x->at >= x->source->length;
}

static char peek(const struct lexer *x)
{
    return at_end(x) ? '\0' : x->source->chars[x->at];
}

static struct place place_from(const struct lexer *x, size_t start)
{
    return (struct place){x->source, start, x->at - start};
}

/* Up to the end of the line. */
static void skip_line(struct lexer *x)
{
    while (!at_end(x) && peek(x) != '\n')
        x->at++;
}

/* True if the end of a line was passed, or the text begins here. */
static bool skip_blanks(struct lexer *x)
{
    bool new_line = x->at == x->begin;
    while (!at_end(x)) {
        if (peek(x) == '#')
            skip_line(x);
        else if (is_blank(peek(x)))
            new_line |= x->source->chars[x->at++] == '\n';
        else
            break;
    }
    return new_line;
}

/* Is there a colon before the line, or the block, ends?  What was looked
 * through is not looked through again. */
static bool row_begins(struct lexer *x)
{
    if (x->at < x->looked_from || x->at >= x->looked) {
        x->looked_from = x->looked = x->at;
        while (x->looked < x->source->length &&
               !strchr(":\n#}", x->source->chars[x->looked]))
            x->looked++;
    }
    return x->looked < x->source->length && x->source->chars[x->looked] == ':';
}

static void skip_digits(struct lexer *x)
{
    while (ascii_is_digit(peek(x)))
        x->at++;
}

static void skip_exponent(struct lexer *x)
{
    size_t start = x->at;
    if (peek(x) != 'e' && peek(x) != 'E')
        return;
    x->at++;
    if (peek(x) == '+' || peek(x) == '-')
        x->at++;
    if (ascii_is_digit(peek(x)))
        skip_digits(x);
    else
        x->at = start;
}

/* A tail such as the `kg` of `2kg` is reported; the number stands. */
static void report_tail(struct lexer *x, size_t start, size_t tail)
{
    struct place number = {x->source, start, tail - start};
    struct place p = place_from(x, tail);
    const char *chars = x->source->chars;
    diag_error(x->diags, p, "'%.*s' directly after a number",
               (int)(p.length < 40 ? p.length : 40), chars + tail);
    if (chars[tail] == '_')
        diag_hint(x->diags, "the digits of a number stand together");
    else if (p.length == 1 && (chars[tail] == 'e' || chars[tail] == 'E'))
        diag_hint(x->diags, "an exponent has digits, as in 1e-3");
    else if (number.length == 1 && chars[start] == '0' &&
             (chars[tail] == 'x' || chars[tail] == 'X'))
        diag_hint(x->diags, "numbers are decimal");
    else if (is_letter(chars[tail]))
        hint_behind_number(x->diags, number, p, false);
}

static int read_number(struct lexer *x)
{
    size_t first = x->at;
    skip_digits(x);
    if (peek(x) == '.')
        x->at++;
    skip_digits(x);
    skip_exponent(x);
    size_t start = x->at;
    while (ascii_is_word(peek(x)) || peek(x) == '.')
        x->at++;
    x->tail = x->at - start;
    x->faults += x->tail > 0;
    if (x->tail && !x->mute)
        report_tail(x, first, start);
    return TOK_NUMBER;
}

/* ---- strange characters ---------------------------------------------------
 */

/* A longer text is not counted through. */
enum { COUNTED = 100000 };

static struct strange strange_here(const struct lexer *x)
{
    struct strange s =
        strange_at(x->source->chars + x->at, x->source->length - x->at);
    if (s.code != ';')
        return s;
    bool of_values = x->brackets > 0 || x->parentheses > 0;
    s.key += of_values ? 0x400000 : 0;
    s.kind = of_values ? TOK_COMMA : STRANGE_BLANK;
    s.hint = x->parentheses > 0 ? "arguments stand between commas"
             : of_values        ? "entries stand between commas, and rows are "
                                  "[[..], [..], [..]]"
             : x->in_block      ? "rows need no mark between them"
                                : "statements need no mark between them";
    return s;
}

/* How often this one stands in the rest of the text. */
static int count_of(const struct lexer *x, unsigned key)
{
    struct lexer rest = *x;
    rest.sought = key;
    rest.found = 0;
    if (x->source->length > COUNTED)
        return 1;
    while (lexer_skip(&rest).kind)
        continue;
    return rest.found;
}

static void describe(struct lexer *x, struct place p, const struct strange *s,
                     const char *where)
{
    const char *chars = x->source->chars + p.offset;
    const char *between = s->name ? ", " : "";
    unsigned char first = (unsigned char)*chars;
    int n = (int)s->length;
    if (!s->code && s->name)
        diag_error(x->diags, p, "unexpected %s, 0x%02X%s", s->name, first,
                   where);
    else if (first < 0x20 || first == 0x7F)
        diag_error(x->diags, p, "unexpected control character 0x%02X%s", first,
                   where);
    else if (first < 0x80)
        diag_error(x->diags, p, "unexpected '%.*s'%s", n, chars, where);
    else if (s->is_seen)
        diag_error(x->diags, p, "unexpected '%.*s' (U+%04X%s%s)%s", n, chars,
                   s->code, between, s->name ? s->name : "", where);
    else
        diag_error(x->diags, p, "unexpected %s (U+%04X)%s", s->name, s->code,
                   where);
    if (s->hint)
        diag_hint(x->diags, "%s", s->hint);
    else if (*s->ascii)
        diag_hint(x->diags, "write '%s'", s->ascii);
}

/* One message for all places where it stands. */
static void report(struct lexer *x, const struct strange *s)
{
    x->found += s->key == x->sought;
    x->faults++;
    for (int i = 0; i < x->tells; i++)
        if (x->told[i] == s->key)
            return;
    if (x->mute || x->tells == LEXER_TOLD)
        return;
    int more = count_of(x, s->key) - 1;
    x->told[x->tells++] = s->key;
    struct place p = {x->source, x->at, s->length};
    describe(x, p, s,
             more > 0
                 ? text_format(x->diags->arena, ", here and in %d more place%s",
                               more, more > 1 ? "s" : "")
                 : "");
}

/* Letters of other alphabets are told, and belong to a name all the same. */
static void skip_word(struct lexer *x)
{
    for (;;) {
        if (ascii_is_word(peek(x))) {
            x->at++;
            continue;
        }
        struct strange s = {0};
        if ((unsigned char)peek(x) >= 0x80)
            s = strange_here(x);
        if (s.kind != STRANGE_LETTER)
            return;
        report(x, &s);
        x->at += s.length;
    }
}

static int word_kind(const char *word, size_t length)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (strlen(keywords[i].word) == length &&
            !memcmp(keywords[i].word, word, length))
            return keywords[i].kind;
    return TOK_NAME;
}

/* Can a keyword be a name after this token?  In `map = cay` among options, or
 * where a statement gives a name (which the checker then refuses). */
static bool name_may_follow(int last)
{
    static const int before[] = {TOK_LPAREN, TOK_COMMA, TOK_CONST,
                                 TOK_PARAM,  TOK_LET,   TOK_KEEP};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (before[i] == last)
            return true;
    return false;
}

/* A spec may well call something `mass`, `force`, `show`, `at`, `search`. */
static bool is_soft(int kind)
{
    return kind == TOK_MASS || kind == TOK_FORCE || kind == TOK_SHOW ||
           kind == TOK_AT || kind == TOK_SEARCH;
}

/* Soft words begin a statement only where the one before is complete, and so
 * no name can stand. */
static bool statement_may_end(int last)
{
    static const int ends[] = {0,          TOK_NAME,     TOK_NUMBER,
                               TOK_RPAREN, TOK_RBRACKET, TOK_PRIME,
                               TOK_RBRACE};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i] == last)
            return true;
    return false;
}

/* The place of the next character in this line that is not blank. */
static size_t next_character(const struct lexer *x)
{
    size_t i = x->at, end = x->source->length;
    const char *chars = x->source->chars;
    while (i < end && (chars[i] == ' ' || chars[i] == '\t'))
        i++;
    return i;
}

bool lexer_assign_follows(const struct lexer *x)
{
    size_t i = next_character(x), end = x->source->length;
    const char *chars = x->source->chars;
    return i < end && chars[i] == '=' && (i + 1 == end || chars[i + 1] != '=');
}

/* A keyword that is an option's whole value, as in `preprocess = inertia)`,
 * begins no statement. */
static bool is_option_value(const struct lexer *x)
{
    size_t i = next_character(x);
    return (x->last == TOK_ASSIGN || x->last == TOK_COMMA ||
            x->last == TOK_LPAREN) &&
           i < x->source->length &&
           (x->source->chars[i] == ',' || x->source->chars[i] == ')');
}

static unsigned keyword_bit(int kind)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (keywords[i].kind == kind)
            return 1u << i;
    return 0;
}

/* A keyword that is declared as a name, which is refused, is no other fault
 * where that name is used. */
static void note_taken(struct lexer *x, int kind)
{
    if (!x->line_begins && (x->last == TOK_CONST || x->last == TOK_PARAM ||
                            x->last == TOK_LET || x->last == TOK_INPUT))
        x->taken |= keyword_bit(kind);
}

/* Is it used where no statement can begin? */
static bool is_taken(const struct lexer *x, int kind)
{
    bool is_frame =
        kind == TOK_BODY && (x->last == TOK_TORQUE || x->last == TOK_FORCE);
    return (x->taken & keyword_bit(kind)) && !x->line_begins && !is_frame &&
           !statement_may_end(x->last);
}

static bool is_text(const struct lexer *x, size_t start, const char *text)
{
    size_t n = strlen(text);
    return x->at - start == n && !memcmp(x->source->chars + start, text, n);
}

/* Words of the heading of a composition, after its name. */
static int heading_kind(const struct lexer *x, size_t start)
{
    if (is_text(x, start, "order"))
        return TOK_ORDER;
    if (is_text(x, start, "for"))
        return TOK_FOR;
    return is_text(x, start, "symmetric") ? TOK_SYMMETRIC : TOK_NAME;
}

/* Words of the heading and of the block of a tableau. */
static int tableau_kind(const struct lexer *x, size_t start)
{
    if (x->before == TOK_TABLEAU && is_text(x, start, "order"))
        return TOK_ORDER;
    if ((x->before == TOK_TABLEAU || x->before == TOK_ORDER) &&
        is_text(x, start, "rounded"))
        return TOK_ROUNDED;
    if (x->in_block && x->line_begins && is_text(x, start, "free"))
        return TOK_FREE;
    return x->in_free && is_text(x, start, "in") ? TOK_IN : TOK_NAME;
}

static int read_word(struct lexer *x)
{
    size_t start = x->at;
    skip_word(x);
    if (x->in_heading && x->last != TOK_COMPOSITION &&
        heading_kind(x, start) != TOK_NAME)
        return heading_kind(x, start);
    if ((x->last == TOK_TORQUE || x->last == TOK_FORCE) &&
        is_text(x, start, "space"))
        return TOK_SPACE;
    int in_tableau = tableau_kind(x, start);
    if (in_tableau != TOK_NAME)
        return in_tableau;
    int kind = word_kind(x->source->chars + start, x->at - start);
    bool taken = is_taken(x, kind);
    note_taken(x, kind);
    if (kind != TOK_NAME && name_may_follow(x->last) && lexer_assign_follows(x))
        return TOK_NAME;
    if (kind != TOK_NAME && (taken || is_option_value(x)))
        return TOK_NAME;
    bool begins = x->mute && x->line_begins; /* behind a fault */
    if (is_soft(kind) && !statement_may_end(x->last) && !begins)
        return TOK_NAME;
    if (lexer_is_keyword(kind) && kind != TOK_LET)
        x->in_block = false;
    return kind;
}

/* What none begins with is strange. */
static int read_sign(struct lexer *x)
{
    size_t left = x->source->length - x->at;
    for (size_t i = 0;; i++) {
        assert(i < sizeof signs / sizeof *signs);
        size_t n = strlen(signs[i].text);
        if (n <= left && !memcmp(x->source->chars + x->at, signs[i].text, n)) {
            x->at += n;
            return signs[i].kind;
        }
    }
}

/* What has a meaning elsewhere is taken for that: nothing else is wrong. */
static int read_strange(struct lexer *x, const struct strange *s)
{
    report(x, s);
    x->at += s->length;
    if (s->kind == STRANGE_COMMENT)
        skip_line(x);
    x->spoilt |= s->kind == STRANGE_SPOILS;
    return s->kind < 0 ? TOK_NONE : s->kind;
}

/* The name of a file, `("f.csv"`, to its second quote in this line. */
/* Stands `file(` before it? */
static bool is_of_file(const struct lexer *x)
{
    const char *chars = x->source->chars;
    size_t n = x->at;
    while (n > 0 && strchr(" \t(", chars[n - 1]))
        n--;
    return x->last == TOK_LPAREN && n >= 4 &&
           !strncmp(chars + n - 4, "file", 4) &&
           (n == 4 || !ascii_is_word(chars[n - 5]));
}

static bool read_text(struct lexer *x)
{
    size_t end = x->at + 1;
    if (peek(x) != '"' || !is_of_file(x))
        return false;
    while (end < x->source->length && x->source->chars[end] != '\n' &&
           x->source->chars[end] != '"')
        end++;
    if (end >= x->source->length || x->source->chars[end] != '"')
        return false;
    x->at = end + 1;
    return true;
}

static bool number_begins(const struct lexer *x)
{
    return ascii_is_digit(peek(x)) ||
           (peek(x) == '.' && x->at + 1 < x->source->length &&
            ascii_is_digit(x->source->chars[x->at + 1]));
}

static int read_kind(struct lexer *x)
{
    if (at_end(x))
        return 0;
    if (number_begins(x))
        return read_number(x);
    if (is_letter(peek(x)))
        return read_word(x);
    if (read_text(x))
        return TOK_TEXT;
    struct strange s = strange_here(x);
    if (s.length == 0)
        return read_sign(x);
    return s.kind == STRANGE_LETTER ? read_word(x) : read_strange(x, &s);
}

static struct token make_token(struct lexer *x, int kind, size_t start)
{
    struct place p = place_from(x, start);
    p.length -= x->tail;
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
    if (kind == TOK_FREE || kind == TOK_RBRACKET || kind == TOK_ROW ||
        lexer_is_keyword(kind))
        x->in_free = kind == TOK_FREE;
    if (kind == TOK_COLON || lexer_is_keyword(kind))
        x->in_heading = kind == TOK_COMPOSITION;
    x->row_given = false;
    x->before = x->last;
    x->last = kind;
    return (struct token){kind, p};
}

struct token lexer_next(struct lexer *x)
{
    bool new_line = false;
    for (;;) {
        new_line |= skip_blanks(x);
        x->line_begins = new_line || x->last == TOK_LBRACE || x->row_given;
        if (x->in_block && !x->row_given && x->line_begins && row_begins(x)) {
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

bool lexer_is_keyword(int kind)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (keywords[i].kind == kind)
            return true;
    return false;
}

bool lang_is_word(const char *word)
{
    return word_kind(word, strlen(word)) != TOK_NAME;
}

const char *lexer_nearest_keyword(const char *word)
{
    struct nearest near = nearest_to(word);
    for (int i = 0; i < KEYWORDS; i++)
        if (strlen(keywords[i].word) > 2)
            nearest_offer(&near, keywords[i].word);
    return near.best;
}

struct token lexer_mend(struct lexer *x, struct token t, const char *keyword)
{
    t.kind = x->last = word_kind(keyword, strlen(keyword));
    return t;
}

struct token lexer_skip(struct lexer *x)
{
    bool mute = x->mute;
    x->mute = true;
    struct token t = lexer_next(x);
    x->mute = mute;
    return t;
}
