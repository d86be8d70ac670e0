/* SPDX-License-Identifier: MIT
 *
 * Down from a point, by NLopt.  What is a formula goes by sequential quadratic
 * programs (D. Kraft, ACM Trans. Math. Softw. 20 (1994) 262-281); what is
 * measured on steppers goes by simplices in subspaces (T. H. Rowan, thesis,
 * Austin 1990) over points moved to where the equations hold.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

#include <nlopt.h>

#include "base/arena.h"

enum { STEPS = 400, EXCHANGES = 8, PROGRAMS = 60 };

/* A smaller aim is zero, and nothing is less; all weights being zero give 1. */
#define ZERO 1e-9
/* An aim that still changes by less of itself is at rest.  Where |R| leaves 1
 * on the imaginary axis, rounding errors leave less to be known. */
#define REST           1e-4
#define REST_IMAGINARY 1e-2

/* ---- one program ---- */

static double give_aim(unsigned n, const double *v, double *slope, void *data)
{
    struct chart *g = data;
    if (slope)
        memcpy(slope, chart_slopes(g, v), n * sizeof *slope);
    return chart_values(g, v)[0];
}

static void give_limits(unsigned m, double *value, unsigned n, const double *v,
                        double *slope, void *data)
{
    struct chart *g = data;
    memcpy(value, chart_values(g, v) + 1, m * sizeof *value);
    if (slope)
        memcpy(slope, chart_slopes(g, v) + n, m * n * sizeof *slope);
}

/* Limits may be missed by as much as equations: if by nothing, a start that
 * misses them by nothing would be better than all that rounding errors reach.
 * What NLopt says of where it ended is not asked: the point itself is. */
static void solve(struct chart *g, double *v)
{
    double tolerance = g->problem->search->tolerance, least;
    double *miss =
        arena_array(g->problem->arena, (size_t)g->limits, sizeof *miss);
    nlopt_opt o = nlopt_create(NLOPT_LD_SLSQP, (unsigned)g->n);
    if (!o)
        return;
    for (int i = 0; i < g->limits; i++)
        miss[i] = SEARCH_MISS;
    nlopt_set_lower_bounds(o, g->low);
    nlopt_set_upper_bounds(o, g->high);
    nlopt_set_min_objective(o, give_aim, g);
    nlopt_add_inequality_mconstraint(o, (unsigned)g->limits, give_limits, g,
                                     miss);
    nlopt_set_xtol_rel(o, tolerance);
    nlopt_set_xtol_abs1(o, tolerance);
    nlopt_set_maxeval(o, STEPS);
    nlopt_optimize(o, v, &least);
    nlopt_destroy(o);
}

/* Moves x; how far the interval then reaches as the program sees it. */
static double run_program(struct chart *g, double *x, double reach)
{
    struct arena_mark mark = arena_mark(g->problem->arena);
    double *v = chart_open(g, x, reach), y[SEARCH_FREES];
    if (g->flat > 0)
        solve(g, v);
    if (chart_point(g, v, y))
        memcpy(x, y, sizeof y);
    problem_project(g->problem, x);
    double interval = g->n > g->flat ? v[g->flat] * g->scale : 0;
    arena_release(g->problem->arena, mark);
    return interval;
}

/* Infinite where something that is asked for does not hold. */
static double value_at(const struct problem *p, const double *x)
{
    if (!(problem_violation(p, x) <= SEARCH_MISS) || !problem_is_stable(p, x))
        return HUGE_VAL;
    double value = problem_value(p, x);
    return isnan(value) ? HUGE_VAL : value;
}

/* ---- programs one after the other ---- */

/* E. Y. Remez' exchange: what was between the points becomes points.  A value
 * is only there where all of them are heeded, so the last way back is short. */
static void exchange(struct chart *g, double *x)
{
    const struct problem *p = g->problem;
    double best[SEARCH_FREES], y[SEARCH_FREES], value = HUGE_VAL;
    g->points = 16 + 6 * p->quick->stages;
    g->points = g->points < SEARCH_POINTS / 2 ? g->points : SEARCH_POINTS / 2;
    for (int i = 0; i < g->points; i++)
        g->point[i] = 0.5 - 0.5 * cos(3.14159265358979 * (i + 1) / g->points);
    memcpy(y, x, sizeof y);
    for (int k = 0; k < EXCHANGES; k++) {
        g->scale = fmax(-problem_value(p, y), 1);
        double r = run_program(g, y, 1);
        double now = value_at(p, y);
        if (now < value) {
            value = now;
            memcpy(best, y, sizeof best);
        }
        if (!chart_add_tops(g, y, r, 1e-13))
            break;
    }
    if (value < value_at(p, x))
        memcpy(x, best, sizeof best);
}

static bool is_at_rest(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    double value = problem_value(p, x);
    struct chart g = {.problem = p, .scale = fabs(value)};
    if (s->aim != AIM_INTERVAL)
        return value <= ZERO * p->unit || chart_unrest(&g, x) < REST;
    g.point[g.points++] = 1;
    chart_add_tops(&g, x, -value, -1e-3);
    return -value >= SEARCH_INTERVAL ||
           chart_unrest(&g, x) < (s->imaginary ? REST_IMAGINARY : REST);
}

/* One program after the other as long as they help; one that does not has gone
 * too far, or there is nowhere to go. */
static void shrink(struct chart *g, double *x)
{
    const struct problem *p = g->problem;
    double y[SEARCH_FREES], value = value_at(p, x), reach = 0.5;
    for (int k = 0; k < PROGRAMS && value > 0 && reach > 1e-6; k++) {
        memcpy(y, x, sizeof y);
        g->scale = isfinite(value) ? value : 1;
        run_program(g, y, reach);
        double now = value_at(p, y);
        bool lower = now < value;
        if (!lower && isfinite(value) && is_at_rest(p, x))
            break;
        if (lower || !isfinite(value))
            memcpy(x, y, sizeof y);
        if (!lower)
            reach /= 8;
        value = fmin(value, now);
    }
}

/* ---- what is measured ---- */

static double measured(unsigned n, const double *x, double *slope, void *data)
{
    const struct problem *p = data;
    double y[SEARCH_FREES];
    (void)slope;
    memcpy(y, x, (size_t)n * sizeof *y);
    problem_project(p, y);
    return fmin(value_at(p, y), 1e300);
}

/* True if the simplices have become as small as is wanted. */
static bool measure_down(const struct problem *p, double *x)
{
    nlopt_opt o = nlopt_create(NLOPT_LN_SBPLX, (unsigned)p->n);
    struct problem copy = *p;
    double least;
    if (!o)
        return false;
    nlopt_set_lower_bounds(o, p->low);
    nlopt_set_upper_bounds(o, p->high);
    nlopt_set_min_objective(o, measured, &copy);
    nlopt_set_xtol_rel(o, fmax(p->search->tolerance, 1e-7));
    nlopt_set_maxeval(o, (int)p->search->evaluations);
    bool rests = nlopt_optimize(o, x, &least) == NLOPT_XTOL_REACHED;
    nlopt_destroy(o);
    problem_project(p, x);
    return rests;
}

bool search_descend(const struct problem *p, double *x)
{
    struct chart g = {.problem = p};
    if (search_runs(p->search))
        return measure_down(p, x);
    if (p->search->aim == AIM_INTERVAL)
        exchange(&g, x);
    else
        shrink(&g, x);
    return is_at_rest(p, x);
}
