/* SPDX-License-Identifier: MIT
 *
 * Bodies with wheels, states and internal momentum, drawn by POL_SEED: the text
 * of a spec, and the same motion by a program that knows nothing of it,
 *     R' = R S(w),  L' = L x w + T,  J* w = L - g - sum eta a/|a|,  eta' = u,
 * extrapolated (Gragg, Bulirsch, Stoer) in long double.
 */
#ifndef POL_GYROSTAT_H
#define POL_GYROSTAT_H

#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "shelf/rotations.h"

/* What a body has. */
enum {
    WHEELS = 1,
    DRIVEN = 2,     /* wheels by motors, friction, states */
    SCALAR = 4,     /* a state */
    VECTOR3 = 8,    /* another one */
    GYRO = 16,      /* internal momentum of time */
    INPUT = 32,     /* in the gyro, a motor or a rate */
    TORQUE = 64,    /* of t, R, w, L and states */
    MOVES = 128,    /* and is pushed */
    CONSTANT = 256, /* internal momentum */
    MOTORS = 1024,  /* wheels are driven by the time alone, */
    QUAD = 4096,    /* a state whose rate looks at t and R alone */
    STILL = 2048,   /* and the torque looks at t and R alone */
    PARAMS = 8192,  /* wheels are of params */
    EVERYTHING = WHEELS | DRIVEN | SCALAR | VECTOR3 | GYRO | INPUT | TORQUE
};

enum { MOST_WHEELS = 30, MOST_INSIDE = MOST_WHEELS + 5, FREE_INSIDE = 18 };
typedef long double real;

struct gyrostat {
    unsigned has;
    int wheels, inside; /* inside: numbers that wheels and states store */
    double J[9], axis[MOST_WHEELS][3], I[MOST_WHEELS], s0[MOST_WHEELS], push[MOST_WHEELS],
        friction[MOST_WHEELS], w0[3], in, c[12];
};

/* From lo to hi, as the name and the body's number say. */
static inline double drawn_real(const char *name, int number, double lo, double hi)
{
    char key[60];
    snprintf(key, sizeof key, "%s of gyrostat %d", name, number);
    return lo + (hi - lo) * drawn(key, 1 << 20) / (1 << 20);
}

static inline struct gyrostat gyrostat_of(int number, unsigned has, int wheels)
{
    struct gyrostat g = {.has = has, .wheels = wheels};
    double m[3], v[3];
    for (int i = 0; i < 3; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        /* not above 1.5 + 1.5 - 3*0.15: a body's without the wheels, too; never
         * equal: of a symmetric body rounding chooses the principal axes */
        m[i] = fmax(1.5 + 0.01 * i, drawn_real(name, number, 1.4, 2.4));
        v[i] = drawn_real(name, number + 1000, -0.5, 0.5);
        g.w0[i] = drawn_real(name, number + 2000, 0.6, 1.6) * (i == 1 ? -1 : 1);
    }
    full_inertia(m, v, g.J);
    for (int k = 0; k < g.wheels; k++) {
        char name[20];
        for (int i = 0; i < 3; i++) {
            snprintf(name, sizeof name, "%d, %d", k, i);
            g.axis[k][i] = drawn_real(name, number, -2, 2) + (i == k);
        }
        snprintf(name, sizeof name, "%d", k);
        g.I[k] = drawn_real(name, number + 3000, 0.02, 0.15);
        if (wheels > 3)
            g.I[k] *= 3.0 / wheels;
        g.s0[k] = drawn_real(name, number + 4000, -8, 8);
        g.push[k] = has & (DRIVEN | MOTORS) ? drawn_real(name, number + 5000, 0.1, 0.5) : 0;
        g.friction[k] = has & DRIVEN ? drawn_real(name, number + 6000, 0.01, 0.05) : 0;
    }
    for (int i = 0; i < 12; i++) {
        char name[20];
        snprintf(name, sizeof name, "c%d", i);
        g.c[i] = drawn_real(name, number, 0.1, 0.5);
    }
    g.in = has & INPUT ? 0.6 : 0;
    g.inside = g.wheels + (has & SCALAR ? 1 : 0) + (has & VECTOR3 ? 3 : 0) + (has & QUAD ? 1 : 0);
    return g;
}

static inline struct gyrostat gyrostat_drawn(int number, unsigned has)
{
    return gyrostat_of(number, has, has & WHEELS ? 3 : 0);
}

/* ---- the spec ------------------------------------------------------------ */

