/* SPDX-License-Identifier: MIT
 *
 * A tableau's numbers: from computed coefficients, as rounded ones, and what
 * is zero among them.
 */
#include "tableau/tableau.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* Bounds of decimals of DECIMAL_LONG digits are below this, with room for
 * sums of products of them. */
#define MEANT 1e-5

/* ---- where they stand ---- */

int tableau_entries(const struct tableau *t)
{
    return t->stages * (t->stages + 2 + t->embedded);
}

int tableau_written_c(const struct tableau *t)
{
    return t->stages * (t->stages + 1 + t->embedded);
}

struct surd tableau_surd(const struct tableau *t, int at)
{
    return t->surd ? t->surd[at] : surd_of(t->a[at]);
}

const num *tableau_weights(const struct tableau *t, int row)
{
    return t->b + row * t->stages;
}

void tableau_place(struct tableau *t, const num *entry)
{
    t->a = entry;
    t->b = entry + t->stages * t->stages;
    t->bhat = t->embedded ? t->b + t->stages : NULL;
    t->c = entry + tableau_written_c(t);
}

struct tableau tableau_changed(const struct tableau *t, const num *entry)
{
    struct tableau out = *t;
    out.surd = NULL;
    tableau_place(&out, entry);
    return out;
}

/* ---- made of others ---- */

const struct tableau *tableau_make(struct arena *arena,
                                   const struct coefficients *x)
{
    struct tableau *t = arena_alloc(arena, sizeof *t);
    *t = x->of;
    t->exact = true;
    size_t n = (size_t)t->stages, all = (size_t)tableau_entries(t);
    num *entry = arena_array(arena, all, sizeof *entry);
    const char **written = arena_array(arena, all, sizeof *written);
    struct surd *surd = arena_array(arena, all, sizeof *surd);
    memcpy(surd, x->a, n * n * sizeof *surd);
    memcpy(surd + n * n, x->b, n * sizeof *surd);
    if (x->bhat)
        memcpy(surd + n * (n + 1), x->bhat,
               n * (size_t)t->embedded * sizeof *surd);
    memcpy(surd + tableau_written_c(t), x->c, n * sizeof *surd);
    for (size_t i = 0; i < all; i++) {
        entry[i] = surd_value(arena, surd[i]);
        written[i] = surd_text(arena, surd[i]);
        t->exact &= number_is_exact(entry[i]);
    }
    t->written = written;
    t->surd = surd;
    tableau_place(t, entry);
    t->is_explicit = tableau_is_lower(t);
    return t;
}

const struct tableau *tableau_as_rounded(struct arena *arena,
                                         const struct tableau *t)
{
    int entries = tableau_entries(t);
    bool any = false;
    num *entry = arena_array(arena, (size_t)entries, sizeof *entry);
    for (int i = 0; i < entries; i++) {
        num v = t->a[i];
        double error = t->slack ? t->slack[i] : 0;
        any |= error > 0 || number_error(v) > tableau_tolerance(t);
        entry[i] = error > 0 && !number_is_zero(v)
                       ? number_widen(arena, number_real(arena, v), error)
                       : v;
    }
    if (!any)
        return NULL;
    struct tableau *out = arena_alloc(arena, sizeof *out);
    *out = tableau_changed(t, entry);
    out->exact = false;
    out->meant = MEANT;
    return out;
}

/* ---- what they mean ---- */

bool tableau_is_lower(const struct tableau *t)
{
    for (int at = 0; at < t->stages * t->stages; at++) {
        bool varies = t->entry && !expr_is_const(t->entry[at]);
        if (at % t->stages >= at / t->stages &&
            (varies || !number_is_zero(t->a[at])))
            return false;
    }
    return true;
}

double tableau_tolerance(const struct tableau *t)
{
    if (t->meant > 0)
        return t->meant;
    return t->rounded ? TABLEAU_TOLERANCE_ROUNDED
                      : ldexp(1, -TABLEAU_TOLERANCE_BITS);
}

bool tableau_means_zero(const struct tableau *t, num v)
{
    if (number_is_exact(v))
        return number_is_zero(v);
    return number_may_be_zero(v) && number_error(v) <= tableau_tolerance(t);
}

bool tableau_are_zero(const struct tableau *t, int n, const num *x, int step)
{
    bool zero = true;
    for (int i = 0; i < n; i++)
        zero &= tableau_means_zero(t, x[i * step]);
    return zero;
}

bool tableau_means_equal(struct arena *arena, const struct tableau *t, num x,
                         num y)
{
    return tableau_means_zero(t, number_sub(arena, x, y));
}

int tableau_sign(const struct tableau *t, num v)
{
    return tableau_means_zero(t, v) ? 0 : number_sign(v);
}

/* ---- together ---- */

num tableau_sum(struct arena *arena, int n, const num *x)
{
    num sum = number_int(arena, 0);
    for (int i = 0; i < n; i++)
        sum = number_add(arena, sum, x[i]);
    return sum;
}

num tableau_dot(struct arena *arena, int n, const num *x, const num *y,
                int step)
{
    num sum = number_int(arena, 0);
    for (int i = 0; i < n; i++) {
        num other = y[(size_t)i * (size_t)step];
        if (!number_is_zero(x[i]) && !number_is_zero(other))
            sum = number_add(arena, sum, number_mul(arena, x[i], other));
    }
    return sum;
}

num tableau_largest(struct arena *arena, int n, const num *x)
{
    num most = number_int(arena, 0);
    for (int i = 0; i < n; i++) {
        num size = number_abs(arena, x[i]);
        most = number_compare(size, most) > 0 ? size : most;
    }
    return most;
}

bool tableau_is_triangular(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = i + 1; j < t->stages; j++)
            if (!tableau_means_zero(t, t->a[i * t->stages + j]))
                return false;
    return true;
}
