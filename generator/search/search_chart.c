/* SPDX-License-Identifier: MIT
 *
 * A search near one point: coordinates in which the equations hold by
 * themselves, what becomes least in them, what may not be above zero there,
 * and whether all of that is at rest.  Sums of sizes and largest intervals have
 * variables of their own, so that all is smooth.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

enum { RAYS = 24, LOOKS = 4000, TURNS = 40 };

/* Where a formula has no value: more than any that has one. */
#define NO_VALUE 1e10
/* What is nearer to zero than this may be zero at an optimum. */
#define NEAR 1e-3
/* A limit that changes less than this is made of rounding errors. */
#define FIRM 1e-3

/* ---- coordinates ---- */

/* Directions in the box, its edges being 1: first those in which the equations
 * change. */
static void find_directions(struct chart *g, const double *x)
{
    const struct problem *p = g->problem;
    int m = p->equations, n = p->n;
    double *slope = search_room(p->arena, m * n);
    g->back = search_room(p->arena, n * m);
    g->direction = search_room(p->arena, n * n);
    memcpy(g->at, x, (size_t)n * sizeof *x);
    problem_equation_slopes(p, x, slope);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            slope[k * n + i] *= p->high[i] - p->low[i];
    g->rank = search_split(p->arena, m, n, slope, 1e-7, g->back, g->direction);
    g->flat = n - g->rank;
}

static void move(const struct chart *g, double *x, int direction, double by)
{
    const struct problem *p = g->problem;
    const double *d = g->direction + direction * p->n;
    for (int i = 0; i < p->n; i++)
        x[i] += by * d[i] * (p->high[i] - p->low[i]);
}

bool chart_point(const struct chart *g, const double *v, double *x)
{
    const struct problem *p = g->problem;
    double miss[SEARCH_EQUATIONS], last = HUGE_VAL;
    memcpy(x, g->at, (size_t)p->n * sizeof *x);
    for (int j = 0; j < g->flat; j++)
        move(g, x, g->rank + j, v[j]);
    for (int turn = 0; g->rank > 0 && turn < TURNS; turn++) {
        double step[SEARCH_FREES] = {0}, size = 0;
        problem_equations(p, x, miss);
        for (int j = 0; j < g->rank; j++) {
            for (int k = 0; k < p->equations; k++)
                step[j] -= g->back[j * p->equations + k] * miss[k];
            size = hypot(size, step[j]);
        }
        if (!(size < last / 2))
            break;
        last = size;
        for (int j = 0; j < g->rank; j++)
            move(g, x, j, step[j]);
    }
    return g->rank == 0 || last < 1e-10;
}

/* ---- the functions ---- */

/* Parts between their sizes, which add up to the aim; or their squares do. */
static double *put_parts(const struct chart *g, const double *x,
                         const double *size, double *aim, double *out)
{
    const struct problem *p = g->problem;
    struct arena_mark mark = arena_mark(p->arena);
    double *part = search_room(p->arena, p->parts);
    *aim = 0;
    problem_parts(p, x, part);
    for (int i = 0; i < p->parts; i++) {
        part[i] /= g->scale;
        if (p->search->aim == AIM_ERROR) {
            *aim += part[i] * part[i];
            out[g->limits + i] = part[i];
            continue;
        }
        *aim += size[i];
        *out++ = part[i] - size[i];
        *out++ = -part[i] - size[i];
    }
    arena_release(p->arena, mark);
    return out;
}

static double excess(const struct chart *g, const struct quick_function *f,
                     double at)
{
    bool imaginary = g->problem->search->imaginary;
    struct quick_sizes s = quick_sizes(f, imaginary ? at : -at, imaginary);
    return s.over / s.under - 1;
}

/* Near zero of the imaginary axis |R|^2 - 1 is a power, by which it is divided:
 * as it stands nothing there would seem to matter. */
static double power_at(const struct chart *g, double y)
{
    int even = (g->problem->search->order + 2) / 2 * 2;
    return pow(fmax(0.05, fmin(1, y)), even);
}

