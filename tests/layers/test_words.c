/* SPDX-License-Identifier: MIT
 *
 * The words that users read are the field's: phrases of `words` stand in no
 * message, no template, no emitted text and no manual.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "source.h"

#include <ctype.h>

enum { MOST_PHRASES = 64, LONGEST = 128 };

struct words {
    char phrase[MOST_PHRASES][LONGEST], better[MOST_PHRASES][LONGEST];
    int phrases, files, found;
};

static void read_words(struct words *w)
{
    FILE *file = fopen(POL_TESTS_DIR "/layers/words", "r");
    assert_non_null(file);
    char line[2 * LONGEST];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        assert_true(w->phrases < MOST_PHRASES);
        const int n = w->phrases++;
        assert_int_equal(
            sscanf(line, "%127[^|]|%127[^\n]", w->phrase[n], w->better[n]), 2);
    }
    fclose(file);
}

/* Of C text the strings, of pieces put together; in place. */
static void keep_strings(char *text)
{
    char *to = text;
    for (char *p = text; *p;) {
        if (*p != '"') {
            if (!isspace((unsigned char)*p) && to > text && to[-1] != '\n')
                *to++ = '\n';
            p = (*p == '/' && (p[1] == '*' || p[1] == '/')) || *p == '\''
                    ? blank_one(p)
                    : p + 1;
            continue;
        }
        for (p++; *p && *p != '"'; p++) {
            const bool newline = *p == '\\' && p[1] == 'n';
            if (*p == '\\' && p[1])
                p++;
            *to++ = newline ? ' ' : *p;
        }
        p += *p != '\0';
    }
    *to = '\0';
}

/* Does it stand at p?  A blank is any white space, also with the marks that
 * begin a line of a comment. */
static bool stands_at(const char *p, const char *phrase)
{
    for (; *phrase; phrase++) {
        if (*phrase != ' ') {
            if (*p++ != *phrase)
                return false;
            continue;
        }
        const size_t n = strspn(p, " \n*#%");
        if (n == 0)
            return false;
        p += n;
    }
    return !isalnum((unsigned char)*p) && *p != '_';
}

static void look(const char *path, char *text, void *context)
{
    struct words *w = context;
    w->files++;
    if (strncmp(path, "generator/", 10) == 0 && has_ending(path, ".c .y"))
        keep_strings(text);
    for (const char *p = text; *p; p++) {
        if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
            continue;
        for (int i = 0; i < w->phrases; i++)
            if (stands_at(p, w->phrase[i])) {
                print_error("%s: \"%s\"; better: %s\n", path, w->phrase[i],
                            w->better[i]);
                w->found++;
            }
    }
}

static void users_read_the_words_of_the_field(void **state)
{
    (void)state;
    static struct words w;
    read_words(&w);
    visit_files("generator", ".c .y .1 polhode.h", 0, look, &w);
    visit_files("templates", ".tpl .lua .pol .md", 0, look, &w);
    visit_files("runtime", ".h .md", 0, look, &w);
    visit_files("specs", ".md .pol", 0, look, &w);
    visit_files("tests/golden", ".c .h", 0, look, &w);
    char *readme = read_text(POL_ROOT_DIR "/README.md");
    look("README.md", readme, &w);
    free(readme);
    assert_true(w.phrases > 10 && w.files > 300);
    assert_int_equal(w.found, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(users_read_the_words_of_the_field),
    };
    return run_group(tests);
}
