/* SPDX-License-Identifier: MIT
 *
 * Numbers p + q sqrt(d): arithmetic against reals, exactness and text.
 */
#include "check.h"

#include <string.h>

#include "base/arena.h"
#include "num/surd.h"
#include "test_arena.h"

static struct surd whole(struct arena *a, long n)
{
    return surd_of(number_int(a, n));
}

static struct surd root(struct arena *a, long p, long q)
{
    struct surd r = surd_sqrt(a, surd_of(number_fraction(a, p, q)));
    assert_non_null(r.p);
    return r;
}

/* p/n + q sqrt(d)/n */
static struct surd make(struct arena *a, long p, long q, long d, long n)
{
    struct surd x = surd_mul(a, whole(a, q), root(a, d, 1));
    struct surd z = surd_div(a, surd_add(a, whole(a, p), x), whole(a, n));
    assert_non_null(z.p);
    return z;
}

static void expect_text(struct arena *a, struct surd x, const char *text)
{
    assert_string_equal(surd_text(a, x), text);
}

static void roots_are_reduced(void **state)
{
    (void)state;
    struct arena *a = test_arena();
    expect_text(a, root(a, 12, 1), "2*sqrt(3)");
    expect_text(a, root(a, 1, 3), "sqrt(3)/3");
    expect_text(a, root(a, 3, 20), "sqrt(15)/10");
    expect_text(a, root(a, 50, 9), "5*sqrt(2)/3");
    expect_text(a, root(a, 9, 4), "3/2");
    expect_text(a, root(a, 0, 1), "0");
    expect_text(a, root(a, 30, 1), "sqrt(30)");
    expect_text(a, root(a, 46225, 2), "215*sqrt(2)/2");
    assert_null(surd_sqrt(a, whole(a, -1)).p);
    arena_free(a);
}

static void texts_are_as_people_write_them(void **state)
{
    (void)state;
    struct arena *a = test_arena();
    expect_text(a, make(a, 5, -1, 15, 10), "1/2 - sqrt(15)/10");
    expect_text(a, make(a, 5, 1, 15, 10), "1/2 + sqrt(15)/10");
    expect_text(a, make(a, 0, -7, 6, 360), "-7*sqrt(6)/360");
    expect_text(a, make(a, -1, 3, 2, 1), "-1 + 3*sqrt(2)");
    expect_text(a, make(a, -2, 0, 6, 4), "-1/2");
    struct surd two = surd_add(a, root(a, 2, 1), root(a, 3, 1));
    expect_text(a, two, "3.14626436994197234232...");
    expect_text(a, surd_neg(a, two), "-3.14626436994197234232...");
    arena_free(a);
}

/* In one field everything is exact, and what is a fraction again says so. */
static void one_root_is_exact(void **state)
{
    (void)state;
    struct arena *a = test_arena();
    struct surd x = make(a, 1, 2, 15, 3), y = make(a, 5, -4, 15, 7), z;
    expect_text(a, surd_mul(a, root(a, 3, 1), root(a, 12, 1)), "6");
    expect_text(a, surd_sub(a, x, x), "0");
    assert_true(surd_is_zero(surd_sub(a, x, x)));
    expect_text(a, surd_mul(a, make(a, 1, 1, 15, 1), make(a, 1, -1, 15, 1)),
                "-14");
    expect_text(a, surd_mul(a, x, y), "-115/21 + 2*sqrt(15)/7");
    z = surd_div(a, x, y);
    assert_true(surd_is_zero(surd_sub(a, surd_mul(a, z, y), x)));
    z = surd_div(a, whole(a, 14), make(a, 1, 1, 15, 1));
    expect_text(a, z, "-1 + sqrt(15)");
    assert_null(surd_div(a, x, surd_sub(a, y, y)).p);
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

typedef struct surd of_two(struct arena *, struct surd, struct surd);
typedef const struct number *of_numbers(struct arena *, const struct number *,
                                        const struct number *);

static struct surd quotient(struct arena *a, struct surd x, struct surd y)
{
    struct surd z = surd_div(a, x, y);
    assert_non_null(z.p);
    return z;
}

/* Of every two among fractions, surds of two fields and reals. */
static void values_are_those_of_reals(void **state)
{
    (void)state;
    static of_two *const surds[] = {surd_add, surd_sub, surd_mul, quotient};
    static of_numbers *const numbers[] = {number_add, number_sub, number_mul,
                                          number_div};
    struct arena *a = test_arena();
    const struct surd some[] = {whole(a, 3),          make(a, -2, 0, 6, 7),
                                make(a, 1, 2, 15, 3), make(a, 0, -1, 15, 2),
                                make(a, 5, 3, 6, 4),  surd_of(number_pi(a))};
    enum { SOME = sizeof some / sizeof *some };
    for (int i = 0; i < SOME; i++)
        for (int k = 0; k < SOME; k++)
            for (int o = 0; o < 4; o++) {
                struct surd z = surds[o](a, some[i], some[k]);
                assert_true(is_near(a, surd_value(a, z),
                                    numbers[o](a, surd_value(a, some[i]),
                                               surd_value(a, some[k]))));
            }
    arena_free(a);
}

static void they_are_compared_by_value(void **state)
{
    (void)state;
    struct arena *a = test_arena();
    assert_int_equal(surd_compare(a, root(a, 2, 1), root(a, 3, 1)), -1);
    assert_int_equal(surd_compare(a, root(a, 2, 1), make(a, 7, 0, 2, 5)), 1);
    assert_int_equal(surd_compare(a, root(a, 8, 1), make(a, 0, 2, 2, 1)), 0);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_reduced),
        cmocka_unit_test(texts_are_as_people_write_them),
        cmocka_unit_test(one_root_is_exact),
        cmocka_unit_test(values_are_those_of_reals),
        cmocka_unit_test(they_are_compared_by_value),
    };
    return run_group(tests);
}
