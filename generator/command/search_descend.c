/* SPDX-License-Identifier: MIT
 *
 * Down from a point, by NLopt.  What is a formula goes by sequential quadratic
 * programs (D. Kraft, ACM Trans. Math. Softw. 20 (1994) 262-281), in which sums
 * of sizes and largest intervals have variables of their own, so that all is
 * smooth; what is measured on steppers goes by simplices in subspaces (T. H.
 * Rowan, thesis, Austin 1990) over points moved to where the equations hold.
 */
#include "command/search.h"

#include <math.h>
#include <string.h>

#include <nlopt.h>

#include "base/arena.h"

enum {
    POINTS = 240,
    RAYS = 24,
    STEPS = 400,
    EXCHANGES = 8,
    LOOKS = 4000,
    WIDENINGS = 200,
    PROGRAMS = 12
};

/* Variables are those of the problem, then the others.  Functions are the aim,
 * the equations, and what may not be above zero. */
struct descent {
    const struct problem *problem;
    struct arena *arena;
    int n, equations, limits;
    double *combine; /* equations that do not depend on one another */
    double scale;    /* of the parts */
    int points;      /* where |R| may not be above 1, parts of the interval */
    double point[POINTS];
    double reach; /* the interval as the program left it */
    double *low, *high;
    double *x, *value, *slope; /* where both are known */
    bool known;
};

static int functions(const struct descent *g)
{
    return 1 + g->equations + g->limits;
}

/* ---- the functions ---- */

static double *put_equations(const struct descent *g, const double *x,
                             double *out)
{
    double miss[SEARCH_EQUATIONS];
    int m = g->problem->equations;
    problem_equations(g->problem, x, miss);
    for (int i = 0; i < g->equations; i++, out++) {
        *out = 0;
        for (int k = 0; k < m; k++)
            *out += g->combine[i * m + k] * miss[k];
    }
    return out;
}

/* Parts between their sizes, which add up to the aim; or their squares. */
static double *put_parts(const struct descent *g, const double *x, double *aim,
                         double *out)
{
    int parts = g->problem->parts, n = g->problem->n;
    struct arena_mark mark = arena_mark(g->arena);
    double *part = arena_array(g->arena, (size_t)parts + 1, sizeof *part);
    *aim = 0;
    problem_parts(g->problem, x, part);
    for (int i = 0; i < parts; i++) {
        part[i] /= g->scale;
        if (g->problem->search->aim == AIM_ERROR) {
            *aim += part[i] * part[i];
            continue;
        }
        *aim += x[n + i];
        *out++ = part[i] - x[n + i];
        *out++ = -part[i] - x[n + i];
    }
    arena_release(g->arena, mark);
    return out;
}

static double *put_interval(const struct descent *g, const double *x,
                            double *aim, double *out)
{
    bool imaginary = g->problem->search->imaginary;
    struct quick_function f = problem_function(g->problem, x);
    double r = x[g->problem->n];
    *aim = -r;
    for (int i = 0; i < g->points; i++) {
        double at = g->point[i] * (imaginary ? r : -r);
        struct quick_sizes s = quick_sizes(&f, at, imaginary);
        *out++ = s.over / s.under - 1;
    }
    return out;
}

static void put_rays(const struct descent *g, const double *x, double *out)
{
    struct quick_function f = problem_function(g->problem, x);
    for (int k = 1; k <= RAYS; k++) {
        double y = tan(1.57 * k / RAYS);
        struct quick_sizes s = quick_sizes(&f, y, true);
        *out++ = (s.over - s.under) / pow(1 + y * y, f.degree);
    }
}

static void put_all(void *context, const double *x, double *out)
{
    const struct descent *g = context;
    double *next = put_equations(g, x, out + 1);
    if (g->problem->search->aim == AIM_INTERVAL)
        next = put_interval(g, x, out, next);
    else
        next = put_parts(g, x, out, next);
    if (g->problem->search->demand != DEMAND_NOTHING)
        put_rays(g, x, next);
}

/* NLopt asks for aim, equations and limits one by one at the same point. */
static void know(struct descent *g, const double *x)
{
    size_t size = (size_t)g->n * sizeof *x;
    if (g->known && memcmp(g->x, x, size) == 0)
        return;
    memcpy(g->x, x, size);
    put_all(g, x, g->value);
    problem_slopes(g->arena, functions(g), g->n, g->low, g->high, x, put_all, g,
                   g->slope);
    g->known = true;
}

static void give(const struct descent *g, int first, int count, double *value,
                 double *slope)
{
    size_t n = (size_t)g->n;
    memcpy(value, g->value + first, (size_t)count * sizeof *value);
    if (slope)
        memcpy(slope, g->slope + (size_t)first * n,
               (size_t)count * n * sizeof *slope);
}

