/* SPDX-License-Identifier: MIT
 *
 * Rooted trees by Butcher products.
 */
#include "tableau/tree.h"

#include "base/arena.h"
#include "base/text.h"

static void add_tree(struct forest *f, struct tree tree)
{
    arena_push(f->arena, f->tree, f->count, f->room);
    f->tree[f->count++] = tree;
}

struct forest forest_new(struct arena *arena)
{
    struct forest f = {.arena = arena, .order = 1};
    f.first = arena_array(arena, TREE_ORDER + 2, sizeof *f.first);
    add_tree(&f, (struct tree){1, -1, -1, 1, 1, 0});
    f.first[2] = 1;
    return f;
}

struct forest forest_timed(struct arena *arena)
{
    struct forest f = forest_new(arena);
    add_tree(&f, f.tree[0]);
    f.first[2] = f.count;
    f.timed = true;
    return f;
}

/* Does the last branch of `left` not come after the tree `right`?  The test
 * keeps the branches in order. */
static bool may_graft(const struct forest *f, int left, int right)
{
    if (f->timed && left == TREE_TIME)
        return false;
    return f->tree[left].right <= right;
}

static void graft(struct forest *f, int left, int right)
{
    const struct tree *l = &f->tree[left], *r = &f->tree[right];
    int order = l->order + r->order;
    /* The root's factor is the only one of `left` that changes. */
    int64_t density = l->density / l->order * r->density * order;
    int alike = l->right == right ? l->alike + 1 : 1;
    int64_t symmetry = l->symmetry * r->symmetry * alike;
    add_tree(f, (struct tree){order, left, right, density, symmetry, alike});
}

void forest_grow(struct forest *f)
{
    int n = f->order + 1;
    for (int k = 1; k < n; k++)
        for (int right = f->first[k]; right < f->first[k + 1]; right++)
            for (int left = f->first[n - k]; left < f->first[n - k + 1]; left++)
                if (may_graft(f, left, right))
                    graft(f, left, right);
    f->order = n;
    f->first[n + 1] = f->count;
}

static void print_branches(const struct forest *f, int tree, struct text *out)
{
    const struct tree *t = &f->tree[tree];
    if (f->tree[t->left].left >= 0) {
        print_branches(f, t->left, out);
        text_char(out, ',');
    }
    forest_print(f, t->right, out);
}

/* The depth is that of the tree: at most TREE_ORDER. */
void forest_print(const struct forest *f, int tree, struct text *out)
{
    if (f->tree[tree].left < 0) {
        text_char(out, f->timed && tree == TREE_TIME ? '1' : 't');
        return;
    }
    text_char(out, '[');
    print_branches(f, tree, out);
    text_char(out, ']');
}
