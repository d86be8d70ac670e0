/* SPDX-License-Identifier: MIT
 */
#include "sweep/draw.h"

#include <assert.h>
#include <math.h> /* sqrt, which IEEE 754 rounds */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "shelf/shelf.h"

/* ---- bits ---- */

/* J. Salmon, M. Moraes, R. Dror, D. Shaw, Parallel random numbers: as easy as
 * 1, 2, 3, SC 2011. */
void draw_philox(const uint32_t counter[4], const uint32_t key[2],
                 uint32_t word[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t a = UINT64_C(0xd2511f53) * c0;
        const uint64_t b = UINT64_C(0xcd9e8d57) * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += UINT32_C(0x9e3779b9);
        k1 += UINT32_C(0xbb67ae85);
    }
    word[0] = c0, word[1] = c1, word[2] = c2, word[3] = c3;
}

enum { OF_CASE, OF_SHIFT };

static uint64_t random_bits(uint64_t seed, uint64_t k, int dimension, int what)
{
    const uint32_t counter[4] = {(uint32_t)k, (uint32_t)(k >> 32),
                                 (uint32_t)dimension, (uint32_t)what};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t word[4];
    draw_philox(counter, key, word);
    return (uint64_t)word[1] << 32 | word[0];
}

/* The sequence's direction numbers as fractions of 64 bits, that of the lowest
 * bit of k first.  The shift is added bit by bit, without a carry: that takes
 * intervals [i/2^m, (i + 1)/2^m) to such intervals, so that shifted points
 * fill boxes of these as evenly as the sequence's own; addition modulo 1 would
 * not. */
struct draw_sobol {
    uint64_t direction[DRAW_SOBOL_DIMENSIONS][64];
    uint64_t shift[DRAW_SOBOL_DIMENSIONS];
};

/* From a polynomial of degree s, its inner coefficients the bits of a, and the
 * first s numbers; P. Bratley, B. Fox, ACM Trans. Math. Softw. 14 (1988) 88. */
static void extend(uint64_t v[64], int s, unsigned long a)
{
    for (int i = s; i < 64; i++) {
        v[i] = v[i - s] ^ v[i - s] >> s;
        for (int k = 1; k < s; k++)
            v[i] ^= v[i - k] & (0 - (uint64_t)(a >> (s - 1 - k) & 1));
    }
}

/* Lines "d s a m_1 ... m_s" of the file, for d from 2 on. */
static void read_directions(struct draw_sobol *sobol)
{
    for (int i = 0; i < 64; i++)
        sobol->direction[0][i] = UINT64_C(1) << (63 - i);
    const char *at = shelf_own("sobol.tsv")->chars;
    for (; *at; at += strcspn(at, "\n"), at += *at != '\0') {
        if (*at == '#')
            continue;
        char *p;
        uint64_t *v = sobol->direction[strtoul(at, &p, 10) - 1];
        const int s = (int)strtoul(p, &p, 10);
        const unsigned long a = strtoul(p, &p, 10);
        for (int i = 0; i < s; i++)
            v[i] = (uint64_t)strtoul(p, &p, 10) << (63 - i);
        extend(v, s, a);
    }
}

struct draws draws_new(struct arena *arena, uint64_t seed, bool is_sobol)
{
    if (!is_sobol)
        return (struct draws){seed, NULL};
    struct draw_sobol *sobol = arena_alloc(arena, sizeof *sobol);
    read_directions(sobol);
    for (int d = 0; d < DRAW_SOBOL_DIMENSIONS; d++)
        sobol->shift[d] = random_bits(seed, 0, d, OF_SHIFT);
    return (struct draws){seed, sobol};
}

static uint64_t sobol_bits(const struct draw_sobol *s, uint64_t k, int d)
{
    assert(d < DRAW_SOBOL_DIMENSIONS);
    uint64_t bits = s->shift[d];
    for (const uint64_t *v = s->direction[d]; k; k >>= 1, v++)
        bits ^= *v & (0 - (k & 1));
    return bits;
}

double draw_unit(const struct draws *d, uint64_t k, int dimension)
{
    const uint64_t bits = d->sobol
                              ? sobol_bits(d->sobol, k, dimension)
                              : random_bits(d->seed, k, dimension, OF_CASE);
    return (double)(int64_t)(bits >> 11 | 1) * 0x1p-53;
}

