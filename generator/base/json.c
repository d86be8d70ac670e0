/* SPDX-License-Identifier: MIT
 *
 * The only writer of JSON.  The text so far decides whether a comma is needed:
 * not at its beginning, nor after an opening bracket or a key.  A text that
 * begins with "return" is Lua.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

double plain_number(double x)
{
    return isnan(x) ? fabs(x) : x == 0 ? 0 : x;
}

struct digits shortest(double x)
{
    struct digits d;
    x = plain_number(x);
    for (int n = 15; n <= 17; n++) {
        snprintf(d.text, sizeof d.text, "%.*g", n, x);
        if (!isfinite(x) || strtod(d.text, NULL) == x)
            break;
    }
    return d;
}

struct text json_lua(struct arena *arena)
{
    struct text out = text_new(arena);
    text_put(&out, "return ");
    return out;
}

bool json_is_lua(const struct text *out)
{
    return out->length && *out->chars == 'r';
}

bool json_is_empty(const struct text *out)
{
    return out->length == (json_is_lua(out) ? strlen("return ") : 0);
}

const char *json_value(struct text *out)
{
    return text_chars(out) + (json_is_lua(out) ? strlen("return ") : 0);
}

/* NULL: null, in Lua nil. */
static void put_value(struct text *out, const char *value)
{
    text_put(out, value ? value : json_is_lua(out) ? "nil" : "null");
}

/* Invalid UTF-8 becomes U+FFFD; Lua gets the bytes as escapes. */
static void put_string(struct text *out, const char *chars)
{
    if (!chars) {
        put_value(out, NULL);
        return;
    }
    text_char(out, '"');
    for (size_t n; *chars; chars += n ? n : 1) {
        unsigned code = 0;
        n = text_character(chars, strnlen(chars, 4), &code);
        if (code == '"' || code == '\\')
            text_print(out, "\\%c", *chars);
        else if (json_is_lua(out) && !text_printed(chars) && (n = 1))
            text_print(out, "\\x%02x", (unsigned char)*chars);
        else if (text_printed(chars))
            text_add(out, chars, n);
        else
            text_print(out, "\\u%04x", n ? code : 0xFFFD);
    }
    text_char(out, '"');
}

static void put_key(struct text *out, const char *key)
{
    const bool is_lua = json_is_lua(out);
    if (out->length && !strchr("{[\n ", out->chars[out->length - 1]))
        text_put(out, ", ");
    if (!key)
        return;
    text_put(out, is_lua ? "[" : "");
    put_string(out, key);
    text_put(out, is_lua ? "] = " : ": ");
}

static void put_real(struct text *out, double x)
{
    const char *other = NULL; /* text if x is not finite */
    if (json_is_lua(out))
        other = isnan(x) ? signbit(x) ? "-nan" : "nan" : x > 0 ? "1/0" : "-1/0";
    put_value(out, isfinite(x) ? shortest(x).text : other);
}

/* An array of words (kind 'w') or of doubles. */
static void put_array(struct text *out, int n, char kind, const void *list)
{
    json_print(out, "[");
    for (int i = 0; i < n; i++)
        if (kind == 'w')
            json_print(out, "s", ((const char *const *)list)[i]);
        else
            json_print(out, "r", ((const double *)list)[i]);
    json_print(out, "]");
}

/* Puts a value from the next arguments, or a bracket. */
static void put_item(struct text *out, char kind, va_list *list)
{
    if (kind == 's')
        put_string(out, va_arg(*list, const char *));
    else if (kind == 'v')
        put_value(out, va_arg(*list, const char *));
    else if (kind == 'b')
        put_value(out, va_arg(*list, int) ? "true" : "false");
    else if (strchr("ino", kind)) {
        const int number = va_arg(*list, int);
        if ((kind == 'n' && number == 0) || (kind == 'o' && number < 0))
            put_value(out, NULL);
        else
            text_print(out, "%d", number);
    } else if (kind == 'l')
        text_print(out, "%ld", va_arg(*list, long));
    else if (kind == 'r')
        put_real(out, va_arg(*list, double));
    else if (kind == 'w' || kind == 'a') {
        const int n = va_arg(*list, int);
        put_array(out, n, kind, va_arg(*list, const void *));
    } else if (kind == '{' || kind == '[')
        text_char(out, json_is_lua(out) ? '{' : kind);
    else if (kind == '}' || kind == ']')
        text_char(out, json_is_lua(out) ? '}' : kind);
}

void json_print(struct text *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        char name[32];
        const char *key = NULL;
        const size_t n = strcspn(format, ":{}[] \n");
        if (format[n] == ':') {
            snprintf(name, sizeof name, "%.*s", (int)n, format);
            key = strcmp(name, "*") ? name : va_arg(list, const char *);
            format += n + 1;
        }
        const char kind = *format;
        if (kind == '|' && !json_is_lua(out))
            break;
        if (kind == '\n')
            text_put(out, strchr("{[", out->chars[out->length - 1]) ? "\n "
                                                                    : ",\n ");
        else if (!strchr(" |]}", kind))
            put_key(out, key);
        put_item(out, kind, &list);
    }
    va_end(list);
}

void json_words(struct text *out, const char *key, const char *words, char end)
{
    json_print(out, "*:[", key);
    for (size_t n; *words; words += n + (words[n] == end)) {
        for (n = 0; words[n] && words[n] != end;)
            n++;
        json_print(out, "s", arena_text(out->arena, words, n));
    }
    json_print(out, "]");
}
