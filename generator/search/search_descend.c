/* SPDX-License-Identifier: MIT
 *
 * One start: moves to where the equations hold and minimises by NLopt; then
 * again from nearby points, until the point is at rest.  Formulas are minimised
 * by sequential quadratic programs (D. Kraft, ACM Trans. Math. Softw. 20 (1994)
 * 262-281), measured aims by simplices in subspaces (T. H. Rowan, thesis,
 * Austin 1990) over points moved to where the equations hold.
 */
#include "search/search.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

enum {
    STABILITY_SAMPLES = 200,
    PROJECTIONS = 200,
    POINTS = 240, /* most points of an interval */
    RAYS = 24,
    LOOKS = 4000,
    STEPS = 100,
    PROGRAMS = 60,
    TRIES = 6,
    MISSES = 4
};

#define NO_VALUE 1e10 /* larger than any value of a formula */
/* Tolerance of equations during a program, relative to reach^2. */
#define OFF 1e-3
/* Reach of the test for an optimum, relative to the box. */
#define CLOSE 1e-4
/* A smaller aim counts as 0, relative to the aim with zero weights. */
#define ZERO 1e-9
/* An aim whose relative change is smaller is at rest.  If |R| leaves 1 on the
 * imaginary axis, rounding errors limit the accuracy. */
#define REST           1e-5
#define REST_IMAGINARY 1e-2

/* ---- slopes and projection ---- */

typedef void of_x(const void *context, const double *x, double *out);

/* The Jacobian of m functions, m by n, by central differences; one-sided near a
 * bound, since there may be no value beyond it. */
static void find_slopes(struct arena *arena, int m, int n, const double *low,
                        const double *high, const double *x, of_x *f,
                        const void *context, double *out)
{
    struct arena_mark mark = arena_mark(arena);
    double *here = search_room(arena, m), *one = search_room(arena, m);
    double *two = search_room(arena, m), *y = search_room(arena, n);
    memcpy(y, x, (size_t)n * sizeof *y);
    f(context, y, here);
    for (int i = 0; i < n; i++) {
        double h = 6e-6 * fmax(1e-2, fabs(x[i]));
        bool up = x[i] + h <= high[i], down = x[i] - h >= low[i];
        bool central = up == down;
        h = down && !up ? -h : h;
        y[i] = x[i] + h;
        f(context, y, one);
        y[i] = central ? x[i] - h : x[i] + 2 * h;
        f(context, y, two);
        y[i] = x[i];
        for (int k = 0; k < m; k++) {
            double change =
                central ? one[k] - two[k] : 4 * one[k] - two[k] - 3 * here[k];
            out[k * n + i] = change / (2 * h);
        }
    }
    arena_release(arena, mark);
}

static void equations(const void *context, const double *x, double *out)
{
    problem_equations(context, x, out);
}

/* The Jacobian of the equations in units of the box edges. */
static void find_equation_slopes(const struct problem *p, const double *x,
                                 double *out)
{
    find_slopes(p->arena, p->equations, p->n, p->low, p->high, x, equations, p,
                out);
    for (int i = 0; i < p->equations * p->n; i++)
        out[i] *= p->width[i % p->n];
}

static void clip(const struct problem *p, double *x)
{
    for (int i = 0; i < p->n; i++)
        x[i] = fmin(fmax(x[i], p->low[i]), p->high[i]);
}

/* The step in the box that minimises the residual of the linearised equations;
 * a long step is penalised. */
static void find_step(const struct problem *p, const double *x,
                      const double *slope, const double *miss, double price,
                      double *y)
{
    int m = p->equations, n = p->n, rows = m + n;
    struct arena_mark mark = arena_mark(p->arena);
    double *column = search_room(p->arena, n * rows);
    double *left = search_room(p->arena, rows);
    double low[SEARCH_FREES], high[SEARCH_FREES];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            column[i * rows + k] = slope[k * n + i];
        column[i * rows + m + i] = price;
        low[i] = fmin(0, (p->low[i] - x[i]) / p->width[i]);
        high[i] = fmax(0, (p->high[i] - x[i]) / p->width[i]);
    }
    for (int k = 0; k < m; k++)
        left[k] = -miss[k];
    search_bounded(p->arena, rows, n, column, left, low, high, y);
    for (int i = 0; i < n; i++)
        y[i] = x[i] + y[i] * p->width[i];
    clip(p, y);
    arena_release(p->arena, mark);
}

/* Moves x to the nearest point where the equations hold, within the box, by
 * K. Levenberg's and D. W. Marquardt's steps, from inside the bounds. */
