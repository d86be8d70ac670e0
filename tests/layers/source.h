/* SPDX-License-Identifier: MIT
 *
 * The project's own source files for the tests that read them: all files of a
 * folder by their endings, and C text without comments, strings and
 * directives.
 */
#ifndef TESTS_SOURCE_H
#define TESTS_SOURCE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* path: from the project's root, "generator/base/arena.c". */
typedef void visit_file(const char *path, char *text, void *context);

static inline char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 20;
    char *text = malloc(room);
    while (text) {
        size += fread(text + size, 1, room - 1 - size, file);
        if (size < room - 1)
            break;
        text = realloc(text, room *= 2);
    }
    if (text)
        text[size] = '\0';
    fclose(file);
    return text;
}

static inline bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Is it one of the endings in a list like ".c .h"? */
static inline bool has_ending(const char *name, const char *endings)
{
    char list[128];
    snprintf(list, sizeof list, "%s", endings);
    for (char *e = strtok(list, " "); e; e = strtok(NULL, " "))
        if (ends_with(name, e))
            return true;
    return false;
}

/* Visits the files below `folder` (from the root), at most 6 levels deep;
 * returns how many. Golden files are written by the program: left out. */
static inline int visit_files(const char *folder, const char *endings,
                              int depth, visit_file *visit, void *context)
{
    char full[4096], path[2048 + 256];
    snprintf(full, sizeof full, "%s/%s", POL_ROOT_DIR, folder);
    DIR *dir = depth < 6 ? opendir(full) : NULL;
    int files = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct stat info;
        if (e->d_name[0] == '.' || strcmp(e->d_name, "golden") == 0)
            continue;
        snprintf(path, sizeof path, "%.2000s/%s", folder, e->d_name);
        snprintf(full, sizeof full, "%s/%s", POL_ROOT_DIR, path);
        if (stat(full, &info) == 0 && S_ISDIR(info.st_mode))
            files += visit_files(path, endings, depth + 1, visit, context);
        else if (has_ending(path, endings)) {
            char *text = read_text(full);
            if (text)
                visit(path, text, context);
            files += text != NULL;
            free(text);
        }
    }
    if (dir)
        closedir(dir);
    return files;
}

/* Blanks one comment, string, character or directive at p; its end. */
static inline char *blank_one(char *p)
{
    char *end = p;
    if (p[0] == '/' && p[1] == '*') {
        end = strstr(p + 2, "*/");
        end = end ? end + 2 : p + strlen(p);
    } else if (p[0] == '/' && p[1] == '/') {
        end = p + strcspn(p, "\n");
    } else if (*p == '#') {
        for (end = p; *end && *end != '\n'; end++)
            if (end[0] == '\\' && end[1] == '\n')
                end++;
    } else {
        for (end = p + 1; *end && *end != *p; end++)
            if (*end == '\\' && end[1])
                end++;
        end += *end != '\0';
    }
    for (char *q = p; q < end; q++)
        if (*q != '\n')
            *q = ' ';
    return end;
}

/* Leaves of C text only what the compiler proper sees. */
static inline void strip_c(char *text)
{
    for (char *p = text; *p;) {
        const bool comment = p[0] == '/' && (p[1] == '*' || p[1] == '/');
        if (comment || *p == '#' || *p == '"' || *p == '\'')
            p = blank_one(p);
        else
            p++;
    }
}

#endif
