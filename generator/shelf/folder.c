/* SPDX-License-Identifier: MIT
 *
 * Listing folders and reading files; see folder.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

enum { FILE_LIMIT = 1 << 24 };

/* Writes the names, zero after zero, as far as they fit; the room that all of
 * them need, or 0 with errno. */
static size_t copy_names(const char *path, char *to, size_t room, int *count)
{
    DIR *folder = opendir(path);
    struct dirent *item;
    size_t need = 0;
    *count = 0;
    if (!folder)
        return 0;
    while ((item = readdir(folder))) {
        size_t n = strlen(item->d_name) + 1;
        if (item->d_name[0] == '.')
            continue;
        if (need + n <= room) {
            memcpy(to + need, item->d_name, n);
            ++*count;
        }
        need += n;
    }
    closedir(folder);
    return need + 1;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool folder_list(struct arena *a, const char *path, const char *const **names,
                 int *count)
{
    size_t room = copy_names(path, NULL, 0, count);
    if (!room)
        return false;
    char *text = arena_alloc(a, room);
    if (!copy_names(path, text, room, count))
        return false;
    const char **name = arena_array(a, (size_t)*count + 1, sizeof *name);
    for (int i = 0; i < *count; i++, text += strlen(text) + 1)
        name[i] = text;
    qsort(name, (size_t)*count, sizeof *name, compare_names);
    *names = name;
    return true;
}

bool folder_is_there(const char *path)
{
    struct stat about;
    int error = errno;
    bool there = lstat(path, &about) == 0;
    errno = error;
    return there;
}

const struct source *folder_read(struct arena *a, const char *path)
{
    struct stat about;
    size_t length;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    char *chars = file_read(a, path, FILE_LIMIT, &length);
    if (!chars)
        return NULL;
    struct source *source = arena_alloc(a, sizeof *source);
    *source = (struct source){arena_text(a, path, strlen(path)), chars, length};
    return source;
}