static void project(const struct problem *p, double *x)
{
    double miss[2][SEARCH_EQUATIONS], y[SEARCH_FREES], price = 1e-2;
    struct arena_mark mark = arena_mark(p->arena);
    int m = p->equations;
    double *slope = search_room(p->arena, m * p->n);
    clip(p, x);
    problem_equations(p, x, miss[0]);
    double off = search_norm(m, miss[0]);
    bool moved = true;
    for (int k = 0; k < PROJECTIONS && off > 1e-16 && price < 1e4; k++) {
        if (moved)
            find_equation_slopes(p, x, slope);
        find_step(p, x, slope, miss[0], price, y);
        problem_equations(p, y, miss[1]);
        double now = search_norm(m, miss[1]);
        moved = now < off;
        if (!moved && off < 1e-14)
            break;
        price = moved ? fmax(price / 3, 1e-9) : 3 * price;
        if (moved) {
            off = now;
            memcpy(x, y, (size_t)p->n * sizeof *y);
            memcpy(miss[0], miss[1], (size_t)m * sizeof **miss);
        }
    }
    arena_release(p->arena, mark);
}

/* True if the demanded stability holds at the samples. */
static bool is_stable(const struct problem *p, const double *x)
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

/* ---- the problem near a point ---- */

/* The problem near a point.  Variables are x in units of the box edges, then
 * the absolute values of the parts, or the interval: as variables of their own
 * they keep all functions smooth.  Functions are the aim, limits (which must be
 * <= 0), and independent combinations of the equations. */
struct chart {
    const struct problem *problem;
    double scale; /* scale of the aim */
    int points;   /* where |R| <= 1 is required; fractions of the interval */
    double point[POINTS];

    int n, limits, sums, functions;
    double *factor; /* coefficients of the equations in each sum */
    double *low, *high;
    double *v, *value, *slope; /* v, and the functions and slopes there */
    bool known, sloped;
    bool broken; /* a value or slope is not finite */
};

static void find_point(const struct problem *p, const double *v, double *x)
{
    for (int i = 0; i < p->n; i++)
        x[i] = v[i] * p->width[i];
}

/* ---- the functions ---- */

/* Limits |part| <= size, and the sum of sizes as aim; or a sum of squares. */
static double *put_parts(const struct chart *g, const double *x,
                         const double *size, double *aim, double *out)
{
    const struct problem *p = g->problem;
    *aim = 0;
    problem_parts(p, x, p->part);
    for (int i = 0; i < p->parts; i++) {
        double part = p->part[i] / g->scale;
        *aim += p->search->aim == AIM_ERROR ? part * part : size[i];
        if (p->search->aim == AIM_ERROR)
            continue;
        *out++ = part - size[i];
        *out++ = -part - size[i];
    }
    return out;
}

static double excess(const struct chart *g, const struct quick_function *f,
                     double at)
{
    bool imaginary = g->problem->search->imaginary;
    struct quick_sizes s = quick_sizes(f, imaginary ? at : -at, imaginary);
    return s.over / s.under - 1;
}

/* Near 0 on the imaginary axis |R|^2 - 1 behaves like a power of y.  Divided by
 * it, points near 0 keep their weight. */
static double power_at(const struct chart *g, double y)
{
    int even = (g->problem->search->order + 2) / 2 * 2;
    return pow(fmax(0.05, fmin(1, y)), even);
}

static double *put_interval(const struct chart *g, const double *x, double r,
                            double *aim, double *out)
{
    struct quick_function f = problem_function(g->problem, x);
    bool imaginary = g->problem->search->imaginary;
    *aim = -r / g->scale;
    for (int i = 0; i < g->points; i++) {
        double at = g->point[i] * r;
        *out++ = excess(g, &f, at) / (imaginary ? power_at(g, at) : 1);
    }
    return out;
}

/* Limits with a margin, since rounding errors decide at the edge.  If |R| is 1
 * along the whole axis no margin is possible: no limit. */
static double *put_rays(const struct chart *g, const double *x, double *out)
{
    struct quick_function f = problem_function(g->problem, x);
    for (int k = 1; k <= RAYS; k++) {
        double y = tan(1.57 * k / RAYS);
        struct quick_sizes s = quick_sizes(&f, y, true);
        double over = (s.over - s.under) / pow(1 + y * y, f.degree);
        bool is_one = fabs(s.over - s.under) < 1e-14 * s.under;
        *out++ = is_one ? -1 : over / power_at(g, y) + SEARCH_MISS;
    }
    return out;
}

