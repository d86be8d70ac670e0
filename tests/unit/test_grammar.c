/* SPDX-License-Identifier: MIT
 *
 * Syntax trees beyond their text (accepts/ and rejects/ have that): places,
 * numbers, depth, and calls and values that stand alone.
 */
#include "language.h"

#include "num/number.h"

enum { MANY = SOME_OF(100000) };

TEST(places_cover_the_whole_construct)
{
    struct language l = language_text("let  x =  (a) + f(1, b' )  # note");
    const struct ast *a = lang_parse(l.names, &l.diags, l.source);
    const struct ast *s = a->child[0], *sum = s->child[0], *f = sum->child[1];
    assert_int_equal(s->place.offset, 0);
    assert_int_equal(s->place.length, 25);
    assert_int_equal(s->name_place.offset, 5);
    assert_int_equal(s->name_place.length, 1);
    assert_int_equal(sum->place.offset, 10);
    assert_int_equal(sum->place.length, 15);
    assert_int_equal(f->place.offset, 16);
    assert_int_equal(f->name_place.length, 1);
    assert_int_equal(f->child[1]->place.offset, 21);
    assert_int_equal(f->child[1]->place.length, 2);
    assert_string_equal(s->note, "note");
    language_free(&l);
}

TEST(numbers_are_exact)
{
    struct language l = language_text("let a = 0.1");
    const struct ast *a = lang_parse(l.names, &l.diags, l.source);
    assert_true(number_equal(a->child[0]->child[0]->number,
                             number_fraction(l.arena, 1, 10)));
    language_free(&l);
}

/* count copies of `part` around `middle` */
static char *nest(const char *head, const char *part, int count,
                  const char *middle, const char *close)
{
    size_t size = strlen(head) + strlen(middle) + 1 +
                  (size_t)count * (strlen(part) + strlen(close));
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    at = stpcpy(at, head);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, part);
    at = stpcpy(at, middle);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, close);
    return text;
}

static void expect_deep(const char *part, int count, const char *close,
                        int errors)
{
    char *text = nest("let a = ", part, count, "1", close);
    struct language l = language_text(text);
    lang_parse(l.names, &l.diags, l.source);
    assert_int_equal(l.diags.errors, errors);
    if (errors) {
        assert_string_equal(l.diags.items[0].message,
                            "the expression is nested too deeply");
        assert_string_equal(l.diags.items[0].hint,
                            "give parts of it names by `let`");
    }
    language_free(&l);
    free(text);
}

TEST(depth_is_limited)
{
    expect_deep("(", 900, ")", 0);
    expect_deep("(", MANY, ")", 1);
    expect_deep("sin(", 900, ")", 0);
    expect_deep("sin(", 1100, ")", 1);
    expect_deep("[", MANY, "]", 1);
    expect_deep("1+", 900, "", 0);
    expect_deep("1+", MANY, "", 0);
    expect_deep("1/", MANY, "", 0);
    expect_deep("-", MANY, "", 1);
    expect_deep("2^", MANY, "", 1);
    expect_deep("a*-(f(a + b*c^", MANY / 2, "))", 1);
}

/* Nor is a line looked through again for each of its characters. */
TEST(a_long_line_is_read_once)
{
    static const char *const heads[] = {"tableau x {", "tableau t "};
    static const char *const parts[] = {"\\", "{"};
    for (int i = 0; i < 2; i++) {
        char *text = nest(heads[i], parts[i], 10 * MANY, "", "");
        struct language l = language_text(text);
        lang_parse(l.names, &l.diags, l.source);
        assert_true(l.diags.errors > 0);
        language_free(&l);
        free(text);
    }
}

/* A sum is no deeper than its terms, and neither are walks over it. */
TEST(a_long_sum_is_not_deep)
{
    char *text = nest("let a = ", "1 + ", MANY, "1", "");
    struct language l = language_text(text);
    const struct ast *a = lang_parse(l.names, &l.diags, l.source);
    const struct ast *sum = a->child[0]->child[0];
    assert_int_equal(sum->depth, 1);
    assert_int_equal(sum->child[0]->child[0]->place.offset, 8);
    struct text out = text_new(l.arena);
    ast_show(a, &out);
    assert_memory_equal(text_chars(&out), "let a = ((((((", 14);
    assert_string_equal(text_chars(&out) + out.length - 6, " + 1)\n");
    language_free(&l);
    free(text);
}

TEST(an_error_of_depth_leaves_the_next_statement)
{
    char *text = nest("let a = ", "(", MANY, "1", "");
    size_t length = strlen(text);
    text = realloc(text, length + 20);
    assert_non_null(text);
    strcpy(text + length, "\nlet b = )");
    struct language l = language_text(text);
    lang_parse(l.names, &l.diags, l.source);
    assert_int_equal(l.diags.errors, 2);
    assert_string_equal(l.diags.items[1].message,
                        "unexpected ')', expected a value");
    language_free(&l);
    free(text);
}

static const struct ast *parse_part(struct language *l, enum lang_part part)
{
    return lang_parse_part(l->names, &l->diags, part, l->source->path,
                           l->source->chars);
}

TEST(calls_and_values_stand_alone)
{
    struct language l = language_text("rkmk(kutta4, form = rate)");
    const struct ast *a = parse_part(&l, LANG_CALL);
    assert_non_null(a);
    assert_string_equal(language_show(&l, a), "rkmk(kutta4, form = rate)\n");
    assert_int_equal(a->child[1]->kind, AST_OPTION);
    a = parse_part(&l, LANG_VALUE);
    assert_non_null(a);
    language_free(&l);

    l = language_text("mass");
    a = parse_part(&l, LANG_VALUE);
    assert_string_equal(language_messages(&l), "");
    assert_string_equal(language_show(&l, a), "mass\n");
    language_free(&l);

    l = language_text("2*3");
    assert_null(parse_part(&l, LANG_CALL));
    assert_int_equal(l.diags.errors, 1);
    a = parse_part(&l, LANG_VALUE);
    assert_string_equal(language_show(&l, a), "(2 * 3)\n");
    assert_int_equal(l.diags.errors, 1);
    language_free(&l);

    l = language_text("imidm imidm");
    assert_null(parse_part(&l, LANG_CALL));
    assert_string_equal(language_messages(&l),
                        "a.pol:1:7: error: unexpected 'imidm', expected '(' or "
                        "the end\n"
                        "    imidm imidm\n"
                        "          ^~~~~\n");
    language_free(&l);
    l = language_text("");
    assert_null(parse_part(&l, LANG_VALUE));
    assert_int_equal(l.diags.errors, 1);
    language_free(&l);
}
