/* SPDX-License-Identifier: MIT
 *
 * Letters and digits of ASCII, whatever the program's locale calls so.
 */
#ifndef POL_ASCII_H
#define POL_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ascii_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool ascii_is_letter(char c)
{
    return ascii_is_upper(c) || ascii_is_lower(c);
}

/* What names are made of. */
static inline bool ascii_is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline char ascii_upper(char c)
{
    return ascii_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static inline char ascii_lower(char c)
{
    return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

#endif
