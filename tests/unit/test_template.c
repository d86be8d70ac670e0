/* SPDX-License-Identifier: MIT
 *
 * Templates: text, inserts, Lua lines, and messages with the page's own lines;
 * breaking, filling and quoting of text.
 */
#include "test_arena.h"
#include "emit/target.h"

struct sheet {
    struct arena *arena;
    struct diags diags;
    struct source page;
    struct text out;
};

static bool run_page(struct host *host, void *data)
{
    struct sheet *p = data;
    return host_print(host, &p->page, &p->out);
}

/* Runs a template; NULL if it fails, with the messages in p->diags. */
static const char *render(struct sheet *p, const char *template)
{
    p->arena = test_arena();
    p->diags = diags_new(p->arena);
    p->out = text_new(p->arena);
    p->page = (struct source){"page.tpl", template, strlen(template)};
    if (!host_session(&p->diags, host_limits(), run_page, p))
        return NULL;
    return text_chars(&p->out);
}

static void assert_fails(const char *template, int line, const char *part)
{
    struct sheet p;
    assert_null(render(&p, template));
    assert_int_equal(p.diags.errors, 1);
    assert_string_equal(p.diags.items[0].path, "page.tpl");
    assert_int_equal(p.diags.items[0].line, line);
    if (!strstr(p.diags.items[0].message, part))
        fail_msg("\"%s\" is not in: %s", part, p.diags.items[0].message);
    arena_free(p.arena);
}

TEST(faults_cite_the_lines_of_the_page)
{
    assert_fails("a\nb {{c\nd\n", 2, "{{ is not closed");
    assert_fails("a\n%?true?b {{c\n", 2, "{{ is not closed");
    assert_fails("a\n %?true b\n", 2, "%?CONDITION?TEXT has a second ?");
    assert_fails("a\n%?1 +?b\n", 2, "unexpected symbol");
    assert_fails("a\n\nb {{nothing}}\n", 3, "not nil");
    assert_fails("{{1.5}}\n", 1, "not number");
    assert_fails("{{4/2}}\n", 1, "not number");
    assert_fails("a\n% x = = 1\nb\n", 2, "unexpected symbol");
    assert_fails("a\nb\n% local t; t.x = 1\n", 3, "index");
    assert_fails("a\n{{1 +}}\n", 2, "unexpected symbol");
    assert_fails("% while true do\n% end\n", 1, "runs too long");
    assert_fails("% os.exit()\n", 1, "os");
}

TEST(a_line_stands_under_a_condition)
{
    struct sheet p;
    assert_string_equal(render(&p, "% for i = 1, 3 do\n"
                                   " %?i > 1?  {{i}}?\n"
                                   "%?i == 3?\n"
                                   "% end\n"),
                        "  2?\n  3?\n\n");
    arena_free(p.arena);
}

/* ---- layout ---- */

ARENA_AROUND_EACH()

static void assert_wraps(const char *code, const char *want)
{
    struct text out = text_new(arena);
    layout_wrap(code, strlen(code), &out);
    assert_string_equal(text_chars(&out), want);
}

#define TEN "aaaaaaaaaa"

TEST(long_lines_break_at_operators)
{
    /* what fits nowhere runs over the edge, and stands once */
    assert_wraps("int f(a, " TEN TEN TEN TEN TEN TEN TEN TEN TEN ");\n",
                 "int f(a, " TEN TEN TEN TEN TEN TEN TEN TEN TEN ");\n");
    assert_wraps("short + line;\n", "short + line;\n");
    /* and where it does not, but no other break makes the first part fit */
    assert_wraps("    const double " TEN TEN TEN " = " TEN TEN TEN TEN " + " TEN TEN TEN ";\n",
                 "    const double " TEN TEN TEN " =\n        " TEN TEN TEN TEN
                 " +\n        " TEN TEN TEN ";\n");
    /* a bare product */
    assert_wraps("x = " TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN ";\n",
                 "x = " TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN "*\n    " TEN "*" TEN ";\n");
}

#define LONG TEN TEN TEN TEN TEN TEN TEN

TEST(comments_are_filled_and_safe)
{
    static const struct {
        const char *text, *prefix;
        int behind;
        const char *want;
    } fills[] = {
        {"  two   words\n", " * ", 0, "two words"},
        {TEN " " TEN " " TEN " " TEN " " TEN " " TEN " " TEN " end", " * ", 0,
         TEN " " TEN " " TEN " " TEN " " TEN " " TEN " " TEN "\n * end"},
        /* 3 + 70 + 4 columns, 3 behind them */
        {LONG " abc \n", " * ", 3, LONG " abc"},
        {LONG " abc", " * ", 4, LONG "\n * abc"},
        /* what is no UTF-8, turns the direction or ends a line is no text */
        {"a\xFF"
         "b \xE2\x80\xAE"
         "c \xC3\xA4 \xC2\x9B\xE2\x82 \xED\xA0\x80 \xC0\xAF d",
         "", 0, "a b    c \xC3\xA4             d"},
    };
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
        struct text out = text_new(arena);
        const char *prefix = fills[i].prefix;
        layout_fill(fills[i].text, prefix, (int)strlen(prefix), fills[i].behind, &out);
        assert_string_equal(text_chars(&out), fills[i].want);
    }
    static const char *const unsafe[] = {"*/", "/*", "?\?/", "\033"};
    struct text out = text_new(arena);
    layout_fill("a */ b /* c ?\?/ d **/ \033[m", "", 0, 0, &out);
    for (int i = 0; i < 4; i++)
        assert_null(strstr(text_chars(&out), unsafe[i]));
}

TEST(strings_are_quoted)
{
    static const char *const quotes[][2] = {
        {"a \"b\" \\ ?\?/ \n\303\266", "\"a \\\"b\\\" \\\\ \\?\\?/ \\012\303\266\""},
        {"a\xFF \xE2\x80\xAE\xC3\xA4", "\"a\\377 \\342\\200\\256\xC3\xA4\""},
        {LONG " " TEN, "\"" LONG " \"\n    \"" TEN "\""},
    };
    for (int i = 0; i < 3; i++) {
        struct text out = text_new(arena);
        layout_quote(quotes[i][0], 4, &out);
        assert_string_equal(text_chars(&out), quotes[i][1]);
    }
}
