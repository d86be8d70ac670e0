/* SPDX-License-Identifier: MIT
 *
 * From doubles to 256 bits, by J. L. Lagrange's conditions
 *     grad f + J' lambda = 0, g = 0:
 * their residuals have all bits, the matrix is one of doubles and is computed
 * once, so that each step gains the digits to which it is right.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

typedef const struct number *value;

/* Half a difference for slopes in 256 bits; another for curvatures in
 * double. */
#define STEP_256    0x1p-80
#define STEP_DOUBLE 1e-4

/* What is polished may move by so much of the box; further away is another
 * point than the one that was found. */
#define STAYS 1e-4

enum { STEPS = 60 };

struct polish {
    const struct problem *problem;
    struct arena *arena;
    double at[SEARCH_FREES];       /* where it begins */
    int frees, free[SEARCH_FREES]; /* those that are not at a bound: */
    double from[SEARCH_FREES], low[SEARCH_FREES], high[SEARCH_FREES];
    value *x;
    int equations; /* of the problem, then parts that are zero */
    int *zero;     /* these parts */
    int zeros;
    double *sign;   /* of the other parts of lotkin_bound; 0: is zero */
    double *slopes; /* of equations and parts, by the free ones */
};

static value *numbers(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(value));
}

/* ---- equations and parts ---- */

/* In 256 bits: the equations, then the parts.  False if the entries have no
 * value there. */
static bool look(const struct polish *h, struct arena *arena, const value *x,
                 value *out)
{
    const struct problem *p = h->problem;
    value real[SEARCH_FREES], *part = p->parts ? out + h->equations : NULL;
    for (int i = 0; i < p->n; i++)
        real[i] = number_real(arena, x[i]);
    const struct tableau *t = tableau_with(arena, p->search->tableau, real);
    if (!t)
        return false;
    value *miss = numbers(arena, p->quick->forest.count);
    quick_numbers(arena, p->quick, t, miss, part);
    for (int i = 0; i < p->conditions; i++)
        out[i] = miss[p->tree[i]];
    if (p->far >= 0) {
        struct stability s = {0};
        stability_function(arena, t, &s);
        bool there = s.known && p->far <= s.over.degree;
        out[p->conditions] = there ? s.over.coef[p->far] : number_int(arena, 0);
    }
    for (int i = 0; i < h->zeros; i++)
        out[p->equations + i] = part[h->zero[i]];
    return true;
}

/* The same in double, by the free ones. */
static void look_double(void *context, const double *x, double *out)
{
    const struct polish *h = context;
    const struct problem *p = h->problem;
    double y[SEARCH_FREES], *part = out + h->equations;
    memcpy(y, h->at, sizeof y);
    for (int i = 0; i < h->frees; i++)
        y[h->free[i]] = x[i];
    problem_equations(p, y, out);
    if (p->parts > 0)
        problem_parts(p, y, part);
    for (int i = 0; i < h->zeros; i++)
        out[p->equations + i] = part[h->zero[i]];
}

static void find_slopes(struct polish *h)
{
    int all = h->equations + h->problem->parts;
    h->slopes = search_room(h->arena, all * h->frees);
    problem_slopes(h->arena, all, h->frees, h->low, h->high, h->from,
                   look_double, h, h->slopes);
}

/* What becomes least, with the multipliers' share. */
static double lagrangian(struct polish *h, const double *x,
                         const double *lambda)
{
    struct arena_mark mark = arena_mark(h->arena);
    int m = h->equations, parts = h->problem->parts;
    double *out = search_room(h->arena, m + parts), sum = 0;
    look_double(h, x, out);
    for (int i = 0; i < m; i++)
        sum += lambda[i] * out[i];
    for (int i = m; i < m + parts; i++)
        sum += h->sign ? h->sign[i - m] * out[i] : out[i] * out[i] / 2;
    arena_release(h->arena, mark);
    return sum;
}

static double curvature(struct polish *h, const double *lambda, int i, int j)
{
    double x[SEARCH_FREES], sum = 0;
    for (int k = 0; k < 4; k++) {
        int s = k & 1 ? 1 : -1, t = k & 2 ? 1 : -1;
        memcpy(x, h->from, sizeof x);
        x[i] += s * STEP_DOUBLE;
        x[j] += t * STEP_DOUBLE;
        sum += s * t * lagrangian(h, x, lambda);
    }
    return sum / (4 * STEP_DOUBLE * STEP_DOUBLE);
}

