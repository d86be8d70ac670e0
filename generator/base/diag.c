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

/* Start of the line of a place; a UTF-8 byte order mark is not part of it. */
static size_t line_start(struct place p)
{
    size_t i = p.offset;
    while (i > 0 && p.source->chars[i - 1] != '\n')
        i--;
    bool marked = i == 0 && p.offset >= 3 &&
                  memcmp(p.source->chars, "\xEF\xBB\xBF", 3) == 0;
    return marked ? 3 : i;
}

/* End of the character at i; a byte that is not UTF-8 counts as one. */
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

/* Formats a message without unprintable characters: it may quote user text. */
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

bool diag_add(struct diags *d, struct diag item, const char *format, ...)
{
    const struct place p = item.place;
    bool is_error = item.kind == DIAG_ERROR, is_new = true;
    va_list list;
    va_start(list, format);
    item.message = harmless_text(d->arena, format, list);
    va_end(list);
    /* A further error at the same place follows from the first.  Later stages
     * may repeat a message without a place. */
    for (int i = d->first; i < d->count; i++) {
        const struct diag *other = &d->items[i];
        if (p.source)
            is_new &= !is_error || other->kind != DIAG_ERROR ||
                      other->place.source != p.source ||
                      other->place.offset != p.offset;
        else if (!other->place.source && other->path && item.path)
            is_new &= other->kind != item.kind || other->line != item.line ||
                      strcmp(other->path, item.path) != 0 ||
                      strcmp(other->message, item.message) != 0;
    }
    d->errors += is_error;
    d->last_kept = is_new && d->count - d->first < DIAG_SHOWN;
    if (d->last_kept)
        arena_push(d->arena, d->items, d->count, d->room, item);
    else
        d->left_out += is_error && is_new;
    return false;
}

bool diag_hint(struct diags *d, const char *format, ...)
{
    va_list list;
    if (!d->last_kept || d->items[d->count - 1].hint)
        return false;
    va_start(list, format);
    d->items[d->count - 1].hint = harmless_text(d->arena, format, list);
    va_end(list);
    return false;
}

bool diag_near(struct diags *d, const char *name, const char *otherwise)
{
    if (name)
        return diag_hint(d, "did you mean '%s'?", name);
    return otherwise && diag_hint(d, "%s", otherwise);
}

void diags_sort(struct diags *d, int from)
{
    for (int i = from + 1; i < d->count; i++)
        for (int k = i; k > from; k--) {
            struct diag *a = &d->items[k - 1], *b = a + 1, moved = *a;
            if (!b->place.source || b->place.source != a->place.source ||
                b->place.offset >= a->place.offset)
                break;
            *a = *b;
            *b = moved;
        }
}

enum { LINE_WHOLE = 160, BEFORE = 60, AFTER = 80 };

/* Offset of n characters after i, at most the end of the line. */
static size_t forward(const struct source *s, size_t i, size_t end, int n)
{
    for (; i < end && n > 0; n--)
        i = character_end(s, i);
    return i;
}

/* Prints the source line, or the part around the place if the line would fill a
 * terminal; then a caret line.  Tabs stay tabs there, so that the caret is
 * under its token for any tab width. */
static void print_line(struct place p, int column, struct text *out)
{
    const struct source *s = p.source;
    size_t line = line_start(p), from = line, end = p.offset;
    while (end < s->length && s->chars[end] != '\n' && s->chars[end] != '\r')
        end++;
    size_t to = end;
    if (forward(s, line, end, LINE_WHOLE) < end) {
        from = forward(s, line, p.offset, column - 1 - BEFORE);
        to = forward(s, p.offset, end, AFTER);
    }
    text_put(out, from > line ? "    ..." : "    ");
    text_plain(out, s->chars + from, to - from);
    text_put(out, to < end ? "...\n    " : "\n    ");
    text_put(out, from > line ? "   " : "");
    for (size_t i = from; i < p.offset; i = character_end(s, i))
        text_char(out, s->chars[i] == '\t' ? '\t' : ' ');
    text_char(out, '^');
    for (size_t i = character_end(s, p.offset);
         i < p.offset + p.length && i < to; i = character_end(s, i))
        text_char(out, '~');
    text_char(out, '\n');
}

void diag_print(const struct diag *d, struct text *out)
{
    const char *kind = d->kind == DIAG_ERROR ? "error" : "warning";
    const char *path = d->place.source ? d->place.source->path : d->path;
    int line, column;
    place_find(d->place, &line, &column);
    if (path)
        text_plain(out, path, strlen(path));
    if (d->place.source)
        text_print(out, ":%d:%d", line, column);
    else if (d->path && d->line > 0)
        text_print(out, ":%d", d->line);
    text_print(out, "%s%s: %s\n", path ? ": " : "", kind, d->message);
    if (d->place.source)
        print_line(d->place, column, out);
    if (d->hint)
        text_print(out, "hint: %s\n", d->hint);
}
