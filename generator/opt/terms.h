/* SPDX-License-Identifier: MIT
 *
 * A linear combination that is being put together.
 */
#ifndef POL_TERMS_H
#define POL_TERMS_H

#include "opt/graph.h"

struct terms {
    struct arena *arena, *scratch;
    struct pool *pool;
    int n, room;
    const struct number **coef;
    const struct expr **node;
};

struct terms terms_new(const struct graph *, int room);
/* Adds c x; like terms become one, or none if they cancel. */
void terms_add(struct terms *, const struct number *c, const struct expr *x);
/* Adds c times a sum's terms, or c x if x is no sum. */
void terms_add_all(struct terms *, const struct number *c,
                   const struct expr *x);
/* The combination as one raw node. */
const struct expr *terms_sum(const struct terms *);
/* How many different magnitudes the coefficients have. */
int terms_classes(const struct terms *);
/* The magnitude that most coefficients have, the first of equals. */
const struct number *terms_common(const struct terms *);

/* Equal but for the sign. */
bool same_magnitude(struct arena *, const struct number *,
                    const struct number *);
const struct number *magnitude_of(struct arena *, const struct number *);

#endif
