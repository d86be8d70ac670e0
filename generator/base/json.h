/* SPDX-License-Identifier: MIT
 *
 * Adds JSON to a text.  A comma is put before a value unless its object or
 * array was just opened.  In a text from json_lua the same calls write a Lua
 * program that returns a table: null is nil, numbers need not be finite.
 */
#pragma once

#include "base/text.h"

struct text json_lua(struct arena *);
bool json_is_lua(const struct text *);
bool json_is_empty(const struct text *);
/* The text so far, as a value for "v". */
const char *json_value(struct text *);

/* Adds several values: "{body:s steps:l rows:[" opens an object, adds a string
 * and a long to it, and opens an array; in arrays there are no keys. s: string,
 * v: a value that is JSON already, for both NULL is null; l: long; i: int; b:
 * bool; n: int, 0 is null; o: int, negative is null; r: double, null if not
 * finite; w, a: the number and the array of words, doubles.  For "*:i" the key
 * is an argument before the value, NULL for no key. "\n" puts the next value on
 * a new line; only Lua gets the values after "|". */
void json_print(struct text *, const char *format, ...);

/* Adds an array of the words of a text, each ended by this character. */
void json_words(struct text *, const char *key, const char *words, char end);

/* The number without the sign of zero or of NaN, for printing. */
double plain_number(double);
/* The shortest decimal that reads back as plain_number(x). */
struct digits {
    char text[32];
};
struct digits shortest(double x);
