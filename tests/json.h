/* SPDX-License-Identifier: MIT
 *
 * JSON as RFC 8259 defines it, and nothing beside it: what other programs read
 * must not depend on how lenient they are.
 */
#ifndef POL_TESTS_JSON_H
#define POL_TESTS_JSON_H

#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json {
    enum json_kind kind;
    const char *key;  /* of a member of an object, else NULL */
    const char *text; /* a string as it is meant, a number as it is written */
    double number;
    int n, room;
    struct json *item;
};

struct json_reading {
    struct arena *arena;
    const char *at; /* NULL: it is no JSON */
    int depth;
};

static inline void json_fail(struct json_reading *r)
{
    r->at = NULL;
}

static inline void json_skip(struct json_reading *r)
{
    if (r->at)
        r->at += strspn(r->at, " \t\r\n");
}

static inline bool json_take(struct json_reading *r, const char *word)
{
    size_t n = strlen(word);
    if (!r->at || strncmp(r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* How many bytes a character of UTF-8 has; 0: it is none. */
static inline size_t json_character(const char *c)
{
    const unsigned char *u = (const unsigned char *)c;
    size_t n = u[0] < 0x80                    ? 1
               : u[0] >= 0xc2 && u[0] <= 0xdf ? 2
               : (u[0] & 0xf0) == 0xe0        ? 3
               : u[0] >= 0xf0 && u[0] <= 0xf4 ? 4
                                              : 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    return u[0] < 0x20 ? 0 : n;
}

/* After the backslash. */
static inline void json_escape(struct json_reading *r, struct text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *simple = *r->at ? strchr(from, *r->at) : NULL;
    unsigned code = 0;
    if (simple) {
        text_char(out, to[simple - from]);
        r->at++;
        return;
    }
    if (*r->at++ != 'u')
        return json_fail(r);
    for (int i = 0; i < 4; i++, r->at++) {
        if (!isxdigit((unsigned char)*r->at))
            return json_fail(r);
        const char digit[2] = {*r->at, '\0'};
        code = code * 16 + (unsigned)strtoul(digit, NULL, 16);
    }
    if (code >= 0x80)
        return json_fail(r); /* nobody here writes those */
    text_char(out, (char)code);
}

static inline const char *json_string(struct json_reading *r)
{
    struct text out = text_new(r->arena);
    if (!json_take(r, "\"")) {
        json_fail(r);
        return NULL;
    }
    while (r->at && *r->at != '"') {
        size_t n = json_character(r->at);
        if (n == 0) {
            json_fail(r);
        } else if (*r->at == '\\') {
            r->at++;
            json_escape(r, &out);
        } else {
            text_add(&out, r->at, n);
            r->at += n;
        }
    }
    if (r->at)
        r->at++;
    return text_chars(&out);
}

static inline void json_digits(struct json_reading *r)
{
    if (r->at && !isdigit((unsigned char)*r->at))
        json_fail(r);
    while (r->at && isdigit((unsigned char)*r->at))
        r->at++;
}

static inline void json_number(struct json_reading *r, struct json *v)
{
    const char *begin = r->at;
    json_take(r, "-");
    if (!json_take(r, "0"))
        json_digits(r);
    if (json_take(r, "."))
        json_digits(r);
    if (json_take(r, "e") || json_take(r, "E")) {
        if (!json_take(r, "-"))
            json_take(r, "+");
        json_digits(r);
    }
    if (!r->at)
        return;
    v->kind = JSON_NUMBER;
    v->text = arena_text(r->arena, begin, (size_t)(r->at - begin));
    v->number = strtod(v->text, NULL);
}

static inline struct json json_value(struct json_reading *);

static inline bool json_has(const struct json *v, const char *key)
{
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->item[i].key, key) == 0)
            return true;
    return false;
}

static inline void json_items(struct json_reading *r, struct json *v,
                              const char *end)
{
    json_skip(r);
    if (json_take(r, end))
        return;
    do {
        const char *key = NULL;
        json_skip(r);
        if (v->kind == JSON_OBJECT && r->at) {
            key = json_string(r);
            json_skip(r);
            if (!json_take(r, ":") || json_has(v, key))
                json_fail(r);
        }
        struct json item = json_value(r);
        item.key = key;
        arena_push(r->arena, v->item, v->n, v->room, item);
        json_skip(r);
    } while (json_take(r, ","));
    if (!json_take(r, end))
        json_fail(r);
}

static inline struct json json_value(struct json_reading *r)
{
    struct json v = {.kind = JSON_NULL};
    json_skip(r);
    if (!r->at || ++r->depth > 16) {
        json_fail(r);
    } else if (json_take(r, "{")) {
        v.kind = JSON_OBJECT;
        json_items(r, &v, "}");
    } else if (json_take(r, "[")) {
        v.kind = JSON_ARRAY;
        json_items(r, &v, "]");
    } else if (*r->at == '"') {
        v.kind = JSON_STRING;
        v.text = json_string(r);
    } else if (json_take(r, "true")) {
        v.kind = JSON_TRUE;
    } else if (json_take(r, "false")) {
        v.kind = JSON_FALSE;
    } else if (!json_take(r, "null")) {
        json_number(r, &v);
    }
    r->depth--;
    return v;
}

/* NULL: the text is no JSON. */
static inline const struct json *json_of(struct arena *arena, const char *text)
{
    struct json_reading r = {arena, text, 0};
    struct json *v = arena_alloc(arena, sizeof *v);
    *v = json_value(&r);
    json_skip(&r);
    return r.at && *r.at == '\0' ? v : NULL;
}

/* A member that must be there. */
static inline const struct json *json_at(const struct json *v, const char *key)
{
    for (int i = 0; i < v->n; i++)
        if (v->item[i].key && strcmp(v->item[i].key, key) == 0)
            return &v->item[i];
    fail_msg("no member '%s'", key);
    return NULL;
}

#endif
