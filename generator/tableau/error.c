/* SPDX-License-Identifier: MIT
 *
 * Norms of a tableau's error: principal terms, Lotkin's bound, ratios for a
 * pair; these and the stability function in double, for searches.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "tableau/analysis.h"

/* ---- Lotkin's bound ----
 *
 * The equation is scalar, y' = f(x, y), and |f| <= M, |d^(i+j) f / dx^i dy^j|
 * <= L^(i+j) / M^(j-1). There a vertex with k leaves and m other branches
 * means (d/dx + f d/dy)^k d^m f / dy^m = sum_i binomial(k, i) f^(k-i)
 * d^(k+m) f / dx^i dy^(k-i+m), a tree means the product of its vertices, and
 * different trees share monomials: their coefficients are added before absolute
 * values are taken.  Each monomial is at most M L^p.  A. Ralston, Math. Comp.
 * 16 (1962) 431-437. */

/* A vertex that is not a leaf: its branches. */
struct vertex {
    int leaves, others;
};

/* key: the number of derivatives of f, then the sorted derivatives; they imply
 * the power of f. */
struct monomial {
    int key[TREE_ORDER + 1];
    int tree;
    double times; /* its coefficient in the tree's sum */
};

struct monomials {
    struct arena *arena;
    struct monomial *item;
    int count, room;
};

/* Lists the vertices that are not leaves; returns their number. */
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
    return *(const int *)x - *(const int *)y;
}

/* Adds a monomial for each choice of the leaves taken as d/dx. */
static void add_monomials(struct monomials *m, const struct forest *f, int tree)
{
    struct vertex vertex[TREE_ORDER];
    int n = vertices_of(f, tree, vertex), ways = 1;
    for (int i = 0; i < n; i++)
        ways *= vertex[i].leaves + 1;
    for (int way = 0; way < ways; way++) {
        struct monomial x = {.key = {n}, .times = 1, .tree = tree};
        for (int i = 0, rest = way; i < n; rest /= vertex[i++].leaves + 1) {
            const struct vertex *v = &vertex[i];
            int taken = rest % (v->leaves + 1);
            int in_y = v->leaves - taken + v->others;
            x.key[i + 1] = taken * (TREE_ORDER + 1) + in_y;
            x.times *= binomial(v->leaves, taken);
        }
        qsort(x.key + 1, (size_t)n, sizeof *x.key, compare_factors);
        arena_push(m->arena, m->item, m->count, m->room, x);
    }
}

static int compare_keys(const struct monomial *s, const struct monomial *t)
{
    int i = 0;
    while (i < s->key[0] && s->key[i] == t->key[i])
        i++;
    return s->key[i] - t->key[i];
}

static int compare_monomials(const void *x, const void *y)
{
    const struct monomial *s = x, *t = y;
    int order = compare_keys(s, t);
    return order ? order : s->tree - t->tree;
}

/* Lotkin's parts over all trees of the order. */
static struct parts lotkin_of(struct arena *arena, const struct forest *f,
                              int order)
{
    struct monomials m = {.arena = arena};
    struct parts out = {.count = 1};
    for (int t = f->first[order]; t < f->first[order + 1]; t++)
        add_monomials(&m, f, t);
    qsort(m.item, (size_t)m.count, sizeof *m.item, compare_monomials);
    out.share = arena_array(arena, (size_t)m.count, sizeof *out.share);
    for (; out.shares < m.count; out.shares++) {
        const struct monomial *x = &m.item[out.shares];
        out.count += out.shares > 0 && compare_keys(x - 1, x) != 0;
        out.share[out.shares] =
            (struct share){out.count - 1, x->tree - f->first[order], x->times};
    }
    return out;
}

/* ---- terms ---- */

static int trees_of(const struct forest *f, int order)
{
    return f->first[order + 1] - f->first[order];
}

/* e(t) of each tree of the order, as reals; exactly 0 if meant to be 0. */
static const num *terms_of(struct elementary *e, int row, int order)
{
    elementary_grow(e, order);
    int first = e->forest.first[order], n = trees_of(&e->forest, order);
    num *term = arena_array(e->arena, (size_t)n, sizeof *term);
    for (int i = 0; i < n; i++) {
        long symmetry = (long)e->forest.tree[first + i].symmetry;
        num miss = elementary_miss_real(e, row, first + i);
        term[i] = number_div(e->arena, miss, number_int(e->arena, symmetry));
    }
    return term;
}

