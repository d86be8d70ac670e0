/* SPDX-License-Identifier: MIT
 *
 * Messages about the user's text: place, text, source line and a caret under
 * the whole token.  They are collected, counted and printed at the end.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct text;

/* A text that was read; `chars` is zero-terminated at `length`. */
struct source {
    const char *path; /* as the user wrote it; "<stdin>" for - */
    const char *chars;
    size_t length;
};

/* A token or construct in a source; no source: a message without a place. */
struct place {
    const struct source *source;
    size_t offset, length;
};

enum diag_kind { DIAG_ERROR, DIAG_WARNING };

struct diag {
    enum diag_kind kind;
    struct place place;
    const char *path; /* file if only the line is known (shelf), else NULL */
    int line;
    const char *message;
    const char *hint; /* or NULL */
};

struct diags {
    struct arena *arena;
    struct diag *items;
    int count, room, errors;
    int first;        /* index of the first message of the current text */
    int left_out;     /* errors of the current text that were not kept */
    bool last_kept;   /* the last message was kept: a hint may follow */
    const char *busy; /* file whose functions ran when memory was refused */
};

/* At most this many messages of a text are kept; all errors are counted.  A
 * further error at the same place is counted, but not kept. */
enum { DIAG_SHOWN = 20 };

struct diags diags_new(struct arena *);
/* Starts another text: messages from here on belong to it. */
void diags_begin(struct diags *);

/* The place from the start of `a` to the end of `b`. */
struct place place_join(struct place a, struct place b);
/* Line and column, both from 1; columns count characters, not bytes. */
void place_find(struct place, int *line, int *column);
/* Number of characters of the place, over all its lines. */
int place_width(struct place);

/* Adds a message with the fields of `head` and this text.  Returns false, so
 * that callers can return the call.  With a path but no place, line 0 means the
 * whole file. */
bool diag_add(struct diags *, struct diag head, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define diag_error(d, where, ...)                                              \
    diag_add(d, (struct diag){.kind = DIAG_ERROR, .place = where}, __VA_ARGS__)
#define diag_warning(d, where, ...)                                            \
    diag_add(d, (struct diag){.kind = DIAG_WARNING, .place = where},           \
             __VA_ARGS__)
#define diag_error_line(d, file, at, ...)                                      \
    diag_add(d, (struct diag){.kind = DIAG_ERROR, .path = file, .line = at},   \
             __VA_ARGS__)
/* Adds a hint to the last message; false. */
bool diag_hint(struct diags *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a hint with the name that may be meant, else `otherwise` (or NULL). */
bool diag_near(struct diags *, const char *name, const char *otherwise);
/* An error with a hint, which may be NULL; false. */
#define diag_refuse(d, where, hint, ...)                                       \
    (diag_error(d, where, __VA_ARGS__), diag_near(d, NULL, hint))

/* Sorts the messages from index `from` on by their place, within each text:
 * stages may report in another order. */
void diags_sort(struct diags *, int from);

/* Prints one message in the form
 *     path:line:column: error: message
 *         the source line
 *             ^~~~
 *     hint: ...
 */
void diag_print(const struct diag *, struct text *);
