/* SPDX-License-Identifier: MIT
 *
 * Other names of what a .pol file of the shelf holds: those behind the comment
 * "# also called", and behind "# elsewhere" what other programs call it,
 * separated by commas.
 */
#include "shelf/alias.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* Behind the mark, at the start of a line; NULL if there is none. */
static const char *find_mark(const char *text, const char *mark)
{
    for (const char *p = text; (p = strstr(p, mark)); p++)
        if (p == text || p[-1] == '\n')
            return p + strlen(mark);
    return NULL;
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    while (ascii_is_word(p[n]))
        n++;
    return n;
}

static size_t item_length(const char *p)
{
    return strcspn(p, ",\r\n");
}

static const char *const *items_behind(struct arena *arena,
                                       const struct source *source,
                                       const char *mark,
                                       size_t length_of(const char *))
{
    const char *text = arena_text(arena, source->chars, source->length);
    const char *p = find_mark(text, mark);
    const char **name = NULL;
    int n = 0, room = 0;
    while (p) {
        size_t length = length_of(p);
        arena_push(arena, name, n, room);
        name[n++] = arena_text(arena, p, length);
        p += length;
        p = length && !strncmp(p, ", ", 2) ? p + 2 : NULL;
    }
    arena_push(arena, name, n, room);
    name[n] = NULL;
    return name;
}

const char *const *alias_in_comment(struct arena *arena,
                                    const struct source *source)
{
    return items_behind(arena, source, "# also called ", name_length);
}

const char *const *alias_elsewhere(struct arena *arena,
                                   const struct source *source)
{
    return items_behind(arena, source, "# elsewhere ", item_length);
}
