/* SPDX-License-Identifier: MIT
 *
 * Breaking, filling and quoting of text for a page of code; parts of runtime/
 * that are copied into emitted code.
 */
#include "emit/target.h"

#include <string.h>

#include "shelf/shelf.h"

enum { CONTINUED = 4, QUOTE_LINE = 60, LAST_RESORT = 1000 };

#define BLANKS " \t\r\n"

/* ---- breaking ---- */

/* A place where a line may end: `at` is the first character after it. */
struct gap {
    size_t at;
    int depth; /* 2 for each bracket around it, 3 for a product */
};

/* True if the line may end before character i: after ", ", after an operator
 * between spaces, after a bare product sign, and, if there is nothing better,
 * after a comment or a bracket. */
static bool is_gap(const char *line, size_t i)
{
    char before = line[i - 1];
    if (before == '(')
        return line[i] != ')';
    if (before == '*' && i > 1 && line[i] != ' ')
        return line[i - 2] != ' ' && line[i - 2] != '/';
    return before == ' ' && i > 1 && strchr(",+-?:=<&|/", line[i - 2]);
}

/* Returns the best gap with which the first part fits: the least nested, the
 * last of these. A break after "name =" is good if all the rest then fits on
 * one line, else a last resort. at = 0 if there is no gap. */
static struct gap find_gap(const char *line, size_t length, size_t width)
{
    struct gap best = {0, LAST_RESORT};
    int depth = 0;
    bool comment = false;
    for (size_t i = 1; i < length; i++) {
        char c = line[i - 1];
        depth += (c == '(' || c == '{' || c == '[') -
                 (c == ')' || c == '}' || c == ']');
        size_t end = line[i - 1] == ' ' ? i - 1 : i;
        if (end > width)
            break;
        comment = comment ? strncmp(line + i - 2, "*/", 2) != 0
                          : !strncmp(line + i - 1, "/*", 2);
        bool assigns = i > 2 && !strncmp(line + i - 3, " = ", 3);
        bool noted = c == ' ' && i > 1 && line[i - 2] == '/';
        int here = 2 * depth + 3 * (c == '*') + 6 * noted + 8 * (c == '(');
        if (assigns && length - i + CONTINUED > width)
            here = LAST_RESORT;
        if (comment || !is_gap(line, i) || here > best.depth)
            continue;
        best = (struct gap){i, here};
    }
    return best;
}

static void put_trimmed(struct text *out, const char *line, size_t length)
{
    while (length > 0 && line[length - 1] == ' ')
        length--;
    text_add(out, line, length);
    text_char(out, '\n');
}

/* True for code, also with comments within the line; false for a line that is a
 * comment or ends one from an earlier line. */
static bool is_code(const char *line, size_t length)
{
    bool comment = false;
    size_t first = strspn(line, " ");
    if (line[0] == '#' || memchr(line, '"', length) || first >= length ||
        line[first] == '*' || !strncmp(line + first, "/*", 2))
        return false;
    for (size_t i = first; i + 1 < length; i++) {
        bool ends = line[i] == '*' && line[i + 1] == '/';
        if (ends && !comment)
            return false;
        comment = ends ? false : comment || !strncmp(line + i, "/*", 2);
    }
    return !comment;
}

/* Puts a line whose continuations begin at `deeper`. False, with the line
 * unfinished, if a piece has no gap with which it fits. */
static bool wrap_at(const char *line, size_t start, size_t length,
                    size_t deeper, struct text *out)
{
    size_t indent = start;
    text_print(out, "%*s", (int)indent, "");
    line += start;
    length -= start;
    while (indent + length > LAYOUT_WIDTH) {
        struct gap gap = find_gap(line, length, LAYOUT_WIDTH - indent);
        if (!gap.at)
            return false;
        put_trimmed(out, line, gap.at);
        line += gap.at;
        length -= gap.at;
        indent = deeper;
        text_print(out, "%*s", (int)indent, "");
    }
    put_trimmed(out, line, length);
    return true;
}

/* Continued lines of a function's head begin below its first argument. Other
 * lines, and these if names are too long for that, are indented a bit more than
 * the line. If nothing fits, the line stays too long. */
static void wrap_line(const char *line, size_t length, struct text *out)
{
    size_t start = strspn(line, " "), before = out->length;
    const char *open = memchr(line, '(', length);
    size_t column = open ? (size_t)(open - line) + 1 : length;
    bool below = start == 0 && column < LAYOUT_WIDTH / 2;
    if (wrap_at(line, start, length, below ? column : start + CONTINUED, out))
        return;
    out->length = before;
    if (below && wrap_at(line, start, length, CONTINUED, out))
        return;
    out->length = before;
    put_trimmed(out, line, length);
}

