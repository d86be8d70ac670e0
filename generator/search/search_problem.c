/* SPDX-License-Identifier: MIT
 *
 * A search in double: linear algebra, equations, and the objective.
 */
#include "search/search.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 7 }; /* points at which identities are tested */

/* ---- linear algebra ----
 *
 * Singular values by one-sided rotations: M. R. Hestenes, J. SIAM 6 (1958)
 * 51-90.  Matrices rarely have full rank here: order conditions depend on each
 * other. */

double *search_room(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

double search_norm(int n, const double *x)
{
    return sqrt(quick_dot(n, x, x));
}

/* Rotates two columns of A v, with v stored below, so that the first m numbers
 * are orthogonal; false if they were. */
static bool rotate(int m, int all, double *x, double *y)
{
    double a = quick_dot(m, x, x), b = quick_dot(m, y, y),
           c = quick_dot(m, x, y);
    if (fabs(c) <= 1e-15 * sqrt(a * b) || fabs(c) < DBL_MIN)
        return false;
    double zeta = (b - a) / (2 * c);
    double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
    for (int k = 0; k < all; k++) {
        double old = x[k];
        x[k] = cosine * old - sine * y[k];
        y[k] = sine * old + cosine * y[k];
    }
    return true;
}

int search_split(struct arena *arena, int m, int n, const double *A, double cut,
                 double *u, double *v)
{
    enum { SWEEPS = 60 };
    struct arena_mark mark = arena_mark(arena);
    const int all = m + n;
    double *w = search_room(arena, all * n), *size = search_room(arena, n);
    double largest = 0;
    int rank = 0, rest = n;
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < m; k++)
            w[j * all + k] = A[k * n + j];
        w[j * all + m + j] = 1;
    }
    bool changed = true;
    for (int sweep = 0; changed && sweep < SWEEPS; sweep++) {
        changed = false;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                changed |= rotate(m, all, w + i * all, w + j * all);
    }
    for (int j = 0; j < n; j++) {
        size[j] = search_norm(m, w + j * all);
        largest = fmax(largest, size[j]);
    }
    for (int j = 0; j < n; j++) {
        bool counts = size[j] > cut * largest && size[j] > 1e-150;
        int row = counts ? rank++ : --rest;
        for (int i = 0; i < n; i++)
            v[row * n + i] = w[j * all + m + i];
        for (int k = 0; counts && k < m; k++)
            u[row * m + k] = w[j * all + k] / size[j] / size[j];
    }
    arena_release(arena, mark);
    return rank;
}

int search_solve(struct arena *arena, int m, int n, const double *A,
                 const double *b, double cut, double *x)
{
    struct arena_mark mark = arena_mark(arena);
    double *u = search_room(arena, n * m), *v = search_room(arena, n * n);
    int rank = search_split(arena, m, n, A, cut, u, v);
    for (int i = 0; i < n; i++)
        x[i] = 0;
    for (int j = 0; j < rank; j++) {
        double along = quick_dot(m, u + j * m, b);
        for (int i = 0; i < n; i++)
            x[i] += along * v[j * n + i];
    }
    arena_release(arena, mark);
    return rank;
}

/* ---- least squares between bounds ---- */

/* The variable at a bound whose move helps most; -1 if none does. */
static int most_helpful(int m, int n, const double *column, const double *left,
                        const double *low, const double *high, const double *y,
                        const bool *moves)
{
    double most = 1e-12;
    int best = -1;
    for (int j = 0; j < n; j++) {
        double gain = quick_dot(m, column + j * m, left);
        double size = search_norm(m, column + j * m);
        if (y[j] > low[j])
            gain = -gain;
        if (!moves[j] && low[j] < high[j] && gain > most * size) {
            most = gain / size;
            best = j;
        }
    }
    return best;
}

/* Sets the part of a step that the bounds allow; returns the variable that
 * stops it, or -1. */
static int held_by(int n, const double *step, const double *low,
                   const double *high, const double *y, double *part)
{
    int held = -1;
    *part = 1;
    for (int j = 0; j < n; j++) {
        double end = step[j] > 0 ? high[j] : low[j];
        if (fabs(*part * step[j]) > fabs(end - y[j])) {
            *part = (end - y[j]) / step[j];
            held = j;
        }
    }
    return held;
}

/* Active sets by C. L. Lawson and R. J. Hanson (1974, chapter 23): each
 * variable moves or is at a bound.  A step minimises over those that move (the
 * columns of the others are zero), or ends where it meets a bound; that
 * variable then stays there. */
