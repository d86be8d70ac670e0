/* SPDX-License-Identifier: MIT
 *
 * Sizes of the error's terms.  For Lotkin's bound the equation is scalar,
 * y' = f(x, y), and |f| <= M, |d^(i+j) f / dx^i dy^j| <= L^(i+j) / M^(j-1).
 * There a vertex with k leaves and m other branches stands for
 *     (d/dx + f d/dy)^k d^m f / dy^m
 *         = sum_i binomial(k, i) f^(k-i) d^(k+m) f / dx^i dy^(k-i+m),
 * a tree for the product of its vertices, and different trees have monomials in
 * common: their coefficients are added up before sizes are taken.  Each
 * monomial is at most M L^p.  A. Ralston, Math. Comp. 16 (1962) 431-437.
 */
#include "tableau/error.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

typedef const struct number *value;

/* A vertex of a tree that is no leaf. */
struct vertex {
    int leaves, others, taken; /* of the leaves, as d/dx */
};

/* Derivatives of f, in order; the power of f follows from them. */
struct monomial {
    int factors;
    uint16_t factor[TREE_ORDER];
    double times; /* it is in what the tree stands for */
    int tree;
};

struct monomials {
    struct arena *arena;
    struct monomial *item;
    int count, room;
};

/* ---- monomials ---- */

/* The vertices of a tree but its leaves. */
static int vertices_of(const struct forest *f, int tree, struct vertex *vertex)
{
    int pending[TREE_ORDER + 1], n = 0, found = 0;
    pending[n++] = tree;
    while (n > 0) {
        struct vertex v = {0};
        for (int at = pending[--n]; f->tree[at].left >= 0;
             at = f->tree[at].left) {
            int branch = f->tree[at].right;
            bool leaf = f->tree[branch].left < 0;
            v.leaves += leaf;
            v.others += !leaf;
            if (!leaf)
                pending[n++] = branch;
        }
        vertex[found++] = v;
    }
    return found;
}

static double binomial(int n, int k)
{
    double b = 1;
    for (int i = 1; i <= k; i++)
        b = b * (n - k + i) / i;
    return b;
}

static int compare_factors(const void *x, const void *y)
{
    return *(const uint16_t *)x - *(const uint16_t *)y;
}

/* The monomial in which each vertex takes as many d/dx as it says. */
static void add_monomial(struct monomials *m, const struct vertex *vertex,
                         int n, int tree)
{
    struct monomial x = {.factors = n, .times = 1, .tree = tree};
    for (int i = 0; i < n; i++) {
        const struct vertex *v = &vertex[i];
        int in_y = v->leaves - v->taken + v->others;
        x.factor[i] = (uint16_t)(v->taken * (TREE_ORDER + 1) + in_y);
        x.times *= binomial(v->leaves, v->taken);
    }
    qsort(x.factor, (size_t)n, sizeof *x.factor, compare_factors);
    arena_push(m->arena, m->item, m->count, m->room);
    m->item[m->count++] = x;
}

/* The next way to take d/dx, as an odometer counts; false after the last. */
static bool take_next(struct vertex *vertex, int n)
{
    for (int i = 0; i < n; i++) {
        if (vertex[i].taken < vertex[i].leaves) {
            vertex[i].taken++;
            return true;
        }
        vertex[i].taken = 0;
    }
    return false;
}

static void expand(struct monomials *m, const struct forest *f, int tree)
{
    struct vertex vertex[TREE_ORDER];
    int n = vertices_of(f, tree, vertex);
    do
        add_monomial(m, vertex, n, tree);
    while (take_next(vertex, n));
}

static int compare_all_factors(const struct monomial *s,
                               const struct monomial *t)
{
    int order = s->factors - t->factors;
    for (int i = 0; i < s->factors && order == 0; i++)
        order = s->factor[i] - t->factor[i];
    return order;
}

static int compare_monomials(const void *x, const void *y)
{
    const struct monomial *s = x, *t = y;
    int order = compare_all_factors(s, t);
    return order ? order : s->tree - t->tree;
}

int error_shares(struct arena *arena, const struct forest *f, int order,
                 struct error_share **share, int *shares)
{
    struct monomials m = {.arena = arena};
    int monomial = 0;
    for (int t = f->first[order]; t < f->first[order + 1]; t++)
        expand(&m, f, t);
    qsort(m.item, (size_t)m.count, sizeof *m.item, compare_monomials);
    *share = arena_array(arena, (size_t)m.count, sizeof **share);
    for (int i = 0; i < m.count; i++) {
        monomial += i > 0 && compare_all_factors(&m.item[i - 1], &m.item[i]);
        (*share)[i] = (struct error_share){
            monomial, m.item[i].tree - f->first[order], m.item[i].times};
    }
    *shares = m.count;
    return monomial + 1;
}

/* ---- terms ---- */

static int trees_of(const struct elementary *e, int order)
{
    return e->forest.first[order + 1] - e->forest.first[order];
}

const value *error_terms(struct elementary *e, int row, int order)
{
    elementary_grow(e, order);
    int first = e->forest.first[order], n = trees_of(e, order);
    value *term = arena_array(e->arena, (size_t)n, sizeof *term);
    for (int i = 0; i < n; i++) {
        long symmetry = (long)e->forest.tree[first + i].symmetry;
        value miss = elementary_miss_real(e, row, first + i);
        term[i] = number_div(e->arena, miss, number_int(e->arena, symmetry));
    }
    return term;
}

const value *error_monomials(struct arena *arena, int monomials, int shares,
                             const struct error_share *share, const value *term)
{
    value *sum = arena_array(arena, (size_t)monomials, sizeof *sum);
    for (int i = 0; i < monomials; i++)
        sum[i] = number_int(arena, 0);
    for (int i = 0; i < shares; i++) {
        const struct error_share *s = &share[i];
        value factor = number_of_double(arena, s->factor);
        value part = number_mul(arena, factor, term[s->term]);
        sum[s->monomial] = number_add(arena, sum[s->monomial], part);
    }
    return sum;
}

/* ---- norms ---- */

static value norm(struct arena *arena, int n, const value *x)
{
    return number_sqrt(arena, tableau_dot(arena, n, x, x, 1));
}

struct analysis_error error_of(struct elementary *e, int row, int order)
{
    struct error_share *share;
    int shares;
    const value *term = error_terms(e, row, order);
    int n = trees_of(e, order);
    int monomials = error_shares(e->arena, &e->forest, order, &share, &shares);
    const value *monomial =
        error_monomials(e->arena, monomials, shares, share, term);
    value sum = number_int(e->arena, 0);
    for (int i = 0; i < monomials; i++)
        sum = number_add(e->arena, sum, number_abs(e->arena, monomial[i]));
    return (struct analysis_error){order, norm(e->arena, n, term),
                                   tableau_largest(e->arena, n, term), sum};
}

struct analysis_pair error_pair(struct elementary *e, int row, int q)
{
    struct arena *a = e->arena;
    const value *first = error_terms(e, row, q + 1);
    const value *hat = error_terms(e, row, q + 2);
    const value *b = error_terms(e, 0, q + 2);
    int n = trees_of(e, q + 2);
    value *between = arena_array(a, (size_t)n, sizeof *between);
    for (int i = 0; i < n; i++)
        between[i] = number_sub(a, hat[i], b[i]);
    value by = norm(a, trees_of(e, q + 1), first);
    return (struct analysis_pair){number_div(a, norm(a, n, hat), by),
                                  number_div(a, norm(a, n, between), by),
                                  number_div(a, norm(a, n, b), by)};
}
