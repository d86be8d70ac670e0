/* SPDX-License-Identifier: MIT
 *
 * Axioms of an attitude and a map: numbers are moved as rotations are, and the
 * map's pull is the rate of what it makes.
 */
#ifndef POL_ATTITUDE_MOVES_H
#define POL_ATTITUDE_MOVES_H

#include "shelf/attitude_axioms.h"

#include <fenv.h>

/* How far the axioms are from holding, the worst over all samples; the first
 * four in eps, times what the numbers' size and their sensitivity cost. */
struct moving {
    struct subject *subject;
    const struct probe *move;
    uint64_t seed;
    double rest;       /* R(move(x, 0)) from R(x) */
    double numbers;    /* move(x, 0) from x */
    double constraint; /* R'R from 1, and the constraint from 0 */
    double group;      /* R(move(x, g)) from R(x) R(g) */
    double pull;       /* d element / d pull(v, k) from the rate 2 k */
    int looks, none;   /* places, and those without numbers */
    int walked;        /* moves since the last walk began */
    int raised;        /* moves that divide by zero, or the like */
};

static inline void note(double *worst, double value)
{
    *worst = isnan(value) ? INFINITY : fmax(*worst, value);
}

/* Larger numbers are rounded more, and each move on the way adds to it. */
static inline double coarseness(const struct moving *m, const double *x)
{
    double size = length_of(m->move->n, x);
    return m->move->eps * (fmax(1, size / 6) + m->walked / 8.0);
}

/* Half turns have two sets of numbers in some ranges. */
static inline bool is_half_turn(const double R[9])
{
    return R[0] + R[4] + R[8] < -1 + 1e-5;
}

static inline void look_at_rest(struct moving *m, const double *x)
{
    struct body_state still;
    double R0[9], R1[9];
    if (!moved(m->move, x, zeros, zeros, &still)) {
        m->none++;
        return;
    }
    m->move->s->rotation(x, R0);
    m->move->s->rotation(still.x, R1);
    note(&m->rest, largest_difference(R0, R1, 9) / coarseness(m, x));
    if (is_half_turn(R0) || !is(m->subject, x, IS_REGULAR))
        return;
    double sensitive = fmax(1, largest_rate(m->subject, x));
    double off = largest_difference(still.x, x, m->move->n);
    double size = length_of(m->move->n, x);
    note(&m->numbers, off / (m->move->eps * (1 + size + sensitive)));
}

static inline void look_at_constraint(struct moving *m, const double *x)
{
    double R[9], one[9], value[9];
    m->move->s->rotation(x, R);
    multiply_t(R, R, one);
    note(&m->constraint, off_identity(one) / coarseness(m, x));
    values_of(probe_of(m->subject, "state"), x, zeros, value);
    note(&m->constraint,
         largest_difference(value + CONSTRAINT, zeros, CONSTRAINTS) /
             coarseness(m, x));
}

/* The rotation that element(v) is, from where nothing is turned. */
static inline void rotation_by(const struct moving *m, const double v[3],
                               double G[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct body_state b, turned;
    assert_int_equal(probe_ask(probe_of(m->subject, "store"), NULL, one, &b),
                     0);
    assert_true(moved(m->move, b.x, v, zeros, &turned));
    m->move->s->rotation(turned.x, G);
}

static inline void look_at_group(struct moving *m, const double *x,
                                 const double v[3])
{
    double R0[9], R1[9], G[9], want[9];
    struct body_state next;
    feclearexcept(FE_ALL_EXCEPT);
    bool exists = moved(m->move, x, v, zeros, &next);
    m->raised += fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) != 0;
    if (!exists) {
        m->none++;
        return;
    }
    rotation_by(m, v, G);
    m->move->s->rotation(x, R0);
    m->move->s->rotation(next.x, R1);
    multiply(R0, G, want);
    note(&m->group, largest_difference(R1, want, 9) / coarseness(m, x));
    look_at_constraint(m, next.x);
}

/* E' dE/ds along pull(v, k) must be S(2 k): by central differences. */
static inline void look_at_pull(struct moving *m, const double *x,
                                const double v[3], const double k[3])
{
    const double d = 1e-5;
    double plus[3], minus[3], R[9], Rp[9], Rm[9], D[9], W[9];
    struct body_state at, b;
    if (m->move->eps > DBL_EPSILON || !moved(m->move, x, v, k, &at))
        return;
    m->move->s->rotation(at.x, R);
    for (int i = 0; i < 3; i++) {
        plus[i] = v[i] + d * at.x[m->move->n + i];
        minus[i] = v[i] - d * at.x[m->move->n + i];
    }
    if (!moved(m->move, x, plus, zeros, &b))
        return;
    m->move->s->rotation(b.x, Rp);
    if (!moved(m->move, x, minus, zeros, &b))
        return;
    m->move->s->rotation(b.x, Rm);
    for (int i = 0; i < 9; i++)
        D[i] = (Rp[i] - Rm[i]) / (2 * d);
    multiply_t(R, D, W);
    const double want[9] = {0,         -2 * k[2], 2 * k[1], 2 * k[2], 0,
                            -2 * k[0], -2 * k[1], 2 * k[0], 0};
    note(&m->pull, largest_difference(W, want, 9));
}

static inline void look_at_moves(void *axiom, const double *x, int moves)
{
    static const double length[] = {0.7, 0.7, 0.05, 1e-4, 1e-9};
    struct moving *m = axiom;
    double v[3], k[3];
    sample3(&m->seed, length[m->looks++ % 5], v);
    sample3(&m->seed, 1, k);
    round_to(m->move->eps, 3, v);
    m->walked = moves;
    look_at_rest(m, x);
    look_at_group(m, x, v);
    look_at_pull(m, x, v, k);
}

static inline const char *verdict(const struct moving *m)
{
    if (!(m->rest <= 16))
        return "a move by nothing moves";
    if (!(m->numbers <= 16))
        return "a move by nothing changes the numbers";
    if (!(m->constraint <= 24))
        return "the constraint is lost";
    if (!(m->group <= 24))
        return "a move is not that of the rotation";
    if (!(m->pull < 1e-8))
        return "the pull is not the rate";
    if (m->raised)
        return "a side that is not taken divides by zero";
    if (10 * m->none > m->looks)
        return "there are hardly any numbers";
    return NULL;
}

/* The way is the map. */
static inline const char *fault_of_moves(struct subject *s, int way,
                                         pol_real real)
{
    struct moving m = {.subject = s, .seed = sampled_seed()};
    m.move = probe_by(s, "move", s->maps->name[way], real);
    look_everywhere(s, m.move, look_at_moves, &m);
    return verdict(&m);
}

#endif
