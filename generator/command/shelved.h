/* SPDX-License-Identifier: MIT
 *
 * What commands take from the shelf: tableaus, compositions, and calls of all
 * files of a kind.
 */
#ifndef POL_SHELVED_H
#define POL_SHELVED_H

#include "job.h"
#include "recipe/family.h"
#include "catalogue/catalogue.h"

/* The first tableau of a text; NULL with messages. */
const struct tableau *shelved_tableau(struct pol_job *, const struct source *);
/* The same for a composition. */
const struct composition *shelved_composition(struct pol_job *,
                                              const struct source *);
/* What tableau_of_call and the like need. */
struct makings shelved_makings(struct pol_job *);
/* All tableaus that have the stages of this one, or one more or less; what
 * cannot be read is left out. */
const struct catalogue *shelved_catalogue(struct pol_job *,
                                          const struct tableau *);
/* The explicit tableau of the shelf with the highest order; NULL with
 * messages if a tableau of the shelf is at fault. */
const struct tableau *shelved_most_accurate(struct pol_job *);

/* Calls that a table has a row for. */
struct shelved_calls {
    int n, room;
    const char **call;
};
void shelved_add(struct pol_job *, struct shelved_calls *, const char *call);
/* The examples of all files of a kind, or their names; what cannot be read is
 * left out with messages. */
void shelved_add_kind(struct pol_job *, enum shelf_kind,
                      struct shelved_calls *);

#endif
