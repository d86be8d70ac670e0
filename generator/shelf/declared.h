/* SPDX-License-Identifier: MIT
 *
 * An option as a file of the shelf declares it.
 */
#ifndef POL_DECLARED_H
#define POL_DECLARED_H

#include "shelf/field.h"

struct ast;

enum { OPTIONS_MOST = 32, COUNT_MOST = 64 };

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
    const struct ast *otherwise; /* the same, once it is read */
};

/* The declaration on top of Lua's stack, popped, in this file. */
struct declared declared_read(struct host *, const char *path);
/* Pushes the list `options` of a file's table; their number. */
int declared_push_all(const struct fields *);

#endif
