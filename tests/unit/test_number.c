/* SPDX-License-Identifier: MIT
 *
 * Constants: exactness, rounding once, texts that read back; numbers
 * p + q sqrt(d).
 */
#include "test_arena.h"
#include "num/number.h"
#include "random.h"
#include "num/surd.h"

ARENA_AROUND_EACH()

static num decimal(const char *text)
{
    return number_decimal(arena, text, strlen(text));
}

static num fraction(long p, long q)
{
    return number_fraction(arena, p, q);
}

#define assert_equal(a, b)    assert_true(number_equal((a), (b)))
#define assert_shows(n, text) assert_string_equal(number_show(arena, (n)), text)

TEST(decimals_are_exact)
{
    assert_equal(decimal("0.1"), fraction(1, 10));
    assert_equal(decimal("1.5e-3"), fraction(3, 2000));
    assert_equal(decimal("12"), fraction(12, 1));
    assert_equal(decimal(".5"), fraction(1, 2));
    assert_equal(decimal("5."), fraction(5, 1));
    assert_equal(decimal("-2.50E+1"), fraction(-25, 1));
    assert_true(number_is_zero(decimal("0.000e9")));
    num sum = number_add(arena, decimal("0.1"), decimal("0.2"));
    assert_equal(sum, decimal("0.3"));
    num huge = decimal("1e9999"), tiny = decimal("1e-9999");
    assert_true(number_is_one(number_mul(arena, huge, tiny)));
    assert_true(isinf(number_double(huge)));
    assert_close(number_double(tiny), 0, 0);
}

TEST(what_is_no_decimal_is_refused)
{
    static const char bad[] = "|.|e5|1e|1e+|1.2.3|1x|0x10|1e10000|--1|1e5x|nan|inf|1 |"
                              "1e-99999999999999999999|1.5e-99999999999999999999|1/2";
    const char *at = bad;
    do {
        const size_t n = strcspn(at, "|");
        assert_null(number_decimal(arena, at, n));
        at += n;
    } while (*at++);
}

/* The small path and GMP's must agree: p/q for numbers around the border. */
TEST(arithmetic_is_a_field)
{
    struct random r = random_new(1);
    for (int i = 0; i < 3000; i++) {
        long size = i % 3 ? 100 : 2000000000;
        num a = fraction(random_below(&r, (int)size), 1 + random_below(&r, (int)size));
        num b = fraction(1 + random_below(&r, (int)size), 1 + random_below(&r, (int)size));
        num c = fraction(-random_below(&r, (int)size), 7);
        assert_equal(number_sub(arena, number_add(arena, a, b), b), a);
        assert_equal(number_div(arena, number_mul(arena, a, b), b), a);
        assert_equal(number_mul(arena, c, number_add(arena, a, b)),
                     number_add(arena, number_mul(arena, c, a), number_mul(arena, c, b)));
        assert_int_equal(number_hash(number_neg(arena, number_neg(arena, a))), number_hash(a));
        assert_int_equal(number_compare(number_add(arena, a, b), a), 1);
        assert_int_equal(number_sign(number_add(arena, a, number_neg(arena, a))), 0);
    }
}

TEST(iterated_squares_stay_small)
{
    num n = fraction(3, 2);
    for (int i = 0; i < 30; i++) {
        n = number_mul(arena, n, n);
        assert_non_null(n);
    }
    assert_false(number_is_exact(n));
    assert_true(arena_used(arena) < 10000000);
    assert_non_null(number_power(arena, fraction(2, 1), 1000000000));
    assert_null(number_power(arena, fraction(2, 1), 2000000000));
}

/* A fraction just above the middle of two floats, but so little that its
 * double is the middle: rounding twice would go down. */
TEST(a_float_is_rounded_once)
{
    num middle = number_of_double(arena, 1 + 0x1p-24);
    num above = number_add(arena, middle, number_power(arena, fraction(2, 1), -80));
    assert_true((float)number_double(above) == 1.0f);
    assert_true(number_float(above) == 1.0f + 0x1p-23f);
    assert_string_equal(number_text(arena, above, REAL_FLOAT), "1.0000001");
    /* the same for a real */
    num pi = number_pi(arena);
    num real = number_sub(arena, number_add(arena, above, pi), pi);
    assert_false(number_is_exact(real));
    assert_true(number_float(real) == 1.0f + 0x1p-23f);
    /* and for a double that is subnormal */
    num tiny = number_add(
        arena, number_mul(arena, fraction(5, 1), number_power(arena, fraction(2, 1), -1075)),
        number_power(arena, fraction(2, 1), -1200));
    assert_true(number_double(tiny) == 3 * 0x1p-1074);
}

