/* SPDX-License-Identifier: MIT
 *
 * The radius of absolute monotonicity, which is the SSP coefficient: the
 * largest r for which, with K = (I + r A)^-1, none of
 *     K e,   r A K,   r b' K,   1 - r b' K e
 * is negative anywhere.  J. F. B. M. Kraaijevanger, BIT 31 (1991) 482-528.
 * What holds for an r holds for all smaller ones, so that it is bisected.
 */
#include "tableau/analysis.h"

#include <math.h>

#include "base/arena.h"

struct monotone {
    int n;           /* stages, and one more row: the step itself */
    double *k;       /* (n + 1) * (n + 2): I + r A beside e and r A */
    const double *a; /* with b as the last row */
};

/* Below this is round-off of zero. */
#define NEGATIVE (-1e-11)
#define LARGEST  1e6

static const double *matrix_of(struct arena *arena, const struct tableau *t)
{
    size_t n = (size_t)t->stages;
    double *a = arena_array(arena, (n + 1) * (n + 1), sizeof *a);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * (n + 1) + j] = number_double(t->a[i * n + j]);
    for (size_t j = 0; j < n; j++)
        a[n * (n + 1) + j] = number_double(t->b[j]);
    return a;
}

/* I + r A, the right sides e and r A beside it. */
static void fill(struct monotone *m, double r)
{
    int n = m->n, width = 2 * n + 1;
    for (int i = 0; i < n; i++) {
        double *row = m->k + i * width;
        for (int j = 0; j < n; j++) {
            double entry = r * m->a[i * n + j];
            row[j] = entry + (i == j);
            row[n + 1 + j] = entry;
        }
        row[n] = 1;
    }
}

static int largest_row(const struct monotone *m, int p)
{
    int width = 2 * m->n + 1, best = p;
    for (int i = p + 1; i < m->n; i++)
        if (fabs(m->k[i * width + p]) > fabs(m->k[best * width + p]))
            best = i;
    return best;
}

static void exchange(struct monotone *m, int p, int q)
{
    int width = 2 * m->n + 1;
    for (int j = 0; j < width; j++) {
        double entry = m->k[p * width + j];
        m->k[p * width + j] = m->k[q * width + j];
        m->k[q * width + j] = entry;
    }
}

/* Gauss and Jordan; false: it is singular. */
static bool solve(struct monotone *m)
{
    int n = m->n, width = 2 * n + 1;
    for (int p = 0; p < n; p++) {
        exchange(m, p, largest_row(m, p));
        double pivot = m->k[p * width + p];
        if (fabs(pivot) < 1e-14)
            return false;
        for (int j = 0; j < width; j++)
            m->k[p * width + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double factor = i == p ? 0 : m->k[i * width + p];
            for (int j = p; j < width && factor != 0; j++)
                m->k[i * width + j] -= factor * m->k[p * width + j];
        }
    }
    return true;
}

/* With b as a last row of A, K e and r A K hold all four conditions. */
static bool is_monotone(struct monotone *m, double r)
{
    int n = m->n, width = 2 * n + 1;
    fill(m, r);
    if (!solve(m))
        return false;
    for (int i = 0; i < n; i++)
        for (int j = n; j < width; j++)
            if (!(m->k[i * width + j] >= NEGATIVE * fmin(r, 1)))
                return false;
    return true;
}

double tableau_ssp(struct arena *arena, const struct tableau *t)
{
    int n = t->stages + 1;
    size_t size = (size_t)n * (size_t)(2 * n + 1);
    struct monotone m = {n, arena_array(arena, size, sizeof(double)),
                         matrix_of(arena, t)};
    double low = 1e-3, high = LARGEST;
    if (!is_monotone(&m, low))
        return 0;
    if (is_monotone(&m, high))
        return HUGE_VAL;
    for (int i = 0; i < 60; i++) {
        double r = sqrt(low * high);
        *(is_monotone(&m, r) ? &low : &high) = r;
    }
    return low;
}
