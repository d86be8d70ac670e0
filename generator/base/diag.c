/* SPDX-License-Identifier: MIT
 *
 * Collecting and printing messages about the user's text.
 */
#include "base/diag.h"

#include "base/arena.h"
#include "base/text.h"

#include <string.h>

struct diags diags_new(struct arena *arena)
{
    return (struct diags){.arena = arena};
}

struct place place_join(struct place a, struct place b)
{
    size_t end = b.offset + b.length;
    if (!a.source || a.source != b.source || end < a.offset)
        return a.source ? a : b;
    a.length = end - a.offset;
    return a;
}

static int is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static size_t line_start(struct place p)
{
    size_t i = p.offset;
    while (i > 0 && p.source->chars[i - 1] != '\n')
        i--;
    return i;
}

void place_find(struct place p, int *line, int *column)
{
    *line = 1;
    *column = 1;
    if (!p.source)
        return;
    for (size_t i = 0; i < p.offset; i++)
        *line += p.source->chars[i] == '\n';
    for (size_t i = line_start(p); i < p.offset; i++)
        *column += !is_continuation(p.source->chars[i]);
}

static struct diag *add(struct diags *d, struct diag item, const char *format,
                        va_list list)
{
    d->errors += item.kind == DIAG_ERROR;
    if (d->count == DIAG_SHOWN)
        return NULL;
    arena_push(d->arena, d->items, d->count, d->room);
    struct text t = text_new(d->arena);
    text_vprint(&t, format, list);
    item.message = text_chars(&t);
    d->items[d->count] = item;
    return &d->items[d->count++];
}

void diag_error(struct diags *d, struct place p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, (struct diag){.kind = DIAG_ERROR, .place = p}, format, list);
    va_end(list);
}

void diag_warning(struct diags *d, struct place p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, (struct diag){.kind = DIAG_WARNING, .place = p}, format, list);
    va_end(list);
}

void diag_hint(struct diags *d, const char *format, ...)
{
    va_list list;
    if (!d->count || d->items[d->count - 1].hint)
        return;
    va_start(list, format);
    struct text t = text_new(d->arena);
    text_vprint(&t, format, list);
    d->items[d->count - 1].hint = text_chars(&t);
    va_end(list);
}

void diag_error_line(struct diags *d, const char *path, int line,
                     const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, (struct diag){.kind = DIAG_ERROR, .path = path, .line = line},
        format, list);
    va_end(list);
}

static void print_head(const struct diag *d, struct text *out)
{
    const char *kind = d->kind == DIAG_ERROR ? "error" : "warning";
    if (d->place.source) {
        int line, column;
        place_find(d->place, &line, &column);
        text_print(out, "%s:%d:%d: ", d->place.source->path, line, column);
    } else if (d->path && d->line > 0) {
        text_print(out, "%s:%d: ", d->path, d->line);
    } else if (d->path) {
        text_print(out, "%s: ", d->path);
    }
    text_print(out, "%s: %s\n", kind, d->message);
}

/* The part of a line that is shown, as offsets: all of it, or, of a line that
 * would fill a terminal, what stands around the place. */
struct window {
    size_t line, from, to, end; /* line <= from <= to <= end */
};

enum { LINE_WHOLE = 160, BEFORE = 60, AFTER = 80 };

/* n characters on from an offset, or back, but not out of the line. */
static size_t forward(const struct source *s, size_t i, size_t end, int n)
{
    for (; i < end && n > 0; n--)
        do
            i++;
        while (i < end && is_continuation(s->chars[i]));
    return i;
}

static size_t backward(const struct source *s, size_t i, size_t start, int n)
{
    for (; i > start && n > 0; n--)
        do
            i--;
        while (i > start && is_continuation(s->chars[i]));
    return i;
}

static struct window window_around(struct place p)
{
    const char *chars = p.source->chars;
    size_t end = p.offset;
    struct window w = {.line = line_start(p)};
    while (end < p.source->length && chars[end] != '\n' && chars[end] != '\r')
        end++;
    w.from = w.line;
    w.to = w.end = end;
    if (forward(p.source, w.line, end, LINE_WHOLE) < end) {
        w.from = backward(p.source, p.offset, w.line, BEFORE);
        w.to = forward(p.source, p.offset, end, AFTER);
    }
    return w;
}

/* What a terminal would obey, or what ends a C text, is shown as '?'. */
static char harmless(char c)
{
    unsigned char u = (unsigned char)c;
    return (u < 0x20 && c != '\t') || u == 0x7F ? '?' : c;
}

/* The source line, then a caret line in which tabs stay tabs, so that the
 * caret stands under its token however wide a tab is. */
static void print_line(struct place p, struct text *out)
{
    const char *chars = p.source->chars;
    const struct window w = window_around(p);

    text_put(out, w.from > w.line ? "    ..." : "    ");
    for (size_t i = w.from; i < w.to; i++)
        text_char(out, harmless(chars[i]));
    text_put(out, w.to < w.end ? "...\n    " : "\n    ");
    text_put(out, w.from > w.line ? "   " : "");
    for (size_t i = w.from; i < p.offset; i++)
        if (!is_continuation(chars[i]))
            text_char(out, chars[i] == '\t' ? '\t' : ' ');
    text_char(out, '^');
    for (size_t i = p.offset + 1; i < p.offset + p.length && i < w.to; i++)
        if (!is_continuation(chars[i]))
            text_char(out, '~');
    text_char(out, '\n');
}

void diag_print(const struct diag *d, struct text *out)
{
    print_head(d, out);
    if (d->place.source)
        print_line(d->place, out);
    if (d->hint)
        text_print(out, "hint: %s\n", d->hint);
}
