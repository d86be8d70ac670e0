/* SPDX-License-Identifier: MIT
 *
 * Tableaus by their calls: a name, or a call of a family such as gauss(3),
 * which is a Lua file of the shelf that computes the tableau.
 */
#ifndef POL_TABLEAUS_H
#define POL_TABLEAUS_H

#include "bind/kit.h"
#include "shelf/shelf.h"
#include "tableau/tableau.h"

/* The tableau of the shelf that a name or call means; NULL with messages.  The
 * name of one of a family is its call: "gauss(3)". */
const struct tableau *tableau_of_call(const struct kit *, const struct ast *);
/* The same for the text of a call. */
const struct tableau *tableau_of_text(const struct kit *, const char *call);

/* The calls of every tableau of the shelf, by name, a family's for each value
 * of its option (for its examples if it has no single whole number for an
 * option); their number.  A family that cannot be read leaves messages. */
int tableau_calls(const struct kit *, const char *const **call);

/* Every tableau of the shelf that has so many stages, and those of texts that
 * have one more or one less; their number.  What cannot be read is left out
 * with messages. */
int tableaus_near(const struct kit *, int stages,
                  const struct tableau *const **);

#endif
