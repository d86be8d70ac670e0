/* SPDX-License-Identifier: MIT
 *
 * Reads all fields of the table that a shelf file returns.  Each field's kind,
 * range and spelling are checked; a fault is reported and ends the work with
 * the file.
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

/* A printable line in UTF-8 without control characters; a name as in C. */
enum text_kind { A_LINE, A_NAME };
/* Such a text, or NULL if there is none. */
const char *field_text(const struct fields *, const char *field,
                       enum text_kind);
/* A list of such texts, ended by NULL; empty if there is none. */
const char *const *field_texts(const struct fields *, const char *field,
                               enum text_kind, int *count);
/* An integer in the range, or `otherwise` if there is none. */
long field_int(const struct fields *, const char *field, long least, long most,
               long otherwise);
/* The Lua type of the field; LUA_TNIL if it is missing. */
int field_type(const struct fields *, const char *field);
/* True if the field exists and is not false. */
bool field_holds(const struct fields *, const char *field);

/* The largest rotation of a step in turns; 0 if it is not a number. */
double field_turn(const struct fields *);

/* Checks an argument of a C function: a name, an integer. */
const char *field_argument_name(lua_State *, int argument, const char *name);
int field_argument(lua_State *, int argument, int least, int most);

/* ---- a file ---- */

/* Inside a session: defines the constructors family, method, map, attitude and
 * target (each returns its table), runs the file and pushes its table.  If the
 * file fails or returns another kind: false, with a message, and nothing
 * pushed. */
bool claim_load(struct host *, const struct shelf_file *);

/* An option as declared by a file. */
struct declared {
    const char *name;
    bool tableau, method, integer, number;
    int count;        /* length of a list of integers; 0 if no list */
    long least, most; /* range of the integer, or of each in the list */
    int words, names;
    const char *const *word;
    const char *const *variable; /* names allowed in an expression, or NULL */
    const char *preset;          /* the default as a user writes it, or NULL */
    const char *in_float;        /* default where reals are floats, or methods
                                  * integrate an attitude's numbers; or NULL */
    const long *list;            /* the default of a list of integers */
    bool by_tolerance;           /* default: series order for the tolerance */
};
enum { OPTIONS_MOST = 32, COUNT_MOST = 64 };

/* Reads all options of a file's table; returns their number. */
int claim_options(const struct fields *, const struct declared **);
