/* SPDX-License-Identifier: MIT
 *
 * A growing text in an arena, used by everything that prints.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;

struct text {
    struct arena *arena;
    char *chars; /* always zero-terminated once something was added */
    size_t length, room;
};

struct text text_new(struct arena *);
void text_add(struct text *, const char *chars, size_t length);
void text_put(struct text *, const char *chars);
void text_char(struct text *, char c);
void text_print(struct text *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprint(struct text *, const char *format, va_list);

/* ---- characters ---- */

/* Letters and digits of ASCII, whatever the program's locale calls so. */
static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* What names are made of. */
static inline bool ascii_is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline char ascii_upper(char c)
{
    return ascii_is_letter(c) ? (char)(c & ~('a' - 'A')) : c;
}

static inline char ascii_lower(char c)
{
    return ascii_is_letter(c) ? (char)(c | ('a' - 'A')) : c;
}

/* How many bytes the first character has, and its code; 0 if it is not UTF-8.
 */
size_t text_character(const char *chars, size_t length, unsigned *code);
/* The length of the character at the start of a zero-terminated text, if it is
 * one that is printed: 0 for control characters, what turns the direction of
 * writing, ends a line or is not seen, and what is not UTF-8. */
size_t text_printed(const char *chars);
/* Adds characters that are printed, blanks, tabs and ends of lines, and '?' in
 * the place of each other one. */
void text_plain(struct text *, const char *chars, size_t length);

/* "a", "a or b", "a, b or c" for the last " or ". */
const char *text_list(struct arena *, int n, const char *const *part,
                      const char *last);

/* Which one of a list it is; -1: none. */
int text_among(const char *list, char between, const char *word);

/* The text so far, never NULL. */
const char *text_chars(const struct text *);

/* A formatted text of its own. */
char *text_format(struct arena *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The C locale for the thread that asks, so that numbers have a point whatever
 * the program's locale is. */
struct plain {
    void *here, *before; /* each a locale_t */
};
struct plain plain_enter(void);
void plain_leave(struct plain);
/* Is the whole text an integer from least to most? */
bool text_whole(const char *, long least, long most, long *out);
