/* SPDX-License-Identifier: MIT
 */
#include "sweep/cases.h"

#include <math.h> /* sqrt, frexp, ldexp: as IEEE 754 has them */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "shelf/shelf.h"

/* ---- random numbers ---- */

/* J. Salmon, M. Moraes, R. Dror, D. Shaw, Parallel random numbers: as easy as
 * 1, 2, 3, SC 2011. */
void draw_philox(uint64_t key, uint32_t word[4])
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t a = UINT64_C(0xd2511f53) * word[0];
        const uint64_t b = UINT64_C(0xcd9e8d57) * word[2];
        word[0] = (uint32_t)(b >> 32) ^ word[1] ^ k0;
        word[1] = (uint32_t)b;
        word[2] = (uint32_t)(a >> 32) ^ word[3] ^ k1;
        word[3] = (uint32_t)a;
        k0 += UINT32_C(0x9e3779b9);
        k1 += UINT32_C(0xbb67ae85);
    }
}

/* Sobol's direction numbers as 64-bit fractions, the one for the lowest bit of
 * k first.  They are computed from lines "d s a m_1 ... m_s", d >= 2, with a
 * polynomial of degree s whose inner coefficients are the bits of a; P.
 * Bratley, B. Fox, ACM Trans. Math. Softw. 14 (1988) 88. */
const struct draws *draws_new(struct arena *arena, uint64_t seed, bool is_sobol)
{
    struct draws *draws = arena_alloc(arena, sizeof *draws);
    draws->seed = seed;
    if (!is_sobol)
        return draws;
    uint64_t(*all)[64] = arena_array(arena, DRAW_SOBOL_DIMENSIONS, sizeof *all);
    for (int i = 0; i < 64; i++)
        all[0][i] = UINT64_C(1) << (63 - i);
    char *p = strstr(shelf_builtin_file("sobol.tsv")->chars, "\n2\t");
    for (int d = 1; d < DRAW_SOBOL_DIMENSIONS; d++) {
        uint64_t *v = all[d];
        strtol(p, &p, 10); /* d + 1 */
        const int s = (int)strtol(p, &p, 10);
        const long a = strtol(p, &p, 10);
        for (int i = 0; i < 64; i++) {
            v[i] = i < s ? (uint64_t)strtol(p, &p, 10) << (63 - i)
                         : v[i - s] ^ v[i - s] >> s;
            for (int k = 1; k < s && i >= s; k++)
                v[i] ^= a >> (s - 1 - k) & 1 ? v[i - k] : 0;
        }
    }
    draws->sobol = all;
    return draws;
}

/* The shift of a sequence is added bit by bit, without a carry: this maps
 * intervals [i/2^m, (i + 1)/2^m) to such intervals, so shifted points fill
 * boxes of them as evenly as the sequence does; addition modulo 1 would not. */
double draw_unit(const struct draws *d, uint64_t k, int dimension)
{
    const uint64_t of = d->sobol ? 0 : k;
    uint32_t word[4] = {(uint32_t)of, (uint32_t)(of >> 32), (uint32_t)dimension,
                        d->sobol != NULL};
    draw_philox(d->seed, word);
    uint64_t bits = (uint64_t)word[1] << 32 | word[0];
    const uint64_t *v = d->sobol ? d->sobol[dimension] : NULL;
    for (; v && k; k >>= 1, v++)
        bits ^= *v & (0 - (k & 1));
    return (double)(int64_t)(bits >> 11 | 1) * 0x1p-53;
}

static const double LN2_HIGH = 0x1.62e42feep-1; /* 32 significant bits */
static const double LN2_LOW = 0x1.a39ef35793c76p-33;

/* x = 2^n (1 + f), sqrt(1/2) <= 1 + f < sqrt(2); with s = f/(2 + f), log(1 + f)
 * = 2 s + 2 s^3/3 + 2 s^5/5 + ... = f - f^2/2 + s (f^2/2 + 2 s^2/3 + ...). */
double draw_log(double x)
{
    int n;
    double m = frexp(x, &n), r = 0;
    if (m < 0x1.6a09e667f3bcdp-1) /* sqrt(1/2) */
        m *= 2, n--;
    const double f = m - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    for (int i = 23; i > 1; i -= 2)
        r = z * (2.0 / i + r);
    return n * LN2_HIGH - ((half - (s * (half + r) + n * LN2_LOW)) - f);
}

double draw_exp(double a, double x)
{
    int exponent;
    const double m = frexp(a, &exponent); /* keeps products in range */
    const int n = (int)(x * 0x1.71547652b82fep+0 + (x < 0 ? -0.5 : 0.5));
    const double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    double sum = 0; /* r/2! + r^2/3! + ..., |r| < 0.35 */
    for (int i = 13; i > 1; i--)
        sum = (1.0 / i) * (r + r * sum);
    return ldexp(m * (1 + (r + r * sum)), exponent + n);
}

static double within(double x, double a, double b)
{
    return x < a ? a : x > b ? b : x;
}

double draw_uniform(double u, double a, double b)
{
    return within((1 - u) * a + u * b, a, b);
}

