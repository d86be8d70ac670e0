/* SPDX-License-Identifier: MIT
 *
 * Inside the stage: what the rows of an order_result show.
 */
#ifndef POL_VERDICT_H
#define POL_VERDICT_H

#include "explore/explore.h"

/* Errors beyond this, rad or relative, say nothing of small steps. */
#define ORDER_FAR 0.5

/* What rounding alone makes of that many steps: eps sqrt(n). */
double order_roundoff(long steps);

/* Fills in the orders, the noise and the verdict of rows whose steps, h and
 * errors are there, and which stand by falling steps; the method is of order
 * `claim`. */
void order_judge(struct order_result *, int claim, double rounding,
                 double damping);

#endif
