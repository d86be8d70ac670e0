/* SPDX-License-Identifier: MIT
 *
 * Every NAME.pol of this folder is wrong; NAME.err holds the exact messages.
 * With POL_UPDATE=1 in the environment the .err files are written anew.
 */
#include "language.h"

#include <dirent.h>
#include <stdio.h>

#include "model/model.h"
#include "tableau/tableau.h"

#define FOLDER POL_TESTS_DIR "/rejects"

enum { FILES = 200, PATH_SIZE = 1024, NAME_SIZE = 100 };

/* The file's content in a block of its own; NULL if there is none. */
static char *read_file(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long size = ftell(f);
    rewind(f);
    char *text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    *length = fread(text, 1, (size_t)size, f);
    fclose(f);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Reads and checks as far as a spec can be read; the messages. */
static const char *check(struct language *l, const char *name)
{
    struct pool *pool = pool_new(l->arena);
    l->source->path = name;
    const struct ast *file =
        lang_parse(l->arena, l->names, &l->diags, l->source);
    if (l->diags.errors)
        return language_messages(l);
    model_check(l->arena, l->names, &l->diags, pool, file, NULL, 0);
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == AST_TABLEAU)
            tableau_build(l->arena, &l->diags, pool, file->child[i]);
    return language_messages(l);
}

/* Compares, or writes; true if all is well. */
static bool compare(const char *name, const char *got)
{
    char path[PATH_SIZE];
    size_t length;
    snprintf(path, sizeof path, FOLDER "/%.*s.err", (int)strlen(name) - 4,
             name);
    if (getenv("POL_UPDATE")) {
        write_file(path, got);
        return true;
    }
    char *want = read_file(path, &length);
    bool same = want && !strcmp(want, got);
    if (!same)
        print_error("%s: expected\n%s\ngot\n%s\n", name,
                    want ? want : "(no .err file)", got);
    free(want);
    return same;
}

static bool is_refused(const char *name)
{
    char path[PATH_SIZE];
    size_t length;
    snprintf(path, sizeof path, FOLDER "/%s", name);
    char *text = read_file(path, &length);
    assert_non_null(text);
    struct language l = language_new(text, length);
    free(text);
    const char *messages = check(&l, name);
    bool refused = l.diags.errors > 0;
    if (!refused)
        print_error("%s is accepted\n", name);
    bool same = compare(name, messages);
    language_free(&l);
    return refused && same;
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && !strcmp(name + n - m, end);
}

/* The names of the folder's files with this ending. */
static int list(const char *end, char name[FILES][NAME_SIZE])
{
    int n = 0;
    DIR *d = opendir(FOLDER);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (ends_with(e->d_name, end)) {
            assert_true(n < FILES && strlen(e->d_name) < NAME_SIZE);
            strcpy(name[n++], e->d_name);
        }
    closedir(d);
    return n;
}

static void every_wrong_spec_gets_its_messages(void **state)
{
    (void)state;
    static char name[FILES][NAME_SIZE];
    int n = list(".pol", name), bad = 0;
    assert_true(n >= 30);
    for (int i = 0; i < n; i++)
        bad += !is_refused(name[i]);
    assert_int_equal(bad, 0);
    /* None left over from a spec that is gone. */
    assert_int_equal(list(".err", name), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_spec_gets_its_messages),
    };
    return run_group(tests);
}
