/* SPDX-License-Identifier: MIT
 *
 * Does a body's motion keep a value, whatever integrates it?
 */
#ifndef POL_INVARIANT_H
#define POL_INVARIANT_H

#include "model/model.h"

enum invariant {
    INVARIANT_NO,
    INVARIANT_YES,
    INVARIANT_UNKNOWN /* so it looks, but there are cases in it, or torque or
                         force are next to nothing where it was looked at */
};

/* Is f, of the model's placeholders, constant along the motion from any state,
 * with the params' defaults; inputs that have no signal are 0? */
enum invariant invariant_of(const struct model *, const struct expr *f);

/* Component i of the spatial momentum R L; |L|^2. */
const struct expr *invariant_momentum(const struct model *, int i);
const struct expr *invariant_square(const struct model *);

#endif