TEST(halves_round_to_even)
{
    assert_true(number_double(decimal("9007199254740993")) == 0x1p53);
    assert_true(number_double(decimal("9007199254740995")) == 0x1p53 + 4);
    assert_true(number_double(decimal("2.4703282292062327e-324")) == 0);
    assert_true(number_double(decimal("2.4703282292062328e-324")) == 0x1p-1074);
    assert_true(number_double(decimal("1.7976931348623158e308")) == 0x1.fffffffffffffp1023);
    assert_true(isinf(number_double(decimal("1.7976931348623159e308"))));
}

TEST(texts_are_what_people_write)
{
    struct {
        const char *in, *out;
    } t[] = {
        {"0.1", "0.1"},       {"1", "1.0"},
        {"-2", "-2.0"},       {"1e-9", "1e-09"},
        {"0.0001", "0.0001"}, {"0.00001", "1e-05"},
        {"0", "0.0"},         {"123456", "123456.0"},
        {"12.25", "12.25"},   {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},    {"1.5e300", "1.5e+300"},
        {"5e-324", "5e-324"}, {"1e-400", "0.0"},
        {"-9.81", "-9.81"},   {"1e22", "1e+22"},
    };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        assert_string_equal(number_text(arena, decimal(t[i].in), REAL_DOUBLE), t[i].out);
    assert_string_equal(number_text(arena, fraction(1, 6), REAL_DOUBLE), "0.16666666666666666");
    assert_string_equal(number_text(arena, fraction(1, 6), REAL_FLOAT), "0.16666667");
    assert_null(number_text(arena, decimal("1e309"), REAL_DOUBLE));
    assert_null(number_text(arena, decimal("1e39"), REAL_FLOAT));
    assert_non_null(number_text(arena, decimal("1e39"), REAL_DOUBLE));
    assert_string_equal(number_brief(arena, decimal("1e600")), "1e+600");
    assert_string_equal(number_brief(arena, decimal("-1e-600")), "-1e-600");
    assert_string_equal(number_brief(arena, fraction(1, 3)), "0.333333");
    assert_string_equal(number_brief(arena, decimal("0")), "0");
    assert_string_equal(number_brief(arena, number_pi(arena)), "3.14159");
}

/* The shortest of the texts printf would write. */
static int shortest_digits(double d)
{
    char text[40];
    for (int n = 1; n < 17; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, d);
        if (strtod(text, NULL) == d)
            return n;
    }
    return 17;
}

static int digits_in(const char *text)
{
    int n = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '1' && *text <= '9') {
            n += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && n > 0) {
            zeros++;
        }
    }
    return n;
}

TEST(doubles_read_back)
{
    struct random r = random_new(2);
    int tried = 0;
    while (tried < 10000) {
        double d = tried % 2 ? random_double(&r) : random_between(&r, -9, 9);
        if (!isfinite(d))
            continue;
        struct arena_mark mark = arena_mark(arena);
        num n = number_of_double(arena, d);
        const char *text = number_text(arena, n, REAL_DOUBLE);
        assert_true(number_double(n) == d);
        assert_true(strtod(text, NULL) == d);
        assert_true(number_double(decimal(text)) == d);
        assert_in_range(digits_in(text), 0, shortest_digits(d));
        assert_true(strpbrk(text, ".e") != NULL);
        arena_release(arena, mark);
        tried++;
    }
    /* the nearest 16 digits end in 1 and do not read back */
    num power = number_power(arena, fraction(2, 1), -44);
    assert_string_equal(number_text(arena, power, REAL_DOUBLE), "5.684341886080802e-14");
    /* powers of two: the gap below is half of the gap above */
    for (int e = -1074; e < 1024; e++) {
        double d = ldexp(1, e);
        const char *text = number_text(arena, number_of_double(arena, d), REAL_DOUBLE);
        assert_true(strtod(text, NULL) == d);
        assert_in_range(digits_in(text), 1, shortest_digits(d));
    }
}

#define assert_sure(n, most, text)  assert_string_equal(number_sure(arena, (n), (most)), text)
#define assert_sure_double(n, text) assert_string_equal(number_sure_double(arena, (n)), text)

static num known_to(const char *text, double error)
{
    return number_widen(arena, decimal(text), error);
}

