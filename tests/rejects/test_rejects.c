/* SPDX-License-Identifier: MIT
 *
 * Every NAME.pol of this folder is wrong; NAME.err holds the exact messages.
 * With POL_UPDATE=1 in the environment the .err files are written anew.
 */
#include "language.h"
#include "specs.h"

#include "model/model.h"
#include "tableau/tableau.h"

#define FOLDER POL_TESTS_DIR "/rejects"

static void write_file(const char *name, const char *text)
{
    char path[1024];
    snprintf(path, sizeof path, FOLDER "/%s", name);
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
static bool compare(const char *spec, const char *got)
{
    char name[SPECS_NAME];
    size_t length;
    snprintf(name, sizeof name, "%.*s.err", (int)strlen(spec) - 4, spec);
    if (getenv("POL_UPDATE")) {
        write_file(name, got);
        return true;
    }
    char *want = specs_read(FOLDER, name, &length);
    bool same = want && !strcmp(want, got);
    if (!same)
        print_error("%s: expected\n%s\ngot\n%s\n", name,
                    want ? want : "(no .err file)", got);
    free(want);
    return same;
}

static bool is_refused(const char *name)
{
    size_t length;
    char *text = specs_read(FOLDER, name, &length);
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

static void every_wrong_spec_gets_its_messages(void **state)
{
    (void)state;
    static spec_name name[SPECS_MOST];
    int n = specs_list(FOLDER, ".pol", name), bad = 0;
    assert_true(n >= 30);
    for (int i = 0; i < n; i++)
        bad += !is_refused(name[i]);
    assert_int_equal(bad, 0);
    /* None left over from a spec that is gone. */
    assert_int_equal(specs_list(FOLDER, ".err", name), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_spec_gets_its_messages),
    };
    return run_group(tests);
}
