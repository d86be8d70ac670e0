/* SPDX-License-Identifier: MIT
 *
 * Rooted trees by Butcher products, their elementary weights by integers, what
 * order conditions are missed by, and up to which order all of them hold.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "num/bound.h"

typedef const struct number *value;

/* ---- trees ---- */

static void add_tree(struct forest *f, struct tree tree)
{
    arena_push(f->arena, f->tree, f->count, f->room);
    f->tree[f->count++] = tree;
}

struct forest forest_new(struct arena *arena, bool timed)
{
    struct forest f = {.arena = arena, .order = 1, .timed = timed};
    f.first = arena_array(arena, TREE_ORDER + 2, sizeof *f.first);
    for (int i = 0; i <= timed; i++)
        add_tree(&f, (struct tree){1, -1, -1, 1, 1, 0});
    f.first[2] = f.count;
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

/* ---- their weights ---- */

/* 1 for each stage, over the 0-th power of the denominator. */
static struct scaled *ones(const struct elementary *e)
{
    int n = e->tableau->stages;
    value *one = arena_array(e->arena, (size_t)n, sizeof *one);
    for (int i = 0; i < n; i++)
        one[i] = number_int(e->arena, 1);
    struct scaled *out =
        scaled_row(e->arena, e->tableau->exact, n, one, &e->unit[0]);
    for (int i = 0; i < n; i++)
        out[i].error = 0; /* a power of two has none */
    return out;
}

static struct scaled *phi_of(struct elementary *, int tree);

static struct scaled *image_of(struct elementary *e, int tree)
{
    int n = e->tableau->stages;
    if (e->image[tree])
        return e->image[tree];
    const struct scaled *phi = phi_of(e, tree);
    struct scaled *image = arena_array(e->arena, (size_t)n, sizeof *image);
    for (int i = 0; i < n; i++)
        image[i] =
            scaled_dot(e->arena, e->tableau->exact, n, e->a + i * n, phi);
    return e->image[tree] = image;
}

/* The depth is that of the tree: at most TREE_ORDER. */
static struct scaled *phi_of(struct elementary *e, int tree)
{
    const struct tree *t = &e->forest.tree[tree];
    int n = e->tableau->stages;
    if (e->phi[tree])
        return e->phi[tree];
    if (t->left < 0)
        return e->phi[tree] = ones(e);
    const struct scaled *image = image_of(e, t->right);
    if (t->left == 0)
        return e->phi[tree] = e->image[t->right];
    const struct scaled *left = phi_of(e, t->left);
    struct scaled *phi = arena_array(e->arena, (size_t)n, sizeof *phi);
    for (int i = 0; i < n; i++)
        phi[i] =
            scaled_product(e->arena, e->tableau->exact, &left[i], &image[i]);
    return e->phi[tree] = phi;
}

/* Room for those of the trees that have been added. */
static void extend(struct elementary *e, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(struct scaled *);
    size_t new_size = (size_t)e->forest.count * sizeof(struct scaled *);
    e->phi = arena_grow(e->arena, e->phi, old_size, new_size);
    e->image = arena_grow(e->arena, e->image, old_size, new_size);
}

struct elementary *elementary_new(struct arena *arena, const struct tableau *t,
                                  bool timed)
{
    struct elementary *e = arena_alloc(arena, sizeof *e);
    int n = t->stages, rows = n * (1 + t->embedded);
    *e = (struct elementary){.arena = arena, .tableau = t, .units = 2};
    e->unit[0] = e->unit[1] = e->b_unit = scaled_one(arena);
    if (t->exact) {
        scaled_join(arena, &e->unit[1], n * n, t->a);
        scaled_join(arena, &e->b_unit, rows, t->b);
    }
    if (t->exact && timed)
        scaled_join(arena, &e->unit[1], n, t->c);
    e->a = scaled_row(arena, t->exact, n * n, t->a, &e->unit[1]);
    e->b = scaled_row(arena, t->exact, rows, t->b, &e->b_unit);
    e->forest = forest_new(arena, timed);
    extend(e, 0);
    if (timed)
        e->image[TREE_TIME] = scaled_row(arena, t->exact, n, t->c, &e->unit[1]);
    return e;
}

void elementary_grow(struct elementary *e, int order)
{
    for (; e->units <= order; e->units++)
        e->unit[e->units] =
            scaled_multiply(e->arena, &e->unit[e->units - 1], &e->unit[1]);
    while (e->forest.order < order) {
        int old_count = e->forest.count;
        forest_grow(&e->forest);
        extend(e, old_count);
    }
}

/* ---- what conditions are missed by ---- */

static const struct scaled *row_of(const struct elementary *e, int row)
{
    return e->b + row * e->tableau->stages;
}

/* over/under = sum of b phi - 1/gamma; returns the error of the quotient. */
static double miss(const struct elementary *e, int row, int tree, mpz_ptr over,
                   mpz_ptr under)
{
    const struct tree *t = &e->forest.tree[tree];
    double error = scaled_sum(over, e->tableau->exact, e->tableau->stages,
                              row_of(e, row), e->phi[tree]);
    if (e->tableau->exact)
        mpz_mul(under, &e->b_unit, &e->unit[t->order - 1]);
    else
        mpz_setbit(under, 2 * SCALED_POINT);
    mpz_mul_ui(over, over, (unsigned long)t->density);
    mpz_sub(over, over, under);
    mpz_mul_ui(under, under, (unsigned long)t->density);
    return error;
}

/* x = over/under to all bits but two. */
static void divide(mpfr_ptr x, mpz_srcptr over, mpz_srcptr under)
{
    enum { WIDE = NUMBER_BITS + 64 };
    mpfr_t wide;
    mpfr_init2(wide, WIDE);
    mpfr_set_z(wide, over, MPFR_RNDN);
    mpfr_div_z(x, wide, under, MPFR_RNDN);
    mpfr_clear(wide);
}

/* The quotient lies on the machine's stack: there is nothing to clear when
 * memory runs out.  Bounds far below what the condition is about are meant to
 * be bounds of 0. */
value elementary_miss_real(struct elementary *e, int row, int tree)
{
    mp_limb_t limbs[NUMBER_BITS / 8 / sizeof(mp_limb_t)];
    mpfr_t x;
    mpz_t over, under;
    phi_of(e, tree);
    mpfr_custom_init(limbs, NUMBER_BITS);
    mpfr_custom_init_set(x, MPFR_ZERO_KIND, 0, NUMBER_BITS, limbs);
    mpz_inits(over, under, (mpz_ptr)0);
    double error = miss(e, row, tree, over, under);
    divide(x, over, under);
    mpz_clears(over, under, (mpz_ptr)0);
    double rounding = fabs(mpfr_get_d(x, MPFR_RNDA)) * ldexp(4, -NUMBER_BITS);
    value v = number_widen(e->arena, number_of_mpfr(e->arena, x),
                           bound_add(error, bound_up(rounding)));
    double most = fmin(tableau_tolerance(e->tableau),
                       1e-3 / (double)e->forest.tree[tree].density);
    return number_may_be_zero(v) && number_error(v) <= most
               ? number_int(e->arena, 0)
               : v;
}

value elementary_miss(struct elementary *e, int row, int tree)
{
    struct arena *arena = e->arena;
    const struct tree *t = &e->forest.tree[tree];
    if (!e->tableau->exact)
        return elementary_miss_real(e, row, tree);
    struct scaled sum = scaled_dot(arena, true, e->tableau->stages,
                                   row_of(e, row), phi_of(e, tree));
    __mpz_struct unit =
        scaled_multiply(arena, &e->b_unit, &e->unit[t->order - 1]);
    return number_sub(arena, number_ratio(arena, &sum.integer, &unit),
                      number_fraction(arena, 1, (long)t->density));
}

/* ---- orders ---- */

static int first_tree(struct elementary *e, int row, int limit, bool refuted)
{
    limit = limit < TREE_ORDER ? limit : TREE_ORDER;
    for (int order = 1, tree = 0; order <= limit; order++) {
        elementary_grow(e, order);
        for (; tree < e->forest.first[order + 1]; tree++) {
            phi_of(e, tree); /* which stays */
            struct arena_mark mark = arena_mark(e->arena);
            value v = elementary_miss_real(e, row, tree);
            bool holds =
                number_may_be_zero(v) && (refuted || number_error(v) <= 0);
            arena_release(e->arena, mark);
            if (!holds && !(e->forest.timed && tree == TREE_TIME))
                return tree;
        }
    }
    return -1;
}

int elementary_failure(struct elementary *e, int row, int limit)
{
    return first_tree(e, row, limit, false);
}

int elementary_refuted(struct elementary *e, int row, int limit)
{
    return first_tree(e, row, limit, true);
}

int tableau_order(struct arena *arena, const struct tableau *tableau, int row,
                  int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct elementary *e = elementary_new(arena, tableau, false);
    int tree = elementary_failure(e, row, limit);
    int order = tree < 0 ? limit : e->forest.tree[tree].order - 1;
    arena_release(arena, mark);
    return order;
}
