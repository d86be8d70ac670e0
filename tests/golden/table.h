/* SPDX-License-Identifier: MIT
 *
 * Tables that the program prints, against files beside this one.
 */
#ifndef POL_TABLE_H
#define POL_TABLE_H

#define _POSIX_C_SOURCE 200809L /* popen */

#include "beside.h"

static inline char *table_read(FILE *f)
{
    size_t room = 1 << 16, n;
    char *text = calloc(1, room);
    assert_non_null(f);
    assert_non_null(text);
    n = fread(text, 1, room - 1, f);
    assert_true(n < room - 1);
    return text;
}

/* What `polhode ARGUMENTS` prints; to be freed.  The last one is kept, for the
 * tests of a program look at one table. */
static inline char *table_now(const char *arguments)
{
    static char command[600], *text;
    char wanted[sizeof command];
    snprintf(wanted, sizeof wanted, POL_PROGRAM " %s", arguments);
    if (!text || strcmp(command, wanted) != 0) {
        strcpy(command, wanted);
        free(text);
        FILE *f = popen(command, "r");
        text = table_read(f);
        assert_int_equal(pclose(f), 0);
    }
    return strdup(text);
}

static inline char *table_then(const char *name, const char *now)
{
    size_t length;
    beside_rewrite(POL_TESTS_DIR "/golden", name, now);
    char *text = specs_read(POL_TESTS_DIR "/golden", name, &length);
    assert_non_null(text);
    return text;
}

/* Prints the lines of `a` that are not in `b`; their number. */
static inline int table_others(const char *a, const char *b, const char *what)
{
    int n = 0;
    for (size_t length; *a; a += length) {
        char line[200];
        length = strcspn(a, "\n") + 1;
        assert_true(length < sizeof line);
        memcpy(line, a, length);
        line[length] = '\0';
        if (strstr(b, line))
            continue;
        print_error("%s %s", what, line);
        n++;
    }
    return n;
}

/* What the program prints is what stands in golden/NAME, line by line. */
static inline void table_compare(const char *arguments, const char *name)
{
    char *now = table_now(arguments), *then = table_then(name, now);
    int others =
        table_others(then, now, "was") + table_others(now, then, "now");
    bool same = strcmp(now, then) == 0;
    free(now);
    free(then);
    assert_int_equal(others, 0);
    assert_true(same);
}

#endif
