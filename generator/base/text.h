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

/* ASCII letters and digits, in any locale. */
static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* True for the characters of names. */
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

/* The number of bytes of the first character, and its code; 0: not UTF-8. */
size_t text_character(const char *chars, size_t length, unsigned *code);
/* The number of bytes of the first character of a zero-terminated text, if it
 * is printable. 0 for control characters, marks of direction and of lines,
 * invisible characters, and what is not UTF-8. */
size_t text_printed(const char *chars);
/* Adds printable characters, blanks, tabs and newlines, and '?' for each other
 * one. */
void text_plain(struct text *, const char *chars, size_t length);

/* "a", "a or b", "a, b or c" if `last` is " or ". */
const char *text_list(struct arena *, int n, const char *const *part,
                      const char *last);

/* Index of the word in a list separated by `between`, or -1. */
int text_among(const char *list, char between, const char *word);

/* The text so far, never NULL. */
const char *text_chars(const struct text *);

/* A new formatted text. */
char *text_format(struct arena *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the C locale for this thread, so that numbers have a decimal point in
 * any locale of the program. */
struct plain {
    void *here, *before; /* each a locale_t */
};
struct plain plain_enter(void);
void plain_leave(struct plain);
/* True if the whole text is an integer from least to most. */
bool text_int(const char *, long least, long most, long *out);
