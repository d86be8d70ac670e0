/* SPDX-License-Identifier: MIT
 *
 * The shelf: finding files in folders and in the program, by name and alias,
 * and what they say of themselves.
 */
#include "test_arena.h"

#include <sys/stat.h>

#include "compilers.h"
#include "shelf/shelf.h"

struct world {
    struct arena *arena;
    struct diags diags;
    char folder[64];
};

static void make_folder(struct world *w, const char *name)
{
    char *path = text_format(w->arena, "%s/%s", w->folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void put(struct world *w, const char *name, const char *text)
{
    put_file(w->folder, name, text);
}

static int setup(void **state)
{
    static struct world w;
    w.arena = test_arena();
    w.diags = diags_new(w.arena);
    open_folder(w.folder);
    *state = &w;
    make_folder(&w, "methods");
    make_folder(&w, "maps");
    make_folder(&w, "targets");
    make_folder(&w, "targets/Mine");
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    remove_folder(w->folder);
    arena_free(w->arena);
    return 0;
}

static struct shelf *open_both(struct world *w)
{
    const char *const folder = w->folder;
    return shelf_open(&w->diags, &folder, 1);
}

AROUND_EACH(setup, teardown)

/* They stand in a comment. */
TEST(tableaus_have_other_names)
{
    struct world *w = *state;
    make_folder(w, "tableaus");
    put(w, "tableaus/odd.pol",
        "# odd.pol - it is # also called none\n# also called One_1, two,three\n"
        "\ntableau odd { 0 : b : 1 }\n");
    struct shelf *s = open_both(w);
    static const char *const pair[][2] = {{"RK4", "kutta4"}, {"one_1", "odd"}, {"TWO", "odd"}};
    for (int i = 0; i < 3; i++) {
        const struct shelf_file *f = shelf_find(s, SHELF_TABLEAU, pair[i][0]);
        assert_non_null(f);
        assert_string_equal(f->name, pair[i][1]);
    }
    assert_null(shelf_find(s, SHELF_TABLEAU, "none"));
    assert_null(shelf_find(s, SHELF_TABLEAU, "three"));
    assert_null(shelf_find(s, SHELF_TABLEAU, ""));
}

/* A family of tableaus names its members. */
TEST(families_name_their_members)
{
    struct world *w = *state;
    make_folder(w, "tableaus");
    put(w, "tableaus/odd.lua",
        "return family { instances = { 'One_1 = odd(1)', 'two=odd(2)' },\n"
        "  options = { { name = 'n', integer = { 1, 7 } } } }\n");
    struct shelf *s = open_both(w);
    struct shelf_claim c;
    const struct shelf_file *f = shelf_find(s, SHELF_TABLEAU, "odd");
    assert_true(f->is_lua);
    assert_false(shelf_find(s, SHELF_TABLEAU, "kutta4")->is_lua);
    assert_true(shelf_describe(&w->diags, f, &c));
    assert_string_equal(c.integer, "n");
    assert_true(c.least == 1 && c.most == 7);
    assert_string_equal(shelf_instance(s, SHELF_TABLEAU, "one_1"), "odd(1)");
    assert_string_equal(shelf_instance(s, SHELF_TABLEAU, "TWO"), "odd(2)");
    assert_null(shelf_instance(s, SHELF_TABLEAU, "odd"));
    assert_null(shelf_instance(s, SHELF_METHOD, "two"));
    assert_string_equal(shelf_nearest(s, SHELF_TABLEAU, "onn_1"), "one_1");
}

TEST(a_folder_stands_in_front)
{
    struct world *w = *state;
    struct shelf_claim claim;
    put(w, "methods/RKMK.lua", "return method { title = 'mine', order = 3 }");
    put(w, "targets/Mine/target.lua", "return target {}");
    put(w, "targets/Mine/Page.tpl", "page\n");
    struct shelf *s = open_both(w);
    const struct shelf_file *f = shelf_find(s, SHELF_METHOD, "rkmk");
    assert_true(shelf_describe(&w->diags, f, &claim));
    assert_string_equal(claim.title, "mine");
    assert_int_equal(claim.order, 3);
    assert_non_null(shelf_find(s, SHELF_TARGET, "mine"));
    assert_string_equal(shelf_page(s, "MINE", "Page.tpl")->text->chars, "page\n");
    assert_null(shelf_page(s, "mine", "page.tpl"));
    assert_null(shelf_page(s, "c99", "Page.tpl"));
}

TEST(a_file_that_cannot_be_read_is_an_error)
{
    struct world *w = *state;
    make_folder(w, "maps/x.lua");
    open_both(w);
    assert_string_equal(diags_text(&w->diags), text_format(w->arena,
                                                           "%s/maps/x.lua: error: cannot read this "
                                                           "file: it is not a regular file\n",
                                                           w->folder));
}

static const char *elsewhere(struct world *w, struct shelf *s, enum shelf_kind kind,
                             const char *name)
{
    struct text t = text_new(w->arena);
    shelf_elsewhere(s, kind, name, "f(", ")", &t);
    return text_chars(&t);
}

/* Names of other programs are no names here: several entries may have one. */
TEST(names_of_other_programs_are_known)
{
    struct world *w = *state;
    make_folder(w, "tableaus");
    put(w, "tableaus/a.pol",
        "# a.pol - one.\n# elsewhere Rk45 in Pascal, two\r\n"
        "tableau a {\n b : 1\n}\n");
    put(w, "methods/m.lua", "return method { elsewhere = { 'rk45 of order 1', 'leap' } }");
    struct shelf *s = open_both(w);
    assert_string_equal(elsewhere(w, s, SHELF_TABLEAU, "RK45"),
                        "f(a) in Pascal, f(dopri5) in SciPy, "
                        "f(fehlberg45) in many textbooks");
    assert_string_equal(elsewhere(w, s, SHELF_TABLEAU, "two"), "f(a)");
    assert_string_equal(elsewhere(w, s, SHELF_METHOD, "rk45"), "f(m) of order 1");
    assert_string_equal(elsewhere(w, s, SHELF_METHOD, "leap"), "f(m)");
    assert_string_equal(elsewhere(w, s, SHELF_METHOD, "lea"), "");
    assert_string_equal(elsewhere(w, s, SHELF_METHOD, ""), "");
    assert_null(shelf_find(s, SHELF_TABLEAU, "rk45"));
    assert_null(shelf_find(s, SHELF_METHOD, "leap"));
}

TEST(options_are_told_with_their_words)
{
    struct world *w = *state;
    struct shelf_claim c;
    const struct shelf_file *f = shelf_find(shelf_open(&w->diags, NULL, 0), SHELF_METHOD, "rkmk");
    assert_true(shelf_describe(&w->diags, f, &c));
    assert_string_equal(c.options, "tableau, form = momentum|rate, "
                                   "dexpinv = order|exact|N");
}

static void faulty(struct world *w, const char *text, const char *want)
{
    struct shelf_claim c;
    put(w, "methods/bad.lua", text);
    w->diags = diags_new(w->arena);
    struct shelf *s = open_both(w);
    const struct shelf_file *f = shelf_find(s, SHELF_METHOD, "bad");
    assert_false(shelf_describe(&w->diags, f, &c));
    assert_string_equal(diags_text(&w->diags),
                        text_format(w->arena, "%s/methods/bad.lua%s", w->folder, want));
}

TEST(faulty_files_are_errors_with_their_line)
{
    struct world *w = *state;
    faulty(w, "return method {\n title = }\n", ":2: error: unexpected symbol near '}'\n");
    faulty(w, "\nlocal x = nope.y\n", ":2: error: attempt to index a nil value (global 'nope')\n");
    faulty(w, "x = 1\n", ": error: this file must return method { ... }\n");
    faulty(w, "return map { }\n", ": error: this file must return method { ... }\n");
    faulty(w, "while true do end\n",
           ":1: error: this file runs too long; does a loop never end?\n");
}

/* Of the wrong kind, out of range, or what nobody could write or print. */
TEST(fields_are_looked_at)
{
    static const char *const wrong[][2] = {
        {"title = 5", "'title' must be a line of text"},
        {"title = 'a\\nb'", "'title' must be a line of text"},
        {"title = 'a\\0b'", "'title' must be a line of text"},
        {"title = '\\27[31m'", "'title' must be a line of text"},
        {"source = '\\xFF'", "'source' must be a line of text"},
        {"order = '4'", "'order' must be an integer from 0 to 99"},
        {"order = 2.5", "'order' must be an integer from 0 to 99"},
        {"order = 4294967300", "'order' must be an integer from 0 to 99"},
        {"order_free = -1", "'order_free' must be an integer from 0 to 99"},
        {"alias = 'x'", "'alias' must be a list"},
        {"alias = { 1 }", "'alias' must be a list of texts"},
        {"options = true", "'options' must be a list"},
        {"options = { 1 }", "an option that is no table"},
        {"options = { {} }", "an option without name"},
        {"options = { { name = 'a b' } }", "'name' must be a name of letters, digits and _"},
        {"options = { { name = 'a', words = { '1' } } }",
         "'words' must be a list of names of letters, digits and _"},
        {"options = { { name = 'a', words = { 'b' }, in_float = 'c' } }",
         "'in_float' must be one of the option's words"},
        {"options = { { name = 'a', integers = true } }", "'integers' must be a list"},
        {"options = { { name = 'a', integers = 140000000000000 } }", "'integers' must be a list"},
        {"options = { { name = 'a', integers = { 3, 1, 3, 4 } } }",
         "'integers' must be a list of at most 3"},
        {"options = { { name = 'a', integers = { 1, 3 } } }",
         "'integers' must be a list of 3 integers of up to 9 digits"},
        {"options = { { name = 'a', integers = { 2000000000, 1, 3 } } }",
         "'integers' must be a list of 3 integers of up to 9 digits"},
        {"options = { { name = 'a', integers = { 65, 1, 3 } } }",
         "an option is a list of 1 to 64 numbers"},
        {"options = { { name = 'a', integers = { 3, 1, 3 }, default = {1} } }",
         "'default' must be a list of 3 integers of up to 9 digits"},
        {"options = { { name = 'a', default = '\\n' } }", "'default' must be a line of text"},
        {"options = { { name = 'a', integer = true } }", "'integer' must be a list"},
        {"options = { { name = 'a', integer = { 3, 2 } } }",
         "an option's least number is above its largest"},
        {"options = { { name = 'a', expression = true } }", "'expression' must be a list"},
    };
    struct world *w = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        faulty(w, text_format(w->arena, "return method { %s }\n", wrong[i][0]),
               text_format(w->arena, ": error: %s\n", wrong[i][1]));
}

/* A broken file does not keep others from being found. */
TEST(faulty_files_do_not_disturb_aliases)
{
    struct world *w = *state;
    put(w, "methods/bad.lua", "return method {\n");
    put(w, "methods/good.lua", "return method { alias = { 'Better' } }");
    struct shelf *s = open_both(w);
    assert_string_equal(shelf_find(s, SHELF_METHOD, "better")->name, "good");
    assert_null(shelf_find(s, SHELF_METHOD, "worse"));
    assert_int_equal(w->diags.count, 0);
}

/* A file that is lent after names were looked for is found by its own. */
TEST(lent_files_bring_their_names)
{
    struct world *w = *state;
    static const char lent[] = "return method { alias = { 'borrowed' } }";
    const struct source text = {"lent.lua", lent, sizeof lent - 1};
    put(w, "methods/good.lua", "return method { alias = { 'better' } }");
    struct shelf *s = open_both(w);
    assert_null(shelf_find(s, SHELF_METHOD, "borrowed"));
    shelf_add_file(s, SHELF_METHOD, "new", &text);
    assert_string_equal(shelf_find(s, SHELF_METHOD, "borrowed")->name, "new");
    shelf_add_file(s, SHELF_METHOD, "good", &text);
    assert_null(shelf_find(s, SHELF_METHOD, "better"));
}