static const num *parts_of(struct arena *arena, const struct parts *p,
                           const num *term)
{
    if (!p->share)
        return term;
    num *sum = number_zeros(arena, p->count);
    for (int i = 0; i < p->shares; i++) {
        const struct share *s = &p->share[i];
        num factor = number_of_double(arena, s->factor);
        num part = number_mul(arena, factor, term[s->term]);
        sum[s->part] = number_add(arena, sum[s->part], part);
    }
    return sum;
}

/* ---- norms ---- */

static num norm(struct arena *arena, int n, const num *x)
{
    return number_sqrt(arena, tableau_dot(arena, n, x, x, 1));
}

struct analysis_error error_of(struct elementary *e, int row, int order)
{
    const num *term = terms_of(e, row, order);
    struct parts lotkin = lotkin_of(e->arena, &e->forest, order);
    const num *part = parts_of(e->arena, &lotkin, term);
    num sum = number_int(e->arena, 0);
    int n = trees_of(&e->forest, order);
    for (int i = 0; i < lotkin.count; i++)
        sum = number_add(e->arena, sum, number_abs(e->arena, part[i]));
    return (struct analysis_error){order, norm(e->arena, n, term),
                                   tableau_largest(e->arena, n, term), sum};
}

struct analysis_pair error_pair(struct elementary *e, int row, int q)
{
    struct arena *a = e->arena;
    const num *first = terms_of(e, row, q + 1);
    const num *hat = terms_of(e, row, q + 2);
    const num *b = terms_of(e, 0, q + 2);
    int n = trees_of(&e->forest, q + 2);
    num *between = arena_array(a, (size_t)n, sizeof *between);
    for (int i = 0; i < n; i++)
        between[i] = number_sub(a, hat[i], b[i]);
    num by = norm(a, trees_of(&e->forest, q + 1), first);
    return (struct analysis_pair){number_div(a, norm(a, n, hat), by),
                                  number_div(a, norm(a, n, between), by),
                                  number_div(a, norm(a, n, b), by)};
}

/* The 2-norm of the error terms of the order above `order`. */
static double error_above(struct elementary *e, int row, int order)
{
    const num *term = terms_of(e, row, order + 1);
    int n = trees_of(&e->forest, order + 1);
    return number_double(norm(e->arena, n, term));
}

double error_ratio(struct arena *arena, const struct tableau *t, int order,
                   int order_hat)
{
    if (order == order_hat || order >= TREE_ORDER || order_hat >= TREE_ORDER)
        return 0;
    struct arena_mark mark = arena_mark(arena);
    struct elementary *e = elementary_new(arena, t, false);
    double ratio = error_above(e, 0, order) / error_above(e, 1, order_hat);
    arena_release(arena, mark);
    return order > order_hat ? ratio : 1 / ratio;
}

/* ---- in double ---- */

struct quick *quick_new(struct arena *arena, int stages, int order, bool lotkin)
{
    struct quick *q = arena_alloc(arena, sizeof *q);
    struct forest *f = &q->forest;
    q->stages = stages;
    *f = forest_new(arena, false);
    while (f->order < order)
        forest_grow(f);
    size_t trees = (size_t)f->count, all = trees * (size_t)stages;
    q->phi = arena_array(arena, all, sizeof *q->phi);
    q->image = arena_array(arena, all, sizeof *q->image);
    q->miss = arena_array(arena, trees, sizeof *q->miss);
    q->parts = lotkin ? lotkin_of(arena, f, order)
                      : (struct parts){.count = trees_of(f, order)};
    return q;
}

double quick_dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void quick_misses(struct quick *q, const double *a, const double *b)
{
    const int n = q->stages;
    for (int t = 0; t < q->forest.count; t++) {
        const struct rooted_tree *tree = &q->forest.tree[t];
        double *phi = q->phi + t * n, *image = q->image + t * n;
        for (int i = 0; i < n; i++)
            phi[i] = tree->left < 0 ? 1
                                    : q->phi[tree->left * n + i] *
                                          q->image[tree->right * n + i];
        for (int i = 0; i < n; i++)
            image[i] = quick_dot(n, a + i * n, phi);
        q->miss[t] = quick_dot(n, b, phi) - 1 / (double)tree->density;
    }
}

