/* SPDX-License-Identifier: MIT
 *
 * How far constants may be off: the bounds hold against 1024 bits, and they
 * are not much wider than they must be.
 */
#include "test_arena.h"
#include "num/bound.h"
#include "random.h"
#include "sym/expr.h"

enum { TRUE_BITS = 1024, VALUES = 12, OPERATIONS = 20 };

ARENA_AROUND_EACH()

static num fraction(long p, long q)
{
    return number_fraction(arena, p, q);
}

/* -- against 1024 bits -- */

/* A constant beside its true value, as far as 1024 bits tell it. */
struct pair {
    num number;
    mpfr_t exact;
};

static bool is_inside(const struct pair *p)
{
    mpfr_t off, bound;
    mpfr_inits2(TRUE_BITS, off, bound, (mpfr_ptr)0);
    mpfr_set_d(bound, number_error(p->number), MPFR_RNDN);
    /* what 1024 bits do not tell */
    mpfr_set_ui_2exp(off, 1, -900, MPFR_RNDN);
    mpfr_add(bound, bound, off, MPFR_RNDU);
    number_mpfr(p->number, off);
    mpfr_sub(off, off, p->exact, MPFR_RNDN);
    bool inside = mpfr_cmpabs(off, bound) <= 0;
    mpfr_clears(off, bound, (mpfr_ptr)0);
    return inside;
}

/* The 1024 bits must stay good: no large numbers, no small ones but zero. */
static bool is_moderate(num n)
{
    double size = fabs(number_double(n));
    return number_error(n) < 1e-60 && size < 1e6 && (size == 0 || size > 1e-6);
}

static const struct {
    enum op op;
    int arity;
    int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
} functions[] = {
    {OP_SQRT, 1, mpfr_sqrt, NULL},   {OP_EXP, 1, mpfr_exp, NULL},   {OP_LOG, 1, mpfr_log, NULL},
    {OP_SIN, 1, mpfr_sin, NULL},     {OP_COS, 1, mpfr_cos, NULL},   {OP_TAN, 1, mpfr_tan, NULL},
    {OP_ASIN, 1, mpfr_asin, NULL},   {OP_ACOS, 1, mpfr_acos, NULL}, {OP_ATAN, 1, mpfr_atan, NULL},
    {OP_SINH, 1, mpfr_sinh, NULL},   {OP_COSH, 1, mpfr_cosh, NULL}, {OP_TANH, 1, mpfr_tanh, NULL},
    {OP_ATAN2, 2, NULL, mpfr_atan2}, {OP_POWER, 2, NULL, mpfr_pow}, {OP_MIN, 2, NULL, mpfr_min},
    {OP_MAX, 2, NULL, mpfr_max},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions, ARITHMETIC = 6 };

/* Also of the true values, where there is room for it. */
static num compute(int which, const struct pair *x, const struct pair *y, mpfr_ptr exact)
{
    static int (*const plain[])(mpfr_ptr, mpfr_srcptr, mpfr_srcptr,
                                mpfr_rnd_t) = {mpfr_add, mpfr_sub, mpfr_mul, mpfr_div};
    static num (*const of_two[])(struct arena *, num, num) = {number_add, number_sub, number_mul,
                                                              number_div};
    if (which < 4) {
        if (exact)
            plain[which](exact, x->exact, y->exact, MPFR_RNDN);
        return of_two[which](arena, x->number, y->number);
    }
    if (which < ARITHMETIC) {
        const int exponent = which == 4 ? 5 : -3;
        if (exact)
            mpfr_pow_si(exact, x->exact, exponent, MPFR_RNDN);
        return number_power(arena, x->number, exponent);
    }
    const int f = which - ARITHMETIC;
    num arg[2] = {x->number, y->number};
    if (exact && functions[f].arity == 1)
        functions[f].one(exact, x->exact, MPFR_RNDN);
    else if (exact)
        functions[f].two(exact, x->exact, y->exact, MPFR_RNDN);
    return expr_of_numbers(arena, functions[f].op, functions[f].arity, arg);
}

