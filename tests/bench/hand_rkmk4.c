/* SPDX-License-Identifier: MIT
 *
 * The classical Runge-Kutta-Munthe-Kaas stepper of order 4 (rate form, unit
 * quaternion, dexpinv to ad^2) written out by hand for the four problems: what
 * an emitted stepper is measured against.  x is (q, L), and is overwritten.
 * Its operations, without those of h and constants alone: 227, 424, 477, 506.
 *
 * What keeps the count low:
 * - the stages work with the body rate w, not with L: only the products m in
 *   J w' = (J w) x w + T are formed; h, the moments and 1/6 sit on constants
 *   that are made once a run;
 * - half rotation vectors v = u/2, so that no 1/2 is ever multiplied:
 *   dexpinv_-u w = w + v x (w + (v x w)/3), E(u) = (cos|v|, sin|v|/|v| v);
 * - the torques need one row of R, g = R'e3: stages turn g, not q, and the 2
 *   of that rotation vanishes in cosine and sine scaled by sqrt(2);
 * - what is known early is multiplied and added early: a step's time is that
 *   of its longest chain;
 * - g comes halved out of q, and the torque's constants absorb that;
 * - the fast top: w3 and T3 are constant, and g3 is not turned.
 */
#include <math.h>

#include "peers.h"

#define INLINE static inline __attribute__((always_inline))
#define COLD   static __attribute__((noinline, cold))

struct vec {
    double x, y, z;
};

/* cos|v| and sin|v|/|v|. */
struct pair {
    double c, s;
};

