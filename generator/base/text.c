/* SPDX-License-Identifier: MIT
 *
 * A growing text in an arena.
 */
#include "base/text.h"

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct text text_new(struct arena *arena)
{
    return (struct text){.arena = arena};
}

static void reserve(struct text *t, size_t more)
{
    size_t need = t->length + more + 1;
    if (need <= t->room)
        return;
    size_t room = t->room ? t->room : 64;
    while (room < need)
        room *= 2;
    t->chars = arena_grow(t->arena, t->chars, t->room, room);
    t->room = room;
}

void text_add(struct text *t, const char *chars, size_t length)
{
    reserve(t, length);
    if (length)
        memcpy(t->chars + t->length, chars, length);
    t->length += length;
    t->chars[t->length] = '\0';
}

void text_put(struct text *t, const char *chars)
{
    text_add(t, chars, strlen(chars));
}

void text_char(struct text *t, char c)
{
    text_add(t, &c, 1);
}

void text_vprint(struct text *t, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, list);
    if (n > 0) {
        reserve(t, (size_t)n);
        vsnprintf(t->chars + t->length, (size_t)n + 1, format, again);
        t->length += (size_t)n;
    }
    va_end(again);
}

void text_print(struct text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_vprint(t, format, list);
    va_end(list);
}

/* The character at s, n bytes long, in UTF-8 of no more bytes than need be. */
static long decode(const unsigned char *s, size_t *n)
{
    static const long least[] = {0, 0x80, 0x800, 0x10000};
    size_t more = s[0] < 0x80 ? 0 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;
    long c = more ? s[0] & (0x3F >> more) : s[0];
    for (*n = 1; *n <= more; ++*n) {
        if ((s[*n] & 0xC0) != 0x80)
            return -1;
        c = c << 6 | (s[*n] & 0x3F);
    }
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    bool is_lead = s[0] < 0x80 || (s[0] >= 0xC0 && s[0] < 0xF8);
    return is_lead && c >= least[more] && c <= 0x10FFFF && !surrogate ? c : -1;
}

/* Controls, and what Unicode has for the direction and the lines of a text. */
static bool is_printed(long c)
{
    return c >= 0x20 && !(c >= 0x7F && c <= 0x9F) && c != 0x061C &&
           !(c >= 0x200E && c <= 0x200F) && !(c >= 0x2028 && c <= 0x202E) &&
           !(c >= 0x2066 && c <= 0x2069);
}

size_t text_printed(const char *chars)
{
    size_t n;
    return is_printed(decode((const unsigned char *)chars, &n)) ? n : 0;
}

void text_plain(struct text *t, const char *chars)
{
    while (*chars) {
        size_t n = text_printed(chars);
        bool blank = *chars == '\n' || *chars == '\t';
        text_add(t, n || blank ? chars : "?", n ? n : 1);
        chars += n ? n : 1;
    }
}

size_t text_json(const char *chars, char out[TEXT_JSON])
{
    size_t n;
    long c = decode((const unsigned char *)chars, &n);
    bool escaped = c == '"' || c == '\\';
    if (c < 0)
        n = 1;
    if (is_printed(c))
        snprintf(out, TEXT_JSON, "%s%.*s", escaped ? "\\" : "", (int)n, chars);
    else /* what is no character has one that says so */
        snprintf(out, TEXT_JSON, "\\u%04x", c < 0 ? 0xFFFD : (unsigned)c);
    return n;
}

const char *text_chars(const struct text *t)
{
    return t->chars ? t->chars : "";
}

char *text_format(struct arena *arena, const char *format, ...)
{
    struct text t = text_new(arena);
    va_list list;
    va_start(list, format);
    text_vprint(&t, format, list);
    va_end(list);
    reserve(&t, 0);
    return t.chars;
}

/* The bytes that a first byte asks for; 0: none begins so. */
static size_t character_length(unsigned char c)
{
    return c < 0x80                ? 1
           : c >= 0xC2 && c < 0xE0 ? 2
           : c >= 0xE0 && c < 0xF0 ? 3
           : c >= 0xF0 && c < 0xF5 ? 4
                                   : 0;
}

size_t text_character(const char *chars, size_t length, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = length ? character_length((unsigned char)*chars) : 0;
    if (n == 0 || n > length)
        return 0;
    *code =
        n == 1 ? (unsigned char)*chars : (unsigned char)*chars & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        unsigned char c = (unsigned char)chars[i];
        if ((c & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (c & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < least[n] || *code > 0x10FFFF || surrogate ? 0 : n;
}