static double *put_interval(const struct chart *g, const double *x, double r,
                            double *aim, double *out)
{
    struct quick_function f = problem_function(g->problem, x);
    *aim = -r / g->scale;
    for (int i = 0; i < g->points; i++) {
        double at = g->point[i] * r;
        bool imaginary = g->problem->search->imaginary;
        *out++ = excess(g, &f, at) / (imaginary ? power_at(g, at) : 1);
    }
    return out;
}

/* By a margin, since at the edge rounding errors decide.  Where |R| is 1 all
 * along the axis there is none to be had, and no limit. */
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

static void put_bounds(const struct chart *g, const double *x, double *out)
{
    const struct problem *p = g->problem;
    for (int i = 0; i < p->n; i++) {
        double width = p->high[i] - p->low[i];
        *out++ = (p->low[i] - x[i]) / width;
        *out++ = (x[i] - p->high[i]) / width;
    }
}

/* The aim, limits, the parts whose squares are added up, and the equations; x
 * is a point and the interval.  Sizes of parts are where they are. */
static void put_all(void *context, const double *x, double *out)
{
    const struct chart *g = context;
    const struct search *s = g->problem->search;
    int n = g->problem->n;
    double *next;
    if (s->aim == AIM_INTERVAL)
        next = put_interval(g, x, x[n] * g->scale, out, out + 1);
    else
        next = put_parts(g, x, g->x + n, out, out + 1);
    if (s->demand != DEMAND_NOTHING)
        next = put_rays(g, x, next);
    put_bounds(g, x, next);
    problem_equations(g->problem, x, out + g->functions);
}

const double *chart_values(struct chart *g, const double *v)
{
    const struct problem *p = g->problem;
    int others = g->n - g->flat;
    if (g->known && memcmp(g->v, v, (size_t)g->n * sizeof *v) == 0)
        return g->value;
    memcpy(g->v, v, (size_t)g->n * sizeof *v);
    bool there = chart_point(g, v, g->x);
    memcpy(g->x + p->n, v + g->flat, (size_t)others * sizeof *v);
    put_all(g, g->x, g->value);
    g->broken = !there;
    for (int i = 0; i < g->functions; i++) {
        g->broken |= !isfinite(g->value[i]);
        if (!there || !isfinite(g->value[i]))
            g->value[i] = i > 0 ? 0 : NO_VALUE;
    }
    g->known = true;
    g->sloped = false;
    return g->value;
}

/* How points move with the coordinates: along each direction, and back to
 * where the equations, whose slopes these are, hold.  A row for each. */
static double *find_motions(const struct chart *g, const double *slope,
                            int step)
{
    const struct problem *p = g->problem;
    struct arena *arena = p->arena;
    int m = p->equations, n = p->n, r = g->rank;
    double *motion = search_room(arena, g->flat * n),
           *off = search_room(arena, m);
    double *A = search_room(arena, m * r), *u = search_room(arena, r * m);
    double *v = search_room(arena, r * r);
    for (int k = 0; k < m; k++)
        for (int j = 0; j < r; j++) {
            double x[SEARCH_FREES] = {0};
            move(g, x, j, 1);
            A[k * r + j] = search_dot(n, slope + k * step, x);
        }
    int rank = search_split(arena, m, r, A, 1e-12, u, v);
    for (int j = 0; j < g->flat; j++) {
        double *x = motion + j * n;
        move(g, x, r + j, 1);
        for (int k = 0; k < m; k++)
            off[k] = search_dot(n, slope + k * step, x);
        for (int i = 0; i < rank; i++) {
            double along = search_dot(m, u + i * m, off);
            for (int k = 0; k < r; k++)
                move(g, x, k, -along * v[i * r + k]);
        }
    }
    return motion;
}

/* Differences along the coordinates themselves would be too rough where the
 * equations bend. */
