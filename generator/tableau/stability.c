/* SPDX-License-Identifier: MIT
 *
 * Properties of I - z A: the stability function R, where |R| <= 1, and absolute
 * monotonicity.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "sym/expr.h"
#include "tableau/analysis.h"

/* ---- the determinant ----
 *
 * If A is triangular, it is the product of the diagonal; else it and the
 * adjugate follow from traces of powers (Le Verrier, in the form of D. K.
 * Faddeev and I. S. Sominskii): with B_0 = I,
 *     q_k = -trace(A B_(k-1)) / k,   B_k = A B_(k-1) + q_k I,
 * where sum_k z^k B_k is the adjugate of I - z A.  Surds stay exact. */

/* The most stages of a full matrix: more take too long. */
enum { FULL_STAGES = 20 };

/* A coefficient without rounding noise: a fraction if one is meant. */
static num settled(struct arena *arena, const struct tableau *t, num v)
{
    if (number_is_exact(v))
        return v;
    if (tableau_means_zero(t, v))
        return number_int(arena, 0);
    num meant = fraction_meant(arena, v, number_error(v));
    return meant ? meant : v;
}

/* The entry as a surd if known. */
static num entry_of(const struct tableau *t, int at)
{
    return t->surd ? t->surd[at] : t->a[at];
}

/* Computes q and, unless `adjugate` is NULL, the matrices B_k. */
static void of_traces(struct arena *arena, int n, const num *a, num *q,
                      num **adjugate)
{
    num *b = number_zeros(arena, n * n);
    q[0] = number_int(arena, 1);
    for (int i = 0; i < n; i++)
        b[i * (n + 1)] = q[0];
    for (int k = 1; k <= n; k++) {
        num *next = number_zeros(arena, n * n), sum = next[0];
        if (adjugate)
            adjugate[k - 1] = b;
        for (int at = 0; at < n * n; at++)
            next[at] = tableau_dot(arena, n, a + at / n * n, b + at % n, n);
        for (int i = 0; i < n; i++)
            sum = number_add(arena, sum, next[i * (n + 1)]);
        q[k] = number_mul(arena, sum, number_fraction(arena, -1, k));
        for (int i = 0; i < n; i++)
            next[i * (n + 1)] = number_add(arena, next[i * (n + 1)], q[k]);
        b = next;
    }
    if (adjugate)
        adjugate[n] = b;
}

/* The series sum_k z^k b' A^(k-1) e; b is stored after a. */
static void of_series(struct arena *arena, int n, const num *a, num *moment)
{
    num *x = number_zeros(arena, n + 1), *next = number_zeros(arena, n + 1);
    for (int i = 0; i <= n; i++)
        x[i] = number_int(arena, 1);
    for (int k = 0; k <= n; k++) {
        moment[k] = x[n];
        for (int i = 0; i <= n; i++)
            next[i] = tableau_dot(arena, n, a + i * n, x, 1);
        memcpy(x, next, (size_t)(n + 1) * sizeof *x);
    }
}

/* Settles the coefficients in place; returns them as a real polynomial. */
static struct polynomial settle(struct arena *arena, const struct tableau *t,
                                num *coefficient, struct stability *s)
{
    int n = t->stages + 1;
    num *number = arena_array(arena, (size_t)n, sizeof *number);
    for (int k = 0; k < n; k++) {
        num v = coefficient[k];
        num meant = number_surd(v) ? v : settled(arena, t, v);
        s->recovered |= meant != v && !number_is_zero(meant);
        s->rational &= number_is_exact(meant);
        coefficient[k] = meant;
        number[k] = surd_as_real(arena, meant);
    }
    return polynomial_of(arena, n, number);
}

/* Cancels common factors and makes the denominator's constant term 1. */
static void reduce(struct arena *arena, struct stability *s)
{
    struct polynomial *part[] = {&s->over, &s->under};
    struct polynomial common = polynomial_gcd(arena, *part[0], *part[1]);
    for (int i = 0; i < 2; i++)
        *part[i] = polynomial_divide(arena, *part[i], common).quotient;
    num first = number_div(arena, number_int(arena, 1), s->under.coef[0]);
    struct polynomial factor = polynomial_of(arena, 1, &first);
    for (int i = 0; i < 2; i++)
        *part[i] = polynomial_mul(arena, *part[i], factor);
    s->exact_over = s->over.coef;
    s->exact_under = s->under.coef;
}

