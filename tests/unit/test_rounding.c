/* SPDX-License-Identifier: MIT
 *
 * Copies of tableaus whose numbers somebody has rounded, in all the ways in
 * which programs print them, are of the order that is meant; one wrong digit is
 * still found.
 */
#include "analysed.h"

#include <math.h>

#include "random.h"

/* How a number is printed. */
typedef const char *printing(struct arena *, const struct number *);

static const char *exactly(struct arena *a, const struct number *v)
{
    return number_show(a, v);
}

static const char *digits(struct arena *a, const struct number *v, int n)
{
    const char *text = number_sure(a, v, n);
    return strpbrk(text, ".e") ? text : text_format(a, "%s.0", text);
}

static const char *of_30(struct arena *a, const struct number *v)
{
    return digits(a, v, 30);
}

static const char *of_80(struct arena *a, const struct number *v)
{
    return digits(a, v, 80);
}

static const char *of_16(struct arena *a, const struct number *v)
{
    return digits(a, v, 16);
}

static const char *of_8(struct arena *a, const struct number *v)
{
    return digits(a, v, 8);
}

static const char *cut_off(struct arena *a, const struct number *v)
{
    const char *text = digits(a, v, 40);
    size_t n = strlen(text);
    return arena_text(a, text, n > 33 ? n - 7 : n);
}

static const char *shortest(struct arena *a, const struct number *v)
{
    return number_text(a, v, REAL_DOUBLE);
}

static const char *fixed(struct arena *a, const struct number *v)
{
    return text_format(a, "%.16f", number_double(v));
}

static const char *padded(struct arena *a, const struct number *v)
{
    return text_format(a, "%.22f", number_double(v));
}

static const char *scientific(struct arena *a, const struct number *v)
{
    return text_format(a, "%.16e", number_double(v));
}

static const char *shortest_float(struct arena *a, const struct number *v)
{
    return number_text(a, v, REAL_FLOAT);
}

static const char *float_of_9(struct arena *a, const struct number *v)
{
    const char *text = text_format(a, "%.9g", (double)number_float(v));
    return strpbrk(text, ".e") ? text : text_format(a, "%s.0", text);
}

static const char *float_as_double(struct arena *a, const struct number *v)
{
    const struct number *x = number_of_double(a, (double)number_float(v));
    return number_text(a, x, REAL_DOUBLE);
}

/* The entries of dopri5, each printed by one of n ways; that at place `wrong`
 * (-1: none) by the first, with its `digit`-th digit, from 1, changed. */
static char *copy_of(int n, printing *const *way, int wrong, int digit)
{
    struct analysed a = analysed_shelved("dopri5");
    const struct tableau *t = a.tableau;
    struct text out = text_new(a.arena);
    struct random r = random_new(5);
    const char *text[128];
    for (int at = 0; at < tableau_entries(t); at++) {
        const struct number *v = t->a[at];
        int k = at == wrong ? 0 : (int)random_below(&r, n);
        const char *plain = number_is_zero(v) ? "0" : way[k](a.arena, v);
        char *copy = arena_text(a.arena, plain, strlen(plain));
        char *c = copy + strcspn(copy, "123456789");
        for (k = 1; at == wrong && k < digit; k++)
            c += 1 + (c[1] == '.');
        if (at == wrong)
            *c = *c < '5' ? (char)(*c + 4) : (char)(*c - 4);
        text[at] = copy;
    }
    text_put(&out, "tableau copy order 5 {\n");
    for (int i = 0; i < 7; i++) {
        text_print(&out, " %s :", text[63 + i]);
        for (int j = 0; j < i; j++)
            text_print(&out, "%s %s", j ? "," : "", text[i * 7 + j]);
        text_char(&out, '\n');
    }
    for (int row = 0; row < 2; row++) {
        text_put(&out, row ? " bhat :" : " b :");
        for (int j = 0; j < 7; j++)
            text_print(&out, "%s %s", j ? "," : "", text[49 + row * 7 + j]);
        text_char(&out, '\n');
    }
    text_put(&out, "}\n");
    char *copy = calloc(1, out.length + 1);
    memcpy(copy, text_chars(&out), out.length);
    forget(&a);
    return copy;
}

