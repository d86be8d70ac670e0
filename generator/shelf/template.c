/* SPDX-License-Identifier: MIT
 *
 * A page's template as a Lua program: lines that begin with % are Lua, the
 * others are text in which {{ }} inserts a value.  %?CONDITION?TEXT is a line
 * of text that is written if the condition holds.
 */
#define _GNU_SOURCE /* memmem */

#include "shelf/shelf.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* A string constant of Lua on one line. */
static void put_literal(struct text *out, const char *chars, size_t length)
{
    text_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)chars[i];
        if (c == '"' || c == '\\' || c < 32 || c == 127)
            text_print(out, "\\%03d", c);
        else
            text_char(out, (char)c);
    }
    text_char(out, '"');
}

/* Writes put("text", (value), "text\n"); returns an error, or NULL. */
static const char *put_text(struct text *out, const char *line, const char *end)
{
    const char *open;
    text_put(out, "put(");
    while ((open = memmem(line, (size_t)(end - line), "{{", 2))) {
        const char *close = memmem(open + 2, (size_t)(end - open - 2), "}}", 2);
        if (!close)
            return "{{ is not closed";
        put_literal(out, line, (size_t)(open - line));
        text_put(out, ",(");
        text_add(out, open + 2, (size_t)(close - open - 2));
        text_put(out, "),");
        line = close + 2;
    }
    put_literal(out, line, (size_t)(end - line));
    text_put(out, ",\"\\n\");");
    return NULL;
}

/* Writes a line that begins, after blanks, with %. */
static const char *put_marked(struct text *out, const char *line,
                              const char *end)
{
    const char *wrong, *text;
    if (line[1] != '?') {
        text_add(out, line + 1, (size_t)(end - line - 1));
        return NULL;
    }
    text = memchr(line + 2, '?', (size_t)(end - line - 2));
    if (!text)
        return "%?CONDITION?TEXT has a second ?";
    text_put(out, "if ");
    text_add(out, line + 2, (size_t)(text - line - 2));
    text_put(out, " then ");
    wrong = put_text(out, text + 1, end);
    text_put(out, " end");
    return wrong;
}

bool shelf_ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && !strcmp(name + n - m, ending);
}

const struct source *template_script(struct arena *arena, struct diags *diags,
                                     const struct source *page)
{
    struct text out = text_new(arena);
    const char *end = page->chars + page->length;
    int number = 1;
    if (!shelf_ends_in(page->path, ".tpl"))
        return page;
    for (const char *line = page->chars; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        const char *first = line + strspn(line, " \t");
        const bool marked = *first == '%', doubled = marked && first[1] == '%';
        const char *wrong =
            marked && !doubled
                ? put_marked(&out, first, stop)
                : put_text(&out, doubled ? first + 1 : line, stop);
        if (wrong) {
            diag_error_line(diags, page->path, number, "%s", wrong);
            return NULL;
        }
        text_char(&out, '\n');
        line = stop + 1;
    }
    const struct source script = {page->path, text_chars(&out), out.length};
    return arena_copy(arena, &script, sizeof script);
}