static void start(struct random *r, struct pair *value)
{
    for (int i = 0; i < VALUES; i++) {
        long p = random_below(r, 200) - 100, q = 1 + random_below(r, 60);
        value[i].number = i == 0 ? number_pi(arena) : fraction(p, q);
        number_mpfr(value[i].number, value[i].exact);
        if (i == 0)
            mpfr_const_pi(value[i].exact, MPFR_RNDN);
    }
}

/* Both random and, where a value comes from an earlier one, correlated: what
 * cancels is left out of no bound. */
TEST(bounds_hold)
{
    struct random r = random_new(21);
    struct pair value[VALUES], next;
    int done[ARITHMETIC + FUNCTIONS] = {0};
    for (int i = 0; i < VALUES; i++)
        mpfr_init2(value[i].exact, TRUE_BITS);
    mpfr_init2(next.exact, TRUE_BITS);
    for (int round = 0; round < 300; round++) {
        start(&r, value);
        for (int i = 0; i < OPERATIONS; i++) {
            int which = random_below(&r, ARITHMETIC + FUNCTIONS);
            struct pair *to = &value[random_below(&r, VALUES)];
            const struct pair *x = &value[random_below(&r, VALUES)];
            const struct pair *y = &value[random_below(&r, VALUES)];
            next.number = compute(which, x, y, next.exact);
            if (next.number && !is_inside(&next)) {
                print_error("operation %d\n", which);
                fail();
            }
            if (!next.number || !is_moderate(next.number))
                continue;
            done[which]++;
            to->number = next.number;
            mpfr_swap(to->exact, next.exact);
        }
    }
    for (int i = 0; i < ARITHMETIC + FUNCTIONS; i++)
        assert_true(done[i] > 20);
    for (int i = 0; i < VALUES; i++)
        mpfr_clear(value[i].exact);
    mpfr_clear(next.exact);
}

/* -- far apart -- */

/* A number known to be within some part of its size, and a true value there:
 * at an end, where bounds are needed in full, or inside. */
struct wide {
    num number, truth;
};

static struct wide make_wide(struct random *r)
{
    static const double part[] = {1e-9, 1e-3, 0.1, 0.4};
    long p = 1 + random_below(r, 90), q = 1 + random_below(r, 60);
    num x = fraction(random_below(r, 2) ? p : -p, q);
    double error = part[random_below(r, 4)] * (double)p / (double)q;
    double off = error * (random_below(r, 3) - 1);
    num shift = number_of_double(arena, off);
    return (struct wide){number_widen(arena, number_real(arena, x), error),
                         number_add(arena, x, shift)};
}

/* Bounds are no first approximations: they hold however wide they are. */
TEST(bounds_hold_when_they_are_wide)
{
    struct random r = random_new(23);
    int done[ARITHMETIC + FUNCTIONS] = {0};
    for (int i = 0; i < 400 * (ARITHMETIC + FUNCTIONS); i++) {
        int which = i % (ARITHMETIC + FUNCTIONS);
        struct wide x = make_wide(&r), y = make_wide(&r);
        num got = compute(which, &(struct pair){.number = x.number},
                          &(struct pair){.number = y.number}, NULL);
        num truth = compute(which, &(struct pair){.number = x.truth},
                            &(struct pair){.number = y.truth}, NULL);
        if (!got || !truth || isinf(number_error(got)))
            continue;
        double off = number_double(number_sub(arena, got, truth));
        if (!(fabs(off) <= number_error(got) * (1 + 1e-15) + 1e-60))
            fail_msg("operation %d: off by %g, not by %g at most", which, off, number_error(got));
        done[which]++;
    }
    for (int i = 0; i < ARITHMETIC + FUNCTIONS; i++)
        assert_true(done[i] > 20);
}

/* -- sharp -- */

static double ulp(num n)
{
    int exponent;
    frexp(number_double(n), &exponent);
    return ldexp(1, exponent - NUMBER_BITS);
}

