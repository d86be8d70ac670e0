/* SPDX-License-Identifier: MIT
 *
 * Constants and names of tableaus in LaTeX: what stands there for names of the
 * tableau's block, each with a text for its value.
 */
#include "check.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "report/report.h"
#include "test_arena.h"

/* The page of a tableau that names these. */
static const char *page_of(struct arena *a, const struct tableau_let *let,
                           int n)
{
    struct text text = text_new(a), page = text_new(a);
    struct diags diags = diags_new(a);
    text_put(&text, "tableau euler order 1 {\n0 : 0\nb : 1\n}\n");
    const struct source source = {"test", text_chars(&text), text.length};
    const struct ast *file = lang_parse(names_new(a), &diags, &source);
    struct tableau t = *tableau_build(&diags, file->child[0]);
    t.lets = n;
    t.let = let;
    const struct analysis analysis = tableau_analyse(a, &t);
    const struct report report = {.analysis = &analysis,
                                  .rotations = report_rotations_of(&analysis)};
    assert_true(report_write(&diags, &report, "latex", &page));
    return text_chars(&page);
}

/* Behind "name & = &"; behind a form that is no number the value follows. */
static void expect(const char *page, const char *name, const char *form)
{
    struct arena *a = test_arena();
    const char *line = text_format(a, "  %s & = & %s", name, form);
    const char *at = strstr(page, line);
    if (!at || !strchr("\n ", at[strlen(line)]))
        print_error("no '%s' in\n%s", line, page);
    assert_true(at && strchr("\n ", at[strlen(line)]));
    arena_free(a);
}

TEST(constants_are_written_in_latex)
{
    static const char *const pair[][2] = {
        {"1/2 - sqrt(15)/10", "\\frac{1}{2} - \\frac{\\sqrt{15}}{10}"},
        {"(4 - sqrt(6))/10", "\\frac{4 - \\sqrt{6}}{10}"},
        {"-7*sqrt(6)/360", "-\\frac{7 \\sqrt{6}}{360}"},
        {"2*3", "2 \\cdot 3"},
        {"2*(1 - sqrt(2))", "2 (1 - \\sqrt{2})"},
        {"1 - (2 - sqrt(2))", "1 - (2 - \\sqrt{2})"},
        {"1 + (2 - sqrt(2))", "1 + (2 - \\sqrt{2})"},
        {"1 - 2 + pi", "1 - 2 + \\pi"},
        {"sqrt(2)^3", "\\sqrt{2}^{3}"},
        {"(1/2)^3", "\\left(\\frac{1}{2}\\right)^{3}"},
        {"(1 + sqrt(2))^2", "(1 + \\sqrt{2})^{2}"},
        {"2^(1/3)", "2^{\\frac{1}{3}}"},
        {"-(1 + sqrt(3))", "-(1 + \\sqrt{3})"},
        {"2*-sqrt(3)", "2 (-\\sqrt{3})"},
        {"0.25", "0.25"},
        {"-2/225 - sqrt(6)/75", "-\\frac{2}{225} - \\frac{\\sqrt{6}}{75}"},
        {"1 - -2/3", "1 - (-\\frac{2}{3})"},
        {"-(1 + sqrt(3))/4", "-\\frac{1 + \\sqrt{3}}{4}"},
        {"1.5e-3", "1.5 \\cdot 10^{-3}"},
        {"1.5E+03", "1.5 \\cdot 10^{3}"},
        {"cos(pi/5)", "\\cos(\\frac{\\pi}{5})"},
        {"root(x^3 - 3*x^2 + 1, 2)/2",
         "\\frac{\\mathrm{root}_{2}(x^{3} - 3 x^{2} + 1)}{2}"},
        {"(-2/3)^2", "\\left(-\\frac{2}{3}\\right)^{2}"},
        {"-(-2)", "-(-2)"},
        /* names that the tableau declares, and x within root() alone */
        {"x7*(1 - x8)/2", "\\frac{x_{7} (1 - x_{8})}{2}"},
        {"root(x^2 - x7*x, 1)", "\\mathrm{root}_{1}(x^{2} - x_{7} x)"},
        /* others, and what readers would not know: the value alone */
        {"g", "2"},
        {"1 - g", "2"},
        {"floor(2)", "2"},
        {"x", "2"},
        {"root(x, 1) - x", "2"},
        {"0.2...", "2"},
        {"g/2", "2"},
        {"sqrt(2, 3)", "2"},
        {"sqrt(g)", "2"},
        {"[1, 2]", "2"},
    };
    enum { PAIRS = sizeof pair / sizeof *pair };
    struct arena *a = test_arena();
    struct tableau_let let[PAIRS];
    for (int i = 0; i < PAIRS; i++)
        let[i] = (struct tableau_let){.name = text_format(a, "x%d", i),
                                      .written = pair[i][0],
                                      .value = number_int(a, 2)};
    const char *page = page_of(a, let, PAIRS);
    for (int i = 0; i < PAIRS; i++)
        expect(page, text_format(a, "x_{%d}", i), pair[i][1]);
    arena_free(a);
}

TEST(names_are_those_of_latex)
{
    static const char *const pair[][2] = {
        {"g", "g"},
        {"a21", "a_{21}"},
        {"lambda", "\\lambda"},
        {"alpha_3", "\\alpha_{3}"},
        {"root", "\\mathrm{root}"},
        {"b_hat2", "\\mathrm{b\\_hat}_{2}"},
        {"_", "\\_"},
        {"_1", "\\__{1}"},
        {"b_", "\\mathrm{b\\_}"},
    };
    enum { PAIRS = sizeof pair / sizeof *pair };
    struct arena *a = test_arena();
    struct tableau_let let[PAIRS];
    for (int i = 0; i < PAIRS; i++)
        let[i] = (struct tableau_let){
            .name = pair[i][0], .written = "2", .value = number_int(a, 2)};
    const char *page = page_of(a, let, PAIRS);
    for (int i = 0; i < PAIRS; i++)
        expect(page, pair[i][1], "2");
    arena_free(a);
}
