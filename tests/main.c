/* SPDX-License-Identifier: MIT
 *
 * tests NAME [SHARE/SHARES]: the tests of the file NAME.c, from top to bottom.
 */
#include "check.h"

enum { MOST = 100 };

static struct test_entry *all; /* by file and line */

/* "test_number.c" of a path */
static const char *file_of(const struct test_entry *e)
{
    const char *slash = strrchr(e->file, '/');
    return slash ? slash + 1 : e->file;
}

void test_add(struct test_entry *e)
{
    struct test_entry **at = &all;
    while (*at && (strcmp(file_of(*at), file_of(e)) < 0 ||
                   (strcmp(file_of(*at), file_of(e)) == 0 && (*at)->line < e->line)))
        at = &(*at)->next;
    e->next = *at;
    *at = e;
}

static int run(const char *name, const char *share)
{
    struct CMUnitTest test[MOST], each = {0}, around = {0};
    size_t n = 0, length = strlen(name);
    for (struct test_entry *e = all; e; e = e->next) {
        const char *file = file_of(e);
        if (strncmp(file, name, length) != 0 || strcmp(file + length, ".c"))
            continue;
        if (e->kind == TEST_EACH)
            each = e->test;
        else if (e->kind == TEST_ALL)
            around = e->test;
        else if (n < MOST && (e->kind != TEST_FIRST || share[0] == '1'))
            test[n++] = e->test;
    }
    for (size_t i = 0; i < n; i++) {
        test[i].setup_func = each.setup_func;
        test[i].teardown_func = each.teardown_func;
    }
    if (n == 0 || n == MOST)
        return -1;
    return _cmocka_run_group_tests(name, test, n, around.setup_func, around.teardown_func);
}

int main(int words, char **word)
{
    const char *before = "";
    if (words == 3)
        setenv("POL_SHARE", word[2], 1);
    int failed = words > 1 ? run(word[1], words == 3 ? word[2] : "1") : -1;
    if (failed >= 0)
        return failed;
    fputs("usage: tests NAME [SHARE/SHARES]; there are\n", stderr);
    for (struct test_entry *e = all; e; before = file_of(e), e = e->next)
        if (strcmp(file_of(e), before) != 0)
            fprintf(stderr, "  %.*s\n", (int)strlen(file_of(e)) - 2, file_of(e));
    return 2;
}
