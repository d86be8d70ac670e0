/* SPDX-License-Identifier: MIT
 *
 * Finds the comment before a statement in the source text.
 */
#include "tableau/comment.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* A line of the source: [start, end), without the line end. */
struct line {
    const char *start, *end;
};

static struct line line_at(const struct source *source, const char *start)
{
    const char *last = source->chars + source->length;
    const char *end = memchr(start, '\n', (size_t)(last - start));
    return (struct line){start, end ? end : last};
}

static const char *line_start(const struct source *source, const char *c)
{
    while (c > source->chars && c[-1] != '\n')
        c--;
    return c;
}

static const char *skip_blanks(const char *c, const char *end)
{
    while (c < end && strchr(" \t\r", *c))
        c++;
    return c;
}

static bool is_comment_or_blank(struct line line)
{
    const char *c = skip_blanks(line.start, line.end);
    return c == line.end || *c == '#';
}

/* The first line of the block that ends right before `start`. */
static const char *block_start(const struct source *source, const char *start)
{
    while (start > source->chars) {
        const char *above = line_start(source, start - 1);
        if (!is_comment_or_blank(line_at(source, above)))
            break;
        start = above;
    }
    return start;
}

static void add_line(struct text *out, struct line line)
{
    const char *c = skip_blanks(line.start, line.end), *end = line.end;
    if (c == end)
        return;
    c = skip_blanks(c + 1, end);
    while (end > c && strchr(" \t\r", end[-1]))
        end--;
    if (out->length)
        text_char(out, '\n');
    text_plain(out, c, (size_t)(end - c));
}

const char *comment_before(struct arena *arena, struct place place)
{
    const struct source *source = place.source;
    if (!source)
        return NULL;
    const char *stop = line_start(source, source->chars + place.offset);
    struct text out = text_new(arena);
    for (const char *c = block_start(source, stop); c < stop;) {
        struct line line = line_at(source, c);
        add_line(&out, line);
        c = line.end + 1;
    }
    return out.length ? text_chars(&out) : NULL;
}
