/* SPDX-License-Identifier: MIT
 *
 * The shortest spec that fails as a given one does, by leaving out lines, then
 * terms, then what stands in brackets, as long as any of it can be left out.
 */
#ifndef POL_SHRINK_H
#define POL_SHRINK_H

#include <time.h>

#include "grown/trial.h"

struct shrinking {
    struct machine *machine;
    struct trial as;
    bool compilers;
    clock_t end;
    char *text; /* the shortest so far */
};

enum { SHRINK_SECONDS = 60 };

/* Messages of one kind begin alike. */
static inline bool fails_alike(const struct shrinking *s, const struct trial *t)
{
    return t->fault == s->as.fault && strncmp(t->what, s->as.what, 20) == 0;
}

/* Takes `to` in the place of the n characters at `at`, if it still fails. */
static inline bool shrink_at(struct shrinking *s, size_t at, size_t n,
                             const char *to)
{
    const size_t length = strlen(s->text);
    if (at + n > length)
        return false;
    char *text = malloc(length + strlen(to) + 1);
    assert_non_null(text);
    memcpy(text, s->text, at);
    strcpy(text + at, to);
    strcat(text, s->text + at + n);
    bool fails = false;
    if (strlen(text) < length && clock() < s->end) {
        struct trial t = try_spec(s->machine, text, s->compilers);
        fails = fails_alike(s, &t);
    }
    char *old = fails ? s->text : text;
    s->text = fails ? text : s->text;
    free(old);
    return fails;
}

/* How many characters stand before the first one of `ends` that is in no
 * bracket. */
static inline size_t shrink_span(const char *text, const char *ends)
{
    int depth = 0;
    size_t n = 0;
    for (; text[n]; n++) {
        if (depth == 0 && n > 0 && strchr(ends, text[n]))
            break;
        depth += strchr("([", text[n]) != NULL;
        depth -= strchr(")]", text[n]) != NULL;
        if (depth < 0)
            break;
    }
    return n;
}

static inline bool shrink_lines(struct shrinking *s)
{
    bool shrunk = false;
    for (size_t at = 0; s->text[at];) {
        size_t n = strcspn(s->text + at, "\n");
        n += s->text[at + n] == '\n';
        if (shrink_at(s, at, n, ""))
            shrunk = true;
        else
            at += n;
    }
    return shrunk;
}

/* Halves of long sums, then single terms, with their signs. */
static inline bool shrink_terms(struct shrinking *s)
{
    bool shrunk = false;
    for (size_t at = 0; s->text[at];) {
        const char *c = s->text + at;
        bool is_sign = strncmp(c, " + ", 3) == 0 || strncmp(c, " - ", 3) == 0;
        size_t line = strcspn(c, "\n"),
               n = is_sign ? 3 + shrink_span(c + 3, "+-\n,") : 0;
        if (is_sign && line > 400 &&
            shrink_at(s, at, line / 2 + shrink_span(c + line / 2, " \n"), ""))
            shrunk = true;
        else if (is_sign &&
                 shrink_at(s, at, n > 3 && c[n - 1] == ' ' ? n - 1 : n, ""))
            shrunk = true;
        else
            at++;
    }
    return shrunk;
}

/* A value in brackets becomes its first part, or a number, or a vector. */
static inline bool shrink_brackets(struct shrinking *s)
{
    bool shrunk = false;
    for (size_t at = 0; s->text[at]; at++) {
        if (!strchr("([", s->text[at]))
            continue;
        size_t name = at;
        while (name > 0 && isalnum((unsigned char)s->text[name - 1]))
            name--;
        size_t n = shrink_span(s->text + at + 1, "") + 2, first;
        char part[4000];
        first = shrink_span(s->text + at + 1, ",");
        snprintf(part, sizeof part, "%.*s", (int)first, s->text + at + 1);
        n += at - name;
        if (shrink_at(s, name, n, "1") || shrink_at(s, name, n, "e1") ||
            shrink_at(s, name, n, part)) {
            shrunk = true;
            at = name;
        }
    }
    return shrunk;
}

/* In new memory. */
static inline char *shrink(struct machine *m, const char *text,
                           const struct trial *as, bool compilers)
{
    struct shrinking s = {m, *as, compilers,
                          clock() + SHRINK_SECONDS * CLOCKS_PER_SEC,
                          malloc(strlen(text) + 1)};
    assert_non_null(s.text);
    strcpy(s.text, text);
    while (shrink_lines(&s) || shrink_terms(&s) || shrink_brackets(&s))
        continue;
    return s.text;
}

#endif