/* ---- steps ---- */

static value add_product(struct arena *arena, value sum, value x, value y)
{
    return number_add(arena, sum, number_mul(arena, x, y));
}

/* In 256 bits: slopes of what becomes least with the multipliers' share, unless
 * there are none, and the equations. */
static bool residual(const struct polish *h, struct arena *arena,
                     const value *lambda, double *out)
{
    int m = h->equations, all = m + h->problem->parts;
    value *here = numbers(arena, all), *above = numbers(arena, all);
    value *below = numbers(arena, all), x[SEARCH_FREES];
    value step = number_of_double(arena, STEP_256);
    value wide = number_of_double(arena, 2 * STEP_256);
    if (!look(h, arena, h->x, here))
        return false;
    for (int i = 0; lambda && i < h->frees; i++) {
        int at = h->free[i];
        value sum = number_int(arena, 0);
        memcpy(x, h->x, sizeof x);
        x[at] = number_add(arena, h->x[at], step);
        if (!look(h, arena, x, above))
            return false;
        x[at] = number_sub(arena, h->x[at], step);
        if (!look(h, arena, x, below))
            return false;
        for (int k = 0; k < all; k++)
            sum =
                add_product(arena, sum, number_sub(arena, above[k], below[k]),
                            k < m     ? lambda[k]
                            : h->sign ? number_of_double(arena, h->sign[k - m])
                                      : here[k]);
        *out++ = number_double(number_div(arena, sum, wide));
    }
    for (int k = 0; k < m; k++)
        *out++ = number_double(here[k]);
    return true;
}

static double size(int n, const double *v)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, isnan(v[i]) ? HUGE_VAL : fabs(v[i]));
    return most;
}

/* By I. Newton's steps, of this matrix, as long as they help: x, and the
 * multipliers if there are any.  What is left in the end. */
static double run(struct polish *h, const double *a, value *lambda)
{
    int rows = h->equations + (lambda ? h->frees : 0);
    int n = h->frees + (lambda ? h->equations : 0);
    double *step = search_room(h->arena, n);
    double *off = search_room(h->arena, rows), last = HUGE_VAL;
    for (int k = 0; k < STEPS; k++) {
        struct arena *work = arena_child(h->arena);
        bool good = residual(h, work, lambda, off);
        arena_free(work);
        if (!good || !(size(rows, off) < last / 2))
            break;
        last = size(rows, off);
        search_solve(h->arena, rows, n, a, off, 1e-9, step);
        if (!isfinite(size(n, step)))
            return HUGE_VAL;
        for (int i = 0; i < n; i++) {
            value *x = i < h->frees ? &h->x[h->free[i]] : &lambda[i - h->frees];
            value by = number_of_double(h->arena, step[i]);
            *x = number_copy(h->arena, number_sub(h->arena, *x, by));
        }
    }
    return last;
}

/* The multipliers that come nearest to what they should do. */
static void find_multipliers(struct polish *h, double *lambda)
{
    int n = h->frees, m = h->equations, parts = h->problem->parts;
    double *across = search_room(h->arena, n * m),
           *down = search_room(h->arena, n);
    double *out = search_room(h->arena, m + parts);
    look_double(h, h->from, out);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            across[i * m + k] = h->slopes[k * n + i];
        for (int k = m; k < m + parts; k++)
            down[i] -=
                h->slopes[k * n + i] * (h->sign ? h->sign[k - m] : out[k]);
    }
    search_solve(h->arena, n, m, across, down, 1e-7, lambda);
}

/* Is all right in the end? */
static bool run_lagrange(struct polish *h)
{
    int n = h->frees, m = h->equations, all = n + m;
    double *start = search_room(h->arena, m);
    double *a = search_room(h->arena, all * all);
    value *lambda = numbers(h->arena, m);
    find_multipliers(h, start);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * all + j] = curvature(h, start, i, j);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            a[(n + k) * all + i] = a[i * all + n + k] = h->slopes[k * n + i];
    if (!isfinite(size(m, start)) || !isfinite(size(all * all, a)))
        return false;
    for (int k = 0; k < m; k++)
        lambda[k] = number_of_double(h->arena, start[k]);
    return run(h, a, lambda) < 1e-36;
}

