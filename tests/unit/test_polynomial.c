/* SPDX-License-Identifier: MIT
 *
 * Polynomials: how many real roots there are, and where.
 */
#include "test_arena.h"
#include "num/polynomial.h"
#include "random.h"

ARENA_AROUND_EACH()

static num fraction(long p, long q)
{
    return number_fraction(arena, p, q);
}

/* Whole coefficients, highest power first, as they are written. */
static struct polynomial of_integers(int n, const long *coef)
{
    num list[32];
    for (int i = 0; i < n; i++)
        list[i] = number_int(arena, coef[n - 1 - i]);
    return polynomial_of(arena, n, list);
}

#define WHOLE(...)                                                                                 \
    of_integers((int)(sizeof((long[]){__VA_ARGS__}) / sizeof(long)), (long[]){__VA_ARGS__})

static struct polynomial product(struct polynomial p, struct polynomial q)
{
    return polynomial_mul(arena, p, q);
}

static struct polynomial with_root(long p, long q)
{
    return WHOLE(q, -p);
}

static struct polynomial random_polynomial(struct random *r, int degree)
{
    num list[12];
    for (int i = 0; i <= degree; i++)
        list[i] = fraction(random_below(r, 41) - 20, 1 + random_below(r, 9));
    list[degree] = fraction(1 + random_below(r, 9), 1 + random_below(r, 9));
    return polynomial_of(arena, degree + 1, list);
}

static int roots_of(struct polynomial p)
{
    struct sturm s = sturm_of(arena, p);
    return sturm_count(&s, NULL, NULL);
}

static num root_of(struct polynomial p, int k)
{
    struct sturm s = sturm_of(arena, p);
    return sturm_root(arena, &s, k);
}

/* -- counting -- */

/* (x - 1)(x - 2)...(x - 20), of which no root is found by rounding. */
static struct polynomial wilkinson(void)
{
    struct polynomial p = WHOLE(1);
    for (long i = 1; i <= 20; i++)
        p = product(p, with_root(i, 1));
    return p;
}

/* Against the signs of the polynomial at many points. */
TEST(counts_agree_with_signs)
{
    struct random r = random_new(6);
    for (int i = 0; i < SOME_OF(40); i++) {
        struct polynomial p = random_polynomial(&r, 1 + random_below(&r, 5));
        struct sturm s = sturm_of(arena, p);
        int last = 0, changes = 0;
        for (int k = -600; k <= 600; k++) {
            num x = fraction(k, 50);
            int sign = number_sign(polynomial_value(arena, p, x));
            changes += sign * last < 0;
            last = sign ? sign : last;
        }
        num low = fraction(-12, 1), high = fraction(12, 1);
        int count = sturm_count(&s, low, high);
        assert_true(count >= changes);
        /* where none is double, so that the sign does not change at it */
        if (s.chain[0].degree == p.degree)
            assert_true((count - changes) % 2 == 0);
    }
}

/* -- finding -- */

TEST(fractions_are_found_exactly)
{
    struct polynomial p = product(with_root(-22, 7), with_root(1, 1000003));
    p = product(product(p, p), WHOLE(1, 0, -2));
    static const char *const want[] = {"-22/7", NULL, "1/1000003", NULL};
    assert_int_equal(roots_of(p), 4);
    for (int k = 1; k <= 4; k++)
        if (want[k - 1])
            assert_string_equal(number_show(arena, root_of(p, k)), want[k - 1]);
        else
            assert_false(number_is_exact(root_of(p, k)));
    assert_true(number_is_zero(root_of(WHOLE(1, 0, -2, 0), 2)));
    /* of fractions over 2 the nearest, 1, is another root, below or above */
    struct polynomial other = with_root(1, 1);
    assert_false(number_is_exact(root_of(product(other, WHOLE(2, 0, -3)), 3)));
    assert_false(number_is_exact(root_of(product(other, WHOLE(2, 0, 0, -1)), 1)));
    for (int k = 1; k <= 20; k++)
        assert_true(number_equal(root_of(wilkinson(), k), number_int(arena, k)));
}

/* (x - 1)^2 - 2 e^2 for e = 10^-n: 1 -+ sqrt(2) e.  Where e^2 is below the bits
 * that Newton's iteration has, it comes to nothing. */
TEST(roots_that_are_almost_one_are_found)
{
    for (int n = 20; n <= 100; n += 20) {
        num e = number_power(arena, fraction(1, 10), n);
        num square = number_mul(arena, e, e);
        num coef[3] = {number_sub(arena, number_int(arena, 1),
                                  number_mul(arena, number_int(arena, 2), square)),
                       number_int(arena, -2), number_int(arena, 1)};
        struct polynomial p = polynomial_of(arena, 3, coef);
        assert_int_equal(roots_of(p), 2);
        for (int k = 1; k <= 2; k++) {
            num x = root_of(p, k);
            num off = number_sub(arena, x, number_int(arena, 1));
            num want = number_mul(arena, e, number_sqrt(arena, number_int(arena, 2)));
            if (k == 1)
                want = number_neg(arena, want);
            off = number_sub(arena, off, want);
            assert_true(number_at_most(off) < 1e-74);
            assert_true(number_error(x) < 1e-75);
        }
    }
}

TEST(a_root_is_alone_within_its_error)
{
    struct polynomial p = product(WHOLE(1, 0, -2), WHOLE(10, -14));
    struct sturm s = sturm_of(arena, p);
    for (int k = 1; k <= 3; k++) {
        num x = root_of(p, k);
        num off = number_of_double(arena, number_error(x) > 0 ? number_error(x) : 1e-70);
        num low = number_exactly(arena, '-', x, off);
        num high = number_exactly(arena, '+', x, off);
        low = number_exact(arena, low);
        high = number_exact(arena, high);
        assert_int_equal(sturm_count(&s, low, high), 1);
        assert_int_equal(sturm_count(&s, NULL, low), k - 1);
        assert_int_equal(sturm_count(&s, NULL, high), k);
    }
}
