/* SPDX-License-Identifier: MIT
 *
 * Other names of what a .pol file of the shelf holds: those behind the comment
 * "# also called", separated by commas.
 */
#include "script/alias.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"

static const char mark[] = "# also called ";

/* Behind the mark, at the start of a line; NULL if there is none. */
static const char *find_mark(const char *text)
{
    for (const char *p = text; (p = strstr(p, mark)); p++)
        if (p == text || p[-1] == '\n')
            return p + sizeof mark - 1;
    return NULL;
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n;
}

const char *const *alias_in_comment(struct arena *arena,
                                    const struct source *source)
{
    const char *text = arena_text(arena, source->chars, source->length);
    const char *p = find_mark(text);
    const char **name = NULL;
    int n = 0, room = 0;
    while (p) {
        size_t length = name_length(p);
        arena_push(arena, name, n, room);
        name[n++] = arena_text(arena, p, length);
        p += length;
        p = length && !strncmp(p, ", ", 2) ? p + 2 : NULL;
    }
    arena_push(arena, name, n, room);
    name[n] = NULL;
    return name;
}
