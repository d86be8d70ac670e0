/* SPDX-License-Identifier: MIT
 *
 * For tests of the language: a text with all that is needed to read it, and
 * the messages it gave as one text.
 */
#ifndef POL_LANGUAGE_H
#define POL_LANGUAGE_H

#include "test_arena.h"
#include "base/name.h"
#include "lang/ast.h"

struct language {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct source *source;
};

/* The text is copied to a block of its own size, so that the sanitizer sees
 * every read beyond its end. */
static inline struct language language_new(const char *text, size_t length)
{
    struct language l = {.arena = test_arena()};
    assert_non_null(l.arena);
    l.names = names_new(l.arena);
    l.diags = diags_new(l.arena);
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    copy[length] = '\0';
    l.source = arena_alloc(l.arena, sizeof *l.source);
    *l.source = (struct source){"a.pol", copy, length};
    return l;
}

static inline struct language language_text(const char *text)
{
    return language_new(text, strlen(text));
}

static inline void language_free(struct language *l)
{
    free((char *)(uintptr_t)l->source->chars);
    arena_free(l->arena);
}

static inline const char *language_messages(struct language *l)
{
    return diags_text(&l->diags);
}

static inline const char *language_show(struct language *l, syntax tree)
{
    struct text t = text_new(l->arena);
    ast_show(tree, &t);
    return text_chars(&t);
}

#endif
