/* SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* ppoll */

#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

/* Characters kept of a name (up to 255), so that an ending has room. */
enum { ATTEMPTS = 100, BEGINNING = 200 };

static bool get_status(const char *path, struct stat *s)
{
    return (path ? stat(path, s) : fstat(STDIN_FILENO, s)) == 0;
}

bool file_is_regular(const char *path)
{
    struct stat s;
    if (!get_status(path, &s))
        return false;
    errno = 0;
    return S_ISREG(s.st_mode);
}

/* Allocates before it opens the file: if memory ends, no file is open. */
char *file_read_any(struct arena *arena, const char *path, size_t most,
                    size_t *length)
{
    struct stat s;
    size_t room = 1 << 14, n = 0, got;
    if (!get_status(path, &s))
        return NULL;
    if (path && S_ISREG(s.st_mode)) {
        room = (size_t)s.st_size + 2;
        errno = EFBIG;
        if (room - 2 > most)
            return NULL;
    }
    char *chars = arena_alloc(arena, room);
    FILE *file = path ? fopen(path, "rb") : stdin;
    if (!file)
        return NULL;
    while ((got = fread(chars + n, 1, room - n - 1, file)) > 0) {
        n += got;
        if (n > most)
            break;
        if (n == room - 1) {
            chars = arena_grow(arena, chars, room, 2 * room);
            room *= 2;
        }
    }
    int error = n > most ? EFBIG : ferror(file) ? errno : 0;
    chars[n] = '\0';
    *length = n;
    if (path)
        fclose(file);
    errno = error;
    return error ? NULL : chars;
}

char *file_read(struct arena *arena, const char *path, size_t most,
                size_t *length)
{
    return file_is_regular(path) ? file_read_any(arena, path, most, length)
                                 : NULL;
}

const char *file_fault(void)
{
    return errno ? strerror(errno) : "it is not a regular file";
}

bool file_same(const char *path, const char *other)
{
    struct stat a, b;
    return get_status(path, &a) && get_status(other, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool file_sibling(const char *path, const char *ending,
                  char name[FILE_NAME_ROOM], bool try(const char *name, void *),
                  void *data)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    int kept = (int)(base - path) + (int)strnlen(base, BEGINNING);
    for (int i = 0; i < ATTEMPTS; i++) {
        int n = snprintf(name, FILE_NAME_ROOM, "%.*s.%ld.%d.%s", kept, path,
                         (long)getpid(), i, ending);
        if (n < 0 || n >= FILE_NAME_ROOM)
            errno = ENAMETOOLONG;
        else if (try(name, data))
            return true;
        if (errno != EEXIST)
            break;
    }
    name[0] = '\0';
    return false;
}

static bool create(const char *name, void *file)
{
    FILE **to = file;
    *to = fopen(name, "wbxe");
    return *to;
}

bool file_fill(const char *path, const char *text, size_t length, bool lasting,
               char name[FILE_NAME_ROOM])
{
    FILE *file;
    struct stat old;
    if (!file_sibling(path, "new", name, create, &file))
        return false;
    if (stat(path, &old) == 0)
        (void)!fchmod(fileno(file), old.st_mode & 0777);
    bool ok = fwrite(text, 1, length, file) == length && fflush(file) == 0 &&
              (!lasting || fsync(fileno(file)) == 0);
    int error = ok ? 0 : errno;
    if (fclose(file) != 0 && ok)
        error = errno;
    if (error) {
        unlink(name);
        name[0] = '\0';
        errno = error;
    }
    return !error;
}

bool file_write(const char *path, const char *text, size_t length, bool lasting)
{
    char name[FILE_NAME_ROOM];
    if (!file_fill(path, text, length, lasting, name))
        return false;
    if (rename(name, path) == 0)
        return true;
    int error = errno;
    unlink(name);
    errno = error;
    return false;
}

/* ---- saves by other programs ---- */

static void watch_folder(int events, const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    inotify_add_watch(events, folder,
                      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE);
}

unsigned long long saves_mark(int events, const char *file,
                              unsigned long long mark)
{
    for (; *file; file += strlen(file) + 1) {
        char whole[PATH_MAX];
        struct stat s = {0};
        watch_folder(events, file);
        if (stat(file, &s) == 0 && realpath(file, whole))
            watch_folder(events, whole);
        const long long part[] = {(long long)s.st_ino, s.st_size,
                                  s.st_ctim.tv_sec, s.st_ctim.tv_nsec};
        for (int i = 0; i < 4; i++) /* FNV mixing */
            mark = (mark ^ (unsigned long long)part[i]) * 0x100000001b3;
    }
    return mark;
}

bool saves_since(const char *file, struct timespec t)
{
    struct stat s;
    for (; *file; file += strlen(file) + 1)
        if (stat(file, &s) == 0 &&
            s.st_ctim.tv_sec + (s.st_ctim.tv_nsec > t.tv_nsec) > t.tv_sec)
            return true;
    return false;
}

bool saves_wait(int events, int ms, const void *sigset)
{
    char read_events[4096];
    const struct timespec most = {ms / 1000, ms % 1000 * 1000000L};
    struct pollfd at = {events, POLLIN, 0};
    if (ppoll(&at, 1, &most, sigset) <= 0)
        return false;
    while (read(events, read_events, sizeof read_events) > 0)
        ;
    return true;
}
