/* SPDX-License-Identifier: MIT
 *
 * Counts the operations that stand in C text, without trusting whoever wrote
 * it: a lexer just good enough to tell a binary sign from a unary one, a
 * product from a pointer, and a call from a parenthesis.
 */
#ifndef POL_TALLY_H
#define POL_TALLY_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct tally {
    int mul, add, div, neg; /* add: subtractions too; neg: unary minus */
    int compare, select;    /* < <= > >= == != and ?: */
    int calls;              /* of anything but sqrt and sqrtf */
    int sqrt;
};

/* Token kinds; a sign after a TALLY_VALUE is binary. */
enum tally_token { TALLY_VALUE, TALLY_NAME, TALLY_TYPE, TALLY_OTHER };

static inline bool tally_word(const char *word, size_t n, const char *list)
{
    for (const char *p = list; *p;) {
        size_t m = strcspn(p, " ");
        if (m == n && memcmp(p, word, n) == 0)
            return true;
        p += m + (p[m] == ' ');
    }
    return false;
}

static inline enum tally_token tally_kind(const char *word, size_t n)
{
    if (tally_word(word, n, "double float int long const unsigned char"))
        return TALLY_TYPE;
    if (tally_word(word, n, "return if else while for do"))
        return TALLY_OTHER;
    return TALLY_NAME;
}

/* The end of a number, comment, text or preprocessor line that starts at p;
 * p itself if none does. */
static inline const char *tally_skip(const char *p, const char *end, bool *number)
{
    *number =
        isdigit((unsigned char)*p) || (*p == '.' && p + 1 < end && isdigit((unsigned char)p[1]));
    if (*number) {
        while (p < end && (isalnum((unsigned char)*p) || *p == '.' ||
                           ((*p == '+' || *p == '-') && strchr("eEpP", p[-1]))))
            p++;
    } else if (*p == '/' && p[1] == '*') {
        const char *stop = strstr(p + 2, "*/");
        p = stop ? stop + 2 : end;
    } else if (*p == '#' || (*p == '/' && p[1] == '/')) {
        while (p < end && *p != '\n')
            p++;
    } else if (*p == '"') {
        for (p++; p < end && *p != '"'; p++)
            p += *p == '\\';
        p++;
    }
    return p < end ? p : end;
}

/* Counts the sign at p; returns how many characters it takes. */
static inline int tally_sign(const char *p, bool binary, struct tally *t)
{
    const char c = p[0], d = p[1];
    if ((c == '-' && d == '>') || (c == '+' && d == '+') || (c == '-' && d == '-') ||
        (c == '&' && d == '&') || (c == '|' && d == '|'))
        return 2;
    if (strchr("<>=!", c) && (d == '=' || c == '<' || c == '>')) {
        t->compare++;
        return 1 + (d == '=');
    }
    t->mul += c == '*' && binary;
    t->div += c == '/' && binary;
    t->add += (c == '+' || c == '-') && binary;
    t->neg += c == '-' && !binary;
    t->select += c == '?';
    return strchr("*/+-", c) && d == '=' ? 2 : 1;
}

/* Adds up what stands between two places of a text. */
static inline struct tally tally_text(const char *p, const char *end)
{
    struct tally t = {0};
    enum tally_token last = TALLY_OTHER;
    const char *word = p;
    size_t length = 0;
    bool cast = false; /* inside a parenthesis that begins with a type */
    while (p < end) {
        bool number;
        const char *next = tally_skip(p, end, &number);
        if (next != p) {
            last = number ? TALLY_VALUE : last;
            p = next;
        } else if (isalpha((unsigned char)*p) || *p == '_') {
            for (word = p; p < end && (isalnum((unsigned char)*p) || *p == '_');)
                p++;
            length = (size_t)(p - word);
            enum tally_token kind = tally_kind(word, length);
            cast = kind == TALLY_TYPE && word[-1] == '(';
            last = kind;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (*p == '(') {
            if (last == TALLY_NAME) {
                bool root = tally_word(word, length, "sqrt sqrtf");
                t.sqrt += root;
                t.calls += !root;
            }
            last = TALLY_OTHER;
            p++;
        } else if (*p == ')' || *p == ']') {
            last = cast && *p == ')' ? TALLY_OTHER : TALLY_VALUE;
            cast = false;
            p++;
        } else {
            bool binary = last == TALLY_VALUE || last == TALLY_NAME;
            p += tally_sign(p, binary, &t);
            last = TALLY_OTHER;
        }
    }
    return t;
}

/* The body of the function `name` in a text: its braces are *from and *to. */
static inline bool tally_find(const char *text, const char *name, const char **from,
                              const char **to)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n) {
        if ((p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) || p[n] != '(')
            continue;
        const char *open = p + strcspn(p, ";{");
        if (*open != '{')
            continue; /* a prototype or a call */
        int depth = 0;
        for (const char *q = open; *q; q++) {
            depth += (*q == '{') - (*q == '}');
            if (!depth) {
                *from = open;
                *to = q;
                return true;
            }
        }
    }
    return false;
}

/* Operations in the body of a function; false: there is no such function. */
static inline bool tally_function(const char *text, const char *name, struct tally *t)
{
    const char *from, *to;
    if (!tally_find(text, name, &from, &to))
        return false;
    *t = tally_text(from, to);
    return true;
}

#endif
