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

#include "base/arena.h"
#include "tableau/analysis.h"

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
    int frees, free[SEARCH_FREES]; /* those that are not at a bound */
    value *x;
    int equations; /* of the problem, then parts that are zero */
    int *zero;     /* these parts */
    int zeros;
    double *sign; /* of the other parts of lotkin_bound; 0: is zero */
    bool smooth;  /* is there a formula that becomes least? */
};

/* ---- equations and parts in 256 bits ---- */

static value *numbers(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(value));
}

static value far_coefficient(struct arena *arena, const struct tableau *t,
                             int far)
{
    struct stability s = {0};
    stability_function(arena, t, &s);
    return s.known && far <= s.over.degree ? s.over.coef[far]
                                           : number_int(arena, 0);
}

/* False if the entries have no value there. */
static bool evaluate(const struct problem *p, struct arena *arena,
                     const value *x, value *equation, value *part)
{
    value real[SEARCH_FREES];
    for (int i = 0; i < p->n; i++)
        real[i] = number_real(arena, x[i]);
    const struct tableau *t = tableau_with(arena, p->search->tableau, real);
    if (!t)
        return false;
    value *miss = numbers(arena, p->quick->forest.count);
    quick_numbers(arena, p->quick, t, miss, p->parts ? part : NULL);
    for (int i = 0; i < p->conditions; i++)
        equation[i] = miss[p->tree[i]];
    if (p->far >= 0)
        equation[p->conditions] = far_coefficient(arena, t, p->far);
    return true;
}

/* Equations, then the parts that are to be zero. */
static bool look(const struct polish *h, struct arena *arena, const value *x,
                 value *equation, value *part)
{
    if (!evaluate(h->problem, arena, x, equation, part))
        return false;
    for (int i = 0; i < h->zeros; i++)
        equation[h->problem->equations + i] = part[h->zero[i]];
    return true;
}

/* ---- the same in double ---- */

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

static void point_of(const struct polish *h, double *x)
{
    for (int i = 0; i < h->frees; i++)
        x[i] = h->at[h->free[i]];
}

/* Of equations and parts, by the free ones. */
static double *slopes(struct polish *h)
{
    const struct problem *p = h->problem;
    double x[SEARCH_FREES], low[SEARCH_FREES], high[SEARCH_FREES];
    double *out = search_room(h->arena, (h->equations + p->parts) * h->frees);
    point_of(h, x);
    for (int i = 0; i < h->frees; i++) {
        low[i] = p->low[h->free[i]];
        high[i] = p->high[h->free[i]];
    }
    problem_slopes(h->arena, h->equations + p->parts, h->frees, low, high, x,
                   look_double, h, out);
    return out;
}

/* What becomes least, with the multipliers' share. */
static double lagrangian(struct polish *h, const double *x,
                         const double *lambda)
{
    struct arena_mark mark = arena_mark(h->arena);
    int parts = h->problem->parts;
    double *out = search_room(h->arena, h->equations + parts), sum = 0;
    look_double(h, x, out);
    for (int i = 0; i < h->equations; i++)
        sum += lambda[i] * out[i];
    for (int i = 0; i < parts; i++) {
        double part = out[h->equations + i];
        sum += h->sign ? h->sign[i] * part : part * part / 2;
    }
    arena_release(h->arena, mark);
    return sum;
}

static double curvature(struct polish *h, const double *lambda, int i, int j)
{
    double x[SEARCH_FREES], sum = 0;
    for (int k = 0; k < 4; k++) {
        int s = k & 1 ? 1 : -1, t = k & 2 ? 1 : -1;
        point_of(h, x);
        x[i] += s * STEP_DOUBLE;
        x[j] += t * STEP_DOUBLE;
        sum += s * t * lagrangian(h, x, lambda);
    }
    return sum / (4 * STEP_DOUBLE * STEP_DOUBLE);
}

/* ---- steps ---- */