double draw_loguniform(double u, double a, double b)
{
    const double ratio = draw_log(b) - draw_log(a);
    return within(
        u <= 0.5 ? draw_exp(a, u * ratio) : draw_exp(b, (u - 1) * ratio), a, b);
}

/* M. Wichura, AS 241, PPND16: numerators and denominators, constant term first,
 * for the middle, the flanks and the tails. */
static const double WICHURA[3][2][8] = {
    {{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
      1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
      3.3430575583588128105e4, 2.5090809287301226727e3},
     {1, 4.2313330701600911252e1, 6.8718700749205790830e2,
      5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
      2.8729085735721942674e4, 5.2264952788528545610e3}},
    {{1.42343711074968357734e0, 4.63033784615654529590e0,
      5.76949722146069140550e0, 3.64784832476320460504e0,
      1.27045825245236838258e0, 2.41780725177450611770e-1,
      2.27238449892691845833e-2, 7.74545014278341407640e-4},
     {1, 2.05319162663775882187e0, 1.67638483018380384940e0,
      6.89767334985100004550e-1, 1.48103976427480074590e-1,
      1.51986665636164571966e-2, 5.47593808499534494600e-4,
      1.05075007164441684324e-9}},
    {{6.65790464350110377720e0, 5.46378491116411436990e0,
      1.78482653991729133580e0, 2.96560571828504891230e-1,
      2.65321895265761230930e-2, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7},
     {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
      1.48753612908506148525e-2, 7.86869131145613259100e-4,
      1.84631831751005468180e-5, 1.42151175831644588870e-7,
      2.04426310338993978564e-15}}};

double draw_normal(double u)
{
    const double q = u - 0.5;
    const bool is_middle = fabs(q) <= 0.425;
    const double r = is_middle ? 0 : sqrt(-draw_log(q < 0 ? u : 1 - u));
    const double x = is_middle ? 0.180625 - q * q : r <= 5 ? r - 1.6 : r - 5;
    const double(*p)[8] = WICHURA[is_middle ? 0 : r <= 5 ? 1 : 2];
    double above = p[0][7], below = p[1][7];
    for (int i = 6; i >= 0; i--) {
        above = above * x + p[0][i];
        below = below * x + p[1][i];
    }
    return (is_middle ? q : q < 0 ? -1 : 1) * (above / below);
}

/* The direction of four normals is uniform; no normal is 0: no unit is 1/2. */
void draw_rotation(const double u[4], double q[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = draw_normal(u[i]);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
}

/* ---- cases ---- */

bool cases_multiply(struct cases *c)
{
    const double most = 0x1p53; /* largest exact count in a double */
    double count = (double)c->draws;
    c->count = c->draws;
    for (int i = c->sources - 1; i >= 0; i--) {
        struct case_source *s = &c->source[i];
        s->stride = c->count;
        count *= (double)s->count;
        c->count *= (uint64_t)s->count;
        if (!(count <= most) || c->count > (uint64_t)most)
            return false;
    }
    return true;
}

/* Value i of n equally spaced ones from a to b; the last one is exactly b. */
static double between(double a, double b, int64_t i, int64_t n)
{
    const double share = n > 1 ? (double)i / (double)(n - 1) : 0;
    return i == n - 1 && n > 1 ? b : a + (b - a) * share;
}

/* The matrix of a unit quaternion, row-major. */
static void matrix_of(const double q[4], double R[9])
{
    const double s = q[0], x = q[1], y = q[2], z = q[3];
    const double all[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - s * z),
                           2 * (x * z + s * y),     2 * (x * y + s * z),
                           1 - 2 * (x * x + z * z), 2 * (y * z - s * x),
                           2 * (x * z - s * y),     2 * (y * z + s * x),
                           1 - 2 * (x * x + y * y)};
    memcpy(R, all, sizeof all);
}

static double drawn(enum case_kind kind, double u, double a, double b)
{
    return kind == CASE_UNIFORM      ? draw_uniform(u, a, b)
           : kind == CASE_LOGUNIFORM ? draw_loguniform(u, a, b)
                                     : a + b * draw_normal(u);
}

void cases_values(const struct cases *c, const struct draws *draws, uint64_t k,
                  double *value)
{
    for (const struct case_source *s = c->source, *end = s + c->sources;
         s < end; s++) {
        const double *a = c->number + s->first, *b = a + s->n;
        const int64_t i = (int64_t)(k / s->stride % (uint64_t)s->count);
        double *out = value + s->at, u[4], q[4];
        for (int j = 0; j < 4 && s->kind == CASE_ROTATION; j++)
            u[j] = draw_unit(draws, k, s->dimension + j);
        if (s->kind == CASE_ROTATION) {
            draw_rotation(u, q);
            matrix_of(q, out);
        }
        for (int j = 0; j < s->n && s->kind < CASE_ROTATION; j++)
            if (s->kind == CASE_LIST)
                out[j] = a[i * s->n + j];
            else if (s->kind == CASE_RANGE)
                out[j] = between(a[j], b[j], i, s->count);
            else
                out[j] = drawn(s->kind, draw_unit(draws, k, s->dimension + j),
                               a[j], b[j]);
    }
}
