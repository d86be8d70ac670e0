/* SPDX-License-Identifier: MIT
 *
 * Tableaus: building from text, names of a block, messages, printing, LaTeX.
 */
#include "analysed.h"
#include "model/constant.h"

/* Everything that a tableau needs, and what came out of it. */
struct bench {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct source *source; /* trees point to it */
};

static struct bench bench_of(const char *text)
{
    struct bench b = {.arena = test_arena()};
    b.names = names_new(b.arena);
    b.diags = diags_new(b.arena);
    b.source = arena_alloc(b.arena, sizeof *b.source);
    *b.source = (struct source){"t.pol", text, strlen(text)};
    return b;
}

/* Every function that may stand in an entry; fractions stay fractions. */
TEST(entries_may_use_functions)
{
    static const struct {
        const char *text;
        double value;
        bool exact;
    } cases[] = {{"sqrt(9/4)", 1.5, true},
                 {"2^(1/2)", 1.4142135623730951, false},
                 {"(4/9)^(1/2)", 0.6666666666666666, true},
                 {"2^(-3)", 0.125, true},
                 {"8^(1/3)", 2, false},
                 {"pow(2, 1/3)", 1.2599210498948732, false},
                 {"exp(1)", 2.718281828459045, false},
                 {"pi/4", 0.7853981633974483, false},
                 {"atan2(1, -1)", 2.356194490192345, false},
                 {"abs(-3)", 3, true},
                 {"-(1 - 3)*2/8", 0.5, true},
                 {"root(x^2 - 2, 1)", -1.4142135623730951, false},
                 {"1 - root((x^2 - 2)*(2*x - 3), 3)", -0.5, true},
                 {"1e-3", 1e-3, true}};
    static const struct constant_scope place = {.subject = "an entry"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b = bench_of(cases[i].text);
        syntax value =
            lang_parse_part(b.names, &b.diags, LANG_VALUE, b.source->path, cases[i].text);
        assert_non_null(value);
        num n = constant_value(&b.diags, &place, value);
        if (!n || number_is_exact(n) != cases[i].exact)
            print_error("%s\n", cases[i].text);
        assert_non_null(n);
        assert_close(number_double(n), cases[i].value, 4e-16);
        assert_int_equal(number_is_exact(n), cases[i].exact);
        arena_free(b.arena);
    }
}

/* ---- messages that no whole spec gets ---- */

