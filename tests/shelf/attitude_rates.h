/* SPDX-License-Identifier: MIT
 *
 * Axioms of an attitude's kinematic equation: its rate is how its numbers
 * change along the motion, it says where the rate may not be used, and numbers
 * leap only where they may.
 */
#ifndef POL_ATTITUDE_RATES_H
#define POL_ATTITUDE_RATES_H

#include "shelf/attitude_axioms.h"

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
static inline void compare(struct kinematics *k, const double *x,
                           const double w[9])
{
    const double d = 1e-5;
    double rate[9], v[3], back[3], most;
    struct body_state ahead, behind;
    if (!is(k->subject, x, IS_REGULAR) ||
        (most = largest_rate(k->subject, x)) > 30)
        return;
    for (int i = 0; i < 3; i++) {
        v[i] = d / 2 * w[i];
        back[i] = -v[i];
    }
    if (!moved(k->move, x, v, zeros, &ahead) ||
        !moved(k->move, x, back, zeros, &behind) ||
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
static inline void look_at_regular(struct kinematics *k, const double *x)
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

static inline void look_at_rates(void *axiom, const double *x, int moves)
{
    (void)moves;
    struct kinematics *k = axiom;
    double w[9] = {0};
    sample3(&k->seed, 1, w);
    k->looks++;
    look_at_regular(k, x);
    compare(k, x, w);
}

/* Half a rotation vector: about some axis by the angle. */
static inline void half_vector(uint64_t *seed, double angle, double v[3])
{
    sample3(seed, 1, v);
    double size = length_of(3, v);
    for (int i = 0; i < 3; i++)
        v[i] *= angle / 2 / size;
}

/* About one axis, to one and to two whole turns less 10^-away. */
static inline void look_after_turns(struct kinematics *k, int away)
{
    const double pi = acos(-1), part[] = {2, 2, 2 * pi - 4, 2, 2, 2 * pi - 4};
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double axis[3], v[3], off = away ? pow(10, -away) : 0;
    struct body_state b, next;
    half_vector(&k->seed, 1, axis);
    assert_int_equal(probe_ask(probe_of(k->subject, "store"), NULL, one, &b),
                     0);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 3; j++)
            v[j] = axis[j] * (part[i] - (i == 2 ? off : 0));
        if (moved(k->move, b.x, v, zeros, &next))
            b = next;
        if (i % 3 == 2)
            look_at_rates(k, b.x, 0);
    }
}

static inline const char *fault_of_rates(struct subject *s, int way,
                                         pol_real real)
{
    (void)way, (void)real;
    struct kinematics k = {.subject = s, .seed = sampled_seed()};
    k.move = probe_of(s, "move");
    look_everywhere(s, k.move, look_at_rates, &k);
    for (int i = 0; i < 20; i++)
        look_after_turns(&k, i % NEAR_DISTANCES);
    if (!k.fault && 3 * k.compared < k.looks)
        return "it is hardly anywhere regular";
    return k.fault;
}

static inline bool has_a_rate(struct subject *s)
{
    return is(s, start_of(probe_of(s, "state")->s).x, HAS_RATE);
}

static inline bool is_continuous(struct subject *s)
{
    subject_read_notes(s);
    return has_a_rate(s) && strstr(s->stored, "continuous");
}

/* On about one axis for some whole turns: numbers that are said to be
 * continuous do not leap, at whatever turn they are. */
static inline const char *fault_of_leaps(struct subject *s, int way,
                                         pol_real real)
{
    (void)way, (void)real;
    const struct probe *move = probe_of(s, "move");
    const double angle = 0.06;
    uint64_t seed = sampled_seed();
    for (int axis = 0; axis < 20; axis++) {
        struct body_state b = start_of(move->s), next;
        double v[3];
        half_vector(&seed, angle, v);
        for (int i = 0; i < 300 && moved(move, b.x, v, zeros, &next); i++) {
            double leap = largest_difference(b.x, next.x, move->n);
            double most = leap > angle ? fmax(largest_rate(s, b.x),
                                              largest_rate(s, next.x))
                                       : INFINITY;
            if (most < 5 && leap > 2 * angle * most)
                return "the numbers leap";
            b = next;
        }
    }
    return NULL;
}

#endif
