/* SPDX-License-Identifier: MIT
 *
 * Sums, products, quotients, powers and roots of constants: exact for fractions
 * and for numbers p + q sqrt(d) with the same d.  The origin of a result is the
 * result of the same operation on the origins.
 */
#include "num/inside.h"

#include <stdlib.h>

#include "base/arena.h"

enum {
    PART_MOST = 1 << 30,  /* limit of a fraction's parts to reduce its root */
    FACTOR_MOST = 100000, /* largest factor taken out of a radicand */
    POWER_MOST = 64,      /* largest exponent for exact powers of surds */
};

/* ---- origins ---- */

num number_origin(num x)
{
    return x->origin ? x->origin : number_is_exact(x) && !x->mixed ? x : NULL;
}

/* The result, with the origin by the same operation on those of x and y. */
static num trace(struct arena *a, num result, num x, num y,
                 num (*operation)(struct arena *, num, num))
{
    if (!result || (!x->origin && !y->origin && !x->mixed && !y->mixed))
        return result;
    num u = number_origin(x), v = number_origin(y);
    num origin = u && v ? operation(a, u, v) : NULL;
    if (origin && (origin == u || origin == v))
        origin = number_copy(a, origin);
    struct number *n = arena_copy(a, result, sizeof *n);
    n->mixed = !origin || !number_is_exact(origin);
    bool same =
        n->mixed || (number_is_exact(result) && number_equal(origin, result));
    n->origin = same ? NULL : origin;
    return n;
}

/* ---- surds ---- */

/* p + q sqrt(d); equal values have equal bits.  NULL: the parts are too long to
 * be exact. */
static num make(struct arena *a, num p, num q, long d)
{
    if (!p || !q || !number_is_exact(p) || !number_is_exact(q))
        return NULL;
    if (number_is_zero(q))
        return p;
    num root = number_root(a, number_int(a, d));
    num value = number_operate(a, '+', p, number_operate(a, '*', q, root));
    struct number *n = arena_copy(a, value, sizeof *n);
    n->surd = surd_new(a, p, q, d);
    return n;
}

static struct surd parts_of(struct arena *a, num x)
{
    return x->surd ? *x->surd : (struct surd){x, number_int(a, 0), 0};
}

/* The exact result of x and y, at least one a surd; NULL: not known. */
static num operate(struct arena *a, char op, num x, num y)
{
    bool known = (x->surd || number_is_exact(x)) &&
                 (y->surd || number_is_exact(y)) &&
                 !(x->surd && y->surd && x->surd->d != y->surd->d);
    if (!known || (op == '/' && number_is_zero(y)))
        return NULL;
    struct surd u = parts_of(a, x), v = parts_of(a, y);
    num d = number_int(a, u.d ? u.d : v.d);
    if (op == '/') { /* 1/(p + q sqrt(d)) = (p - q sqrt(d)) / (p^2 - d q^2) */
        num norm = number_mul(a, d, number_mul(a, v.q, v.q));
        norm = number_sub(a, number_mul(a, v.p, v.p), norm);
        v.p = number_div(a, v.p, norm);
        v.q = number_neg(a, number_div(a, v.q, norm));
    }
    if (op == '+' || op == '-')
        return make(a, (op == '+' ? number_add : number_sub)(a, u.p, v.p),
                    (op == '+' ? number_add : number_sub)(a, u.q, v.q),
                    u.d ? u.d : v.d);
    num both = number_mul(a, d, number_mul(a, u.q, v.q));
    num p = number_add(a, number_mul(a, u.p, v.p), both);
    num q = number_add(a, number_mul(a, u.p, v.q), number_mul(a, u.q, v.p));
    return make(a, p, q, u.d ? u.d : v.d);
}

/* Gets numerator and denominator; true if both are moderate. */
static bool split(num x, long *p, long *q)
{
    mpq_srcptr of = number_mpq(x);
    *p = mpz_get_si(mpq_numref(of));
    *q = mpz_get_si(mpq_denref(of));
    return mpz_cmpabs_ui(mpq_numref(of), PART_MOST) < 0 &&
           mpz_cmp_ui(mpq_denref(of), PART_MOST) < 0;
}

/* sqrt(p/q) = outside/q sqrt(inside), where no square divides inside; NULL if
 * the numbers are too large to search for squares. */
static num reduced_root(struct arena *a, num x)
{
    long p, q, outside = 1, inside;
    if (!split(x, &p, &q))
        return NULL;
    inside = p * q;
    for (long f = 2; f <= FACTOR_MOST && f * f <= inside; f++)
        while (inside % (f * f) == 0) {
            inside /= f * f;
            outside *= f;
        }
    if (inside / FACTOR_MOST >= FACTOR_MOST)
        return NULL;
    return make(a, number_int(a, 0), number_fraction(a, outside, q), inside);
}

/* ---- the operations ---- */

#define OPERATION(name, op)                                                    \
    num number_##name(struct arena *a, num x, num y)                           \
    {                                                                          \
        num exactly =                                                          \
            x && y && (x->surd || y->surd) ? operate(a, op, x, y) : NULL;      \
        return exactly ? exactly                                               \
                       : trace(a, number_operate(a, op, x, y), x, y,           \
                               number_##name);                                 \
    }
OPERATION(add, '+')
OPERATION(sub, '-')
OPERATION(mul, '*')
OPERATION(div, '/')

/* Power with the exponent as a number. */
static num power_of(struct arena *a, num x, num exponent)
{
    return number_raise(a, x, mpz_get_si(mpq_numref(number_mpq(exponent))));
}

num number_power(struct arena *a, num x, long exponent)
{
    num y = number_int(a, 1);
    if (!x->surd || labs(exponent) > POWER_MOST)
        return trace(a, number_raise(a, x, exponent), x,
                     number_int(a, exponent), power_of);
    for (long i = labs(exponent); i > 0; i--)
        y = number_mul(a, y, x);
    return exponent < 0 ? number_div(a, number_int(a, 1), y) : y;
}

num number_sqrt(struct arena *a, num x)
{
    num root = number_root(a, x);
    if (!root || !number_is_exact(x) || number_is_exact(root))
        return root;
    num exactly = reduced_root(a, x);
    struct number *n = arena_copy(a, exactly ? exactly : root, sizeof *n);
    n->mixed = x->mixed || x->origin;
    return n;
}
