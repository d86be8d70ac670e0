/* SPDX-License-Identifier: MIT
 *
 * Inside the pass that chooses scales: what is known of each value, and the
 * vote on the scale of a sum.
 */
#ifndef POL_SCALE_H
#define POL_SCALE_H

#include "opt/graph.h"

/* A named multiple of a value, as k of L; by value, linked. */
struct multiple {
    const struct number *factor;
    double log;
    int next; /* index + 1 in the list, 0: none */
};

struct slot {
    const struct number *scale;  /* NULL: not chosen yet */
    double log;                  /* log2 |scale| */
    int multiples;               /* index + 1 of the first */
    int side;                    /* of a product: the argument that is taken */
    const struct number *taken;  /* as this named multiple; or NULL */
    const struct expr *value;    /* the node for scale * x */
    const struct number *wanted; /* by a function or as a result */
    const struct number *named;  /* the scale of a named value */
    const struct number *before; /* the scale of the first round */
    double before_log;
    int users; /* index + 1 of the first sum that uses it */
};

/* A sum that uses a value, with the value's coefficient; linked. */
struct user {
    const struct expr *sum;
    const struct number *c;
    double log;
    int next;
};

struct scaling {
    const struct graph *graph;
    struct arena *arena;
    struct pool *pool;
    const unsigned char *live;
    struct nodes nodes;
    const struct number *one;
    int size;
    struct slot *slot; /* by id */
    struct multiple *multiple;
    int multiples, room;
    struct user *user;
    int users, users_room;
};

/* c * node, scales stripped. */
struct scaled {
    const struct number *c;
    const struct expr *node;
};

struct scaled scale_strip(const struct scaling *, const struct expr *);
const struct number *scale_ratio(const struct scaling *, const struct number *,
                                 const struct number *);
const struct number *scale_times(const struct scaling *, const struct number *,
                                 const struct number *);
/* log2 |x|, also where x is out of a double's range: as the constructors leave
 * them, coefficients multiply from stage to stage. */
double scale_log(const struct number *);
void scale_set(struct slot *, const struct number *);
/* A product with h in it takes any constant for nothing. */
bool scale_is_open(const struct scaling *, const struct expr *);
/* The scale that a product has by its factors. */
const struct number *scale_of_product(const struct scaling *,
                                      const struct expr *);

/* Chooses a sum's scale, if it has none, and which named multiples the
 * products in it take. */
void scale_vote(struct scaling *, const struct expr *sum);

#endif
