/* SPDX-License-Identifier: MIT
 *
 * The simplifying assumptions B(p), C(q) and D(r).
 */
#include "tableau/analysis.h"

#include <math.h>

#include "base/arena.h"

typedef const struct number *value;

double tableau_tolerance(const struct tableau *t)
{
    if (t->meant > 0)
        return t->meant;
    return t->rounded ? TABLEAU_TOLERANCE_ROUNDED
                      : ldexp(1, -TABLEAU_TOLERANCE_BITS);
}

bool tableau_means_zero(const struct tableau *t, value v)
{
    if (number_is_exact(v))
        return number_is_zero(v);
    return number_may_be_zero(v) && number_error(v) <= tableau_tolerance(t);
}

bool tableau_means_equal(struct arena *arena, const struct tableau *t, value x,
                         value y)
{
    return tableau_means_zero(t, number_sub(arena, x, y));
}

value tableau_dot(struct arena *arena, int n, const value *x, const value *y,
                  int step)
{
    value sum = number_int(arena, 0);
    for (int i = 0; i < n; i++) {
        value other = y[(size_t)i * (size_t)step];
        if (!number_is_zero(x[i]) && !number_is_zero(other))
            sum = number_add(arena, sum, number_mul(arena, x[i], other));
    }
    return sum;
}

/* x[i] * c[i] for all stages */
static const value *times_c(struct arena *arena, const struct tableau *t,
                            const value *x)
{
    value *out = arena_array(arena, (size_t)t->stages, sizeof *out);
    for (int i = 0; i < t->stages; i++)
        out[i] = number_mul(arena, x[i], t->c[i]);
    return out;
}

static const value *ones(struct arena *arena, int n)
{
    value *out = arena_array(arena, (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++)
        out[i] = number_int(arena, 1);
    return out;
}

static value part(struct arena *arena, value v, int k)
{
    return number_div(arena, v, number_int(arena, k));
}

/* `x` is c^(k-1) for B and C, and weights * c^(k-1) for D. */
typedef bool assumption(struct arena *, const struct tableau *,
                        const value *weights, const value *x, int k);

static bool b_holds(struct arena *arena, const struct tableau *t,
                    const value *weights, const value *x, int k)
{
    value sum = tableau_dot(arena, t->stages, weights, x, 1);
    return tableau_means_equal(arena, t, sum, number_fraction(arena, 1, k));
}

static bool c_holds(struct arena *arena, const struct tableau *t,
                    const value *weights, const value *x, int k)
{
    (void)weights;
    const value *power = times_c(arena, t, x);
    for (int i = 0; i < t->stages; i++) {
        const value *row = t->a + (size_t)i * (size_t)t->stages;
        if (!tableau_means_equal(arena, t,
                                 tableau_dot(arena, t->stages, row, x, 1),
                                 part(arena, power[i], k)))
            return false;
    }
    return true;
}

static bool d_holds(struct arena *arena, const struct tableau *t,
                    const value *weights, const value *x, int k)
{
    const value *power = times_c(arena, t, x);
    for (int j = 0; j < t->stages; j++) {
        value sum = tableau_dot(arena, t->stages, x, t->a + j, t->stages);
        value rest = number_sub(arena, weights[j], power[j]);
        if (!tableau_means_equal(arena, t, sum, part(arena, rest, k)))
            return false;
    }
    return true;
}

/* The largest k up to which it holds. */
static int hold(struct arena *arena, const struct tableau *t,
                const value *weights, const value *x, assumption *holds)
{
    struct arena_mark mark = arena_mark(arena);
    int k = 1;
    while (k <= ANALYSIS_ORDER && holds(arena, t, weights, x, k)) {
        x = times_c(arena, t, x);
        k++;
    }
    arena_release(arena, mark);
    return k - 1;
}

int assumption_b(struct arena *arena, const struct tableau *t,
                 const value *weights)
{
    return hold(arena, t, weights, ones(arena, t->stages), b_holds);
}

int assumption_c(struct arena *arena, const struct tableau *t)
{
    return hold(arena, t, NULL, ones(arena, t->stages), c_holds);
}

int assumption_d(struct arena *arena, const struct tableau *t,
                 const value *weights)
{
    return hold(arena, t, weights, weights, d_holds);
}
