/* SPDX-License-Identifier: MIT
 *
 * From computed coefficients to a tableau.
 */
#include "tableau/make.h"

#include "base/arena.h"

struct making {
    struct arena *arena;
    struct tableau *tableau;
    const struct number **number; /* a, b, bhat and c in one array, */
    const char **written;         /* as people write them, */
    struct surd *surd;            /* and exactly */
    size_t at;
};

/* The next n of all; where they begin. */
static const struct number *const *add(struct making *m, size_t n,
                                       const struct surd *x)
{
    size_t begin = m->at;
    for (size_t i = 0; i < n; i++, m->at++) {
        m->number[m->at] = surd_value(m->arena, x[i]);
        m->written[m->at] = surd_text(m->arena, x[i]);
        m->surd[m->at] = x[i];
        m->tableau->exact &= number_is_exact(m->number[m->at]);
    }
    return m->number + begin;
}

static bool is_lower(const struct tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = i; j < t->stages; j++)
            if (!number_is_zero(t->a[i * t->stages + j]))
                return false;
    return true;
}

const struct tableau *tableau_make(struct arena *arena,
                                   const struct coefficients *x)
{
    struct tableau *t = arena_alloc(arena, sizeof *t);
    size_t n = (size_t)x->stages, rows = x->bhat ? (size_t)x->embedded : 0;
    size_t all = n * (n + 2 + rows);
    struct making m = {.arena = arena, .tableau = t};
    m.number = arena_array(arena, all, sizeof *m.number);
    m.written = arena_array(arena, all, sizeof *m.written);
    m.surd = arena_array(arena, all, sizeof *m.surd);
    *t = (struct tableau){.name = x->name,
                          .source = x->source,
                          .place = x->place,
                          .stages = x->stages,
                          .claim = x->claim,
                          .embedded = (int)rows,
                          .exact = true,
                          .written = m.written,
                          .surd = m.surd};
    t->a = add(&m, n * n, x->a);
    t->b = add(&m, n, x->b);
    if (x->bhat)
        t->bhat = add(&m, n * rows, x->bhat);
    t->c = add(&m, n, x->c);
    t->is_explicit = is_lower(t);
    return t;
}