void stability_function(struct arena *arena, const struct tableau *t,
                        struct stability *s)
{
    int n = t->stages;
    bool triangular = tableau_is_triangular(t);
    s->known = n <= (triangular ? (int)STABILITY_DEGREE : (int)FULL_STAGES);
    s->rational = true;
    if (!s->known)
        return;
    num *a = number_zeros(arena, n * (n + 1)), *q = number_zeros(arena, n + 1);
    num *p = number_zeros(arena, n + 1), *moment = number_zeros(arena, n + 1);
    for (int at = 0; at < n * (n + 1); at++)
        a[at] = entry_of(t, at);
    q[0] = number_int(arena, 1);
    for (int i = 0; i < n && triangular; i++) /* times 1 - z a[i][i] */
        for (int k = i + 1; k > 0 && !number_is_zero(a[i * (n + 1)]); k--)
            q[k] = number_sub(arena, q[k],
                              number_mul(arena, a[i * (n + 1)], q[k - 1]));
    if (!triangular)
        of_traces(arena, n, a, q, NULL);
    of_series(arena, n, a, moment);
    for (int k = 0; k <= n; k++)
        for (int j = 0; j <= k; j++)
            p[k] =
                number_add(arena, p[k], number_mul(arena, q[j], moment[k - j]));
    s->over = settle(arena, t, p, s);
    s->under = settle(arena, t, q, s);
    s->exact_over = p;
    s->exact_under = q;
    if (s->rational && s->under.degree > 0)
        reduce(arena, s);
}

/* ---- the polynomial of a ray ----
 *
 * |R| <= 1 on z = r e^(i (pi - alpha)) is
 *     E(r) = |Q(z)|^2 - |P(z)|^2 >= 0,
 * a polynomial whose coefficients are Chebyshev polynomials of cos(alpha).
 * Sturm chains locate its sign changes exactly. alpha = 90 degrees is the
 * imaginary axis, 0 the negative real one. */

/* Coefficients with more limbs are rounded before root isolation. */
enum { EXACT_LIMBS = 24, ANGLE_BITS = 60 };

/* E(r) with settled coefficients. */
static struct polynomial ray(struct arena *arena, const struct tableau *t,
                             const struct stability *s, num cosine)
{
    const struct polynomial *part[] = {&s->under, &s->over};
    int most =
        s->over.degree > s->under.degree ? s->over.degree : s->under.degree;
    num *c = arena_array(arena, (size_t)most + 2, sizeof *c);
    c[0] = number_int(arena, 1);
    c[1] = number_neg(arena, cosine);
    num twice = number_mul(arena, number_int(arena, 2), c[1]);
    for (int k = 2; k <= most; k++) /* (-1)^k T_k(cosine) */
        c[k] = number_sub(arena, number_mul(arena, twice, c[k - 1]), c[k - 2]);
    num *sum = number_zeros(arena, 2 * most + 1);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j <= part[i]->degree; j++)
            for (int k = 0; k <= part[i]->degree; k++) {
                num v = number_mul(arena, part[i]->coef[j], part[i]->coef[k]);
                v = number_mul(arena, v, c[j > k ? j - k : k - j]);
                if (!number_is_zero(v))
                    sum[j + k] =
                        (i ? number_sub : number_add)(arena, sum[j + k], v);
            }
    for (int k = 0; k <= 2 * most; k++)
        sum[k] = settled(arena, t, sum[k]);
    return polynomial_of(arena, 2 * most + 1, sum);
}

/* True if all error bounds are finite doubles (1e309 is not). */
static bool is_bounded(const struct polynomial *e)
{
    for (int k = 0; k <= e->degree; k++)
        if (!isfinite(number_error(e->coef[k])))
            return false;
    return true;
}

/* e without its factor r^m, with short fractions as coefficients: below (side
 * -1) or above (side 1) the true ones, or near them (side 0).  *same is true if
 * no coefficient changes. */
static struct polynomial tidy(struct arena *arena, const struct polynomial *e,
                              int side, bool *same)
{
    int first = 0;
    num *c = arena_array(arena, (size_t)e->degree + 2, sizeof *c);
    while (first <= e->degree && number_is_zero(e->coef[first]))
        first++;
    *same = true;
    for (int k = first; k <= e->degree; k++) {
        num v = e->coef[k];
        bool keep = number_is_exact(v);
        if (keep) {
            mpq_srcptr q = number_mpq(v);
            keep = mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q)) <=
                   EXACT_LIMBS;
        }
        c[k - first] = keep ? v : fraction_near(arena, v, side);
        *same &= keep;
    }
    return polynomial_of(arena, e->degree - first + 1, c);
}

