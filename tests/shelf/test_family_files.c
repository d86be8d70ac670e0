/* SPDX-License-Identifier: MIT
 *
 * Families of tableaus of the user's own, and what is said of wrong ones and
 * of wrong calls.
 */
#include "stepping.h"
#include "families.h"

/* Every explicit method of two stages and order 2, with words and a pair. */
static const char two[] = "local function rows(alpha)\n"
                          "  return { { 0, 0 }, { alpha, 0 } }\n"
                          "end\n"
                          "return family {\n"
                          "  title = 'two stages', source = 'A. Nobody 1999',\n"
                          "  alias = { 'pair' }, instances = { 'half = two(2, plain)' },\n"
                          "  examples = { 'two(1)', 'two(3, plain)' },\n"
                          "  options = { { name = 'n', integer = { 1, 4 } },\n"
                          "              { name = 'kind', words = { 'embedded', 'plain' } } },\n"
                          "  tableau = function(n, kind)\n"
                          "    if n == 4 then refuse('n', 'not four', 'take three') end\n"
                          "    local alpha = fraction(1, n)\n"
                          "    local b = { 1 - 1/(2*alpha), 1/(2*alpha) }\n"
                          "    return { order = 2, c = { 0, alpha }, a = rows(alpha), b = b,\n"
                          "             bhat = kind == 'embedded' and { 1, 0 } or nil }\n"
                          "  end,\n"
                          "}\n";

static void open_with(struct family_bench *b, struct dropped *d, const char *name, const char *text)
{
    *d = drop_begin();
    drop(d, "tableaus", name, text);
    open_families(b, d->folder);
}

static void close_with(struct family_bench *b, struct dropped *d)
{
    close_families(b);
    drop_end(d);
}

TEST(a_family_of_ones_own_is_used)
{
    struct dropped d;
    struct family_bench b;
    open_with(&b, &d, "two.lua", two);
    const struct tableau *t = get(&b, "two(3)");
    assert_string_equal(t->name, "two(3, embedded)");
    assert_string_equal(t->source, "two stages\nA. Nobody 1999");
    assert_int_equal(t->claim, 2);
    assert_true(t->is_explicit && t->exact && t->bhat);
    assert_string_equal(number_show(b.kit.arena, t->a[2]), "1/3");
    assert_string_equal(number_show(b.kit.arena, t->b[0]), "-1/2");
    assert_true(number_is_one(t->bhat[0]) && number_is_zero(t->bhat[1]));
    assert_null(get(&b, "TWO(n = 3, kind = plain)")->bhat);
    assert_string_equal(get(&b, "half")->name, "two(2, plain)");
    assert_string_equal(get(&b, "pair(1)")->name, "two(1, embedded)");
    assert_int_equal(b.diags.count, 0);
    close_with(&b, &d);
}

/* A folder's text stands in front of the shelf's family, and the other way. */
TEST(either_kind_of_file_stands_in_front)
{
    struct dropped d;
    struct family_bench b;
    open_with(&b, &d, "gauss.pol", "tableau gauss { 1 : 1\nb : 1 }\n");
    assert_string_equal(get(&b, "gauss")->name, "gauss");
    assert_null(tableau_of_text(&b.kit, "gauss(2)"));
    assert_string_equal(messages_of(&b), "tableau:1:1: error: the tableau 'gauss' has no "
                                         "options\n    gauss(2)\n    ^~~~~~~~\n");
    close_with(&b, &d);
    open_with(&b, &d, "kutta4.lua", two);
    assert_int_equal(get(&b, "kutta4(1)")->stages, 2);
    close_with(&b, &d);
}

#define HEAD    "return family { title = 't', source = 's 1999',\n"
#define WITHOUT HEAD "  tableau = function() return "
#define END     " end }\n"

