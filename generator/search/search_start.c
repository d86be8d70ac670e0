/* SPDX-License-Identifier: MIT
 *
 * One start: to where the equations hold, and down; then from beside, until
 * that leads no lower and the point is at rest.
 */
#include "search/search.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

enum { TRIES = 6, MISSES = 4 };

static enum found judge(const struct problem *p, struct finding *f, bool rests)
{
    if (!(f->violation <= SEARCH_MISS))
        return FOUND_MISSED;
    if (!problem_is_stable(p, f->x))
        return FOUND_UNSTABLE;
    f->value = problem_value(p, f->x);
    return !isfinite(f->value) ? FOUND_NO_VALUE
           : rests             ? FOUND_GOOD
                               : FOUND_RESTLESS;
}

static struct finding go_down(const struct problem *p, const double *x)
{
    struct finding f = {.found = FOUND_MISSED};
    memcpy(f.x, x, (size_t)p->n * sizeof *x);
    problem_project(p, f.x);
    bool rests =
        problem_violation(p, f.x) <= SEARCH_MISS && search_descend(p, f.x);
    f.violation = problem_violation(p, f.x);
    f.found = judge(p, &f, rests);
    return f;
}

static bool has_value(const struct finding *f)
{
    return f->found == FOUND_GOOD || f->found == FOUND_RESTLESS;
}

/* By more than rounding errors? */
static bool is_lower(const struct finding *a, const struct finding *b)
{
    if (has_value(a) && has_value(b))
        return a->value < b->value - 1e-9 * fabs(b->value);
    if (a->found == FOUND_MISSED && b->found == FOUND_MISSED)
        return a->violation < b->violation;
    return has_value(a) || b->found == FOUND_MISSED;
}

/* A part of the way to another point of the box. */
static void step_aside(const struct problem *p, struct counter *r, double part,
                       double *x)
{
    double other[SEARCH_FREES];
    r->seed = random_mix(r->seed + 1);
    problem_point(p, *r, other);
    for (int i = 0; i < p->n; i++)
        x[i] += part * (other[i] - x[i]);
}

struct finding search_start(const struct problem *p, long start)
{
    struct arena_mark mark = arena_mark(p->arena);
    const struct search *s = p->search;
    struct counter r = {s->hash, (uint64_t)s->seed, (uint64_t)start};
    double x[SEARCH_FREES], part = 0.05;
    problem_point(p, r, x);
    struct finding f = go_down(p, start == 0 ? p->start : x);
    for (int k = 0; k < TRIES && !search_runs(s); k++, part /= 2) {
        if (k == MISSES && f.found == FOUND_MISSED)
            break;
        memcpy(x, f.x, sizeof x);
        step_aside(p, &r, part, x);
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
