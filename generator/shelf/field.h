/* SPDX-License-Identifier: MIT
 *
 * What a file of the shelf hands to C stands in tables, and is read here alone:
 * each field's kind, range and spelling are looked at, and what is wrong ends
 * the work with the file by a message.
 */
#ifndef POL_FIELD_H
#define POL_FIELD_H

#include "shelf/host.h"

/* A table of this file, and its place on Lua's stack. */
struct fields {
    lua_State *L;
    const char *path;
    int table;
};

/* A text that is printed: no control characters, in UTF-8; NULL: none. */
const char *field_text(const struct fields *, const char *field);
/* A name as in C; NULL: none. */
const char *field_name(const struct fields *, const char *field);
/* A list of texts, or of names, ended by NULL; empty: none. */
const char *const *field_texts(const struct fields *, const char *field,
                               int *count);
const char *const *field_names(const struct fields *, const char *field,
                               int *count);
/* A whole number within the range, or `otherwise`. */
long field_whole(const struct fields *, const char *field, long least,
                 long most, long otherwise);
/* A list of n whole numbers; false: none. */
bool field_wholes(const struct fields *, const char *field, int n, long *out);
/* Lua's type of it; LUA_TNIL: it is not there. */
int field_type(const struct fields *, const char *field);
/* Is it there, and not false? */
bool field_holds(const struct fields *, const char *field);
/* Pushes the list; its length, 0 to `most`; 0 and nil: none. */
int field_push_list(const struct fields *, const char *field, int most);

/* The same for an argument of a C function: a name, a whole number. */
const char *field_argument_name(lua_State *, int argument, const char *name);
int field_argument(lua_State *, int argument, int least, int most);

#endif
