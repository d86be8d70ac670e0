/* SPDX-License-Identifier: MIT
 *
 * Polynomials: arithmetic, common divisors.  Fractions never turn into reals
 * here, however long they get: what is asked of them must be answered exactly,
 * and degrees bound their length.
 */
#include "num/polynomial.h"

#include "base/arena.h"

typedef const struct number *value;

static value *new_list(struct arena *a, int n)
{
    value *list = arena_array(a, n > 0 ? (size_t)n : 1, sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = number_int(a, 0);
    return list;
}

static value *copy_list(struct arena *a, int n, value const *coef)
{
    value *list = new_list(a, n);
    for (int i = 0; i < n; i++)
        list[i] = coef[i];
    return list;
}

/* The list becomes the polynomial's own. */
static struct polynomial trim(int n, value const *coef)
{
    while (n > 0 && number_is_zero(coef[n - 1]))
        n--;
    return (struct polynomial){n > 0 ? n - 1 : -1, coef};
}

struct polynomial polynomial_of(struct arena *a, int n, value const *coef)
{
    return trim(n, copy_list(a, n, coef));
}

bool polynomial_is_exact(const struct polynomial *p)
{
    for (int i = 0; i <= p->degree; i++)
        if (!number_is_exact(p->coef[i]))
            return false;
    return true;
}

/* -- arithmetic -------------------------------------------------------------
 */

/* list += (or another sum) factor * x^shift * p */
static void collect(struct arena *a, enum number_op sum, value *list,
                    value factor, int shift, const struct polynomial *p)
{
    for (int i = 0; i <= p->degree; i++)
        list[i + shift] =
            number_exactly(a, sum, list[i + shift],
                           number_exactly(a, NUMBER_MUL, factor, p->coef[i]));
}

struct polynomial polynomial_add(struct arena *a, const struct polynomial *p,
                                 const struct polynomial *q)
{
    if (p->degree < q->degree)
        return polynomial_add(a, q, p);
    value *sum = copy_list(a, p->degree + 1, p->coef);
    for (int i = 0; i <= q->degree; i++)
        sum[i] = number_exactly(a, NUMBER_ADD, sum[i], q->coef[i]);
    return trim(p->degree + 1, sum);
}

struct polynomial polynomial_mul(struct arena *a, const struct polynomial *p,
                                 const struct polynomial *q)
{
    int n = p->degree < 0 || q->degree < 0 ? 0 : p->degree + q->degree + 1;
    value *product = new_list(a, n);
    for (int i = 0; n > 0 && i <= p->degree; i++)
        collect(a, NUMBER_ADD, product, p->coef[i], i, q);
    return trim(n, product);
}

struct polynomial polynomial_derivative(struct arena *a,
                                        const struct polynomial *p)
{
    value *coef = new_list(a, p->degree);
    for (int i = 1; i <= p->degree; i++)
        coef[i - 1] =
            number_exactly(a, NUMBER_MUL, number_int(a, i), p->coef[i]);
    return trim(p->degree, coef);
}

value polynomial_value(struct arena *a, const struct polynomial *p, value x)
{
    value sum = number_int(a, 0);
    for (int i = p->degree; i >= 0; i--)
        sum = number_exactly(a, NUMBER_ADD,
                             number_exactly(a, NUMBER_MUL, sum, x), p->coef[i]);
    return sum;
}

void polynomial_divide(struct arena *a, const struct polynomial *p,
                       const struct polynomial *b, struct polynomial *quotient,
                       struct polynomial *remainder)
{
    int n = p->degree - b->degree + 1;
    value *digit = new_list(a, n), *rest = copy_list(a, p->degree + 1, p->coef);
    for (int shift = n - 1; shift >= 0; shift--) {
        digit[shift] = number_exactly(a, NUMBER_DIV, rest[shift + b->degree],
                                      b->coef[b->degree]);
        collect(a, NUMBER_SUB, rest, digit[shift], shift, b);
        /* of reals something may be left, which is meant to be zero */
        rest[shift + b->degree] = number_int(a, 0);
    }
    if (quotient)
        *quotient = trim(n, digit);
    if (remainder)
        *remainder = trim(n > 0 ? b->degree : p->degree + 1, rest);
}

/* -- of fractions -----------------------------------------------------------
 */

/* Over the greatest common divisor of the numerators, times the least common
 * multiple of the denominators. */
struct polynomial polynomial_primitive(struct arena *a,
                                       const struct polynomial *p)
{
    mpq_t q;
    mpq_init(q);
    mpz_set_ui(mpq_numref(q), 1);
    mpz_set_ui(mpq_denref(q), p->degree < 0);
    for (int i = 0; i <= p->degree; i++) {
        mpq_srcptr coef = number_mpq(p->coef[i]);
        mpz_lcm(mpq_numref(q), mpq_numref(q), mpq_denref(coef));
        mpz_gcd(mpq_denref(q), mpq_denref(q), mpq_numref(coef));
    }
    value factor = number_take(a, q);
    value *coef = new_list(a, p->degree + 1);
    collect(a, NUMBER_ADD, coef, factor, 0, p);
    return trim(p->degree + 1, coef);
}

bool polynomial_is_moderate(struct arena *a, const struct polynomial *p)
{
    struct polynomial whole = polynomial_primitive(a, p);
    size_t most = POLYNOMIAL_DIGITS,
           degree = p->degree < 1 ? 1 : (size_t)p->degree;
    for (int i = 0; i <= whole.degree; i++)
        if (number_length(whole.coef[i]) > most / degree)
            return false;
    return true;
}

struct polynomial polynomial_gcd(struct arena *a, const struct polynomial *p,
                                 const struct polynomial *q)
{
    struct polynomial x = polynomial_primitive(a, p);
    struct polynomial y = polynomial_primitive(a, q);
    while (y.degree >= 0) {
        struct polynomial rest;
        polynomial_divide(a, &x, &y, NULL, &rest);
        x = y;
        y = polynomial_primitive(a, &rest);
    }
    return x;
}

struct polynomial polynomial_squarefree(struct arena *a,
                                        const struct polynomial *p)
{
    if (p->degree < 1)
        return polynomial_primitive(a, p);
    struct polynomial slope = polynomial_derivative(a, p);
    struct polynomial shared = polynomial_gcd(a, p, &slope), quotient;
    polynomial_divide(a, p, &shared, &quotient, NULL);
    return polynomial_primitive(a, &quotient);
}
