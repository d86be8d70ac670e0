/* SPDX-License-Identifier: MIT
 *
 * The fields of the table that a shelf file returns are read here alone: each
 * field's kind, range and spelling are checked, and a fault ends the work with
 * the file by a message.
 */
#pragma once

#include "shelf/host.h"
#include "shelf/shelf.h"

/* ---- fields ---- */

/* A table of this file, and its place on Lua's stack. */
struct fields {
    lua_State *L;
    const char *path;
    int table;
};

/* A text that is printed, no control characters, in UTF-8; a name as in C. */
enum text_kind { A_LINE, A_NAME };
/* Such a text; NULL: none. */
const char *field_text(const struct fields *, const char *field,
                       enum text_kind);
/* A list of such texts, ended by NULL; empty: none. */
const char *const *field_texts(const struct fields *, const char *field,
                               enum text_kind, int *count);
/* An integer within the range, or `otherwise`. */
long field_whole(const struct fields *, const char *field, long least,
                 long most, long otherwise);
/* Lua's type of it; LUA_TNIL: it is not there. */
int field_type(const struct fields *, const char *field);
/* Is it there, and not false? */
bool field_holds(const struct fields *, const char *field);

/* The largest turn of a step, in whole turns: a number, else 0. */
double field_turn(const struct fields *);

/* The same for an argument of a C function: a name, an integer. */
const char *field_argument_name(lua_State *, int argument, const char *name);
int field_argument(lua_State *, int argument, int least, int most);

/* ---- a file ---- */

/* Inside a session: defines the constructors family, method, map, attitude and
 * target (each returns its table), runs the file and leaves its table on the
 * stack; false, with nothing left and a message, if it is not of the file's
 * kind. */
bool claim_load(struct host *, const struct shelf_file *);

/* An option as a file declares it. */
struct declared {
    const char *name;
    bool tableau, method, integer, number;
    int count;        /* length of a list of integers; 0: no list */
    long least, most; /* range of one, or of each in the list */
    int words, names;
    const char *const *word;
    const char *const *variable; /* names allowed in an expression, or NULL */
    const char *preset;          /* the default as a user writes it, or NULL */
    const char *in_float;        /* the same where reals are floats, or methods
                                    integrate an attitude's numbers; or NULL */
    const long *list;            /* the same of a list of numbers */
    bool by_tolerance;           /* it is the order of series for a tolerance */
};
enum { OPTIONS_MOST = 32, COUNT_MOST = 64 };

/* All options of a file's table; their number. */
int claim_options(const struct fields *, const struct declared **);
