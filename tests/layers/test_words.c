/* SPDX-License-Identifier: MIT
 *
 * Readers meet the words of the field in plain sentences: no more sentences
 * match a pattern of `words` than are counted there.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "source.h"

#include <ctype.h>
#include <regex.h>
#include <stdint.h>

enum { MOST_PATTERNS = 96, LONGEST = 256, SENTENCE = 2048, MOST_SEEN = 4096 };

struct words {
    struct pattern {
        int most, found;
        char text[LONGEST], better[LONGEST];
        regex_t compiled;
    } pattern[MOST_PATTERNS];
    int patterns, files, sentences;
    uint64_t seen[MOST_SEEN]; /* sentences that matched, by hash */
    int seen_count;
    bool shown; /* print each place of a pattern found too often */
};

static void read_words(struct words *w)
{
    FILE *file = fopen(POL_TESTS_DIR "/layers/words", "r");
    assert_non_null(file);
    char line[3 * LONGEST];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        assert_true(w->patterns < MOST_PATTERNS);
        struct pattern *p = &w->pattern[w->patterns++];
        assert_int_equal(sscanf(line, "%d\t%255[^\t]\t%255[^\n]", &p->most,
                                p->text, p->better),
                         3);
        assert_int_equal(regcomp(&p->compiled, p->text,
                                 REG_EXTENDED | REG_ICASE | REG_NOSUB),
                         0);
    }
    fclose(file);
}

/* Keeps the comments and strings of C text, each a paragraph; in place. */
static void keep_prose(char *text)
{
    char *to = text;
    bool joined = false; /* the string before goes on */
    for (char *p = text; *p;) {
        const bool comment = p[0] == '/' && (p[1] == '*' || p[1] == '/');
        if (!comment && *p != '"') {
            joined &= isspace((unsigned char)*p) != 0;
            p = *p == '\'' ? blank_one(p) : p + 1;
            continue;
        }
        char *const begin = p + (comment ? 2 : 1);
        char *end = begin;
        if (comment && p[1] == '*')
            end = strstr(begin, "*/") ? strstr(begin, "*/") : p + strlen(p);
        else
            while (*end && *end != (comment ? '\n' : '"'))
                end += *end == '\\' && end[1] ? 2 : 1;
        if (!(joined && !comment) && to > text) {
            *to++ = '\n';
            if (to < begin)
                *to++ = '\n';
        }
        p = *end ? end + (comment && p[1] == '*' ? 2 : 1) : end;
        for (char *q = begin; q < end; q++) {
            const bool newline = *q == '\\' && q[1] == 'n';
            if (*q == '\\' && q + 1 < end)
                q++;
            *to++ = newline ? ' ' : *q;
        }
        joined = !comment;
    }
    *to = '\0';
}

/* The next sentence at p, marks of comments and line breaks being blanks; what
 * is behind it. It ends at a stop, a cell of a table or an empty line. */
static const char *next_sentence(const char *p, char sentence[SENTENCE])
{
    size_t n = 0;
    p += strspn(p, " \n*#%|.-/");
    for (; *p && n + 2 < SENTENCE; p++) {
        const bool blank = *p == ' ' || *p == '\n';
        if (!blank) {
            if (strchr(".:;!?|", *p) && strchr(" \n", p[1]))
                break;
            sentence[n++] = *p;
            continue;
        }
        const size_t skipped = strspn(p, " \n*#%");
        const char *line = memchr(p, '\n', skipped);
        const char *second =
            line ? memchr(line + 1, '\n', skipped - (size_t)(line + 1 - p))
                 : NULL;
        p += skipped - 1;
        if (second)
            break;
        sentence[n++] = ' ';
    }
    sentence[n] = '\0';
    return *p ? p + 1 : p;
}

/* Emitted sentences are in templates and in many goldens: each counts once. */
static bool is_new(struct words *w, const char *sentence)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *p = sentence; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    for (int i = 0; i < w->seen_count; i++)
        if (w->seen[i] == hash)
            return false;
    assert_true(w->seen_count < MOST_SEEN);
    w->seen[w->seen_count++] = hash;
    return true;
}

static bool matches(const struct pattern *p, const char *sentence)
{
    return regexec(&p->compiled, sentence, 0, NULL, 0) == 0;
}

static void look(const char *path, char *text, void *context)
{
    struct words *w = context;
    char sentence[SENTENCE];
    if (strncmp(path, "tests/golden/test_", 18) == 0)
        return;
    w->files++;
    if (has_ending(path, ".c .h .y .def"))
        keep_prose(text);
    for (const char *p = text; *p;) {
        p = next_sentence(p, sentence);
        w->sentences++;
        int first = 0;
        while (first < w->patterns && !matches(&w->pattern[first], sentence))
            first++;
        if (first == w->patterns || !is_new(w, sentence))
            continue;
        for (int i = first; i < w->patterns; i++) {
            struct pattern *q = &w->pattern[i];
            if (!matches(q, sentence))
                continue;
            if (!w->shown)
                q->found++;
            else if (q->found > q->most)
                print_error("%s: \"%s\"; better: %s\n", path, sentence,
                            q->better);
        }
    }
}

static void look_at_all(struct words *w)
{
    static const char *const manuals[] = {"README.md", "tests/README.md"};
    visit_files("generator", ".c .h .y .def .1 .md", 0, look, w);
    visit_files("templates", ".tpl .lua .pol .md .js .html", 0, look, w);
    visit_files("runtime", ".h .md", 0, look, w);
    visit_files("specs", ".md .pol", 0, look, w);
    visit_files("tests/golden", ".c .h", 0, look, w);
    for (size_t i = 0; i < sizeof manuals / sizeof *manuals; i++) {
        char full[512];
        snprintf(full, sizeof full, "%s/%s", POL_ROOT_DIR, manuals[i]);
        char *text = read_text(full);
        assert_non_null(text);
        look(manuals[i], text, w);
        free(text);
    }
}

TEST(readers_meet_plain_sentences)
{
    static struct words w;
    read_words(&w);
    look_at_all(&w);
    int over = 0, found = 0;
    for (int i = 0; i < w.patterns; i++) {
        const struct pattern *p = &w.pattern[i];
        found += p->found;
        over += p->found > p->most;
        if (p->found != p->most)
            print_message("%d sentences match %s, counted %d\n", p->found,
                          p->text, p->most);
    }
    print_message("%d sentences of %d match\n", found, w.sentences);
    w.shown = true;
    w.seen_count = 0;
    if (over)
        look_at_all(&w);
    assert_true(w.patterns > 30 && w.files > 300 && w.sentences > 10000);
    assert_int_equal(over, 0);
}
