/* SPDX-License-Identifier: MIT
 *
 * Other names of what a .pol file of the shelf holds.
 */
#ifndef POL_ALIAS_H
#define POL_ALIAS_H

#include "base/diag.h"

struct arena;

/* "# also called rk4, classical": these, ended by NULL. */
const char *const *alias_in_comment(struct arena *, const struct source *);
/* "# elsewhere rk45 in SciPy, ode45 in MATLAB": the same. */
const char *const *alias_elsewhere(struct arena *, const struct source *);

#endif
