/* SPDX-License-Identifier: MIT
 *
 * Parts of runtime/ that emitted code carries with it.
 */
#include "emit/target.h"

#include <string.h>

#include "shelf/shelf.h"

/* The text of a built-in file from `open` to `close` (NULL: to its end),
 * without trailing line feeds. */
const char *paste_file(struct speller *s, const char *path, const char *open,
                       const char *close)
{
    const char *from = strstr(shelf_own(path)->chars, open);
    const char *end = close ? strstr(from, close) : from + strlen(from);
    while (end[-1] == '\n')
        end--;
    return arena_text(s->arena, from, (size_t)(end - from));
}

/* The text with "pol_" at the start of a word replaced by "<body>_".  Lines
 * that were broken within brackets are joined: with the longer names they will
 * be broken elsewhere. */
static void put_renamed(struct text *out, const char *from, const char *body)
{
    bool comment = false, directive = false; /* of the preprocessor */
    int depth = 0;                           /* of brackets */
    const size_t n = strlen(body);
    for (char before = ' '; *from; before = *from++) {
        bool starts = !ascii_is_word(before);
        if (*from == '\n')
            directive = from[1] == '#';
        comment =
            !strncmp(from, "/*", 2) || (comment && strncmp(from, "*/", 2) != 0);
        depth += comment ? 0 : (*from == '(') - (*from == ')');
        if (starts && !strncmp(from, "pol_", 4)) {
            text_print(out, "%s_", body);
            from += 3;
        } else if (starts && !comment && !directive &&
                   !strncmp(from, body, n) && !ascii_is_word(from[n])) {
            text_print(out, "%s_", body); /* a local would hide the type */
            from += n - 1;
        } else if (*from == '\n' && depth > 0 && !comment) {
            text_char(out, ' ');
            while (from[1] == ' ')
                from++;
        } else {
            text_char(out, *from);
        }
    }
}

/* The part of a file of runtime/ between "begin NAME" and "end NAME", such as a
 * function with all that it calls, its names beginning with the body's name
 * instead of "pol". */
const char *paste_part(struct speller *s, const char *path, const char *name)
{
    const char *suffix = s->real == REAL_FLOAT ? "f" : "";
    const char *open =
        text_format(s->arena, "/* begin %s%s */\n", name, suffix);
    const char *close = text_format(s->arena, "/* end %s%s */", name, suffix);
    struct text out = text_new(s->arena);
    put_renamed(&out, paste_file(s, path, open, close) + strlen(open), s->body);
    return text_chars(&out);
}
