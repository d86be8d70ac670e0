/* SPDX-License-Identifier: MIT
 *
 * Tableaus: trees, order conditions, building from text, messages, printing.
 */
#include "check.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "model/constant.h"
#include "tableau/constant.h"
#include "report/report.h"
#include "tableau/analysis.h"
#include "tableau/elementary.h"

/* Everything that a tableau needs, and what came out of it. */
struct bench {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct source source;
    const struct tableau *tableau;
};

static struct bench bench_of(const char *text)
{
    struct bench b = {.arena = test_arena()};
    b.names = names_new(b.arena);
    b.diags = diags_new(b.arena);
    b.source = (struct source){"t.pol", text, strlen(text)};
    return b;
}

static struct bench *build(struct bench *b, const char *text)
{
    *b = bench_of(text);
    const struct ast *file = lang_parse(b->names, &b->diags, &b->source);
    if (file && b->diags.errors == 0)
        b->tableau = tableau_build(&b->diags, file->child[0]);
    return b;
}

static struct bench *build_right(struct bench *b, const char *text)
{
    build(b, text);
    for (int i = 0; i < b->diags.count; i++)
        print_error("%s\n", b->diags.items[i].message);
    assert_non_null(b->tableau);
    assert_int_equal(b->diags.count, 0);
    return b;
}

static int order_of(struct bench *b)
{
    return tableau_order(b->arena, b->tableau, 0, 10);
}

/* ---- trees ---- */

TEST(trees_are_printed_with_brackets)
{
    static const char *const want[] = {"t",       "[t]",     "[t,t]",
                                       "[[t]]",   "[t,t,t]", "[t,[t]]",
                                       "[[t,t]]", "[[[t]]]"};
    static const long density[] = {1, 2, 3, 6, 4, 8, 12, 24};
    struct arena *arena = test_arena();
    struct forest f = forest_new(arena, false);
    for (int n = 2; n <= 4; n++)
        forest_grow(&f);
    for (int i = 0; i < f.count; i++) {
        struct text out = text_new(arena);
        forest_print(&f, i, &out);
        bool found = false;
        for (int k = 0; k < 8; k++)
            if (strcmp(text_chars(&out), want[k]) == 0) {
                assert_int_equal(f.tree[i].density, density[k]);
                found = true;
            }
        assert_true(found);
    }
    assert_int_equal(f.count, 8);
    arena_free(arena);
}

/* ---- what is built ---- */

#define KUTTA4                                                                 \
    "tableau kutta4 order 4 {\n"                                               \
    "  0   :\n"                                                                \
    "  1/2 : 1/2\n"                                                            \
    "  1/2 : 0,   1/2\n"                                                       \
    "  1   : 0,   0,   1\n"                                                    \
    "  b   : 1/6, 1/3, 1/3, 1/6\n"                                             \
    "}\n"

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
                 {"log(2)", 0.6931471805599453, false},
                 {"sin(1)", 0.8414709848078965, false},
                 {"cos(1)", 0.5403023058681398, false},
                 {"tan(1)", 1.5574077246549023, false},
                 {"asin(1/2)", 0.5235987755982989, false},
                 {"acos(1/2)", 1.0471975511965979, false},
                 {"atan(1)", 0.7853981633974483, false},
                 {"pi/4", 0.7853981633974483, false},
                 {"atan2(1, -1)", 2.356194490192345, false},
                 {"sinh(1)", 1.1752011936438014, false},
                 {"tanh(1)", 0.7615941559557649, false},
                 {"cosh(1)", 1.5430806348152437, false},
                 {"abs(-3)", 3, true},
                 {"min(1, 2)", 1, true},
                 {"max(1, 2)", 2, true},
                 {"-(1 - 3)*2/8", 0.5, true},
                 {"root(x^2 - 2, 1)", -1.4142135623730951, false},
                 {"1 - root((x^2 - 2)*(2*x - 3), 3)", -0.5, true},
                 {"1e-3", 1e-3, true}};
    static const struct constant_scope place = {.what = "an entry"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b = bench_of(cases[i].text);
        const struct ast *value = lang_parse_part(b.names, &b.diags, LANG_VALUE,
                                                  b.source.path, cases[i].text);
        assert_non_null(value);
        const struct number *n = constant_value(&b.diags, &place, value);
        if (!n || number_is_exact(n) != cases[i].exact)
            print_error("%s\n", cases[i].text);
        assert_non_null(n);
        assert_close(number_double(n), cases[i].value, 4e-16);
        assert_int_equal(number_is_exact(n), cases[i].exact);
        arena_free(b.arena);
    }
}