/* Sums, products, quotients and roots of positive numbers lose little. */
TEST(bounds_are_sharp)
{
    struct random r = random_new(22);
    for (int round = 0; round < 100; round++) {
        num x = number_sqrt(arena, fraction(2, 3));
        for (int i = 0; i < OPERATIONS; i++) {
            num y = number_sqrt(arena, fraction(1 + random_below(&r, 90), 7));
            int which = random_below(&r, 4);
            x = which == 0   ? number_add(arena, x, y)
                : which == 1 ? number_mul(arena, x, y)
                : which == 2 ? number_div(arena, x, y)
                             : number_sqrt(arena, number_mul(arena, x, x));
        }
        assert_true(number_error(x) > 0);
        assert_true(number_error(x) <= 100 * ulp(x));
    }
    num one = fraction(1, 1);
    for (int f = 0; f < FUNCTIONS; f++) {
        num arg[2] = {number_sqrt(arena, fraction(1, 2)), one};
        num y = expr_of_numbers(arena, functions[f].op, functions[f].arity, arg);
        assert_true(number_error(y) <= 4 * ulp(y));
    }
}

/* -- special -- */

TEST(a_sum_that_cancels_tells_what_it_left_out)
{
    num pi = number_pi(arena);
    num tiny = number_mul(arena, pi, number_power(arena, fraction(2, 1), -250));
    num zero = number_sub(arena, number_add(arena, pi, tiny), pi);
    assert_true(number_is_zero(zero) && number_may_be_zero(zero));
    assert_false(number_is_exact(zero));
    assert_true(number_error(zero) >= number_double(tiny));
    assert_true(number_error(zero) <= 1.1 * number_double(tiny));
    /* and it goes on */
    num one = fraction(1, 1);
    num near = number_add(arena, zero, one);
    assert_true(number_is_one(near) && !number_is_exact(near));
    assert_close(number_error(near), number_error(zero), 0);
    assert_close(number_error(one), 0, 0);
    num product = number_mul(arena, zero, fraction(7, 1));
    assert_true(number_error(product) >= 7 * number_error(zero));
    num root = number_sqrt(arena, zero);
    assert_true(number_error(root) >= sqrt(number_error(zero)));
    assert_close(number_error(number_copy(arena, zero)), number_error(zero), 0);
}

/* No bound of a real is so small that it is none. */
TEST(bounds_do_not_underflow)
{
    num x = number_power(arena, number_pi(arena), -2000);
    assert_close(number_double(x), 0, 0);
    assert_true(number_error(x) > 0);
    assert_true(number_error(number_mul(arena, x, x)) > 0);
    assert_true(bound_mul(0x1p-1000, 0x1p-1000) > 0);
    assert_true(bound_add(1, 0x1p-1000) > 1);
}

TEST(rounded_decimals_are_half_a_unit_off)
{
    static const struct {
        const char *text;
        double half;
    } cases[] = {{"0.333333333333333", 5e-16},
                 {"-12.5", 0.05},
                 {"1.500e-3", 5e-7},
                 {"25", 0.5},
                 {"2e3", 500}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        size_t length = strlen(text);
        num n = number_rounded(arena, text, length);
        double error = number_error(n);
        assert_true(error >= cases[i].half);
        assert_true(error <= cases[i].half * (1 + 1e-12));
        assert_close(number_double(n), number_double(number_decimal(arena, text, length)), 0);
        assert_false(number_is_exact(n));
    }
    assert_int_equal(number_digits("0.00120e5", 9), 3);
    assert_int_equal(number_digits("-10.5", 5), 3);
}

TEST(equal_constants_have_the_larger_error)
{
    struct pool *pool = pool_new(arena);
    num x = number_sqrt(arena, fraction(2, 1));
    num wide = number_widen(arena, x, 1e-60);
    expr e = expr_number(pool, x);
    assert_true(expr_number(pool, wide) == e);
    assert_true(number_error(e->number) >= 1e-60);
    assert_true(expr_number(pool, number_copy(arena, x)) == e);
    assert_true(number_error(e->number) >= 1e-60);
    /* zero is meant */
    num zero = number_sub(arena, x, x);
    assert_true(number_error(zero) > 0);
    assert_true(expr_is_zero(expr_number(pool, zero)));
    assert_close(number_error(expr_int(pool, 0)->number), 0, 0);
}
