/* SPDX-License-Identifier: MIT
 *
 * What the analyser says of a tableau, in all forms: text, JSON, LaTeX and CSV
 * against transcripts, and JSON against its grammar.  POL_UPDATE=1
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

/* Of a text, or a word, which is a name on the shelf. */
static struct analysed analysed_case(const struct expected_case *c)
{
    char name[SPECS_NAME];
    if (strpbrk(c->text, " {"))
        return analysed_text(c->text);
    snprintf(name, sizeof name, "%.*s", (int)c->length - 1, c->text);
    return analysed_shelved(name);
}

/* The case is called NAME.FORM,FORM. */
static bool report(const struct expected_case *c, FILE *out)
{
    struct analysed a = analysed_case(c);
    char forms[SPECS_NAME];
    strcpy(forms, strchr(c->name, '.') + 1);
    for (char *f = strtok(forms, ","); f; f = strtok(NULL, ",")) {
        char *text = written(&a, f);
        fputs(text, out);
        free(text);
    }
    forget(&a);
    return true;
}

TEST(reports_are_those_of_the_file)
{
    int cases = 0;
    assert_true(expected_transcript(POL_TESTS_DIR "/golden", "reports.txt",
                                  report, &cases));
    assert_true(cases >= 8);
}

/* ---- JSON ---- */

TEST(the_test_of_json_can_fail)
{
    static const char *const good[] = {
        "{\"a\": [1, {\"b\": null}, [\"x\", []]], \"c\": -2e3}\n",
        "[0, -0.5, 1e-07, 2E+3, \"\\u000a\\\\\\\"\", true, false]", "{}", "0"};
    static const char *const bad[] = {"{\"a\": nan}", "{\"a\": [1, 2}",
                                      "{\"a\" 1}",    "",
                                      "{\"a\": 1,}",  "{\"a\": 1} 2",
                                      "{\"a\": 1",    "[1,]",
                                      "01",           "{\"a\": inf}",
                                      ".5",           "1.",
                                      "0x1p3",        "+1",
                                      "1e",           "-",
                                      "[\"\\x\"]",    "[\"\t\"]",
                                      "[\"\\u12\"]",  "{\"a\": 1, \"a\": 2}",
                                      "{a: 1}",       "[\"\xff\"]",
                                      "TRUE",         "'a'"};
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
    size_t length;
    char *all = specs_read(POL_TESTS_DIR "/golden", "reports.txt", &length);
    const char *at = strstr(all, "==== ");
    for (struct expected_case c; expected_next(&at, &c); free(c.text))
        assert_json(analysed_case(&c));
    free(all);
    assert_json(analysed_shelved("trapezoid"));
    assert_json(analysed_text(
        "# a \"quote\", a \\\n# and a tab\t.\n"
        "tableau off order 2 {\n 0 :\n 1/3 : 1/2\n b : 0, 1\n}\n"));
}
