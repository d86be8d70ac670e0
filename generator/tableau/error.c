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

/* A vertex of a tree that is no leaf. */
struct vertex {
    int leaves, others, taken; /* of the leaves, as d/dx */
};

/* Derivatives of f, in order; the power of f follows from them. */
struct monomial {
    int factors;
    uint16_t factor[TREE_ORDER];
    double coefficient;
    int tree; /* that it comes from */
};

struct monomials {
    struct arena *arena;
    struct monomial *item;
    int count, room;
};

static double coefficient_of(const struct elementary *e,
                             const struct weights *w, int tree)
{
    return elementary_residual(e, w, tree).value /
           (double)e->forest.tree[tree].symmetry;
}

/* ---- Lotkin's bound ---- */

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
                         int n, double coefficient, int tree)
{
    struct monomial x = {
        .factors = n, .coefficient = coefficient, .tree = tree};
    for (int i = 0; i < n; i++) {
        const struct vertex *v = &vertex[i];
        int in_y = v->leaves - v->taken + v->others;
        x.factor[i] = (uint16_t)(v->taken * (TREE_ORDER + 1) + in_y);
        x.coefficient *= binomial(v->leaves, v->taken);
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

static void expand(struct monomials *m, const struct forest *f, int tree,
                   double coefficient)
{
    struct vertex vertex[TREE_ORDER];
    int n = vertices_of(f, tree, vertex);
    do
        add_monomial(m, vertex, n, coefficient, tree);
    while (take_next(vertex, n));
}

static int compare_monomials(const void *x, const void *y)
{
    const struct monomial *s = x, *t = y;
    if (s->factors != t->factors)
        return s->factors - t->factors;
    for (int i = 0; i < s->factors; i++)
        if (s->factor[i] != t->factor[i])
            return s->factor[i] - t->factor[i];
    /* an order for equal ones, so that sums are the same everywhere */
    if (s->coefficient != t->coefficient)
        return s->coefficient > t->coefficient ? 1 : -1;
    return s->tree - t->tree;
}

static bool same_factors(const struct monomial *s, const struct monomial *t)
{
    bool same = s->factors == t->factors;
    for (int i = 0; i < s->factors && same; i++)
        same = s->factor[i] == t->factor[i];
    return same;
}

static double add_up(struct monomials *m)
{
    double bound = 0;
    if (m->count == 0)
        return 0;
    qsort(m->item, (size_t)m->count, sizeof *m->item, compare_monomials);
    for (int i = 0; i < m->count;) {
        double sum = 0;
        int first = i;
        for (; i < m->count && same_factors(&m->item[first], &m->item[i]); i++)
            sum += m->item[i].coefficient;
        bound += fabs(sum);
    }
    return bound;
}

int error_shares(struct arena *arena, const struct forest *f, int order,
                 struct error_share **share, int *shares)
{
    struct monomials m = {.arena = arena};
    int monomial = 0;
    for (int t = f->first[order]; t < f->first[order + 1]; t++)
        expand(&m, f, t, 1);
    qsort(m.item, (size_t)m.count, sizeof *m.item, compare_monomials);
    *share = arena_array(arena, (size_t)m.count, sizeof **share);
    for (int i = 0; i < m.count; i++) {
        monomial += i > 0 && !same_factors(&m.item[i - 1], &m.item[i]);
        (*share)[i] = (struct error_share){monomial, m.item[i].tree,
                                           m.item[i].coefficient};
    }
    *shares = m.count;
    return monomial + 1;
}

/* ---- norms ---- */

struct analysis_error error_of(struct elementary *e, const struct weights *w,
                               int order)
{
    struct analysis_error error = {.order = order};
    struct arena_mark mark;
    double squares = 0;
    elementary_grow(e, order);
    mark = arena_mark(e->arena);
    struct monomials m = {.arena = e->arena};
    for (int t = e->forest.first[order]; t < e->forest.first[order + 1]; t++) {
        double c = coefficient_of(e, w, t);
        if (c != 0)
            expand(&m, &e->forest, t, c);
        squares += c * c;
        error.most = fmax(error.most, fabs(c));
    }
    error.norm = sqrt(squares);
    error.lotkin = add_up(&m);
    arena_release(e->arena, mark);
    return error;
}

double error_norm(struct elementary *e, const struct weights *w,
                  const struct weights *other, int order)
{
    double squares = 0;
    elementary_grow(e, order);
    for (int t = e->forest.first[order]; t < e->forest.first[order + 1]; t++) {
        double c = coefficient_of(e, w, t);
        if (other)
            c -= coefficient_of(e, other, t);
        squares += c * c;
    }
    return sqrt(squares);
}
