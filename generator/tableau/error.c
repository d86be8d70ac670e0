/* SPDX-License-Identifier: MIT
 *
 * Sizes of the error's terms.  For Lotkin's bound the equation is scalar,
 * y' = f(x, y), and where |f| <= M, |d^(i+j) f / dx^i dy^j| <= L^(i+j) /
 * M^(j-1), a vertex with k leaves and m other branches stands for
 * (d/dx + f d/dy)^k d^m f / dy^m, at most 2^k L^(k+m) M^(1-m).  Trees of the
 * same such vertices are the same function there, and their coefficients are
 * added up before the size is taken.
 */
#include "tableau/error.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

/* A tree as a scalar equation sees it. */
struct seen {
    int leaves, vertices;
    uint16_t vertex[TREE_ORDER]; /* leaves and other branches, in order */
    double coefficient;
};

static double coefficient_of(const struct elementary *e,
                             const struct weights *w, int tree)
{
    return elementary_residual(e, w, tree).value /
           (double)e->forest.tree[tree].symmetry;
}

/* ---- what a scalar equation sees ---- */

static int compare_vertices(const void *x, const void *y)
{
    return *(const uint16_t *)x - *(const uint16_t *)y;
}

/* The vertices of all subtrees but the leaves. */
static void look(const struct forest *f, int tree, struct seen *s)
{
    int pending[TREE_ORDER + 1], n = 0;
    pending[n++] = tree;
    while (n > 0) {
        int at = pending[--n], leaves = 0, others = 0;
        for (; f->tree[at].left >= 0; at = f->tree[at].left) {
            int branch = f->tree[at].right;
            bool leaf = f->tree[branch].left < 0;
            leaves += leaf;
            others += !leaf;
            if (!leaf)
                pending[n++] = branch;
        }
        s->leaves += leaves;
        s->vertex[s->vertices++] = (uint16_t)(leaves * TREE_ORDER + others);
    }
    qsort(s->vertex, (size_t)s->vertices, sizeof *s->vertex, compare_vertices);
}

static int compare_seen(const void *x, const void *y)
{
    const struct seen *s = x, *t = y;
    if (s->vertices != t->vertices)
        return s->vertices - t->vertices;
    for (int i = 0; i < s->vertices; i++)
        if (s->vertex[i] != t->vertex[i])
            return s->vertex[i] - t->vertex[i];
    return 0;
}

static double lotkin(struct seen *s, int n)
{
    double bound = 0;
    qsort(s, (size_t)n, sizeof *s, compare_seen);
    for (int i = 0; i < n;) {
        double sum = 0;
        int first = i;
        for (; i < n && compare_seen(&s[first], &s[i]) == 0; i++)
            sum += s[i].coefficient;
        bound += ldexp(fabs(sum), s[first].leaves);
    }
    return bound;
}

/* ---- norms ---- */

struct analysis_error error_of(struct elementary *e, const struct weights *w,
                               int order)
{
    struct analysis_error error = {.order = order};
    elementary_grow(e, order);
    int first = e->forest.first[order], n = e->forest.first[order + 1] - first;
    struct seen *seen = arena_array(e->arena, (size_t)n, sizeof *seen);
    double squares = 0;
    for (int i = 0; i < n; i++) {
        double c = coefficient_of(e, w, first + i);
        seen[i].coefficient = c;
        look(&e->forest, first + i, &seen[i]);
        squares += c * c;
        error.most = fmax(error.most, fabs(c));
    }
    error.norm = sqrt(squares);
    error.lotkin = lotkin(seen, n);
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
