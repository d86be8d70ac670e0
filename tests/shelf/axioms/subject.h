/* SPDX-License-Identifier: MIT
 *
 * A method of the shelf in one of its variants, with the steppers that were
 * derived and compiled for it: all axioms look at the same.
 */
#ifndef POL_SUBJECT_H
#define POL_SUBJECT_H

#include "shelf/axioms.h"
#include "shelf/variants.h"

enum { MOST_RIDES = 24 };

/* Are errors round-off in the steps that are taken here? */
static inline bool is_rounded(const struct variant *v)
{
    return v->order > 12;
}

/* The method on a body; with its own attitude, if that is NULL. */
struct ride {
    const char *spec; /* a path, or a text of several lines */
    const char *attitude;
    pol_real real;
    struct loaded l;
};

struct subject {
    struct variant v;
    int rides;
    struct ride ride[MOST_RIDES];
};

/* What methods promise, each asked of all methods that it is for. */
struct axiom {
    const char *name;
    bool (*is_for)(const struct variant *);
    bool (*holds)(struct subject *);
};

/* One file each; ended by a name that is NULL. */
extern const struct axiom order_axioms[], symmetry_axioms[], kept_axioms[], claim_axioms[],
    steady_axioms[], real_axioms[], newton_axioms[];

/* The stepper of a ride, which must load. */
const pol_stepper *stepper_of(struct subject *s, struct ride ride);
const pol_stepper *stepper_on(struct subject *s, const char *spec);
void subject_end(struct subject *s);

/* What is wrong, behind the method's call. */
void announce(const struct subject *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool is_for_all(const struct variant *v);
bool is_for_some(const struct variant *v); /* no tableau among many */

/* What acts on the body of a file, looked up once. */
struct load_of load_of_file(const char *path);
bool is_admitted(const struct variant *v, const char *path);
/* The body on which most can go wrong, of those that the method admits; a
 * tableau among many need not move one. */
const char *hardest_body(const struct variant *v);

#endif
