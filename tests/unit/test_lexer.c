/* SPDX-License-Identifier: MIT
 *
 * Characters to tokens, and how deep and long what they make may be.
 */
#include "language.h"

#include "lang/grammar.h"
#include "lang/ast.h"
#include "lang/parse.h"
#include "num/number.h"

/* The tokens' texts, each in <>, with a mark of their kind where it is not
 * seen: n name, 1 number, k keyword, r row. */
static const char *tokens(struct language *l)
{
    struct text t = text_new(l->arena);
    struct lexer x = lexer_new(l->source, &l->diags);
    for (;;) {
        struct token k = lexer_next(&x);
        const char *mark = k.kind == TOK_NAME         ? "n"
                           : k.kind == TOK_NUMBER     ? "1"
                           : k.kind == TOK_ROW        ? "r"
                           : k.kind == TOK_ORDER      ? "o"
                           : k.kind == TOK_SPACE      ? "s"
                           : lexer_is_keyword(k.kind) ? "k"
                                                      : "";
        if (!k.kind)
            return text_chars(&t);
        text_print(&t, "%s<%.*s>", mark, (int)k.place.length,
                   l->source->chars + k.place.offset);
    }
}

static void expect(const char *text, const char *want, const char *messages)
{
    struct language l = language_text(text);
    assert_string_equal(tokens(&l), want);
    assert_string_equal(language_messages(&l), messages);
    language_free(&l);
}

/* They are tokens, or letters of a name, and told once each. */
TEST(lookalikes_are_taken_for_what_they_look_like)
{
    expect("2\u22123\u2212R\u2019", "1<2><\u2212>1<3><\u2212>n<R><\u2019>",
           "a.pol:1:2: error: unexpected '\u2212' (U+2212, minus sign), here "
           "and in 1 more place\n"
           "    2\u22123\u2212R\u2019\n"
           "     ^\n"
           "hint: write '-'\n"
           "a.pol:1:6: error: unexpected '\u2019' (U+2019, right quotation "
           "mark)\n"
           "    2\u22123\u2212R\u2019\n"
           "         ^\n"
           "hint: a transpose is R', with the quote of ASCII\n");
    expect("caf\u00E9s\u00A0# \u00E9", "n<caf\u00E9s>",
           "a.pol:1:4: error: unexpected '\u00E9' (U+00E9)\n"
           "    caf\u00E9s\u00A0# \u00E9\n"
           "       ^\n"
           "hint: names are of a-z, A-Z, 0-9 and _\n"
           "a.pol:1:6: error: unexpected no-break space (U+00A0)\n"
           "    caf\u00E9s\u00A0# \u00E9\n"
           "         ^\n"
           "hint: write a blank\n");
    expect(
        "[1; 2]; \xFF", "<[>1<1><;>1<2><]>",
        "a.pol:1:3: error: unexpected ';'\n"
        "    [1; 2]; ?\n"
        "      ^\n"
        "hint: entries stand between commas, and rows are [[..], [..], [..]]\n"
        "a.pol:1:7: error: unexpected ';'\n"
        "    [1; 2]; ?\n"
        "          ^\n"
        "hint: statements need no mark between them\n"
        "a.pol:1:9: error: unexpected byte that is not UTF-8, 0xFF\n"
        "    [1; 2]; ?\n"
        "            ^\n"
        "hint: texts are in UTF-8\n");
}

TEST(a_zero_byte_does_not_end_the_text)
{
    struct language l = language_new("a\0b", 3);
    assert_string_equal(tokens(&l), "n<a>n<b>");
    assert_int_equal(l.diags.errors, 1);
    assert_string_equal(l.diags.items[0].message,
                        "unexpected control character 0x00");
    language_free(&l);
}

enum { MANY = SOME_OF(100000) };

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
