/* SPDX-License-Identifier: MIT
 *
 * The look of a page: long lines are broken, comments are filled, texts are
 * made safe to stand in comments and in strings.
 */
#ifndef POL_LAYOUT_H
#define POL_LAYOUT_H

#include "base/text.h"

enum { LAYOUT_WIDTH = 80 };

/* Breaks the lines of C code that are too long, after an operator or a comma
 * that is as little nested as possible.  Comments, strings and lines of the
 * preprocessor are left alone. */
void layout_wrap(const char *code, size_t length, struct text *out);

/* Fills words into lines that each begin with `prefix`, except the first one,
 * which begins at `column`; behind the last word `tail` columns stay free.
 * Nothing in the text can end a comment. */
void layout_fill(const char *words, const char *prefix, int column, int tail,
                 struct text *out);

/* A C string constant; long ones are continued on lines that begin with
 * `indent` spaces. */
void layout_quote(const char *chars, int indent, struct text *out);

#endif
