/* SPDX-License-Identifier: MIT
 *
 * What the analyser says of a tableau, in all forms: text, JSON, LaTeX and CSV
 * against files beside this one, and JSON against its grammar.  POL_UPDATE=1
 * rewrites the files.
 */
#include "table.h"

#include "json.h"
#include "unit/analysed.h"

/* To be freed. */
static char *written(const struct analysed *a, const char *form)
{
    struct text out = text_new(a->arena);
    struct report report = {&a->of, report_rotations_of(&a->of), NULL};
    struct diags diags = diags_new(a->arena);
    assert_true(report_write(&diags, &report, form, &out));
    char *text = calloc(1, out.length + 1);
    memcpy(text, text_chars(&out), out.length);
    return text;
}

static void compare(const struct analysed *a, const char *form,
                    const char *name)
{
    char *now = written(a, form);
    assert_true(beside_is(POL_TESTS_DIR "/golden", name, now));
    free(now);
}

static void compare_shelved(const char *tableau, const char *form,
                            const char *name)
{
    struct analysed a = analysed_shelved(tableau);
    compare(&a, form, name);
    forget(&a);
}

#define GAUSS2                                                                 \
    "tableau gauss2 order 4 {\n"                                               \
    " 1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"                                \
    " 1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\n b : 1/2, 1/2\n}\n"

/* Written with 16 digits, as people do. */
#define ROUNDED                                                                \
    "tableau rounded order 3 {\n 0 :\n"                                        \
    " 0.5000000000000000 : 0.5000000000000000\n"                               \
    " 0.7500000000000000 : 0, 0.7500000000000000\n"                            \
    " b : 0.2222222222222222, 0.3333333333333333, 0.4444444444444444\n"        \
    " bhat : 0.2222222222222222, 0.3333333333333333, 0.4444444444444445\n"     \
    "}\n"

/* As a program prints floats. */
#define SINGLE                                                                 \
    "tableau single order 3 {\n 0 :\n 0.5 : 0.5\n 0.75 : 0.0, 0.75\n"          \
    " b : 0.22222222, 0.33333334, 0.44444445\n}\n"

/* Entries so large that seven digits leave conditions open. */
#define OPEN                                                                   \
    "tableau open order 3 {\n 0 :\n 1/7 : 1/7\n"                               \
    " 0.1666667 : 0.0694444, 0.0972223\n"                                      \
    " b : 2000.000, -36750.00, 34751.01\n}\n"

/* With names of all kinds. */
#define NAMED                                                                  \
    "tableau named order 2 {\n"                                                \
    " let g = root(x^3 - 3*x^2 + 3/2*x - 1/6, 2)\n"                            \
    " let c_2 = 3/4\n let lambda = 0.0625\n"                                   \
    " let w = (c_2 - lambda)*g/cos(2)\n"                                       \
    " g : g\n c_2 : c_2 - g, g\n 1 : -(w - 1)/2, (w + 1)/2 - g, g\n"           \
    " b : 1 - lambda - g, lambda, g\n}\n"

#define OFF                                                                    \
    "tableau off order 2 {\n 0 :\n 1/3 : 1/2\n b : 0, 1\n"                     \
    " bhat : 1, 0\n bhat : 1/2, 1/2\n}\n"

TEST(texts_are_those_of_the_files)
{
    compare_shelved("dopri5", "text", "report_dopri5.txt");
    compare_shelved("trbdf2", "text", "report_trbdf2.txt");
    struct analysed a = analysed_text(GAUSS2);
    compare(&a, "text", "report_gauss2.txt");
    forget(&a);
    a = analysed_text(ROUNDED);
    compare(&a, "text", "report_rounded.txt");
    forget(&a);
    a = analysed_text(OFF);
    compare(&a, "text", "report_off.txt");
    forget(&a);
    a = analysed_text(NAMED);
    compare(&a, "text", "report_named.txt");
    forget(&a);
    a = analysed_text(SINGLE);
    compare(&a, "text", "report_single.txt");
    forget(&a);
    a = analysed_text(OPEN);
    compare(&a, "text", "report_open.txt");
    forget(&a);
}

