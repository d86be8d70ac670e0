/* SPDX-License-Identifier: MIT
 *
 * From an optimum in double to 256 bits, by J. L. Lagrange's conditions
 *     grad f + J' lambda = 0, g = 0:
 * the residuals have all bits.  The matrix is computed once, from differences,
 * in double: each step gains as many digits as the matrix has.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

/* Half the step for slopes in 256 bits; the step for slopes of residuals. */
#define STEP_256  0x1p-80
#define STEP_OVER 0x1p-30

/* A polished point may move by this part of the box; further away is another
 * point. */
#define STAYS 1e-4

enum { STEPS = 60 };

struct polish {
    const struct problem *problem;
    struct arena *arena;
    const double *at; /* the start */
    bool *fixed;      /* at a bound: x[i] is constant */
    int frees;        /* number of the others */
    num *x;
    int equations; /* those of the problem, then the zero parts */
    int *zero;     /* indices of the zero parts */
    int zeros;
    num *sign;      /* signs of the parts of lotkin_bound, 0 if zero */
    double *slopes; /* slopes of the equations */
};

static num *numbers(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(num));
}

/* ---- equations and parts ---- */

/* Computes in 256 bits the equations, then the parts; false if the entries have
 * no value at x. */
static bool look(const struct polish *h, struct arena *arena, const num *x,
                 num *out)
{
    const struct problem *p = h->problem;
    num real[SEARCH_FREES], *part = p->parts ? out + h->equations : NULL;
    for (int i = 0; i < p->n; i++)
        real[i] = number_real(arena, x[i]);
    const struct tableau *t = tableau_with(arena, p->search->tableau, real);
    if (!t)
        return false;
    num *miss[] = {numbers(arena, p->quick->forest.count),
                   numbers(arena, p->quick->forest.count)};
    quick_numbers(arena, p->quick, t, 0, miss[0], part);
    if (p->search->order_hat)
        quick_numbers(arena, p->quick, t, 1, miss[1], NULL);
    for (int i = 0; i < p->conditions; i++)
        out[i] = miss[p->row[i]][p->tree[i]];
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

/* The factor of a part's change in the aim's: its sign, or its value. */
static num pull(const struct polish *h, int part, num here)
{
    return h->sign ? h->sign[part] : here;
}

/* ---- steps ---- */

/* Computes in 256 bits the Lagrangian's gradient, if lambda is not NULL, and
 * the equations. */
static bool residual(const struct polish *h, const num *lambda, double *out)
{
    struct arena *arena = arena_child(h->arena);
    int m = h->equations, all = m + h->problem->parts;
    num *here = numbers(arena, all), *above = numbers(arena, all);
    num *below = numbers(arena, all), x[SEARCH_FREES];
    num step = number_of_double(arena, STEP_256);
    num wide = number_of_double(arena, 2 * STEP_256);
    bool good = look(h, arena, h->x, here);
    for (int i = 0; lambda && good && i < h->problem->n; i++) {
        num sum = number_int(arena, 0);
        if (h->fixed[i]) {
            *out++ = 0;
            continue;
        }
        memcpy(x, h->x, sizeof x);
        x[i] = number_add(arena, h->x[i], step);
        good = look(h, arena, x, above);
        x[i] = number_sub(arena, h->x[i], step);
        good = good && look(h, arena, x, below);
        for (int k = 0; good && k < all; k++) {
            num change = number_sub(arena, above[k], below[k]);
            num by = k < m ? lambda[k] : pull(h, k - m, here[k]);
            sum = number_add(arena, sum, number_mul(arena, change, by));
        }
        *out++ = number_double(number_div(arena, sum, wide));
    }
    for (int k = 0; good && k < m; k++)
        *out++ = number_double(here[k]);
    arena_free(arena);
    return good;
}

/* The Jacobian of the residual in x, by differences.  The matrix also has
 * columns for the multipliers; these and those of fixed symbols stay 0. */
static double *find_slopes(struct polish *h, const num *lambda)
{
    int n = h->problem->n, more = lambda ? n : 0, rows = h->equations + more;
    int columns = n + (lambda ? h->equations : 0);
    double *out = search_room(h->arena, rows * columns);
    double *here = search_room(h->arena, rows);
    double *there = search_room(h->arena, rows);
    bool good = residual(h, lambda, here);
    for (int j = 0; j < n && good; j++) {
        num x = h->x[j];
        if (h->fixed[j])
            continue;
        h->x[j] =
            number_add(h->arena, x, number_of_double(h->arena, STEP_OVER));
        good = residual(h, lambda, there);
        h->x[j] = x;
        for (int i = 0; i < rows; i++)
            out[i * columns + j] = (there[i] - here[i]) / STEP_OVER;
    }
    return good ? out : NULL;
}

/* I. Newton's steps with this matrix, as long as they help, for x and, if any,
 * the multipliers.  Returns the last residual. */
static double run(struct polish *h, const double *a, num *lambda)
{
    int frees = h->problem->n, n = frees + (lambda ? h->equations : 0);
    int rows = h->equations + (lambda ? frees : 0);
    double *step = search_room(h->arena, n);
    double *off = search_room(h->arena, rows), last = HUGE_VAL;
    for (int k = 0; k < STEPS; k++) {
        if (!residual(h, lambda, off) || !(search_norm(rows, off) < last / 2))
            break;
        last = search_norm(rows, off);
        search_solve(h->arena, rows, n, a, off, 1e-9, step);
        if (!isfinite(search_norm(n, step)))
            return HUGE_VAL;
        for (int i = 0; i < n; i++) {
            num *x = i < frees ? &h->x[i] : &lambda[i - frees];
            num by = number_of_double(h->arena, step[i]);
            *x = number_copy(h->arena, number_sub(h->arena, *x, by));
        }
    }
    return last;
}

/* Starts from the least-squares multipliers; true if the residual becomes
 * small. */
static bool run_lagrange(struct polish *h)
{
    int n = h->problem->n, m = h->equations, all = n + m;
    double *across = search_room(h->arena, n * m);
    double *down = search_room(h->arena, all),
           *start = search_room(h->arena, m);
    num *lambda = numbers(h->arena, m);
    for (int k = 0; k < m; k++)
        lambda[k] = number_int(h->arena, 0);
    if (!residual(h, lambda, down))
        return false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            across[i * m + k] = -h->slopes[k * n + i];
    search_solve(h->arena, n, m, across, down, 1e-7, start);
    if (!isfinite(search_norm(m, start)))
        return false;
    for (int k = 0; k < m; k++)
        lambda[k] = number_of_double(h->arena, start[k]);
    double *a = find_slopes(h, lambda);
    if (!a || !isfinite(search_norm(all * all, a)))
        return false;
    for (int k = n; k < all; k++)
        for (int i = 0; i < n; i++)
            a[i * all + k] = a[k * all + i];
    return run(h, a, lambda) < 1e-36;
}

/* Moves to the nearest point where all equations hold; false if there is none
 * near the start and inside the bounds. */
static bool run_equations(struct polish *h)
{
    const struct problem *p = h->problem;
    if (h->equations > 0 && !(run(h, h->slopes, NULL) < 1e-50))
        return false;
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double moved = number_double(h->x[i]) - h->at[i];
        if (!(fabs(moved) <= STAYS * p->width[i]) ||
            number_compare(h->x[i], f->low) < 0 ||
            number_compare(f->high, h->x[i]) < 0)
            return false;
    }
    return true;
}