/* ---- changes of sign ---- */

/* The Sturm chain of the polynomial whose roots, all simple, are the sign
 * changes of e: with g_k the product of the factors of multiplicity k and more,
 * it is g_1/g_2 * g_3/g_4 * ... */
static struct sturm changes(struct arena *arena, const struct polynomial *e)
{
    num one = number_int(arena, 1);
    struct polynomial odd = polynomial_of(arena, 1, &one), rest = *e;
    while (rest.degree > 0) {
        struct polynomial once = polynomial_squarefree(arena, rest);
        rest = polynomial_divide(arena, rest, once).quotient;
        if (rest.degree > 0) {
            struct polynomial twice = polynomial_squarefree(arena, rest);
            rest = polynomial_divide(arena, rest, twice).quotient;
            once = polynomial_divide(arena, once, twice).quotient;
        }
        odd = polynomial_mul(arena, odd, once);
    }
    return sturm_of(arena, odd);
}

/* True if all coefficients are >= 0: cheap, and true for most. */
static bool is_surely_positive(const struct polynomial *e)
{
    for (int k = 0; k <= e->degree; k++) {
        num v = e->coef[k];
        if (!number_is_zero(v) && (number_may_be_zero(v) || number_sign(v) < 0))
            return false;
    }
    return true;
}

/* True if e(r) >= 0 for all r >= 0. */
static bool is_never_negative(struct arena *arena, const struct polynomial *e)
{
    if (is_surely_positive(e))
        return true;
    if (number_sign(e->coef[0]) < 0 || number_sign(e->coef[e->degree]) < 0)
        return false;
    struct sturm s = changes(arena, e);
    return sturm_count(&s, number_int(arena, 0), NULL) == 0;
}

/* The proven sign of e at a fraction; 0 if the bounds leave it open. */
static int sure_sign(struct arena *arena, const struct polynomial *e, num x)
{
    num v = polynomial_value(arena, *e, x);
    return number_may_be_zero(v) ? 0 : number_sign(v);
}

/* The width around `root`, a root of a polynomial near e, in which e changes
 * from plus to minus; -1 if it does not, infinite if that is open. */
static double width_of_change(struct arena *arena, const struct polynomial *e,
                              num root)
{
    enum { FIRST = -240, LAST = -4, STEP = 3 };
    double size = number_double(root);
    if (!isfinite(size) || !isnormal(ldexp(size, FIRST)))
        return INFINITY;
    for (int bits = FIRST; bits <= LAST; bits += STEP) {
        double width = ldexp(size, bits);
        num by = number_of_double(arena, width);
        num low = fraction_near(arena, number_sub(arena, root, by), 0);
        num high = fraction_near(arena, number_add(arena, root, by), 0);
        int left = sure_sign(arena, e, low), right = sure_sign(arena, e, high);
        if (left > 0 && right != 0)
            return right < 0 ? 2 * width : -1;
    }
    return INFINITY;
}

/* Where a polynomial first becomes negative, from 0 on; NULL if nowhere.  If
 * its coefficients have error bounds, so has the result: roots are those of a
 * nearby polynomial.  The bound is infinite if the result is undecided. */
static num first_change(struct arena *arena, const struct polynomial *e)
{
    bool same;
    num zero = number_int(arena, 0);
    if (!is_bounded(e))
        return number_widen(arena, zero, INFINITY);
    struct polynomial near = tidy(arena, e, 0, &same);
    struct polynomial rest = polynomial_of(arena, near.degree + 1,
                                           e->coef + e->degree - near.degree);
    if (is_surely_positive(&rest))
        return NULL;
    int sign = sure_sign(arena, &rest, zero);
    if (sign <= 0)
        return sign < 0 ? zero : number_widen(arena, zero, INFINITY);
    struct sturm s = same ? changes(arena, &rest) : sturm_of(arena, near);
    int below = sturm_count(&s, NULL, zero),
        roots = sturm_count(&s, zero, NULL);
    for (int k = 1; k <= roots; k++) {
        num root = sturm_root(arena, &s, below + k);
        double width = same ? 0 : width_of_change(arena, &rest, root);
        if (width >= 0)
            return number_widen(arena, root, width);
    }
    return NULL;
}

