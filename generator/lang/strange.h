/* SPDX-License-Identifier: MIT
 *
 * Characters that the language does not have and texts do: signs of
 * typography, of other languages and other alphabets; private to the stage.
 */
#ifndef POL_STRANGE_H
#define POL_STRANGE_H

#include <stdbool.h>
#include <stddef.h>

/* What the lexer makes of one, below all tokens. */
enum {
    STRANGE_BLANK = -4,   /* it is left out */
    STRANGE_COMMENT = -3, /* so is the rest of the line */
    STRANGE_LETTER = -2,  /* a part of a name */
    STRANGE_SPOILS = -1   /* the statement cannot be read on */
};

struct strange {
    size_t length;    /* in bytes; 0: nothing strange stands here */
    unsigned key;     /* equal for those that are told once */
    unsigned code;    /* of one character; 0: several, or not UTF-8 */
    bool is_seen;     /* it shows */
    const char *name; /* "minus sign"; NULL: it goes by its looks */
    const char *hint; /* or NULL: */
    char ascii[12];   /* what to write; "": nothing is like it */
    int kind;         /* the token that is meant, or one of the above */
};

/* What begins with the first of these characters, which is no letter, digit or
 * blank of ASCII. */
struct strange strange_at(const char *chars, size_t length);

#endif
