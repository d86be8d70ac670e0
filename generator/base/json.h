/* SPDX-License-Identifier: MIT
 *
 * JSON, added to a text.  Each function adds one value; a comma stands before
 * it unless its object or array has just been opened.  `key` is NULL in arrays.
 * In a text from json_lua the same calls make a Lua program that returns a
 * table, with nil for null and numbers that are not finite as they are.
 */
#ifndef POL_JSON_H
#define POL_JSON_H

#include "base/text.h"

struct text json_lua(struct arena *);
bool json_is_lua(const struct text *);

/* '{' or '['; the same with '}' or ']'. */
void json_open(struct text *, const char *key, char bracket);
void json_close(struct text *, char bracket);

/* NULL: null. */
void json_string(struct text *, const char *key, const char *);
/* A value that is JSON already; NULL: null. */
void json_value(struct text *, const char *key, const char *);
void json_int(struct text *, const char *key, long);
void json_bool(struct text *, const char *key, bool);
/* What is not finite is null. */
void json_real(struct text *, const char *key, double);
/* Several values after another: "{body:s steps:l rows:[" opens an object, adds
 * a string and a long to it, and opens an array.  i: int, b: bool, r: double,
 * n: int, null where it is 0, w: the number and the array of words. */
void json_print(struct text *, const char *format, ...);

/* The number without the sign of zero or of NaN, for printing. */
double plain_number(double);
/* The shortest decimal that reads back, of plain_number(x). */
struct digits {
    char text[32];
};
struct digits shortest(double x);

#endif