/* Slopes in 256 bits: what becomes least and the multipliers' share. */
static bool residual(const struct polish *h, struct arena *arena,
                     const value *lambda, double *out)
{
    const struct problem *p = h->problem;
    int m = h->equations;
    value *g = numbers(arena, m), *part = numbers(arena, p->parts);
    value *above = numbers(arena, m), *over = numbers(arena, p->parts);
    value *below = numbers(arena, m), *under = numbers(arena, p->parts);
    value x[SEARCH_FREES], step = number_of_double(arena, STEP_256);
    value wide = number_of_double(arena, 2 * STEP_256);
    if (!look(h, arena, h->x, g, part))
        return false;
    for (int i = 0; i < h->frees; i++) {
        int at = h->free[i];
        value sum = number_int(arena, 0);
        memcpy(x, h->x, sizeof x);
        x[at] = number_add(arena, h->x[at], step);
        if (!look(h, arena, x, above, over))
            return false;
        x[at] = number_sub(arena, h->x[at], step);
        if (!look(h, arena, x, below, under))
            return false;
        for (int k = 0; k < m; k++) {
            value change = number_sub(arena, above[k], below[k]);
            value share = number_mul(arena, change, lambda[k]);
            sum = number_add(arena, sum, share);
        }
        for (int k = 0; k < p->parts; k++) {
            value change = number_sub(arena, over[k], under[k]);
            value by = h->sign ? number_of_double(arena, h->sign[k]) : part[k];
            value share = number_mul(arena, change, by);
            sum = number_add(arena, sum, share);
        }
        out[i] = number_double(number_div(arena, sum, wide));
    }
    for (int k = 0; k < m; k++)
        out[h->frees + k] = number_double(g[k]);
    return true;
}

static double size(int n, const double *v)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, isnan(v[i]) ? HUGE_VAL : fabs(v[i]));
    return most;
}

static bool is_finite(int n, const double *v)
{
    return isfinite(size(n, v));
}

static void subtract(const struct polish *h, value *x, double step)
{
    *x = number_copy(
        h->arena, number_sub(h->arena, *x, number_of_double(h->arena, step)));
}

/* The multipliers that come nearest to what they should do. */
static void find_multipliers(struct polish *h, const double *slope,
                             double *lambda)
{
    int n = h->frees, m = h->equations, parts = h->problem->parts;
    double *across = search_room(h->arena, n * m),
           *down = search_room(h->arena, n);
    double *out = search_room(h->arena, m + parts), x[SEARCH_FREES];
    point_of(h, x);
    look_double(h, x, out);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            across[i * m + k] = slope[k * n + i];
        for (int k = 0; k < parts; k++)
            down[i] -=
                slope[(m + k) * n + i] * (h->sign ? h->sign[k] : out[m + k]);
    }
    search_solve(h->arena, n, m, across, down, 1e-7, lambda);
}

static double *matrix(struct polish *h, const double *slope,
                      const double *lambda)
{
    int n = h->frees, all = n + h->equations;
    double *out = search_room(h->arena, all * all);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * all + j] = curvature(h, lambda, i, j);
    for (int k = 0; k < h->equations; k++)
        for (int i = 0; i < n; i++)
            out[(n + k) * all + i] = out[i * all + n + k] = slope[k * n + i];
    return out;
}

/* Is all right in the end?  Steps go on as long as they help. */
static bool run_lagrange(struct polish *h, const double *slope)
{
    int n = h->frees, all = n + h->equations;
    double *step = search_room(h->arena, all);
    double *off = search_room(h->arena, all), last = HUGE_VAL;
    double *start = search_room(h->arena, h->equations);
    find_multipliers(h, slope, start);
    double *a = matrix(h, slope, start);
    if (!is_finite(h->equations, start) || !is_finite(all * all, a))
        return false;
    value *lambda = numbers(h->arena, h->equations);
    for (int k = 0; k < h->equations; k++)
        lambda[k] = number_of_double(h->arena, start[k]);
    for (int k = 0; k < STEPS; k++) {
        struct arena *work = arena_child(h->arena);
        bool good = residual(h, work, lambda, off);
        arena_free(work);
        if (!good || !(size(all, off) < last / 2))
            break;
        last = size(all, off);
        search_solve(h->arena, all, all, a, off, 1e-9, step);
        if (!is_finite(all, step))
            return false;
        for (int i = 0; i < n; i++)
            subtract(h, &h->x[h->free[i]], step[i]);
        for (int i = 0; i < h->equations; i++)
            subtract(h, &lambda[i], step[n + i]);
    }
    return last < 1e-36;
}

