/* SPDX-License-Identifier: MIT
 *
 * Random bodies and states for tests of implicit methods, and Newton's
 * iterations of a symbolic step done one by one.
 */
#ifndef POL_NEWTON_H
#define POL_NEWTON_H

#include "random.h"
#include "shelf/variants.h"
#include "stepping.h"

/* ---- bodies and states --------------------------------------------------- */

enum acting { NOTHING, GRAVITY, EVERYTHING, ACTINGS };
static const char *const acting_name[ACTINGS] = {"free", "top", "all"};

/* The inertia of four random masses: full, and of a real body. */
static inline void random_inertia(struct random *r, double J[9])
{
    memset(J, 0, 9 * sizeof *J);
    for (int k = 0; k < 4; k++) {
        double m = random_between(r, 0.5, 2), p[3], square = 0;
        for (int i = 0; i < 3; i++) {
            p[i] = random_between(r, -1, 1);
            square += p[i] * p[i];
        }
        for (int i = 0; i < 9; i++)
            J[i] += m * ((i % 4 == 0 ? square : 0) - p[i / 3] * p[i % 3]);
    }
}

static inline char *random_body(struct arena *a, struct random *r,
                                enum acting acting)
{
    static const char potential[] = "potential dot(R'*e3, [0.8, -1.6, 2.4])\n";
    static const char torques[] =
        "torque body -0.1*w\ntorque space [cos(t), sin(t), 0]\n";
    double J[9];
    random_inertia(r, J);
    return text_format(a,
                       "body thing\ninertia [[%.6f, %.6f, %.6f], [%.6f, %.6f, "
                       "%.6f], [%.6f, %.6f, %.6f]]\n%s%s",
                       J[0], J[1], J[2], J[1], J[4], J[5], J[2], J[5], J[8],
                       acting == NOTHING ? "" : potential,
                       acting == EVERYTHING ? torques : "");
}

static inline void random_direction(struct random *r, int n, double *v)
{
    double square;
    do {
        square = 0;
        for (int i = 0; i < n; i++) {
            v[i] = random_between(r, -1, 1);
            square += v[i] * v[i];
        }
    } while (square > 1 || square < 0.01);
    for (int i = 0; i < n; i++)
        v[i] /= sqrt(square);
}

/* Of a random unit quaternion. */
static inline void random_rotation(struct random *r, double R[9])
{
    double q[4];
    random_direction(r, 4, q);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const double *v = q + 1;
        R[4 * i] = 1 - 2 * (v[j] * v[j] + v[k] * v[k]);
        R[3 * i + j] = 2 * (v[i] * v[j] - q[0] * v[k]);
        R[3 * i + k] = 2 * (v[i] * v[k] + q[0] * v[j]);
    }
}

/* ---- iterations ---------------------------------------------------------- */

struct iteration {
    int status, sweeps; /* the most of all solves of the step */
    double left;        /* the largest further correction, relative */
};

static inline double norm_of(int n, const double *v)
{
    double square = 0;
    for (int i = 0; i < n; i++)
        square += v[i] * v[i];
    return sqrt(square);
}

/* What one more correction would do to what was found, relative to it; the
 * last values that were bound are those. */
static inline double correction_left(struct stepping *s,
                                     const struct bindings *b,
                                     const struct solve *v)
{
    struct bindings in = *b;
    double d[64];
    const double *x = b->value + b->n - v->n;
    bind(&in, v->n, v->unknown, x);
    evaluate(s, &in, v->n, v->change, d);
    return norm_of(v->n, d) / (norm_of(v->n, x) + 1e-30);
}

/* What is carried from the step before. */
static inline void bind_carried(struct stepping *s, struct bindings *b)
{
    const struct relay *c = &s->step->relay;
    double value[MOST_ACTIONS];
    if (!c->n)
        return;
    evaluate(s, b, c->n, c->push.output[0].value, value);
    for (int i = 0; i < c->n; i++)
        bind(b, 1, &c->part[i].symbol, &value[i]);
}

/* All iterations of a step of size h from the state x. */
static inline struct iteration iterate(struct stepping *s, const double *x,
                                       double h)
{
    const struct routine *r = &s->step->advance;
    struct bindings b = stepping_bind(s, x, 0, NULL);
    struct iteration out = {0};
    bind_carried(s, &b);
    bind(&b, 1, &s->step->h, &h);
    for (int i = 0; i < r->solves && !out.status; i++) {
        out.status = stepping_solve(s, &b, &r->solve[i]);
        out.sweeps = s->sweeps > out.sweeps ? s->sweeps : out.sweeps;
        if (!out.status && r->solve[i].n)
            out.left = fmax(out.left, correction_left(s, &b, &r->solve[i]));
    }
    return out;
}

#endif
