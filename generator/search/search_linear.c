/* SPDX-License-Identifier: MIT
 *
 * Singular values by one-sided rotations: M. R. Hestenes, J. SIAM 6 (1958)
 * 51-90.  What has no full rank is the rule here: order conditions depend on
 * one another.
 */
#include "search/search.h"

#include <float.h>
#include <math.h>
#include <string.h>

double *search_room(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

double search_norm(int n, const double *x)
{
    return sqrt(quick_dot(n, x, x));
}

/* Turns two columns, of A v and of v below it, so that those of A v, their
 * first m numbers of so many, are orthogonal; false: they were. */
static bool rotate(int m, int all, double *x, double *y)
{
    double a = quick_dot(m, x, x), b = quick_dot(m, y, y),
           c = quick_dot(m, x, y);
    if (fabs(c) <= 1e-15 * sqrt(a * b) || fabs(c) < DBL_MIN)
        return false;
    double zeta = (b - a) / (2 * c);
    double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
    for (int k = 0; k < all; k++) {
        double old = x[k];
        x[k] = cosine * old - sine * y[k];
        y[k] = sine * old + cosine * y[k];
    }
    return true;
}

int search_split(struct arena *arena, int m, int n, const double *A, double cut,
                 double *u, double *v)
{
    enum { SWEEPS = 60 };
    struct arena_mark mark = arena_mark(arena);
    const int all = m + n;
    double *w = search_room(arena, all * n), *size = search_room(arena, n);
    double largest = 0;
    int rank = 0, rest = n;
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < m; k++)
            w[j * all + k] = A[k * n + j];
        w[j * all + m + j] = 1;
    }
    bool changed = true;
    for (int sweep = 0; changed && sweep < SWEEPS; sweep++) {
        changed = false;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                changed |= rotate(m, all, w + i * all, w + j * all);
    }
    for (int j = 0; j < n; j++) {
        size[j] = search_norm(m, w + j * all);
        largest = fmax(largest, size[j]);
    }
    for (int j = 0; j < n; j++) {
        bool counts = size[j] > cut * largest && size[j] > 1e-150;
        int row = counts ? rank++ : --rest;
        for (int i = 0; i < n; i++)
            v[row * n + i] = w[j * all + m + i];
        for (int k = 0; counts && k < m; k++)
            u[row * m + k] = w[j * all + k] / size[j] / size[j];
    }
    arena_release(arena, mark);
    return rank;
}

int search_solve(struct arena *arena, int m, int n, const double *A,
                 const double *b, double cut, double *x)
{
    struct arena_mark mark = arena_mark(arena);
    double *u = search_room(arena, n * m), *v = search_room(arena, n * n);
    int rank = search_split(arena, m, n, A, cut, u, v);
    for (int i = 0; i < n; i++)
        x[i] = 0;
    for (int j = 0; j < rank; j++) {
        double along = quick_dot(m, u + j * m, b);
        for (int i = 0; i < n; i++)
            x[i] += along * v[j * n + i];
    }
    arena_release(arena, mark);
    return rank;
}

/* ---- least squares between bounds ---- */

/* The one that stands and whose move helps most; -1: none does. */
static int most_helpful(int m, int n, const double *column, const double *left,
                        const double *low, const double *high, const double *y,
                        const bool *moves)
{
    double most = 1e-12;
    int best = -1;
    for (int j = 0; j < n; j++) {
        double gain = quick_dot(m, column + j * m, left);
        double size = search_norm(m, column + j * m);
        if (y[j] > low[j])
            gain = -gain;
        if (!moves[j] && low[j] < high[j] && gain > most * size) {
            most = gain / size;
            best = j;
        }
    }
    return best;
}

/* By C. L. Lawson's and R. J. Hanson's sets (1974, chapter 23): y moves, or
 * stands at a bound.  A step goes to where the moving ones, with columns of
 * zeros for the others, leave least, or as far as the bounds let it; then one
 * more stands. */
double search_bounded(struct arena *arena, int m, int n, const double *column,
                      const double *b, const double *low, const double *high,
                      double *y)
{
    struct arena_mark mark = arena_mark(arena);
    double *A = search_room(arena, m * n), *step = search_room(arena, n);
    double *left = search_room(arena, m);
    bool *moves = arena_array(arena, (size_t)n + 1, sizeof *moves);
    memcpy(left, b, (size_t)m * sizeof *b);
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        moves[j] = low[j] < 0;
    }
    for (int let_go = 0; let_go <= 3 * n;) {
        double part = 1;
        int held = -1;
        for (int i = 0; i < m * n; i++)
            A[i] = moves[i % n] ? column[i % n * m + i / n] : 0;
        search_solve(arena, m, n, A, left, 1e-12, step);
        for (int j = 0; j < n; j++) {
            double end = step[j] > 0 ? high[j] : low[j];
            if (fabs(part * step[j]) > fabs(end - y[j])) {
                part = (end - y[j]) / step[j];
                held = j;
            }
        }
        for (int i = 0; i < m * n; i++)
            left[i % m] -= part * step[i / m] * column[i];
        for (int j = 0; j < n; j++)
            y[j] += part * step[j];
        if (held >= 0)
            y[held] = step[held] > 0 ? high[held] : low[held];
        else
            held = most_helpful(m, n, column, left, low, high, y, moves);
        if (held < 0)
            break;
        moves[held] = !moves[held];
        let_go += moves[held];
    }
    double least = search_norm(m, left);
    arena_release(arena, mark);
    return least;
}