/* ---- order conditions ---- */

TEST(the_order_is_found)
{
    static const struct {
        const char *text;
        int order;
        const char *tree, *miss;
    } cases[] = {
        {KUTTA4, 4, "[t,t,t,t]", "1/120"},
        {"tableau e {\n0 :\nb : 1 }", 1, "[t]", "-1/2"},
        {"tableau m {\n0 :\n1/2 : 1/2\nb : 0, 1 }", 2, "[t,t]", "-1/12"},
        {"tableau h {\n0 :\n1 : 1\nb : 1/2, 1/2 }", 2, "[t,t]", "1/6"},
        /* the weights of kutta4, but a stage that starts too low */
        {"tableau s {\n0 :\n1/2 : 1/2\n1/2 : 1/4, 1/4\n1 : 0, 0, 1\n"
         "b : 1/6, 1/3, 1/3, 1/6 }",
         2, "[[t]]", "-1/24"},
        /* weights that do not even sum to one */
        {"tableau z {\n0 :\n1 : 1\nb : 1/2, 1/3 }", 0, "t", "-1/6"},
        {"tableau i {\n1/2 : 1/2\nb : 1 }", 2, "[t,t]", "-1/12"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b;
        build_right(&b, cases[i].text);
        struct analysis a = tableau_analyse(b.arena, b.tableau);
        assert_int_equal(order_of(&b), cases[i].order);
        assert_int_equal(a.row[0].order, cases[i].order);
        assert_string_equal(a.row[0].failure.tree, cases[i].tree);
        assert_string_equal(number_show(b.arena, a.row[0].failure.miss),
                            cases[i].miss);
        arena_free(b.arena);
    }
}

/* An error far below double precision is still an error. */
TEST(a_hair_is_too_much)
{
    struct bench b;
    build_right(&b, "tableau h {\n0 :\n1/2 : 1/2\n"
                    "b : 1e-60, 1 }");
    assert_int_equal(order_of(&b), 0);
    arena_free(b.arena);
    build_right(&b, "tableau g {\n"
                    "  1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"
                    "  1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\n"
                    "  b : 1/2 + 1e-50*sqrt(2), 1/2\n"
                    "}\n");
    assert_int_equal(order_of(&b), 0);
    arena_free(b.arena);
}

/* ---- messages ---- */

TEST(faults_are_told_with_their_place)
{
    static const struct {
        const char *text, *at, *message;
    } cases[] = {
        {"tableau x {\n0 : 1/2, 2/3\nb : 1 }", "2/3",
         "tableau row too long: it has 2 entries, but the tableau has "
         "1 stage"},
        {"tableau x {\n0 :\nb : 1, 2, 3 }", "2, 3",
         "tableau row too long: it has 3 entries, but the tableau has "
         "1 stage"},
        {"tableau x {\n0 :\n1 : 1\nb : 1 }", "b : 1",
         "row b has 1 entry, but the tableau has 2 stages"},
        {"tableau x {\n0 : }", "x", "tableau x has no row b"},
        {"tableau x {\nb : 1 }", "x", "tableau x has no stages"},
        {"tableau x {\n0 :\nb : 1\nb : 2 }", "b : 2",
         "a second row b in a "
         "tableau"},
        {"tableau x {\n0 :\nb : q }", "q }", "unknown name 'q'"},
        {"tableau x {\n0 :\nb : sqr(2) }", "sqr(2)", "unknown function 'sqr'"},
        {"tableau x {\n0 :\nb : sqrt(2, 3) }", "sqrt(2, 3)",
         "'sqrt' takes 1 argument, not 2"},
        {"tableau x {\n0 :\nb : 1/0 }", "1/0", "division by zero"},
        {"tableau x {\n0 :\nb : sqrt(-1) }", "sqrt(-1)",
         "the function has no finite value here"},
        {"tableau x {\n0 :\nb : [1, 2, 3] }", "[1, 2, 3]",
         "a 3-vector where a scalar is expected"},
        {"tableau x {\n0 :\nb : derivative(2) }", "derivative(2)",
         "an entry of a tableau has no derivative"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b;
        build(&b, cases[i].text);
        assert_null(b.tableau);
        assert_int_equal(b.diags.count, 1);
        assert_string_equal(b.diags.items[0].message, cases[i].message);
        const char *at = cases[i].text + b.diags.items[0].place.offset;
        if (strncmp(at, cases[i].at, strlen(cases[i].at)) != 0)
            print_error("%s: at %s\n", cases[i].text, at);
        assert_memory_equal(at, cases[i].at, strlen(cases[i].at));
        arena_free(b.arena);
    }
}

/* What the digits that were left out explain is no fault. */
TEST(rounded_rows_have_no_warning)
{
    struct bench b;
#define THIRD "0.33333333333333"
    build(&b, "tableau x {\n0 :\n1/3 : " THIRD "\n1/3 : 0, " THIRD
              "\n1 : " THIRD ", " THIRD ", " THIRD "\nb : 0, 0, 0, 1 }");
    assert_non_null(b.tableau);
    assert_int_equal(b.diags.count, 0);
    arena_free(b.arena);
}

/* ---- print ---- */

static void assert_printed(const char *text, const char *want)
{
    struct bench b;
    build_right(&b, text);
    struct text out = text_new(b.arena);
    struct analysis a = tableau_analyse(b.arena, b.tableau);
    struct report report = {&a, report_rotations_of(&a), NULL};
    assert_true(report_write(&b.diags, &report, "table", &out));
    assert_string_equal(text_chars(&out), want);
    arena_free(b.arena);
}

TEST(surds_are_printed_as_written)
{
    assert_printed("tableau r {\n"
                   "  1 - sqrt( 2)/2 : 1 -\n sqrt(2)/2\n"
                   "  1 : sqrt(2)/2, 1 - sqrt(2)/2\n"
                   "  b : sqrt(2)/2, 1 - sqrt(2)/2\n"
                   "  bhat : 1/2, 1/2\n"
                   "}\n",
                   "tableau r\n"
                   "\n"
                   "  1 - sqrt( 2)/2 | 1 - sqrt(2)/2  0\n"
                   "  1              | sqrt(2)/2      1 - sqrt(2)/2\n"
                   "  ---------------+-----------------------------\n"
                   "  b              | sqrt(2)/2      1 - sqrt(2)/2\n"
                   "  bhat           | 1/2            1/2\n"
                   "\n");
}

TEST(wide_rows_flow_over_several_lines)
{
    assert_printed("tableau w {\n"
                   "  0 : \n"
                   "  1 : 1\n"
                   "  b : sqrt(10000000000001)/(2*sqrt(10000000000001)),\n"
                   "      1 - sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                   "}\n",
                   "tableau w\n"
                   "\n"
                   "  0 |\n"
                   "  1 | 1\n"
                   "  --+-----------------------------------------------------"
                   "----------------------\n"
                   "  b | sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                   "    | 1 - sqrt(10000000000001)/(2*sqrt(10000000000001))\n"
                   "\n");
}
