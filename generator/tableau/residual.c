/* SPDX-License-Identifier: MIT
 *
 * What order conditions are missed by: sum_i b_i phi_i(t) - 1/gamma(t), as a
 * numerator over a common denominator.
 */
#include "tableau/elementary.h"

#include <math.h>

#include "base/arena.h"

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

/* over = sum of b phi, times gamma, minus what it should be. */
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
    struct residual r = {quotient_double(&q), q.error, mpz_sgn(q.over) == 0};
    end(&q);
    if (!e->exact)
        r.zero = fabs(r.value) <= r.error &&
                 r.error <= most_error(e, &e->forest.tree[tree]);
    return r;
}

const struct number *elementary_miss(const struct elementary *e,
                                     const struct weights *w, int tree)
{
    const struct tree *t = &e->forest.tree[tree];
    if (!e->exact)
        return number_of_double(e->arena,
                                elementary_residual(e, w, tree).value);
    struct scaled sum =
        scaled_dot(e->arena, true, e->tableau->stages, w->value, e->phi[tree]);
    const struct number *weight =
        number_ratio(e->arena, &sum.integer, &w->unit);
    const struct number *unit =
        number_ratio(e->arena, &e->unit[t->order - 1], &e->unit[0]);
    return number_sub(e->arena, number_div(e->arena, weight, unit),
                      number_fraction(e->arena, 1, (long)t->density));
}

const struct number *elementary_miss_fully(const struct elementary *e,
                                           const struct weights *w, int tree)
{
    struct arena *arena = e->arena;
    if (e->exact)
        return elementary_miss(e, w, tree);
    struct scaled sum =
        scaled_dot(arena, false, e->tableau->stages, w->value, e->phi[tree]);
    const struct number *weight = number_ratio(arena, &sum.integer, &w->unit);
    weight = number_real(arena, weight);
    weight = number_mul(arena, weight,
                        number_power(arena, number_int(arena, 2), -POINT));
    long density = (long)e->forest.tree[tree].density;
    return number_sub(arena, weight, number_fraction(arena, 1, density));
}
