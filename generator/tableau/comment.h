/* SPDX-License-Identifier: MIT
 *
 * The comment that stands before a statement.
 */
#ifndef POL_COMMENT_H
#define POL_COMMENT_H

#include "base/diag.h"

struct arena;

/* The lines of comment right before the place (blank lines between them do
 * not count), without `#`, joined by line ends; NULL if there are none. */
const char *comment_before(struct arena *, struct place);

#endif
