/* SPDX-License-Identifier: MIT
 *
 * A body's motion: what it keeps, whatever integrates it; at one state, in
 * doubles, how strongly it is damped, and what is no number.
 */
#ifndef POL_MOTION_H
#define POL_MOTION_H

#include "model/model.h"

enum invariant {
    INVARIANT_NO,
    INVARIANT_YES,
    INVARIANT_UNKNOWN /* so it looks, but there are cases in it, or torque or
                         force are next to nothing where it was looked at */
};

/* Is f, of the model's placeholders, constant along the motion from any state,
 * with the params' defaults; inputs that have no signal are 0? */
enum invariant invariant_of(const struct model *, expr f);

/* Component i of the spatial momentum R L; |L|^2. */
expr invariant_momentum(const struct model *, int i);
expr invariant_square(const struct model *);

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
    expr expr;
    bool is_slope; /* it stands in the derivative of what the place says */
};
struct blame local_blame(struct local *, const struct local_state *);

#endif
