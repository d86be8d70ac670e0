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

/* The mark that some editors put before UTF-8 is no part of the first line. */
static size_t line_start(struct place p)
{
    size_t i = p.offset;
    while (i > 0 && p.source->chars[i - 1] != '\n')
        i--;
    bool marked = i == 0 && p.offset >= 3 &&
                  memcmp(p.source->chars, "\xEF\xBB\xBF", 3) == 0;
    return marked ? 3 : i;
}

/* A byte that is not UTF-8 counts as a character. */
static size_t character_end(const struct source *s, size_t i)
{
    unsigned code;
    size_t n = text_character(s->chars + i, s->length - i, &code);
    return i + (n ? n : 1);
}

void place_find(struct place p, int *line, int *column)
{
    *line = 1;
    *column = 1;
    if (!p.source)
        return;
    for (size_t i = 0; i < p.offset; i++)
        *line += p.source->chars[i] == '\n';
    for (size_t i = line_start(p); i < p.offset; i = character_end(p.source, i))
        ++*column;
}

int place_width(struct place p)
{
    int n = 0;
    for (size_t i = p.offset; p.source && i < p.offset + p.length; n++)
        i = character_end(p.source, i);
    return n;
}

/* A message may quote the text that it is about. */
static const char *harmless_text(struct arena *arena, const char *format,
                                 va_list list)
{
    struct text raw = text_new(arena), out = text_new(arena);
    text_vprint(&raw, format, list);
    text_plain(&out, text_chars(&raw), raw.length);
    return text_chars(&out);
}

void diags_begin(struct diags *d)
{
    d->first = d->count;
    d->left_out = 0;
}

/* Does an error stand at this place already?  What is said there next follows
 * from it.  A message without a place may be met again by each later stage. */
static bool is_known(const struct diags *d, const struct diag *item)
{
    const struct place *p = &item->place;
    bool known = false;
    for (int i = d->first; i < d->count; i++) {
        const struct diag *other = &d->items[i];
        if (p->source)
            known |= item->kind == DIAG_ERROR && other->kind == DIAG_ERROR &&
                     other->place.source == p->source &&
                     other->place.offset == p->offset;
        else if (!other->place.source && other->path && item->path)
            known |= other->kind == item->kind && other->line == item->line &&
                     strcmp(other->path, item->path) == 0 &&
                     strcmp(other->message, item->message) == 0;
    }
    return known;
}

static void add(struct diags *d, struct diag item, const char *format,
                va_list list)
{
    bool is_error = item.kind == DIAG_ERROR;
    item.message = harmless_text(d->arena, format, list);
    bool is_new = !is_known(d, &item);
    d->errors += is_error;
    d->last_kept = is_new && d->count - d->first < DIAG_SHOWN;
    if (!d->last_kept) {
        d->left_out += is_error && is_new;
        return;
    }
    arena_push(d->arena, d->items, d->count, d->room);
    d->items[d->count++] = item;
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
    if (!d->last_kept || d->items[d->count - 1].hint)
        return;
    va_start(list, format);
    d->items[d->count - 1].hint = harmless_text(d->arena, format, list);
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
    const char *path = d->place.source ? d->place.source->path : d->path;
    if (path)
        text_plain(out, path, strlen(path));
    if (d->place.source) {
        int line, column;
        place_find(d->place, &line, &column);
        text_print(out, ":%d:%d", line, column);
    } else if (d->path && d->line > 0) {
        text_print(out, ":%d", d->line);
    }
    text_print(out, "%s%s: %s\n", path ? ": " : "", kind, d->message);
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

/* The source line, then a caret line in which tabs stay tabs, so that the
 * caret stands under its token however wide a tab is. */
static void print_line(struct place p, struct text *out)
{
    const struct source *s = p.source;
    const struct window w = window_around(p);

    text_put(out, w.from > w.line ? "    ..." : "    ");
    text_plain(out, s->chars + w.from, w.to - w.from);
    text_put(out, w.to < w.end ? "...\n    " : "\n    ");
    text_put(out, w.from > w.line ? "   " : "");
    for (size_t i = w.from; i < p.offset; i = character_end(s, i))
        text_char(out, s->chars[i] == '\t' ? '\t' : ' ');
    text_char(out, '^');
    for (size_t i = character_end(s, p.offset);
         i < p.offset + p.length && i < w.to; i = character_end(s, i))
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
