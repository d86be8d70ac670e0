/* SPDX-License-Identifier: MIT
 *
 * What axioms of attitudes look at: numbers, their rates and moves, from places
 * that the seed draws.
 */
#ifndef POL_ATTITUDE_AXIOMS_H
#define POL_ATTITUDE_AXIOMS_H

#include "sampled.h"
#include "shelf/attitude_subject.h"
#include "shelf/rotations.h"

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
static inline void values_of(const struct probe *p, const double *x,
                             const double given[9], double out[9])
{
    struct body_state b;
    assert_int_equal(probe_ask(p, x, given, &b), 0);
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

/* Turned by element(v); L is pull(v, k).  False if there are no such numbers.
 */
static inline bool moved(const struct probe *move, const double *x,
                         const double v[3], const double k[3],
                         struct body_state *out)
{
    *out = start_of(move->s);
    memcpy(out->x, x, (size_t)move->n * sizeof *x);
    memcpy(out->x + move->n, v, 3 * sizeof *v);
    memcpy(out->in, k, 3 * sizeof *k);
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
    (void)state;
    bool all = sampled_all();
    random_places = rotations_random_of(all ? 100000 : 5000, sampled_seed());
    near_places = rotations_near_of(all ? 30 * NEAR : 5 * NEAR, sampled_seed());
    return 0;
}

static inline int close_places(void **state)
{
    (void)state;
    rotations_free(&random_places);
    rotations_free(&near_places);
    return 0;
}

/* A value of the real type. */
static inline void round_to(double eps, int n, double *v)
{
    for (int i = 0; eps > DBL_EPSILON && i < n; i++)
        v[i] = (double)(float)v[i];
}

/* What is looked at from a place; `moves` since its numbers were set. */
typedef void look_at(void *axiom, const double *x, int moves);

/* Numbers that the mover's real type has, none where they are too large. */
static inline void look_from(struct subject *s, const struct probe *move,
                             const struct rotations *all, int n, look_at *look,
                             void *axiom)
{
    for (int i = 0; i < n; i++) {
        struct body_state b, still;
        if (probe_ask(probe_of(s, "store"), NULL, all->R[i], &b) != 0)
            continue;
        round_to(move->eps, move->n, b.x);
        if (moved(move, b.x, zeros, zeros, &still))
            look(axiom, b.x, 0);
    }
}

/* On and on, so that the numbers leave the range in which they were set. */
static inline void look_on_a_walk(const struct probe *move, look_at *look,
                                  void *axiom)
{
    uint64_t seed = sampled_seed();
    struct body_state b = start_of(move->s), next;
    for (int i = 0; i < WALK; i++) {
        double v[3];
        sample3(&seed, 0.6, v);
        v[i / 50] += 0.3;
        round_to(move->eps, 3, v);
        if (moved(move, b.x, v, zeros, &next))
            b = next;
        look(axiom, b.x, i + 1);
    }
}

static inline void look_everywhere(struct subject *s, const struct probe *move,
                                   look_at *look, void *axiom)
{
    look_from(s, move, &random_places, RANDOM, look, axiom);
    look_from(s, move, &near_places, NEAR, look, axiom);
    look_on_a_walk(move, look, axiom);
}

#endif
