/* SPDX-License-Identifier: MIT
 *
 * Rotations about principal axes between half kicks (method MR) written out by
 * hand for the four problems: what the emitted `mr` is measured against.  x is
 * (q, L), and is overwritten.  What an emitted `_run` does besides is done here
 * too, so that only the step is compared: the compensated clock, a state that
 * is kept until the new one is known to be finite, polynomials that are left
 * where a rotation is too large for them.
 *
 * What keeps it short:
 * - h over twice a moment is made once a run: half vectors v = k L cost one
 *   product, and no constant stands in the rotations;
 * - each rotation turns q at once, 12 operations, while the next one waits for
 *   its own cosine;
 * - L turns by 2 s (c L' - c1 (v L)): v L does not wait for c1 = s/v, and the
 *   length of L does not drift by the rounding of a cosine;
 * - the torque is computed once a step, at its end.
 */
#include <math.h>
#include <stdbool.h>

#include "peers.h"

#define INLINE static inline __attribute__((always_inline))
#define COLD   static __attribute__((noinline, cold))

struct state {
    double q[4], L[3], t, rest;
};

/* cos v, sin v / v and sin v */
struct circle {
    double c, c1, s;
};

/* Where |v| is large: the rare case. */
COLD struct circle circle_far(double v)
{
    struct circle r = {cos(v), sin(v) / v, sin(v)};
    return r;
}

/* a1 + a2 y + ... + a8 y^7 */
INLINE double estrin(const double a[9], double y, double y2, double y4)
{
    const double p = a[1] + a[2] * y + y2 * (a[3] + a[4] * y);
    const double q = a[5] + a[6] * y + y2 * (a[7] + a[8] * y);
    return p + y4 * q;
}

INLINE struct circle circle(double v)
{
    const double y = v * v;
    if (__builtin_expect(!(y <= 2.4674011), 0))
        return circle_far(v);
    const double y2 = y * y, y4 = y2 * y2;
    struct circle r;
    r.c = 1 + y * estrin(cosine, y, y2, y4);
    r.c1 = 1 + y * estrin(sine, y, y2, y4);
    r.s = v * r.c1;
    return r;
}

/* q and L about axis i by the half angle k L[i]; i, j, l are cyclic. */
INLINE void turn(double *q, double *L, double k, int i, int j, int l)
{
    const double v = k * L[i];
    const struct circle e = circle(v);
    const double twice = 2 * e.s, vj = v * L[j], vl = v * L[l];
    const double Lj = L[j] + twice * (e.c * L[l] - e.c1 * vj);
    const double Ll = L[l] - twice * (e.c * L[j] + e.c1 * vl);
    const double q0 = e.c * q[0] - e.s * q[1 + i];
    const double qi = e.c * q[1 + i] + e.s * q[0];
    const double qj = e.c * q[1 + j] + e.s * q[1 + l];
    const double ql = e.c * q[1 + l] - e.s * q[1 + j];
    L[j] = Lj;
    L[l] = Ll;
    q[0] = q0;
    q[1 + i] = qi;
    q[1 + j] = qj;
    q[1 + l] = ql;
}

/* What acts at q, times h/2. */
INLINE void push(enum problem p, const double *q, double half, double T[3])
{
    const double a = q[1] * q[3] - q[0] * q[2], b = q[2] * q[3] + q[0] * q[1];
    const double c = 0.5 - (q[1] * q[1] + q[2] * q[2]); /* g/2 */
    if (p == P2_TOP) {
        T[0] = half * 40 * b;
        T[1] = half * -40 * a;
    } else if (p == P3_SATELLITE) {
        const double K = half * 12 * 3.986e14 / 3.375e15; /* g is halved */
        T[0] = K * 17000 * (b * c);
        T[1] = K * -37000 * (c * a);
        T[2] = K * 20000 * (a * b);
    } else if (p == P4_WALL) {
        /* r = 2/d; with g/2 the torque is 2 (0.01 d^-11 - d^-2) (g/2) x e3 */
        const double r = 1 / (c + 0.55), r2 = r * r, r4 = r2 * r2;
        const double f = r2 * (half * 0.01 / 1024 * (r4 * r4 * r) - half * 0.5);
        T[0] = f * b;
        T[1] = -f * a;
    }
}

INLINE bool is_finite(const struct state *x)
{
    const double sum =
        x->q[0] + x->q[1] + (x->q[2] + x->q[3]) + ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0;
}

INLINE int run(enum problem p, const double J[3], double *x, double h, long n)
{
    const double k[3] = {h / (4 * J[0]), h / (4 * J[1]), h / (2 * J[2])};
    const int pushed = p == P1_FREE ? 0 : p == P3_SATELLITE ? 3 : 2;
    struct state now = {{x[0], x[1], x[2], x[3]}, {x[4], x[5], x[6]}, 0, 0};
    double T[3] = {0, 0, 0};
    int status = 0;
    push(p, now.q, h / 2, T);
    while (n-- > 0) {
        struct state next = now;
        for (int i = 0; i < pushed; i++)
            next.L[i] += T[i];
        turn(next.q, next.L, k[0], 0, 1, 2);
        turn(next.q, next.L, k[1], 1, 2, 0);
        turn(next.q, next.L, k[2], 2, 0, 1);
        turn(next.q, next.L, k[1], 1, 2, 0);
        turn(next.q, next.L, k[0], 0, 1, 2);
        push(p, next.q, h / 2, T);
        for (int i = 0; i < pushed; i++)
            next.L[i] += T[i];
        const double add = h + now.rest;
        next.t = now.t + add;
        const double got = next.t - now.t;
        next.rest = (now.t - (next.t - got)) + (add - got);
        if (!is_finite(&next)) {
            status = 1;
            break;
        }
        now = next;
    }
    for (int i = 0; i < 4; i++)
        x[i] = now.q[i];
    for (int i = 0; i < 3; i++)
        x[4 + i] = now.L[i];
    return status;
}

int hand_mr_run(enum problem p, double *x, double h, long n)
{
#define RUN(p) run(p, moments[p], x, h, n)
    return BY_PROBLEM(p, RUN);
}