/* sqrt(2) is OEIS A002193. */
TEST(digits_that_are_shown_are_sure)
{
    num root = number_sqrt(arena, fraction(2, 1));
    assert_sure(root, 6, "1.41421");
    assert_sure(root, 80,
                "1.4142135623730950488016887242096980785696718753769480731766"
                "797379907324784621");
    assert_sure(fraction(1, 3), 4, "0.3333");
    assert_sure(fraction(2, 3), 4, "0.6667");
    assert_sure(fraction(-5, 2), 6, "-2.5");
    assert_sure(fraction(0, 1), 6, "0");
    assert_sure(fraction(1234567, 1), 6, "1.23457e+06");
    assert_sure(fraction(123456, 1), 6, "123456");
    assert_sure(fraction(1, 100000), 6, "1e-05");
    assert_sure(known_to("0.123456789", 1e-6), 9, "0.12346");
    assert_sure(known_to("0.123456789", 1e-5), 9, "0.123"); /* or 0.1234, 5 */
    assert_sure(known_to("1", 1e-20), 17, "1");
    assert_sure(known_to("0.9999", 1e-3), 17, "1");
    assert_null(number_sure(arena, known_to("0.1", 0.2), 6));
    assert_null(number_sure(arena, known_to("0", 1e-300), 6));
    assert_null(number_sure(arena, known_to("1", INFINITY), 6));
}

TEST(doubles_are_sure)
{
    assert_sure_double(fraction(1, 3), "0.3333333333333333");
    assert_sure_double(fraction(2, 1), "2");
    assert_sure_double(fraction(-1, 10), "-0.1");
    assert_sure_double(fraction(0, 1), "0");
    assert_sure_double(known_to("1", 1e-20), "1");
    assert_sure_double(known_to("0.333333333333", 1e-12), "0.33333333333");
    assert_sure_double(number_sqrt(arena, fraction(2, 1)), "1.4142135623730951");
    assert_sure_double(decimal("1e-400"), "1e-400");
    assert_null(number_sure_double(arena, decimal("1e400")));
    assert_null(number_sure_double(arena, known_to("1", INFINITY)));
}

static num integer(long n)
{
    return number_int(arena, n);
}

static num root(long p, long q)
{
    num r = number_sqrt(arena, fraction(p, q));
    assert_non_null(r);
    return r;
}

/* p/n + q sqrt(d)/n */
static num make(long p, long q, long d, long n)
{
    num x = number_mul(arena, integer(q), root(d, 1));
    num z = number_div(arena, number_add(arena, integer(p), x), integer(n));
    assert_non_null(z);
    return z;
}

static void expect_text(num x, const char *text)
{
    assert_string_equal(surd_text(arena, x), text);
}

/* In one field everything is exact, and what is a fraction again says so. */
TEST(one_root_is_exact)
{
    num x = make(1, 2, 15, 3), y = make(5, -4, 15, 7), z;
    expect_text(number_mul(arena, root(3, 1), root(12, 1)), "6");
    expect_text(number_sub(arena, x, x), "0");
    assert_true(number_is_zero(number_sub(arena, x, x)));
    expect_text(number_mul(arena, make(1, 1, 15, 1), make(1, -1, 15, 1)), "-14");
    expect_text(number_mul(arena, x, y), "-115/21 + 2*sqrt(15)/7");
    z = number_div(arena, x, y);
    assert_true(number_is_zero(number_sub(arena, number_mul(arena, z, y), x)));
    z = number_div(arena, integer(14), make(1, 1, 15, 1));
    expect_text(z, "-1 + sqrt(15)");
    assert_null(number_div(arena, x, number_sub(arena, y, y)));
}

/* Powers, copies and what is negated are known exactly, sums with reals and
 * what may be off are not; equal ones have equal bits. */
TEST(what_is_known_exactly)
{
    num x = make(1, 1, 2, 1), y = make(3, 2, 2, 1), off;
    expect_text(number_power(arena, x, 2), "3 + 2*sqrt(2)");
    expect_text(number_power(arena, x, -1), "-1 + sqrt(2)");
    expect_text(number_copy(arena, number_neg(arena, x)), "-1 - sqrt(2)");
    assert_true(number_equal(number_mul(arena, x, x), y));
    assert_close(number_error(number_mul(arena, x, x)), number_error(y), 0);
    assert_null(number_surd(number_add(arena, x, number_pi(arena))));
    assert_null(number_surd(surd_as_real(arena, x)));
    off = number_widen(arena, number_int(arena, 0), 1e-9);
    assert_null(number_surd(number_widen(arena, x, 1e-9)));
    assert_null(number_surd(number_add(arena, x, off)));
    number_admit(x, 1e-9);
    assert_null(number_surd(x));
}
