/* SPDX-License-Identifier: MIT
 *
 * The analyser against figures that others have published, and against
 * tableaus that were spoilt on purpose.
 */
#include "analysed.h"
#include "extrapolated.h"
#include "shelf/dropped.h"
#include "tableau/elementary.h"

/* ---- trees ---- */

/* The sum of n!/(gamma sigma) over the trees of order n counts all increasing
 * labellings: (n - 1)!. */
TEST(densities_and_symmetries_count_all_labellings)
{
    struct arena *arena = test_arena();
    struct forest f = forest_new(arena, false);
    double labellings = 1, factorial = 1;
    for (int n = 1; n <= 11; n++) {
        double sum = 0;
        if (n > f.order)
            forest_grow(&f);
        factorial *= n;
        labellings *= n > 1 ? n - 1 : 1;
        for (int t = f.first[n]; t < f.first[n + 1]; t++)
            sum += factorial / ((double)f.tree[t].density * (double)f.tree[t].symmetry);
        assert_close(sum, labellings, 1e-9 * labellings);
    }
    arena_free(arena);
}

/* ---- orders ---- */

/* The highest order over trees, and the size of what trees of order 11 miss. */
TEST(an_extrapolation_is_of_order_10)
{
    static char text[1 << 15];
    FILE *out = fmemopen(text, sizeof text, "w");
    extrapolated_write(out);
    fclose(out);
    struct analysed a = analysed_text(text);
    assert_int_equal(a.tableau->stages, EXTRAPOLATED_STAGES);
    assert_true(a.tableau->exact);
    assert_int_equal(a.of.mismatches, 0);
    assert_int_equal(a.of.row[0].order, 10);
    assert_int_equal(a.of.row[0].order_most, 10);
    assert_string_equal(a.of.row[0].failure.tree, "[t,t,t,t,t,t,t,t,t,t]");
    assert_int_equal(a.of.row[0].error.order, 11);
    assert_true(number_sign(a.of.row[0].error.norm) > 0);
    forget(&a);
    /* c that no tree sees */
    char *half = strstr(text, " 1/2 :");
    assert_non_null(half);
    half[3] = '3';
    a = analysed_text(text);
    assert_int_equal(a.of.mismatches, 1);
    assert_int_equal(a.of.row[0].order, 10);
    assert_true(a.of.row[0].order_most > 10);
    assert_int_equal(a.of.row[0].order_timed, 1);
    assert_null(a.of.row[0].failure.tree);
    forget(&a);
    half[3] = '2';
    /* one digit */
    char *digit = strstr(text, "2/10, 0, 2/10\n b");
    assert_non_null(digit);
    digit[0] = '3';
    a = analysed_text(text);
    assert_int_equal(a.of.row[0].order, 1);
    forget(&a);
}

TEST(decimals_may_be_cut_off_or_doubles)
{
    assert_close(decimal_slack("0.30000000000000004"), 1e-17 + 0.3 * 0x1p-53, 1e-23);
    assert_close(decimal_slack("0.300000000000000000"), 1e-18, 1e-24);
    struct analysed a = analysed_text("tableau cut { 0 : \n"
                                      " 0.3333333333333333 : 0.3333333333333333\n"
                                      " 0.6666666666666666 : 0, 0.6666666666666666\n"
                                      " b : 0.25, 0, 0.75\n}");
    assert_int_equal(a.of.row[0].order, 1);
    assert_int_equal(a.of.row[0].order_rounded, 3);
    forget(&a);
#define THIRD "0.33333333333333"
    a = analysed_text("tableau x { 0 :\n 1/3 : " THIRD "\n 1/3 : 0, " THIRD "\n 1 : " THIRD
                      ", " THIRD ", " THIRD "\n b : 0, 0, 0, 1\n}");
    assert_int_equal(a.of.mismatches_rounded, 0);
    forget(&a);
#undef THIRD
}

/* Gauss with six stages, order 12: the first quadrature that fails is that of
 * t^12, by -(6!)^4/(13 (12!)^2) (P. J. Davis, P. Rabinowitz, Methods of
 * Numerical Integration, section 2.7). */
TEST(beyond_the_trees_the_failing_quadrature_is_named)
{
    struct analysed a = analysed_call("gauss(6)");
    const struct analysis_failure *f = &a.of.row[0].failure;
    double miss = -pow(720, 4) / (13 * pow(479001600, 2));
    assert_string_equal(f->tree, "[t,t,t,t,t,t,t,t,t,t,t,t]");
    assert_close(number_double(f->miss) / miss, 1, 1e-12);
    forget(&a);
}

/* The same nodes and weights with rows that keep C(5) and D(5) only, by what
 * Legendre's polynomial of degree 5 is orthogonal to: order 11 is implied. */
TEST(beyond_the_trees_assumptions_imply_the_order)
{
    static const char spoilt[] = "return family { title = 'spoilt', source = 'A. Nobody 1999',\n"
                                 "  tableau = function()\n"
                                 "    local c, p = roots(legendre(6)), legendre(5)\n"
                                 "    local a, b = collocation(c), quadrature(c)\n"
                                 "    for i = 1, 6 do for j = 1, 6 do a[i][j] = a[i][j]\n"
                                 "      + value(p, c[i]) * value(p, c[j]) * b[j] / 128 end end\n"
                                 "    return { order = 11, c = c, a = a, b = b }\n"
                                 "  end }\n";
    struct dropped d = drop_begin();
    drop(&d, "tableaus", "spoilt.lua", spoilt);
    struct analysed a = analysed_folder(d.folder, "spoilt");
    drop_end(&d);
    assert_int_equal(a.of.row[0].b, 12);
    assert_int_equal(a.of.c, 5);
    assert_int_equal(a.of.row[0].d, 5);
    assert_int_equal(a.of.row[0].order, 11);
    assert_int_equal(a.of.row[0].order_most, 12);
    assert_null(a.of.row[0].failure.tree);
    forget(&a);
}

