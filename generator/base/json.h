/* SPDX-License-Identifier: MIT
 *
 * JSON, added to a text: a comma stands before a value unless its object or
 * array has just been opened.  In a text from json_lua the same calls make a
 * Lua program that returns a table, with nil for null and numbers that are not
 * finite as they are.
 */
#pragma once

#include "base/text.h"

struct text json_lua(struct arena *);
bool json_is_lua(const struct text *);
bool json_is_empty(const struct text *);
/* What has been written, as a value for "v". */
const char *json_value(struct text *);

/* Several values after another: "{body:s steps:l rows:[" opens an object, adds
 * a string and a long to it, and opens an array; in arrays there are no keys.
 * s: a string, v: a value that is JSON already, null where they are NULL; i:
 * int, b: bool, n: int, null where it is 0, o: where it is below, r: double,
 * null where it is not finite, w: the number and the array of words, a: of
 * doubles.  For "*:i" the key is an argument before the value, NULL for no key.
 * "\n" puts the next value on a new line; values after "|" only Lua gets. */
void json_print(struct text *, const char *format, ...);

/* An array of the words of a text that end at this character. */
void json_words(struct text *, const char *key, const char *words, char end);

/* The number without the sign of zero or of NaN, for printing. */
double plain_number(double);
/* The shortest decimal that reads back, of plain_number(x). */
struct digits {
    char text[32];
};
struct digits shortest(double x);
