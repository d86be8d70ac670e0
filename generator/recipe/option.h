/* SPDX-License-Identifier: MIT
 *
 * What the files that read a call's options share.
 */
#ifndef POL_OPTION_H
#define POL_OPTION_H

#include "shelf/declared.h"
#include "step/derive.h"

enum { METHODS_DEEP = 6 }; /* methods of methods, at most */

/* The declaration on top of Lua's stack, popped (option_declare.c). */
struct declared option_take(struct derive *, const struct called *);
/* "one, dmv or an expression in th2" */
const char *option_expected(struct derive *, const struct declared *);
/* Puts an example of a call with this option into a hint. */
void option_example(struct derive *, const struct called *,
                    const struct declared *);

/* Reads what was given for an option of `c` (option_value.c); false with
 * messages. */
bool option_value_read(struct derive *, const struct called *c,
                       const struct declared *, const struct ast *value,
                       struct option_value *);

/* A method by its name or call (option_method.c). */
bool option_nested(struct derive *, const struct called *outer,
                   const struct ast *value, struct option_value *);
/* Finds the composition of this name, the body's own or the shelf's; false
 * without a message if there is none.  One that is wrong leaves messages and
 * no file. */
bool option_composition(struct derive *, const char *name, bool own,
                        struct called *);

#endif