static void put_all(const void *context, const double *v, double *out)
{
    const struct chart *g = context;
    const struct problem *p = g->problem;
    int m = p->equations;
    double x[SEARCH_FREES], miss[SEARCH_EQUATIONS];
    find_point(p, v, x);
    double *next = p->search->aim == AIM_INTERVAL
                       ? put_interval(g, x, v[p->n] * g->scale, out, out + 1)
                       : put_parts(g, x, v + p->n, out, out + 1);
    if (p->search->demand != DEMAND_NOTHING)
        next = put_rays(g, x, next);
    problem_equations(p, x, miss);
    for (int j = 0; j < g->sums; j++)
        *next++ = quick_dot(m, g->factor + j * m, miss);
}

/* Replaces NaN and Inf by `other`, and marks the chart as broken. */
static void mend(struct chart *g, double *value, double other)
{
    g->broken |= !isfinite(*value);
    if (!isfinite(*value))
        *value = other;
}

static const double *values(struct chart *g, const double *v)
{
    if (g->known && memcmp(g->v, v, (size_t)g->n * sizeof *v) == 0)
        return g->value;
    memcpy(g->v, v, (size_t)g->n * sizeof *v);
    put_all(g, v, g->value);
    g->broken = false;
    for (int i = 0; i < g->functions; i++)
        mend(g, &g->value[i], i > 0 ? 0 : NO_VALUE);
    g->known = true;
    g->sloped = false;
    return g->value;
}

/* One row per function. */
static const double *slopes(struct chart *g, const double *v)
{
    values(g, v);
    if (g->sloped)
        return g->slope;
    find_slopes(g->problem->arena, g->functions, g->n, g->low, g->high, v,
                put_all, g, g->slope);
    for (int i = 0; i < g->functions * g->n; i++)
        mend(g, &g->slope[i], 0);
    g->sloped = true;
    return g->slope;
}

/* Opens the chart at x, with bounds at most `reach` away; returns the variables
 * there.  Allocates in the arena. */
static double *open_chart(struct chart *g, const double *x, double reach)
{
    const struct problem *p = g->problem;
    enum aim aim = p->search->aim;
    int sizes = aim == AIM_LOTKIN ? p->parts : 0;
    int m = p->equations;
    double *slope = search_room(p->arena, m * p->n);
    double *direction = search_room(p->arena, p->n * p->n);
    g->factor = search_room(p->arena, p->n * m);
    find_equation_slopes(p, x, slope);
    g->sums =
        search_split(p->arena, m, p->n, slope, 1e-7, g->factor, direction);
    g->n = p->n + sizes + (aim == AIM_INTERVAL);
    g->limits = 2 * sizes + g->points +
                (p->search->demand != DEMAND_NOTHING ? RAYS : 0);
    g->functions = 1 + g->limits + g->sums;
    g->low = search_room(p->arena, g->n);
    g->high = search_room(p->arena, g->n);
    g->v = search_room(p->arena, g->n);
    g->value = search_room(p->arena, g->functions);
    g->slope = search_room(p->arena, g->functions * g->n);
    g->known = false;
    double *v = search_room(p->arena, g->n);
    for (int i = 0; i < p->n; i++) {
        v[i] = x[i] / p->width[i];
        g->low[i] = fmax(v[i] - reach, p->low[i] / p->width[i]);
        g->high[i] = fmin(v[i] + reach, p->high[i] / p->width[i]);
    }
    if (aim == AIM_INTERVAL) {
        g->low[p->n] = 1e-3 / g->scale;
        g->high[p->n] = SEARCH_INTERVAL / g->scale;
        v[p->n] = fmax(-problem_value(p, x), 1) / g->scale;
    }
    if (sizes)
        problem_parts(p, x, p->part);
    for (int i = 0; i < sizes; i++) {
        g->high[p->n + i] = HUGE_VAL;
        v[p->n + i] = fabs(p->part[i]) / g->scale;
    }
    return v;
}

/* ---- one program ---- */

static double give_aim(unsigned n, const double *v, double *slope, void *data)
{
    if (slope)
        memcpy(slope, slopes(data, v), n * sizeof *slope);
    return values(data, v)[0];
}

/* The functions of a chart from `first` on. */
struct functions {
    struct chart *chart;
    int first;
};

static void give(unsigned m, double *value, unsigned n, const double *v,
                 double *slope, void *data)
{
    const struct functions *f = data;
    memcpy(value, values(f->chart, v) + f->first, m * sizeof *value);
    if (slope)
        memcpy(slope, slopes(f->chart, v) + (unsigned)f->first * n,
               m * n * sizeof *slope);
}