/* Files that are wrong; `%s` is their path. */
static const struct {
    const char *text, *call, *message;
} wrong[] = {
    {"return 1", "wrong", "%s: error: this file must return family { ... }\n"},
    {"return method { title = 'm' }", "wrong", "%s: error: this file must return family { ... }\n"},
    {HEAD "}", "wrong", "%s: error: the tableau has no function 'tableau'\n"},
    {WITHOUT "2" END, "wrong",
     "%s: error: 'tableau' must return { order = .., c = .., a = .., b = .. "
     "}\n"},
    {WITHOUT "{ b = { 1 } }" END, "wrong", "%s: error: the tableau needs an order\n"},
    {WITHOUT "{ order = 4294967297, b = { 1 } }" END, "wrong",
     "%s: error: 'order' must be an integer from 1 to 99\n"},
    {WITHOUT "{ order = 1 }" END, "wrong",
     "%s: error: the tableau's b must be a list of 1 to 64\n"},
    {WITHOUT "{ order = 1, b = { 1 } }" END, "wrong",
     "%s: error: the tableau's c must be a list of 1\n"},
    {WITHOUT "{ order = 1, b = { 1 }, c = { 0 }, a = { } }" END, "wrong",
     "%s: error: the tableau's a must be a list of 1 rows\n"},
    {WITHOUT "{ order = 1, b = { 1 }, c = { 0 }, a = { { } } }" END, "wrong",
     "%s: error: the tableau's row of a must be a list of 1\n"},
    {WITHOUT "{ order = 1, b = { 1 }, c = { 0 }, a = { { 0 } }, bhat = 1 }" END, "wrong",
     "%s: error: the tableau's bhat must be a list\n"},
    {WITHOUT "{ order = 1, b = { 1 }, c = { 0 }, a = { { 0 } }, bhat = { } }" END, "wrong",
     "%s: error: the tableau's bhat must be a list of 1\n"},
    {WITHOUT "fraction(1, 0)" END, "wrong", "%s:2: error: division by zero\n"},
    {WITHOUT "{ b = quadrature { 0, 1, 1 } }" END, "wrong",
     "%s:2: error: c[2] and c[3] are one node\n"},
    {WITHOUT "sqrt(-2)" END, "wrong", "%s:2: error: the result is no finite number\n"},
    {WITHOUT "sqrt(1/3)" END, "wrong",
     "%s:2: error: 0.33333333333333 is rounded already: numbers of a tableau "
     "are "
     "exact; write fraction(1, 6), not 1/6\n"},
    {WITHOUT "root({ 1, 0, 1 }, 1)" END, "wrong",
     "%s:2: error: there is no real root 1: the polynomial has 0\n"},
    {WITHOUT "root({ 1, 0, -2 }, 3)" END, "wrong",
     "%s:2: error: there is no real root 3: the polynomial has 2\n"},
    {WITHOUT "root({ 0, 1 }, 1)" END, "wrong",
     "%s:2: error: bad argument #1 to 'root' (the first coefficient is "
     "zero)\n"},
    {WITHOUT "root({ sqrt(2), 1 }, 1)" END, "wrong",
     "%s:2: error: bad argument #1 to 'root' (the coefficients are "
     "fractions)\n"},
    {HEAD "options = { { name = 't', tableau = true } } }", "wrong(kutta4)",
     "%s: error: an option of a family is a word or an integer\n"},
    {HEAD "options = { { name = 'm', method = true } } }", "wrong(imidm)",
     "%s: error: an option of a family is a word or an integer\n"},
    {HEAD "options = { { name = 'x', number = true } } }", "wrong(1/2)",
     "%s: error: an option of a family is a word or an integer\n"},
};

TEST(wrong_files_are_told)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct dropped d;
        struct family_bench b;
        open_with(&b, &d, "wrong.lua", wrong[i].text);
        if (tableau_of_text(&b.kit, wrong[i].call))
            fail_msg("%s is not refused", wrong[i].text);
        char want[600];
        snprintf(want, sizeof want, "%s%s", d.path[0], wrong[i].message + 2);
        assert_string_equal(messages_of(&b), want);
        close_with(&b, &d);
    }
}

static const struct {
    const char *call, *message;
} calls[] = {
    {"two(4)", "tableau:1:5: error: not four\n    two(4)\n        ^\n"
               "hint: take three\n"},
    {"two(m = 1)", "tableau:1:5: error: two has no option 'm'\n"
                   "    two(m = 1)\n        ^\n"
                   "hint: its options are n, kind\n"},
    {"two", "tableau:1:1: error: two needs a value for 'n'\n"
            "    two\n    ^~~\nhint: for example two(n = 1)\n"},
    {"gauss(2, 3)", "tableau:1:10: error: gauss takes no more options\n"
                    "    gauss(2, 3)\n             ^\n"
                    "hint: its options are s\n"},
    {"gaus(2)", "tableau:1:1: error: unknown tableau 'gaus'\n"
                "    gaus(2)\n    ^~~~\nhint: did you mean 'gauss'?\n"},
};

TEST(wrong_calls_are_told_in_place)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct dropped d;
        struct family_bench b;
        open_with(&b, &d, "two.lua", two);
        if (tableau_of_text(&b.kit, calls[i].call))
            fail_msg("%s is not refused", calls[i].call);
        assert_string_equal(messages_of(&b), calls[i].message);
        close_with(&b, &d);
    }
}

/* ---- in methods ---- */

TEST(methods_take_calls)
{
    struct dropped d = drop_begin();
    const char *const folder = d.folder;
    drop(&d, "tableaus", "two.lua", two);
    static const struct {
        const char *call;
        int order;
    } good[] = {{"rkmk(two(3), form = rate)", 2},
                {"rkmk(two(n = 3, kind = plain))", 2},
                {"rkmk(half)", 2},
                {"rkmk(radau_iia(2))", 3},
                {"kinematic(lobatto_iiics(2))", 2}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct stepping s = stepping_new(&folder, 1);
        stepping_must(&s, "body b\ninertia diag(1, 2, 2.5)\n", good[i].call, NULL, NULL);
        assert_string_equal(s.step->recipe->method.claim.name, good[i].call);
        assert_int_equal(s.step->recipe->promise.order, good[i].order);
        arena_free(s.arena);
    }
    drop_end(&d);
}

/* The body's own tableau comes before the family of its name, and takes no
 * options. */
TEST(a_body_may_have_one_of_the_name)
{
    static const char own[] = "body b\ninertia diag(1, 2, 2.5)\n"
                              "tableau Gauss order 1 { 0 :\nb : 1 }\n";
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, own, "rkmk(gauss)", NULL, NULL);
    assert_int_equal(s.step->recipe->promise.order, 1);
    arena_free(s.arena);
    s = stepping_new(NULL, 0);
    stepping_model(&s, own);
    assert_null(stepping_derive(&s, "rkmk(gauss(2))", NULL, NULL));
    assert_non_null(strstr(stepping_messages(&s), "--option:1:6: error: the tableau 'Gauss' has no "
                                                  "options\n"));
    arena_free(s.arena);
}
