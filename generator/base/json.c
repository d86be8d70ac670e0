/* SPDX-License-Identifier: MIT
 *
 * The one writer of JSON.  Whether a comma is due is seen from the text: not at
 * its begin, nor behind an opening bracket or a key.  A text that begins with
 * "return" is Lua.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What is no character has one that says so; Lua takes it as it is. */
static void put_string(struct text *out, const char *chars)
{
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

void json_open(struct text *out, const char *key, char bracket)
{
    put_key(out, key);
    text_char(out, json_is_lua(out) ? '{' : bracket);
}

void json_close(struct text *out, char bracket)
{
    text_char(out, json_is_lua(out) ? '}' : bracket);
}

void json_string(struct text *out, const char *key, const char *text)
{
    if (!text)
        json_value(out, key, NULL);
    else {
        put_key(out, key);
        put_string(out, text);
    }
}

void json_value(struct text *out, const char *key, const char *value)
{
    put_key(out, key);
    text_put(out, value ? value : json_is_lua(out) ? "nil" : "null");
}

void json_int(struct text *out, const char *key, long n)
{
    put_key(out, key);
    text_print(out, "%ld", n);
}

void json_bool(struct text *out, const char *key, bool holds)
{
    json_value(out, key, holds ? "true" : "false");
}

void json_real(struct text *out, const char *key, double x)
{
    const char *other = NULL; /* where x is not finite */
    if (json_is_lua(out))
        other = isnan(x) ? signbit(x) ? "-nan" : "nan" : x > 0 ? "1/0" : "-1/0";
    json_value(out, key, isfinite(x) ? shortest(x).text : other);
}

void json_print(struct text *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    while (*format) {
        char name[32];
        const size_t n = strcspn(format, ":{}[] ");
        const bool has_key = format[n] == ':';
        snprintf(name, sizeof name, "%.*s", (int)n, format);
        format += has_key ? n + 1 : 0;
        const char *key = has_key ? name : NULL, kind = *format++;
        if (kind == 's')
            json_string(out, key, va_arg(list, const char *));
        else if (kind == 'i')
            json_int(out, key, va_arg(list, int));
        else if (kind == 'n') {
            int number = va_arg(list, int);
            json_value(out, key, number ? shortest(number).text : NULL);
        } else if (kind == 'l')
            json_int(out, key, va_arg(list, long));
        else if (kind == 'b')
            json_bool(out, key, va_arg(list, int));
        else if (kind == 'r')
            json_real(out, key, va_arg(list, double));
        else if (kind == 'w') {
            json_open(out, key, '[');
            int words = va_arg(list, int);
            const char *const *word = va_arg(list, const char *const *);
            for (int i = 0; i < words; i++)
                json_string(out, NULL, word[i]);
            json_close(out, ']');
        } else if (kind == '{' || kind == '[')
            json_open(out, key, kind);
        else if (kind == '}' || kind == ']')
            json_close(out, kind);
    }
    va_end(list);
}
