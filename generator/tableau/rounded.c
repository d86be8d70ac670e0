/* SPDX-License-Identifier: MIT
 *
 * A tableau whose decimals were rounded by whoever wrote them.
 */
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

/* Bounds of decimals of DECIMAL_LONG digits are below this, with room for
 * sums of products of them. */
#define MEANT 1e-5

value tableau_entry(const struct tableau *t, int at)
{
    int n = t->stages;
    if (at < n * n)
        return t->a[at];
    if (at < n * (n + 1))
        return t->b[at - n * n];
    at -= n * (n + 1);
    return at < n * t->embedded ? t->bhat[at] : t->c[at - n * t->embedded];
}

const struct tableau *tableau_as_rounded(struct arena *arena,
                                         const struct tableau *t)
{
    int n = t->stages, entries = n * (n + 2 + t->embedded);
    bool any = false;
    value *entry = arena_array(arena, (size_t)entries, sizeof *entry);
    for (int i = 0; i < entries; i++) {
        value v = tableau_entry(t, i);
        double error = t->slack ? t->slack[i] : 0;
        any |= error > 0 || number_error(v) > tableau_tolerance(t);
        entry[i] = error > 0 && !number_is_zero(v)
                       ? number_widen(arena, number_real(arena, v), error)
                       : v;
    }
    if (!any)
        return NULL;
    struct tableau *out = arena_alloc(arena, sizeof *out);
    *out = *t;
    out->exact = false;
    out->surd = NULL;
    out->meant = MEANT;
    out->a = entry;
    out->b = entry + n * n;
    out->bhat = t->embedded ? entry + n * (n + 1) : NULL;
    out->c = entry + n * (n + 1 + t->embedded);
    return out;
}