static void find_slopes(struct chart *g)
{
    const struct problem *p = g->problem;
    struct arena_mark mark = arena_mark(p->arena);
    bool interval = p->search->aim == AIM_INTERVAL;
    int step = p->n + interval, all = g->functions + p->equations;
    double *slope = search_room(p->arena, all * step),
           *low = search_room(p->arena, step);
    double *high = search_room(p->arena, step);
    memcpy(low, p->low, (size_t)p->n * sizeof *low);
    memcpy(high, p->high, (size_t)p->n * sizeof *high);
    low[p->n] = interval ? g->low[g->flat] : 0;
    high[p->n] = interval ? g->high[g->flat] : 0;
    problem_slopes(p->arena, all, step, low, high, g->x, put_all, g, slope);
    double *motion = find_motions(g, slope + g->functions * step, step);
    for (int k = 0; k < g->functions; k++) {
        double *out = g->slope + k * g->n;
        for (int j = 0; j < g->flat; j++)
            out[j] = search_dot(p->n, slope + k * step, motion + j * p->n);
        if (interval)
            out[g->flat] = slope[k * step + p->n];
    }
    for (int i = 0; p->search->aim == AIM_LOTKIN && i < p->parts; i++) {
        g->slope[g->flat + i] = 1;
        g->slope[(1 + 2 * i) * g->n + g->flat + i] = -1;
        g->slope[(2 + 2 * i) * g->n + g->flat + i] = -1;
    }
    arena_release(p->arena, mark);
}

/* A sum of squares has the slopes of its parts, or small ones drown. */
const double *chart_slopes(struct chart *g, const double *v)
{
    const double *value = chart_values(g, v);
    if (g->sloped)
        return g->slope;
    find_slopes(g);
    for (int i = 0; g->problem->search->aim == AIM_ERROR && i < g->n; i++) {
        g->slope[i] = 0;
        for (int k = 1 + g->limits; k < g->functions; k++)
            g->slope[i] += 2 * value[k] * g->slope[k * g->n + i];
    }
    for (int i = 0; i < g->functions * g->n; i++) {
        g->broken |= !isfinite(g->slope[i]);
        if (!isfinite(g->slope[i]))
            g->slope[i] = 0;
    }
    g->sloped = true;
    return g->slope;
}

/* ---- opening ---- */

static void count(struct chart *g)
{
    const struct problem *p = g->problem;
    enum aim aim = p->search->aim;
    g->n = g->flat + (aim == AIM_LOTKIN ? p->parts : aim == AIM_INTERVAL);
    g->limits = 2 * p->n + (aim == AIM_LOTKIN     ? 2 * p->parts
                            : aim == AIM_INTERVAL ? g->points
                                                  : 0);
    g->limits += p->search->demand != DEMAND_NOTHING ? RAYS : 0;
    g->functions = 1 + g->limits + (aim == AIM_ERROR ? p->parts : 0);
}

/* Sizes, or the interval, as they are at x. */
static void start_others(struct chart *g, const double *x, double *v)
{
    const struct problem *p = g->problem;
    double *part = search_room(p->arena, p->parts);
    if (p->search->aim == AIM_INTERVAL) {
        g->low[g->flat] = 1e-3 / g->scale;
        g->high[g->flat] = SEARCH_INTERVAL / g->scale;
        v[g->flat] = fmax(-problem_value(p, x), 1) / g->scale;
        return;
    }
    problem_parts(p, x, part);
    for (int i = g->flat; i < g->n; i++) {
        g->low[i] = 0;
        g->high[i] = HUGE_VAL;
        v[i] = fabs(part[i - g->flat]) / g->scale;
    }
}

double *chart_open(struct chart *g, const double *x, double reach)
{
    struct arena *arena = g->problem->arena;
    find_directions(g, x);
    count(g);
    g->low = search_room(arena, g->n);
    g->high = search_room(arena, g->n);
    g->v = search_room(arena, g->n);
    g->x = search_room(arena, g->problem->n + g->n);
    g->value = search_room(arena, g->functions + g->problem->equations);
    g->slope = search_room(arena, g->functions * g->n);
    g->known = false;
    double *v = search_room(arena, g->n);
    for (int i = 0; i < g->flat; i++) {
        g->low[i] = -reach;
        g->high[i] = reach;
    }
    if (g->n > g->flat)
        start_others(g, x, v);
    return v;
}

