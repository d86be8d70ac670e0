/* SPDX-License-Identifier: MIT
 *
 * Lines of the list that are broken at blanks.
 */
#ifndef POL_LINES_H
#define POL_LINES_H

/* A text in lines of at most 80 characters. */
void lines_wrapped(const char *text);
/* "before a, b, c" in such lines; nothing if there are none. */
void lines_words(const char *before, int n, const char *const *word);

#endif
