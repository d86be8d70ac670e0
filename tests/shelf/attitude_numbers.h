/* SPDX-License-Identifier: MIT
 *
 * Axioms of an attitude's numbers: of two quaternions the one that is stored,
 * and the ranges that emitted headers tell.  (That they are the rotation that
 * is set, and lead back to it: test_shown.)
 */
#ifndef POL_ATTITUDE_NUMBERS_H
#define POL_ATTITUDE_NUMBERS_H

#include "shelf/attitude_axioms.h"

static inline bool is_a_quaternion(struct subject *s)
{
    return probe_of(s, "store")->n == 4;
}

/* Of a matrix's two quaternions the one nearer to no rotation is stored. */
static inline const char *fault_of_scalar(struct subject *s, int way, pol_real real)
{
    (void)way, (void)real;
    const struct rotations *all[] = {&random_places, &near_places};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < all[k]->n; i++) {
            struct body_state b;
            assert_int_equal(probe_evaluate(probe_of(s, "store"), NULL, all[k]->R[i], &b), 0);
            if (!(b.x[0] >= 0))
                return "its scalar is negative";
        }
    return NULL;
}

/* ---- notes ---- */

static inline double longest_written(const char *said)
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
    return isinf(said) || (longest <= said * (1 + 4 * DBL_EPSILON) && longest > 0.9 * said);
}

static inline double longest_shown(const struct probe *store)
{
    double longest = 0;
    for (int i = 0; i < 3000; i++) {
        struct body_state b;
        if (probe_evaluate(store, NULL, random_places.R[i], &b) == 0)
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
static inline const char *fault_of_range(struct subject *s, int way, pol_real real)
{
    (void)way, (void)real;
    subject_read_notes(s);
    const double shown = longest_shown(probe_of(s, "store")),
                 stored = longest_stored(probe_of(s, "move"));
    if (!is_longest(shown, longest_written(s->shown)))
        return "those shown have another range than is said";
    return is_longest(stored, longest_written(s->stored))
               ? NULL
               : "those stored have another range than is said";
}

#endif
