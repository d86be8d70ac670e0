/* SPDX-License-Identifier: MIT
 *
 * Axioms of an attitude's numbers: they give back the rotations that they are
 * made of, they leave three ways to turn, and what emitted headers say of them
 * holds.
 */
#ifndef POL_ATTITUDE_NUMBERS_H
#define POL_ATTITUDE_NUMBERS_H

#include "shelf/attitude_axioms.h"
#include "shelf/rotations.h"

#include <fenv.h>

/* ---- there and back ---- */

/* The worst error of the matrices that come back; infinite if a side that is
 * not taken divides by zero. */
static inline double worst_of(const struct probe *p,
                              const struct rotations *all)
{
    double worst = 0, given[9];
    struct body_state b = start_of(p->s), start = b;
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < all->n; i++) {
        memcpy(b.x, start.x, (size_t)p->n * sizeof *b.x);
        memcpy(given, all->R[i], sizeof given);
        round_to(p->eps, 9, given);
        memcpy(b.x + p->n, given, sizeof given);
        assert_int_equal(p->s->run(b.x, b.par, b.in, 1.0, 1), 0);
        worst = fmax(worst, largest_difference(b.x + p->n, given, 9));
    }
    if (fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW))
        return INFINITY;
    return worst;
}

static inline const char *fault_of_way_back(struct subject *s, int way,
                                            pol_real real)
{
    static const char *const what[] = {"back", "from", "element"};
    static char fault[60];
    const struct probe *p = probe_by(s, what[way], "exp", real);
    double worst = fmax(worst_of(p, &random_places), worst_of(p, &near_places));
    snprintf(fault, sizeof fault, "what comes by '%s' is off by %g eps",
             what[way], worst / p->eps);
    return worst <= 16 * p->eps ? NULL : fault;
}

/* Numbers that are stored are an attitude, that of the emitted accessor, and
 * `restore` takes them for what they are.  Where none fit, none are stored. */
static inline const char *fault_of_stored(struct subject *s, int way,
                                          pol_real real)
{
    (void)way, (void)real;
    const struct probe *store = probe_of(s, "store"),
                       *state = probe_of(s, "state");
    double room = 16 * store->eps;
    for (int i = 0; i < near_places.n; i++) {
        struct body_state b, again;
        double R[9], back[9];
        const double *given = near_places.R[i];
        int status = probe_ask(store, NULL, given, &b);
        if (status == POL_STEP_SINGULAR)
            continue;
        assert_int_equal(status, 0);
        store->s->rotation(b.x, R);
        if (!(largest_difference(R, given, 9) <= room))
            return "what is stored is another attitude";
        assert_int_equal(probe_ask(state, b.x, zeros, &again), 0);
        if (!(largest_difference(again.x + state->n + CONSTRAINT, zeros,
                                 CONSTRAINTS) <= room))
            return "what is stored keeps not to the constraint";
        store->s->rotation(again.x, back);
        if (!(largest_difference(back, R, 9) <= room))
            return "what is restored is another attitude";
    }
    return NULL;
}

static inline bool is_a_quaternion(struct subject *s)
{
    return probe_of(s, "store")->n == 4;
}

/* Of the two quaternions of a matrix the one nearer to no rotation is stored.
 */
static inline const char *fault_of_scalar(struct subject *s, int way,
                                          pol_real real)
{
    (void)way, (void)real;
    const struct rotations *all[] = {&random_places, &near_places};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < all[k]->n; i++) {
            struct body_state b;
            assert_int_equal(
                probe_ask(probe_of(s, "store"), NULL, all[k]->R[i], &b), 0);
            if (!(b.x[0] >= 0))
                return "its scalar is negative";
        }
    return NULL;
}

/* ---- notes ---- */

static inline double longest_said(const char *said)
{
    const double pi = acos(-1);
    if (strstr(said, "at most 2 pi long"))
        return 2 * pi;
    if (strstr(said, "at most pi long"))
        return pi;
    return strstr(said, "at most 1 long") ? 1 : INFINITY;
}

/* They keep within it and make use of it. */
static inline bool is_longest(double longest, double said)
{
    return isinf(said) ||
           (longest <= said * (1 + 4 * DBL_EPSILON) && longest > 0.9 * said);
}

static inline double longest_shown(const struct probe *store)
{
    double longest = 0;
    for (int i = 0; i < 3000; i++) {
        struct body_state b;
        if (probe_ask(store, NULL, random_places.R[i], &b) == 0)
            longest = fmax(longest, length_of(3, b.x));
    }
    return longest;
}

static inline double longest_stored(const struct probe *move)
{
    struct body_state b = start_of(move->s), next;
    double longest = 0;
    uint64_t seed = sampled_seed();
    for (int i = 0; i < 3000; i++) {
        double v[3];
        sample3(&seed, 0.4, v);
        if (moved(move, b.x, v, &next))
            b = next;
        longest = fmax(longest, length_of(3, b.x));
    }
    return longest;
}

/* Of the ranges that are said; those of angles are in test_euler. */
static inline const char *fault_of_range(struct subject *s, int way,
                                         pol_real real)
{
    (void)way, (void)real;
    subject_read_notes(s);
    const double shown = longest_shown(probe_of(s, "store")),
                 stored = longest_stored(probe_of(s, "move"));
    if (!is_longest(shown, longest_said(s->shown)))
        return "those shown have another range than is said";
    return is_longest(stored, longest_said(s->stored))
               ? NULL
               : "those stored have another range than is said";
}

#endif