static double give_aim(unsigned n, const double *x, double *slope, void *data)
{
    double value;
    (void)n;
    know(data, x);
    give(data, 0, 1, &value, slope);
    return value;
}

static void give_equations(unsigned m, double *value, unsigned n,
                           const double *x, double *slope, void *data)
{
    (void)n;
    know(data, x);
    give(data, 1, (int)m, value, slope);
}

static void give_limits(unsigned m, double *value, unsigned n, const double *x,
                        double *slope, void *data)
{
    const struct descent *g = data;
    (void)n;
    know(data, x);
    give(g, 1 + g->equations, (int)m, value, slope);
}

/* ---- one program ---- */

static double *room(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

/* Equations that, near x, are those of the problem and independent. */
static void combine(struct descent *g, const double *x)
{
    const struct problem *p = g->problem;
    double *slope = room(g->arena, p->equations * p->n);
    g->combine = room(g->arena, p->equations * p->n);
    problem_equation_slopes(p, x, slope);
    g->equations =
        search_combine(g->arena, p->equations, p->n, slope, 1e-7, g->combine);
}

static void set_limits(struct descent *g)
{
    const struct search *s = g->problem->search;
    g->limits = s->aim == AIM_LOTKIN     ? 2 * g->problem->parts
                : s->aim == AIM_INTERVAL ? g->points
                                         : 0;
    g->limits += s->demand != DEMAND_NOTHING ? RAYS : 0;
}

/* Of sizes, or of the interval. */
static void start_others(struct descent *g, const double *x, double *v)
{
    const struct problem *p = g->problem;
    double *part = room(g->arena, p->parts);
    if (p->search->aim == AIM_INTERVAL) {
        v[p->n] = fmax(-problem_value(p, x), 1e-3);
        g->low[p->n] = 1e-3;
        g->high[p->n] = 1e4;
        return;
    }
    problem_parts(p, x, part);
    for (int i = p->n; i < g->n; i++) {
        v[i] = fabs(part[i - p->n]) / g->scale;
        g->low[i] = 0;
        g->high[i] = HUGE_VAL;
    }
}

static void solve(struct descent *g, double *v)
{
    double tolerance = g->problem->search->tolerance, least;
    double *zeros = room(g->arena, g->equations + g->limits);
    nlopt_opt o = nlopt_create(NLOPT_LD_SLSQP, (unsigned)g->n);
    if (!o)
        return;
    nlopt_set_lower_bounds(o, g->low);
    nlopt_set_upper_bounds(o, g->high);
    nlopt_set_min_objective(o, give_aim, g);
    if (g->equations)
        nlopt_add_equality_mconstraint(o, (unsigned)g->equations,
                                       give_equations, g, zeros);
    if (g->limits)
        nlopt_add_inequality_mconstraint(o, (unsigned)g->limits, give_limits, g,
                                         zeros);
    nlopt_set_xtol_rel(o, tolerance);
    nlopt_set_maxeval(o, STEPS);
    nlopt_optimize(o, v, &least);
    nlopt_destroy(o);
}

static void run_program(struct descent *g, double *x)
{
    const struct problem *p = g->problem;
    struct arena_mark mark = arena_mark(g->arena);
    g->n = p->n + (p->search->aim == AIM_LOTKIN     ? p->parts
                   : p->search->aim == AIM_INTERVAL ? 1
                                                    : 0);
    combine(g, x);
    set_limits(g);
    g->low = room(g->arena, g->n);
    g->high = room(g->arena, g->n);
    g->x = room(g->arena, g->n);
    g->value = room(g->arena, functions(g));
    g->slope = room(g->arena, functions(g) * g->n);
    g->known = false;
    double *v = room(g->arena, g->n);
    for (int i = 0; i < p->n; i++) {
        v[i] = x[i];
        g->low[i] = p->low[i];
        g->high[i] = p->high[i];
    }
    if (g->n > p->n)
        start_others(g, x, v);
    if (g->equations < p->n)
        solve(g, v);
    g->reach = g->n > p->n ? v[p->n] : 0;
    for (int i = 0; i < p->n; i++)
        if (isfinite(v[i]))
            x[i] = fmin(fmax(v[i], p->low[i]), p->high[i]);
    arena_release(g->arena, mark);
}

/* ---- intervals ---- */

static double excess(const struct descent *g, const struct quick_function *f,
                     double at)
{
    bool imaginary = g->problem->search->imaginary;
    struct quick_sizes s = quick_sizes(f, imaginary ? at : -at, imaginary);
    return s.over / s.under - 1;
}

/* The largest one between its neighbours, by halves of the way. */
static double top(const struct descent *g, const struct quick_function *f,
                  double at, double width)
{
    for (; width > 1e-12; width /= 2) {
        if (excess(g, f, at + width) > excess(g, f, at))
            at += width;
        else if (excess(g, f, at - width) > excess(g, f, at))
            at -= width;
    }
    return at;
}

/* Adds the places where |R| is above 1 and largest; false if there are none. */
static bool add_tops(struct descent *g, const double *x, double r)
{
    struct quick_function f = problem_function(g->problem, x);
    double width = r / LOOKS;
    int before = g->points;
    for (int k = 1; k < LOOKS && g->points < POINTS; k++) {
        double at = k * width, here = excess(g, &f, at);
        if (!(here > -1e-6) || here < excess(g, &f, at - width) ||
            here < excess(g, &f, at + width))
            continue;
        at = top(g, &f, at, width);
        if (excess(g, &f, at) > 1e-13)
            g->point[g->points++] = at / r;
    }
    return g->points > before;
}

/* E. Y. Remez' exchange: what was between the points becomes points.  A value
 * is only there where all of them are heeded, so the last way back is short. */
static void exchange(struct descent *g, double *x)
{
    const struct problem *p = g->problem;
    double best[SEARCH_FREES], y[SEARCH_FREES], value = HUGE_VAL;
    g->points = 16 + 6 * p->quick->stages;
    g->points = g->points < POINTS / 2 ? g->points : POINTS / 2;
    for (int i = 0; i < g->points; i++)
        g->point[i] = 0.5 - 0.5 * cos(3.14159265358979 * (i + 1) / g->points);
    memcpy(y, x, sizeof y);
    for (int k = 0; k < EXCHANGES; k++) {
        run_program(g, y);
        problem_project(p, y);
        double now = problem_value(p, y);
        if (now < value) {
            value = now;
            memcpy(best, y, sizeof best);
        }
        if (!add_tops(g, y, g->reach))
            break;
    }
    if (value < problem_value(p, x))
        memcpy(x, best, sizeof best);
}

/* ---- what is measured ---- */

static double measured(unsigned n, const double *x, double *slope, void *data)
{
    const struct problem *p = data;
    double y[SEARCH_FREES];
    (void)slope;
    memcpy(y, x, (size_t)n * sizeof *y);
    problem_project(p, y);
    if (problem_violation(p, y) > 1e-11 || !problem_is_stable(p, y))
        return 1e300;
    double value = problem_value(p, y);
    return isfinite(value) ? value : 1e300;
}

static void measure_down(const struct problem *p, double *x, double tolerance,
                         long evaluations)
{
    nlopt_opt o = nlopt_create(NLOPT_LN_SBPLX, (unsigned)p->n);
    struct problem copy = *p;
    double least;
    if (!o)
        return;
    nlopt_set_lower_bounds(o, p->low);
    nlopt_set_upper_bounds(o, p->high);
    nlopt_set_min_objective(o, measured, &copy);
    nlopt_set_xtol_rel(o, tolerance);
    nlopt_set_maxeval(o, (int)evaluations);
    nlopt_optimize(o, x, &least);
    nlopt_destroy(o);
}

/* Where a program stops on its way, they go on. */
static void simplices(struct descent *g, double *x)
{
    measure_down(g->problem, x, 1e-9, WIDENINGS * g->problem->n);
    problem_project(g->problem, x);
}

static void widen(struct descent *g, double *x)
{
    exchange(g, x);
    simplices(g, x);
    exchange(g, x);
}

/* Programs that begin anew, scaled by what the last one came to, as long as
 * they help. */
static void shrink(struct descent *g, double *x)
{
    const struct problem *p = g->problem;
    double y[SEARCH_FREES], value = problem_value(p, x);
    for (int k = 0; k < PROGRAMS && value > 0; k++) {
        memcpy(y, x, sizeof y);
        g->scale = isfinite(value) ? value : 1;
        run_program(g, y);
        problem_project(p, y);
        double now = problem_value(p, y);
        if (k > 0 && !(now < value))
            break;
        bool last = k > 0 && now > value * (1 - 1e-10);
        value = now;
        memcpy(x, y, sizeof y);
        if (last)
            break;
    }
}

void search_descend(const struct problem *p, double *x)
{
    struct descent g = {.problem = p, .arena = p->arena, .scale = 1};
    if (search_runs(p->search)) {
        measure_down(p, x, fmax(p->search->tolerance, 1e-7),
                     p->search->evaluations);
        return;
    }
    if (p->search->aim == AIM_INTERVAL) {
        widen(&g, x);
        return;
    }
    shrink(&g, x);
    if (p->search->aim == AIM_LOTKIN && p->conditions == 0) {
        simplices(&g, x);
        shrink(&g, x);
    }
}