void layout_wrap(const char *code, size_t length, struct text *out)
{
    const char *end = code + length;
    while (code < end) {
        const char *stop = memchr(code, '\n', (size_t)(end - code));
        size_t n = (size_t)((stop ? stop : end) - code);
        if (n > LAYOUT_WIDTH && is_code(code, n)) {
            wrap_line(code, n, out);
        } else {
            text_add(out, code, n);
            text_char(out, '\n');
        }
        code += n + 1;
    }
}

/* ---- filling ---- */

/* Returns the length of a character in bytes; 1 for a byte that is not a
 * character or is not printed. */
static size_t character_length(const char *p)
{
    size_t n = text_printed(p);
    return n ? n : 1;
}

/* Puts a character of a comment; a space splits what would end it, begin
 * another one or make a trigraph. Returns the columns. */
static int put_safe(struct text *out, const char *p)
{
    text_add(out, text_printed(p) ? p : " ", character_length(p));
    bool breaks = (p[0] == '*' && p[1] == '/') ||
                  (p[0] == '/' && p[1] == '*') || (p[0] == '?' && p[1] == '?');
    if (breaks)
        text_char(out, ' ');
    return 1 + breaks;
}

void layout_fill(const char *words, const char *prefix, int column, int tail,
                 struct text *out)
{
    int at = column;
    bool first = true;
    for (;;) {
        words += strspn(words, BLANKS);
        size_t n = strcspn(words, BLANKS);
        if (n == 0)
            return;
        bool last = words[n + strspn(words + n, BLANKS)] == '\0';
        int need = 1 + (last ? tail : 0);
        for (size_t i = 0; i < n; i += character_length(words + i))
            need++;
        if (!first && at + need > LAYOUT_WIDTH) {
            text_char(out, '\n');
            text_put(out, prefix);
            at = (int)strlen(prefix);
        } else if (!first) {
            text_char(out, ' ');
            at++;
        }
        for (size_t i = 0; i < n; i += character_length(words + i))
            at += put_safe(out, words + i);
        words += n;
        first = false;
    }
}

/* ---- quoting ---- */

void layout_quote(const char *chars, int indent, struct text *out)
{
    int at = 0;
    text_char(out, '"');
    for (const char *p = chars; *p; p += character_length(p)) {
        if (at > QUOTE_LINE && p[-1] == ' ') {
            text_put(out, "\"\n");
            text_print(out, "%*s", indent, "");
            text_char(out, '"');
            at = 0;
        }
        if (*p == '"' || *p == '\\' || *p == '?')
            text_char(out, '\\');
        if (text_printed(p))
            text_add(out, p, text_printed(p));
        else /* an invalid byte */
            text_print(out, "\\%03o", (unsigned char)*p);
        at++;
    }
    text_char(out, '"');
}

/* ---- parts of runtime/ ---- */

const char *paste_file(struct speller *s, const char *path, const char *open,
                       const char *close)
{
    const char *from = strstr(shelf_builtin_file(path)->chars, open);
    const char *end = close ? strstr(from, close) : from + strlen(from);
    while (end[-1] == '\n')
        end--;
    return arena_text(s->arena, from, (size_t)(end - from));
}

/* Puts the text with "pol_" at the start of a word replaced by "<body>_". Lines
 * broken within brackets are joined: with longer names they break elsewhere. */
static void put_renamed(struct text *out, const char *from, const char *body)
{
    bool comment = false, directive = false; /* in a preprocessor line */
    int depth = 0;                           /* depth of brackets */
    const size_t n = strlen(body);
    for (char before = ' '; *from; before = *from++) {
        bool starts = !ascii_is_word(before);
        if (*from == '\n')
            directive = from[1] == '#';
        comment =
            !strncmp(from, "/*", 2) || (comment && strncmp(from, "*/", 2) != 0);
        depth += comment ? 0 : (*from == '(') - (*from == ')');
        if (starts && !strncmp(from, "pol_", 4)) {
            text_print(out, "%s_", body);
            from += 3;
        } else if (starts && !comment && !directive &&
                   !strncmp(from, body, n) && !ascii_is_word(from[n])) {
            text_print(out, "%s_", body); /* a local would hide the type */
            from += n - 1;
        } else if (*from == '\n' && depth > 0 && !comment) {
            text_char(out, ' ');
            while (from[1] == ' ')
                from++;
        } else {
            text_char(out, *from);
        }
    }
}

const char *paste_part(struct speller *s, const char *path, const char *name)
{
    const char *suffix = s->real == REAL_FLOAT ? "f" : "";
    const char *open =
        text_format(s->arena, "/* begin %s%s */\n", name, suffix);
    const char *close = text_format(s->arena, "/* end %s%s */", name, suffix);
    struct text out = text_new(s->arena);
    put_renamed(&out, paste_file(s, path, open, close) + strlen(open), s->body);
    return text_chars(&out);
}