struct spec {
    char s[20000];
    size_t n;
};

static inline void spec_put(struct spec *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void spec_put(struct spec *t, const char *format, ...)
{
    va_list all;
    va_start(all, format);
    int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, all);
    va_end(all);
    assert_true(n >= 0 && (size_t)n < sizeof t->s - t->n);
    t->n += (size_t)n;
}

static inline void spec_wheels(struct spec *t, const struct gyrostat *g)
{
    const double *c = g->c;
    const char *word = g->has & PARAMS ? "param" : "const";
    for (int k = 0; k < g->wheels; k++) {
        spec_put(t,
                 "%s a%d%s = [%.17g, %.17g, %.17g]\n%s I%d = %.17g\n"
                 "%s s%d = %.17g\n"
                 "wheel n%d(axis = a%d, inertia = I%d, speed = s%d",
                 word, k, g->has & PARAMS ? "[3]" : "", g->axis[k][0], g->axis[k][1], g->axis[k][2],
                 word, k, g->I[k], word, k, g->s0[k], k, k, k, k);
        if (g->has & MOTORS)
            spec_put(t, ", torque = %.17g*cos(2*t)", g->push[k]);
        if (g->has & DRIVEN) {
            spec_put(t, ", torque = %.17g*cos(2*t) - %.17g*n%d.speed", g->push[k], g->friction[k],
                     k);
            if (g->has & SCALAR)
                spec_put(t, " + %.17g*z", c[0]);
            if (g->has & INPUT)
                spec_put(t, " + %.17g*k", c[1]);
            if (k > 0)
                spec_put(t, " - 0.1*n%d.momentum", k - 1);
        }
        spec_put(t, ")\n");
    }
}

/* All of the spec but its method and steps. */
static inline struct spec gyrostat_text(const struct gyrostat *g)
{
    struct spec t = {.n = 0};
    const double *J = g->J, *c = g->c;
    const unsigned has = g->has;
    spec_put(&t, "body g\n%s", has & INPUT ? "input k\n" : "");
    spec_put(&t,
             "inertia [[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g], "
             "[%.17g, %.17g, %.17g]]\n",
             J[0], J[1], J[2], J[3], J[4], J[5], J[6], J[7], J[8]);
    spec_wheels(&t, g);
    if (has & SCALAR)
        spec_put(&t, "state z = 0.4 rate -%.17g*z + sin(w[1])%s%s\n", c[2],
                 has & DRIVEN && has & WHEELS ? " - 0.1*n0.speed" : "",
                 has & INPUT ? " + 0.2*k" : "");
    if (has & VECTOR3)
        spec_put(&t,
                 "state p = [1, 0.2, 0.5] rate cross(p, w) + %.17g*R'*e3 "
                 "- 0.1*L%s\n",
                 c[3], has & SCALAR ? " + [0, z, 0]" : "");
    if (has & QUAD)
        spec_put(&t, "state area = 0.1 rate cos(t) + dot(R*e1, e3)\n");
    if (has & CONSTANT)
        spec_put(&t, "gyro [%.17g, -0.3, %.17g]\n", c[4], c[5]);
    if (has & GYRO)
        spec_put(&t, "gyro [%.17g*sin(1.3*t), %s, %s]\n", c[4], has & SCALAR ? "0.2*z" : "-0.3",
                 has & INPUT ? "0.4*k" : "cos(t)/5");
    if (has & STILL)
        spec_put(&t,
                 "torque body cross(R'*e3, [0.3, 0.1, %.17g]) + "
                 "[0, 0.1*cos(t), 0]\n",
                 c[6]);
    if (has & TORQUE)
        spec_put(&t,
                 "torque body cross(R'*e3, [0.3, 0.1, %.17g]) - %.17g*w + "
                 "[0, 0.1*cos(t)%s, 0]%s\n",
                 c[6], c[7], has & SCALAR ? " + 0.2*z" : "", has & VECTOR3 ? " + 0.1*p" : "");
    if (has & MOVES)
        spec_put(&t,
                 "mass 2\nforce space -0.5*x[1]*[1, 2, 3] + R*[0.2, %s, 0.1] "
                 "- 0.1*v\n",
                 has & SCALAR ? "z" : "0");
    spec_put(&t,
             "start R = turn([1, 2, 3], 0.7)\n%s"
             "start w = [%.17g, %.17g, %.17g]\n",
             has & MOVES ? "start x = [0.3, -0.2, 0.5]\nstart v = [1, 0, 0.5]\n" : "", g->w0[0],
             g->w0[1], g->w0[2]);
    return t;
}

