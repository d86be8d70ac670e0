/* SPDX-License-Identifier: MIT
 *
 * Stability in double precision.  The polynomials of R are characteristic ones,
 * by U. J. J. Le Verrier's and D. K. Faddeev's recurrence: M_1 = I, c_k = -tr(A
 * M_k) / k, M_(k+1) = A M_k + c_k I give det(I - z A) = 1 + c_1 z + ... + c_n
 * z^n.
 */
#include "tableau/quick.h"

#include <math.h>
#include <string.h>

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
