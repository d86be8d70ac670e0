/* SPDX-License-Identifier: MIT
 *
 * Elementary weights by integers, what order conditions are missed by, and up
 * to which order those of all rooted trees hold.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "num/bound.h"

typedef const struct number *value;

/* ---- weights of trees ---- */

static const struct scaled *image_of(struct elementary *e, int tree)
{
    int n = e->tableau->stages;
    if (e->image[tree])
        return e->image[tree];
    struct scaled *image = arena_array(e->arena, (size_t)n, sizeof *image);
    for (int i = 0; i < n; i++)
        image[i] = scaled_dot(e->arena, e->tableau->exact, n, e->a + i * n,
                              e->phi[tree]);
    return e->image[tree] = image;
}

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
        phi[i] = scaled_product(e->arena, e->tableau->exact,
                                &e->phi[t->left][i], &image[i]);
    return phi;
}

static void extend(struct elementary *e, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(struct scaled *);
    size_t new_size = (size_t)e->forest.count * sizeof(struct scaled *);
    e->phi = arena_grow(e->arena, e->phi, old_size, new_size);
    e->image = arena_grow(e->arena, e->image, old_size, new_size);
    if (e->c && old_count <= TREE_TIME) {
        size_t size = (size_t)e->tableau->stages * sizeof *e->c;
        e->image[TREE_TIME] = arena_alloc(e->arena, size);
        memcpy(e->image[TREE_TIME], e->c, size);
    }
    for (int tree = old_count; tree < e->forest.count; tree++)
        e->phi[tree] = phi_of(e, tree);
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
    if (timed)
        e->c = scaled_row(arena, t->exact, n, t->c, &e->unit[1]);
    e->forest = timed ? forest_timed(arena) : forest_new(arena);
    extend(e, 0);
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
value elementary_miss_real(const struct elementary *e, int row, int tree)
{
    mp_limb_t limbs[NUMBER_BITS / 8 / sizeof(mp_limb_t)];
    mpfr_t x;
    mpz_t over, under;
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

value elementary_miss(const struct elementary *e, int row, int tree)
{
    struct arena *arena = e->arena;
    const struct tree *t = &e->forest.tree[tree];
    if (!e->tableau->exact)
        return elementary_miss_real(e, row, tree);
    struct scaled sum = scaled_dot(arena, true, e->tableau->stages,
                                   row_of(e, row), e->phi[tree]);
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
