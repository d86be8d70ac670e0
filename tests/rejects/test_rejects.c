/* SPDX-License-Identifier: MIT
 *
 * Every NAME.pol of this folder is wrong, or merits a warning when its name
 * begins with warn_; NAME.err holds the exact messages.  What can be read goes
 * on to the shelf: methods, maps, attitudes and their options.
 * With POL_UPDATE=1 in the environment the .err files are written anew.
 */
#include "language.h"
#include "specs.h"

#include "include/polhode.h"
#include "model/model.h"
#include "tableau/composition.h"
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
        else if (file->child[i]->kind == AST_COMPOSITION)
            composition_build(l->arena, &l->diags, pool, file->child[i]);
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

/* The messages of the whole way to a step; true if there is one. */
static bool derive(struct language *l, const char *name, const char **messages)
{
    struct text all = text_new(l->arena);
    pol_job *job = pol_open(NULL);
    assert_non_null(job);
    pol_status status =
        pol_read_text(job, name, l->source->chars, l->source->length);
    if (status == POL_OK)
        status = pol_derive(job);
    for (int i = 0; i < pol_diag_count(job); i++)
        text_put(&all, pol_diag_at(job, i)->text);
    pol_close(job);
    *messages = text_chars(&all);
    assert_in_range(status, POL_OK, POL_BAD_SHELF);
    return status == POL_OK;
}

static bool is_as_named(const char *name)
{
    size_t length;
    char *text = specs_read(FOLDER, name, &length);
    assert_non_null(text);
    struct language l = language_new(text, length);
    free(text);
    const char *messages = check(&l, name);
    bool accepted = l.diags.errors == 0 && derive(&l, name, &messages);
    bool right = accepted == (strncmp(name, "warn_", 5) == 0) && *messages;
    if (!right)
        print_error("%s is %s\n", name, accepted ? "accepted" : "refused");
    bool same = compare(name, messages);
    language_free(&l);
    return right && same;
}

static void every_wrong_spec_gets_its_messages(void **state)
{
    (void)state;
    static spec_name name[SPECS_MOST];
    int n = specs_list(FOLDER, ".pol", name), bad = 0;
    assert_true(n >= 30);
    for (int i = 0; i < n; i++)
        bad += !is_as_named(name[i]);
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
