/* SPDX-License-Identifier: MIT
 *
 * What Lua computes with in a family of tableaus.
 */
#ifndef POL_FAMILY_H
#define POL_FAMILY_H

#include "num/surd.h"
#include "recipe/called.h"

/* Defines numbers and their functions in the session. */
void family_open(struct kit *);
/* An error if the argument is no number. */
struct surd family_number(lua_State *, int argument);

/* The tableau of a family's call, whose file has been found, by a session for
 * it; NULL with messages. */
const struct tableau *family_tableau(struct kit *, struct called *);

#endif
