/* SPDX-License-Identifier: MIT
 *
 * Polynomials: arithmetic, common divisors.
 */
#include "num/polynomial.h"

#include "base/arena.h"

typedef const struct number *value;

/* -- coefficients -----------------------------------------------------------
 */

/* Fractions never turn into reals here, however long they get: what is asked
 * of them must be answered exactly, and degrees bound their length. */
static bool both_exact(value x, value y)
{
    return number_is_exact(x) && number_is_exact(y);
}

static value plus(struct arena *a, value x, value y)
{
    return both_exact(x, y) ? number_add_exactly(a, x, y) : number_add(a, x, y);
}

static value minus(struct arena *a, value x, value y)
{
    return both_exact(x, y) ? number_sub_exactly(a, x, y) : number_sub(a, x, y);
}

static value times(struct arena *a, value x, value y)
{
    return both_exact(x, y) ? number_mul_exactly(a, x, y) : number_mul(a, x, y);
}

static value over(struct arena *a, value x, value y)
{
    return both_exact(x, y) ? number_div_exactly(a, x, y) : number_div(a, x, y);
}

static value *new_list(struct arena *a, int n)
{
    value *list = arena_array(a, n > 0 ? (size_t)n : 1, sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = number_int(a, 0);
    return list;
}

/* The list becomes the polynomial's own. */
static struct polynomial trim(int n, value const *coef)
{
    while (n > 0 && number_is_zero(coef[n - 1]))
        n--;
    return (struct polynomial){n - 1, coef};
}

static value leading(const struct polynomial *p)
{
    return p->coef[p->degree];
}

struct polynomial polynomial_of(struct arena *a, int n, value const *coef)
{
    value *list = new_list(a, n);
    for (int i = 0; i < n; i++)
        list[i] = coef[i];
    return trim(n, list);
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

struct polynomial polynomial_add(struct arena *a, const struct polynomial *p,
                                 const struct polynomial *q)
{
    int degree = p->degree > q->degree ? p->degree : q->degree;
    value *sum = new_list(a, degree + 1);
    for (int i = 0; i <= p->degree; i++)
        sum[i] = p->coef[i];
    for (int i = 0; i <= q->degree; i++)
        sum[i] = plus(a, sum[i], q->coef[i]);
    return trim(degree + 1, sum);
}

struct polynomial polynomial_mul(struct arena *a, const struct polynomial *p,
                                 const struct polynomial *q)
{
    if (p->degree < 0 || q->degree < 0)
        return trim(0, new_list(a, 0));
    int n = p->degree + q->degree + 1;
    value *product = new_list(a, n);
    for (int i = 0; i <= p->degree; i++)
        for (int j = 0; j <= q->degree; j++)
            product[i + j] =
                plus(a, product[i + j], times(a, p->coef[i], q->coef[j]));
    return trim(n, product);
}

struct polynomial polynomial_derivative(struct arena *a,
                                        const struct polynomial *p)
{
    value *coef = new_list(a, p->degree);
    for (int i = 1; i <= p->degree; i++)
        coef[i - 1] = times(a, number_int(a, i), p->coef[i]);
    return trim(p->degree > 0 ? p->degree : 0, coef);
}

value polynomial_value(struct arena *a, const struct polynomial *p, value x)
{
    value sum = number_int(a, 0);
    for (int i = p->degree; i >= 0; i--)
        sum = plus(a, times(a, sum, x), p->coef[i]);
    return sum;
}

/* rest -= factor * x^shift * b */
static void subtract(struct arena *a, value *rest, const struct polynomial *b,
                     int shift, value factor)
{
    for (int i = 0; i <= b->degree; i++)
        rest[i + shift] =
            minus(a, rest[i + shift], times(a, factor, b->coef[i]));
}

void polynomial_divide(struct arena *a, const struct polynomial *p,
                       const struct polynomial *b, struct polynomial *quotient,
                       struct polynomial *remainder)
{
    int n = p->degree - b->degree + 1;
    value *digit = new_list(a, n), *rest = new_list(a, p->degree + 1);
    for (int i = 0; i <= p->degree; i++)
        rest[i] = p->coef[i];
    for (int shift = n - 1; shift >= 0; shift--) {
        digit[shift] = over(a, rest[shift + b->degree], leading(b));
        subtract(a, rest, b, shift, digit[shift]);
        /* of reals something may be left, which is meant to be zero */
        rest[shift + b->degree] = number_int(a, 0);
    }
    if (quotient)
        *quotient = trim(n > 0 ? n : 0, digit);
    if (remainder)
        *remainder = trim(n > 0 ? b->degree : p->degree + 1, rest);
}

/* -- of fractions -----------------------------------------------------------
 */

static struct polynomial scale(struct arena *a, const struct polynomial *p,
                               value factor)
{
    value *coef = new_list(a, p->degree + 1);
    for (int i = 0; i <= p->degree; i++)
        coef[i] = number_mul_exactly(a, p->coef[i], factor);
    return trim(p->degree + 1, coef);
}

/* The least common multiple of the denominators. */
static value common_denominator(struct arena *a, const struct polynomial *p)
{
    value common = number_int(a, 1);
    for (int i = 0; i <= p->degree; i++) {
        value d = number_denominator(a, p->coef[i]);
        value shared = number_gcd(a, common, d);
        common =
            number_mul_exactly(a, common, number_div_exactly(a, d, shared));
    }
    return common;
}

static value content(struct arena *a, const struct polynomial *p)
{
    value shared = number_int(a, 0);
    for (int i = 0; i <= p->degree; i++)
        shared = number_gcd(a, shared, p->coef[i]);
    return shared;
}

struct polynomial polynomial_primitive(struct arena *a,
                                       const struct polynomial *p)
{
    if (p->degree < 0)
        return *p;
    struct polynomial whole = scale(a, p, common_denominator(a, p));
    value one = number_int(a, 1);
    return scale(a, &whole, number_div_exactly(a, one, content(a, &whole)));
}

static struct polynomial primitive_remainder(struct arena *a,
                                             const struct polynomial *p,
                                             const struct polynomial *b)
{
    struct polynomial rest;
    polynomial_divide(a, p, b, NULL, &rest);
    return polynomial_primitive(a, &rest);
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
        struct polynomial rest = primitive_remainder(a, &x, &y);
        x = y;
        y = rest;
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
