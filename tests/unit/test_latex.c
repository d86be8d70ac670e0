/* SPDX-License-Identifier: MIT
 *
 * Constants of tableaus in LaTeX.
 */
#include "check.h"

#include "base/arena.h"
#include "tableau/latex.h"
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
        {"(-2/3)^2", "\\left(-\\frac{2}{3}\\right)^{2}"},
        {"-(-2)", "-(-2)"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        struct arena *a = test_arena();
        const char *latex = latex_of_constant(a, pair[i][0]);
        assert_non_null(latex);
        assert_string_equal(latex, pair[i][1]);
        arena_free(a);
    }
}

static void what_has_other_names_is_left(void **state)
{
    (void)state;
    static const char *const other[] = {"g",          "1 - g",   "sin(2)",
                                        "root(x, 1)", "0.2...",  "sqrt(2, 3)",
                                        "g/2",        "sqrt(g)", "[1, 2]"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        struct arena *a = test_arena();
        assert_null(latex_of_constant(a, other[i]));
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_written_in_latex),
        cmocka_unit_test(what_has_other_names_is_left),
    };
    return run_group(tests);
}
