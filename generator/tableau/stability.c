/* SPDX-License-Identifier: MIT
 *
 * Where |R(z)| <= 1.  On the ray z = r e^(i (pi - alpha)) this is
 *     E(r) = |Q(z)|^2 - |P(z)|^2 >= 0,
 * a polynomial whose coefficients are Chebyshev polynomials of cos(alpha), and
 * Sturm's chains tell exactly where it changes its sign: alpha = 90 degrees is
 * the imaginary axis, 0 the negative real one.
 */
#include "tableau/stability.h"

#include <math.h>

#include "base/arena.h"
#include "tableau/analysis.h"
#include "tableau/fraction.h"

typedef const struct number *value;

/* Beyond so many limbs coefficients are rounded before roots are isolated. */
enum { EXACT_LIMBS = 24, ANGLE_BITS = 24 };

static const double degree = 57.29577951308232; /* in a radian */

/* ---- the polynomial of a ray ---- */

/* (-1)^k T_k(cosine) for k <= n */
static const value *chebyshev(struct arena *arena, int n, value cosine)
{
    value *t = arena_array(arena, (size_t)n + 2, sizeof *t);
    value minus = number_neg(arena, cosine);
    t[0] = number_int(arena, 1);
    t[1] = minus;
    for (int k = 2; k <= n; k++) {
        value twice = number_mul(arena, number_int(arena, 2), minus);
        twice = number_mul(arena, twice, t[k - 1]);
        t[k] = number_sub(arena, twice, t[k - 2]);
    }
    return t;
}

/* Adds sign * |p(z)|^2 to the coefficients. */
static void add_square(struct arena *arena, value *sum, int sign,
                       const struct polynomial *p, const value *cosine)
{
    for (int j = 0; j <= p->degree; j++)
        for (int k = 0; k <= p->degree; k++) {
            value part = number_mul(arena, p->coef[j], p->coef[k]);
            part = number_mul(arena, part, cosine[j > k ? j - k : k - j]);
            if (!number_is_zero(part))
                sum[j + k] = sign > 0 ? number_add(arena, sum[j + k], part)
                                      : number_sub(arena, sum[j + k], part);
        }
}

/* E(r), its coefficients settled. */
static struct polynomial ray(struct arena *arena, const struct tableau *t,
                             const struct stability *s, value cosine)
{
    int most =
        s->over.degree > s->under.degree ? s->over.degree : s->under.degree;
    const value *c = chebyshev(arena, most, cosine);
    value *sum = arena_array(arena, 2 * (size_t)most + 1, sizeof *sum);
    for (int k = 0; k <= 2 * most; k++)
        sum[k] = number_int(arena, 0);
    add_square(arena, sum, 1, &s->under, c);
    add_square(arena, sum, -1, &s->over, c);
    for (int k = 0; k <= 2 * most; k++)
        sum[k] = stability_coefficient(arena, t, sum[k]);
    return polynomial_of(arena, 2 * most + 1, sum);
}

static bool is_long(value v)
{
    mpq_srcptr q = number_mpq(v);
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q)) > EXACT_LIMBS;
}

/* Divided by its power of r, of fractions: below the true one by the bounds, or
 * near it, and then long fractions are rounded, too. */
static struct polynomial tidy(struct arena *arena, const struct polynomial *e,
                              bool below)
{
    int first = 0;
    value *c = arena_array(arena, (size_t)e->degree + 2, sizeof *c);
    while (first <= e->degree && number_is_zero(e->coef[first]))
        first++;
    for (int k = first; k <= e->degree; k++) {
        value v = e->coef[k];
        bool keep = number_is_exact(v) && (below || !is_long(v));
        c[k - first] = keep ? v : fraction_near(arena, v, below);
    }
    return polynomial_of(arena, e->degree - first + 1, c);
}

/* ---- changes of sign ---- */

/* The polynomial with simple roots, which are those where e changes its sign:
 * with g_k for the product of the factors of multiplicity k and more it is
 * g_1/g_2 * g_3/g_4 * ... */
static struct polynomial odd_part(struct arena *arena,
                                  const struct polynomial *e)
{
    value one = number_int(arena, 1);
    struct polynomial odd = polynomial_of(arena, 1, &one), rest = *e;
    while (rest.degree > 0) {
        struct polynomial once = polynomial_squarefree(arena, &rest);
        polynomial_divide(arena, &rest, &once, &rest, NULL);
        if (rest.degree > 0) {
            struct polynomial twice = polynomial_squarefree(arena, &rest);
            polynomial_divide(arena, &rest, &twice, &rest, NULL);
            polynomial_divide(arena, &once, &twice, &once, NULL);
        }
        odd = polynomial_mul(arena, &odd, &once);
    }
    return odd;
}

static struct sturm changes(struct arena *arena, const struct polynomial *e)
{
    struct polynomial odd = odd_part(arena, e);
    return sturm_of(arena, &odd);
}