/* Limits have the tolerance of equations: with tolerance 0 a start with exact
 * zeros would beat all points within rounding errors.  Equations have a larger
 * one on the way, since x is then moved to where they hold.  Returns false if
 * the program fails. */
static bool solve(struct chart *g, double *v, double reach)
{
    if (g->sums == g->problem->n)
        return true; /* no freedom left */
    struct functions limits = {g, 1}, sums = {g, 1 + g->limits};
    double tolerance = g->problem->search->tolerance, least;
    double *miss = search_room(g->problem->arena, g->limits);
    double *off = search_room(g->problem->arena, g->sums);
    nlopt_opt o = nlopt_create(NLOPT_LD_SLSQP, (unsigned)g->n);
    if (!o)
        return false;
    for (int i = 0; i < g->limits; i++)
        miss[i] = SEARCH_MISS;
    for (int j = 0; j < g->sums; j++)
        off[j] = OFF * reach * reach;
    nlopt_set_lower_bounds(o, g->low);
    nlopt_set_upper_bounds(o, g->high);
    nlopt_set_min_objective(o, give_aim, g);
    nlopt_add_inequality_mconstraint(o, (unsigned)g->limits, give, &limits,
                                     miss);
    nlopt_add_equality_mconstraint(o, (unsigned)g->sums, give, &sums, off);
    nlopt_set_xtol_rel(o, tolerance);
    nlopt_set_xtol_abs1(o, tolerance);
    nlopt_set_maxeval(o, STEPS);
    nlopt_result result = nlopt_optimize(o, v, &least);
    nlopt_destroy(o);
    return result > 0 || result == NLOPT_ROUNDOFF_LIMITED;
}

/* Runs a program and moves x; returns the interval as the program sees it. */
static double run_program(struct chart *g, double *x, double reach)
{
    const struct problem *p = g->problem;
    struct arena_mark mark = arena_mark(p->arena);
    double *v = open_chart(g, x, reach);
    solve(g, v, reach);
    find_point(p, v, x);
    project(p, x);
    double interval = p->search->aim == AIM_INTERVAL ? v[p->n] * g->scale : 0;
    arena_release(p->arena, mark);
    return interval;
}

/* The objective, or Inf if a request does not hold. */
static double value_at(const struct problem *p, const double *x)
{
    if (!(problem_violation(p, x) <= SEARCH_MISS) || !is_stable(p, x))
        return HUGE_VAL;
    double value = problem_value(p, x);
    return isnan(value) ? HUGE_VAL : value;
}

/* ---- successive programs ---- */

/* Adds local maxima of |R|^2 - 1 up to r that are above `least`, located by
 * halving the interval; false if it adds none. */
static bool add_tops(struct chart *g, const double *x, double r, double least)
{
    struct quick_function f = problem_function(g->problem, x);
    const double width = r / LOOKS;
    int before = g->points;
    for (int k = 1; k < LOOKS && g->points < POINTS; k++) {
        double at = k * width, here = excess(g, &f, at);
        if (!(here > -1e-6) || here < excess(g, &f, at - width) ||
            here < excess(g, &f, at + width))
            continue;
        for (double w = width; w > 1e-12; w /= 2)
            if (excess(g, &f, at + w) > excess(g, &f, at))
                at += w;
            else if (excess(g, &f, at - w) > excess(g, &f, at))
                at -= w;
        if (excess(g, &f, at) > least)
            g->point[g->points++] = at / r;
    }
    return g->points > before;
}

/* True if a program close to x hardly lowers the aim.  The gain is relative to
 * the aim and to the box' size: 0 at an optimum. */
static bool is_optimal(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    const bool interval = s->aim == AIM_INTERVAL;
    double value = problem_value(p, x);
    struct chart g = {.problem = p, .scale = fabs(value)};
    if (interval ? -value >= SEARCH_INTERVAL : value <= ZERO * p->unit)
        return true;
    if (interval) {
        g.point[g.points++] = 1;
        add_tops(&g, x, -value, -1e-3);
    }
    struct arena_mark mark = arena_mark(p->arena);
    double *v = open_chart(&g, x, CLOSE), before = values(&g, v)[0];
    slopes(&g, v);
    bool optimal = !g.broken && solve(&g, v, CLOSE);
    double gain = (before - values(&g, v)[0]) / CLOSE;
    arena_release(p->arena, mark);
    return optimal && gain < (interval && s->imaginary ? REST_IMAGINARY : REST);
}

/* Runs programs as long as they help.  One that does not has gone too far, or x
 * is at rest.  By E. Y. Remez' exchange, maxima of |R| above 1 between the
 * points of an interval become points. */
