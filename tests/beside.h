/* SPDX-License-Identifier: MIT
 *
 * For tests against files of a folder.  POL_UPDATE=1 rewrites these; the
 * difference is then part of the change under review.
 */
#ifndef POL_BESIDE_H
#define POL_BESIDE_H

#include "specs.h"

#include <stdbool.h>

/* Writes the file if that is asked for. */
static inline void beside_rewrite(const char *folder, const char *name,
                                  const char *text)
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
static inline int beside_first_difference(const char **a, const char **b)
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
static inline bool beside_is(const char *folder, const char *name,
                             const char *now)
{
    size_t length;
    beside_rewrite(folder, name, now);
    char *then = specs_read(folder, name, &length);
    const char *was = then ? then : "(no such file)";
    int line = beside_first_difference(&was, &now);
    if (line)
        print_error("%s/%s:%d: expected\n%.*s\ngot\n%.*s\n", folder, name, line,
                    (int)strcspn(was, "\n"), was, (int)strcspn(now, "\n"), now);
    free(then);
    return line == 0;
}

/* What is made of NAME.pol is in the file NAME with this ending. */
static inline bool beside_spec(const char *folder, const char *spec,
                               const char *ending, const char *now)
{
    char name[SPECS_NAME];
    int stem = (int)strlen(spec) - 4;
    int n = snprintf(name, sizeof name, "%.*s%s", stem, spec, ending);
    assert_true(n > 0 && (size_t)n < sizeof name);
    return beside_is(folder, name, now);
}

typedef bool beside_check(const char *spec);

/* Every spec of a folder is as it should be, `least` or more, and there is no
 * file with this ending of a spec that is gone. */
static inline void beside_every(const char *folder, const char *ending,
                                int least, beside_check *is_right)
{
    static spec_name name[SPECS_MOST];
    int n = specs_list(folder, ".pol", name), wrong = 0;
    assert_true(n >= least);
    for (int i = 0; i < n; i++)
        wrong += !is_right(name[i]);
    assert_int_equal(wrong, 0);
    int beside = specs_list(folder, ending, name);
    if (beside != n)
        fail_msg("%s: %d specs, but %d files %s", folder, n, beside, ending);
}

#endif
