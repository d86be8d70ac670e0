/* SPDX-License-Identifier: MIT
 *
 * Templates: text, inserts, Lua lines, and messages with the page's own lines;
 * breaking, filling and quoting of text.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "emit/target.h"
#include "shelf/host.h"

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
    assert_fails("a\n\nb {{nothing}}\n", 3, "not nil");
    assert_fails("{{1.5}}\n", 1, "not number");
    assert_fails("{{4/2}}\n", 1, "not number");
    assert_fails("a\n% x = = 1\nb\n", 2, "unexpected symbol");
    assert_fails("a\nb\n% local t; t.x = 1\n", 3, "index");
    assert_fails("a\n{{1 +}}\n", 2, "unexpected symbol");
    assert_fails("% while true do\n% end\n", 1, "runs too long");
    assert_fails("% os.exit()\n", 1, "os");
}

/* ---- layout ---- */

static struct text fresh(void)
{
    return text_new(test_arena());
}

static void assert_wraps(const char *code, const char *want)
{
    struct text out = fresh();
    layout_wrap(code, strlen(code), &out);
    assert_string_equal(text_chars(&out), want);
    arena_free(out.arena);
}

#define TEN "aaaaaaaaaa"

TEST(long_lines_break_at_operators)
{
    /* what fits nowhere runs over the edge, and stands once */
    assert_wraps("int f(a, " TEN TEN TEN TEN TEN TEN TEN TEN TEN ");\n",
                 "int f(a, " TEN TEN TEN TEN TEN TEN TEN TEN TEN ");\n");
    assert_wraps("short + line;\n", "short + line;\n");
    assert_wraps("    const double x = " TEN "*" TEN "*" TEN " + " TEN "*" TEN
                 " - " TEN ";\n",
                 "    const double x = " TEN "*" TEN "*" TEN " + " TEN "*" TEN
                 " -\n        " TEN ";\n");
    /* the outer sum, not the one in parentheses */
    assert_wraps("    const double x = " TEN TEN TEN " + " TEN "*(" TEN TEN
                 " + " TEN ");\n",
                 "    const double x = " TEN TEN TEN " +\n        " TEN
                 "*(" TEN TEN " + " TEN ");\n");
    /* inside the parentheses rather than before them */
    assert_wraps("    const double x = " TEN "*(" TEN TEN " + " TEN TEN
                 " + " TEN TEN ");\n",
                 "    const double x = " TEN "*(" TEN TEN " + " TEN TEN
                 " +\n        " TEN TEN ");\n");
    /* after the = where all the rest then fits */
    assert_wraps("    const double " TEN TEN " = " TEN TEN TEN TEN TEN ";\n",
                 "    const double " TEN TEN " =\n        " TEN TEN TEN TEN TEN
                 ";\n");
    /* and where it does not, but no other break makes the first part fit */
    assert_wraps("    const double " TEN TEN TEN " = " TEN TEN TEN TEN
                 " + " TEN TEN TEN ";\n",
                 "    const double " TEN TEN TEN " =\n        " TEN TEN TEN TEN
                 " +\n        " TEN TEN TEN ";\n");
    /* a bare product */
    assert_wraps("x = " TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN
                 "*" TEN ";\n",
                 "x = " TEN "*" TEN "*" TEN "*" TEN "*" TEN "*" TEN
                 "*\n    " TEN "*" TEN ";\n");
}

TEST(comments_are_filled_and_safe)
{
    struct text out = fresh();
    layout_fill("  two   words\n", " * ", 3, 0, &out);
    assert_string_equal(text_chars(&out), "two words");
    out = text_new(out.arena);
    layout_fill(TEN " " TEN " " TEN " " TEN " " TEN " " TEN " " TEN " end",
                " * ", 3, 0, &out);
    assert_string_equal(text_chars(&out), TEN " " TEN " " TEN " " TEN " " TEN
                                              " " TEN " " TEN "\n * end");
    out = text_new(out.arena); /* 3 + 70 + 4 columns, 3 behind them */
    layout_fill(TEN TEN TEN TEN TEN TEN TEN " abc \n", " * ", 3, 3, &out);
    assert_string_equal(text_chars(&out), TEN TEN TEN TEN TEN TEN TEN " abc");
    out = text_new(out.arena);
    layout_fill(TEN TEN TEN TEN TEN TEN TEN " abc", " * ", 3, 4, &out);
    assert_string_equal(text_chars(&out),
                        TEN TEN TEN TEN TEN TEN TEN "\n * abc");
    out = text_new(out.arena);
    layout_fill("a */ b /* c ?\?/ d **/ \033[m", "", 0, 0, &out);
    const char *safe = text_chars(&out);
    assert_null(strstr(safe, "*/"));
    assert_null(strstr(safe, "/*"));
    assert_null(strstr(safe, "?\?/"));
    assert_null(strchr(safe, '\033'));
    /* what is no UTF-8, turns the direction or ends a line is not printed */
    out = text_new(out.arena);
    layout_fill("a\xFF"
                "b \xE2\x80\xAE"
                "c \xC3\xA4 \xC2\x9B\xE2\x82 \xED\xA0\x80 \xC0\xAF d",
                "", 0, 0, &out);
    assert_string_equal(text_chars(&out), "a b    c \xC3\xA4             d");
    arena_free(out.arena);
}

TEST(strings_are_quoted)
{
    struct text out = fresh();
    layout_quote("a \"b\" \\ ?\?/ \n\303\266", 4, &out);
    assert_string_equal(text_chars(&out),
                        "\"a \\\"b\\\" \\\\ \\?\\?/ \\012\303\266\"");
    out = text_new(out.arena);
    layout_quote("a\xFF \xE2\x80\xAE\xC3\xA4", 4, &out);
    assert_string_equal(text_chars(&out), "\"a\\377 \\342\\200\\256\xC3\xA4\"");
    out = text_new(out.arena);
    layout_quote(TEN TEN TEN TEN TEN TEN TEN " " TEN, 4, &out);
    assert_string_equal(text_chars(&out), "\"" TEN TEN TEN TEN TEN TEN TEN
                                          " \"\n    \"" TEN "\"");
    arena_free(out.arena);
}
