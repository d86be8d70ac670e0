/* SPDX-License-Identifier: MIT
 *
 * A search as numbers: linear algebra, equations that must hold, what is to
 * become least, and an optimum to all digits.
 */
#include "search/search.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    SAMPLES = 7, /* points at which identities are tested */
    STEPS = 60   /* for polishing */
};

/* ---- linear algebra ----
 *
 * Singular values by one-sided rotations: M. R. Hestenes, J. SIAM 6 (1958)
 * 51-90.  What has no full rank is the rule here: order conditions depend on
 * one another. */

double *search_room(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(double));
}

double search_norm(int n, const double *x)
{
    return sqrt(quick_dot(n, x, x));
}

/* Rotates two columns of A v, and of v below it, so that the first m numbers
 * are orthogonal; false: they were. */
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

/* The shortest x among those with the least |A x - b|; A is m by n, row by row.
 * Directions in which A is below `cut` times its largest are left out; how many
 * are in. */
static int solve(struct arena *arena, int m, int n, const double *A,
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

/* The one that stands and whose move helps most; -1: none does. */
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

/* The part of a step that the bounds let y go; the one that stops it, or -1. */
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

/* By C. L. Lawson's and R. J. Hanson's sets (1974, chapter 23): y moves, or
 * stands at a bound.  A step goes to where the moving ones, with columns of
 * zeros for the others, leave least, or as far as the bounds let it; then one
 * more stands. */
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
        solve(arena, m, n, A, left, 1e-12, step);
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

/* The entries there; the weights among them. */
static const double *evaluate(const struct problem *p, const double *x)
{
    int n = p->quick->stages;
    tableau_evaluate(p->search->tableau, x, p->entry);
    return p->entry + n * n;
}

/* For b, row 0, or a row bhat. */
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

/* A tree's condition is left out if it holds wherever one looks.  R is zero at
 * infinity where its numerator is of a lower degree than its denominator. */
static void find_equations(struct problem *p)
{
    const int *first = p->quick->forest.first, hat = p->search->order_hat;
    const int of_b = first[p->search->order + 1];
    const int last =
        of_b + (hat ? first[hat + 1] : 0); /* those of bhat behind */
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
        double value = w->measure(w->host, x);
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

/* ---- polishing ----
 *
 * From doubles to 256 bits, by J. L. Lagrange's conditions
 *     grad f + J' lambda = 0, g = 0:
 * their residuals have all bits, the matrix is one of doubles, of differences,
 * and is computed once, so that each step gains the digits to which it is
 * right. */

/* Half a difference for slopes in 256 bits; the one for those of residuals. */
#define STEP_256  0x1p-80
#define STEP_OVER 0x1p-30

/* What is polished may move by so much of the box; further away is another
 * point than the one that was found. */
#define STAYS 1e-4

struct polish {
    const struct problem *problem;
    struct arena *arena;
    const double *at; /* where it begins */
    bool *fixed;      /* at a bound, where x stays */
    int frees;        /* the others */
    num *x;
    int equations; /* of the problem, then parts that are zero */
    int *zero;     /* these parts */
    int zeros;
    num *sign;      /* of the other parts of lotkin_bound; 0: is zero */
    double *slopes; /* of equations */
};

static num *numbers(struct arena *arena, int n)
{
    return arena_array(arena, (size_t)n + 1, sizeof(num));
}

/* ---- equations and parts ---- */

/* In 256 bits: the equations, then the parts.  False if the entries have no
 * value there. */
static bool look(const struct polish *h, struct arena *arena, const num *x,
                 num *out)
{
    const struct problem *p = h->problem;
    num real[SEARCH_FREES], *part = p->parts ? out + h->equations : NULL;
    for (int i = 0; i < p->n; i++)
        real[i] = number_real(arena, x[i]);
    const struct tableau *t = tableau_with(arena, p->search->tableau, real);
    if (!t)
        return false;
    num *miss[] = {numbers(arena, p->quick->forest.count),
                   numbers(arena, p->quick->forest.count)};
    quick_numbers(arena, p->quick, t, 0, miss[0], part);
    if (p->search->order_hat)
        quick_numbers(arena, p->quick, t, 1, miss[1], NULL);
    for (int i = 0; i < p->conditions; i++)
        out[i] = miss[p->row[i]][p->tree[i]];
    if (p->far >= 0) {
        struct stability s = {0};
        stability_function(arena, t, &s);
        bool there = s.known && p->far <= s.over.degree;
        out[p->conditions] = there ? s.over.coef[p->far] : number_int(arena, 0);
    }
    for (int i = 0; i < h->zeros; i++)
        out[p->equations + i] = part[h->zero[i]];
    return true;
}

/* What a part's change counts by: its sign, or its value here. */
static num pull(const struct polish *h, int part, num here)
{
    return h->sign ? h->sign[part] : here;
}

/* ---- steps ---- */

/* In 256 bits: the Lagrangian's gradient, if there are multipliers, and the
 * equations. */
static bool residual(const struct polish *h, const num *lambda, double *out)
{
    struct arena *arena = arena_child(h->arena);
    int m = h->equations, all = m + h->problem->parts;
    num *here = numbers(arena, all), *above = numbers(arena, all);
    num *below = numbers(arena, all), x[SEARCH_FREES];
    num step = number_of_double(arena, STEP_256);
    num wide = number_of_double(arena, 2 * STEP_256);
    bool good = look(h, arena, h->x, here);
    for (int i = 0; lambda && good && i < h->problem->n; i++) {
        num sum = number_int(arena, 0);
        if (h->fixed[i]) {
            *out++ = 0;
            continue;
        }
        memcpy(x, h->x, sizeof x);
        x[i] = number_add(arena, h->x[i], step);
        good = look(h, arena, x, above);
        x[i] = number_sub(arena, h->x[i], step);
        good = good && look(h, arena, x, below);
        for (int k = 0; good && k < all; k++) {
            num change = number_sub(arena, above[k], below[k]);
            num by = k < m ? lambda[k] : pull(h, k - m, here[k]);
            sum = number_add(arena, sum, number_mul(arena, change, by));
        }
        *out++ = number_double(number_div(arena, sum, wide));
    }
    for (int k = 0; good && k < m; k++)
        *out++ = number_double(here[k]);
    arena_free(arena);
    return good;
}

/* How the residual changes with x, by differences: rows of a matrix that has
 * columns for the multipliers, too; those, and of what is fixed, stay 0. */
static double *find_slopes(struct polish *h, const num *lambda)
{
    int n = h->problem->n, more = lambda ? n : 0, rows = h->equations + more;
    int columns = n + (lambda ? h->equations : 0);
    double *out = search_room(h->arena, rows * columns);
    double *here = search_room(h->arena, rows);
    double *there = search_room(h->arena, rows);
    bool good = residual(h, lambda, here);
    for (int j = 0; j < n && good; j++) {
        num x = h->x[j];
        if (h->fixed[j])
            continue;
        h->x[j] =
            number_add(h->arena, x, number_of_double(h->arena, STEP_OVER));
        good = residual(h, lambda, there);
        h->x[j] = x;
        for (int i = 0; i < rows; i++)
            out[i * columns + j] = (there[i] - here[i]) / STEP_OVER;
    }
    return good ? out : NULL;
}

/* By I. Newton's steps, of this matrix, as long as they help: x, and the
 * multipliers if there are any.  What is left in the end. */
static double run(struct polish *h, const double *a, num *lambda)
{
    int frees = h->problem->n, n = frees + (lambda ? h->equations : 0);
    int rows = h->equations + (lambda ? frees : 0);
    double *step = search_room(h->arena, n);
    double *off = search_room(h->arena, rows), last = HUGE_VAL;
    for (int k = 0; k < STEPS; k++) {
        if (!residual(h, lambda, off) || !(search_norm(rows, off) < last / 2))
            break;
        last = search_norm(rows, off);
        solve(h->arena, rows, n, a, off, 1e-9, step);
        if (!isfinite(search_norm(n, step)))
            return HUGE_VAL;
        for (int i = 0; i < n; i++) {
            num *x = i < frees ? &h->x[i] : &lambda[i - frees];
            num by = number_of_double(h->arena, step[i]);
            *x = number_copy(h->arena, number_sub(h->arena, *x, by));
        }
    }
    return last;
}

/* From the multipliers that come nearest to what they should do; is all right
 * in the end? */
static bool run_lagrange(struct polish *h)
{
    int n = h->problem->n, m = h->equations, all = n + m;
    double *across = search_room(h->arena, n * m);
    double *down = search_room(h->arena, all),
           *start = search_room(h->arena, m);
    num *lambda = numbers(h->arena, m);
    for (int k = 0; k < m; k++)
        lambda[k] = number_int(h->arena, 0);
    if (!residual(h, lambda, down))
        return false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            across[i * m + k] = -h->slopes[k * n + i];
    solve(h->arena, n, m, across, down, 1e-7, start);
    if (!isfinite(search_norm(m, start)))
        return false;
    for (int k = 0; k < m; k++)
        lambda[k] = number_of_double(h->arena, start[k]);
    double *a = find_slopes(h, lambda);
    if (!a || !isfinite(search_norm(all * all, a)))
        return false;
    for (int k = n; k < all; k++)
        for (int i = 0; i < n; i++)
            a[i * all + k] = a[k * all + i];
    return run(h, a, lambda) < 1e-36;
}

/* To the nearest point where all equations hold; false if there is none near
 * where it began, inside the bounds. */
static bool run_equations(struct polish *h)
{
    const struct problem *p = h->problem;
    if (h->equations > 0 && !(run(h, h->slopes, NULL) < 1e-50))
        return false;
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double moved = number_double(h->x[i]) - h->at[i];
        if (!(fabs(moved) <= STAYS * p->width[i]) ||
            number_compare(h->x[i], f->low) < 0 ||
            number_compare(f->high, h->x[i]) < 0)
            return false;
    }
    return true;
}

/* ---- attempts ---- */

/* At x; symbols at their bounds may be held there. */
static struct polish begin(const struct problem *p, const double *x, bool hold,
                           num *out, bool *fixed)
{
    struct polish h = {.problem = p,
                       .arena = p->arena,
                       .at = x,
                       .equations = p->equations,
                       .fixed = fixed,
                       .x = out};
    for (int i = 0; i < p->n; i++) {
        const struct free_symbol *f = &p->search->tableau->free[i];
        double near = 1e-9 * p->width[i];
        bool low = hold && x[i] - p->low[i] <= near;
        bool high = hold && p->high[i] - x[i] <= near;
        out[i] = low    ? f->low
                 : high ? f->high
                        : number_of_double(p->arena, x[i]);
        fixed[i] = low || high;
        h.frees += !fixed[i];
    }
    return h;
}

/* Parts of lotkin_bound that are zero at the optimum, and signs of others. */
static void find_zeros(struct polish *h)
{
    const struct problem *p = h->problem;
    double *part = search_room(h->arena, p->parts), sum = 0;
    problem_parts(p, h->at, part);
    h->sign = numbers(h->arena, p->parts);
    h->zero = arena_array(h->arena, (size_t)p->parts + 1, sizeof *h->zero);
    for (int i = 0; i < p->parts; i++)
        sum += fabs(part[i]);
    for (int i = 0; i < p->parts; i++) {
        bool is_zero = !(fabs(part[i]) > 1e-7 * sum);
        h->sign[i] = number_int(h->arena, is_zero ? 0 : part[i] < 0 ? -1 : 1);
        if (is_zero)
            h->zero[h->zeros++] = i;
    }
    h->equations += h->zeros;
}

/* To the optimum: where the equations leave no choice, or nothing changes any
 * more. */
static bool settle(struct polish *h)
{
    if (h->problem->search->aim == AIM_LOTKIN)
        find_zeros(h);
    int m = h->equations, n = h->problem->n;
    double *none = search_room(h->arena, m), step[SEARCH_FREES];
    h->slopes = find_slopes(h, NULL);
    if (!h->slopes)
        return false;
    int rank = solve(h->arena, m, n, h->slopes, none, 1e-6, step);
    return (rank == h->frees || (h->problem->parts > 0 && run_lagrange(h))) &&
           run_equations(h);
}

/* Without success x is what it was. */
void search_refine(const struct problem *p, const double *x, num *out,
                   bool *fixed)
{
    struct problem plain = *p;
    plain.parts = 0;
    for (int hold = 1; hold >= 0; hold--) {
        struct polish h = begin(&plain, x, hold, out, fixed);
        h.slopes = find_slopes(&h, NULL);
        if (h.slopes && run_equations(&h))
            return;
    }
    begin(&plain, x, true, out, fixed);
}

num search_polish(const struct problem *p, const double *at, num *x,
                  bool *fixed, bool *settled)
{
    struct polish h = begin(p, at, true, x, fixed);
    *settled = settle(&h);
    if (!*settled)
        search_refine(p, at, x, fixed);
    int m = h.equations, parts = p->parts;
    num *g = numbers(p->arena, m + parts), sum = number_int(p->arena, 0);
    if (!*settled || parts == 0 || !look(&h, p->arena, x, g))
        return NULL;
    for (int i = m; i < m + parts; i++) {
        num by = pull(&h, i - m, g[i]);
        sum = number_add(p->arena, sum, number_mul(p->arena, g[i], by));
    }
    return h.sign ? sum : number_sqrt(p->arena, sum);
}