static struct analysed copied(int n, printing *const *way, int wrong, int digit)
{
    char *text = copy_of(n, way, wrong, digit);
    struct analysed a = analysed_text(text);
    free(text);
    return a;
}

static const struct way {
    const char *name;
    int digits; /* that are told to be known; 0: single precision */
    int wrong;  /* a digit that is surely not rounded */
    printing *print;
} ways[] = {
    {"80 digits", 80, 12, of_80},
    {"30 digits", 30, 12, of_30},
    {"cut off", 33, 12, cut_off},
    {"16 digits", 16, 12, of_16},
    {"doubles", 15, 12, shortest},
    {"%.16f", 15, 12, fixed},
    {"%.22f", 17, 12, padded},
    {"%.16e", 17, 12, scientific},
    {"8 digits", 8, 5, of_8},
    {"floats", 0, 4, shortest_float},
    {"%.9g of floats", 0, 4, float_of_9},
    {"floats as doubles", 0, 4, float_as_double},
};
enum { WAYS = sizeof ways / sizeof *ways };

TEST(copies_are_of_the_order_that_is_meant)
{
    for (int i = 0; i < WAYS; i++) {
        struct analysed a = copied(1, &ways[i].print, -1, 0);
        const struct analysis_row *b = &a.of.row[0], *bhat = &a.of.row[1];
        const struct decimals *d = &a.tableau->decimals;
        if (analysis_order(b) != 5 || analysis_order_most(b) != 5 ||
            analysis_order(bhat) != 4 || analysis_order_most(bhat) != 4)
            fail_msg("%s: orders %d, %d", ways[i].name, analysis_order(b),
                     analysis_order(bhat));
        if (b->order >= 5 || !a.of.rounded || a.of.off_rounded != 0)
            fail_msg("%s: exact", ways[i].name);
        /* zeros at the end may not be there */
        if (d->single != (ways[i].digits == 0) ||
            (!d->single && d->digits != ways[i].digits &&
             d->digits != ways[i].digits - 1))
            fail_msg("%s: %d digits", ways[i].name, d->digits);
        forget(&a);
    }
}

/* Of b3, and of a42. */
TEST(a_wrong_digit_is_no_rounding)
{
    static const int place[] = {49 + 2, 4 * 7 + 2};
    for (int i = 0; i < WAYS; i++)
        for (int k = 0; k < 2; k++) {
            struct analysed a =
                copied(1, &ways[i].print, place[k], ways[i].wrong);
            if (analysis_order_most(&a.of.row[0]) >= 5)
                fail_msg("%s: digit %d of %d is taken for rounding",
                         ways[i].name, ways[i].wrong, place[k]);
            forget(&a);
        }
}

TEST(ways_may_be_mixed)
{
    static printing *const fine[] = {of_30, of_16, shortest, exactly};
    struct analysed a = copied(4, fine, -1, 0);
    assert_int_equal(analysis_order(&a.of.row[0]), 5);
    forget(&a);
    a = copied(4, fine, 49 + 2, 12);
    assert_int_equal(analysis_order_most(&a.of.row[0]), 0);
    forget(&a);
    static printing *const coarse[] = {of_30, of_8, exactly};
    a = copied(3, coarse, -1, 0);
    assert_int_equal(analysis_order(&a.of.row[0]), 5);
    assert_in_range(a.tableau->decimals.digits, 7, 8);
    forget(&a);
}

/* Four digits leave open whether conditions of order 3 hold, since an entry is
 * as large as 12; what they tell is that they may. */
static const char *of_4(struct arena *a, const struct number *v)
{
    return digits(a, v, 4);
}

TEST(what_digits_leave_open_is_not_refuted)
{
    static printing *const way[] = {of_4};
    struct analysed a = copied(1, way, -1, 0);
    assert_true(analysis_order(&a.of.row[0]) < 5);
    assert_true(analysis_order_most(&a.of.row[0]) >= 5);
    forget(&a);
}

static void assert_orders(const char *text, int order, int rounded)
{
    struct analysed a = analysed_text(text);
    const struct analysis_row *b = &a.of.row[0];
    if (b->order != order || b->order_rounded != rounded)
        fail_msg("%d, %d: %s", b->order, b->order_rounded, text);
    forget(&a);
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
    struct analysed a =
        analysed_text("tableau e { 0 : \n 0.6140625 : 0.6140625\n"
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
