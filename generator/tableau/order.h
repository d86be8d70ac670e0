/* SPDX-License-Identifier: MIT
 *
 * The order of weights over elementary weights that are shared: those of b and
 * of all bhat are the same.
 */
#ifndef POL_ORDER_H
#define POL_ORDER_H

#include "tableau/elementary.h"

/* The first tree of order at most `limit` whose condition is not known to hold,
 * or -1; and the first one whose condition surely fails. */
int order_first_failure(struct elementary *, const struct weights *, int limit);
int order_first_refuted(struct elementary *, const struct weights *, int limit);
/* The highest order, at most `limit`, whose conditions all hold. */
int order_of(struct elementary *, const struct weights *, int limit);

#endif