/* ---- the motion, by itself ----------------------------------------------- */

/* y: R by rows, L, x, v, then wheels and states. */
enum { AT_L = 9, AT_X = 12, AT_V = 15, MOST_Y = FREE_INSIDE + MOST_INSIDE };

static inline void cross_add(const real *a, const real *b, real *out)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] += a[j] * b[k] - a[k] * b[j];
    }
}

/* J v = b by Cramer's rule. */
static inline void solve3(const real *J, const real *b, real *v)
{
    real det = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        det += J[i] * (J[3 + j] * J[6 + k] - J[3 + k] * J[6 + j]);
    }
    for (int c = 0; c < 3; c++) {
        real m[9], d = 0;
        memcpy(m, J, sizeof m);
        for (int r = 0; r < 3; r++)
            m[3 * r + c] = b[r];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            d += m[i] * (m[3 + j] * m[6 + k] - m[3 + k] * m[6 + j]);
        }
        v[c] = d / det;
    }
}

static inline void unit_axis(const struct gyrostat *g, int k, real a[3])
{
    real n = 0;
    for (int i = 0; i < 3; i++)
        n += (real)g->axis[k][i] * g->axis[k][i];
    for (int i = 0; i < 3; i++)
        a[i] = g->axis[k][i] / sqrtl(n);
}

/* w, and the rates s of the wheels against the body. */
static inline void gyrostat_rates(const struct gyrostat *g, real t, const real *y, real w[3],
                                  real s[MOST_WHEELS])
{
    const real *eta = y + FREE_INSIDE, *z = eta + g->wheels;
    const double *c = g->c;
    real J[9], b[3];
    for (int i = 0; i < 9; i++)
        J[i] = g->J[i];
    memcpy(b, y + AT_L, sizeof b);
    if (g->has & CONSTANT) {
        b[0] -= c[4];
        b[1] += 0.3L;
        b[2] -= c[5];
    }
    if (g->has & GYRO) {
        b[0] -= c[4] * sinl(1.3L * t);
        b[1] -= g->has & SCALAR ? 0.2L * *z : -0.3L;
        b[2] -= g->has & INPUT ? 0.4L * g->in : cosl(t) / 5;
    }
    for (int k = 0; k < g->wheels; k++) {
        real a[3];
        unit_axis(g, k, a);
        for (int i = 0; i < 9; i++)
            J[i] -= g->I[k] * a[i / 3] * a[i % 3];
        for (int i = 0; i < 3; i++)
            b[i] -= eta[k] * a[i];
    }
    solve3(J, b, w);
    for (int k = 0; k < g->wheels; k++) {
        real a[3];
        unit_axis(g, k, a);
        s[k] = eta[k] / g->I[k] - a[0] * w[0] - a[1] * w[1] - a[2] * w[2];
    }
}

static inline void gyrostat_slope(const struct gyrostat *g, real t, const real *y, real *d)
{
    const real *R = y, *L = y + AT_L, *x = y + AT_X, *v = y + AT_V;
    const real *eta = y + FREE_INSIDE, *z = eta + g->wheels;
    const real *p = z + (g->has & SCALAR ? 1 : 0);
    const real up[3] = {R[6], R[7], R[8]};
    const double *c = g->c;
    const unsigned has = g->has;
    real w[3], s[MOST_WHEELS];
    gyrostat_rates(g, t, y, w, s);
    memset(d, 0, MOST_Y * sizeof *d);
    for (int r = 0; r < 3; r++) /* row of R S(w) */
        cross_add(R + 3 * r, w, d + 3 * r);
    cross_add(L, w, d + AT_L);
    if (has & (TORQUE | STILL)) {
        const real at[3] = {0.3L, 0.1L, c[6]};
        cross_add(up, at, d + AT_L);
        d[AT_L + 1] += 0.1L * cosl(t);
    }
    if (has & TORQUE) {
        for (int i = 0; i < 3; i++)
            d[AT_L + i] += -c[7] * w[i] + (has & VECTOR3 ? 0.1L * p[i] : 0);
        d[AT_L + 1] += has & SCALAR ? 0.2L * *z : 0;
    }
    if (has & MOVES) {
        const real at[3] = {0.2L, has & SCALAR ? *z : 0, 0.1L};
        for (int i = 0; i < 3; i++) {
            d[AT_X + i] = v[i];
            d[AT_V + i] = (-(i + 1) * x[0] * 0.5L - 0.1L * v[i]) / 2;
            for (int j = 0; j < 3; j++)
                d[AT_V + i] += R[3 * i + j] * at[j] / 2;
        }
    }
    for (int k = 0; k < g->wheels; k++) {
        d[FREE_INSIDE + k] = g->push[k] * cosl(2 * t) - g->friction[k] * s[k];
        if (has & DRIVEN)
            d[FREE_INSIDE + k] +=
                (has & SCALAR ? c[0] * *z : 0) + c[1] * g->in - (k ? 0.1L * eta[k - 1] : 0);
    }
    d += FREE_INSIDE + g->wheels;
    if (has & SCALAR)
        *d++ = -c[2] * *z + sinl(w[0]) + 0.2L * g->in +
               (has & DRIVEN && has & WHEELS ? -0.1L * s[0] : 0);
    if (has & VECTOR3)
        cross_add(p, w, d);
    for (int i = 0; i < 3 && has & VECTOR3; i++)
        *d++ += c[3] * up[i] - 0.1L * L[i] + (i == 1 && has & SCALAR ? *z : 0);
    if (has & QUAD)
        *d = cosl(t) + R[6];
}

