/* SPDX-License-Identifier: MIT
 *
 * What order conditions are missed by: sum_i b_i phi_i(t) - 1/gamma(t), as a
 * numerator over a common denominator.
 */
#include "tableau/elementary.h"

#include <math.h>

#include "base/arena.h"
#include "num/bound.h"

enum { POINT = SCALED_POINT };

/* Both initialised by whoever asks. */
struct quotient {
    mpz_t over, under;
    double error; /* of the quotient */
};

static void begin(struct quotient *q)
{
    mpz_init(q->over);
    mpz_init(q->under);
    q->error = 0;
}

static void end(struct quotient *q)
{
    mpz_clear(q->over);
    mpz_clear(q->under);
}

/* over/under = sum of b phi - 1/gamma */
static void miss(struct quotient *q, const struct elementary *e,
                 const struct weights *w, int tree)
{
    const struct tree *t = &e->forest.tree[tree];
    q->error = scaled_sum(q->over, e->exact, e->tableau->stages, w->value,
                          e->phi[tree]);
    if (e->exact)
        mpz_mul(q->under, &w->unit, &e->unit[t->order - 1]);
    else
        mpz_setbit(q->under, 2 * POINT);
    mpz_mul_ui(q->over, q->over, (unsigned long)t->density);
    mpz_sub(q->over, q->over, q->under);
    mpz_mul_ui(q->under, q->under, (unsigned long)t->density);
}

static double quotient_double(const struct quotient *q)
{
    long above, below;
    double over = mpz_get_d_2exp(&above, q->over);
    double under = mpz_get_d_2exp(&below, q->under);
    return ldexp(over / under, (int)(above - below));
}

/* Bounds far below what the condition is about are meant to be bounds of 0. */
static double most_error(const struct elementary *e, const struct tree *t)
{
    return fmin(tableau_tolerance(e->tableau), 1e-3 / (double)t->density);
}

struct residual elementary_residual(const struct elementary *e,
                                    const struct weights *w, int tree)
{
    struct quotient q;
    begin(&q);
    miss(&q, e, w, tree);
    struct residual r = {.value = quotient_double(&q), .error = q.error};
    r.apart = mpz_sgn(q.over) != 0;
    end(&q);
    if (!e->exact)
        r.apart = fabs(r.value) > r.error;
    r.zero = !r.apart &&
             (e->exact || r.error <= most_error(e, &e->forest.tree[tree]));
    return r;
}

/* A real of the machine stack: nothing to clear when memory runs out. */
struct local {
    mpfr_t x;
    mp_limb_t limbs[NUMBER_BITS / 8 / sizeof(mp_limb_t)];
};

/* x = over/under to all bits but two. */
static void divide(struct local *l, const struct quotient *q)
{
    enum { WIDE = NUMBER_BITS + 64 };
    mpfr_t over, under;
    mpfr_custom_init(l->limbs, NUMBER_BITS);
    mpfr_custom_init_set(l->x, MPFR_ZERO_KIND, 0, NUMBER_BITS, l->limbs);
    mpfr_inits2(WIDE, over, under, (mpfr_ptr)0);
    mpfr_set_z(over, q->over, MPFR_RNDN);
    mpfr_set_z(under, q->under, MPFR_RNDN);
    mpfr_div(l->x, over, under, MPFR_RNDN);
    mpfr_clears(over, under, (mpfr_ptr)0);
}

const struct number *elementary_miss_real(const struct elementary *e,
                                          const struct weights *w, int tree)
{
    struct quotient q;
    struct local l;
    begin(&q);
    miss(&q, e, w, tree);
    divide(&l, &q);
    double error = q.error;
    end(&q);
    double rounding = fabs(mpfr_get_d(l.x, MPFR_RNDA)) * ldexp(4, -NUMBER_BITS);
    const struct number *v =
        number_widen(e->arena, number_of_mpfr(e->arena, l.x),
                     bound_add(error, bound_up(rounding)));
    bool zero = number_may_be_zero(v) &&
                number_error(v) <= most_error(e, &e->forest.tree[tree]);
    return zero ? number_int(e->arena, 0) : v;
}

const struct number *elementary_miss(const struct elementary *e,
                                     const struct weights *w, int tree)
{
    struct arena *arena = e->arena;
    const struct tree *t = &e->forest.tree[tree];
    if (!e->exact)
        return elementary_miss_real(e, w, tree);
    struct scaled sum =
        scaled_dot(arena, true, e->tableau->stages, w->value, e->phi[tree]);
    __mpz_struct unit =
        scaled_multiply(arena, &w->unit, &e->unit[t->order - 1]);
    return number_sub(arena, number_ratio(arena, &sum.integer, &unit),
                      number_fraction(arena, 1, (long)t->density));
}