/* ---- errors ---- */

static void assert_error(const char *name, int row, double norm, double tol)
{
    struct analysed a = analysed_shelved(name);
    assert_close(number_double(a.of.row[row].error.norm), norm, tol);
    forget(&a);
}

/* J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26: their
 * RK5(4)7M; and Kutta's method, whose coefficients were added up by hand. */
TEST(error_norms_are_those_published)
{
    assert_error("dopri5", 0, 3.99e-4, 0.5e-6);
    assert_error("dopri5", 1, 1.18e-3, 0.5e-5);
    struct analysed a = analysed_shelved("dopri5");
    assert_close(number_double(a.of.row[1].pair.b), 1.54, 0.005);
    assert_close(number_double(a.of.row[1].pair.c), 1.67, 0.006);
    assert_close(number_double(a.of.row[1].pair.e), 3.9908e-4 / 1.18296e-3, 1e-4);
    assert_close(number_double(a.of.largest), 25360. / 2187, 1e-14);
    forget(&a);
}

/* ---- fractions from reals ---- */

static void assert_orders(const char *text, int order, int rounded)
{
    struct analysed a = analysed_text(text);
    const struct analysis_row *b = &a.of.row[0];
    if (b->order != order || b->order_rounded != rounded)
        fail_msg("%d, %d: %s", b->order, b->order_rounded, text);
    forget(&a);
}

/* Said to be rounded, with as many digits as that asks for. */
TEST(marked_decimals_have_one_order)
{
#define RALSTON2(word, c) "tableau r " word "{\n 0 :\n " c " : " c "\n b : 1/4, 3/4\n}\n"
#define SIXES             "0.666666666666666666666666666"
    assert_orders(RALSTON2("", SIXES "667"), 1, 2);
    assert_orders(RALSTON2("rounded", SIXES "667"), 2, -1);
    assert_orders(RALSTON2("rounded", "2/3"), 2, -1);
    /* a last digit that no rounding gives; too few digits to tell what is
     * meant; short ones are what they are */
    assert_orders(RALSTON2("rounded", SIXES "669"), 1, -1);
    assert_orders(RALSTON2("rounded", "0.666666666666667"), 1, 2);
    assert_orders(RALSTON2("rounded", "0.66666666666667"), 1, 2);
    struct analysed a = analysed_text(RALSTON2("rounded", SIXES "667"));
    assert_int_equal(a.of.mismatches, 0);
    assert_int_equal(a.of.row[0].b, 3);
    assert_string_equal(polynomial_text(a.arena, &a.of.stability.over), "1 + z + 1/2 z^2");
    forget(&a);
#undef SIXES
#undef RALSTON2
}

/* Decimals within expressions and behind names, and long fractions. */
TEST(rounded_numbers_may_stand_anywhere)
{
    assert_orders("tableau r order 3 { 0 : \n 1/2 : 1/2\n 3/4 : 0, 3/4\n"
                  " b : 2*0.1111111111111111, 1 - 2*0.3333333333333333,"
                  " 4*0.1111111111111111\n}",
                  2, 3);
    assert_orders("tableau r order 3 { let g = 0.4358665215\n g : g\n"
                  " (1 + g)/2 : (1 - g)/2, g\n"
                  " 1 : -(6*g^2 - 16*g + 1)/4, (6*g^2 - 20*g + 5)/4, g\n"
                  " b : -(6*g^2 - 16*g + 1)/4, (6*g^2 - 20*g + 5)/4, g\n}",
                  1, 3);
    assert_orders("tableau r order 2 { let g = 0.2928932188134524\n"
                  " g : g\n 1 : sqrt(2)/2, g\n b : sqrt(2)/2, g\n}",
                  0, 2);
    /* sqrt(3)/6 as its continued fraction gives it */
    assert_orders("tableau r order 3 {\n"
                  " 1/2 + 14677262/50843527 : 1/2 + 14677262/50843527\n"
                  " 1/2 - 14677262/50843527 : -29354524/50843527,"
                  " 1/2 + 14677262/50843527\n b : 1/2, 1/2\n}",
                  2, 3);
    /* the order that is claimed is there without rounding */
    assert_orders("tableau r order 1 { 12345678/87654321 : 12345678/87654321\n"
                  " b : 1\n}",
                  1, -1);
}

/* 393/640 among longer ones, and padded halves, are what they are, to the last
 * place of others. */
TEST(short_decimals_are_exact)
{
    struct analysed a = analysed_text("tableau e { 0 : \n 0.6140625 : 0.6140625\n"
                                      " b : 0.5000000000000000, 0.4999999999999999\n}");
    assert_close(a.tableau->slack[2], 0, 1e-16);
    assert_close(a.tableau->slack[4], 0, 1e-16);
    assert_true(a.tableau->slack[5] > 0.9e-16);
    assert_int_equal(a.tableau->decimals.digits, 16);
    forget(&a);
    a = analysed_text("tableau e { 0 : \n 0.6140625 : 0.6140625\n"
                      " b : 0.5, 0.5\n}");
    assert_true(a.tableau->slack[2] > 0.9e-7);
    assert_int_equal(a.tableau->decimals.digits, 7);
    forget(&a);
}