/* To the nearest point where all equations hold; false if there is none near
 * where it began, inside the bounds. */
static bool run_equations(struct polish *h)
{
    const struct problem *p = h->problem;
    if (h->equations > 0 && !(run(h, h->slopes, NULL) < 1e-50))
        return false;
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double moved = number_double(h->x[i]) - h->at[i];
        if (!(fabs(moved) <= STAYS * (p->high[i] - p->low[i])) ||
            number_compare(h->x[i], f->low) < 0 ||
            number_compare(f->high, h->x[i]) < 0)
            return false;
    }
    return true;
}

/* ---- attempts ---- */

/* At x; symbols at their bounds may be held there. */
static struct polish begin(const struct problem *p, const double *x, bool hold,
                           value *out)
{
    struct polish h = {.problem = p, .arena = p->arena, .x = out};
    h.equations = p->equations;
    memcpy(h.at, x, sizeof h.at);
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double near = 1e-9 * (p->high[i] - p->low[i]);
        out[i] = number_of_double(p->arena, x[i]);
        if (hold && x[i] - p->low[i] <= near)
            out[i] = f->low;
        else if (hold && p->high[i] - x[i] <= near)
            out[i] = f->high;
        else {
            h.from[h.frees] = x[i];
            h.low[h.frees] = p->low[i];
            h.high[h.frees] = p->high[i];
            h.free[h.frees++] = i;
        }
    }
    return h;
}

/* Parts of lotkin_bound that are zero at the optimum, and signs of others. */
static void find_zeros(struct polish *h)
{
    const struct problem *p = h->problem;
    double *part = search_room(h->arena, p->parts), sum = 0;
    problem_parts(p, h->at, part);
    h->sign = search_room(h->arena, p->parts);
    h->zero = arena_array(h->arena, (size_t)p->parts + 1, sizeof *h->zero);
    for (int i = 0; i < p->parts; i++)
        sum += fabs(part[i]);
    for (int i = 0; i < p->parts; i++)
        if (fabs(part[i]) > 1e-7 * sum)
            h->sign[i] = part[i] < 0 ? -1 : 1;
        else
            h->zero[h->zeros++] = i;
    h->equations += h->zeros;
}

/* To the optimum: where the equations leave no choice, or nothing changes any
 * more. */
static bool settle(struct polish *h)
{
    if (h->problem->search->aim == AIM_LOTKIN)
        find_zeros(h);
    double *none = search_room(h->arena, h->equations), step[SEARCH_FREES];
    find_slopes(h);
    int rank = search_solve(h->arena, h->equations, h->frees, h->slopes, none,
                            1e-6, step);
    return (rank == h->frees || (h->problem->parts > 0 && run_lagrange(h))) &&
           run_equations(h);
}

/* To where the equations hold.  Without success x is what it was. */
static struct polish refine(const struct problem *p, const double *x,
                            value *out)
{
    for (int hold = 1; hold >= 0; hold--) {
        struct polish h = begin(p, x, hold, out);
        find_slopes(&h);
        if (run_equations(&h))
            return h;
    }
    return begin(p, x, true, out);
}

void search_refine(const struct problem *p, const double *x, value *out)
{
    struct problem plain = *p;
    plain.parts = 0;
    refine(&plain, x, out);
}

static value aim_value(const struct polish *h)
{
    int m = h->equations, all = m + h->problem->parts;
    value *g = numbers(h->arena, all), sum = number_int(h->arena, 0);
    if (all == m || !look(h, h->arena, h->x, g))
        return NULL;
    for (int i = m; i < all; i++)
        sum = add_product(h->arena, sum, g[i],
                          h->sign ? number_of_double(h->arena, h->sign[i - m])
                                  : g[i]);
    return h->sign ? sum : number_sqrt(h->arena, sum);
}

value search_polish(const struct problem *p, const double *at, value *x,
                    bool *fixed, bool *settled)
{
    struct polish h = begin(p, at, true, x);
    *settled = settle(&h);
    if (!*settled)
        h = refine(p, at, x);
    for (int i = 0; i < p->n; i++)
        fixed[i] = true;
    for (int i = 0; i < h.frees; i++)
        fixed[h.free[i]] = false;
    return *settled ? aim_value(&h) : NULL;
}
