/* SPDX-License-Identifier: MIT
 *
 * A call as people write it: "suzuki4(rkmk(midpoint2, form = rate))".
 */
#include "recipe/option.h"

#include <string.h>

#include "base/ascii.h"
#include "base/text.h"

static bool is_word(char c)
{
    return ascii_is_word(c) || c == '.';
}

/* The text of a value without blanks and comments, but for one blank where two
 * words or numbers would run together. */
static void print_text(struct text *out, const struct ast *a)
{
    const char *c = a->place.source->chars + a->place.offset;
    const char *end = c + a->place.length;
    bool gap = false;
    for (char last = '('; c < end; c++) {
        if (*c == '#')
            while (c + 1 < end && *c != '\n')
                c++;
        if (*c == '#' || (unsigned char)*c <= ' ') {
            gap = true;
            continue;
        }
        if (gap && is_word(last) && is_word(*c))
            text_char(out, ' ');
        text_char(out, last = *c);
        gap = false;
    }
}

static void print_call(struct text *out, const char *name,
                       const struct ast *call);

static void print_value(struct text *out, const struct ast *a)
{
    if (a->kind == AST_CALL)
        print_call(out, a->name, a);
    else if (a->place.source)
        print_text(out, a);
}

/* The depth of the tree is bounded by AST_DEPTH. */
static void print_call(struct text *out, const char *name,
                       const struct ast *call)
{
    text_put(out, name);
    for (int i = 0; i < call->n; i++) {
        const struct ast *a = call->child[i];
        bool named = a->kind == AST_OPTION;
        text_put(out, i ? ", " : "(");
        if (named)
            text_print(out, "%s = ", a->name);
        print_value(out, named ? a->child[0] : a);
    }
    text_put(out, call->n ? ")" : "");
}

/* What was not given and is of floats alone is told, too. */
static const char *print_defaults(struct derive *d, const struct called *c,
                                  const char *call)
{
    struct text out = text_new(d->arena);
    size_t length = strlen(call);
    bool closed = length > 0 && call[length - 1] == ')';
    bool any = false;
    text_print(&out, "%.*s", (int)length - closed, call);
    for (int i = 0; i < c->options; i++) {
        if (!c->option[i].by_real)
            continue;
        text_print(&out, "%s%s = %s", closed || any ? ", " : "(",
                   c->option[i].name, c->option[i].word);
        any = true;
    }
    text_put(&out, ")");
    return any ? text_chars(&out) : call;
}

const char *option_print(struct derive *d, const struct called *c)
{
    struct text out = text_new(d->arena);
    if (c->call && c->call->kind == AST_CALL)
        print_call(&out, c->file->name, c->call);
    else
        text_put(&out, c->file->name);
    return print_defaults(d, c, text_chars(&out));
}