/* ---- attempts ---- */

/* Starts at x; if `hold`, symbols at their bounds stay there. */
static struct polish begin(const struct problem *p, const double *x, bool hold,
                           num *out, bool *fixed)
{
    struct polish h = {.problem = p,
                       .arena = p->arena,
                       .at = x,
                       .equations = p->equations,
                       .fixed = fixed,
                       .x = out};
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double near = 1e-9 * p->width[i];
        bool low = hold && x[i] - p->low[i] <= near;
        bool high = hold && p->high[i] - x[i] <= near;
        out[i] = low    ? f->low
                 : high ? f->high
                        : number_of_double(p->arena, x[i]);
        fixed[i] = low || high;
        h.frees += !fixed[i];
    }
    return h;
}

/* Finds the zero parts of lotkin_bound, and the signs of the others. */
static void find_zeros(struct polish *h)
{
    const struct problem *p = h->problem;
    double *part = search_room(h->arena, p->parts), sum = 0;
    problem_parts(p, h->at, part);
    h->sign = numbers(h->arena, p->parts);
    h->zero = arena_array(h->arena, (size_t)p->parts + 1, sizeof *h->zero);
    for (int i = 0; i < p->parts; i++)
        sum += fabs(part[i]);
    for (int i = 0; i < p->parts; i++) {
        bool is_zero = !(fabs(part[i]) > 1e-7 * sum);
        h->sign[i] = number_int(h->arena, is_zero ? 0 : part[i] < 0 ? -1 : 1);
        if (is_zero)
            h->zero[h->zeros++] = i;
    }
    h->equations += h->zeros;
}

/* Moves to the optimum: where the equations determine x, or the Lagrangian is
 * stationary. */
static bool settle(struct polish *h)
{
    if (h->problem->search->aim == AIM_LOTKIN)
        find_zeros(h);
    int m = h->equations, n = h->problem->n;
    double *none = search_room(h->arena, m), step[SEARCH_FREES];
    h->slopes = find_slopes(h, NULL);
    if (!h->slopes)
        return false;
    int rank = search_solve(h->arena, m, n, h->slopes, none, 1e-6, step);
    return (rank == h->frees || (h->problem->parts > 0 && run_lagrange(h))) &&
           run_equations(h);
}

/* On failure returns the given x. */
void search_refine(const struct problem *p, const double *x, num *out,
                   bool *fixed)
{
    struct problem plain = *p;
    plain.parts = 0;
    for (int hold = 1; hold >= 0; hold--) {
        struct polish h = begin(&plain, x, hold, out, fixed);
        h.slopes = find_slopes(&h, NULL);
        if (h.slopes && run_equations(&h))
            return;
    }
    begin(&plain, x, true, out, fixed);
}

num search_polish(const struct problem *p, const double *at, num *x,
                  bool *fixed, bool *settled)
{
    struct polish h = begin(p, at, true, x, fixed);
    *settled = settle(&h);
    if (!*settled)
        search_refine(p, at, x, fixed);
    int m = h.equations, parts = p->parts;
    num *g = numbers(p->arena, m + parts), *part = g + m;
    if (!*settled || parts == 0 || !look(&h, p->arena, x, g))
        return NULL;
    num sum = tableau_dot(p->arena, parts, part, h.sign ? h.sign : part, 1);
    return h.sign ? sum : number_sqrt(p->arena, sum);
}