static double term_at(const struct quick *q, int i)
{
    int tree = q->forest.first[q->forest.order] + i;
    return q->miss[tree] / (double)q->forest.tree[tree].symmetry;
}

void quick_parts(const struct quick *q, double *part)
{
    const struct parts *p = &q->parts;
    for (int i = 0; i < p->count; i++)
        part[i] = p->share ? 0 : term_at(q, i);
    for (int i = 0; i < p->shares; i++)
        part[p->share[i].part] +=
            p->share[i].factor * term_at(q, p->share[i].term);
}

void quick_numbers(struct arena *arena, const struct quick *q,
                   const struct tableau *t, int row, num *miss, num *part)
{
    struct elementary *e = elementary_new(arena, t, false);
    elementary_grow(e, q->forest.order);
    for (int i = 0; i < q->forest.count; i++)
        miss[i] = elementary_miss(e, row, i);
    if (!part)
        return;
    const num *all =
        parts_of(arena, &q->parts, terms_of(e, row, q->forest.order));
    memcpy(part, all, (size_t)q->parts.count * sizeof *part);
}

/* ---- stability in double ----
 *
 * R's polynomials are characteristic polynomials, by U. J. J. Le Verrier's and
 * D. K. Faddeev's recurrence: M_1 = I, c_k = -tr(A M_k) / k, M_(k+1) = A M_k +
 * c_k I give det(I - z A) = 1 + c_1 z + ... + c_n z^n. */

typedef double square[QUICK_STAGES * QUICK_STAGES];

static void characteristic(int n, const double *a, double *c)
{
    square m = {0}, product;
    for (int i = 0; i < n; i++)
        m[i * n + i] = 1;
    c[0] = 1;
    for (int k = 1; k <= n; k++) {
        double trace = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < n; l++)
                    sum += a[i * n + l] * m[l * n + j];
                product[i * n + j] = sum;
                trace += i == j ? sum : 0;
            }
        c[k] = -trace / k;
        memcpy(m, product, (size_t)(n * n) * sizeof *m);
        for (int i = 0; i < n; i++)
            m[i * n + i] += c[k];
    }
}

struct quick_function quick_function(int n, const double *a, const double *b)
{
    struct quick_function f = {.degree = n};
    square less;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            less[i * n + j] = a[i * n + j] - b[j];
    characteristic(n, less, f.over);
    characteristic(n, a, f.under);
    return f;
}

static double size_at(int degree, const double *c, double x, bool imaginary)
{
    double even = 0, odd = 0, y = imaginary ? -x * x : x * x;
    for (int k = degree; k >= 0; k--)
        if (k % 2)
            odd = odd * y + c[k];
        else
            even = even * y + c[k];
    odd *= x;
    return imaginary ? even * even + odd * odd : (even + odd) * (even + odd);
}

struct quick_sizes quick_sizes(const struct quick_function *f, double x,
                               bool imaginary)
{
    return (struct quick_sizes){size_at(f->degree, f->over, x, imaginary),
                                size_at(f->degree, f->under, x, imaginary)};
}

static bool is_inside(const struct quick_function *f, bool imaginary, double r,
                      double tolerance)
{
    struct quick_sizes s = quick_sizes(f, imaginary ? r : -r, imaginary);
    return s.over <= (1 + tolerance) * s.under;
}

/* Small steps (where the function may turn), then bisection. */
double quick_interval(const struct quick_function *f, bool imaginary,
                      double tolerance, double most)
{
    double inside = 0, outside = 0;
    while (outside < most) {
        outside += 1e-3 * fmax(1, inside);
        if (!is_inside(f, imaginary, outside, tolerance))
            break;
        inside = outside;
    }
    if (inside >= most)
        return most;
    for (int i = 0; i < 60; i++) {
        double middle = (inside + outside) / 2;
        bool is_in = is_inside(f, imaginary, middle, tolerance);
        *(is_in ? &inside : &outside) = middle;
    }
    return inside;
}
