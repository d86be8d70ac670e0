/* SPDX-License-Identifier: MIT
 *
 * Elementary weights by integers.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

typedef const struct number *value;

/* Where c begins in tableau.written. */
int tableau_written_c(const struct tableau *t)
{
    return t->stages * (t->stages + 1 + t->embedded);
}

/* ---- weights ---- */

struct weights elementary_weights(const struct elementary *e, const value *v)
{
    struct weights w = {.unit = scaled_one(e->arena)};
    int n = e->tableau->stages;
    if (e->exact)
        scaled_join(e->arena, &w.unit, n, v);
    w.value = scaled_row(e->arena, e->exact, n, v, &w.unit);
    return w;
}

/* ---- trees ---- */

/* Powers of the denominator of a, up to what trees of this order have. */
static void raise_units(struct elementary *e, int order)
{
    __mpz_struct *unit = arena_array(e->arena, (size_t)order + 1, sizeof *unit);
    memcpy(unit, e->unit, (size_t)e->units * sizeof *unit);
    for (; e->units <= order; e->units++)
        unit[e->units] =
            scaled_multiply(e->arena, &unit[e->units - 1], &unit[1]);
    e->unit = unit;
}

static const struct scaled *image_of(struct elementary *e, int tree)
{
    int n = e->tableau->stages;
    if (e->image[tree])
        return e->image[tree];
    struct scaled *image = arena_array(e->arena, (size_t)n, sizeof *image);
    for (int i = 0; i < n; i++)
        image[i] = scaled_dot(e->arena, e->exact, n,
                              e->a + (size_t)i * (size_t)n, e->phi[tree]);
    return e->image[tree] = image;
}

/* 1 for each stage, over the 0-th power of the denominator. */
static struct scaled *ones(const struct elementary *e)
{
    int n = e->tableau->stages;
    value *one = arena_array(e->arena, (size_t)n, sizeof *one);
    for (int i = 0; i < n; i++)
        one[i] = number_int(e->arena, 1);
    struct scaled *out = scaled_row(e->arena, e->exact, n, one, &e->unit[0]);
    for (int i = 0; i < n; i++)
        out[i].error = 0; /* a power of two has none */
    return out;
}

static struct scaled *phi_of(struct elementary *e, int tree)
{
    const struct tree *t = &e->forest.tree[tree];
    int n = e->tableau->stages;
    if (t->left < 0)
        return ones(e);
    const struct scaled *image = image_of(e, t->right);
    if (t->left == 0)
        return e->image[t->right];
    struct scaled *phi = arena_array(e->arena, (size_t)n, sizeof *phi);
    for (int i = 0; i < n; i++)
        phi[i] =
            scaled_product(e->arena, e->exact, &e->phi[t->left][i], &image[i]);
    return phi;
}

static void extend(struct elementary *e, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(struct scaled *);
    size_t new_size = (size_t)e->forest.count * sizeof(struct scaled *);
    e->phi = arena_grow(e->arena, e->phi, old_size, new_size);
    e->image = arena_grow(e->arena, e->image, old_size, new_size);
    if (e->c && old_count <= TREE_TIME) {
        e->image[TREE_TIME] =
            arena_array(e->arena, (size_t)e->tableau->stages, sizeof *e->c);
        memcpy(e->image[TREE_TIME], e->c,
               (size_t)e->tableau->stages * sizeof *e->c);
    }
    for (int tree = old_count; tree < e->forest.count; tree++)
        e->phi[tree] = phi_of(e, tree);
}

struct elementary *elementary_new(struct arena *arena, const struct tableau *t,
                                  bool timed)
{
    struct elementary *e = arena_alloc(arena, sizeof *e);
    __mpz_struct *unit = arena_array(arena, 2, sizeof *unit);
    int n = t->stages;
    *e = (struct elementary){.arena = arena,
                             .tableau = t,
                             .exact = t->exact,
                             .unit = unit,
                             .units = 2};
    unit[0] = unit[1] = scaled_one(arena);
    if (e->exact)
        scaled_join(arena, &unit[1], n * n, t->a);
    if (e->exact && timed)
        scaled_join(arena, &unit[1], n, t->c);
    e->a = scaled_row(arena, e->exact, n * n, t->a, &unit[1]);
    if (timed)
        e->c = scaled_row(arena, e->exact, n, t->c, &unit[1]);
    e->forest = timed ? forest_timed(arena) : forest_new(arena);
    extend(e, 0);
    return e;
}

void elementary_grow(struct elementary *e, int order)
{
    if (order >= e->units)
        raise_units(e, order);
    while (e->forest.order < order) {
        int old_count = e->forest.count;
        forest_grow(&e->forest);
        extend(e, old_count);
    }
}