/* ---- intervals ---- */

/* The largest one between its neighbours, by halves of the way. */
static double top(const struct chart *g, const struct quick_function *f,
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

bool chart_add_tops(struct chart *g, const double *x, double r, double least)
{
    struct quick_function f = problem_function(g->problem, x);
    double width = r / LOOKS;
    int before = g->points;
    for (int k = 1; k < LOOKS && g->points < SEARCH_POINTS; k++) {
        double at = k * width, here = excess(g, &f, at);
        if (!(here > -1e-6) || here < excess(g, &f, at - width) ||
            here < excess(g, &f, at + width))
            continue;
        at = top(g, &f, at, width);
        if (excess(g, &f, at) > least)
            g->point[g->points++] = at / r;
    }
    return g->points > before;
}

/* ---- rest ---- */

/* J. L. Lagrange's condition, as W. Karush has it for limits: slopes of the aim
 * are made up of those of limits.  A row for each variable, then one for each
 * limit, by which it is from zero: what it takes up counts by that. */
struct rest {
    int rows, columns, room;
    double *column, *low, *high, *left;
};

static struct rest rest_new(struct arena *arena, int variables, int limits)
{
    struct rest r = {.rows = variables, .room = variables + limits};
    r.column = search_room(arena, limits * r.room);
    r.low = search_room(arena, limits);
    r.high = search_room(arena, limits);
    r.left = search_room(arena, r.room);
    return r;
}

static void add_limit(struct rest *r, int n, const double *slope, double low,
                      double value)
{
    double *column = r->column + r->columns * r->room;
    for (int i = 0; i < n; i++)
        column[i] = slope[i];
    column[r->rows++] = value;
    r->low[r->columns] = low;
    r->high[r->columns++] = low < 0 ? -low : HUGE_VAL;
}

/* A part's size pulls by its sign; at zero by anything between. */
static int add_parts(struct rest *r, const struct chart *g, const double *slope)
{
    const double *value = g->value + 1;
    for (int i = 0; i < g->problem->parts; i++) {
        const double *down = slope + (1 + 2 * i) * g->n;
        double part = (value[2 * i] - value[2 * i + 1]) / 2;
        if (fabs(part) < NEAR) {
            r->left[r->rows] = fabs(part);
            add_limit(r, g->flat, down, -1, part);
            continue;
        }
        for (int k = 0; k < g->flat; k++)
            r->left[k] -= part > 0 ? down[k] : -down[k];
    }
    return 2 * g->problem->parts;
}

double chart_unrest(struct chart *g, const double *x)
{
    struct arena *arena = g->problem->arena;
    struct arena_mark mark = arena_mark(arena);
    const double *slope = chart_slopes(g, chart_open(g, x, 1));
    if (g->broken) {
        arena_release(arena, mark);
        return HUGE_VAL;
    }
    bool sizes = g->problem->search->aim == AIM_LOTKIN;
    int n = sizes ? g->flat : g->n;
    struct rest r = rest_new(arena, n, g->limits);
    for (int i = 0; i < n; i++)
        r.left[i] = -slope[i];
    for (int k = sizes ? add_parts(&r, g, slope) : 0; k < g->limits; k++) {
        const double *down = slope + (1 + k) * g->n;
        if (g->value[1 + k] > -NEAR && search_dot(n, down, down) > FIRM * FIRM)
            add_limit(&r, n, down, 0, g->value[1 + k]);
    }
    double least = search_bounded(arena, r.room, r.columns, r.column, r.left,
                                  r.low, r.high, search_room(arena, r.columns));
    arena_release(arena, mark);
    return least;
}
