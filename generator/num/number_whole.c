/* SPDX-License-Identifier: MIT
 *
 * Constants: fractions of any length, integers, and copies.  As in number.c
 * all memory of a result is taken before GMP is asked to work.
 */
#include "num/number.h"

#include "base/arena.h"
#include "num/number_data.h"

typedef void exact_operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

static const struct number *operate(struct arena *a, const struct number *x,
                                    const struct number *y,
                                    exact_operation *operation)
{
    struct number_room room =
        number_reserve(a, 2 * (number_limbs(x) + number_limbs(y) + 1));
    mpq_t q;
    mpq_init(q);
    operation(q, &x->as.q, &y->as.q);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

const struct number *number_add_exactly(struct arena *a, const struct number *x,
                                        const struct number *y)
{
    return operate(a, x, y, mpq_add);
}

const struct number *number_sub_exactly(struct arena *a, const struct number *x,
                                        const struct number *y)
{
    return operate(a, x, y, mpq_sub);
}

const struct number *number_mul_exactly(struct arena *a, const struct number *x,
                                        const struct number *y)
{
    return operate(a, x, y, mpq_mul);
}

const struct number *number_div_exactly(struct arena *a, const struct number *x,
                                        const struct number *y)
{
    return number_is_zero(y) ? NULL : operate(a, x, y, mpq_div);
}

const struct number *number_denominator(struct arena *a, const struct number *x)
{
    struct number_room room = number_reserve(a, number_limbs(x) + 1);
    mpq_t q;
    mpq_init(q);
    mpz_set(mpq_numref(q), mpq_denref(&x->as.q));
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

const struct number *number_gcd(struct arena *a, const struct number *x,
                                const struct number *y)
{
    struct number_room room =
        number_reserve(a, number_limbs(x) + number_limbs(y));
    mpq_t q;
    mpq_init(q);
    mpz_gcd(mpq_numref(q), mpq_numref(&x->as.q), mpq_numref(&y->as.q));
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

/* The floor of (2 p + q) / (2 q). */
const struct number *number_round(struct arena *a, const struct number *x)
{
    struct number_room room = number_reserve(a, number_limbs(x) + 2);
    mpq_t q;
    mpq_init(q);
    mpz_ptr p = mpq_numref(q), twice = mpq_denref(q);
    mpz_mul_2exp(p, mpq_numref(&x->as.q), 1);
    mpz_add(p, p, mpq_denref(&x->as.q));
    mpz_mul_2exp(twice, mpq_denref(&x->as.q), 1);
    mpz_fdiv_q(p, p, twice);
    mpz_set_ui(twice, 1);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

const struct number *number_of_mpfr_exactly(struct arena *a, mpfr_srcptr x)
{
    if (!mpfr_regular_p(x))
        return mpfr_zero_p(x) ? number_int(a, 0) : NULL;
    mpfr_exp_t exponent = mpfr_get_exp(x);
    size_t bits = (size_t)mpfr_get_prec(x) +
                  (size_t)(exponent < 0 ? -exponent : exponent);
    struct number_room room =
        number_reserve(a, 2 * (bits / (8 * sizeof(mp_limb_t)) + 2));
    mpq_t q;
    mpq_init(q);
    mpfr_get_q(q, x);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

size_t number_length(const struct number *x)
{
    return mpz_sizeinbase(mpq_numref(&x->as.q), 10) +
           mpz_sizeinbase(mpq_denref(&x->as.q), 10);
}

const struct number *number_copy(struct arena *a, const struct number *x)
{
    const struct number *copy =
        x->exact ? number_keep(number_reserve(a, number_limbs(x)), &x->as.q)
                 : number_of_mpfr(a, &x->as.r);
    return number_widen(a, copy, x->error);
}
