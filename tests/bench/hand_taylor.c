/* SPDX-License-Identifier: MIT
 *
 * Taylor series of order 20 on the rotation group, written out by hand for the four problems: what
 * emitted `taylor(20)` is measured against.  x is (q, L), and is overwritten.
 *
 *   dq' = dq (0, w)/2, dq(0) = 1,  L' = L x w + T(g),  w = J^-1 L,  g' = g x w,  g = R' e3
 *
 * A coefficient of index k carries h^k, so the end of a step is a plain sum.  The three or four
 * numbers of a vector fill one register, so a product of two series takes one multiplication and
 * one addition of registers for each pair of coefficients; what these need in another order is
 * stored in that order.  L x w is a product of L by itself, L'1 = (1/J3 - 1/J2) L2 L3 and so on.
 * The fast top: L3 and w3 are constant.  The wall: d^-2 and d^-11 by the recurrence of powers.
 */
#include <math.h>
#include <string.h>

#include "peers.h"

#define INLINE static inline __attribute__((always_inline))

enum { ORDER = 20 };

typedef double vec __attribute__((vector_size(32)));
typedef double pair __attribute__((vector_size(16)));
typedef long long lanes __attribute__((vector_size(32)));

/* A vector in the first three numbers, as it is and turned by one or two places. */
struct turned {
    vec a, yzx, zxy;
};

INLINE struct turned turned(vec a)
{
    const struct turned t = {a, __builtin_shuffle(a, (lanes){1, 2, 0, 3}),
                             __builtin_shuffle(a, (lanes){2, 0, 1, 3})};
    return t;
}

/* d i, d j, d k for a quaternion d. */
struct units {
    vec i, j, k;
};

INLINE struct units units(vec d)
{
    const struct units u = {__builtin_shuffle(d, (lanes){1, 0, 3, 2}) * (vec){-1, 1, 1, -1},
                            __builtin_shuffle(d, (lanes){2, 3, 0, 1}) * (vec){-1, -1, 1, 1},
                            __builtin_shuffle(d, (lanes){3, 2, 1, 0}) * (vec){-1, 1, -1, 1}};
    return u;
}

/* d^-2 and d^-11 of d = 1.1 + g3, and f = 0.01 d^-11 - d^-2. */
struct wall {
    double inverse, d[ORDER], jd[ORDER], f[ORDER]; /* 1/d[0], d[j], j d[j] */
    pair power[ORDER];
};

INLINE void wall_force(struct wall *s, int k, double g3)
{
    pair a = {0, 0}, b = {0, 0};
    s->d[k] = g3;
    s->jd[k] = k * g3;
    for (int j = 1; j <= k; j++) {
        a += s->d[j] * s->power[k - j];
        b += s->jd[j] * s->power[k - j];
    }
    if (k == 0)
        s->power[0] = (pair){pow(s->inverse, 2), pow(s->inverse, 11)};
    else
        s->power[k] = -s->inverse / k * (k * a + (pair){1, 10} * b);
    s->f[k] = 0.01 * s->power[k][1] - s->power[k][0];
}

INLINE vec torque(enum problem p, struct wall *s, const struct turned *g, int k)
{
    vec sum = {0, 0, 0, 0};
    if (p == P2_TOP)
        return (vec){20 * g[k].a[1], -20 * g[k].a[0], 0, 0};
    if (p == P3_SATELLITE) {
        const double K = 3 * 3.986e14 / 3.375e15;
        for (int j = 0; j <= k; j++)
            sum += g[j].yzx * g[k - j].zxy;
        return sum * (vec){K * 17000, K * -37000, K * 20000, 0};
    }
    if (p == P4_WALL) {
        wall_force(s, k, g[k].a[2]);
        for (int j = 0; j <= k; j++)
            sum += s->f[j] * g[k - j].a;
        return (vec){sum[1], -sum[0], 0, 0};
    }
    return sum;
}

INLINE vec sum_of(const vec *a)
{
    vec sum = a[ORDER];
    for (int k = ORDER - 1; k >= 0; k--)
        sum += a[k];
    return sum;
}

INLINE void step(enum problem p, double *x, const double *h)
{
    const double *J = moments[p];
    const vec inverse = {1 / J[0], 1 / J[1], 1 / J[2], 0};
    const vec gyro = {1 / J[2] - 1 / J[1], 1 / J[0] - 1 / J[2], 1 / J[1] - 1 / J[0], 0};
    vec momentum[ORDER + 1] = {{x[4], x[5], x[6], 0}}, dq[ORDER + 1] = {{1, 0, 0, 0}};
    vec up = {2 * (x[1] * x[3] - x[0] * x[2]), 2 * (x[2] * x[3] + x[0] * x[1]),
              x[0] * x[0] - x[1] * x[1] - x[2] * x[2] + x[3] * x[3], 0};
    struct turned L[ORDER], w[ORDER], g[ORDER];
    struct units d[ORDER];
    struct wall wall;
    wall.inverse = 1 / (1.1 + up[2]);
#pragma GCC unroll 20
    for (int k = 0; k < ORDER; k++) {
        vec LL = {0, 0, 0, 0}, gw = LL, wg = LL, di = LL, dj = LL, dk = LL;
        L[k] = turned(momentum[k]);
        w[k] = turned(inverse * momentum[k]);
        g[k] = turned(up);
        d[k] = units(dq[k]);
        for (int j = 0; j <= k; j++) {
            if (p != P2_TOP)
                LL += L[j].yzx * L[k - j].zxy;
            if (p != P1_FREE) {
                gw += g[j].yzx * w[k - j].zxy;
                wg += g[j].zxy * w[k - j].yzx;
            }
            di += d[j].i * w[k - j].a[0];
            dj += d[j].j * w[k - j].a[1];
            if (p != P2_TOP)
                dk += d[j].k * w[k - j].a[2];
        }
        vec rate = torque(p, &wall, g, k) + gyro * LL;
        if (p == P2_TOP) {
            const double spin = x[6] / J[2] - x[6] / J[0];
            rate += (vec){spin * momentum[k][1], -spin * momentum[k][0], 0, 0};
            dk = d[k].k * w[0].a[2];
        }
        momentum[k + 1] = h[k] * rate;
        up = h[k] * (gw - wg);
        dq[k + 1] = h[k] / 2 * (di + dj + dk);
    }
    const vec end = sum_of(momentum), turn = sum_of(dq);
    const double scale =
        1 / sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    const struct units q = units((vec){x[0], x[1], x[2], x[3]} * scale);
    const vec next = (vec){x[0], x[1], x[2], x[3]} * scale * turn[0] + q.i * turn[1] +
                     q.j * turn[2] + q.k * turn[3];
    memcpy(x, &next, 4 * sizeof *x);
    memcpy(x + 4, &end, 3 * sizeof *x);
}

static inline int run(enum problem p, double *x, double h, long n)
{
    double scaled[ORDER];
    for (int k = 0; k < ORDER; k++)
        scaled[k] = h / (k + 1);
    for (long i = 0; i < n; i++)
        step(p, x, scaled);
    return 0;
}

int hand_taylor_run(enum problem p, double *x, double h, long n)
{
#define RUN(p) run(p, x, h, n)
    return BY_PROBLEM(p, RUN);
}