/* n steps of the modified midpoint rule in H. */
static inline void midpoints(const struct gyrostat *g, real t, const real *y, real H, int n,
                             real *out)
{
    real a[MOST_Y], b[MOST_Y], d[MOST_Y], h = H / n;
    gyrostat_slope(g, t, y, d);
    for (int i = 0; i < MOST_Y; i++) {
        a[i] = y[i];
        b[i] = y[i] + h * d[i];
    }
    for (int k = 1; k <= n; k++) {
        gyrostat_slope(g, t + k * h, b, d);
        for (int i = 0; i < MOST_Y; i++) {
            real next = a[i] + 2 * h * d[i];
            out[i] = (a[i] + b[i] + h * d[i]) / 2;
            a[i] = b[i];
            b[i] = next;
        }
    }
}

/* After `span`, in so many pieces of order 16. */
static inline void gyrostat_follow(const struct gyrostat *g, real t, real *y, real span, int pieces)
{
    enum { COLUMNS = 8 };
    for (int step = 0; step < pieces; step++) {
        real T[COLUMNS][MOST_Y], H = span / pieces;
        for (int j = 0; j < COLUMNS; j++) {
            midpoints(g, t + step * H, y, H, 2 * (j + 1), T[j]);
            for (int k = j - 1; k >= 0; k--) {
                real q = (real)(j + 1) / (k + 1);
                for (int i = 0; i < MOST_Y; i++)
                    T[k][i] = T[k + 1][i] + (T[k + 1][i] - T[k][i]) / (q * q - 1);
            }
        }
        memcpy(y, T[0], sizeof T[0]);
    }
}

/* ---- a stepper's state --------------------------------------------------- */

static inline struct body_state gyro_start(const struct gyrostat *g, const pol_stepper *s)
{
    struct body_state b = start_of(s);
    assert_int_equal(extra_numbers(s), g->inside);
    if (s->input)
        b.in[0] = g->in;
    return b;
}

/* Where the motion goes from this state in `span`. */
static inline struct end gyro_truth(const struct gyrostat *g, double t, const struct end *from,
                                    double span, int pieces)
{
    struct end e = {.inside = g->inside};
    real y[MOST_Y] = {0};
    for (int i = 0; i < 9; i++)
        y[i] = from->R[i];
    for (int i = 0; i < 3; i++) {
        y[AT_L + i] = from->L[i];
        y[AT_X + i] = from->x[i];
        y[AT_V + i] = from->v[i];
    }
    for (int i = 0; i < g->inside; i++)
        y[FREE_INSIDE + i] = from->z[i];
    gyrostat_follow(g, t, y, span, pieces);
    for (int i = 0; i < 9; i++)
        e.R[i] = (double)y[i];
    for (int i = 0; i < 3; i++) {
        e.L[i] = (double)y[AT_L + i];
        e.x[i] = (double)y[AT_X + i];
        e.v[i] = (double)y[AT_V + i];
    }
    for (int i = 0; i < g->inside; i++)
        e.z[i] = (double)y[FREE_INSIDE + i];
    return e;
}

static inline double gyro_distance(const struct end *a, const struct end *b)
{
    double gap[PARTS_OF_END];
    end_gap(a, b, gap);
    return gap[0] + gap[1] + gap[2] + gap[3];
}

#endif
