/* SPDX-License-Identifier: MIT
 *
 * What a Lua file of the shelf says of itself: its table's plain fields.
 */
#ifndef POL_CLAIM_H
#define POL_CLAIM_H

#include "shelf/field.h"
#include "shelf/shelf.h"

/* Inside a session: defines the constructors family, method, map, attitude and
 * target (each returns its table), runs the file and leaves its table on the
 * stack; false, with nothing left and a message, if it is not of the file's
 * kind. */
bool claim_load(struct host *, const struct shelf_file *);

/* An option as a file declares it. */
struct declared {
    const char *name;
    bool tableau, method, integer, number;
    int count;        /* of whole numbers in a list; 0: no list */
    long least, most; /* of one, or of each in the list */
    int words, names;
    const char *const *word;
    const char *const *variable; /* of an expression, if there are names */
    const char *preset;          /* the default as a user writes it, or NULL */
    const char *in_float;        /* the same where reals are floats, or NULL */
    const long *list;            /* the same of a list of numbers */
};
enum { OPTIONS_MOST = 32, COUNT_MOST = 64 };

/* All options of a file's table; their number. */
int claim_options(const struct fields *, const struct declared **);
/* Pushes a table of what a method's table promises, where functions are called
 * with the values at `opt` and `map`, or left out if these are 0. */
struct fields claim_promises(const struct fields *, int opt, int map);

#endif