/* Is it nowhere negative for r >= 0?  It is not zero at 0. */
static bool is_never_negative(struct arena *arena, const struct polynomial *e)
{
    if (e->degree < 0)
        return true;
    if (number_sign(e->coef[0]) < 0 || number_sign(e->coef[e->degree]) < 0)
        return false;
    struct sturm s = changes(arena, e);
    return sturm_count(arena, &s, number_int(arena, 0), NULL) == 0;
}

/* The end of the interval from 0 on which it is not negative. */
static double first_change(struct arena *arena, const struct polynomial *e)
{
    if (e->degree < 0)
        return HUGE_VAL;
    if (number_sign(e->coef[0]) < 0)
        return 0;
    struct sturm s = changes(arena, e);
    value zero = number_int(arena, 0);
    int below = sturm_count(arena, &s, NULL, zero);
    if (sturm_count(arena, &s, zero, NULL) == 0)
        return HUGE_VAL;
    return number_double(sturm_root(arena, &s, below + 1));
}

static double limit(struct arena *arena, const struct tableau *t,
                    const struct stability *s, value cosine)
{
    struct arena_mark mark = arena_mark(arena);
    struct polynomial e = ray(arena, t, s, cosine);
    e = tidy(arena, &e, false);
    double end = first_change(arena, &e);
    arena_release(arena, mark);
    return end;
}

/* ---- poles ---- */

static value coefficient(const struct polynomial *p, int k, value zero)
{
    return k >= 0 && k <= p->degree ? p->coef[k] : zero;
}

/* Are all roots of q right of the imaginary axis?  By E. J. Routh's scheme for
 * q(-z), whose first column must keep one sign.  Where it meets a zero, there
 * are roots on the axis or on both sides of it. */
static bool has_roots_on_the_right(struct arena *arena, const struct tableau *t,
                                   const struct polynomial *q)
{
    int n = q->degree;
    value zero = number_int(arena, 0), row[2][STABILITY_DEGREE + 2];
    for (int k = 0; k <= n + 1; k++)
        for (int i = 0; i < 2; i++) {
            int power = n - 2 * k - i;
            value c = coefficient(q, power, zero);
            row[i][k] = power % 2 ? number_neg(arena, c) : c;
        }
    int sign = n >= 0 ? number_sign(row[0][0]) : 0;
    for (int step = 1; step <= n; step++) {
        value lead = row[1][0];
        if (tableau_means_zero(t, lead) || number_sign(lead) != sign)
            return false;
        value factor = number_div(arena, row[0][0], lead);
        for (int k = 0; k <= n; k++) {
            value less = number_mul(arena, factor, row[1][k + 1]);
            value next = number_sub(arena, row[0][k + 1], less);
            row[0][k] = row[1][k];
            row[1][k] = next;
        }
        row[0][n + 1] = row[1][n + 1] = zero;
    }
    return true;
}

/* ---- kinds of stability ---- */

static bool ray_is_stable(struct arena *arena, const struct tableau *t,
                          const struct stability *s, value cosine)
{
    struct arena_mark mark = arena_mark(arena);
    struct polynomial e = ray(arena, t, s, cosine);
    e = tidy(arena, &e, false);
    bool stable = is_never_negative(arena, &e);
    arena_release(arena, mark);
    return stable;
}

/* By a bound from below. */
static void judge_axis(struct arena *arena, const struct tableau *t,
                       struct stability *s)
{
    struct polynomial e = ray(arena, t, s, number_int(arena, 0));
    struct polynomial least = tidy(arena, &e, true);
    s->i_stable = is_never_negative(arena, &least);
}

/* The widest sector by bisection of its half angle's cosine. */
static double widest_angle(struct arena *arena, const struct tableau *t,
                           const struct stability *s)
{
    long low = 0, high = 1L << ANGLE_BITS; /* cosines: unstable, stable */
    if (!ray_is_stable(arena, t, s, number_int(arena, 1)))
        return NAN;
    while (high - low > 1) {
        long middle = (low + high) / 2;
        value cosine = number_fraction(arena, middle, 1L << ANGLE_BITS);
        *(ray_is_stable(arena, t, s, cosine) ? &high : &low) = middle;
    }
    return acos(ldexp((double)high, -ANGLE_BITS)) * degree;
}

void stability_judge(struct arena *arena, const struct tableau *t,
                     struct stability *s)
{
    value zero = number_int(arena, 0), one = number_int(arena, 1);
    int over = s->over.degree, under = s->under.degree;
    bool settles = has_roots_on_the_right(arena, t, &s->under);
    s->far = over > under ? NULL
             : over < under
                 ? zero
                 : number_div(arena, s->over.coef[over], s->under.coef[under]);
    if (under > 0)
        judge_axis(arena, t, s);
    s->a_stable = s->i_stable && settles;
    s->l_stable = s->a_stable && over < under;
    s->angle = s->a_stable ? 90
               : settles && over <= under && under > 0
                   ? widest_angle(arena, t, s)
                   : NAN;
    s->real = limit(arena, t, s, one);
    s->imaginary = limit(arena, t, s, zero);
}

struct stability tableau_stability(struct arena *arena, const struct tableau *t)
{
    struct stability s = {.angle = NAN};
    stability_function(arena, t, &s);
    if (s.known)
        stability_judge(arena, t, &s);
    return s;
}
