/* SPDX-License-Identifier: MIT
 *
 * An option as its file declares it: its default, and what it can be, in words.
 */
#include "recipe/option.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static void blame(struct derive *d, const struct called *c, const char *message)
{
    host_blame(host_lua(d->host), c->file->text->path, message);
}

static const struct ast *read_default(struct derive *d, const struct called *c,
                                      const char *text)
{
    struct source *s = arena_alloc(d->arena, sizeof *s);
    *s = (struct source){c->file->text->path, text, strlen(text)};
    const struct ast *value = lang_parse_value(d->arena, d->names, d->diags, s);
    if (!value)
        blame(d, c, "an option's default cannot be read");
    if (option_map(value))
        blame(d, c, "an option's default may not name a map");
    return value;
}

struct declared option_take(struct derive *d, const struct called *c)
{
    struct declared o = declared_read(d->host, c->file->text->path);
    if (c->file->kind == SHELF_TABLEAU &&
        (o.names || o.number || o.tableau || o.method || o.count))
        blame(d, c, "an option of a family is a word or a whole number");
    if (o.in_float && d->choice && d->choice->real == REAL_FLOAT)
        o.preset = o.in_float;
    else
        o.in_float = NULL;
    if (o.preset)
        o.otherwise = read_default(d, c, o.preset);
    return o;
}

/* ---- in words ---- */

/* "a", "a or b", "a, b or c" */
static const char *join(struct derive *d, int n, const char *const *part)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < n; i++)
        text_print(&t, "%s%s",
                   i == 0       ? ""
                   : i == n - 1 ? " or "
                                : ", ",
                   part[i]);
    return text_chars(&t);
}

const char *option_expected(struct derive *d, const struct declared *o)
{
    const char **part =
        arena_array(d->arena, (size_t)o->words + 4, sizeof *part);
    int n = 0;
    for (; n < o->words; n++)
        part[n] = o->word[n];
    if (o->integer)
        part[n++] = text_format(d->arena, "an integer from %ld to %ld",
                                o->least, o->most);
    if (o->count)
        part[n++] = text_format(d->arena, "%d integers from %ld to %ld",
                                o->count, o->least, o->most);
    if (o->number)
        part[n++] = "a number";
    if (o->names)
        part[n++] = text_format(d->arena, "an expression in %s",
                                join(d, o->names, o->variable));
    return join(d, n, part);
}

void option_example(struct derive *d, const struct called *c,
                    const struct declared *o)
{
    struct text t = text_new(d->arena);
    if (o->tableau || o->method) {
        diag_hint(d->diags, "for example %s(%s)", c->file->name,
                  o->method ? "imidm" : "kutta4");
        return;
    }
    for (int i = 0; i < (o->count ? o->count : 1); i++) {
        long value = o->least + i;
        text_print(&t, " %ld", value < o->most ? value : o->most);
    }
    if (o->integer || o->count)
        diag_hint(d->diags, "for example %s(%s =%s)", c->file->name, o->name,
                  text_chars(&t));
}
