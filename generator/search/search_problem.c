/* SPDX-License-Identifier: MIT
 *
 * A search as numbers: equations that must hold, and what is to become least.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

/* Samples by which it is told what always holds. */
enum { SAMPLES = 7, STABILITY_SAMPLES = 200, PROJECTIONS = 200 };

uint64_t random_mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void problem_point(const struct problem *p, struct counter r, double *x)
{
    uint64_t key = random_mix(random_mix(r.hash) ^ r.seed);
    key = random_mix(key ^ r.start);
    for (int i = 0; i < p->n; i++) {
        key = random_mix(key + (uint64_t)i);
        double part = (double)(key >> 11) * 0x1p-53;
        x[i] = p->low[i] + part * (p->high[i] - p->low[i]);
    }
}

static void evaluate(const struct problem *p, const double *x)
{
    tableau_evaluate(p->search->tableau, x, p->entry);
}

static const double *weights(const struct problem *p)
{
    int n = p->quick->stages;
    return p->entry + n * n;
}

static void find_misses(const struct problem *p, const double *x)
{
    evaluate(p, x);
    quick_misses(p->quick, p->entry, weights(p));
}

struct quick_function problem_function(const struct problem *p, const double *x)
{
    evaluate(p, x);
    return quick_function(p->quick->stages, p->entry, weights(p));
}

/* ---- equations ---- */

void problem_equations(const struct problem *p, const double *x, double *out)
{
    find_misses(p, x);
    for (int i = 0; i < p->conditions; i++)
        out[i] = p->quick->miss[p->tree[i]];
    if (p->far >= 0)
        out[p->conditions] = problem_function(p, x).over[p->far];
}

double problem_violation(const struct problem *p, const double *x)
{
    double miss[SEARCH_EQUATIONS], most = 0;
    problem_equations(p, x, miss);
    for (int i = 0; i < p->equations; i++)
        if (!(fabs(miss[i]) <= most))
            most = isnan(miss[i]) ? HUGE_VAL : fabs(miss[i]);
    return most;
}

/* A tree's condition is left out if it holds wherever one looks. */
static void find_conditions(struct problem *p)
{
    int last = p->quick->forest.first[p->search->order + 1];
    double x[SEARCH_FREES];
    bool *fails = arena_array(p->arena, (size_t)last, sizeof *fails);
    for (int k = 0; k < SAMPLES; k++) {
        problem_point(p, (struct counter){0, 0, (uint64_t)k}, x);
        find_misses(p, x);
        for (int t = 0; t < last; t++)
            fails[t] |= !(fabs(p->quick->miss[t]) < 1e-13);
    }
    p->tree = arena_array(p->arena, (size_t)last + 1, sizeof *p->tree);
    for (int t = 0; t < last; t++)
        if (fails[t])
            p->tree[p->conditions++] = t;
    p->always = last - p->conditions;
}

/* The degree of R's denominator: its numerator must have less. */
static void find_far(struct problem *p)
{
    double x[SEARCH_FREES];
    p->far = -1;
    if (p->search->demand != DEMAND_L)
        return;
    for (int k = 0; k < SAMPLES; k++) {
        problem_point(p, (struct counter){0, 0, (uint64_t)k}, x);
        struct quick_function f = problem_function(p, x);
        int degree = f.degree;
        while (degree > 0 && !(fabs(f.under[degree]) > 1e-12))
            degree--;
        p->far = degree > p->far ? degree : p->far;
    }
}

/* ---- slopes and projection ---- */

/* Of one variable; not on the other side of a bound that is near, where there
 * may be no value. */
static void slope_of(int m, int n, int i, double low, double high, double *y,
                     const double *here, problem_of_x *f, void *context,
                     double *one, double *two, double *out)
{
    const double x = y[i];
    double h = 6e-6 * fmax(1e-2, fabs(x));
    bool up = x + h <= high, down = x - h >= low, central = up == down;
    h = down && !up ? -h : h;
    y[i] = x + h;
    f(context, y, one);
    y[i] = central ? x - h : x + 2 * h;
    f(context, y, two);
    y[i] = x;
    for (int k = 0; k < m; k++) {
        double change =
            central ? one[k] - two[k] : 4 * one[k] - two[k] - 3 * here[k];
        out[k * n + i] = change / (2 * h);
    }
}

void problem_slopes(struct arena *arena, int m, int n, const double *low,
                    const double *high, const double *x, problem_of_x *f,
                    void *context, double *out)
{
    struct arena_mark mark = arena_mark(arena);
    double *here = search_room(arena, m);
    double *one = search_room(arena, m);
    double *two = search_room(arena, m);
    double *y = search_room(arena, n);
    memcpy(y, x, (size_t)n * sizeof *y);
    f(context, y, here);
    for (int i = 0; i < n; i++)
        slope_of(m, n, i, low[i], high[i], y, here, f, context, one, two, out);
    arena_release(arena, mark);
}

static void equations(void *context, const double *x, double *out)
{
    problem_equations(context, x, out);
}

void problem_equation_slopes(const struct problem *p, const double *x,
                             double *out)
{
    struct problem copy = *p;
    problem_slopes(p->arena, p->equations, p->n, p->low, p->high, x, equations,
                   &copy, out);
}

static double norm(int n, const double *v)
{
    return sqrt(search_dot(n, v, v));
}

static void clip(const struct problem *p, double *x)
{
    for (int i = 0; i < p->n; i++)
        x[i] = fmin(fmax(x[i], p->low[i]), p->high[i]);
}

