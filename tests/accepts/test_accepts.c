/* SPDX-License-Identifier: MIT
 *
 * Every spec of trees.txt can be read and has this syntax tree, which is a
 * text of the language and reads back as itself; none is shown of a text that
 * is its own tree.  What the words mean is not looked at.  POL_UPDATE=1
 * rewrites the trees.
 */
#include "language.h"
#include "expected.h"

/* The tree of what was read; all messages are shown, NULL after one. */
static const char *tree(struct language *l, const char *name)
{
    l->source->path = name;
    syntax file = lang_parse(l->names, &l->diags, l->source);
    print_error("%s", language_messages(l));
    return l->diags.count ? NULL : language_show(l, file);
}

static bool reads_back(const char *name, const char *text)
{
    struct language l = language_text(text);
    const char *again = tree(&l, name);
    bool same = again && !strcmp(again, text);
    if (!same)
        print_error("%s: the tree is read as\n%s", name, again ? again : "");
    language_free(&l);
    return same;
}

static bool has_its_tree(const struct expected_case *c, FILE *out)
{
    struct language l = language_new(c->text, c->length);
    const char *got = tree(&l, c->name);
    const bool right = got && reads_back(c->name, got);
    if (got && strcmp(got, c->text) != 0)
        fputs(got, out);
    language_free(&l);
    return right;
}

TEST(every_spec_has_its_tree)
{
    expected_every(POL_TESTS_DIR "/accepts", 10, has_its_tree);
}