static void shrink(const struct problem *p, double *x)
{
    struct chart g = {.problem = p};
    double y[SEARCH_FREES], value = value_at(p, x), reach = 0.5;
    bool interval = p->search->aim == AIM_INTERVAL;
    if (interval)
        g.points = (int)fmin(16 + 6 * p->quick->stages, POINTS / 2);
    for (int i = 0; i < g.points; i++)
        g.point[i] = 0.5 - 0.5 * cos(3.14159265358979 * (i + 1) / g.points);
    for (int k = 0; k < PROGRAMS && value != 0 && reach > 1e-6; k++) {
        memcpy(y, x, sizeof y);
        g.scale = isfinite(value) ? fabs(value) : 1;
        double r = run_program(&g, y, reach), now = value_at(p, y);
        bool lower = now < value;
        bool more = interval && add_tops(&g, y, r, 1e-13);
        if (lower || !isfinite(value))
            memcpy(x, y, sizeof y);
        reach = lower ? fmin(0.5, 2 * reach) : more ? reach : reach / 4;
        value = fmin(value, now);
    }
}

/* ---- measured aims ---- */

static double measured(unsigned n, const double *x, double *slope, void *data)
{
    const struct problem *p = data;
    double y[SEARCH_FREES];
    (void)slope;
    memcpy(y, x, (size_t)n * sizeof *y);
    project(p, y);
    return fmin(value_at(p, y), 1e300);
}

/* True if the simplices shrank to the tolerance. */
static bool measure_down(const struct problem *p, double *x)
{
    nlopt_opt o = nlopt_create(NLOPT_LN_SBPLX, (unsigned)p->n);
    double least;
    if (!o)
        return false;
    nlopt_set_lower_bounds(o, p->low);
    nlopt_set_upper_bounds(o, p->high);
    nlopt_set_min_objective(o, measured, (void *)p);
    nlopt_set_xtol_rel(o, fmax(p->search->tolerance, 1e-7));
    nlopt_set_maxeval(o, p->search->evaluations);
    bool optimal = nlopt_optimize(o, x, &least) == NLOPT_XTOL_REACHED;
    nlopt_destroy(o);
    project(p, x);
    return optimal;
}

/* ---- one start ---- */

static struct finding go_down(const struct problem *p, const double *x)
{
    struct finding f = {.found = FOUND_MISSED};
    memcpy(f.x, x, (size_t)p->n * sizeof *x);
    project(p, f.x);
    bool optimal = problem_violation(p, f.x) <= SEARCH_MISS;
    if (optimal && search_runs(p->search)) {
        optimal = measure_down(p, f.x);
    } else if (optimal) {
        shrink(p, f.x);
        optimal = is_optimal(p, f.x);
    }
    f.violation = problem_violation(p, f.x);
    if (!(f.violation <= SEARCH_MISS))
        return f;
    f.found = FOUND_UNSTABLE;
    if (is_stable(p, f.x)) {
        f.value = problem_value(p, f.x);
        f.found = !isfinite(f.value) ? FOUND_NO_VALUE
                  : optimal          ? FOUND_GOOD
                                     : FOUND_NOT_OPTIMAL;
    }
    return f;
}

/* True if a is better than b by more than rounding errors. */
static bool is_lower(const struct finding *a, const struct finding *b)
{
    bool has_value = found_kind[a->found].has_value;
    if (has_value && found_kind[b->found].has_value)
        return a->value < b->value - 1e-9 * fabs(b->value);
    if (a->found == FOUND_MISSED && b->found == FOUND_MISSED)
        return a->violation < b->violation;
    return has_value || b->found == FOUND_MISSED;
}

struct finding search_start(const struct problem *p, long start)
{
    struct arena_mark mark = arena_mark(p->arena);
    const struct search *s = p->search;
    struct counter r = {s->hash, (uint64_t)s->seed, (uint64_t)start, 0};
    double x[SEARCH_FREES], other[SEARCH_FREES], part = 0.05;
    problem_point(p, r, x);
    struct finding f = go_down(p, start == 0 ? p->start : x);
    for (int k = 0; k < TRIES && !search_runs(s); k++, part /= 2) {
        if (k == MISSES && f.found == FOUND_MISSED)
            break;
        r.tries++;
        problem_point(p, r, other);
        for (int i = 0; i < p->n; i++) /* a part of the way to that point */
            x[i] = f.x[i] + part * (other[i] - f.x[i]);
        struct finding now = go_down(p, x);
        if (is_lower(&now, &f))
            f = now;
        else if (f.found == FOUND_GOOD)
            break;
    }
    f.start = start;
    arena_release(p->arena, mark);
    return f;
}