TEST(other_forms_are_those_of_the_files)
{
    compare_shelved("dopri5", "json", "report_dopri5.json");
    compare_shelved("trbdf2", "json", "report_trbdf2.json");
    compare_shelved("dopri5", "latex", "report_dopri5.tex");
    compare_shelved("trbdf2", "latex", "report_trbdf2.tex");
    compare_shelved("dopri5", "csv", "report_dopri5.csv");
    compare_shelved("trbdf2", "csv", "report_trbdf2.csv");
    struct analysed a = analysed_text(NAMED);
    compare(&a, "json", "report_named.json");
    compare(&a, "latex", "report_named.tex");
    compare(&a, "csv", "report_named.csv");
    forget(&a);
    a = analysed_text(ROUNDED);
    compare(&a, "json", "report_rounded.json");
    compare(&a, "latex", "report_rounded.tex");
    compare(&a, "csv", "report_rounded.csv");
    forget(&a);
}

/* ---- JSON ---- */

static bool is_json(const char *text)
{
    struct arena *arena = test_arena();
    bool good = json_of(arena, text) != NULL;
    arena_free(arena);
    return good;
}

TEST(the_test_of_json_can_fail)
{
    static const char *const good[] = {
        "{\"a\": [1, {\"b\": null}, [\"x\", []]], \"c\": -2e3}\n",
        "[0, -0.5, 1e-07, 2E+3, \"\\u000a\\\\\\\"\", true, false]", "{}", "0"};
    static const char *const bad[] = {"",
                                      "{\"a\": [1, 2}",
                                      "{\"a\" 1}",
                                      "{\"a\": nan}",
                                      "{\"a\": 1,}",
                                      "{\"a\": 1} 2",
                                      "{\"a\": 1",
                                      "{\"a\": inf}",
                                      "[1,]",
                                      "01",
                                      "1.",
                                      ".5",
                                      "+1",
                                      "0x1p3",
                                      "-",
                                      "1e",
                                      "[\"\\x\"]",
                                      "[\"\t\"]",
                                      "[\"\\u12\"]",
                                      "{\"a\": 1, \"a\": 2}",
                                      "'a'",
                                      "{a: 1}",
                                      "[\"\xff\"]",
                                      "TRUE"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!is_json(good[i]))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (is_json(bad[i]))
            fail_msg("taken: %s", bad[i]);
}

static void assert_json(struct analysed a)
{
    char *text = written(&a, "json");
    if (!is_json(text))
        fail_msg("no JSON: %s", text);
    free(text);
    forget(&a);
}

TEST(json_is_json)
{
    assert_json(analysed_shelved("dopri5"));
    assert_json(analysed_shelved("trapezoid"));
    assert_json(analysed_text(GAUSS2));
    assert_json(analysed_text(ROUNDED));
    assert_json(analysed_text(NAMED));
    assert_json(analysed_text("# a \"quote\", a \\\n# and a tab\t.\n" OFF));
}

/* ---- LaTeX ---- */

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* As many cells in each row of the array as there are columns, and as many
 * braces closed as opened. */
TEST(latex_has_its_columns)
{
    struct analysed a = analysed_shelved("dopri5");
    char *text = written(&a, "latex");
    assert_non_null(strstr(text, "\\begin{array}{c|ccccccc}\n"));
    assert_int_equal(count(text, "{"), count(text, "}"));
    assert_int_equal(count(text, "\\\\"), 8);
    assert_int_equal(count(text, " &"), 9 * 7);
    assert_int_equal(count(text, "\\hline"), 1);
    assert_non_null(strstr(text, "& -\\frac{212}{729} &"));
    assert_non_null(strstr(text, "\\frac{1}{600} z^{6}"));
    free(text);
    forget(&a);
}
