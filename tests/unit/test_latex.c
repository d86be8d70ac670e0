/* SPDX-License-Identifier: MIT
 *
 * Constants of tableaus in LaTeX.
 */
#include "check.h"

#include "base/arena.h"
#include "report/report.h"
#include "tableau/tableau.h"
#include "test_arena.h"

static void constants_are_written_in_latex(void **state)
{
    (void)state;
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
        {"cos(pi/5)", "\\cos(\\frac{\\pi}{5})"},
        {"root(x^3 - 3*x^2 + 1, 2)/2",
         "\\frac{\\mathrm{root}_{2}(x^{3} - 3 x^{2} + 1)}{2}"},
        {"(-2/3)^2", "\\left(-\\frac{2}{3}\\right)^{2}"},
        {"-(-2)", "-(-2)"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        struct arena *a = test_arena();
        const char *latex = latex_of_constant(a, NULL, pair[i][0]);
        assert_non_null(latex);
        assert_string_equal(latex, pair[i][1]);
        arena_free(a);
    }
}

static void what_has_other_names_is_left(void **state)
{
    (void)state;
    static const char *const other[] = {
        "g",      "1 - g", "floor(2)",   "x",       "root(x, 1) - x",
        "0.2...", "g/2",   "sqrt(2, 3)", "sqrt(g)", "[1, 2]"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        struct arena *a = test_arena();
        assert_null(latex_of_constant(a, NULL, other[i]));
        arena_free(a);
    }
}

/* Those that the tableau declares, and x within root() alone. */
static void names_of_the_tableau_are_written(void **state)
{
    (void)state;
    static const struct tableau_let let[] = {{.name = "gamma"}, {.name = "c2"}};
    static const struct tableau t = {.lets = 2, .let = let};
    struct arena *a = test_arena();
    assert_string_equal(latex_of_constant(a, &t, "c2*(1 - gamma)/2"),
                        "\\frac{c_{2} (1 - \\gamma)}{2}");
    assert_string_equal(latex_of_constant(a, &t, "root(x^2 - c2*x, 1)"),
                        "\\mathrm{root}_{1}(x^{2} - c_{2} x)");
    assert_null(latex_of_constant(a, &t, "c3"));
    arena_free(a);
}

static void names_are_those_of_latex(void **state)
{
    (void)state;
    static const char *const pair[][2] = {
        {"g", "g"},
        {"a21", "a_{21}"},
        {"lambda", "\\lambda"},
        {"alpha_3", "\\alpha_{3}"},
        {"root", "\\mathrm{root}"},
        {"b_hat2", "\\mathrm{b\\_hat}_{2}"},
        {"_", "\\_"},
        {"_1", "\\__{1}"},
    };
    struct arena *a = test_arena();
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        assert_string_equal(latex_of_name(a, pair[i][0]), pair[i][1]);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_written_in_latex),
        cmocka_unit_test(what_has_other_names_is_left),
        cmocka_unit_test(names_of_the_tableau_are_written),
        cmocka_unit_test(names_are_those_of_latex),
    };
    return run_group(tests);
}
