/* SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "base/text.h"

#include "base/arena.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
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
    reserve(t, 0);
    size_t room = t->room - t->length;
    int n = vsnprintf(t->chars + t->length, room, format, list);
    if (n > 0 && (size_t)n >= room) {
        reserve(t, (size_t)n);
        vsnprintf(t->chars + t->length, (size_t)n + 1, format, again);
    }
    t->length += n > 0 ? (size_t)n : 0;
    va_end(again);
}

void text_print(struct text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_vprint(t, format, list);
    va_end(list);
}

size_t text_character(const char *chars, size_t length, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = length ? (unsigned char)*chars : 0xFF;
    /* the length that the first byte demands */
    size_t n = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (n > length || (first >= 0x80 && first < 0xC2) || first >= 0xF5)
        return 0;
    *code = n == 1 ? first : first & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        unsigned char c = (unsigned char)chars[i];
        if ((c & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (c & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < least[n] || *code > 0x10FFFF || surrogate ? 0 : n;
}

/* False for control characters, Unicode's marks of direction and of lines, and
 * invisible characters. */
static bool is_printed(unsigned code)
{
    return code >= 0x20 && !(code >= 0x7F && code <= 0x9F) && code != 0x061C &&
           !(code >= 0x200B && code <= 0x200F) &&
           !(code >= 0x2028 && code <= 0x202E) &&
           !(code >= 0x2060 && code <= 0x2069) && code != 0xFEFF;
}

size_t text_printed(const char *chars)
{
    unsigned code;
    size_t n = text_character(chars, strnlen(chars, 4), &code);
    return n && is_printed(code) ? n : 0;
}

void text_plain(struct text *t, const char *chars, size_t length)
{
    for (size_t i = 0, n; i < length; i += n ? n : 1) {
        unsigned code;
        n = text_character(chars + i, length - i, &code);
        if (n && (is_printed(code) || code == '\n' || code == '\t'))
            text_add(t, chars + i, n);
        else
            text_char(t, '?');
    }
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
    return t.chars;
}

const char *text_list(struct arena *arena, int n, const char *const *part,
                      const char *last)
{
    struct text t = text_new(arena);
    for (int i = 0; i < n; i++)
        text_print(&t, "%s%s", i == 0 ? "" : i == n - 1 ? last : ", ", part[i]);
    return text_chars(&t);
}

int text_among(const char *list, char between, const char *word)
{
    const char stop[] = {between, '\0'};
    const size_t n = strlen(word);
    for (int i = 0;; i++) {
        const size_t length = strcspn(list, stop);
        if (n && n == length && strncmp(list, word, n) == 0)
            return i;
        if (!list[length])
            return -1;
        list += length + 1;
    }
}

struct plain plain_enter(void)
{
    locale_t here = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (struct plain){here, uselocale(here)};
}

void plain_leave(struct plain p)
{
    uselocale(p.before);
    if (p.here)
        freelocale(p.here);
}

bool text_int(const char *text, long least, long most, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && *end == '\0' && *out >= least && *out <= most;
}
