/* SPDX-License-Identifier: MIT
 *
 * Conditions and stability in double precision.  The polynomials of R are
 * characteristic ones, by U. J. J. Le Verrier's and D. K. Faddeev's recurrence:
 * M_1 = I, c_k = -tr(A M_k) / k, M_(k+1) = A M_k + c_k I give
 * det(I - z A) = 1 + c_1 z + ... + c_n z^n.
 */
#include "tableau/quick.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "tableau/error.h"

struct quick *quick_new(struct arena *arena, int stages, int order)
{
    struct quick *q = arena_alloc(arena, sizeof *q);
    struct forest *forest = arena_alloc(arena, sizeof *forest);
    *forest = forest_new(arena);
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
    q->monomials = error_shares(arena, forest, order, &q->share, &q->shares);
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
    for (int i = 0; i < q->monomials; i++)
        monomial[i] = 0;
    for (int i = 0; i < q->shares; i++) {
        const struct error_share *s = &q->share[i];
        monomial[s->monomial] +=
            s->factor * error_at(q, q->first[q->order] + s->term);
    }
    return q->monomials;
}

void quick_numbers(struct arena *arena, const struct quick *q,
                   const struct tableau *t, const struct number **miss,
                   const struct number **error, const struct number **monomial)
{
    struct elementary *e = elementary_new(arena, t, false);
    elementary_grow(e, q->order);
    for (int i = 0; miss && i < q->trees; i++)
        miss[i] = elementary_miss(e, 0, i);
    const struct number *const *term = error_terms(e, 0, q->order);
    const struct number *const *sum =
        error_monomials(arena, q->monomials, q->shares, q->share, term);
    for (int i = 0; error && i < q->trees - q->first[q->order]; i++)
        error[i] = term[i];
    for (int i = 0; monomial && i < q->monomials; i++)
        monomial[i] = sum[i];
}

/* ---- stability ---- */

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

/* Steps that are small where the function may turn, then halvings. */
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
        if (is_inside(f, imaginary, middle, tolerance))
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}
