/* SPDX-License-Identifier: MIT
 *
 * A search as numbers: equations that must hold, and what is to become least.
 */
#include "command/search.h"

#include <math.h>

#include "command/search_random.h"

/* Samples by which it is told what always holds. */
enum { SAMPLES = 7, STABILITY_SAMPLES = 200 };

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
    int last = p->quick->first[p->search->order + 1];
    double x[SEARCH_FREES];
    bool *fails = arena_array(p->arena, (size_t)last, sizeof *fails);
    for (int k = 0; k < SAMPLES; k++) {
        random_point(p, (struct random){0, 0, (uint64_t)k}, x);
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
        random_point(p, (struct random){0, 0, (uint64_t)k}, x);
        struct quick_function f = problem_function(p, x);
        int degree = f.degree;
        while (degree > 0 && !(fabs(f.under[degree]) > 1e-12))
            degree--;
        p->far = degree > p->far ? degree : p->far;
    }
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
    p.quick = quick_new(arena, t->stages, s->order + 1);
    p.entry = arena_array(arena, (size_t)tableau_entries(t), sizeof *p.entry);
    find_conditions(&p);
    find_far(&p);
    p.equations = p.conditions + (p.far >= 0);
    if (s->aim == AIM_ERROR)
        p.parts = p.quick->trees - p.quick->first[s->order + 1];
    if (s->aim == AIM_LOTKIN)
        p.parts = p.quick->monomials;
    return p;
}

/* ---- slopes and projection ---- */

void problem_slopes(struct arena *arena, int m, int n, const double *low,
                    const double *high, const double *x, problem_of_x *f,
                    void *context, double *out)
{
    struct arena_mark mark = arena_mark(arena);
    double *above = arena_array(arena, (size_t)m + 1, sizeof *above);
    double *below = arena_array(arena, (size_t)m + 1, sizeof *below);
    double *y = arena_array(arena, (size_t)n + 1, sizeof *y);
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    for (int i = 0; i < n; i++) {
        double h = 6e-6 * fmax(1e-2, fabs(x[i]));
        double most = fmin(x[i] + h, high[i]), least = fmax(x[i] - h, low[i]);
        y[i] = most;
        f(context, y, above);
        y[i] = least;
        f(context, y, below);
        y[i] = x[i];
        for (int k = 0; k < m; k++)
            out[k * n + i] = (above[k] - below[k]) / (most - least);
    }
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
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* Goes along `step`, less and less of it until the equations are missed by
 * less; false if no part helps. */
static bool advance(const struct problem *p, double *x, const double *step,
                    double *miss)
{
    double y[SEARCH_FREES], before = norm(p->equations, miss);
    for (double part = 1; part > 1e-4; part /= 2) {
        for (int i = 0; i < p->n; i++)
            y[i] = fmin(fmax(x[i] - part * step[i], p->low[i]), p->high[i]);
        problem_equations(p, y, miss);
        if (!(norm(p->equations, miss) < before))
            continue;
        for (int i = 0; i < p->n; i++)
            x[i] = y[i];
        return true;
    }
    return false;
}

/* Would the step leave the box right away?  Then nothing goes this way. */
static bool hold_back(const struct problem *p, const double *x,
                      const double *step, double *slope)
{
    bool held = false;
    for (int i = 0; i < p->n; i++) {
        bool out = (x[i] <= p->low[i] && step[i] > 0) ||
                   (x[i] >= p->high[i] && step[i] < 0);
        for (int k = 0; out && k < p->equations; k++)
            slope[k * p->n + i] = 0;
        held |= out;
    }
    return held;
}

/* By J. C. F. Gauss' and I. Newton's steps. */
void problem_project(const struct problem *p, double *x)
{
    enum { STEPS = 60 };
    double miss[SEARCH_EQUATIONS], step[SEARCH_FREES];
    struct arena_mark mark = arena_mark(p->arena);
    double *slope =
        arena_array(p->arena, (size_t)(p->equations * p->n) + 1, sizeof *slope);
    problem_equations(p, x, miss);
    for (int k = 0; k < STEPS && norm(p->equations, miss) > 0; k++) {
        problem_equation_slopes(p, x, slope);
        do
            search_solve(p->arena, p->equations, p->n, slope, miss, 1e-9, step);
        while (hold_back(p, x, step, slope));
        if (!advance(p, x, step, miss))
            break;
    }
    arena_release(p->arena, mark);
}

/* ---- aims ---- */

void problem_parts(const struct problem *p, const double *x, double *out)
{
    find_misses(p, x);
    if (p->search->aim == AIM_ERROR)
        quick_errors(p->quick, out);
    else
        quick_monomials(p->quick, out);
}

static double sum_of_parts(const struct problem *p, const double *x)
{
    struct arena_mark mark = arena_mark(p->arena);
    double *part = arena_array(p->arena, (size_t)p->parts, sizeof *part);
    double sum = 0;
    problem_parts(p, x, part);
    if (p->search->aim == AIM_ERROR)
        sum = norm(p->parts, part);
    else
        for (int i = 0; i < p->parts; i++)
            sum += fabs(part[i]);
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
        return -quick_interval(&f, s->imaginary, 1e-10, 1e4);
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
