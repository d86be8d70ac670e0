/* SPDX-License-Identifier: MIT
 *
 * Arenas, names, texts and messages.
 */
#include "test_arena.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/name.h"
#include "base/text.h"

ARENA_AROUND_EACH()

TEST(the_nearest_name_is_offered_where_it_is_near)
{
    static const struct {
        const char *wanted, *best;
    } cases[] = {{"r", "R"},  {"_", NULL},      {"kuta4", "kutta4"},
                 {"", NULL},  {"rk45", NULL},   {"Kutta4", "kutta4"},
                 {"q", NULL}, {"rk83", "rk38"}, {"DormandPrince", "dormand_prince"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nearest n = nearest_to(cases[i].wanted);
        const char *const known[] = {"kutta4", "rk38", "dormand_prince", "R"};
        for (int k = 0; k < 4; k++)
            nearest_offer(&n, known[k]);
        if (cases[i].best)
            assert_string_equal(n.best, cases[i].best);
        else
            assert_null(n.best);
    }
    char longer[60];
    memset(longer, '_', sizeof longer);
    longer[59] = '\0';
    struct nearest n = nearest_to(longer);
    nearest_offer(&n, longer);
    assert_string_equal(n.best, longer); /* nothing but underscores */
    memset(longer, 'a', 59);
    n = nearest_to(longer);
    nearest_offer(&n, "aaaa");
    assert_null(n.best);
}

/* What follows from an error is counted, not told; nor is its hint. */
TEST(at_one_place_stands_one_error)
{
    struct diags d = diags_new(arena);
    struct source s = {"a.pol", "abc", 3}, other = {"a.pol", "abc", 3};
    const struct place p = {&s, 1, 1}, q = {&s, 1, 2}, r = {&other, 1, 1};
    diag_warning(&d, p, "a warning stands beside it");
    diag_error(&d, p, "first");
    diag_error(&d, q, "second");
    diag_hint(&d, "of the second");
    diag_error(&d, r, "of another text");
    diag_error(&d, ((struct place){0}), "nowhere");
    diag_error(&d, ((struct place){0}), "nowhere, too");
    assert_int_equal(d.errors, 5);
    assert_int_equal(d.count, 5);
    assert_null(d.items[1].hint);
    assert_string_equal(d.items[2].message, "of another text");
}

/* A byte that is no UTF-8 and a control of the direction take a column each. */
TEST(foreign_bytes_are_not_printed)
{
    struct diags d = diags_new(arena);
    struct source s = {"a\x1b.pol", "\xC3\xA4\xFF\xE2\x80\xAE\xC2\x9B!", 9};
    diag_error(&d, ((struct place){&s, 8, 1}), "bad '%.*s'", 2, "\xE2\x82\xAC");
    diag_hint(&d, "\x1b[m");
    assert_string_equal(diags_text(&d), "a?.pol:1:5: error: bad '?\?'\n"
                                        "    \xC3\xA4?\?\?!\n"
                                        "        ^\n"
                                        "hint: ?[m\n");
}

TEST(json_has_no_foreign_bytes)
{
    static const char *const is[][2] = {
        {"\x1b", "\\u001b"},     {"\xE2\x80\xAE", "\\u202e"},
        {"\xC2\x9B", "\\u009b"}, {"\xFF", "\\ufffd"},
        {"\xC0", "\\ufffd"},     {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
        {"\"", "\\\""},          {"\\", "\\\\"},
        {"\n", "\\u000a"},       {"a", "a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        struct text t = text_new(arena);
        json_print(&t, "s", text_format(arena, "%s!", is[i][0]));
        assert_string_equal(text_chars(&t), text_format(arena, "\"%s!\"", is[i][1]));
    }
}

TEST(json_is_printed_by_a_format)
{
    const char *const words[] = {"v", "w"};
    struct text t = text_new(arena);
    json_print(&t, "{none:s a:s i:i l:l b:b rows:[", NULL, "x", -1, 1L << 40, true);
    json_print(&t, "{r:r} {} s] words:w no:w n:n m:n}", 0.5, "in it", 2, words, 0, words, 0, 3);
    assert_string_equal(text_chars(&t),
                        "{\"none\": null, \"a\": \"x\", \"i\": -1, \"l\": 1099511627776, "
                        "\"b\": true, \"rows\": [{\"r\": 0.5}, {}, \"in it\"], "
                        "\"words\": [\"v\", \"w\"], \"no\": [], "
                        "\"n\": null, \"m\": 3}");
}

TEST(a_child_arena_is_freed_with_its_parent)
{
    struct arena *parent = arena_new(NULL, NULL);
    struct arena *first = arena_child(parent);
    struct arena *second = arena_child(first);
    memset(arena_alloc(first, 100), 1, 100);
    memset(arena_alloc(second, 100000), 2, 100000);
    arena_free(arena_child(parent)); /* alone */
    assert_int_equal(arena_used(parent), 0);
    assert_true(arena_used(first) >= 100);
    arena_free(parent); /* the sanitizer sees what is left */
}