/* To the nearest point where all equations hold; false if there is none. */
static bool run_equations(struct polish *h, const double *slope)
{
    if (h->equations == 0)
        return true;
    double *off = search_room(h->arena, h->equations), last = HUGE_VAL;
    double step[SEARCH_FREES];
    value *g = numbers(h->arena, h->equations);
    value *part = numbers(h->arena, h->problem->parts);
    for (int k = 0; k < STEPS; k++) {
        struct arena *work = arena_child(h->arena);
        bool good = look(h, work, h->x, g, part);
        for (int i = 0; good && i < h->equations; i++)
            off[i] = number_double(g[i]);
        arena_free(work);
        if (!good || !(size(h->equations, off) < last / 2))
            break;
        last = size(h->equations, off);
        search_solve(h->arena, h->equations, h->frees, slope, off, 1e-9, step);
        if (!is_finite(h->frees, step))
            return false;
        for (int i = 0; i < h->frees; i++)
            subtract(h, &h->x[h->free[i]], step[i]);
    }
    return last < 1e-50;
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
        else
            h.free[h.frees++] = i;
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

/* Near where it began, and inside the bounds? */
static bool has_stayed(const struct polish *h)
{
    const struct problem *p = h->problem;
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

/* To where the equations hold. */
static bool meet(struct polish *h)
{
    return run_equations(h, slopes(h)) && has_stayed(h);
}

/* To the optimum: where they leave no choice, or nothing changes any more. */
static bool settle(struct polish *h)
{
    if (h->problem->search->aim == AIM_LOTKIN)
        find_zeros(h);
    double *slope = slopes(h), *none = search_room(h->arena, h->equations);
    double step[SEARCH_FREES];
    int rank =
        search_solve(h->arena, h->equations, h->frees, slope, none, 1e-6, step);
    return (rank == h->frees ||
            (h->problem->parts > 0 && run_lagrange(h, slope))) &&
           run_equations(h, slope) && has_stayed(h);
}

/* Without success x is what it was. */
static struct polish refine(const struct problem *p, const double *x,
                            value *out)
{
    for (int hold = 1; hold >= 0; hold--) {
        struct polish h = begin(p, x, hold, out);
        if (meet(&h))
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
    const struct problem *p = h->problem;
    value *g = numbers(h->arena, h->equations);
    value *part = numbers(h->arena, p->parts), sum = number_int(h->arena, 0);
    if (!p->parts || !look(h, h->arena, h->x, g, part))
        return NULL;
    for (int i = 0; i < p->parts; i++) {
        value other =
            h->sign ? number_of_double(h->arena, h->sign[i]) : part[i];
        value share = number_mul(h->arena, part[i], other);
        sum = number_add(h->arena, sum, share);
    }
    return h->sign ? sum : number_sqrt(h->arena, sum);
}

value search_polish(const struct problem *p, struct optimum *o)
{
    struct polish h = begin(p, o->best->x, true, o->x);
    o->settled = settle(&h);
    if (!o->settled)
        h = refine(p, o->best->x, o->x);
    for (int i = 0; i < p->n; i++)
        o->fixed[i] = true;
    for (int i = 0; i < h.frees; i++)
        o->fixed[h.free[i]] = false;
    return o->settled ? aim_value(&h) : NULL;
}