/* ---- absolute monotonicity ----
 *
 * The radius of absolute monotonicity, which is the SSP coefficient: the
 * largest r for which, with K = (I + r A)^-1, all entries of
 *     K e,   r A K = I - K,   r b' K,   1 - r b' K e
 * are >= 0.  J. F. B. M. Kraaijevanger, BIT 31 (1991) 482-528.
 * With b as a last row of A the first two hold all four conditions.  Multiplied
 * by det(I + r A), which is positive as long as they hold, they are polynomials
 * in r.  If they hold for r, they hold for all smaller r: the radius is the
 * first sign change of any of them.
 */
struct monotone {
    struct arena *arena;
    const struct tableau *tableau;
    int n;          /* stages + 1: the last row is the step */
    num *a;         /* with b as the last row */
    num **adjugate; /* adjugate of I + r A by powers of -r */
    num *det;       /* coefficients of its determinant */
    num end;        /* smallest so far; NULL if none */
};

static int sign_of(const struct monotone *m, num x)
{
    return tableau_sign(m->tableau, x);
}

/* For small r the signs of r A K are those of A, and, where A is zero, those of
 * -A^2.  True for most tableaus: radius 0. */
static bool begins_negative(const struct monotone *m)
{
    int n = m->n;
    for (int i = 0; i < n * n; i++)
        if (sign_of(m, m->a[i]) < 0)
            return true;
    for (int at = 0; at < n * n; at++)
        for (int k = 0; k < n && sign_of(m, m->a[at]) == 0; k++)
            if (sign_of(m, m->a[at / n * n + k]) > 0 &&
                sign_of(m, m->a[k * n + at % n]) > 0)
                return true;
    return false;
}

/* Updates `end` by the polynomial with coefficients x[k] of (-r)^k. */
static void try_polynomial(struct monotone *m, const num *x)
{
    num *coefficient = arena_array(m->arena, (size_t)m->n + 1, sizeof(num));
    for (int k = 0; k <= m->n; k++) {
        num v = surd_as_real(m->arena, x[k]);
        v = settled(m->arena, m->tableau, v);
        coefficient[k] = k % 2 ? number_neg(m->arena, v) : v;
    }
    struct polynomial p = polynomial_of(m->arena, m->n + 1, coefficient);
    num end = first_change(m->arena, &p);
    if (end && (!m->end || number_compare(end, m->end) < 0))
        m->end = end;
}

/* Tries row i of K e and of r A K, times the determinant. */
static void try_row(struct monotone *m, int i)
{
    num *sum = number_zeros(m->arena, m->n + 1);
    num *rest = number_zeros(m->arena, m->n + 1);
    for (int j = 0; j < m->n; j++) {
        for (int k = 0; k <= m->n; k++) {
            num x = m->adjugate[k][i * m->n + j];
            sum[k] = number_add(m->arena, sum[k], x);
            rest[k] = i == j ? number_sub(m->arena, m->det[k], x)
                             : number_neg(m->arena, x);
        }
        try_polynomial(m, rest);
    }
    try_polynomial(m, sum);
}

num tableau_ssp(struct arena *arena, const struct tableau *t)
{
    struct arena *work = arena_child(arena);
    int n = t->stages + 1;
    struct monotone m = {.arena = work, .tableau = t, .n = n};
    m.a = number_zeros(work, n * n);
    m.det = number_zeros(work, n + 1);
    m.adjugate = arena_array(work, (size_t)n + 1, sizeof *m.adjugate);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            m.a[i * n + j] = entry_of(t, i * (n - 1) + j);
    if (begins_negative(&m)) {
        m.end = number_int(work, 0);
    } else {
        of_traces(work, n, m.a, m.det, m.adjugate);
        for (int i = 0; i < n; i++)
            try_row(&m, i);
    }
    num end = number_copy(arena, m.end);
    arena_free(work);
    return end;
}

/* ---- poles ---- */

/* True if all roots of q are right of the imaginary axis, by E. J. Routh's
 * scheme for q(-z): its first column must keep one sign.  If a zero appears in
 * it, there are roots on the axis or on both sides. */
