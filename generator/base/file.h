/* SPDX-License-Identifier: MIT
 *
 * Files as a whole: read, and written beside those that they are to take the
 * place of.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct arena;

enum { FILE_NAME_ROOM = 4096 };

/* The contents of a regular file, zero-terminated; NULL with errno set: it
 * cannot be read, has more than `most` bytes, or is not regular (errno 0).  A
 * pipe or device is never opened, since opening or reading one may block. */
char *file_read(struct arena *, const char *path, size_t most, size_t *length);
/* The same for a file that the user named to be read, which may be a pipe, or
 * for stdin (NULL). */
char *file_read_any(struct arena *, const char *path, size_t most,
                    size_t *length);
/* Why the last of these calls failed, by errno. */
const char *file_fault(void);
/* False with errno set, to 0 if it is something else. */
bool file_is_regular(const char *path);
/* Do both paths lead to one file?  NULL: stdin. */
bool file_same(const char *path, const char *other);
/* A free name beside `path`; `try` makes something of it, or fails with EEXIST
 * where it is taken.  False with errno set, and no name. */
bool file_beside(const char *path, const char *ending,
                 char name[FILE_NAME_ROOM], bool try(const char *name, void *),
                 void *data);
/* A new file beside `path` with this text and the rights of the old one, if
 * there is one; forced onto the disk (tens of ms) if it is to outlast a loss of
 * power.  False with errno set, and nothing left. */
bool file_fill(const char *path, const char *text, size_t length, bool lasting,
               char name[FILE_NAME_ROOM]);
/* This text takes the place of whatever stands there, whole or not at all;
 * false with errno set. */
bool file_write(const char *path, const char *text, size_t length,
                bool lasting);

/* ---- saves by somebody else ---- */

/* Goes through names, each with its zero, an empty one behind the last, and
 * from a mark to the next: it is another one after a save, which changes a
 * file's place, size or time.  From now on `events`, of inotify, have what
 * happens in the files' folders, also those that links lead to. */
unsigned long long saves_mark(int events, const char *files,
                              unsigned long long mark);
/* Has one of the files been saved since? */
bool saves_since(const char *files, struct timespec);
/* Waits for an event or a signal, `ms` at most; was there an event? */
bool saves_wait(int events, int ms, const void *sigset);
