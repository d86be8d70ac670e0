/* SPDX-License-Identifier: MIT
 *
 * Messages about the user's text: where, what, the line itself and a caret
 * under the whole token.  They are collected, counted and shown at the end.
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

/* A token or construct in a source; no source: the message stands alone. */
struct place {
    const struct source *source;
    size_t offset, length;
};

enum diag_kind { DIAG_ERROR, DIAG_WARNING };

struct diag {
    enum diag_kind kind;
    struct place place;
    const char *path; /* a file known by line alone (shelf), else NULL */
    int line;
    const char *message;
    const char *hint; /* or NULL */
};

struct diags {
    struct arena *arena;
    struct diag *items;
    int count, room, errors;
    int first; /* message of the text now read; earlier ones are not its own */
    int left_out;     /* its errors for which there was no room */
    bool last_kept;   /* a hint that follows has a message */
    const char *busy; /* file whose functions ran when memory was refused */
};

/* At most this many of a text are kept; the errors are counted all the same.
 * An error where another one stands already is counted, but not kept. */
enum { DIAG_SHOWN = 20 };

struct diags diags_new(struct arena *);
/* From here on messages are those of another text. */
void diags_begin(struct diags *);

/* The place from the start of `a` to the end of `b`. */
struct place place_join(struct place a, struct place b);
/* Line and column, both from 1; columns count characters, not bytes. */
void place_find(struct place, int *line, int *column);
/* Its characters, on however many lines. */
int place_width(struct place);

/* Adds a message of which `head` has all but the text; false, for who returns
 * that.  An error in a file of which only the line is known may have line 0:
 * the file. */
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
/* Adds a hint to the message that was given last; false. */
bool diag_hint(struct diags *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same: the name that may be meant, or else this hint; NULL: there is none.
 */
bool diag_near(struct diags *, const char *name, const char *otherwise);
/* An error with a hint, which may be NULL; false. */
#define diag_refuse(d, where, hint, ...)                                       \
    (diag_error(d, where, __VA_ARGS__), diag_near(d, NULL, hint))

/* Sorts the messages from this number on that belong to one text by their place
 * in it: what is read late is reported late. */
void diags_sort(struct diags *, int from);

/* Prints one message in the form
 *     path:line:column: error: message
 *         the source line
 *             ^~~~
 *     hint: ...
 */
void diag_print(const struct diag *, struct text *);
