/* SPDX-License-Identifier: MIT
 *
 * Cuts parts out of the built-in texts of runtime/.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "emit/target.h"
#include "shelf/shelf.h"

/* A built-in file, or NULL with a message. */
static const struct shelf_entry *find_file(struct speller *s, const char *path)
{
    for (int i = 0; i < shelf_builtin_count; i++)
        if (!strcmp(shelf_builtin[i].path, path))
            return &shelf_builtin[i];
    diag_error_line(s->diags, path, 0, "this file is not built in");
    return NULL;
}

/* Where the code stands: in a comment, in a line of the preprocessor, within
 * brackets. */
struct where {
    bool comment, directive;
    int depth;
};

static void look(struct where *w, const char *at)
{
    if (*at == '\n')
        w->directive = at[1] == '#';
    if (!strncmp(at, "/*", 2))
        w->comment = true;
    else if (!strncmp(at, "*/", 2))
        w->comment = false;
    else if (!w->comment)
        w->depth += (*at == '(') - (*at == ')');
}

/* Does the word at `from` stand here, and not a longer one? */
static bool is_word(const char *from, const char *end, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(end - from) <= n || strncmp(from, word, n))
        return false;
    return !ascii_is_word(from[n]);
}

/* The text with "pol_" at the start of a word replaced by "<body>_".  Lines
 * that were broken within brackets are joined: with the longer names they will
 * be broken elsewhere. */
static void put_renamed(struct text *out, const char *from, const char *end,
                        const char *body)
{
    struct where w = {0};
    for (char before = ' '; from < end; before = *from++) {
        bool starts = !ascii_is_word(before);
        look(&w, from);
        if (starts && end - from > 4 && !strncmp(from, "pol_", 4)) {
            text_print(out, "%s_", body);
            from += 3;
        } else if (starts && !w.comment && !w.directive &&
                   is_word(from, end, body)) {
            text_print(out, "%s_", body); /* a local would hide the type */
            from += strlen(body) - 1;
        } else if (*from == '\n' && w.depth > 0 && !w.comment) {
            text_char(out, ' ');
            while (from + 1 < end && from[1] == ' ')
                from++;
        } else {
            text_char(out, *from);
        }
    }
}

const char *paste_part(struct speller *s, const char *path, const char *name)
{
    const struct shelf_entry *file = find_file(s, path);
    if (!file)
        return NULL;
    const char *suffix = s->real == REAL_FLOAT ? "f" : "";
    const char *open =
        text_format(s->arena, "/* begin %s%s */\n", name, suffix);
    const char *close = text_format(s->arena, "/* end %s%s */", name, suffix);
    const char *from = strstr(file->text, open);
    const char *end = from ? strstr(from, close) : NULL;
    if (!end) {
        diag_error_line(s->diags, path, 0, "there is no function %s%s", name,
                        suffix);
        return NULL;
    }
    from += strlen(open);
    while (end > from && end[-1] == '\n')
        end--;
    struct text out = text_new(s->arena);
    put_renamed(&out, from, end, s->body);
    return text_chars(&out);
}

const char *paste_stepper(struct speller *s)
{
    static const char path[] = "runtime/pol_stepper.h";
    const struct shelf_entry *file = find_file(s, path);
    const char *from =
        file ? strstr(file->text, "#ifndef POL_STEPPER_H") : NULL;
    if (!from) {
        diag_error_line(s->diags, path, 0, "there is no POL_STEPPER_H");
        return NULL;
    }
    size_t n = strlen(from);
    while (n > 0 && from[n - 1] == '\n')
        n--;
    return arena_text(s->arena, from, n);
}