INLINE struct vec vec(double x, double y, double z)
{
    struct vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

INLINE struct vec sum(struct vec a, struct vec b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

INLINE struct vec scaled(double s, struct vec a)
{
    return vec(s * a.x, s * a.y, s * a.z);
}

/* a + s b, component by component: 6. */
INLINE struct vec moved(struct vec a, const double s[3], struct vec b)
{
    return vec(a.x + s[0] * b.x, a.y + s[1] * b.y, a.z + s[2] * b.z);
}

INLINE struct vec cross(struct vec a, struct vec b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* a + 2 b + 2 c + d: 4 a component. */
INLINE double simpson(double a, double b, double c, double d)
{
    return (a + d) + 2 * (b + c);
}

INLINE struct vec simpson_vec(struct vec a, struct vec b, struct vec c, struct vec d)
{
    return vec(simpson(a.x, b.x, c.x, d.x), simpson(a.y, b.y, c.y, d.y),
               simpson(a.z, b.z, c.z, d.z));
}

/* a + b x c: 12. */
INLINE struct vec plus_cross(struct vec a, struct vec b, struct vec c)
{
    return vec(a.x + b.y * c.z - b.z * c.y, a.y + b.z * c.x - b.x * c.z,
               a.z + b.x * c.y - b.y * c.x);
}

/* dexpinv at -u of w = w + v x (w + r x w), v = u/2, r = u/6: 24. */
INLINE struct vec dexpinv(struct vec v, struct vec r, struct vec w)
{
    return plus_cross(w, v, plus_cross(w, r, w));
}

/* cos|v| and sin|v|/|v| where |v| is large: the rare case. */
COLD struct pair circle_far(double k, double y)
{
    struct pair r;
    const double angle = sqrt(y);
    r.c = k * cos(angle);
    r.s = k * sin(angle) / angle;
    return r;
}

/* k times the sum of a_i y^i, in Estrin's order after the first: 16.  With
 * the two powers that is two products more than Horner's, in half the time;
 * that the first term comes last keeps a bias out of the rounding. */
INLINE double estrin(double k, const double a[9], double y, double y2, double y4)
{
    const double p = k * a[1] + k * a[2] * y + y2 * (k * a[3] + k * a[4] * y);
    const double q = k * a[5] + k * a[6] * y + y2 * (k * a[7] + k * a[8] * y);
    return k * a[0] + y * (p + y4 * q);
}

/* k (cos|v|, sin|v|/|v|): 39. */
INLINE struct pair circle(double k, struct vec v)
{
    struct pair r;
    const double y = v.x * v.x + v.y * v.y + v.z * v.z;
    if (__builtin_expect(y > 2.467401100272339, 0))
        return circle_far(k, y);
    const double y2 = y * y, y4 = y2 * y2;
    r.c = estrin(k, cosine, y, y2, y4);
    r.s = estrin(k, sine, y, y2, y4);
    return r;
}

/* E(-2v) g = g + 2 s^2 v x (v x g) - 2 c s v x g; the products with v do not
 * wait for s and c.  Without `z` two components: 73 or 66. */
INLINE struct vec turned_back(struct vec v, struct vec g, int z)
{
    const struct pair r = circle(1.4142135623730951, v); /* root of 2 */
    const double A = r.c * r.s, B = r.s * r.s;
    const struct vec a = cross(v, g);
    struct vec b = g;
    b.x = g.x + B * (v.y * a.z - v.z * a.y) - A * a.x;
    b.y = g.y + B * (v.z * a.x - v.x * a.z) - A * a.y;
    if (z)
        b.z = g.z + B * (v.x * a.y - v.y * a.x) - A * a.z;
    return b;
}

/* Half of the third row of R: 10. */
INLINE struct vec half_row(const double *q)
{
    return vec(q[1] * q[3] - q[0] * q[2], q[2] * q[3] + q[0] * q[1],
               0.5 - (q[1] * q[1] + q[2] * q[2]));
}

/* q E(2v) = c q + s q (0, v): 71. */
INLINE void turn_attitude(double *q, struct vec v)
{
    const struct pair r = circle(1, v);
    const double p0 = q[1] * v.x + q[2] * v.y + q[3] * v.z;
    const double p1 = q[0] * v.x + q[2] * v.z - q[3] * v.y;
    const double p2 = q[0] * v.y + q[3] * v.x - q[1] * v.z;
    const double p3 = q[0] * v.z + q[1] * v.y - q[2] * v.x;
    q[0] = r.c * q[0] - r.s * p0;
    q[1] = r.c * q[1] + r.s * p1;
    q[2] = r.c * q[2] + r.s * p2;
    q[3] = r.c * q[3] + r.s * p3;
}

/* h/12 (K1 + 2 K2 + 2 K3 + K4) of parts that the stages made: 12. */
INLINE struct vec half_turn(struct vec r2, struct vec r3, struct vec r4, struct vec r)
{
    return sum(sum(sum(r2, scaled(2, r3)), r4), r);
}

/* (wy wz, wz wx, wx wy): 3. */
INLINE struct vec products(struct vec w)
{
    return vec(w.y * w.z, w.z * w.x, w.x * w.y);
}

/* The gravity gradient has the same constants; g is times sqrt K: 9. */
INLINE struct vec satellite_products(struct vec w, struct vec g)
{
    return vec(w.y * w.z - g.y * g.z, w.z * w.x - g.z * g.x, w.x * w.y - g.x * g.y);
}

/* 2/d = 1/(g3/2 + 0.55), J1 - J2 = -3/2, J2 - J0 = 5/2: 17. */
INLINE struct vec wall_products(struct vec w, struct vec g)
{
    const double r = 1.0 / (g.z + 0.55), r2 = r * r, r4 = r2 * r2;
    const double f = r2 * (1.0 / 3 - 0.01 / (3 * 512) * (r4 * r4 * r));
    return vec(w.y * w.z + f * g.y, w.z * w.x + 0.6 * f * g.x, w.x * w.y);
}

INLINE struct vec products_of(enum problem p, struct vec w, struct vec g)
{
    if (p == P3_SATELLITE)
        return satellite_products(w, g);
    return p == P4_WALL ? wall_products(w, g) : products(w);
}

/* The g that products_of() understands. */
INLINE struct vec row_of(enum problem p, const double *q)
{
    if (p == P3_SATELLITE) /* 2 sqrt K, K = 3 mu / r^3 */
        return scaled(2 * sqrt(3 * 3.986e14 / 3.375e15), half_row(q));
    return p == P4_WALL ? half_row(q) : vec(0, 0, 0);
}

INLINE struct vec row_at(enum problem p, struct vec v, struct vec g)
{
    return p == P1_FREE ? g : turned_back(v, g, 1);
}

/* One step of a body whose moments J all differ. */
INLINE void step(enum problem p, const double J[3], double *x, double h)
{
    const double D[3] = {J[1] - J[2], J[2] - J[0], J[0] - J[1]};
    const double C[3] = {D[0] / J[0], D[1] / J[1], D[2] / J[2]};
    const double half[3] = {h / 2 * C[0], h / 2 * C[1], h / 2 * C[2]};
    const double full[3] = {h * C[0], h * C[1], h * C[2]};
    const double last[3] = {h / 6 * D[0], h / 6 * D[1], h / 6 * D[2]};

    /* stage 1, at (q, w) */
    const struct vec g = row_of(p, x);
    const struct vec w = vec(x[4] * (1 / J[0]), x[5] * (1 / J[1]), x[6] * (1 / J[2]));
    const struct vec m1 = products_of(p, w, g);

    /* stage 2, at (q E(h/2 w), w + h/2 C m1) */
    const struct vec v2 = scaled(h / 4, w), r2 = scaled(h / 12, w);
    const struct vec w2 = moved(w, half, m1);
    const struct vec m2 = products_of(p, w2, row_at(p, v2, g));
    const struct vec K2 = dexpinv(v2, r2, w2);

    /* stage 3, at (q E(h/2 K2), w + h/2 C m2) */
    const struct vec v3 = scaled(h / 4, K2), r3 = scaled(h / 12, K2);
    const struct vec w3 = moved(w, half, m2);
    const struct vec m3 = products_of(p, w3, row_at(p, v3, g));
    const struct vec K3 = dexpinv(v3, r3, w3);

    /* stage 4, at (q E(h K3), w + h C m3) */
    const struct vec v4 = scaled(h / 2, K3), r4 = scaled(h / 6, K3);
    const struct vec w4 = moved(w, full, m3);
    const struct vec m4 = products_of(p, w4, row_at(p, v4, g));
    const struct vec K4 = dexpinv(v4, r4, w4);

    /* finish */
    const struct vec L = moved(vec(x[4], x[5], x[6]), last, simpson_vec(m1, m2, m3, m4));
    turn_attitude(x, half_turn(r2, r3, r4, scaled(h / 12, K4)));
    x[4] = L.x;
    x[5] = L.y;
    x[6] = L.z;
}

/* J = (5, 5, 1) and T = 20 g x e3: wx' = C wy + 8 g2/2, wy' = -(C wx + 8
 * g1/2), wz' = 0. */
INLINE void top_step(double *x, double h)
{
    /* stage 1 */
    const double C = h / 2 * 0.8 * x[6], C2 = C + C;
    const struct vec g = half_row(x);
    const struct vec w = vec(0.2 * x[4], 0.2 * x[5], x[6]);
    const double a1 = C * w.y + h * 4 * g.y, b1 = C * w.x + h * 4 * g.x;

    /* stage 2 */
    const struct vec v2 = scaled(h / 4, w), r2 = scaled(h / 12, w);
    const struct vec w2 = vec(w.x + a1, w.y - b1, w.z);
    const struct vec g2 = turned_back(v2, g, 0);
    const double a2 = C * w2.y + h * 4 * g2.y, b2 = C * w2.x + h * 4 * g2.x;
    const struct vec K2 = dexpinv(v2, r2, w2);

    /* stage 3 */
    const struct vec v3 = scaled(h / 4, K2), r3 = scaled(h / 12, K2);
    const struct vec w3 = vec(w.x + a2, w.y - b2, w.z);
    const struct vec g3 = turned_back(v3, g, 0);
    const double a3 = C2 * w3.y + h * 8 * g3.y, b3 = C2 * w3.x + h * 8 * g3.x;
    const struct vec K3 = dexpinv(v3, r3, w3);

    /* stage 4 */
    const struct vec v4 = scaled(h / 2, K3), r4 = scaled(h / 6, K3);
    const struct vec w4 = vec(w.x + a3, w.y - b3, w.z);
    const struct vec g4 = turned_back(v4, g, 0);
    const double a4 = C * w4.y + h * 4 * g4.y, b4 = C * w4.x + h * 4 * g4.x;
    const struct vec K4 = dexpinv(v4, r4, w4);

    /* finish; a3 and b3 are doubled already */
    turn_attitude(x, half_turn(r2, r3, r4, scaled(h / 12, K4)));
    x[4] = x[4] + 5.0 / 3 * (a1 + a4 + a3 + 2 * a2);
    x[5] = x[5] - 5.0 / 3 * (b1 + b4 + b3 + 2 * b2);
}

INLINE int run(enum problem p, double *x, double h, long n)
{
    double y[7];
    for (int i = 0; i < 7; i++)
        y[i] = x[i];
    while (n-- > 0)
        if (p == P2_TOP)
            top_step(y, h);
        else
            step(p, moments[p], y, h);
    for (int i = 0; i < 7; i++)
        x[i] = y[i];
    return 0;
}

int hand_rkmk4_run(enum problem p, double *x, double h, long n)
{
#define RUN(p) run(p, x, h, n)
    return BY_PROBLEM(p, RUN);
}
