/* SPDX-License-Identifier: MIT
 *
 * Formulas of numbers.  The origin of a number is its value with certain primes
 * in place of the moments of inertia and pi, so that the prime factors of that
 * fraction give the formula.
 */
#include "num/inside.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"

static num number_with_origin(struct arena *a, num x, num origin)
{
    struct number *n = arena_copy(a, x, sizeof *n);
    n->origin = origin;
    return n;
}

bool number_same_origin(num x, num y)
{
    return x->origin == y->origin ||
           (x->origin && y->origin && number_equal(x->origin, y->origin));
}

void number_share(num x, num y)
{
    struct number *shared = (struct number *)(uintptr_t)x;
    if (x != y && !x->mixed && (y->mixed || !number_same_origin(x, y))) {
        shared->mixed = true;
        shared->origin = NULL;
    }
}

/* J1, J2, J3, pi, J2 - J1, ..., J1 + J2, ...: each has a prime of its own. */
enum { MOMENTS = 3, DIFFERENCES = 4, SUMS = 7, ATOMS = 10 };
static const struct atom {
    long value, prime;
    int a, b; /* indices of the moments */
} atoms[ATOMS] = {{12889, 12889, 0, 0}, {22277, 22277, 1, 1},
                  {36779, 36779, 2, 2}, {101, 101, 0, 0},
                  {9388, 2347, 0, 1},   {23890, 2389, 0, 2},
                  {14502, 2417, 1, 2},  {35166, 5861, 0, 1},
                  {49668, 4139, 0, 2},  {59056, 3691, 1, 2}};

num number_moment(struct arena *a, num x, int axis)
{
    return number_with_origin(a, x, number_int(a, atoms[axis].value));
}

num number_pi(struct arena *a)
{
    STACK_REAL(pi, NUMBER_BITS + 64); /* so that rounding it gives the error */
    mpfr_const_pi(pi, MPFR_RNDN);
    return number_with_origin(a, number_of_mpfr(a, pi),
                              number_int(a, atoms[MOMENTS].value));
}

/* Exponent of the prime in the fraction. */
static long exponent_of(num x, long prime)
{
    mpz_t rest, by;
    mpz_init(rest);
    mpz_init_set_si(by, prime);
    const long over = (long)mpz_remove(rest, mpq_numref(number_mpq(x)), by);
    const long under = (long)mpz_remove(rest, mpq_denref(number_mpq(x)), by);
    mpz_clear(rest);
    mpz_clear(by);
    return over - under;
}

/* A product under construction, such as J3^2. */
struct product {
    struct text text;
    int factors;
};

static void put(struct product *p, const char *factor, long exponent)
{
    if (exponent <= 0)
        return;
    text_print(&p->text, "%s%s", p->factors++ ? "*" : "", factor);
    if (exponent > 1)
        text_print(&p->text, "^%ld", exponent);
}

/* Puts the difference or sum of two moments, the larger one first; or of their
 * reciprocals if `e` has both in the denominator, and takes them from e. */
static void put_pair(struct product p[2], const struct atom *at, long n,
                     long *e, const num inertia[9])
{
    struct arena *a = p->text.arena;
    const bool minus = at < &atoms[SUMS];
    bool turn =
        minus && number_compare(inertia[4 * at->a], inertia[4 * at->b]) < 0;
    int one = (turn ? at->b : at->a) + 1, other = (turn ? at->a : at->b) + 1;
    const char *sign = minus ? "-" : "+";
    long below = n;
    for (int i = 0; i < 2; i++) {
        long most = -e[i ? at->b : at->a];
        below = most < below ? most : below;
    }
    below = below > 0 ? below : 0;
    put(p,
        minus ? text_format(a, "(1/J%d - 1/J%d)", other, one)
              : text_format(a, "(1/J%d + 1/J%d)", one, other),
        below);
    e[at->a] += below;
    e[at->b] += below;
    const char *plain = text_format(a, "(J%d %s J%d)", one, sign, other);
    put(p, plain, n - below);
    put(p + 1, plain, -n);
}

/* Puts the remaining factor: a small fraction, times a power of two. */
static bool put_fraction(struct product p[2], num x)
{
    enum { OVER = 100, UNDER = 36, LEAST_POWER = 20 };
    struct arena *a = p->text.arena;
    long twos = exponent_of(x, 2);
    bool far = labs(twos) >= LEAST_POWER;
    if (far)
        x = number_div(a, x, number_power(a, number_int(a, 2), twos));
    mpq_srcptr q = number_mpq(x);
    if (mpz_cmp_si(mpq_numref(q), OVER) >= 0 ||
        mpz_cmp_si(mpq_denref(q), UNDER) > 0)
        return false;
    long over = mpz_get_si(mpq_numref(q)), under = mpz_get_si(mpq_denref(q));
    put(p, text_format(a, "%ld", over), over != 1);
    put(p, text_format(a, "2^%ld", twos), far);
    put(p + 1, text_format(a, "%ld", under), under != 1);
    return true;
}

/* True if x is the product of the rest and these powers of the atoms.  False if
 * a constant of the spec has one of their primes as a factor. */
static bool is_product(struct arena *a, num x, num rest, const long e[ATOMS],
                       const num inertia[9])
{
    for (int i = 0; i < ATOMS; i++) {
        num one = inertia[4 * atoms[i].a], other = inertia[4 * atoms[i].b];
        num value = i < MOMENTS       ? one
                    : i < DIFFERENCES ? number_pi(a)
                    : i < SUMS        ? number_sub(a, one, other)
                                      : number_add(a, one, other);
        if (e[i] && number_is_zero(value))
            return false;
        if (e[i])
            rest = number_mul(a, rest, number_power(a, value, e[i]));
    }
    return rest && number_may_be_zero(
                       number_sub(a, number_abs(a, rest), number_abs(a, x)));
}

const char *number_derivation(struct arena *a, num x, const num inertia[9])
{
    enum { LONGEST = 60 };
    num rest = number_origin(x);
    struct product p[2] = {{text_new(a), 0}, {text_new(a), 0}};
    long e[ATOMS];
    if (!rest || number_is_zero(rest))
        return NULL;
    rest = number_abs(a, rest);
    for (int i = ATOMS; i-- > 0;) {
        e[i] = exponent_of(rest, atoms[i].prime);
        rest = number_div(a, rest,
                          number_power(a, number_int(a, atoms[i].value), e[i]));
    }
    if (!is_product(a, x, rest, e, inertia) || !put_fraction(p, rest))
        return NULL;
    for (int i = ATOMS; i-- > DIFFERENCES;)
        if (e[i])
            put_pair(p, &atoms[i], e[i], e, inertia);
    for (int i = 0; i <= MOMENTS; i++) {
        const char *name = i < MOMENTS ? text_format(a, "J%d", i + 1) : "pi";
        put(p, name, e[i]);
        put(p + 1, name, -e[i]);
    }
    const char *over = text_chars(&p->text), *under = text_chars(&p[1].text);
    if (!p->factors)
        over = "1";
    else if (p->factors == 1 && !p[1].factors && *over == '(' &&
             p->text.chars[p->text.length - 1] == ')')
        over = arena_text(a, over + 1, p->text.length - 2);
    if (p[1].factors)
        over =
            text_format(a, p[1].factors > 1 ? "%s/(%s)" : "%s/%s", over, under);
    return p->text.length + p[1].text.length < LONGEST ? over : NULL;
}