/* The step in the box by which the equations, as their slopes go on, are missed
 * least; a long one has its price. */
static void find_step(const struct problem *p, const double *x,
                      const double *slope, const double *miss, double price,
                      double *y)
{
    int m = p->equations, n = p->n, rows = m + n;
    struct arena_mark mark = arena_mark(p->arena);
    double *column = arena_array(p->arena, (size_t)(n * rows), sizeof *column);
    double *left = arena_array(p->arena, (size_t)rows, sizeof *left);
    double low[SEARCH_FREES], high[SEARCH_FREES];
    for (int i = 0; i < n; i++) {
        double width = p->high[i] - p->low[i];
        for (int k = 0; k < m; k++)
            column[i * rows + k] = slope[k * n + i] * width;
        column[i * rows + m + i] = price;
        low[i] = fmin(0, (p->low[i] - x[i]) / width);
        high[i] = fmax(0, (p->high[i] - x[i]) / width);
    }
    for (int k = 0; k < m; k++)
        left[k] = -miss[k];
    search_bounded(p->arena, rows, n, column, left, low, high, y);
    for (int i = 0; i < n; i++)
        y[i] = x[i] + y[i] * (p->high[i] - p->low[i]);
    clip(p, y);
    arena_release(p->arena, mark);
}

/* By K. Levenberg's and D. W. Marquardt's steps, from inside the bounds. */
void problem_project(const struct problem *p, double *x)
{
    double miss[2][SEARCH_EQUATIONS], y[SEARCH_FREES], price = 1e-2;
    struct arena_mark mark = arena_mark(p->arena);
    size_t m = (size_t)p->equations, n = (size_t)p->n;
    double *slope = arena_array(p->arena, m * n + 1, sizeof *slope);
    clip(p, x);
    problem_equations(p, x, miss[0]);
    double off = norm(p->equations, miss[0]);
    bool moved = true;
    for (int k = 0; k < PROJECTIONS && off > 1e-16 && price < 1e4; k++) {
        if (moved)
            problem_equation_slopes(p, x, slope);
        find_step(p, x, slope, miss[0], price, y);
        problem_equations(p, y, miss[1]);
        double now = norm(p->equations, miss[1]);
        moved = now < off;
        if (!moved && off < 1e-14)
            break;
        price = moved ? fmax(price / 3, 1e-9) : 3 * price;
        if (moved) {
            off = now;
            memcpy(x, y, n * sizeof *y);
            memcpy(miss[0], miss[1], m * sizeof **miss);
        }
    }
    arena_release(p->arena, mark);
}

/* ---- aims ---- */

void problem_parts(const struct problem *p, const double *x, double *out)
{
    find_misses(p, x);
    quick_parts(p->quick, out);
}

static double sum_of(const struct problem *p, const double *part)
{
    double sum = 0;
    if (p->search->aim == AIM_ERROR)
        return norm(p->parts, part);
    for (int i = 0; i < p->parts; i++)
        sum += fabs(part[i]);
    return sum;
}

static double sum_of_parts(const struct problem *p, const double *x)
{
    struct arena_mark mark = arena_mark(p->arena);
    double *part = arena_array(p->arena, (size_t)p->parts, sizeof *part);
    problem_parts(p, x, part);
    double sum = sum_of(p, part);
    arena_release(p->arena, mark);
    return sum;
}

double problem_value(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    struct quick_function f;
    switch (s->aim) {
    case AIM_ERROR:
    case AIM_LOTKIN:
        return sum_of_parts(p, x);
    case AIM_INTERVAL:
        f = problem_function(p, x);
        return -quick_interval(&f, s->imaginary, 2 * SEARCH_MISS,
                               SEARCH_INTERVAL);
    default:
        return runner_value(p->runner, x);
    }
}

bool problem_is_stable(const struct problem *p, const double *x)
{
    if (p->search->demand == DEMAND_NOTHING)
        return true;
    struct quick_function f = problem_function(p, x);
    for (int k = 1; k <= STABILITY_SAMPLES; k++) {
        double y = tan(1.5707 * k / STABILITY_SAMPLES);
        struct quick_sizes s = quick_sizes(&f, y, true);
        if (!(s.over <= s.under * (1 + 1e-7)))
            return false;
    }
    return true;
}

/* ---- opening ---- */

static void find_unit(struct problem *p)
{
    size_t entries = (size_t)tableau_entries(p->search->tableau);
    double *zeros = arena_array(p->arena, entries, sizeof *zeros);
    double *part = arena_array(p->arena, (size_t)p->parts + 1, sizeof *part);
    quick_misses(p->quick, zeros, zeros);
    quick_parts(p->quick, part);
    p->unit = sum_of(p, part);
}

struct problem problem_of(struct arena *arena, const struct search *s)
{
    const struct tableau *t = s->tableau;
    struct problem p = {.search = s, .arena = arena, .n = t->frees};
    for (int i = 0; i < p.n; i++) {
        p.low[i] = number_double(t->free[i].low);
        p.high[i] = number_double(t->free[i].high);
        p.start[i] = number_double(t->free[i].start);
    }
    p.quick = quick_new(arena, t->stages, s->order + 1, s->aim == AIM_LOTKIN);
    p.entry = arena_array(arena, (size_t)tableau_entries(t), sizeof *p.entry);
    find_conditions(&p);
    find_far(&p);
    p.equations = p.conditions + (p.far >= 0);
    if (s->aim == AIM_ERROR || s->aim == AIM_LOTKIN)
        p.parts = p.quick->parts.count;
    if (p.parts > 0)
        find_unit(&p);
    return p;
}
