/* SPDX-License-Identifier: MIT
 *
 * For tests against files of a folder.  POL_UPDATE=1 rewrites these; the
 * difference is then part of the change under review.
 */
#ifndef POL_EXPECTED_H
#define POL_EXPECTED_H

#include "specs.h"

/* Writes the file if that is asked for. */
static inline void expected_rewrite(const char *folder, const char *name, const char *text)
{
    char path[1024];
    const char *update = getenv("POL_UPDATE");
    if (!update || strcmp(update, "1") != 0)
        return;
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(n > 0 && (size_t)n < sizeof path);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* The number of the first line in which two texts differ, and where it begins
 * in both; 0: none. */
static inline int expected_difference(const char **a, const char **b)
{
    int line = 1;
    const char *p = *a, *q = *b;
    for (; *p && *p == *q; p++, q++)
        if (*p == '\n') {
            line++;
            *a = p + 1;
            *b = q + 1;
        }
    return *p == *q ? 0 : line;
}

/* Is a text that of the file?  If not, the line is shown. */
static inline bool expected_matches(const char *folder, const char *name, const char *now)
{
    size_t length;
    expected_rewrite(folder, name, now);
    char *then = specs_read(folder, name, &length);
    const char *was = then ? then : "(no such file)";
    int line = expected_difference(&was, &now);
    if (line)
        print_error("%s/%s:%d: expected\n%.*s\ngot\n%.*s\n", folder, name, line,
                    (int)strcspn(was, "\n"), was, (int)strcspn(now, "\n"), now);
    free(then);
    return line == 0;
}

/* ---- transcripts: texts, and what is made of them ---- */

/* A case of a transcript: "==== NAME", its text, "----", what is expected (both
 * may be missing).  The text after "==== NAME escaped" is one line, with \n and
 * \xHH. */
struct expected_case {
    char name[SPECS_NAME];
    char *text; /* up to the next case */
    size_t length;
    const char *from; /* its lines in the file */
    size_t lines;
};

static inline size_t expected_unescape(char *text, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n && text[i] != '\n'; i++) {
        char c = text[i];
        if (c == '\\' && text[++i] == 'n') {
            c = '\n';
        } else if (c == '\\') {
            char digits[] = {text[i + 1], text[i + 2], 0};
            c = (char)strtol(digits, NULL, 16);
            i += 2;
        }
        text[length++] = c;
    }
    return length;
}

/* Reads the case at *at and moves *at behind it; false: there is none. */
static inline bool expected_next(const char **at, struct expected_case *c)
{
    char escaped[10] = "";
    const char *begin = *at, *bar, *next;
    if (strncmp(begin, "==== ", 5) != 0)
        return false;
    assert_true(sscanf(begin, "==== %90s%9[^\n]", c->name, escaped) > 0);
    begin += strcspn(begin, "\n") + 1;
    bar = strstr(begin - 1, "\n----\n");
    next = strstr(begin - 1, "\n==== ");
    if (!bar || (next && bar > next))
        bar = next ? next : begin + strlen(begin) - 1;
    c->from = begin;
    c->lines = c->length = (size_t)(bar + 1 - begin);
    c->text = calloc(1, c->length + 1);
    assert_non_null(c->text);
    memcpy(c->text, begin, c->length);
    if (*escaped)
        c->length = expected_unescape(c->text, c->length);
    c->text[c->length] = '\0';
    *at = next ? next + 1 : begin + strlen(begin);
    return true;
}

/* Writes what is made of a text; false: it is not what it should be. */
typedef bool expected_make(const struct expected_case *, FILE *out);

static inline bool expected_transcript(const char *folder, const char *file, expected_make *make,
                                       int *cases)
{
    size_t size;
    char *all = specs_read(folder, file, &size), *now = NULL;
    assert_non_null(all);
    FILE *out = open_memstream(&now, &size);
    assert_non_null(out);
    const char *at = strstr(all, "==== ");
    fwrite(all, 1, (size_t)(at - all), out);
    bool good = true;
    for (struct expected_case c; expected_next(&at, &c); (*cases)++) {
        const char *head = c.from - 1;
        while (head > all && head[-1] != '\n')
            head--;
        fwrite(head, 1, (size_t)(c.from + c.lines - head), out);
        fputs("----\n", out);
        good &= make(&c, out);
        free(c.text);
    }
    assert_true(*at == '\0');
    assert_int_equal(fclose(out), 0);
    good &= expected_matches(folder, file, now);
    free(now);
    free(all);
    return good;
}

/* Every transcript of a folder is as it should be; `least` cases or more. */
static inline void expected_every(const char *folder, int least, expected_make *make)
{
    static spec_name name[SPECS_MOST];
    int n = specs_list(folder, ".txt", name), wrong = 0, cases = 0;
    for (int i = 0; i < n; i++)
        wrong += !expected_transcript(folder, name[i], make, &cases);
    assert_int_equal(wrong, 0);
    assert_true(cases >= least);
}

#endif
