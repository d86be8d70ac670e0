/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d): arithmetic against reals, exactness and text.
 */
#include "check.h"

#include <string.h>

#include "base/arena.h"
#include "num/surd.h"
#include "test_arena.h"

static num whole(struct arena *a, long n)
{
    return number_int(a, n);
}

static num root(struct arena *a, long p, long q)
{
    num r = number_sqrt(a, number_fraction(a, p, q));
    assert_non_null(r);
    return r;
}

/* p/n + q sqrt(d)/n */
static num make(struct arena *a, long p, long q, long d, long n)
{
    num x = number_mul(a, whole(a, q), root(a, d, 1));
    num z = number_div(a, number_add(a, whole(a, p), x), whole(a, n));
    assert_non_null(z);
    return z;
}

static void expect_text(struct arena *a, num x, const char *text)
{
    assert_string_equal(surd_text(a, x), text);
}

TEST(roots_are_reduced)
{
    struct arena *a = test_arena();
    expect_text(a, root(a, 12, 1), "2*sqrt(3)");
    expect_text(a, root(a, 1, 3), "sqrt(3)/3");
    expect_text(a, root(a, 3, 20), "sqrt(15)/10");
    expect_text(a, root(a, 50, 9), "5*sqrt(2)/3");
    expect_text(a, root(a, 9, 4), "3/2");
    expect_text(a, root(a, 0, 1), "0");
    expect_text(a, root(a, 30, 1), "sqrt(30)");
    expect_text(a, root(a, 46225, 2), "215*sqrt(2)/2");
    assert_null(number_sqrt(a, whole(a, -1)));
    arena_free(a);
}

TEST(texts_are_as_people_write_them)
{
    struct arena *a = test_arena();
    expect_text(a, make(a, 5, -1, 15, 10), "1/2 - sqrt(15)/10");
    expect_text(a, make(a, 5, 1, 15, 10), "1/2 + sqrt(15)/10");
    expect_text(a, make(a, 0, -7, 6, 360), "-7*sqrt(6)/360");
    expect_text(a, make(a, -1, 3, 2, 1), "-1 + 3*sqrt(2)");
    expect_text(a, make(a, -2, 0, 6, 4), "-1/2");
    num two = number_add(a, root(a, 2, 1), root(a, 3, 1));
    expect_text(a, two, "3.14626436994197234232...");
    expect_text(a, number_neg(a, two), "-3.14626436994197234232...");
    arena_free(a);
}

/* In one field everything is exact, and what is a fraction again says so. */
TEST(one_root_is_exact)
{
    struct arena *a = test_arena();
    num x = make(a, 1, 2, 15, 3), y = make(a, 5, -4, 15, 7), z;
    expect_text(a, number_mul(a, root(a, 3, 1), root(a, 12, 1)), "6");
    expect_text(a, number_sub(a, x, x), "0");
    assert_true(number_is_zero(number_sub(a, x, x)));
    expect_text(a, number_mul(a, make(a, 1, 1, 15, 1), make(a, 1, -1, 15, 1)),
                "-14");
    expect_text(a, number_mul(a, x, y), "-115/21 + 2*sqrt(15)/7");
    z = number_div(a, x, y);
    assert_true(number_is_zero(number_sub(a, number_mul(a, z, y), x)));
    z = number_div(a, whole(a, 14), make(a, 1, 1, 15, 1));
    expect_text(a, z, "-1 + sqrt(15)");
    assert_null(number_div(a, x, number_sub(a, y, y)));
    arena_free(a);
}

/* |x - y| < 2^-240 */
static bool is_near(struct arena *a, const struct number *x,
                    const struct number *y)
{
    const struct number *d = number_sub(a, x, y);
    const struct number *bound = number_power(a, number_fraction(a, 1, 2), 240);
    if (number_sign(d) < 0)
        d = number_neg(a, d);
    return number_compare(d, bound) < 0;
}

typedef num of_two(struct arena *, num, num);

/* Of every two among fractions, surds of two fields and reals. */
TEST(values_are_those_of_reals)
{
    static of_two *const operation[] = {number_add, number_sub, number_mul,
                                        number_div};
    struct arena *a = test_arena();
    const num some[] = {whole(a, 3),          make(a, -2, 0, 6, 7),
                        make(a, 1, 2, 15, 3), make(a, 0, -1, 15, 2),
                        make(a, 5, 3, 6, 4),  number_pi(a)};
    enum { SOME = sizeof some / sizeof *some };
    for (int i = 0; i < SOME; i++)
        for (int k = 0; k < SOME; k++)
            for (int o = 0; o < 4; o++) {
                num x = surd_as_real(a, some[i]), y = surd_as_real(a, some[k]);
                assert_true(is_near(a, operation[o](a, some[i], some[k]),
                                    operation[o](a, x, y)));
            }
    arena_free(a);
}

/* Powers, copies and what is negated are known exactly, sums with reals and
 * what may be off are not; equal ones have equal bits. */
TEST(what_is_known_exactly)
{
    struct arena *a = test_arena();
    num x = make(a, 1, 1, 2, 1), y = make(a, 3, 2, 2, 1), off;
    expect_text(a, number_power(a, x, 2), "3 + 2*sqrt(2)");
    expect_text(a, number_power(a, x, -1), "-1 + sqrt(2)");
    expect_text(a, number_copy(a, number_neg(a, x)), "-1 - sqrt(2)");
    assert_true(number_equal(number_mul(a, x, x), y));
    assert_close(number_error(number_mul(a, x, x)), number_error(y), 0);
    assert_null(number_surd(number_add(a, x, number_pi(a))));
    assert_null(number_surd(surd_as_real(a, x)));
    off = number_widen(a, number_int(a, 0), 1e-9);
    assert_null(number_surd(number_widen(a, x, 1e-9)));
    assert_null(number_surd(number_add(a, x, off)));
    number_admit(x, 1e-9);
    assert_null(number_surd(x));
    arena_free(a);
}

TEST(they_are_compared_by_value)
{
    struct arena *a = test_arena();
    assert_int_equal(number_compare(root(a, 2, 1), root(a, 3, 1)), -1);
    assert_int_equal(number_compare(root(a, 2, 1), make(a, 7, 0, 2, 5)), 1);
    assert_int_equal(number_compare(root(a, 8, 1), make(a, 0, 2, 2, 1)), 0);
    arena_free(a);
}