/* ---- functions ---- */

static const double LN2_HIGH = 0x1.62e42feep-1; /* of 32 bits */
static const double LN2_LOW = 0x1.a39ef35793c76p-33;

/* 2^n times the fraction, n in [-1022, 1023]. */
static double with_exponent(int n, uint64_t fraction)
{
    const uint64_t bits = (uint64_t)(n + 1023) << 52 | fraction;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x = 2^n (1 + f), sqrt(1/2) <= 1 + f < sqrt(2); with s = f/(2 + f), log(1 + f)
 * = 2 s + 2 s^3/3 + 2 s^5/5 + ... = f - f^2/2 + s (f^2/2 + 2 s^2/3 + ...). */
double draw_log(double x)
{
    const bool is_subnormal = x < 0x1p-1022;
    x = is_subnormal ? x * 0x1p54 : x;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int n = (int)(bits >> 52) - 1023 - (is_subnormal ? 54 : 0);
    double f = with_exponent(0, bits & (UINT64_MAX >> 12)) - 1;
    if (f > 0x1.a827999fcef32p-2) { /* sqrt(2) - 1 */
        f = 0.5 * f - 0.5;
        n++;
    }
    const double s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    double r = 0;
    for (int i = 23; i > 1; i -= 2)
        r = z * (2.0 / i + r);
    return n * LN2_HIGH - ((half - (s * (half + r) + n * LN2_LOW)) - f);
}

/* a e^x for |x| <= 1400; no product is out of range where the value is not. */
static double times_exp(double a, double x)
{
    const int n = (int)(x * 0x1.71547652b82fep+0 + (x < 0 ? -0.5 : 0.5));
    const double r = (x - n * LN2_HIGH) - n * LN2_LOW;
    double sum = 0; /* r/2! + r^2/3! + ..., |r| < 0.35 */
    for (int i = 13; i > 1; i--)
        sum = (1.0 / i) * (r + r * sum);
    return a * ((1 + (r + r * sum)) * with_exponent(n - n / 2, 0)) *
           with_exponent(n / 2, 0);
}

double draw_exp(double x)
{
    return times_exp(1, x < -1400 ? -1400 : x > 1400 ? 1400 : x);
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
    return within(u <= 0.5 ? times_exp(a, u * ratio)
                           : times_exp(b, (u - 1) * ratio),
                  a, b);
}

/* ---- the normal distribution ---- */

/* M. Wichura, AS 241, PPND16: numerators and denominators, the constant first,
 * for the middle, the flanks and the tails. */
static const double MIDDLE[2][8] = {
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
     3.3430575583588128105e4, 2.5090809287301226727e3},
    {1, 4.2313330701600911252e1, 6.8718700749205790830e2,
     5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
     2.8729085735721942674e4, 5.2264952788528545610e3}};
static const double FLANK[2][8] = {
    {1.42343711074968357734e0, 4.63033784615654529590e0,
     5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1,
     2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1, 2.05319162663775882187e0, 1.67638483018380384940e0,
     6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};
static const double TAIL[2][8] = {
    {6.65790464350110377720e0, 5.46378491116411436990e0,
     1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3,
     2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
     1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

static double ratio_of(const double p[2][8], double x)
{
    double above = p[0][7], below = p[1][7];
    for (int i = 6; i >= 0; i--) {
        above = above * x + p[0][i];
        below = below * x + p[1][i];
    }
    return above / below;
}

double draw_normal(double u)
{
    const double q = u - 0.5;
    if (fabs(q) <= 0.425)
        return q * ratio_of(MIDDLE, 0.180625 - q * q);
    const double r = sqrt(-draw_log(q < 0 ? u : 1 - u));
    const double x = r <= 5 ? ratio_of(FLANK, r - 1.6) : ratio_of(TAIL, r - 5);
    return q < 0 ? -x : x;
}

/* The direction of four normals is uniform; none is 0, since no unit is 1/2. */
void draw_rotation(const double u[4], double q[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = draw_normal(u[i]);
        square += q[i] * q[i];
    }
    const double norm = sqrt(square);
    for (int i = 0; i < 4; i++)
        q[i] /= norm;
}
