/* SPDX-License-Identifier: MIT
 *
 * Whole files: read, and written as a new file beside the one that it replaces.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct arena;

enum { FILE_NAME_ROOM = 4096 };

/* Returns the contents of a regular file, zero-terminated.  NULL with errno
 * set: it cannot be read, has more than `most` bytes, or is not regular (errno
 * 0).  A pipe or device is never opened, since opening or reading one may
 * block. */
char *file_read(struct arena *, const char *path, size_t most, size_t *length);
/* The same for a file named by the user, which may be a pipe; NULL: stdin. */
char *file_read_any(struct arena *, const char *path, size_t most,
                    size_t *length);
/* Text of why the last of these calls failed, from errno. */
const char *file_fault(void);
/* True if it is a regular file; false with errno set (0: another kind). */
bool file_is_regular(const char *path);
/* True if both paths lead to the same file; NULL: stdin. */
bool file_same(const char *path, const char *other);
/* Finds a free name beside `path`: `try` creates it, or fails with EEXIST if it
 * exists.  False with errno set, and an empty name. */
bool file_sibling(const char *path, const char *ending,
                  char name[FILE_NAME_ROOM], bool try(const char *name, void *),
                  void *data);
/* Writes a new file beside `path`, with this text and the permissions of the
 * old file, if any.  `lasting`: forced onto the disk (tens of ms), to survive a
 * loss of power.  False with errno set, and no file left. */
bool file_fill(const char *path, const char *text, size_t length, bool lasting,
               char name[FILE_NAME_ROOM]);
/* Replaces the file at `path` by this text, completely or not at all; false
 * with errno set. */
bool file_write(const char *path, const char *text, size_t length,
                bool lasting);

/* ---- saves by other programs ---- */

/* Mixes inode, size and change time of the files into `mark` and returns it: a
 * save changes it.  `files` has zero-terminated names, and an empty one at the
 * end.  Also makes `events`, of inotify, watch the folders of the files and of
 * the files that links lead to. */
unsigned long long saves_mark(int events, const char *files,
                              unsigned long long mark);
/* True if one of the files was saved after this time. */
bool saves_since(const char *files, struct timespec);
/* Waits for an event or a signal, at most `ms`; true if there was an event. */
bool saves_wait(int events, int ms, const void *sigset);