static bool has_roots_on_the_right(struct arena *arena, const struct tableau *t,
                                   const struct polynomial *q)
{
    int n = q->degree;
    num zero = number_int(arena, 0), row[2][STABILITY_DEGREE + 2];
    for (int k = 0; k <= n + 1; k++)
        row[0][k] = row[1][k] = zero;
    for (int k = 0; k <= n; k++) {
        num c = q->coef[n - k];
        row[k % 2][k / 2] = (n - k) % 2 ? number_neg(arena, c) : c;
    }
    int sign = n >= 0 ? number_sign(row[0][0]) : 0;
    for (int step = 1; step <= n; step++) {
        num lead = row[1][0];
        if (tableau_sign(t, lead) != sign)
            return false;
        num factor = number_div(arena, row[0][0], lead);
        for (int k = 0; k <= n; k++) {
            num less = number_mul(arena, factor, row[1][k + 1]);
            num next = number_sub(arena, row[0][k + 1], less);
            row[0][k] = row[1][k];
            row[1][k] = next;
        }
        row[0][n + 1] = row[1][n + 1] = zero;
    }
    return true;
}

/* ---- kinds of stability ---- */

static num limit(struct arena *arena, const struct tableau *t,
                 const struct stability *s, num cosine)
{
    struct arena *work = arena_child(arena);
    struct polynomial e = ray(work, t, s, cosine);
    num end = number_copy(arena, first_change(work, &e));
    arena_free(work);
    return end;
}

/* 1 if proven stable, -1 if proven unstable, 0 if undecided. */
static int ray_is_stable(struct arena *arena, const struct tableau *t,
                         const struct stability *s, num cosine)
{
    struct arena_mark mark = arena_mark(arena);
    struct polynomial e = ray(arena, t, s, cosine);
    bool same;
    if (!is_bounded(&e))
        return 0;
    struct polynomial below = tidy(arena, &e, -1, &same);
    int stable = 1;
    if (!is_never_negative(arena, &below)) {
        struct polynomial above = tidy(arena, &e, 1, &same);
        stable = same || !is_never_negative(arena, &above) ? -1 : 0;
    }
    if (stable == 0 && polynomial_is_exact(e))
        stable = is_never_negative(arena, &e) ? 1 : -1;
    arena_release(arena, mark);
    return stable;
}

/* The widest sector, in degrees, by bisection of the cosine of its half
 * angle. */
static num widest_angle(struct arena *arena, const struct tableau *t,
                        const struct stability *s)
{
    num two = number_int(arena, 2), one = number_int(arena, 1);
    num low = number_int(arena, 0), width = one; /* unstable at `low`, */
    if (ray_is_stable(arena, t, s, one) <= 0)    /* stable at low + width */
        return NULL;
    for (int bit = 0; bit < ANGLE_BITS; bit++) {
        num half = number_div(arena, width, two);
        num middle = number_add(arena, low, half);
        int stable = ray_is_stable(arena, t, s, middle);
        if (stable == 0)
            break;
        low = stable < 0 ? middle : low;
        width = half;
    }
    num half = number_div(arena, width, two);
    num cosine = number_real(arena, number_add(arena, low, half));
    cosine = number_widen(arena, cosine, number_double(half));
    num angle = expr_of_numbers(arena, OP_ACOS, 1, &cosine);
    num degrees = number_mul(arena, angle, number_int(arena, 180));
    return number_div(arena, degrees, number_pi(arena));
}

num stability_far(struct arena *arena, const struct stability *s)
{
    if (s->over.degree != s->under.degree)
        return number_int(arena, 0);
    return number_div(arena, s->exact_over[s->over.degree],
                      s->exact_under[s->under.degree]);
}

/* All stability properties of the tableau. */
struct stability tableau_stability(struct arena *arena, const struct tableau *t)
{
    struct stability s = {.known = false};
    stability_function(arena, t, &s);
    if (!s.known)
        return s;
    num zero = number_int(arena, 0), one = number_int(arena, 1);
    int over = s.over.degree, under = s.under.degree;
    bool settles = has_roots_on_the_right(arena, t, &s.under);
    s.far = over > under ? NULL : surd_as_real(arena, stability_far(arena, &s));
    s.i_stable = under > 0 && ray_is_stable(arena, t, &s, zero) > 0;
    s.a_stable = s.i_stable && settles;
    s.l_stable = s.a_stable && over < under;
    s.angle = s.a_stable ? number_int(arena, 90)
              : settles && over <= under && under > 0
                  ? widest_angle(arena, t, &s)
                  : NULL;
    s.real = limit(arena, t, &s, one);
    s.imaginary = limit(arena, t, &s, zero);
    return s;
}
