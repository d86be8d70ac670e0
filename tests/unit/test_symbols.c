/* SPDX-License-Identifier: MIT
 *
 * The names of a tableau's block: constants, free symbols, several rows of
 * embedded weights.
 */
#include "language.h"

#include <math.h>
#include <stdio.h>

#include "tableau/tableau.h"

struct bench {
    struct language l;
    const struct tableau *tableau;
};

static struct bench bench_of(const char *text)
{
    struct bench b = {.l = language_text(text)};
    const struct ast *file = lang_parse(b.l.names, &b.l.diags, b.l.source);
    assert_string_equal(language_messages(&b.l), "");
    b.tableau = tableau_build_free(&b.l.diags, file->child[0]);
    assert_string_equal(language_messages(&b.l), "");
    assert_non_null(b.tableau);
    return b;
}

#define assert_shows(b, n, text)                                               \
    assert_string_equal(number_show((b).l.arena, (n)), (text))

TEST(constants_are_usable_below)
{
    struct bench b = bench_of("tableau t order 2 {\n"
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
    language_free(&b.l);
}

TEST(embedded_weights_may_be_several)
{
    struct bench b = bench_of("tableau t rounded {\n"
                              "  0 :\n"
                              "  1 : 1\n"
                              "  bhat : 1, 0\n"
                              "  b : 1/2, 1/2\n"
                              "  bhat : 1/3, 2/3\n"
                              "}\n");
    const struct tableau *t = b.tableau;
    assert_int_equal(t->embedded, 2);
    assert_int_equal(tableau_entries(t), 12);
    assert_true(t->rounded);
    assert_shows(b, t->b[1], "1/2");
    assert_shows(b, t->bhat[0], "1");
    assert_shows(b, t->bhat[2], "1/3");
    assert_shows(b, t->bhat[3], "2/3");
    static const char *const written[] = {"0", "0", "1",   "0",   "1/2", "1/2",
                                          "1", "0", "1/3", "2/3", "0",   "1"};
    for (int i = 0; i < 12; i++)
        assert_string_equal(t->written[i], written[i]);
    language_free(&b.l);
}

/* -- rounded decimals -------------------------------------------------------
 */

/* Ralston's second method with a fraction of so many digits. */
static int order_of_rounded(const char *word, const char *fraction)
{
    char text[300];
    snprintf(text, sizeof text,
             "tableau r %s {\n 0 :\n %s : %s\n b : 1/4, 3/4\n}\n", word,
             fraction, fraction);
    struct bench b = bench_of(text);
    const struct tableau *t = b.tableau;
    int order = tableau_order(b.l.arena, t, 0, 4);
    language_free(&b.l);
    return order;
}

TEST(decimals_are_rounded_where_that_is_said)
{
    const char *digits = "0.666666666666666666666666666667";
    assert_int_equal(order_of_rounded("", digits), 1);
    assert_int_equal(order_of_rounded("rounded", digits), 2);
    assert_int_equal(order_of_rounded("rounded", "2/3"), 2);
    /* a last digit that no rounding gives; too few digits to mean zero */
    digits = "0.666666666666666666666666666669";
    assert_int_equal(order_of_rounded("rounded", digits), 1);
    assert_int_equal(order_of_rounded("rounded", "0.666666666666667"), 1);
    /* short ones are what they are */
    assert_int_equal(order_of_rounded("rounded", "0.66666666666667"), 1);
    struct bench b = bench_of("tableau t rounded {\n"
                              "  let s = 0.125\n"
                              "  0 :\n"
                              "  b : 0.12500000000000, 0.125000000000000\n"
                              "  0 :\n"
                              "  bhat : s, s\n"
                              "}\n");
    assert_true(number_is_exact(b.tableau->b[0]));
    assert_false(number_is_exact(b.tableau->b[1]));
    assert_true(number_error(b.tableau->b[1]) >= 5e-16);
    assert_true(number_is_exact(b.tableau->bhat[0]));
    language_free(&b.l);
}

/* -- free symbols -----------------------------------------------------------
 */

static const char two_stages[] = "tableau t order 2 {\n"
                                 "  free a = 1/2 in [1/4, 1]\n"
                                 "  let w = 1/(2*a)\n"
                                 "  free g = 0 in [-1, 1]\n"
                                 "  g : g\n"
                                 "  a + g : a, g\n"
                                 "  b : 1 - w, w\n"
                                 "  bhat : sin(g), 1 - sin(g)\n"
                                 "}\n";

TEST(free_symbols_begin_at_their_starts)
{
    struct bench b = bench_of(two_stages);
    const struct tableau *t = b.tableau;
    assert_int_equal(t->frees, 2);
    assert_string_equal(t->free[0].name, "a");
    assert_shows(b, t->free[0].start, "1/2");
    assert_shows(b, t->free[0].low, "1/4");
    assert_shows(b, t->free[0].high, "1");
    assert_shows(b, t->free[1].low, "-1");
    assert_shows(b, t->a[2], "1/2");
    assert_shows(b, t->b[1], "1");
    assert_false(t->is_explicit); /* g is zero at the start alone */
    language_free(&b.l);
}

TEST(values_replace_free_symbols)
{
    struct bench b = bench_of(two_stages);
    const struct number *value[2] = {number_fraction(b.l.arena, 2, 3),
                                     number_fraction(b.l.arena, 1, 5)};
    const struct tableau *t = tableau_with(b.l.arena, b.tableau, value);
    assert_non_null(t);
    assert_int_equal(t->frees, 0);
    assert_shows(b, t->a[0], "1/5");
    assert_shows(b, t->a[2], "2/3");
    assert_shows(b, t->c[1], "13/15");
    assert_shows(b, t->b[0], "1/4");
    assert_close(number_double(t->bhat[1]), 1 - sin(0.2), 1e-16);
    assert_string_equal(t->written[2], "a");
    assert_false(t->exact);
    value[0] = number_int(b.l.arena, 0);
    assert_null(tableau_with(b.l.arena, b.tableau, value));
    assert_shows(b, b.tableau->b[1], "1"); /* as it was */
    language_free(&b.l);
}

TEST(all_entries_are_evaluated_in_double)
{
    struct bench b = bench_of(two_stages);
    double entry[10], value[2] = {2.0 / 3, 0.2};
    static const double want[10] = {0.2,  0, 2.0 / 3, 0.2, 0.25,
                                    0.75, 0, 0,       0.2, 2.0 / 3 + 0.2};
    assert_int_equal(tableau_entries(b.tableau), 10);
    tableau_evaluate(b.tableau, value, entry);
    for (int i = 0; i < 10; i++)
        if (i != 6 && i != 7)
            assert_close(entry[i], want[i], 1e-15);
    assert_close(entry[6], sin(0.2), 1e-16);
    assert_close(entry[7], 1 - sin(0.2), 1e-15);
    value[0] = 0;
    tableau_evaluate(b.tableau, value, entry);
    assert_true(entry[5] != entry[5] || fabs(entry[5]) > 1e300);
    assert_close(entry[6], sin(0.2), 1e-16);
    language_free(&b.l);
}