double search_bounded(struct arena *arena, int m, int n, const double *column,
                      const double *b, const double *low, const double *high,
                      double *y)
{
    struct arena_mark mark = arena_mark(arena);
    double *A = search_room(arena, m * n), *step = search_room(arena, n);
    double *left = search_room(arena, m);
    bool *moves = arena_array(arena, (size_t)n + 1, sizeof *moves);
    memcpy(left, b, (size_t)m * sizeof *b);
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        moves[j] = low[j] < 0;
    }
    for (int let_go = 0; let_go <= 3 * n;) {
        double part;
        for (int i = 0; i < m * n; i++)
            A[i] = moves[i % n] ? column[i % n * m + i / n] : 0;
        search_solve(arena, m, n, A, left, 1e-12, step);
        int held = held_by(n, step, low, high, y, &part);
        for (int i = 0; i < m * n; i++)
            left[i % m] -= part * step[i / m] * column[i];
        for (int j = 0; j < n; j++)
            y[j] += part * step[j];
        if (held >= 0)
            y[held] = step[held] > 0 ? high[held] : low[held];
        else
            held = most_helpful(m, n, column, left, low, high, y, moves);
        if (held < 0)
            break;
        moves[held] = !moves[held];
        let_go += moves[held];
    }
    double least = search_norm(m, left);
    arena_release(arena, mark);
    return least;
}

/* ---- points and values there ---- */

static uint64_t random_mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void problem_point(const struct problem *p, struct counter r, double *x)
{
    while (r.tries-- > 0)
        r.seed = random_mix(r.seed + 1);
    uint64_t key = random_mix(random_mix(r.hash) ^ r.seed);
    key = random_mix(key ^ r.start);
    for (int i = 0; i < p->n; i++) {
        key = random_mix(key + (uint64_t)i);
        double part = (double)(key >> 11) * 0x1p-53;
        x[i] = p->low[i] + part * p->width[i];
    }
}

/* Computes the entries at x; returns the weights among them. */
static const double *evaluate(const struct problem *p, const double *x)
{
    int n = p->quick->stages;
    tableau_evaluate(p->search->tableau, x, p->entry);
    return p->entry + n * n;
}

/* Computes the residuals for b, row 0, or for a row bhat. */
static void find_misses(const struct problem *p, const double *x, int row)
{
    const double *b = evaluate(p, x);
    quick_misses(p->quick, p->entry, b + row * p->quick->stages);
}

struct quick_function problem_function(const struct problem *p, const double *x)
{
    return quick_function(p->quick->stages, p->entry, evaluate(p, x));
}

/* ---- equations ---- */

void problem_equations(const struct problem *p, const double *x, double *out)
{
    for (int i = 0; i < p->conditions; i++) {
        if (i == 0 || p->row[i] != p->row[i - 1])
            find_misses(p, x, p->row[i]);
        out[i] = p->quick->miss[p->tree[i]];
    }
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

/* Leaves out conditions that hold at all sample points.  R(inf) = 0 if the
 * degree of the numerator is below that of the denominator. */
static void find_equations(struct problem *p)
{
    const int *first = p->quick->forest.first, hat = p->search->order_hat;
    const int of_b = first[p->search->order + 1];
    const int last = of_b + (hat ? first[hat + 1] : 0); /* bhat's follow */
    double x[SEARCH_FREES];
    bool *fails = arena_array(p->arena, (size_t)last, sizeof *fails);
    p->far = -1;
    for (int k = 0; k < SAMPLES; k++) {
        problem_point(p, (struct counter){0, 0, (uint64_t)k, 0}, x);
        for (int t = 0; t < last; t++) {
            if (t == 0 || t == of_b)
                find_misses(p, x, t == of_b);
            double miss = p->quick->miss[t < of_b ? t : t - of_b];
            fails[t] |= !(fabs(miss) < 1e-13);
        }
        struct quick_function f = problem_function(p, x);
        int degree = p->search->demand == DEMAND_L ? f.degree : -1;
        while (degree > 0 && !(fabs(f.under[degree]) > 1e-12))
            degree--;
        p->far = degree > p->far ? degree : p->far;
    }
    p->tree = arena_array(p->arena, (size_t)last + 1, sizeof *p->tree);
    p->row = arena_array(p->arena, (size_t)last + 1, sizeof *p->row);
    for (int t = 0; t < last; t++)
        if (fails[t]) {
            p->row[p->conditions] = t >= of_b;
            p->tree[p->conditions++] = t < of_b ? t : t - of_b;
        }
    p->always = last - p->conditions;
    p->equations = p->conditions + (p->far >= 0);
}

/* ---- aims ---- */

bool search_runs(const struct search *s)
{
    return s->aim == AIM_ENERGY || s->aim == AIM_ATTITUDE;
}

void problem_parts(const struct problem *p, const double *x, double *out)
{
    find_misses(p, x, 0);
    quick_parts(p->quick, out);
}

/* The aim from the parts in problem->part. */
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
        double value = w->measure(w->host, x);
        return isnan(value) ? HUGE_VAL : value; /* cannot be run */
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
        quick_misses(p.quick, p.entry, p.entry); /* all entries are 0 */
        quick_parts(p.quick, p.part);
        p.unit = sum_of_parts(&p);
    }
    find_equations(&p);
    return p;
}
