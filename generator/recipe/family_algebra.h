/* SPDX-License-Identifier: MIT
 *
 * What Lua computes with in a family of tableaus.
 */
#ifndef POL_FAMILY_ALGEBRA_H
#define POL_FAMILY_ALGEBRA_H

#include "step/derive.h"
#include "recipe/family.h"
#include "num/surd.h"

/* Defines numbers and their functions in the session. */
void family_open(struct derive *);
void family_open_roots(struct derive *);
int family_push(lua_State *, struct surd);
/* An error if the argument is no number. */
struct surd family_number(lua_State *, int argument);

/* The tableau of a family's call, whose file has been found; NULL with
 * messages. */
const struct tableau *family_tableau(const struct makings *, struct called *);

#endif