TEST(faults_are_told_with_their_place)
{
    static const struct {
        const char *text, *at, *message;
    } cases[] = {
        {"tableau x {\n0 : 1/2, 2/3\nb : 1 }", "2/3",
         "tableau row too long: it has 2 entries, but the tableau has "
         "1 stage"},
        {"tableau x {\n0 : }", "x", "tableau x has no row b"},
        {"tableau x {\n0 :\nb : derivative(2) }", "derivative(2)",
         "an entry of a tableau has no derivative"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b = bench_of(cases[i].text);
        syntax file = lang_parse(b.names, &b.diags, b.source);
        assert_null(tableau_build(&b.diags, file->child[0]));
        assert_int_equal(b.diags.count, 1);
        assert_string_equal(b.diags.items[0].message, cases[i].message);
        const char *at = cases[i].text + b.diags.items[0].place.offset;
        assert_memory_equal(at, cases[i].at, strlen(cases[i].at));
        arena_free(b.arena);
    }
}

/* ---- print ---- */

/* In this form, with these names if there are any. */
static const char *page_of(struct analysed *a, const char *form, const struct tableau_let *let,
                           int n)
{
    struct tableau t = *a->tableau;
    struct text out = text_new(a->arena);
    struct diags diags = diags_new(a->arena);
    t.lets = n;
    t.let = let;
    const struct analysis analysis = tableau_analyse(a->arena, &t);
    const struct report report = {.analysis = &analysis,
                                  .rotations = report_rotations_of(&analysis)};
    assert_true(report_write(&diags, &report, form, &out));
    return text_chars(&out);
}

TEST(wide_rows_flow_over_several_lines)
{
    struct analysed a = analysed_text("tableau w {\n"
                                      "  0 : \n"
                                      "  1 : 1\n"
                                      "  b : sqrt(10000000000001)/(2*sqrt(10000000000001)),\n"
                                      "      1 - sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                                      "}\n");
    assert_string_equal(page_of(&a, "table", NULL, 0),
                        "tableau w\n"
                        "\n"
                        "  0 |\n"
                        "  1 | 1\n"
                        "  --+-----------------------------------------------------"
                        "----------------------\n"
                        "  b | sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                        "    | 1 - sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                        "\n");
    forget(&a);
}

#define assert_shows(b, n, text) assert_string_equal(number_show((b).arena, (n)), (text))

TEST(constants_are_usable_below)
{
    struct analysed b = analysed_text("tableau t order 2 {\n"
                                      "  let third = 1/3\n"
                                      "  let twice = 2*third\n"
                                      "  0 :\n"
                                      "  twice : twice\n"
                                      "  let s = sqrt(2)\n"
                                      "  b : s^2*root(x^2 - third^2, 2) - 5/12, 3/4\n"
                                      "}\n");
    const struct tableau *t = b.tableau;
    assert_shows(b, t->a[2], "2/3");
    assert_shows(b, t->c[1], "2/3");
    assert_string_equal(t->written[6], "0");
    assert_string_equal(t->written[7], "twice");
    assert_close(number_double(t->b[0]), 0.25, 1e-16);
    assert_int_equal(t->frees, 0);
    assert_null(t->free);
    assert_false(t->rounded);
    forget(&b);
}

/* They have 15 digits, or more. */
TEST(decimals_are_rounded_where_that_is_said)
{
    struct analysed b = analysed_text("tableau t rounded {\n"
                                      "  let s = 0.125\n"
                                      "  0 :\n"
                                      "  b : 0.12500000000000, "
                                      "0.125000000000000\n"
                                      "  0 :\n"
                                      "  bhat : s, s\n"
                                      "}\n");
    assert_true(number_is_exact(b.tableau->b[0]));
    assert_false(number_is_exact(b.tableau->b[1]));
    assert_true(number_error(b.tableau->b[1]) >= 5e-16);
    assert_true(number_is_exact(b.tableau->bhat[0]));
    forget(&b);
}

TEST(values_replace_free_symbols)
{
    struct bench b = bench_of("tableau t order 2 {\n"
                              "  free a = 1/2 in [1/4, 1]\n"
                              "  let w = 1/(2*a)\n"
                              "  free g = 0 in [-1, 1]\n"
                              "  g : g\n"
                              "  a + g : a, g\n"
                              "  b : 1 - w, w\n"
                              "  bhat : sin(g), 1 - sin(g)\n"
                              "}\n");
    syntax file = lang_parse(b.names, &b.diags, b.source);
    const struct tableau *free = tableau_build_free(&b.diags, file->child[0]);
    assert_int_equal(b.diags.count, 0);
    num value[2] = {number_fraction(b.arena, 2, 3), number_fraction(b.arena, 1, 5)};
    const struct tableau *t = tableau_with(b.arena, free, value);
    assert_non_null(t);
    assert_int_equal(t->frees, 0);
    assert_shows(b, t->a[0], "1/5");
    assert_shows(b, t->a[2], "2/3");
    assert_shows(b, t->c[1], "13/15");
    assert_shows(b, t->b[0], "1/4");
    assert_close(number_double(t->bhat[1]), 1 - sin(0.2), 1e-16);
    assert_string_equal(t->written[2], "a");
    assert_false(t->exact);
    value[0] = number_int(b.arena, 0);
    assert_null(tableau_with(b.arena, free, value));
    assert_shows(b, free->b[1], "1"); /* as it was */
    arena_free(b.arena);
}

/* Behind "name & = &"; behind a form that is no number the value follows. */
static void expect(const char *page, const char *name, const char *form)
{
    char line[300];
    snprintf(line, sizeof line, "  %s & = & %s", name, form);
    const char *at = strstr(page, line);
    if (!at || !strchr("\n ", at[strlen(line)]))
        fail_msg("no '%s' in\n%s", line, page);
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
        {"root(x^3 - 3*x^2 + 1, 2)/2", "\\frac{\\mathrm{root}_{2}(x^{3} - 3 x^{2} + 1)}{2}"},
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
    static const char *const names[][2] = {
        {"a21", "a_{21}"},          {"k", "k"},
        {"root", "\\mathrm{root}"}, {"lambda", "\\lambda"},
        {"alpha_3", "\\alpha_{3}"}, {"_", "\\_"},
        {"_1", "\\__{1}"},          {"b_hat2", "\\mathrm{b\\_hat}_{2}"},
        {"b_", "\\mathrm{b\\_}"}};
    enum { PAIRS = sizeof pair / sizeof *pair, ALL = PAIRS + sizeof names / sizeof *names };
    struct analysed b = analysed_text("tableau euler order 1 {\n0 : 0\nb : 1\n}\n");
    struct arena *a = b.arena;
    struct tableau_let let[ALL];
    for (int i = 0; i < PAIRS; i++)
        let[i] = (struct tableau_let){
            .name = text_format(a, "x%d", i), .written = pair[i][0], .value = number_int(a, 2)};
    for (int i = PAIRS; i < ALL; i++)
        let[i] = (struct tableau_let){
            .name = names[i - PAIRS][0], .written = "2", .value = number_int(a, 2)};
    const char *page = page_of(&b, "latex", let, ALL);
    for (int i = 0; i < PAIRS; i++)
        expect(page, text_format(a, "x_{%d}", i), pair[i][1]);
    for (int i = PAIRS; i < ALL; i++)
        expect(page, names[i - PAIRS][1], "2");
    forget(&b);
}
