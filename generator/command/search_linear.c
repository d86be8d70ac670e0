/* SPDX-License-Identifier: MIT
 *
 * Singular values by one-sided rotations: M. R. Hestenes, J. SIAM 6 (1958)
 * 51-90.  What has no full rank is the rule here: order conditions depend on
 * one another.
 */
#include "command/search.h"

#include <float.h>
#include <math.h>

/* Columns of w become orthogonal, w = A v; A is m by n. */
struct factors {
    int m, n;
    double *w, *v, *size;
    double largest;
};

enum { SWEEPS = 60 };

/* Rotates columns i and j so that they are orthogonal; false: they were. */
static bool rotate(struct factors *f, int i, int j)
{
    double a = 0, b = 0, c = 0;
    for (int k = 0; k < f->m; k++) {
        double x = f->w[k * f->n + i], y = f->w[k * f->n + j];
        a += x * x;
        b += y * y;
        c += x * y;
    }
    if (fabs(c) <= 1e-15 * sqrt(a * b) || fabs(c) < DBL_MIN)
        return false;
    double zeta = (b - a) / (2 * c);
    double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
    for (int k = 0; k < f->m + f->n; k++) {
        double *row = k < f->m ? f->w + k * f->n : f->v + (k - f->m) * f->n;
        double x = row[i], y = row[j];
        row[i] = cosine * x - sine * y;
        row[j] = sine * x + cosine * y;
    }
    return true;
}

static struct factors factorise(struct arena *arena, int m, int n,
                                const double *A)
{
    struct factors f = {.m = m, .n = n};
    size_t columns = (size_t)n;
    f.w = arena_array(arena, (size_t)m * columns + 1, sizeof(double));
    f.v = arena_array(arena, columns * columns + 1, sizeof(double));
    f.size = arena_array(arena, columns + 1, sizeof(double));
    for (int i = 0; i < m * n; i++)
        f.w[i] = A[i];
    for (int i = 0; i < n; i++)
        f.v[i * n + i] = 1;
    bool changed = true;
    for (int sweep = 0; changed && sweep < SWEEPS; sweep++) {
        changed = false;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                changed |= rotate(&f, i, j);
    }
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < m; k++)
            f.size[j] = hypot(f.size[j], f.w[k * n + j]);
        f.largest = fmax(f.largest, f.size[j]);
    }
    return f;
}

static bool counts(const struct factors *f, int j, double cut)
{
    return f->size[j] > cut * f->largest && f->size[j] > 1e-290;
}

int search_solve(struct arena *arena, int m, int n, const double *A,
                 const double *b, double cut, double *x)
{
    struct arena_mark mark = arena_mark(arena);
    struct factors f = factorise(arena, m, n, A);
    int rank = 0;
    for (int i = 0; i < n; i++)
        x[i] = 0;
    for (int j = 0; j < n; j++) {
        double along = 0;
        if (!counts(&f, j, cut))
            continue;
        for (int k = 0; k < m; k++)
            along += f.w[k * n + j] / f.size[j] * b[k];
        for (int i = 0; i < n; i++)
            x[i] += f.v[i * n + j] * (along / f.size[j]);
        rank++;
    }
    arena_release(arena, mark);
    return rank;
}

int search_combine(struct arena *arena, int m, int n, const double *A,
                   double cut, double *u)
{
    struct arena_mark mark = arena_mark(arena);
    struct factors f = factorise(arena, m, n, A);
    int rank = 0;
    for (int j = 0; j < n; j++) {
        if (!counts(&f, j, cut))
            continue;
        for (int k = 0; k < m; k++)
            u[rank * m + k] = f.w[k * n + j] / f.size[j];
        rank++;
    }
    arena_release(arena, mark);
    return rank;
}
