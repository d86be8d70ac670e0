/* SPDX-License-Identifier: MIT
 *
 * The order of weights: up to which order the conditions of all rooted trees
 * hold.
 */
#include "tableau/order.h"

#include "base/arena.h"
#include "base/text.h"

static int first_tree(struct elementary *e, const struct weights *w, int limit,
                      bool refuted)
{
    if (limit > TREE_ORDER)
        limit = TREE_ORDER;
    int tree = 0;
    for (int order = 1; order <= limit; order++) {
        elementary_grow(e, order);
        for (; tree < e->forest.first[order + 1]; tree++) {
            struct residual r = elementary_residual(e, w, tree);
            if (!(e->forest.timed && tree == TREE_TIME) &&
                (refuted ? r.apart : !r.zero))
                return tree;
        }
    }
    return -1;
}

int order_first_failure(struct elementary *e, const struct weights *w,
                        int limit)
{
    return first_tree(e, w, limit, false);
}

int order_first_refuted(struct elementary *e, const struct weights *w,
                        int limit)
{
    return first_tree(e, w, limit, true);
}

int order_of(struct elementary *e, const struct weights *w, int limit)
{
    int tree = order_first_failure(e, w, limit);
    return tree < 0 ? limit : e->forest.tree[tree].order - 1;
}

int tableau_order(struct arena *arena, const struct tableau *tableau,
                  const struct number *const *weights, int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct elementary *e = elementary_new(arena, tableau, false);
    struct weights w = elementary_weights(e, weights);
    int order = order_of(e, &w, limit);
    arena_release(arena, mark);
    return order;
}

bool tableau_failure(struct arena *arena, const struct tableau *tableau,
                     const struct number *const *weights, int limit,
                     const char **text, const struct number **residual)
{
    struct elementary *e = elementary_new(arena, tableau, false);
    struct weights w = elementary_weights(e, weights);
    int tree = order_first_failure(e, &w, limit);
    if (tree < 0)
        return false;
    struct text out = text_new(arena);
    forest_print(&e->forest, tree, &out);
    *text = text_chars(&out);
    *residual = elementary_miss(e, &w, tree);
    return true;
}
