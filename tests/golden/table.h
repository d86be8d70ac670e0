/* SPDX-License-Identifier: MIT
 *
 * Tables that the program prints, against files beside this one.
 */
#ifndef POL_TABLE_H
#define POL_TABLE_H

#include "expected.h"

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

/* The output of the program equals the file golden/NAME. */
static inline void table_compare(const char *arguments, const char *name)
{
    char *now = table_now(arguments);
    assert_true(expected_matches(POL_TESTS_DIR "/golden", name, now));
    free(now);
}

#endif
