/* SPDX-License-Identifier: MIT
 *
 * Tableaus and compositions of the shelf and of files, for the commands.
 */
#ifndef POL_SHELVED_H
#define POL_SHELVED_H

#include "job.h"

enum { EXACT = 99 }; /* the order of what has no error but round-off */

/* The first tableau of a text; NULL with messages. */
const struct tableau *shelved_tableau(struct pol_job *, const struct source *);
/* The same for a composition. */
const struct composition *shelved_composition(struct pol_job *,
                                              const struct source *);
/* The explicit tableau of the shelf with the highest order; NULL with
 * messages if a tableau of the shelf is at fault. */
const struct tableau *shelved_most_accurate(struct pol_job *);

#endif
