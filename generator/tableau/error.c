/* SPDX-License-Identifier: MIT
 *
 * Sizes of the error's terms, exactly and in double.  For Lotkin's bound the
 * equation is scalar, y' = f(x, y), and |f| <= M, |d^(i+j) f / dx^i dy^j| <=
 * L^(i+j) / M^(j-1). There a vertex with k leaves and m other branches stands
 * for (d/dx + f d/dy)^k d^m f / dy^m = sum_i binomial(k, i) f^(k-i) d^(k+m) f /
 * dx^i dy^(k-i+m), a tree for the product of its vertices, and different trees
 * have monomials in common: their coefficients are added up before sizes are
 * taken.  Each monomial is at most M L^p.  A. Ralston, Math. Comp. 16 (1962)
 * 431-437.
 */
#include "tableau/quick.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "tableau/analysis.h"
#include "tableau/elementary.h"

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

/* In all ways in which the first `open` vertices may take d/dx. */
static void expand(struct monomials *m, struct vertex *vertex, int n, int open,
                   int tree)
{
    if (open == 0) {
        add_monomial(m, vertex, n, tree);
        return;
    }
    struct vertex *last = &vertex[open - 1];
    for (last->taken = 0; last->taken <= last->leaves; last->taken++)
        expand(m, vertex, n, open - 1, tree);
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

/* Of all trees of the order. */
static struct lotkin lotkin_of(struct arena *arena, const struct forest *f,
                               int order)
{
    struct monomials m = {.arena = arena};
    struct lotkin out = {.monomials = 1};
    for (int t = f->first[order]; t < f->first[order + 1]; t++) {
        struct vertex vertex[TREE_ORDER];
        int n = vertices_of(f, t, vertex);
        expand(&m, vertex, n, n, t);
    }
    qsort(m.item, (size_t)m.count, sizeof *m.item, compare_monomials);
    out.share = arena_array(arena, (size_t)m.count, sizeof *out.share);
    for (; out.shares < m.count; out.shares++) {
        const struct monomial *x = &m.item[out.shares];
        out.monomials += out.shares > 0 && compare_all_factors(x - 1, x) != 0;
        out.share[out.shares] = (struct lotkin_share){
            out.monomials - 1, x->tree - f->first[order], x->times};
    }
    return out;
}

/* ---- terms ---- */

static int trees_of(const struct elementary *e, int order)
{
    return e->forest.first[order + 1] - e->forest.first[order];
}

/* e(t) of each tree of the order, as reals; 0 where it is meant to be. */
static const value *terms_of(struct elementary *e, int row, int order)
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

/* The coefficients of all monomials. */
static const value *monomials_of(struct arena *arena, const struct lotkin *l,
                                 const value *term)
{
    value *sum = arena_array(arena, (size_t)l->monomials, sizeof *sum);
    for (int i = 0; i < l->monomials; i++)
        sum[i] = number_int(arena, 0);
    for (int i = 0; i < l->shares; i++) {
        const struct lotkin_share *s = &l->share[i];
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
    const value *term = terms_of(e, row, order);
    struct lotkin l = lotkin_of(e->arena, &e->forest, order);
    const value *monomial = monomials_of(e->arena, &l, term);
    value sum = number_int(e->arena, 0);
    int n = trees_of(e, order);
    for (int i = 0; i < l.monomials; i++)
        sum = number_add(e->arena, sum, number_abs(e->arena, monomial[i]));
    return (struct analysis_error){order, norm(e->arena, n, term),
                                   tableau_largest(e->arena, n, term), sum};
}

struct analysis_pair error_pair(struct elementary *e, int row, int q)
{
    struct arena *a = e->arena;
    const value *first = terms_of(e, row, q + 1);
    const value *hat = terms_of(e, row, q + 2);
    const value *b = terms_of(e, 0, q + 2);
    int n = trees_of(e, q + 2);
    value *between = arena_array(a, (size_t)n, sizeof *between);
    for (int i = 0; i < n; i++)
        between[i] = number_sub(a, hat[i], b[i]);
    value by = norm(a, trees_of(e, q + 1), first);
    return (struct analysis_pair){number_div(a, norm(a, n, hat), by),
                                  number_div(a, norm(a, n, between), by),
                                  number_div(a, norm(a, n, b), by)};
}

/* ---- in double ---- */

struct quick *quick_new(struct arena *arena, int stages, int order)
{
    struct quick *q = arena_alloc(arena, sizeof *q);
    struct forest *forest = arena_alloc(arena, sizeof *forest);
    *forest = forest_new(arena, false);
    while (forest->order < order)
        forest_grow(forest);
    *q = (struct quick){.stages = stages,
                        .forest = forest,
                        .order = order,
                        .trees = forest->count,
                        .first = forest->first};
    size_t trees = (size_t)q->trees, n = (size_t)stages;
    q->phi = arena_array(arena, trees * n, sizeof *q->phi);
    q->image = arena_array(arena, trees * n, sizeof *q->image);
    q->miss = arena_array(arena, trees, sizeof *q->miss);
    q->lotkin = lotkin_of(arena, forest, order);
    return q;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void quick_misses(struct quick *q, const double *a, const double *b)
{
    const int n = q->stages;
    for (int t = 0; t < q->trees; t++) {
        const struct tree *tree = &q->forest->tree[t];
        double *phi = q->phi + t * n, *image = q->image + t * n;
        for (int i = 0; i < n; i++)
            phi[i] = tree->left < 0 ? 1
                                    : q->phi[tree->left * n + i] *
                                          q->image[tree->right * n + i];
        for (int i = 0; i < n; i++)
            image[i] = dot(n, a + i * n, phi);
        q->miss[t] = dot(n, b, phi) - 1 / (double)tree->density;
    }
}

static double error_at(const struct quick *q, int tree)
{
    return q->miss[tree] / (double)q->forest->tree[tree].symmetry;
}

int quick_errors(const struct quick *q, double *error)
{
    int first = q->first[q->order];
    for (int t = first; t < q->trees; t++)
        error[t - first] = error_at(q, t);
    return q->trees - first;
}

int quick_monomials(const struct quick *q, double *monomial)
{
    const struct lotkin *l = &q->lotkin;
    for (int i = 0; i < l->monomials; i++)
        monomial[i] = 0;
    for (int i = 0; i < l->shares; i++) {
        const struct lotkin_share *s = &l->share[i];
        monomial[s->monomial] +=
            s->factor * error_at(q, q->first[q->order] + s->term);
    }
    return l->monomials;
}

void quick_numbers(struct arena *arena, const struct quick *q,
                   const struct tableau *t, value *miss, value *error,
                   value *monomial)
{
    struct elementary *e = elementary_new(arena, t, false);
    elementary_grow(e, q->order);
    for (int i = 0; miss && i < q->trees; i++)
        miss[i] = elementary_miss(e, 0, i);
    const value *term = terms_of(e, 0, q->order);
    const value *sum = monomials_of(arena, &q->lotkin, term);
    for (int i = 0; error && i < q->trees - q->first[q->order]; i++)
        error[i] = term[i];
    for (int i = 0; monomial && i < q->lotkin.monomials; i++)
        monomial[i] = sum[i];
}
