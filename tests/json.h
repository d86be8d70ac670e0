/* SPDX-License-Identifier: MIT
 *
 * JSON as RFC 8259 defines it, and nothing beside it: what other programs read
 * must not depend on how lenient they are.
 */
#ifndef POL_TESTS_JSON_H
#define POL_TESTS_JSON_H

#include "check.h"

#include <ctype.h>

struct json {
    const char *at; /* NULL: it is no JSON */
    int depth;
};

static inline void json_fail(struct json *r)
{
    r->at = NULL;
}

static inline void json_skip(struct json *r)
{
    if (r->at)
        r->at += strspn(r->at, " \t\r\n");
}

static inline bool json_take(struct json *r, const char *word)
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

/* After the backslash; of numbers nobody here writes others than \u00... */
static inline void json_escape(struct json *r)
{
    if (*r->at && strchr("\"\\/bfnrt", *r->at))
        r->at++;
    else if (json_take(r, "u00") && *r->at >= '0' && *r->at <= '7' &&
             isxdigit((unsigned char)r->at[1]))
        r->at += 2;
    else
        json_fail(r);
}

static inline void json_string(struct json *r)
{
    if (!json_take(r, "\""))
        json_fail(r);
    while (r->at && *r->at != '"') {
        size_t n = json_character(r->at);
        if (n == 0)
            json_fail(r);
        else if (json_take(r, "\\"))
            json_escape(r);
        else
            r->at += n;
    }
    if (r->at)
        r->at++;
}

static inline void json_digits(struct json *r)
{
    if (r->at && !isdigit((unsigned char)*r->at))
        json_fail(r);
    while (r->at && isdigit((unsigned char)*r->at))
        r->at++;
}

static inline void json_number(struct json *r)
{
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
}

static inline void json_value(struct json *);

/* A member's key, another one than those before. */
static inline void json_key(struct json *r, const char **key, int *n)
{
    assert_true(*n < 100);
    key[*n] = r->at;
    json_string(r);
    for (int i = 0; r->at && i < *n; i++)
        if (!strncmp(key[i], key[*n], (size_t)(r->at - key[*n])))
            return json_fail(r);
    ++*n;
    json_skip(r);
    if (!json_take(r, ":"))
        json_fail(r);
}

static inline void json_items(struct json *r, const char *end, bool has_keys)
{
    const char *key[100];
    int n = 0;
    json_skip(r);
    if (json_take(r, end))
        return;
    do {
        json_skip(r);
        if (has_keys && r->at)
            json_key(r, key, &n);
        json_value(r);
        json_skip(r);
    } while (json_take(r, ","));
    if (!json_take(r, end))
        json_fail(r);
}

static inline void json_value(struct json *r)
{
    json_skip(r);
    if (!r->at || ++r->depth > 16)
        return json_fail(r);
    if (json_take(r, "{"))
        json_items(r, "}", true);
    else if (json_take(r, "["))
        json_items(r, "]", false);
    else if (*r->at == '"')
        json_string(r);
    else if (!json_take(r, "true") && !json_take(r, "false") && !json_take(r, "null"))
        json_number(r);
    r->depth--;
}

static inline bool is_json(const char *text)
{
    struct json r = {text, 0};
    json_value(&r);
    json_skip(&r);
    return r.at && *r.at == '\0';
}

#endif
