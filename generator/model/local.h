/* SPDX-License-Identifier: MIT
 *
 * A model at one state of its motion, in doubles: how strongly it is damped
 * there, and what is no number.
 */
#ifndef POL_LOCAL_H
#define POL_LOCAL_H

#include "model/model.h"

/* SI units; R by rows, body to space; w and L in the body frame, x and v in
 * space. */
struct local_state {
    double t, R[9], w[3], L[3], x[3], v[3];
};

/* Params are at their defaults, inputs their signals, or 0.  Looking at damping
 * leaves nothing behind in the model's arena. */
struct local *local_new(const struct model *);

/* The largest rate at which torque and force damp, 1/s: the largest eigenvalue
 * of -(A + A')/2, A the derivative of (J^-1 torque, force/mass) by (w, v); 0 if
 * they drive instead. */
double local_damping(struct local *, const struct local_state *);

/* What is no finite number there, though all that it is made of is. */
struct blame {
    const char *what; /* "torque"; NULL: there is nothing of the kind */
    struct place place;
    const struct expr *expr;
    bool is_slope; /* it stands in the derivative of what the place says */
};
struct blame local_blame(struct local *, const struct local_state *);

#endif
