/* SPDX-License-Identifier: MIT
 *
 * The options of a file of the shelf, read from the line in which `polhode
 * list` prints them.
 */
#ifndef POL_WAYS_H
#define POL_WAYS_H

#include "check.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_WORDS = 16 };

/* One option, read from what `polhode list` prints: "form = momentum|rate". */
struct way {
    char name[24];
    bool tableau, method;
    int words;
    char word[MOST_WORDS][24];
};

struct ways {
    int n;
    struct way way[6];
};

static inline void copy_part(char *out, size_t room, const char *from, size_t n)
{
    assert_true(n < room);
    memcpy(out, from, n);
    out[n] = '\0';
}

/* Alternatives in capitals stand for a number, an expression or a method. */
static inline void read_words(struct way *w, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t n = strcspn(text + at, "|, ");
        if (strncmp(text + at, "METHOD", 6) == 0)
            w->method = true;
        else if (text[at] >= 'a' && text[at] <= 'z') {
            assert_true(w->words < MOST_WORDS);
            copy_part(w->word[w->words++], sizeof w->word[0], text + at, n);
        }
        at += n + 1;
    }
}

static inline struct ways read_ways(const char *text)
{
    struct ways all = {0};
    while (text && *text) {
        size_t length = strcspn(text, ","), name = strcspn(text, " ,");
        assert_true(all.n < 6);
        struct way *w = &all.way[all.n++];
        copy_part(w->name, sizeof w->name, text, name);
        w->tableau = name == length;
        if (!w->tableau)
            read_words(w, text + name + 3,
                       strcspn(text, ",(") - name - 3); /* "(float: each)" */
        text += length + (text[length] == ',');
        text += *text == ' ';
    }
    return all;
}

#endif
