/* SPDX-License-Identifier: MIT
 *
 * A search as numbers: equations that must hold, and what is to become least.
 */
#include "search/search.h"

#include <math.h>

/* Samples by which it is told what always holds. */
enum { SAMPLES = 7 };

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
        x[i] = p->low[i] + part * p->width[i];
    }
}

/* The entries there; the weights among them. */
static const double *evaluate(const struct problem *p, const double *x)
{
    int n = p->quick->stages;
    tableau_evaluate(p->search->tableau, x, p->entry);
    return p->entry + n * n;
}

static void find_misses(const struct problem *p, const double *x)
{
    quick_misses(p->quick, p->entry, evaluate(p, x));
}

struct quick_function problem_function(const struct problem *p, const double *x)
{
    return quick_function(p->quick->stages, p->entry, evaluate(p, x));
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

/* A tree's condition is left out if it holds wherever one looks.  R is zero at
 * infinity where its numerator is of a lower degree than its denominator. */
static void find_equations(struct problem *p)
{
    int last = p->quick->forest.first[p->search->order + 1];
    double x[SEARCH_FREES];
    bool *fails = arena_array(p->arena, (size_t)last, sizeof *fails);
    p->far = -1;
    for (int k = 0; k < SAMPLES; k++) {
        problem_point(p, (struct counter){0, 0, (uint64_t)k}, x);
        find_misses(p, x);
        for (int t = 0; t < last; t++)
            fails[t] |= !(fabs(p->quick->miss[t]) < 1e-13);
        struct quick_function f = problem_function(p, x);
        int degree = p->search->demand == DEMAND_L ? f.degree : -1;
        while (degree > 0 && !(fabs(f.under[degree]) > 1e-12))
            degree--;
        p->far = degree > p->far ? degree : p->far;
    }
    p->tree = arena_array(p->arena, (size_t)last + 1, sizeof *p->tree);
    for (int t = 0; t < last; t++)
        if (fails[t])
            p->tree[p->conditions++] = t;
    p->always = last - p->conditions;
    p->equations = p->conditions + (p->far >= 0);
}

/* ---- aims ---- */

void problem_parts(const struct problem *p, const double *x, double *out)
{
    find_misses(p, x);
    quick_parts(p->quick, out);
}

/* Of what problem->part holds. */
static double sum_of_parts(const struct problem *p)
{
    double sum = 0;
    if (p->search->aim == AIM_ERROR)
        return search_norm(p->parts, p->part);
    for (int i = 0; i < p->parts; i++)
        sum += fabs(p->part[i]);
    return sum;
}

double problem_value(const struct problem *p, const double *x)
{
    if (p->parts > 0) {
        problem_parts(p, x, p->part);
        return sum_of_parts(p);
    }
    if (search_runs(p->search)) {
        const struct wish *w = p->search->wish;
        struct arena_mark mark = arena_mark(p->arena);
        double value = w->measure(w->host, problem_text(p, x));
        arena_release(p->arena, mark);
        return isnan(value) ? HUGE_VAL : value; /* it cannot be run */
    }
    struct quick_function f = problem_function(p, x);
    return -quick_interval(&f, p->search->imaginary, 2 * SEARCH_MISS,
                           SEARCH_INTERVAL);
}

/* ---- opening ---- */

struct problem problem_of(const struct search *s)
{
    const struct tableau *t = s->tableau;
    struct arena *arena = s->arena;
    struct problem p = {.search = s, .arena = arena, .n = t->frees};
    for (int i = 0; i < p.n; i++) {
        p.low[i] = number_double(t->free[i].low);
        p.high[i] = number_double(t->free[i].high);
        p.start[i] = number_double(t->free[i].start);
        p.width[i] = p.high[i] - p.low[i];
    }
    p.quick = quick_new(arena, t->stages, s->order + 1, s->aim == AIM_LOTKIN);
    p.entry = search_room(arena, tableau_entries(t));
    if (s->aim == AIM_ERROR || s->aim == AIM_LOTKIN)
        p.parts = p.quick->parts.count;
    p.part = search_room(arena, p.parts);
    if (p.parts > 0) {
        quick_misses(p.quick, p.entry, p.entry); /* of zeros */
        quick_parts(p.quick, p.part);
        p.unit = sum_of_parts(&p);
    }
    find_equations(&p);
    return p;
}
