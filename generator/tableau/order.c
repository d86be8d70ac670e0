/* SPDX-License-Identifier: MIT
 *
 * The order conditions of a tableau: for every rooted tree t
 *     sum_i b_i phi_i(t) = 1 / gamma(t),
 * with phi_i of a Butcher product = phi_i(left) * sum_j a_ij phi_j(right).
 * Weights phi and their images under a are computed once a tree.
 * J. C. Butcher, Numerical Methods for Ordinary Differential Equations,
 * Wiley 2016, section 31.
 */
#include "tableau/tableau.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/tree.h"

typedef const struct number *value;

struct conditions {
    struct arena *arena;
    const struct tableau *tableau;
    const value *weights;
    struct forest forest;
    value **phi;   /* for each tree, one value for each stage */
    value **image; /* a * phi, made when first needed */
    value tolerance;
};

static value *stage_values(struct conditions *c)
{
    return arena_array(c->arena, (size_t)c->tableau->stages, sizeof(value));
}

/* sum x[i] * y[i], without the terms that are zero */
static value dot(struct arena *arena, int n, const value *x, const value *y)
{
    value sum = number_int(arena, 0);
    for (int i = 0; i < n; i++)
        if (!number_is_zero(x[i]) && !number_is_zero(y[i]))
            sum = number_add(arena, sum, number_mul(arena, x[i], y[i]));
    return sum;
}

static const value *image_of(struct conditions *c, int tree)
{
    int n = c->tableau->stages;
    if (c->image[tree])
        return c->image[tree];
    value *image = stage_values(c);
    for (int i = 0; i < n; i++)
        image[i] = dot(c->arena, n, c->tableau->a + (size_t)i * (size_t)n,
                       c->phi[tree]);
    c->image[tree] = image;
    return image;
}

static value *phi_of(struct conditions *c, int tree)
{
    const struct tree *t = &c->forest.tree[tree];
    value *phi = stage_values(c);
    if (t->left < 0) {
        for (int i = 0; i < c->tableau->stages; i++)
            phi[i] = number_int(c->arena, 1);
        return phi;
    }
    const value *image = image_of(c, t->right);
    for (int i = 0; i < c->tableau->stages; i++)
        phi[i] = number_mul(c->arena, c->phi[t->left][i], image[i]);
    return phi;
}

static value residual_of(struct conditions *c, int tree)
{
    value weight = dot(c->arena, c->tableau->stages, c->weights, c->phi[tree]);
    long density = (long)c->forest.tree[tree].density;
    return number_sub(c->arena, weight, number_fraction(c->arena, 1, density));
}

static bool holds(const struct conditions *c, value residual)
{
    if (number_is_exact(residual))
        return number_is_zero(residual);
    value size =
        number_sign(residual) < 0 ? number_neg(c->arena, residual) : residual;
    return number_compare(size, c->tolerance) <= 0;
}

/* Room for the weights of all trees that the forest has now. */
static void extend(struct conditions *c, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(value *);
    size_t new_size = (size_t)c->forest.count * sizeof(value *);
    c->phi = arena_grow(c->arena, c->phi, old_size, new_size);
    c->image = arena_grow(c->arena, c->image, old_size, new_size);
    for (int tree = old_count; tree < c->forest.count; tree++)
        c->phi[tree] = phi_of(c, tree);
}

static struct conditions conditions_of(struct arena *arena,
                                       const struct tableau *tableau,
                                       const value *weights)
{
    struct conditions c = {.arena = arena,
                           .tableau = tableau,
                           .weights = weights,
                           .forest = forest_new(arena)};
    c.tolerance = number_power(arena, number_fraction(arena, 1, 2),
                               TABLEAU_TOLERANCE_BITS);
    extend(&c, 0);
    return c;
}

/* The first tree of order at most `limit` whose condition fails, or -1. */
static int first_failure(struct conditions *c, int limit, value *residual)
{
    if (limit > TREE_ORDER)
        limit = TREE_ORDER;
    int tree = 0;
    for (int order = 1; order <= limit; order++) {
        if (order > c->forest.order) {
            int old_count = c->forest.count;
            forest_grow(&c->forest);
            extend(c, old_count);
        }
        for (; tree < c->forest.first[order + 1]; tree++) {
            *residual = residual_of(c, tree);
            if (!holds(c, *residual))
                return tree;
        }
    }
    return -1;
}

int tableau_order(struct arena *arena, const struct tableau *tableau,
                  const struct number *const *weights, int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct conditions c = conditions_of(arena, tableau, weights);
    value residual;
    int tree = first_failure(&c, limit, &residual);
    int order = tree < 0 ? limit : c.forest.tree[tree].order - 1;
    arena_release(arena, mark);
    return order;
}

bool tableau_failure(struct arena *arena, const struct tableau *tableau,
                     const struct number *const *weights, int limit,
                     const char **text, const struct number **residual)
{
    struct conditions c = conditions_of(arena, tableau, weights);
    int tree = first_failure(&c, limit, residual);
    if (tree < 0)
        return false;
    struct text out = text_new(arena);
    forest_print(&c.forest, tree, &out);
    *text = text_chars(&out);
    return true;
}
