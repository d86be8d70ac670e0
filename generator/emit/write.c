/* SPDX-License-Identifier: MIT
 *
 * Writes files whole or not at all: new files in the same folder are filled
 * and then given the names.  They are not forced onto the disk (tens of ms): a
 * program that is killed leaves the old file or the new one; after a machine
 * that lost its power one may emit again.
 */
#define _POSIX_C_SOURCE 200809L

#include "emit/emit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

enum { PATH_ROOM = 4096, ATTEMPTS = 100 };

/* A new file beside `path`, with the rights that new files have.  Its name is
 * stored; -1 with errno set if there can be none. */
static int open_beside(const char *path, char name[PATH_ROOM])
{
    for (int i = 0; i < ATTEMPTS; i++) {
        int n =
            snprintf(name, PATH_ROOM, "%s.%ld.%d.new", path, (long)getpid(), i);
        if (n < 0 || n >= PATH_ROOM) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

/* A file that stands already keeps its rights. */
static void copy_rights(const char *path, int file)
{
    struct stat old;
    if (stat(path, &old) == 0 && S_ISREG(old.st_mode))
        (void)!fchmod(file, old.st_mode & 0777);
}

/* Fills a new file beside `path`; false, with errno set and nothing left, if
 * that fails. */
static bool fill_beside(const char *path, const char *text, size_t length,
                        char name[PATH_ROOM])
{
    int file = open_beside(path, name);
    if (file < 0)
        return false;
    copy_rights(path, file);
    bool ok = write_all(file, text, length);
    int error = errno;
    if (close(file) != 0 && ok) {
        ok = false;
        error = errno;
    }
    if (!ok)
        unlink(name);
    errno = error;
    return ok;
}

int emit_write(struct arena *arena, const struct emitted *file,
               const char *const *path, int files)
{
    char(*name)[PATH_ROOM] =
        arena_array(arena, (size_t)files + 1, sizeof *name);
    int filled = 0, named = 0;
    while (filled < files && fill_beside(path[filled], file[filled].text,
                                         file[filled].length, name[filled]))
        filled++;
    while (filled == files && named < files &&
           rename(name[named], path[named]) == 0)
        named++;
    int error = errno;
    for (int i = named; i < filled; i++)
        unlink(name[i]);
    errno = error;
    return filled < files ? filled : named;
}
