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

/* The tree is written from its last branch to its first, and then reversed,
 * since `left` chains lead from the last branch to the first.  A stack of
 * pending trees takes the place of recursion; -1 stands for an opening
 * bracket and -2 for a comma. */
enum { PENDING_OPEN = -1, PENDING_COMMA = -2 };

struct pending {
    int item[8 * TREE_ORDER];
    int count;
};

/* Puts `tree`'s parts on the stack, the last branch on top. */
static void push_parts(const struct forest *f, struct pending *p, int tree)
{
    int branch[TREE_ORDER], n = 0;
    for (int t = tree; f->tree[t].left >= 0; t = f->tree[t].left)
        branch[n++] = f->tree[t].right;
    p->item[p->count++] = PENDING_OPEN;
    for (int i = n - 1; i >= 0; i--) {
        p->item[p->count++] = branch[i];
        if (i > 0)
            p->item[p->count++] = PENDING_COMMA;
    }
}

void forest_print(const struct forest *f, int tree, struct text *out)
{
    char reversed[8 * TREE_ORDER];
    int n = 0;
    struct pending p = {.item = {tree}, .count = 1};
    while (p.count > 0) {
        int item = p.item[--p.count];
        if (item == PENDING_OPEN) {
            reversed[n++] = '[';
        } else if (item == PENDING_COMMA) {
            reversed[n++] = ',';
        } else if (f->tree[item].left < 0) {
            reversed[n++] = f->timed && item == TREE_TIME ? '1' : 't';
        } else {
            reversed[n++] = ']';
            push_parts(f, &p, item);
        }
    }
    while (n > 0)
        text_char(out, reversed[--n]);
}
