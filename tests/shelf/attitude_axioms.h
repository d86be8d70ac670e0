/* SPDX-License-Identifier: MIT
 *
 * Axioms of attitudes: what they look at, numbers, their rates and moves, from
 * places that the seed draws.  Of an attitude and a map: numbers are moved as
 * rotations are.  Of its kinematic equation: its rate is how its numbers change
 * along the motion, it says where the rate may not be used, and numbers leap
 * only where they may.
 */
#ifndef POL_ATTITUDE_AXIOMS_H
#define POL_ATTITUDE_AXIOMS_H

#include "shelf/attitude_subject.h"
#include "shelf/rotations.h"
#include <fenv.h>

/* ---- numbers ---- */

static const double zeros[9];

static inline double length_of(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* A probe's nine values of these numbers. */
static inline void values_of(const struct probe *p, const double *x, const double given[9],
                             double out[9])
{
    struct body_state b;
    assert_int_equal(probe_evaluate(p, x, given, &b), 0);
    memcpy(out, b.x + p->n, 9 * sizeof *out);
}

static inline bool is(struct subject *s, const double *x, int what)
{
    double value[9];
    values_of(probe_of(s, "state"), x, zeros, value);
    return value[what] > 0;
}

/* How much the numbers change for a turn by a small angle: infinite where a
 * rate is not a number. */
static inline double largest_rate(struct subject *s, const double *x)
{
    const struct probe *p = probe_of(s, "rate");
    double most = 0, rate[9];
    for (int i = 0; i < 3; i++) {
        const double w[9] = {i == 0, i == 1, i == 2};
        values_of(p, x, w, rate);
        double size = length_of(9, rate);
        most = isfinite(size) ? fmax(most, size) : INFINITY;
    }
    return most;
}

/* Turned by element(v).  False if there are no such numbers. */
static inline bool moved(const struct probe *move, const double *x, const double v[3],
                         struct body_state *out)
{
    *out = start_of(move->s);
    memcpy(out->x, x, (size_t)move->n * sizeof *x);
    memcpy(out->x + move->n, v, 3 * sizeof *v);
    int status = move->s->run(out->x, out->par, out->in, 1.0, 1);
    if (status == POL_STEP_NOT_FINITE) {
        no_numbers(move, out);
        return true;
    }
    if (status != POL_STEP_SINGULAR)
        assert_int_equal(status, 0);
    return status == 0;
}

/* ---- places ---- */

enum { RANDOM = 150, NEAR = NEAR_KINDS * NEAR_DISTANCES, WALK = 150 };

/* Anywhere, and at and near where some attitude is singular: the first ones of
 * these for what takes long. */
static struct rotations random_places, near_places;

static inline int open_places(void **state)
{
    bool all = sampled_all();
    random_places = rotations_random(all ? 100000 : 5000, sampled_seed());
    near_places = rotations_near(all ? 30 * NEAR : 5 * NEAR, sampled_seed());
    return open_probes(state);
}

static inline int close_places(void **state)
{
    rotations_free(&random_places);
    rotations_free(&near_places);
    return close_probes(state);
}

/* A value of the real type. */
static inline void round_to(double eps, int n, double *v)
{
    for (int i = 0; eps > DBL_EPSILON && i < n; i++)
        v[i] = (double)(float)v[i];
}

/* What is looked at from a place; `moves` since its numbers were set. */
typedef void state_check(void *axiom, const double *x, int moves);

/* Numbers that the mover's real type has, none where they are too large. */
static inline void check_from(struct subject *s, const struct probe *move,
                              const struct rotations *all, int n, state_check *look, void *axiom)
{
    for (int i = 0; i < n; i++) {
        struct body_state b, still;
        if (probe_evaluate(probe_of(s, "store"), NULL, all->R[i], &b) != 0)
            continue;
        round_to(move->eps, move->n, b.x);
        if (moved(move, b.x, zeros, &still))
            look(axiom, b.x, 0);
    }
}

/* On and on, so that the numbers leave the range in which they were set. */
static inline void look_on_a_walk(const struct probe *move, state_check *look, void *axiom)
{
    uint64_t seed = sampled_seed();
    struct body_state b = start_of(move->s), next;
    for (int i = 0; i < WALK; i++) {
        double v[3];
        sample3(&seed, 0.6, v);
        v[i / 50] += 0.3;
        round_to(move->eps, 3, v);
        if (moved(move, b.x, v, &next))
            b = next;
        look(axiom, b.x, i + 1);
    }
}

static inline void check_everywhere(struct subject *s, const struct probe *move, state_check *look,
                                    void *axiom)
{
    check_from(s, move, &random_places, RANDOM, look, axiom);
    check_from(s, move, &near_places, NEAR, look, axiom);
    look_on_a_walk(move, look, axiom);
}

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

static inline void check_rest(struct moving *m, const double *x)
{
    struct body_state still;
    double R0[9], R1[9];
    if (!moved(m->move, x, zeros, &still)) {
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

static inline void check_constraint(struct moving *m, const double *x)
{
    double R[9], one[9], value[9];
    m->move->s->rotation(x, R);
    multiply_t(R, R, one);
    note(&m->constraint, off_identity(one) / coarseness(m, x));
    values_of(probe_of(m->subject, "state"), x, zeros, value);
    note(&m->constraint,
         largest_difference(value + CONSTRAINT, zeros, CONSTRAINTS) / coarseness(m, x));
}

/* The rotation that element(v) is, from where nothing is turned. */
static inline void rotation_by(const struct moving *m, const double v[3], double G[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct body_state b, turned;
    assert_int_equal(probe_evaluate(probe_of(m->subject, "store"), NULL, one, &b), 0);
    assert_true(moved(m->move, b.x, v, &turned));
    m->move->s->rotation(turned.x, G);
}

static inline void check_group(struct moving *m, const double *x, const double v[3])
{
    double R0[9], R1[9], G[9], want[9];
    struct body_state next;
    feclearexcept(FE_ALL_EXCEPT);
    bool exists = moved(m->move, x, v, &next);
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
    check_constraint(m, next.x);
}

static inline void check_moves(void *axiom, const double *x, int moves)
{
    static const double length[] = {0.7, 0.7, 0.05, 1e-4, 1e-9};
    struct moving *m = axiom;
    double v[3];
    sample3(&m->seed, length[m->looks++ % 5], v);
    round_to(m->move->eps, 3, v);
    m->walked = moves;
    check_rest(m, x);
    check_group(m, x, v);
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
    if (m->raised)
        return "a side that is not taken divides by zero";
    if (10 * m->none > m->looks)
        return "there are hardly any numbers";
    return NULL;
}

/* The way is the map. */
static inline const char *fault_of_moves(struct subject *s, int way, pol_real real)
{
    struct moving m = {.subject = s, .seed = sampled_seed()};
    m.move = probe_by(s, "move", s->maps->name[way], real);
    check_everywhere(s, m.move, check_moves, &m);
    return verdict(&m);
}

struct kinematics {
    struct subject *subject;
    const struct probe *move;
    uint64_t seed;
    int looks;    /* at places */
    int compared; /* of these, with the numbers' change */
    const char *fault;
};

/* By central differences, where the numbers are not too sensitive; a leap
 * from one end of a range to the other is no change. */
static inline void compare(struct kinematics *k, const double *x, const double w[9])
{
    const double d = 1e-5;
    double rate[9], v[3], back[3], most;
    struct body_state ahead, behind;
    if (!is(k->subject, x, IS_REGULAR) || (most = largest_rate(k->subject, x)) > 30)
        return;
    for (int i = 0; i < 3; i++) {
        v[i] = d / 2 * w[i];
        back[i] = -v[i];
    }
    if (!moved(k->move, x, v, &ahead) || !moved(k->move, x, back, &behind) ||
        largest_difference(ahead.x, behind.x, k->move->n) > 0.1)
        return;
    values_of(probe_of(k->subject, "rate"), x, w, rate);
    k->compared++;
    double bound = 1e-9 * (1 + most) * (1 + most) * (1 + most);
    for (int i = 0; i < k->move->n; i++)
        if (!(fabs((ahead.x[i] - behind.x[i]) / (2 * d) - rate[i]) < bound))
            k->fault = "the rate is not that of the numbers";
}

/* How near it is to where a rate, or the numbers themselves, have no end; for
 * numbers without end the rate goes as their square. */
static inline void check_regular(struct kinematics *k, const double *x)
{
    double size = length_of(k->move->n, x);
    double scale = size > 100 ? size * size : 1;
    double rate = largest_rate(k->subject, x) / scale;
    double blown = fmax(rate, size);
    bool regular = is(k->subject, x, IS_REGULAR);
    if (regular && !(blown < 3e7))
        k->fault = "it is called regular where it is not";
    if (!regular && blown < 1e5)
        k->fault = "it is not called regular where it is";
}

static inline void check_rates(void *axiom, const double *x, int moves)
{
    (void)moves;
    struct kinematics *k = axiom;
    double w[9] = {0};
    sample3(&k->seed, 1, w);
    k->looks++;
    check_regular(k, x);
    compare(k, x, w);
}

/* About one axis, to one and to two whole turns less 10^-away. */
static inline void check_after_turns(struct kinematics *k, int away)
{
    const double pi = acos(-1), part[] = {2, 2, 2 * pi - 4, 2, 2, 2 * pi - 4};
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double axis[3], v[3], off = away ? pow(10, -away) : 0;
    struct body_state b, next;
    sample3(&k->seed, 1, axis);
    const double half = 0.5 / length_of(3, axis);
    assert_int_equal(probe_evaluate(probe_of(k->subject, "store"), NULL, one, &b), 0);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 3; j++)
            v[j] = half * axis[j] * (part[i] - (i == 2 ? off : 0));
        if (moved(k->move, b.x, v, &next))
            b = next;
        if (i % 3 == 2)
            check_rates(k, b.x, 0);
    }
}

static inline const char *fault_of_rates(struct subject *s, int way, pol_real real)
{
    (void)way, (void)real;
    struct kinematics k = {.subject = s, .seed = sampled_seed()};
    k.move = probe_of(s, "move");
    check_everywhere(s, k.move, check_rates, &k);
    for (int i = 0; i < 20; i++)
        check_after_turns(&k, i % NEAR_DISTANCES);
    if (!k.fault && 3 * k.compared < k.looks)
        return "it is hardly anywhere regular";
    return k.fault;
}

static inline bool has_a_rate(struct subject *s)
{
    return is(s, start_of(probe_of(s, "state")->s).x, HAS_RATE);
}

#endif
